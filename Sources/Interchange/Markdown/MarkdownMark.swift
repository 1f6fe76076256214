internal import Bytes
internal import JSON

/// The marks by which ``MarkdownWriter`` says where an entry begins and what its text does not show.
///
/// A mark is a comment on a line of its own, `<!-- daybook {…} -->`, which no page shows. In it is JSON
/// whose hyphens are escaped, since a comment must not have two of them. Lines of a text that look so have a
/// backslash put before them.
enum MarkdownMark {
  static let opening = "<!-- daybook "
  static let closing = " -->"

  /// Whether the first line that is not blank is a mark.
  static func isIn(_ text: Span<UInt8>, from start: Int) -> Bool {
    var lines = SourceLines(from: start, to: text.count)
    while let line = lines.next(in: text) {
      let bytes = text.extracting(line)
      if bytes.isEmpty || bytes.array.allSatisfy({ $0 == 0x20 }) { continue }
      // The file may have a heading of its own above the first entry.
      if bytes[0] == UInt8(ascii: "#") { continue }
      return value(of: String(decoding: bytes.array, as: UTF8.self)) != nil
    }
    return false
  }

  /// What a line's mark says; nil where it is none.
  static func value(of line: String) -> JSONObject? {
    guard line.hasPrefix(opening), line.hasSuffix(closing) else { return nil }
    return try? JSONParser.parse(String(line.dropFirst(opening.count).dropLast(closing.count)))
      .object
  }

  /// The line that says something.
  static func line(_ json: String) -> String {
    var escaped = ""
    // Numbers have hyphens too, which are signs there.
    var isInString = false
    var isEscape = false
    for scalar in json.unicodeScalars {
      if isInString, scalar == "-" {
        escaped += "\\u002d"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
      if isEscape {
        isEscape = false
      } else if scalar == "\\" {
        isEscape = true
      } else if scalar == "\"" {
        isInString.toggle()
      }
    }
    return opening + escaped + closing
  }

  /// A line of text as it is written.
  static func escaped(_ line: Substring) -> String {
    isLike(line) ? "\\\(line)" : String(line)
  }

  /// A line of text as it was.
  static func unescaped(_ line: Substring) -> Substring {
    line.first == "\\" && isLike(line) ? line.dropFirst() : line
  }

  /// Whether a line is like a mark, but for backslashes before it.
  private static func isLike(_ line: Substring) -> Bool {
    line.drop { $0 == "\\" }.hasPrefix(opening)
  }
}
