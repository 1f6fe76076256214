extension Moment {
  /// The moment as RFC 3339 §5.6 writes it, with the offset of its wall clock, and behind it in
  /// brackets the zone where it is known (RFC 9557 §4).
  ///
  /// The fraction has six digits, or is left out where it is zero. An offset of zero is `Z`, or
  /// `+00:00` where a zone is named, since `Z` beside a zone says that the offset is unknown (RFC
  /// 9557 §2.2). Two things go beyond the RFC, so that every moment has a text from which
  /// `init(rfc3339:)` makes it again: a year outside 0000 to 9999 has a sign and six digits, and an
  /// offset of broken minutes (local mean times before about 1900) has seconds, `+00:53:28`.
  public var rfc3339: String {
    var text: [UInt8] = []
    text.reserveCapacity(40)
    let seconds = microseconds.dividingFloor(by: 1_000_000)
    let remainder = microseconds % 1_000_000
    let fraction = remainder < 0 ? remainder + 1_000_000 : remainder
    // Whole seconds leave room in 64 bits for the offset, where microseconds would not.
    let local = seconds + Int64(offsetSeconds)
    let days = local.dividingFloor(by: 86_400)
    let ofDay = local - days * 86_400
    let date = CivilDay(daysSinceEpoch: days)

    if (0...9999).contains(date.year) {
      text.append(date.year, digits: 4)
    } else {
      text.append(UInt8(ascii: date.year < 0 ? "-" : "+"))
      text.append(abs(date.year), digits: 6)
    }
    text.append(UInt8(ascii: "-"))
    text.append(date.month, digits: 2)
    text.append(UInt8(ascii: "-"))
    text.append(date.day, digits: 2)
    text.append(UInt8(ascii: "T"))
    text.append(ofDay / 3600, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.append(ofDay / 60 % 60, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.append(ofDay % 60, digits: 2)
    if fraction != 0 {
      text.append(UInt8(ascii: "."))
      text.append(fraction, digits: 6)
    }
    if offsetSeconds == 0, zone == nil {
      text.append(UInt8(ascii: "Z"))
    } else {
      let offset = abs(Int64(offsetSeconds))
      text.append(UInt8(ascii: offsetSeconds < 0 ? "-" : "+"))
      text.append(offset / 3600, digits: 2)
      text.append(UInt8(ascii: ":"))
      text.append(offset / 60 % 60, digits: 2)
      if offset % 60 != 0 {
        text.append(UInt8(ascii: ":"))
        text.append(offset % 60, digits: 2)
      }
    }
    if let zone {
      text.append(UInt8(ascii: "["))
      text += zone.utf8
      text.append(UInt8(ascii: "]"))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads what ``rfc3339`` writes, and what RFC 3339 and RFC 9557 allow besides: `t`, `z` or a
  /// blank for `T` and `Z`, any number of fractional digits (those behind the sixth are dropped), a
  /// leap second (the second after it, as POSIX counts), suffixes other than the zone (ignored, or
  /// refused where they are marked critical by `!`).
  ///
  /// Nil where the text is anything else: an offset is never guessed, and a day that the calendar
  /// has not, or a moment beyond 64 bits of microseconds, is no moment.
  public init?(rfc3339 text: String) {
    var reader = Reader(units: Array(text.utf8))
    guard let date = reader.date(), reader.take(where: { "Tt ".utf8.contains($0) }) != nil,
      let hour = reader.number(digits: 2), hour < 24, reader.take(":"),
      let minute = reader.number(digits: 2), minute < 60, reader.take(":"),
      let second = reader.number(digits: 2), second <= 60,
      let fraction = reader.fraction(), let offset = reader.offset(),
      let zone = reader.suffixes(), reader.isAtEnd
    else { return nil }
    let seconds =
      date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second - Int64(offset)
    // A leap second ends a day of UTC and nothing else.
    if second == 60, seconds % 86_400 != 0 { return nil }
    // Before 1970 the whole seconds can lie below what 64 bits hold of microseconds while their sum
    // with the fraction does not: count down from the second above.
    let isNegative = seconds < 0
    let (whole, isTooLong) = (isNegative ? seconds + 1 : seconds)
      .multipliedReportingOverflow(by: 1_000_000)
    let (sum, isTooFar) = whole.addingReportingOverflow(
      isNegative ? fraction - 1_000_000 : fraction)
    guard !isTooLong, !isTooFar else { return nil }
    self.init(microseconds: sum, offsetSeconds: offset, zone: zone)
  }

  /// Whether a text can stand in the brackets of ``rfc3339`` and name a zone (RFC 9557 §4.1, the
  /// signs of `time-zone-name`).
  static func isZoneName(_ text: Span<UInt8>) -> Bool {
    if text.isEmpty { return false }
    for place in text.indices {
      switch text[place] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"):
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"):
        if place == 0 { return false }
      default:
        return false
      }
    }
    return true
  }
}

extension [UInt8] {
  /// Appends a number from 0, with zeros before it up to a count of digits.
  fileprivate mutating func append(_ number: Int64, digits: Int) {
    var divisor: Int64 = 1
    for _ in 1..<digits { divisor *= 10 }
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}

/// Reads the parts of a moment from the front.
private struct Reader {
  let units: [UInt8]
  var index = 0

  init(units: [UInt8]) { self.units = units }

  var isAtEnd: Bool { index == units.count }
  var next: UInt8? { index < units.count ? units[index] : nil }

  mutating func take(where isWanted: (UInt8) -> Bool) -> UInt8? {
    guard let next, isWanted(next) else { return nil }
    index += 1
    return next
  }

  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    take { $0 == UInt8(ascii: sign) } != nil
  }

  mutating func digit() -> Int64? {
    take { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      .map { Int64($0 - UInt8(ascii: "0")) }
  }

  mutating func number(digits: Int) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  mutating func date() -> CivilDay? {
    let year: Int64
    if let sign = take(where: { "+-".utf8.contains($0) }) {
      guard let number = number(digits: 6) else { return nil }
      // A second way to write the year 0 would give one day two texts.
      if sign == UInt8(ascii: "-"), number == 0 { return nil }
      year = sign == UInt8(ascii: "-") ? -number : number
    } else {
      guard let number = number(digits: 4) else { return nil }
      year = number
    }
    guard take("-"), let month = number(digits: 2), take("-"), let day = number(digits: 2) else {
      return nil
    }
    let date = CivilDay(year: year, month: month, day: day)
    return date.isValid ? date : nil
  }

  /// Microseconds; zero where there is no fraction, nil where there is a point and no digit.
  mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    guard var microseconds = digit() else { return nil }
    var count = 1
    while let digit = digit() {
      if count < 6 {
        microseconds = microseconds * 10 + digit
        count += 1
      }
    }
    while count < 6 {
      microseconds *= 10
      count += 1
    }
    return microseconds
  }

  mutating func offset() -> Int32? {
    if take(where: { "Zz".utf8.contains($0) }) != nil { return 0 }
    guard let sign = take(where: { "+-".utf8.contains($0) }), let hours = number(digits: 2),
      hours < 24, take(":"), let minutes = number(digits: 2), minutes < 60
    else { return nil }
    var seconds: Int64 = 0
    if take(":") {
      guard let number = number(digits: 2), number < 60 else { return nil }
      seconds = number
    }
    let offset = Int32(hours * 3600 + minutes * 60 + seconds)
    return sign == UInt8(ascii: "-") ? -offset : offset
  }

  /// The zone of the bracketed suffixes, `.some(nil)` where none names one.
  mutating func suffixes() -> String?? {
    var zone: String?
    var isFirst = true
    while take("[") {
      let isCritical = take("!")
      let start = index
      while let next, next != UInt8(ascii: "]") { index += 1 }
      let content = units[start..<index]
      guard take("]"), !content.isEmpty else { return nil }
      if isFirst, Moment.isZoneName(content.span) {
        zone = String(decoding: content, as: UTF8.self)
      } else if isFirst, "+-".utf8.contains(content[content.startIndex]) {
        // A bare offset in place of a zone says nothing that the offset has not said.
        var reader = Reader(units: Array(content))
        guard reader.offset() != nil, reader.isAtEnd else { return nil }
      } else if isCritical || !content.contains(UInt8(ascii: "=")) {
        return nil
      }
      isFirst = false
    }
    return .some(zone)
  }
}
