/// How exactly a moment was named.
public enum Precision: Int, Comparable, Sendable {
  /// A year, `2024`.
  case year
  /// A month, `2024-11`.
  case month
  /// A week, `2026-W49`.
  case week
  /// A day.
  case day
  /// A minute.
  case minute
  /// A second.
  case second
  /// An instant.
  case instant

  /// From the year on.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A time of day without date and zone.
struct TimeOfDay: Hashable, Sendable {
  /// Microseconds since midnight, below a day.
  let microseconds: Int64
  /// `minute`, `second` or `instant`.
  let precision: Precision

  /// Makes a time or says what of it the clock never shows.
  init(
    hour: Int, minute: Int, second: Int = 0, fraction: Int64 = 0, precision: Precision,
    written text: String
  ) throws(InvalidArgument) {
    guard hour <= 23 else {
      throw InvalidArgument(
        "\(text.quoted) has hour \(hour), and hours are 0 to 23",
        mend: hour == 24 ? "midnight at the end of a day is 00:00 of the next" : nil)
    }
    guard minute <= 59 else {
      throw InvalidArgument("\(text.quoted) has minute \(minute), and minutes are 0 to 59")
    }
    guard second <= 59 else {
      throw InvalidArgument(
        "\(text.quoted) has second \(second), and seconds are 0 to 59",
        mend: second == 60 ? "leap seconds are not kept; write 59" : nil)
    }
    microseconds = Int64((hour * 60 + minute) * 60 + second) * 1_000_000 + fraction
    self.precision = precision
  }
}

/// Reads the forms of ISO 8601 from the bytes of a text, from the left.
///
/// Each function takes what it reads away from ``rest`` and returns `nil`, taking nothing, where
/// its form does not begin there. What begins right and names no day or time is an error.
struct ISO8601Reader {
  /// The text as written, for errors.
  let text: String
  /// What has not been read.
  var rest: Substring.UTF8View

