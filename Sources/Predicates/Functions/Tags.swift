import Bytes
import Collation

/// The tags of an entry, found in its text.
package enum Tags {
  /// A tag as it stands in a text.
  package struct Occurrence: Sendable, Hashable {
    /// The name as it is written, without its sign.
    package var name: String
    /// Where it stands, its sign included.
    package var range: Range<String.Index>
  }

  /// Folds names, and gives each once, in the order of their NFD bytes.
  package static func normalized(_ names: [String]) -> [String] {
    var folded = names.map(Text.folded).filter { !$0.isEmpty }
    if folded.count < 2 { return folded }
    folded.sort { Text.compare($0, $1) < 0 }
    var unique: [String] = []
    for name in folded where unique.last.map({ Text.compare($0, name) != 0 }) ?? true {
      unique.append(name)
    }
    return unique
  }

  /// The names behind `@` and `#` at the beginning of words, as they are written.
  static func written(in text: String) -> [String] {
    occurrences(in: text).map(\.name)
  }

  /// The tags in a text, in the order in which they stand in it: `@word` and `#word` at the
  /// beginning of words.
  ///
  /// What only looks like a tag is none: mail addresses, links, headings and code of Markdown, and
  /// colours such as `#a1b2c3`.
  ///
  /// - Complexity: O(bytes). A text without a sign is passed over sixteen bytes in one step.
  package static func occurrences(in text: String) -> [Occurrence] {
    let ranges = TagScan.tags(in: text.utf8Span.span)
    if ranges.isEmpty { return [] }
    let bytes = text.utf8
    return ranges.map { range in
      let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
      let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
      return Occurrence(name: String(text[bytes.index(after: start)..<end]), range: start..<end)
    }
  }
}

/// One way through the bytes of a text, line by line: what shows what a sign means is in its line, but for
/// the marks that fence blocks of code.
private struct TagScan {
  private var found: [Range<Int>] = []
  private var fence: (sign: UInt8, count: Int)?

  /// Where the tags of a text stand, their signs included.
  static func tags(in text: Span<UInt8>) -> [Range<Int>] {
    guard hasSign(text) else { return [] }
    var scan = TagScan()
    var start = 0
    while start < text.count {
      let end = endOfLine(text, from: start)
      scan.take(start..<end, in: text)
      start = end + max(text.lengthOfLineBreak(at: end), 1)
    }
    return scan.found
  }

  private static func hasSign(_ text: Span<UInt8>) -> Bool {
    text.place(from: 0) {
      ($0 == UInt8(ascii: "@") ? 1 : 0) | ($0 == UInt8(ascii: "#") ? 1 : 0)
    } < text.count
  }

  private static func endOfLine(_ text: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while true {
      end = text.place(from: end) {
        ($0 &- 0x0A < 4 ? 1 : 0) | ($0 == 0xC2 ? 1 : 0) | ($0 == 0xE2 ? 1 : 0)
      }
      if end == text.count || text.lengthOfLineBreak(at: end) > 0 { return end }
      end += 1
    }
  }

  private mutating func take(_ line: Range<Int>, in text: Span<UInt8>) {
    var start = line.lowerBound
    while start < line.upperBound, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
    if let mark = Self.fence(at: start..<line.upperBound, in: text) {
      if let open = fence {
        if mark.sign == open.sign, mark.count >= open.count { fence = nil }
      } else {
        fence = mark
      }
    } else if fence == nil, !Self.isHeading(start..<line.upperBound, in: text) {
      scan(line, in: text)
    }
  }

  private static func fence(
    at line: Range<Int>, in text: Span<UInt8>
  ) -> (sign: UInt8, count: Int)? {
    guard !line.isEmpty else { return nil }
    let sign = text[line.lowerBound]
    guard sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let count = text.count(of: sign, from: line.lowerBound, to: line.upperBound)
    guard count >= 3 else { return nil }
    // A second mark in the line closes a span of code; it opens no block.
    if sign == UInt8(ascii: "`") {
      for place in line.lowerBound + count..<line.upperBound where text[place] == sign {
        return nil
      }
    }
    return (sign, count)
  }

