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
  static func inline(_ line: Substring) -> String {
    var output = ""
    var rest = line
    var plain = line.startIndex
    func flush(_ output: inout String) { output += escaped(line[plain..<rest.startIndex]) }
    while let sign = rest.first {
      let isWordStart =
        rest.startIndex == line.startIndex
        || !isWordSign(line[line.index(before: rest.startIndex)])
      if let (html, end) = span(rest, sign, isWordStart: isWordStart) {
        flush(&output)
        output += html
        rest = rest[end...]
        plain = end
      } else {
        rest = rest.dropFirst()
      }
    }
    flush(&output)
    return output
  }

  private static func isWordSign(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// What begins here and is more than its first sign: what it is shown as, and where it ends.
  private static func span(
    _ rest: Substring, _ sign: Character, isWordStart: Bool
  ) -> (html: String, end: Substring.Index)? {
    switch sign {
    case "`":
      let mark = rest.prefix { $0 == "`" }
      guard let (content, end) = enclosed(rest, by: String(mark)) else { return nil }
      return ("<code>\(escaped(content))</code>", end)
    case "*", "_":
      guard sign == "*" || isWordStart else { return nil }
      let double = String(repeating: sign, count: 2)
      if rest.hasPrefix(double), let (content, end) = enclosed(rest, by: double), isTight(content) {
        return ("<strong>\(inline(content))</strong>", end)
      }
      guard !rest.hasPrefix(double), let (content, end) = enclosed(rest, by: String(sign)),
        isTight(content)
      else { return nil }
      if sign == "_", end < rest.endIndex, isWordSign(rest[end]) { return nil }
      return ("<em>\(inline(content))</em>", end)
    case "!": return picture(rest)
    case "[": return link(rest)
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

  /// What stands between two marks of a line; nil where the second is missing.
  private static func enclosed(
    _ rest: Substring, by mark: String
  ) -> (content: Substring, end: Substring.Index)? {
    let start = rest.index(rest.startIndex, offsetBy: mark.count)
    var place = rest[start...]
    while !place.isEmpty {
      if place.hasPrefix(mark), place.startIndex > start {
        return (rest[start..<place.startIndex], place.index(place.startIndex, offsetBy: mark.count))
      }
      place = place.dropFirst()
    }
    return nil
  }

  private static func isTight(_ content: Substring) -> Bool {
    content.first.map { !$0.isWhitespace } ?? false
      && content.last.map { !$0.isWhitespace } ?? false
  }

  /// `![…](…)` and `![[…]]`: the entry's media are shown below, so that what names one is left out.
  private static func picture(_ rest: Substring) -> (html: String, end: Substring.Index)? {
    if rest.hasPrefix("![["), let (_, end) = bracketed(rest.dropFirst(2), "[", "]"),
      rest[end...].first == "]"
    {
      return ("", rest.index(after: end))
    }
    guard let (label, middle) = bracketed(rest.dropFirst(), "[", "]"),
      let (target, end) = bracketed(rest[middle...], "(", ")")
    else { return nil }
    guard isAddress(target) else { return ("", end) }
    return (anchor(target, escaped(label.isEmpty ? target : label)), end)
  }

  private static func link(_ rest: Substring) -> (html: String, end: Substring.Index)? {
    guard let (label, middle) = bracketed(rest, "[", "]"),
      let (target, end) = bracketed(rest[middle...], "(", ")")
    else { return nil }
    guard isAddress(target) else { return (escaped(label), end) }
    return (anchor(target, inline(label)), end)
  }

  /// What stands in brackets that begin here.
  private static func bracketed(
    _ rest: Substring, _ open: Character, _ close: Character
  ) -> (content: Substring, end: Substring.Index)? {
    guard rest.first == open else { return nil }
    let content = rest.dropFirst().prefix { $0 != close }
    guard content.endIndex < rest.endIndex else { return nil }
    return (content, rest.index(after: content.endIndex))
  }

  private static func isAddress(_ target: Substring) -> Bool {
    let target = target.lowercased()
    return target.hasPrefix("https://") || target.hasPrefix("http://")
      || target.hasPrefix("mailto:")
  }

  private static func anchor(_ target: Substring, _ html: String) -> String {
    "<a href=\"\(escaped(target))\" rel=\"noreferrer noopener\">\(html)</a>"
  }
}
