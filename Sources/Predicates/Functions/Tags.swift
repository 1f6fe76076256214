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
  package static func occurrences(in text: String) -> [Occurrence] {
    // Most texts have no tag at all, and bytes answer that.
    guard hasSign(text) else { return [] }
    let scalars = Array(text.unicodeScalars)
    var found: [Range<Int>] = []
    var fence: (sign: Unicode.Scalar, count: Int)?
    for line in scalars.split(whereSeparator: \.isLineBreak) {
      let content = line.drop { $0 == " " || $0 == "\t" }
      if let mark = Self.fence(at: content) {
        if let open = fence {
          if mark.sign == open.sign, mark.count >= open.count { fence = nil }
        } else {
          fence = mark
        }
      } else if fence == nil, !isHeading(content) {
        scan(line, into: &found)
      }
    }

    var occurrences: [Occurrence] = []
    var index = text.unicodeScalars.startIndex
    var offset = 0
    for range in found {
      let start = text.unicodeScalars.index(index, offsetBy: range.lowerBound - offset)
      index = text.unicodeScalars.index(start, offsetBy: range.count)
      offset = range.upperBound
      let name = text[text.unicodeScalars.index(after: start)..<index]
      occurrences.append(Occurrence(name: String(name), range: start..<index))
    }
    return occurrences
  }

  private static func hasSign(_ text: String) -> Bool {
    let units = text.utf8Span.span
    for index in units.indices
    where units[index] == UInt8(ascii: "@") || units[index] == UInt8(ascii: "#") {
      return true
    }
    return false
  }

  private static func fence(
    at line: ArraySlice<Unicode.Scalar>
  ) -> (sign: Unicode.Scalar, count: Int)? {
    guard let sign = line.first, sign == "`" || sign == "~" else { return nil }
    let count = line.prefix { $0 == sign }.count
    // A second mark in the line closes a span of code; it opens no block.
    guard count >= 3, !(sign == "`" && line.dropFirst(count).contains("`")) else { return nil }
    return (sign, count)
  }

  private static func isHeading(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
    let count = line.prefix { $0 == "#" }.count
    guard (1...6).contains(count) else { return false }
    let rest = line.dropFirst(count)
    return rest.first.map { $0 == " " || $0 == "\t" } ?? true
  }

  private static func scan(_ line: ArraySlice<Unicode.Scalar>, into found: inout [Range<Int>]) {
    var index = line.startIndex
    while index < line.endIndex {
      let scalar = line[index]
      if scalar == "`", let end = endOfCode(line, from: index) {
        index = end
      } else if scalar == "]", index + 1 < line.endIndex, line[index + 1] == "(",
        let end = line[index...].firstIndex(of: ")")
      {
        // The target of a link.
        index = end + 1
      } else if scalar == ":", line[index...].starts(with: "://".unicodeScalars) {
        index = endOfWord(line, from: index)
      } else if scalar == "@" || scalar == "#", isWordStart(line, index) {
        let end = endOfName(line, from: index + 1)
        let name = line[(index + 1)..<end]
        if isTag(name, sign: scalar, followedBy: end < line.endIndex ? line[end] : nil) {
          found.append(index..<end)
        }
        index = max(end, index + 1)
      } else {
        index += 1
      }
    }
  }

  /// Behind a span of code: as many marks as opened it close it.
  ///
  /// Nil where nothing does.
  private static func endOfCode(_ line: ArraySlice<Unicode.Scalar>, from start: Int) -> Int? {
    let count = line[start...].prefix { $0 == "`" }.count
    var index = start + count
    while index < line.endIndex {
      guard line[index] == "`" else {
        index += 1
        continue
      }
      let closing = line[index...].prefix { $0 == "`" }.count
      index += closing
      if closing == count { return index }
    }
    return nil
  }

  private static func endOfWord(_ line: ArraySlice<Unicode.Scalar>, from start: Int) -> Int {
    line[start...].firstIndex { $0.properties.isWhitespace || "<>\"".unicodeScalars.contains($0) }
      ?? line.endIndex
  }

  /// Whether a sign stands where a word begins: at the line's beginning, behind white space, or
  /// behind punctuation that a word can follow.
  private static func isWordStart(_ line: ArraySlice<Unicode.Scalar>, _ index: Int) -> Bool {
    guard index > line.startIndex else { return true }
    let before = line[index - 1]
    if before.properties.isWhitespace { return true }
    switch before.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .finalPunctuation: return before != "\\"
    default: return "\"'*_~>,;:!?|—–…。、，".unicodeScalars.contains(before)
    }
  }

  /// Behind the signs that a name can have, those at its end left out that end no name.
  private static func endOfName(_ line: ArraySlice<Unicode.Scalar>, from start: Int) -> Int {
    var end = start
    while end < line.endIndex, line[end].isPartOfTag { end += 1 }
    while end > start, "-/".unicodeScalars.contains(line[end - 1]) { end -= 1 }
    // The underscore that closes emphasis which was opened before the sign.
    if start - 2 >= line.startIndex, line[start - 2] == "_", end > start, line[end - 1] == "_" {
      end -= 1
    }
    return end
  }

  private static func isTag(
    _ name: ArraySlice<Unicode.Scalar>, sign: Unicode.Scalar, followedBy next: Unicode.Scalar?
  ) -> Bool {
    guard let first = name.first, first.isLetterOrDigit || first == "_",
      name.contains(where: \.isLetterOrDigit)
    else { return false }
    // "@name@host" is an address.
    if next == "@" { return false }
    return !(sign == "#" && isColor(name))
  }

  /// Whether a name is a colour of CSS: 6 or 8 hexadecimal digits always; 3 or 4 where they hold a
  /// figure, or one letter alone as `fff` does, since `dad` and `cafe` are words, and 4 figures are
  /// a year.
  private static func isColor(_ name: ArraySlice<Unicode.Scalar>) -> Bool {
    guard name.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }) else { return false }
    let figures = name.count { ("0"..."9").contains($0) }
    switch name.count {
    case 6, 8: return true
    case 3: return figures > 0 || Set(name).count == 1
    case 4: return figures > 0 && figures < 4 || figures == 0 && Set(name).count == 1
    default: return false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  fileprivate var isLetterOrDigit: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    default: false
    }
  }

  fileprivate var isPartOfTag: Bool {
    if isLetterOrDigit || "_-+#/".unicodeScalars.contains(self) { return true }
    switch properties.generalCategory {
    // The marks of letters, without which decomposed text would end in the midst of a word.
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