  private static func isHeading(_ line: Range<Int>, in text: Span<UInt8>) -> Bool {
    let count = text.count(of: UInt8(ascii: "#"), from: line.lowerBound, to: line.upperBound)
    guard (1...6).contains(count) else { return false }
    let end = line.lowerBound + count
    return end == line.upperBound || text[end] == 0x20 || text[end] == 0x09
  }

  private mutating func scan(_ line: Range<Int>, in text: Span<UInt8>) {
    var code = CodeSpans(line)
    // A parenthesis that was looked for in vain is not looked for again.
    var hasParenthesis = true
    let content = text.extracting(..<line.upperBound)
    var place = line.lowerBound
    while true {
      // What can begin a tag, or something in which no tag is sought.
      place = content.place(from: place) {
        ($0 == UInt8(ascii: "@") ? 1 : 0) | ($0 == UInt8(ascii: "#") ? 1 : 0)
          | ($0 == UInt8(ascii: "`") ? 1 : 0) | ($0 == UInt8(ascii: "]") ? 1 : 0)
          | ($0 == UInt8(ascii: ":") ? 1 : 0)
      }
      if place == line.upperBound { return }
      switch text[place] {
      case UInt8(ascii: "`"):
        place = code.end(from: place, in: text)
      case UInt8(ascii: "]")
      where hasParenthesis && place + 1 < line.upperBound
        && text[place + 1] == UInt8(ascii: "("):
        // The target of a link.
        var end = place + 2
        while end < line.upperBound, text[end] != UInt8(ascii: ")") { end += 1 }
        hasParenthesis = end < line.upperBound
        place = hasParenthesis ? end + 1 : place + 1
      case UInt8(ascii: ":")
      where place + 2 < line.upperBound && text[place + 1] == UInt8(ascii: "/")
        && text[place + 2] == UInt8(ascii: "/"):
        place = Self.endOfWord(place..<line.upperBound, in: text)
      case UInt8(ascii: "@"), UInt8(ascii: "#"):
        guard Self.isWordStart(place, line, in: text) else {
          place += 1
          continue
        }
        let end = Self.endOfName(place, line, in: text)
        let next = end < line.upperBound ? text[end] : 0
        if Self.isTag(place..<end, followedBy: next, in: text) { found.append(place..<end) }
        place = max(end, place + 1)
      default:
        place += 1
      }
    }
  }

  private static func endOfWord(_ range: Range<Int>, in text: Span<UInt8>) -> Int {
    var place = range.lowerBound
    while place < range.upperBound {
      let (scalar, length) = text.scalar(at: place)
      if scalar.properties.isWhitespace || "<>\"".unicodeScalars.contains(scalar) { return place }
      place += length
    }
    return range.upperBound
  }

  /// Whether a sign stands where a word begins: at the line's beginning, behind white space, or
  /// behind punctuation that a word can follow.
  private static func isWordStart(
    _ place: Int, _ line: Range<Int>, in text: Span<UInt8>
  ) -> Bool {
    guard place > line.lowerBound else { return true }
    let before = text.scalar(before: place)
    if before == " " || before.properties.isWhitespace { return true }
    switch before.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .finalPunctuation: return true
    default: return "\"'*_~>,;:!?|—–…。、，".unicodeScalars.contains(before)
    }
  }

  /// Behind the signs that a name can have, those at its end left out that end no name.
  ///
  /// - Parameter sign: Where the sign before it stands.
  private static func endOfName(_ sign: Int, _ line: Range<Int>, in text: Span<UInt8>) -> Int {
    let start = sign + 1
    var end = start
    while end < line.upperBound {
      let (scalar, length) = text.scalar(at: end)
      guard scalar.isPartOfTag else { break }
      end += length
    }
    while end > start, text[end - 1] == UInt8(ascii: "-") || text[end - 1] == UInt8(ascii: "/") {
      end -= 1
    }
    // The underscore that closes emphasis which was opened before the sign.
    let underscore = UInt8(ascii: "_")
    if sign > line.lowerBound, text[sign - 1] == underscore, end > start,
      text[end - 1] == underscore
    {
      end -= 1
    }
    return end
  }

  /// Whether a sign and what follows it is a tag.
  private static func isTag(
    _ range: Range<Int>, followedBy next: UInt8, in text: Span<UInt8>
  ) -> Bool {
    let start = range.lowerBound + 1
    guard start < range.upperBound else { return false }
    let first = text.scalar(at: start).scalar
    guard first.isLetterOrDigit || first == "_" else { return false }
    var place = start
    while place < range.upperBound {
      let (scalar, length) = text.scalar(at: place)
      if scalar.isLetterOrDigit { break }
      place += length
    }
    // Signs alone are no name, and "@name@host" is an address.
    if place == range.upperBound || next == UInt8(ascii: "@") { return false }
    return text[range.lowerBound] != UInt8(ascii: "#")
      || !isColor(start..<range.upperBound, in: text)
  }

  /// Whether a name is a colour of CSS: 6 or 8 hexadecimal digits always; 3 or 4 where they hold a
  /// figure, or one letter alone as `fff` does, since `dad` and `cafe` are words, and 4 figures are
  /// a year.
  private static func isColor(_ name: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard [3, 4, 6, 8].contains(name.count) else { return false }
    var figures = 0
    var isOneSign = true
    for place in name {
      switch text[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): figures += 1
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): break
      default: return false
      }
      if text[place] != text[name.lowerBound] { isOneSign = false }
    }
    switch name.count {
    case 3: return figures > 0 || isOneSign
    case 4: return figures > 0 && figures < 4 || figures == 0 && isOneSign
    default: return true
    }
  }
}

