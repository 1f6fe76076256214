internal import Bytes
public import Model

/// A date, and perhaps a time of day, as a clock and a calendar on the wall showed it.
///
/// No zone is known, so it is no instant yet; whoever joins a record to a journal gives it one.
public struct WallClock: Hashable, Sendable {
  /// The year, 1 to 9999.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, from 1.
  public var day: Int
  /// The hour, 0 to 23; 0 where no time of day is known.
  public var hour: Int
  /// The minute, 0 to 59.
  public var minute: Int
  /// The second, 0 to 59; 0 where seconds are not known.
  public var second: Int
  /// Whether a time of day was written; without one, the record is the whole day's.
  public var hasTime: Bool
  /// Whether seconds were written.
  public var hasSeconds: Bool
  /// Seconds east of Greenwich, where the source said so.
  public var offsetSeconds: Int?

  /// A day without a time.
  ///
  /// - Parameters:
  ///   - year: The year.
  ///   - month: The month, from 1.
  ///   - day: The day, from 1.
  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
    hour = 0
    minute = 0
    second = 0
    hasTime = false
    hasSeconds = false
  }

  /// A day with a time.
  ///
  /// - Parameters:
  ///   - year: The year.
  ///   - month: The month, from 1.
  ///   - day: The day, from 1.
  ///   - hour: The hour.
  ///   - minute: The minute.
  ///   - second: The second; nil where it is not known.
  ///   - offsetSeconds: Seconds east of Greenwich, where they are known.
  public init(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int? = nil,
    offsetSeconds: Int? = nil
  ) {
    self.init(year: year, month: month, day: day)
    self.hour = hour
    self.minute = minute
    self.second = second ?? 0
    hasTime = true
    hasSeconds = second != nil
    self.offsetSeconds = offsetSeconds
  }

  /// Whether calendar and clock have it: no 29 February in common years, no hour 24, no second 60.
  public var isValid: Bool {
    (1...9999).contains(year)
      && CivilDay(year: Int64(year), month: Int64(month), day: Int64(day)).isValid
      && (0...23).contains(hour) && (0...59).contains(minute) && (0...59).contains(second)
      && (-64_800...64_800).contains(offsetSeconds ?? 0)
  }
}

extension WallClock {
  /// Whether it shows an earlier time than another, whatever their offsets.
  func isEarlier(than other: WallClock) -> Bool {
    (day: dayNumber, time: secondOfDay) < (day: other.dayNumber, time: other.secondOfDay)
  }

  /// Grows with the day and is the same for times of one day.
  var dayNumber: Int { (year * 16 + month) * 32 + day }

  private var secondOfDay: Int { (hour * 60 + minute) * 60 + second }
}

extension WallClock: CustomStringConvertible {
  /// The date as `2026-11-30`, followed by as much of `T14:05:09+01:00` as is known.
  public var description: String {
    var bytes: [UInt8] = []
    appendDate(to: &bytes)
    if hasTime { appendTime(after: UInt8(ascii: "T"), seconds: hasSeconds, to: &bytes) }
    appendOffset(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `2026-11-30`.
  var dateDigits: [10 of UInt8] {
    let dash = UInt8(ascii: "-")
    return [
      Self.tens(year / 100), Self.units(year / 100), Self.tens(year), Self.units(year), dash,
      Self.tens(month), Self.units(month), dash, Self.tens(day), Self.units(day),
    ]
  }

  /// `14:05:09`, whether or not seconds are known.
  var timeDigits: [8 of UInt8] {
    let colon = UInt8(ascii: ":")
    return [
      Self.tens(hour), Self.units(hour), colon, Self.tens(minute), Self.units(minute), colon,
      Self.tens(second), Self.units(second),
    ]
  }

  private static func tens(_ number: Int) -> UInt8 {
    UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10 % 10)
  }

  private static func units(_ number: Int) -> UInt8 {
    UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10)
  }

  /// Appends `2026-11-30`.
  func appendDate(to bytes: inout [UInt8]) {
    let digits = dateDigits
    bytes.append(copying: digits.span)
  }

  /// Appends a separator and `14:05`, with or without `:09`.
  func appendTime(after separator: UInt8, seconds: Bool, to bytes: inout [UInt8]) {
    bytes.append(separator)
    let digits = timeDigits
    bytes.append(copying: digits.span.extracting(first: seconds ? 8 : 5))
  }

  /// Appends `+01:00`, where an offset is known.
  func appendOffset(to bytes: inout [UInt8]) {
    guard let offsetSeconds else { return }
    bytes.append(UInt8(ascii: offsetSeconds < 0 ? "-" : "+"))
    let minutes = abs(offsetSeconds) / 60
    bytes += [
      Self.tens(minutes / 60), Self.units(minutes / 60), UInt8(ascii: ":"),
      Self.tens(minutes % 60), Self.units(minutes % 60),
    ]
  }
}

extension WallClock {
  /// Seconds from 1970 to what it shows, as if it hung in Greenwich.
  public var secondsSince1970: Int64 {
    let days = CivilDay(year: Int64(year), month: Int64(month), day: Int64(day)).daysSinceEpoch
    return days * 86_400 + Int64((hour * 60 + minute) * 60 + second)
  }
}

extension WallClock {
  /// What a clock shows that counts seconds from the beginning of 1970.
  ///
  /// - Parameter seconds: How many have passed; before 1970 they are negative.
  public init(secondsSince1970 seconds: Int64) {
    let days = seconds.dividingFloor(by: 86_400)
    let date = CivilDay(daysSinceEpoch: days)
    let ofDay = Int(seconds - days * 86_400)
    self.init(
      year: Int(date.year), month: Int(date.month), day: Int(date.day), hour: ofDay / 3600,
      minute: ofDay / 60 % 60, second: ofDay % 60)
  }

  /// What the clock on the wall showed at a moment; seconds only where there were some.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - isWholeDay: Whether its time of day means nothing.
  public init(_ moment: Moment, isWholeDay: Bool) {
    self.init(
      secondsSince1970: moment.microseconds.dividingFloor(by: 1_000_000)
        + Int64(moment.offsetSeconds))
    if isWholeDay { self.init(year: year, month: month, day: day) }
    hasSeconds = second != 0
  }
}
