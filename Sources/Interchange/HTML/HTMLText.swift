/// An entry's text as a page shows it: every sign of it as it stands, with the little of Markdown that people
/// write by hand made visible.
///
/// Known are headings, lists, quotations, rules, blocks and spans of code, emphasis, links and tags. Line ends
/// stay line ends. Links lead to the web or to mail and nowhere else, and nothing is loaded: a picture that is
/// not the entry's own becomes a link to it.
enum HTMLText {
  /// The text as the content of an element.
  static func html(_ text: String) -> String {
    var output = ""
    var blocks = Blocks()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      // A first line above others is the title.
      if index == 0, lines.count > 1, isTitle(line) {
        let title = line.drop { $0 == "#" }.drop { $0 == " " }
        output += "<h4>\(inline(title))</h4>\n"
        continue
      }
      blocks.take(line, &output)
    }
    blocks.end(&output)
    return output
  }

  /// Text with the signs that mean something in HTML replaced.
  static func escaped(_ text: some StringProtocol) -> String {
    // Most lines have nothing to be replaced.
    if !text.utf8.contains(where: { $0 < 0x20 || isMarkup[Int($0)] }) { return String(text) }
    var output = ""
    output.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      // What no page may have (HTML §13.2.3.5) is shown as what it is not.
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}": output += "\u{FFFD}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// Whether a byte is one of those that HTML gives a meaning.
  private static let isMarkup: [Bool] = (0..<256).map { byte in
    [0x22, 0x26, 0x27, 0x3C, 0x3E, 0x7F].contains(byte)
  }

  private static func isTitle(_ line: Substring) -> Bool {
    guard !line.isEmpty, line.count <= 120, let first = line.first else { return false }
    if "->+*|`0123456789 \t".contains(first) { return false }
    return true
  }

  // MARK: - Blocks

  private struct Blocks {
    private enum Kind {
      case none, paragraph, quotation, list, orderedList, code
    }

    private var kind = Kind.none
    private var fence = ""

    mutating func take(_ line: Substring, _ output: inout String) {
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      if kind == .code {
        if trimmed.hasPrefix(fence) { return end(&output) }
        output += HTMLText.escaped(line) + "\n"
        return
      }
      if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") {
        begin(.code, &output)
        fence = String(trimmed.prefix(3))
        return
      }
      if trimmed.isEmpty { return end(&output) }
      if isRule(trimmed) {
        end(&output)
        output += "<hr>\n"
        return
      }
      let level = trimmed.prefix { $0 == "#" }.count
      if (1...6).contains(level), trimmed.dropFirst(level).first == " " {
        end(&output)
        output += "<h5>\(inline(trimmed.dropFirst(level + 1)))</h5>\n"
        return
      }
      if trimmed.first == ">" {
        continueOrBegin(.quotation, &output)
        output += inline(trimmed.dropFirst().drop { $0 == " " })
        return
      }
      if let first = trimmed.first, "-*+".contains(first), trimmed.dropFirst().first == " " {
        begin(.list, &output)
        output += "<li>\(inline(trimmed.dropFirst(2)))"
        return
      }
      let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
      if (1...4).contains(digits.count), let sign = trimmed.dropFirst(digits.count).first,
        sign == "." || sign == ")", trimmed.dropFirst(digits.count + 1).first == " "
      {
        let isFirst = kind != .orderedList
        begin(.orderedList, &output)
        if isFirst, digits != "1" {
          output.removeLast(4)
          output += "<ol start=\"\(digits)\">"
        }
        output += "<li>\(inline(trimmed.dropFirst(digits.count + 2)))"
        return
      }
      if kind == .list || kind == .orderedList, line.first == " " || line.first == "\t" {
        output += "<br>\(inline(trimmed))"
        return
      }
      continueOrBegin(.paragraph, &output)
      output += inline(line)
    }

    /// Goes on with a block in which line ends count, or begins one.
    private mutating func continueOrBegin(_ next: Kind, _ output: inout String) {
      if kind == next {
        output += "<br>\n"
      } else {
        begin(next, &output)
      }
    }

    private mutating func begin(_ next: Kind, _ output: inout String) {
      if kind == next {
        if next == .list || next == .orderedList { output += "</li>\n" }
        return
      }
      end(&output)
      kind = next
      switch next {
      case .none: break
      case .paragraph: output += "<p>"
      case .quotation: output += "<blockquote>"
      case .list: output += "<ul>"
      case .orderedList: output += "<ol>"
      case .code: output += "<pre><code>"
      }
    }

    mutating func end(_ output: inout String) {
      switch kind {
      case .none: break
      case .paragraph: output += "</p>\n"
      case .quotation: output += "</blockquote>\n"
      case .list: output += "</li></ul>\n"
      case .orderedList: output += "</li></ol>\n"
      case .code: output += "</code></pre>\n"
      }
      kind = .none
    }

    private func isRule(_ line: Substring) -> Bool {
      guard let sign = line.first, "-*_".contains(sign) else { return false }
      return line.count { $0 == sign } >= 3 && line.allSatisfy { $0 == sign || $0 == " " }
    }
  }

  // MARK: - Within a line

  /// A line without its line end.
  ///
  /// - Parameter depth: Within how many emphases and links it stands; beyond four they are signs.
  /// - Complexity: linear in the line.
  static func inline(_ line: Substring, depth: Int = 0) -> String {
    var output = ""
    var marks = Marks(line)
    var rest = line
    var plain = line.startIndex
    func flush(_ output: inout String) { output += escaped(line[plain..<rest.startIndex]) }
    // Only from these bytes on can anything be more than itself.
    while let start = rest.utf8.firstIndex(where: { isOpening[Int($0)] }) {
      rest = rest[start...]
      let sign = Character(Unicode.Scalar(rest.utf8[start]))
      let isWordStart =
        start == line.startIndex || !isWordSign(line[line.index(before: start)])
      if let (html, end) = span(rest, sign, isWordStart: isWordStart, depth, &marks) {
        flush(&output)
        output += html
        rest = rest[end...]
        plain = end
      } else {
        rest = rest[rest.utf8.index(after: start)...]
      }
    }
    rest = rest[rest.endIndex...]
    flush(&output)
    return output
  }

  /// Whether a byte can begin code, emphasis, a link, a picture or a tag.
  private static let isOpening: [Bool] = (0..<256).map { byte in
    "`*_![h@#".utf8.contains(UInt8(byte))
  }

  private static func isWordSign(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// What begins here and is more than its first sign: what it is shown as, and where it ends.
  private static func span(
    _ rest: Substring, _ sign: Character, isWordStart: Bool, _ depth: Int, _ marks: inout Marks
  ) -> (html: String, end: Substring.Index)? {
    switch sign {
    case "`":
      let mark = rest.prefix { $0 == "`" }
      guard let (content, end) = marks.enclosed(rest, by: String(mark)) else {
        // None of the run's own backticks begins anything either.
        return (String(mark), mark.endIndex)
      }
      return ("<code>\(escaped(content))</code>", end)
    case "*", "_":
      guard depth < 4, sign == "*" || isWordStart else { return nil }
      let double = String(repeating: sign, count: 2)
      if rest.hasPrefix(double) {
        guard let (content, end) = marks.enclosed(rest, by: double), isTight(content) else {
          return nil
        }
        return ("<strong>\(inline(content, depth: depth + 1))</strong>", end)
      }
      guard let (content, end) = marks.enclosed(rest, by: String(sign)), isTight(content) else {
        return nil
      }
      if sign == "_", end < rest.endIndex, isWordSign(rest[end]) { return nil }
      return ("<em>\(inline(content, depth: depth + 1))</em>", end)
    case "!": return picture(rest, &marks)
    case "[": return depth < 4 ? link(rest, depth, &marks) : nil
    case "h":
      guard isWordStart, rest.hasPrefix("https://") || rest.hasPrefix("http://") else { return nil }
      var address = rest.prefix { !$0.isWhitespace && !"<>\"".contains($0) }
      while let last = address.last, ".,;:!?)'".contains(last) { address.removeLast() }
      guard address.count > 8 else { return nil }
      return (anchor(address, escaped(address)), address.endIndex)
    case "@", "#":
      guard isWordStart else { return nil }
      let name = rest.dropFirst().prefix { isWordSign($0) || "-+/".contains($0) }
      guard let first = name.first, first.isLetter || first.isNumber else { return nil }
      return ("<span class=\"tag\">\(escaped(rest[..<name.endIndex]))</span>", name.endIndex)
    default: return nil
    }
  }

  /// The marks of a line that end what others begin.
  ///
  /// Where each kind comes next is looked for once and remembered until it has been passed, so that a
  /// line of a megabyte is not gone through for each of its signs.
  private struct Marks {
    private let line: Substring
    private var places: [String: Substring.Index] = [:]

    init(_ line: Substring) {
      self.line = line
    }

    /// Where a mark comes next, from an index on.
    private mutating func next(_ mark: String, from start: Substring.Index) -> Substring.Index? {
      if let known = places[mark], known >= start { return known < line.endIndex ? known : nil }
      let bytes = line.utf8
      let sign = mark.utf8[mark.utf8.startIndex]
      var place = start
      while let found = bytes[place...].firstIndex(of: sign) {
        if bytes[found...].starts(with: mark.utf8) {
          places[mark] = found
          return found
        }
        place = bytes.index(after: found)
      }
      places[mark] = line.endIndex
      return nil
    }

    /// What stands between the mark that begins here and the next one like it.
    mutating func enclosed(
      _ rest: Substring, by mark: String
    ) -> (content: Substring, end: Substring.Index)? {
      let bytes = line.utf8
      guard
        let start = bytes.index(
          rest.startIndex, offsetBy: mark.utf8.count, limitedBy: bytes.endIndex),
        let first = bytes.index(start, offsetBy: 1, limitedBy: bytes.endIndex),
        let end = next(mark, from: first)
      else { return nil }
      return (line[start..<end], bytes.index(end, offsetBy: mark.utf8.count))
    }

    /// What stands in brackets that begin here.
    mutating func bracketed(
      _ rest: Substring, _ open: UInt8, _ close: String
    ) -> (content: Substring, end: Substring.Index)? {
      let bytes = line.utf8
      guard rest.utf8.first == open else { return nil }
      let start = bytes.index(after: rest.startIndex)
      guard let end = next(close, from: start) else { return nil }
      return (line[start..<end], bytes.index(after: end))
    }
  }

  private static func isTight(_ content: Substring) -> Bool {
    content.first.map { !$0.isWhitespace } ?? false
      && content.last.map { !$0.isWhitespace } ?? false
  }

  /// `![…](…)` and `![[…]]`: the entry's media are shown below, so that what names one is left out.
  private static func picture(
    _ rest: Substring, _ marks: inout Marks
  ) -> (html: String, end: Substring.Index)? {
    let bracket = UInt8(ascii: "[")
    if rest.hasPrefix("![["), let (_, end) = marks.bracketed(rest.dropFirst(2), bracket, "]]") {
      return ("", rest.utf8.index(after: end))
    }
    guard let (label, middle) = marks.bracketed(rest.dropFirst(), bracket, "]"),
      let (target, end) = marks.bracketed(rest[middle...], UInt8(ascii: "("), ")")
    else { return nil }
    guard isAddress(target) else { return ("", end) }
    return (anchor(target, escaped(label.isEmpty ? target : label)), end)
  }

  private static func link(
    _ rest: Substring, _ depth: Int, _ marks: inout Marks
  ) -> (html: String, end: Substring.Index)? {
    guard let (label, middle) = marks.bracketed(rest, UInt8(ascii: "["), "]"),
      let (target, end) = marks.bracketed(rest[middle...], UInt8(ascii: "("), ")")
    else { return nil }
    guard isAddress(target) else { return (escaped(label), end) }
    return (anchor(target, inline(label, depth: depth + 1)), end)
  }

  private static func isAddress(_ target: Substring) -> Bool {
    let target = target.prefix(8).lowercased()
    return target.hasPrefix("https://") || target.hasPrefix("http://")
      || target.hasPrefix("mailto:")
  }

  private static func anchor(_ target: Substring, _ html: String) -> String {
    "<a href=\"\(escaped(target))\" rel=\"noreferrer noopener\">\(html)</a>"
  }
}
