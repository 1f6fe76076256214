/// A day of the proleptic Gregorian calendar.
///
/// The arithmetic is Howard Hinnant's ("chrono-Compatible Low-Level Date Algorithms"): years begin in
/// March, so that the leap day is their last, and 400 years are one era of 146,097 days.
package struct CivilDay: Equatable {
  /// The year, 0 being the one before 1.
  package var year: Int64
  /// The month, 1 to 12.
  package var month: Int64
  /// The day, 1 to 31.
  package var day: Int64

  /// Takes a date apart as it was written.
  package init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after 1970-01-01.
  package init(daysSinceEpoch days: Int64) {
    let shifted = days + 719_468
    let era = shifted.dividingFloor(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01; negative before.
  package var daysSinceEpoch: Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear.dividingFloor(by: 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Whether the calendar has this day.
  package var isValid: Bool {
    guard (1...12).contains(month), day >= 1 else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    // From August on the even months are the long ones.
    let length = month == 2 ? (isLeap ? 29 : 28) : 30 + (month + month / 8) % 2
    return day <= length
  }
}

extension Int64 {
  /// The quotient rounded towards minus infinity.
  package func dividingFloor(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? quotient - 1 : quotient
  }
}