  init(_ text: String) {
    self.text = text
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Takes a character if it comes next.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Takes exactly `count` digits.
  mutating func digits(_ count: Int) -> Int? {
    let found = rest.prefix(count)
    guard found.count == count, found.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// How many digits come next.
  var digitCount: Int { rest.prefix(while: Self.isDigit).count }

  /// A stretch of days: its first day, the day after it, and what was named.
  typealias Days = (first: CivilDate, next: CivilDate, precision: Precision)

  /// `2024`, `2024-11`, `2024-11-30`, `20241130`, `2024-335`, `2026-W49`, `2026-W49-1`.
  mutating func date() throws(InvalidArgument) -> Days? {
    let start = rest
    func refuse(_ reason: String) -> InvalidArgument {
      InvalidArgument("\(text.quoted) \(reason)")
    }
    switch digitCount {
    case 8:
      guard let year = digits(4), let month = digits(2), let day = digits(2) else { return nil }
      return try days(year, month, day)
    case 4:
      guard let year = digits(4) else { return nil }
      guard year >= 1 else { throw refuse("has year 0; years are 1 to 9999") }
      let hyphen = rest
      guard take("-") else {
        guard isAtEnd || rest.first == 0x54 || rest.first == 0x74 || rest.first == 0x20,
          let first = CivilDate(year: year, month: 1, day: 1)
        else {
          rest = start
          return nil
        }
        return (first, first.adding(months: 12), .year)
      }
      if take("W") || take("w") {
        guard let week = digits(2) else {
          rest = start
          return nil
        }
        guard let monday = CivilDate.monday(ofWeek: week, in: year) else {
          throw refuse("has week \(week), which \(year) has not")
        }
        let beforeDay = rest
        if take("-"), let weekday = digits(1) {
          guard (1...7).contains(weekday) else {
            throw refuse("has weekday \(weekday), and weekdays are 1 to 7")
          }
          let day = monday.adding(days: weekday - 1)
          return (day, day.adding(days: 1), .day)
        }
        rest = beforeDay
        return (monday, monday.adding(days: 7), .week)
      }
      switch digitCount {
      case 3:
        guard let ordinal = digits(3) else { return nil }
        let length = CivilDate.isLeap(year) ? 366 : 365
        guard (1...length).contains(ordinal), let first = CivilDate(year: year, month: 1, day: 1)
        else {
          throw refuse("has day \(ordinal), and \(year) has \(length) days")
        }
        let day = first.adding(days: ordinal - 1)
        return (day, day.adding(days: 1), .day)
      case 2:
        guard let month = digits(2) else { return nil }
        guard take("-") else {
          guard let first = try days(year, month, 1)?.first else { return nil }
          return (first, first.adding(months: 1), .month)
        }
        guard digitCount == 2, let day = digits(2) else {
          rest = start
          return nil
        }
        return try days(year, month, day)
      default:
        // An offset, perhaps: "2024-" is nothing.
        rest = hyphen
        rest = start
        return nil
      }
    default:
      return nil
    }
  }

  private func days(_ year: Int, _ month: Int, _ day: Int) throws(InvalidArgument) -> Days? {
    let date = try CivilDate(checking: year, month, day, written: text)
    return (date, date.adding(days: 1), .day)
  }

  /// `15:30`, `15:30:20`, `15:30:20.123456`, and with `isBasic` also `1530`, `153020`.
  ///
  /// Digits of the fraction after the sixth are dropped: a microsecond is what a moment keeps.
  mutating func time(isBasic: Bool) throws(InvalidArgument) -> TimeOfDay? {
    let start = rest
    let count = digitCount
    guard count == 2 || isBasic && (count == 4 || count == 6), let hour = digits(2) else {
      return nil
    }
    let hasColons = count == 2
    guard !hasColons || take(":"), hasColons ? digitCount == 2 : true, let minute = digits(2) else {
      rest = start
      return nil
    }
    var second = 0
    var fraction: Int64 = 0
    var precision = Precision.minute
    if hasColons ? take(":") : digitCount == 2 {
      guard digitCount == 2, let read = digits(2) else {
        rest = start
        return nil
      }
      second = read
      precision = .second
      if let point = rest.first, point == UInt8(ascii: ".") || point == UInt8(ascii: ",") {
        rest = rest.dropFirst()
        let digits = rest.prefix(while: Self.isDigit)
        guard !digits.isEmpty else {
          rest = start
          return nil
        }
        rest = rest.dropFirst(digits.count)
        var scale: Int64 = 100_000
        for digit in digits.prefix(6) {
          fraction += Int64(digit - 0x30) * scale
          scale /= 10
        }
        precision = .instant
      }
    }
    return try TimeOfDay(
      hour: hour, minute: minute, second: second, fraction: fraction, precision: precision,
      written: text)
  }

  /// `Z`, `+02:00`, `+0200`, `+02`, `-04:56:02`, in seconds east of Greenwich; `isZulu` tells `Z`,
  /// which says nothing of the local clock (RFC 9557 §2).
  mutating func offset() throws(InvalidArgument) -> (seconds: Int, isZulu: Bool)? {
    let start = rest
    if take("Z") || take("z") { return (0, true) }
    let isNegative = take("-")
    guard isNegative || take("+"), let hours = digits(2) else {
      rest = start
      return nil
    }
    var minutes = 0
    var seconds = 0
    let hasColons = take(":")
    if hasColons || digitCount == 2 {
      guard let read = digits(2) else {
        rest = start
        return nil
      }
      minutes = read
      if hasColons, take(":") {
        guard let read = digits(2) else {
          rest = start
          return nil
        }
        seconds = read
      }
    }
    guard hours <= 23, minutes <= 59, seconds <= 59 else {
      throw InvalidArgument("\(text.quoted) has an offset that is more than a day or no time")
    }
    let total = (hours * 60 + minutes) * 60 + seconds
    return (isNegative ? -total : total, false)
  }

  /// `[Europe/Berlin]`, also with RFC 9557's critical mark `[!Europe/Berlin]`.
  mutating func bracketedZone() throws(InvalidArgument) -> String? {
    guard take("[") else { return nil }
    _ = take("!")
    guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
      throw InvalidArgument("\(text.quoted) has a bracket that is not closed")
    }
    let name = String(Substring(rest[..<end]))
    rest = rest[end...].dropFirst()
    guard Zones.isPlausible(name) else {
      throw InvalidArgument("\(text.quoted) has \(name.quoted) where a time zone belongs")
    }
    return name
  }
}

extension CivilDate {
  /// Makes a date of years 1 to 9999, or says what is wrong with it.
  init(checking year: Int, _ month: Int, _ day: Int, written text: String)
    throws(InvalidArgument)
  {
    guard (1...9999).contains(year) else {
      throw InvalidArgument("\(text.quoted) has year \(year); years are 1 to 9999")
    }
    guard (1...12).contains(month) else {
      throw InvalidArgument("\(text.quoted) has month \(month), and months are 1 to 12")
    }
    guard let date = CivilDate(year: year, month: month, day: day) else {
      let name = CivilDate.monthNames[month - 1]
      let length = CivilDate.days(inMonth: month, of: year)
      throw InvalidArgument(
        "\(text.quoted) has day \(day), and "
          + "\(name.prefix(1).uppercased())\(name.dropFirst()) \(year) has \(length)")
    }
    self = date
  }
}
