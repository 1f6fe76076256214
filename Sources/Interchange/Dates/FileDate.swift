/// The day that a file is named after.
enum FileDate {
  /// `…/2026-11-30.md`, `…/2026-11-30 Monday.md`, `…/20261130.md`, `…/2026-11-30T14.05.md` (with its time),
  /// `…/2026/11/30.md`; nil for any other path.
  static func date(ofPath path: String) -> WallClock? {
    let names = path.split(separator: "/")
    guard let last = names.last else { return nil }
    let stem = Array((last.lastIndex(of: ".").map { last[..<$0] } ?? last).utf8)
    for start in stem.indices where start == 0 || !isDigit(stem[start - 1]) {
      if let date = date(in: stem[start...]) { return date }
    }
    let parts =
      names.dropLast().suffix(2).map(String.init) + [String(decoding: stem, as: UTF8.self)]
    guard parts.count == 3, parts[0].utf8.count == 4, let year = Int(parts[0]),
      let month = Int(parts[1].prefix { $0.isNumber }),
      let day = Int(parts[2].prefix { $0.isNumber })
    else { return nil }
    let date = WallClock(year: year, month: month, day: day)
    return date.isValid ? date : nil
  }

  private static func date(in bytes: ArraySlice<UInt8>) -> WallClock? {
    var rest = bytes
    func number(_ digits: Int) -> Int? {
      guard rest.count >= digits, rest.prefix(digits).allSatisfy(isDigit) else { return nil }
      defer { rest = rest.dropFirst(digits) }
      return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 & 15) }
    }
    func separator() -> UInt8? {
      guard let byte = rest.first, "-_.".utf8.contains(byte) else { return nil }
      rest = rest.dropFirst()
      return byte
    }
    guard let year = number(4) else { return nil }
    let first = separator()
    guard let month = number(2) else { return nil }
    guard separator() == first, let day = number(2) else { return nil }
    // A longer run of digits is a number of something else.
    if let next = rest.first, isDigit(next) { return nil }
    var date = WallClock(year: year, month: month, day: day)
    guard date.isValid else { return nil }
    if let gap = rest.first, "T _-".utf8.contains(gap) {
      rest = rest.dropFirst()
      if let hour = number(2) {
        _ = separator()
        if let minute = number(2), rest.first.map({ !isDigit($0) }) ?? true {
          let timed = WallClock(
            year: year, month: month, day: day, hour: hour, minute: minute)
          if timed.isValid { date = timed }
        }
      }
    }
    return date
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
