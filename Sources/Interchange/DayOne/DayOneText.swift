/// Day One's escapes: a backslash before a sign of ASCII's punctuation says that the sign is itself and no
/// markup (CommonMark 0.31 §2.4), but for code, in which a backslash is a backslash.
enum DayOneText {
  /// The text without its escapes.
  ///
  /// - Complexity: linear in the text and its runs of backticks.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(backslash) else { return text }
    return transformed(text) { bytes, place, output in
      guard bytes[place] == backslash, place + 1 < bytes.count, isPunctuation(bytes[place + 1])
      else { return nil }
      output.append(bytes[place + 1])
      return place + 2
    }
  }

  /// The text with as few escapes as leave nothing of it to be taken for one: ``unescaped(_:)`` makes the
  /// text again.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(backslash) else { return text }
    return transformed(text) { bytes, place, output in
      guard bytes[place] == backslash, place + 1 < bytes.count, isPunctuation(bytes[place + 1])
      else { return nil }
      output += [backslash, backslash]
      return place + 1
    }
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let backtick = UInt8(ascii: "`")
  private static let lineFeed = UInt8(ascii: "\n")

  /// The text with `change` applied wherever no code is: it appends what stands for the bytes at a
  /// place and returns the place behind them, or nil to keep the byte.
  private static func transformed(
    _ text: String, _ change: ([UInt8], Int, inout [UInt8]) -> Int?
  ) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var runs = BacktickRuns(bytes)
    var place = 0
    var isLineStart = true
    while place < bytes.count {
      if isLineStart, let end = fencedBlockEnd(in: bytes, at: place) {
        output += bytes[place..<end]
        place = end
        continue
      }
      let byte = bytes[place]
      isLineStart = byte == lineFeed
      if byte == backtick {
        let end = runs.codeEnd(in: bytes, at: place)
        output += bytes[place..<end]
        place = end
      } else if let next = change(bytes, place, &output) {
        place = next
      } else {
        output.append(byte)
        place += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Where a block between fences ends that begins with the line at a place; nil where none does.
  private static func fencedBlockEnd(in bytes: [UInt8], at start: Int) -> Int? {
    guard let fence = fence(in: bytes, at: start) else { return nil }
    var place = lineEnd(in: bytes, from: start)
    while place < bytes.count {
      let line = place
      place = lineEnd(in: bytes, from: place)
      if let closing = self.fence(in: bytes, at: line), closing.sign == fence.sign,
        closing.count >= fence.count, closing.isAlone
      {
        break
      }
    }
    return place
  }

  private static func fence(
    in bytes: [UInt8], at start: Int
  ) -> (sign: UInt8, count: Int, isAlone: Bool)? {
    var place = start
    while place < bytes.count, place < start + 3, bytes[place] == 0x20 { place += 1 }
    guard place < bytes.count, bytes[place] == backtick || bytes[place] == UInt8(ascii: "~") else {
      return nil
    }
    let sign = bytes[place]
    let first = place
    while place < bytes.count, bytes[place] == sign { place += 1 }
    guard place - first >= 3 else { return nil }
    let rest = bytes[place..<lineEnd(in: bytes, from: place)]
    // A line with further backticks is a span of code.
    if sign == backtick, rest.contains(backtick) { return nil }
    return (sign, place - first, rest.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == lineFeed })
  }

  /// Behind the line feed that ends a line.
  private static func lineEnd(in bytes: [UInt8], from place: Int) -> Int {
    bytes[place...].firstIndex(of: lineFeed).map { $0 + 1 } ?? bytes.count
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// The places of runs of backticks by their length, so that each search for the end of a span is short.
  private struct BacktickRuns {
    private var places: [Int: [Int]] = [:]
    private var next: [Int: Int] = [:]

    init(_ bytes: [UInt8]) {
      var place = 0
      while let start = bytes[place...].firstIndex(of: backtick) {
        place = start
        while place < bytes.count, bytes[place] == backtick { place += 1 }
        places[place - start, default: []].append(start)
      }
    }

    /// Behind the span of code that begins with the run at a place; behind the run where none does.
    mutating func codeEnd(in bytes: [UInt8], at start: Int) -> Int {
      var end = start
      while end < bytes.count, bytes[end] == backtick { end += 1 }
      let length = end - start
      let runs = places[length] ?? []
      var index = next[length] ?? 0
      while index < runs.count, runs[index] < end { index += 1 }
      next[length] = index
      return index < runs.count ? runs[index] + length : end
    }
  }
}
