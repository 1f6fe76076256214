public import Model
import OrderedBytes
public import Predicates

/// How the order of one list serves another: rows that are read in the one, forwards or backwards,
/// come in the other's at once, or after a few have been put aside.
public struct OrderMatch: Sendable {
  /// How far the two orders go together.
  public enum Extent: Sendable {
    /// The order is the same throughout.
    case whole
    /// The first components are the same: rows that agree in those are sorted among themselves.
    case components(Int)
    /// The rows go by the days, weeks, months or years of what is asked to be the order: a few days
    /// of rows are sorted among themselves.
    case periods(Expression.Period)
  }

  /// How far.
  public var extent: Extent
  /// Whether the rows are read from the last to the first.
  public var isReversed: Bool
}

extension View {
  /// How the order of another list of the same entity serves for this one; nil where not at all.
  ///
  /// - Parameter other: The list that is read.
  public func order(servedBy other: View) -> OrderMatch? {
    var isReversed: Bool?
    var count = 0
    for (asked, given) in zip(parts, other.parts) {
      let isSameRole = count > 0 || isSectioned == other.isSectioned
      guard isSameRole, asked.expression == given.expression, asked.order == given.order else {
        break
      }
      let isOpposite = asked.isDescending != given.isDescending
      guard isReversed ?? isOpposite == isOpposite else { break }
      isReversed = isOpposite
      count += 1
    }
    if count == parts.count, count == other.parts.count {
      let isOpposite = isIdentityDescending != other.isIdentityDescending
      if isReversed ?? isOpposite == isOpposite {
        return OrderMatch(extent: .whole, isReversed: isOpposite)
      }
    }
    if count > 0 {
      return OrderMatch(extent: .components(count), isReversed: isReversed ?? false)
    }
    guard !isSectioned, let first = parts.first, other.isSectioned, let given = other.parts.first,
      let period = given.expression.period, period.isOf(first.expression)
    else { return nil }
    return OrderMatch(
      extent: .periods(period), isReversed: first.isDescending != given.isDescending)
  }

  /// The bytes of a row's first components.
  ///
  /// - Parameters:
  ///   - key: The row's key.
  ///   - count: How many components.
  public func beginning(ofRow key: [UInt8], components count: Int) throws -> [UInt8] {
    var end = 0
    for part in parts.prefix(count) {
      guard
        let next = OrderedKey.endOfComponent(
          in: key.span, from: end, descending: part.isDescending)
      else {
        throw ViewError.damaged(view: name, reason: "a row's key has too few components")
      }
      end = next
    }
    return Array(key[..<end])
  }

  /// The least key that any row can have in this view whose moment lies in the given period or in
  /// one that follows it in the view's direction.
  ///
  /// - Parameters:
  ///   - period: The period by which rows are read.
  ///   - value: The moment of the row at hand, the value of the view's first sort key.
  public func leastKey(in period: Expression.Period, around value: Value) -> [UInt8] {
    guard let first = parts.first else { return [] }
    var key = OrderedKey()
    guard case .date(let moment) = value else {
      key.append(.null, descending: first.isDescending)
      // Null comes first ascending, and of the rows that follow nothing is known.
      return first.isDescending ? key.bytes : []
    }
    // An offset is less than a day, so a moment lies less than a day outside of its period in UTC.
    let days = period.days(around: moment)
    let day = first.isDescending ? days.upperBound + 1 : days.lowerBound - 1
    let (microseconds, isBeyond) = day.multipliedReportingOverflow(by: 86_400_000_000)
    let end: Int64 = isBeyond ? (day < 0 ? .min : .max) : microseconds
    key.append(.moment(microseconds: end), descending: first.isDescending)
    return key.bytes
  }

  /// The beginnings of the keys of sections of periods whose years have not four digits, and so do
  /// not stand in the order of time.
  package var keysOfLongYears: [[UInt8]] {
    guard let section = parts.first else { return [] }
    return "+-".utf8.map { sign in
      // A text's bytes begin with its kind and end with a mark.
      let bytes = OrderedComponent.string([sign]).bytes.dropLast()
      return section.isDescending ? bytes.map { ~$0 } : Array(bytes)
    }
  }
}
