import Bytes

/// Reads dates as ISO 8601 and its relatives write them: `2026-11-30`, `2026-11-30 14:05`,
/// `2026-11-30T14:05:09.25+01:00`, `…Z`.
enum ISOClock {
  /// The clock on the wall that a text tells; nil where it tells anything else.
  static func read(_ text: String) -> WallClock? { parsed(text)?.clock }

  /// The instant that a text tells, microseconds since 1970; nil where it has no offset.
  static func instant(_ text: String) -> Int64? {
    guard let (clock, fraction) = parsed(text), clock.hasTime, let offset = clock.offsetSeconds
    else { return nil }
    return clock.secondsSince1970 * 1_000_000 - Int64(offset) * 1_000_000 + fraction
  }

  private static func parsed(_ text: String) -> (clock: WallClock, fraction: Int64)? {
    var rest = text.utf8.span.array[...]
    while rest.last == 0x20 { rest.removeLast() }
    while rest.first == 0x20 { rest.removeFirst() }
    func number(_ digits: Int) -> Int? {
      guard rest.count >= digits, rest.prefix(digits).allSatisfy(isDigit) else { return nil }
      defer { rest = rest.dropFirst(digits) }
      return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 & 15) }
    }
    func take(_ bytes: UInt8...) -> Bool {
      guard let first = rest.first, bytes.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4) else { return nil }
    let dash = UInt8(ascii: "-")
    guard take(dash), let month = number(2), take(dash), let day = number(2) else { return nil }
    var clock = WallClock(year: year, month: month, day: day)
    var fraction: Int64 = 0
    if !rest.isEmpty {
      guard take(UInt8(ascii: "T"), UInt8(ascii: "t"), 0x20) else { return nil }
      let colon = UInt8(ascii: ":")
      guard let hour = number(2) ?? number(1), take(colon), let minute = number(2) else {
        return nil
      }
      var second: Int?
      if take(colon) {
        second = number(2)
        guard second != nil else { return nil }
        if take(UInt8(ascii: "."), UInt8(ascii: ",")) {
          var unit: Int64 = 100_000
          while let digit = number(1) {
            fraction += Int64(digit) * unit
            unit /= 10
          }
        }
      }
      clock = WallClock(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
      while take(0x20) {}
      if take(UInt8(ascii: "Z"), UInt8(ascii: "z")) {
        clock.offsetSeconds = 0
      } else if let sign = rest.first, sign == UInt8(ascii: "+") || sign == dash {
        rest = rest.dropFirst()
        guard let hours = number(2) else { return nil }
        _ = take(colon)
        let minutes = rest.isEmpty ? 0 : number(2)
        guard let minutes, minutes < 60 else { return nil }
        clock.offsetSeconds = (sign == dash ? -1 : 1) * (hours * 3600 + minutes * 60)
      }
    }
    guard rest.isEmpty, clock.isValid else { return nil }
    return (clock, fraction)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension String {
  /// The text with line feeds for its line ends (CR, CR LF), and without blank lines at its end.
  var linesNormalized: String {
    var lines = self
    if utf8.contains(UInt8(ascii: "\r")) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(utf8.count)
      var follows = false
      for byte in utf8 {
        if byte == UInt8(ascii: "\r") {
          bytes.append(UInt8(ascii: "\n"))
        } else if byte != UInt8(ascii: "\n") || !follows {
          bytes.append(byte)
        }
        follows = byte == UInt8(ascii: "\r")
      }
      lines = String(decoding: bytes, as: UTF8.self)
    }
    var end = lines.utf8.endIndex
    var kept = end
    while end > lines.utf8.startIndex {
      let before = lines.utf8.index(before: end)
      let byte = lines.utf8[before]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0A else { break }
      if byte == 0x0A { kept = before }
      end = before
    }
    if end == lines.utf8.startIndex { kept = end }
    return kept == lines.utf8.endIndex ? lines : String(lines[..<kept])
  }
}