/// The spans of code in a line: as many marks as opened one close it.
private struct CodeSpans {
  private let line: Range<Int>
  /// Where the last run of each number of marks begins; nil until it is asked.
  private var last: [Int: Int]?

  init(_ line: Range<Int>) {
    self.line = line
  }

  /// Behind the span that a run of marks opens; where nothing closes it, behind the run.
  ///
  /// - Complexity: O(bytes of the span), and once O(bytes of the line).
  mutating func end(from start: Int, in text: Span<UInt8>) -> Int {
    let mark = UInt8(ascii: "`")
    let last = self.last ?? Self.lastRuns(line, in: text)
    self.last = last
    let count = text.count(of: mark, from: start, to: line.upperBound)
    var place = start + count
    guard let closing = last[count], closing > start else { return place }
    while place < closing {
      guard text[place] == mark else {
        place += 1
        continue
      }
      let run = text.count(of: mark, from: place, to: line.upperBound)
      place += run
      if run == count { return place }
    }
    return closing + count
  }

  private static func lastRuns(_ line: Range<Int>, in text: Span<UInt8>) -> [Int: Int] {
    var runs: [Int: Int] = [:]
    var place = line.lowerBound
    while place < line.upperBound {
      let count = text.count(of: UInt8(ascii: "`"), from: place, to: line.upperBound)
      if count > 0 { runs[count] = place }
      place += max(count, 1)
    }
    return runs
  }
}

extension Span<UInt8> {
  /// How many bytes from a place on, up to another, are one byte.
  fileprivate func count(of byte: UInt8, from start: Int, to end: Int) -> Int {
    var place = start
    while place < end, self[place] == byte { place += 1 }
    return place - start
  }

  /// How many bytes a line break at a place has; 0 where there is none.
  fileprivate func lengthOfLineBreak(at place: Int) -> Int {
    guard place < count else { return 0 }
    switch self[place] {
    case 0x0A...0x0D: return 1
    // U+0085, U+2028 and U+2029.
    case 0xC2: return place + 1 < count && self[place + 1] == 0x85 ? 2 : 0
    case 0xE2:
      let isBreak =
        place + 2 < count && self[place + 1] == 0x80 && (0xA8...0xA9).contains(self[place + 2])
      return isBreak ? 3 : 0
    default: return 0
    }
  }

  /// The scalar that begins at a place of valid UTF-8, and how many bytes it has.
  fileprivate func scalar(at place: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = self[place]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length { value = value << 6 | UInt32(self[place + offset]) & 0x3F }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// The scalar that ends before a place of valid UTF-8.
  fileprivate func scalar(before place: Int) -> Unicode.Scalar {
    var start = place - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start).scalar
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    if isASCII {
      return value &- 0x30 < 10 || (value | 0x20) &- 0x61 < 26
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      return true
    default: return false
    }
  }

  fileprivate var isPartOfTag: Bool {
    if isLetterOrDigit { return true }
    if isASCII { return "_-+#/".unicodeScalars.contains(self) }
    switch properties.generalCategory {
    // The marks of letters, without which decomposed text would end in the midst of a word.
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
