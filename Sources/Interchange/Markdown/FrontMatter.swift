internal import YAML

/// What stands between two lines of `---` at the head of a Markdown file.
struct FrontMatter {
  /// What it says, as pairs in their order.
  private(set) var pairs: [YAMLValue.Pair] = []
  /// Its text, without the lines that enclose it.
  private(set) var source = ""
  /// Where the text behind it begins.
  private(set) var bodyStart: Int
  /// What is to be said of it.
  private(set) var doubt: String?
  /// Whether it begins and never ends; then all of the file is text.
  private(set) var isOpen = false

  /// Looks at the head of a file.
  ///
  /// - Returns: nil where there is none.
  init?(_ text: Span<UInt8>, from start: Int) {
    var lines = SourceLines(from: start, to: text.count)
    guard let first = lines.next(in: text), Self.isRule(text, first) else { return nil }
    let contentStart = lines.nextStart
    bodyStart = contentStart
    var contentEnd: Int?
    while let line = lines.next(in: text) {
      if Self.isRule(text, line) || Self.isEnd(text, line) {
        contentEnd = line.lowerBound
        bodyStart = lines.nextStart
        break
      }
    }
    guard let contentEnd else {
      isOpen = true
      doubt = "front matter that begins and never ends: the whole file is kept as text"
      pairs = Self.plainPairs(
        of: UTF8Repair.text(of: text.extracting(contentStart..<text.count)).text)
      bodyStart = start
      return
    }
    source = UTF8Repair.text(of: text.extracting(contentStart..<contentEnd)).text.linesNormalized
    do throws(YAMLError) {
      let value = try YAMLParser.parse(Array(source.utf8))
      if let pairs = value?.pairs {
        self.pairs = pairs
      } else if let value, !value.isNull {
        pairs = Self.plainPairs(of: source)
        doubt = "its front matter is no list of names and values"
      }
    } catch {
      pairs = Self.plainPairs(of: source)
      doubt = "its front matter is no YAML (\(error.reason)): read line by line, as name and value"
    }
  }

  /// The value of the first of some names that has one, case aside.
  func value(_ names: String...) -> YAMLValue? {
    for name in names {
      if let pair = pairs.first(where: { $0.key.lowercased() == name }), !pair.value.isNull {
        return pair.value
      }
    }
    return nil
  }

  /// The names, in lower case.
  var names: [String] { pairs.map { $0.key.lowercased() } }

  /// Lines such as `title: Roof: leaks`, which YAML refuses and people write; up to a blank line.
  private static func plainPairs(of text: String) -> [YAMLValue.Pair] {
    var pairs: [YAMLValue.Pair] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.allSatisfy(\.isWhitespace) { break }
      if line.first == "-" || line.first == " ", let last = pairs.indices.last {
        // An item of a list, under the name above.
        let item = line.drop { $0 == " " || $0 == "-" }
        var elements = pairs[last].value.elements ?? []
        elements.append(.scalar(unquoted(item), isPlain: false))
        if pairs[last].value.elements != nil || pairs[last].value.isNull {
          pairs[last].value = .sequence(elements)
        }
        continue
      }
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      pairs.append(
        YAMLValue.Pair(
          key: String(line[..<colon]),
          value: value.isEmpty
            ? .scalar("", isPlain: true) : .scalar(unquoted(value), isPlain: true),
          line: number + 1))
    }
    return pairs
  }

  private static func unquoted(_ text: Substring) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    if text.count >= 2, let first = text.first, first == "\"" || first == "'", text.last == first {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }

  private static func isRule(_ text: Span<UInt8>, _ line: Range<Int>) -> Bool {
    isLine(text, line, of: UInt8(ascii: "-"))
  }

  private static func isEnd(_ text: Span<UInt8>, _ line: Range<Int>) -> Bool {
    isLine(text, line, of: UInt8(ascii: "."))
  }

  /// Whether a line is three times a sign, and blanks behind it.
  private static func isLine(_ text: Span<UInt8>, _ line: Range<Int>, of sign: UInt8) -> Bool {
    guard line.count >= 3 else { return false }
    for (offset, place) in line.enumerated() {
      guard offset < 3 ? text[place] == sign : text[place] == 0x20 || text[place] == 0x09 else {
        return false
      }
    }
    return true
  }
}
