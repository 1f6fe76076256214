/// A day of the proleptic Gregorian calendar (ISO 8601), without a zone.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The year; 0 is 1 BC.
  public let year: Int
  /// 1…12.
  public let month: Int
  /// 1…31.
  public let day: Int

  /// Makes a date; `nil` where the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year) else {
      return nil
    }
    self.init(year, month, day)
  }

  private init(_ year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day so many days after 1970-01-01.
  ///
  /// Counts in years that begin on 1 March, so that the leap day ends a year and months from March
  /// on have a regular length; 400 years are 146,097 days.
  public init(daysSince1970 days: Int) {
    let (era, dayOfEra) = (days + 719_468).dividedToFloor(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// Days since 1970-01-01; negative before.
  public var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shiftedYear.dividedToFloor(by: 400)
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of the week: 1 is Monday, 7 is Sunday (ISO 8601).
  public var weekday: Int {
    // 1970-01-01 was a Thursday.
    (daysSince1970 + 3).dividedToFloor(by: 7).remainder + 1
  }

  /// The ISO week and the year it belongs to: the first week holds the year's first Thursday.
  public var week: (year: Int, week: Int) {
    let thursday = CivilDate(daysSince1970: daysSince1970 + 4 - weekday)
    return (thursday.year, (thursday.dayOfYear - 1) / 7 + 1)
  }

  /// The place of the day in its year, from 1.
  public var dayOfYear: Int { daysSince1970 - CivilDate(year, 1, 1).daysSince1970 + 1 }

  /// So many days later.
  public func adding(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

  /// The same day so many months later, or the last of that month where it is shorter.
  public func adding(months: Int) -> CivilDate {
    let (years, month0) = (year * 12 + month - 1 + months).dividedToFloor(by: 12)
    return CivilDate(years, month0 + 1, min(day, Self.days(inMonth: month0 + 1, of: years)))
  }

  /// The first day of an ISO week; `nil` where the year has no such week.
  public static func monday(ofWeek week: Int, in year: Int) -> CivilDate? {
    guard week >= 1 else { return nil }
    // 4 January is always in week 1.
    let fourth = CivilDate(year, 1, 4)
    let monday = fourth.adding(days: 1 - fourth.weekday + (week - 1) * 7)
    return monday.week == (year, week) ? monday : nil
  }

  /// Whether a year has 29 February.
  public static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The length of a month, 1…12.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// By time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CivilDate: CustomStringConvertible {
  /// `2026-11-30`; years that do not have four digits have a sign and six (ISO 8601's expanded
  /// form).
  public var description: String {
    let yearText =
      (0...9999).contains(year)
      ? year.digits(4) : (year < 0 ? "-" : "+") + Int(year.magnitude).digits(6)
    return "\(yearText)-\(month.digits(2))-\(day.digits(2))"
  }
}

extension CivilDate {
  /// English names from Monday on, in lower case.
  static let weekdayNames = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// English names from January on, in lower case.
  static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}

extension Int {
  /// Decimal digits with leading zeros up to `count`; of a number from 0 on.
  func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }
}

extension FixedWidthInteger {
  /// Quotient rounded down and a remainder that is never negative, for a positive divisor.
  func dividedToFloor(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
