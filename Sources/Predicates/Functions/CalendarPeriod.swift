import Model

/// The day, week, month and year of a moment, by its own offset, in the Gregorian calendar.
///
/// As text of ISO 8601, whose order is that of time; a year outside 0000 to 9999 has a sign and six
/// digits, as in `Moment.rfc3339`, and stands outside of that order.
enum CalendarPeriod {
  /// The day, such as `2026-11-30`.
  static func day(of moment: Moment) -> String {
    let date = CivilDay(daysSinceEpoch: days(of: moment))
    if (0...9999).contains(date.year) {
      return shortDay(UInt64(date.year), UInt64(date.month), UInt64(date.day))
    }
    return "\(text(ofYear: date.year))-\(twoDigits(date.month))-\(twoDigits(date.day))"
  }

  /// The ten signs of a day, written without interpolation: by-day views ask for one each row.
  private static func shortDay(_ year: UInt64, _ month: UInt64, _ day: UInt64) -> String {
    var signs: InlineArray<10, UInt8> = .init(repeating: UInt8(ascii: "-"))
    func put(_ number: UInt64, endingAt end: Int, _ count: Int) {
      var rest = number
      for place in stride(from: end, to: end - count, by: -1) {
        signs[place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
    }
    put(year, endingAt: 3, 4)
    put(month, endingAt: 6, 2)
    put(day, endingAt: 9, 2)
    do {
      return String(copying: try UTF8Span(validating: signs.span))
    } catch {
      preconditionFailure("digits and hyphens are UTF-8")
    }
  }

  /// The week, from Monday, of the year that has its Thursday, such as `2026-W49`.
  static func week(of moment: Moment) -> String {
    let days = days(of: moment)
    // 1970-01-01 was a Thursday.
    let weekday = days + 3 - (days + 3).dividingFloor(by: 7) * 7
    let thursday = days - weekday + 3
    let year = CivilDay(daysSinceEpoch: thursday).year
    let firstDay = CivilDay(year: year, month: 1, day: 1).daysSinceEpoch
    return "\(text(ofYear: year))-W\(twoDigits((thursday - firstDay) / 7 + 1))"
  }

  /// The month, such as `2026-11`.
  static func month(of moment: Moment) -> String {
    let date = CivilDay(daysSinceEpoch: days(of: moment))
    return "\(text(ofYear: date.year))-\(twoDigits(date.month))"
  }

  /// The year; 0 is the one before 1.
  static func year(of moment: Moment) -> Int64 {
    CivilDay(daysSinceEpoch: days(of: moment)).year
  }

  /// The day of a moment by its own offset, counted from 1970-01-01.
  static func days(of moment: Moment) -> Int64 {
    (moment.microseconds.dividingFloor(by: 1_000_000) + Int64(moment.offsetSeconds))
      .dividingFloor(by: 86_400)
  }

  private static func text(ofYear year: Int64) -> String {
    let digits = String(year.magnitude)
    let isLong = !(0...9999).contains(year)
    let padding = String(repeating: "0", count: max(0, (isLong ? 6 : 4) - digits.utf8.count))
    return (isLong ? year < 0 ? "-" : "+" : "") + padding + digits
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
