import CommandLineKit
import Daybook

/// The line of a text in which something was found, cut to a width around it.
struct Excerpt {
  private let before: String
  private let match: String
  private let after: String

  /// Looks for `needle` in `text`, case and accents aside; nil where it is not on one line.
  ///
  /// - Parameter folding: Knows the letters of texts before this one.
  init?(of needle: String, in text: String, width: Int, _ folding: inout LetterFolding) {
    let wanted = LetterFolding.folded(needle)
    guard !wanted.isEmpty else { return nil }
    for line in text.split(whereSeparator: \.isNewline) {
      guard let range = Self.range(of: wanted, in: line, &folding) else { continue }
      let found = String(line[range]).terminalSafe
      let room = max(0, width - found.displayWidth) / 2
      let left = String(line[..<range.lowerBound]).terminalSafe
      let right = String(line[range.upperBound...]).terminalSafe
      match = found
      before = Self.end(of: left, width: max(room, width - found.displayWidth - right.displayWidth))
      after = right.truncated(toWidth: max(0, width - found.displayWidth - before.displayWidth))
      return
    }
    return nil
  }

  /// The excerpt, with what was found marked.
  func marked(_ style: Style) -> String {
    before + style.bold(style.red(match)) + after
  }

  /// The last `width` columns of a text.
  private static func end(of text: String, width: Int) -> String {
    if text.displayWidth <= width { return text }
    var columns = 1
    var start = text.endIndex
    while start > text.startIndex {
      let previous = text.index(before: start)
      columns += text[previous].displayWidth
      if columns > width { break }
      start = previous
    }
    return "…" + text[start...]
  }

  /// The characters of a line that are `wanted` when they are folded.
  private static func range(
    of wanted: [Unicode.Scalar], in line: Substring, _ folding: inout LetterFolding
  ) -> Range<Substring.Index>? {
    var scalars: [Unicode.Scalar] = []
    var places: [Substring.Index] = []
    for index in line.indices {
      folding.append(line[index], to: &scalars)
      while places.count < scalars.count { places.append(index) }
    }
    guard scalars.count >= wanted.count else { return nil }
    for start in 0...(scalars.count - wanted.count)
    where scalars[start..<(start + wanted.count)].elementsEqual(wanted) {
      return places[start]..<line.index(after: places[start + wanted.count - 1])
    }
    return nil
  }
}

/// Letters in lower case without their marks: enough to show what a predicate has found.
struct LetterFolding {
  /// What single scalars above ASCII become.
  private var known: [Unicode.Scalar: [Unicode.Scalar]] = [:]

  /// Appends what a letter becomes.
  mutating func append(_ letter: Character, to scalars: inout [Unicode.Scalar]) {
    let parts = letter.unicodeScalars
    guard let scalar = parts.first, parts.index(after: parts.startIndex) == parts.endIndex else {
      scalars += Self.folded(String(letter))
      return
    }
    if let ascii = letter.asciiValue {
      scalars.append(Unicode.Scalar(ascii &- 0x41 < 26 ? ascii | 0x20 : ascii))
      return
    }
    if let folded = known[scalar] {
      scalars += folded
      return
    }
    let folded = Self.folded(String(letter))
    known[scalar] = folded
    scalars += folded
  }

  /// What a text becomes.
  static func folded(_ text: String) -> [Unicode.Scalar] {
    Array(Text.folded(text).unicodeScalars)
  }
}
