public import Model

extension Expression {
  /// The moment whose day, week, month or year this expression is, nil for any other expression.
  ///
  /// Periods of later days are later ones, so that an order by period tells something of the order
  /// by moment; but each moment counts in its own offset, and two moments of one instant may have
  /// different days.
  public var period: Period? {
    guard case .call(let function, let arguments) = node, arguments.count == 1,
      [.day, .week, .month, .year].contains(function)
    else { return nil }
    return Period(moment: arguments[0], function: function)
  }

  /// A calendar period as an expression gives it.
  public struct Period: Sendable, Hashable {
    let moment: Node
    let function: Function

    /// Whether it is the period of an expression's value.
    public func isOf(_ expression: Expression) -> Bool { moment == expression.node }

    /// Whether a condition is one on the moment.
    public func isOfSubject(of condition: Condition) -> Bool { condition.concerns(moment) }

    /// Whether its values order as the periods do in every year; texts do where years have four
    /// digits.
    public var isOrderedInEveryYear: Bool { function == .year }

    /// The value for a day, counted from 1970-01-01.
    public func value(ofDay day: Int64) -> Value {
      let moment = Moment(microseconds: day * 86_400_000_000)
      return switch function {
      case .day: .string(CalendarPeriod.day(of: moment))
      case .week: .string(CalendarPeriod.week(of: moment))
      case .month: .string(CalendarPeriod.month(of: moment))
      default: .int(CalendarPeriod.year(of: moment))
      }
    }

    /// The days of the period that a moment lies in by its own offset, counted from 1970-01-01.
    public func days(around moment: Moment) -> Range<Int64> {
      let day = CalendarPeriod.days(of: moment)
      let date = CivilDay(daysSinceEpoch: day)
      func first(_ year: Int64, _ month: Int64) -> Int64 {
        CivilDay(year: year, month: month, day: 1).daysSinceEpoch
      }
      switch function {
      case .day: return day..<day + 1
      case .week:
        // 1970-01-01 was a Thursday, and a week begins with Monday.
        let monday = (day + 3).dividingFloor(by: 7) * 7 - 3
        return monday..<monday + 7
      case .month:
        let isLast = date.month == 12
        return first(
          date.year, date.month)..<first(
            isLast ? date.year + 1 : date.year, isLast ? 1 : date.month + 1)
      default: return first(date.year, 1)..<first(date.year + 1, 1)
      }
    }
  }
}
