/// Cuts a text into tokens.
struct Lexer {
  private let text: String
  private let units: [UInt8]
  private var index = 0
  private var placeholders = 0
  private var tokens: [Token] = []

  /// All tokens of a text, `.end` last.
  static func tokens(of text: String) throws(PredicateError) -> [Token] {
    var lexer = Lexer(text)
    try lexer.run()
    return lexer.tokens
  }

  private init(_ text: String) {
    self.text = text
    units = Array(text.utf8)
  }

  private func fail(_ message: String, at offset: Int) -> PredicateError {
    PredicateError(.parse, message, column: text.column(ofByte: offset))
  }

  private func unit(_ offset: Int) -> UInt8? {
    offset < units.count ? units[offset] : nil
  }

  private mutating func run() throws(PredicateError) {
    while let unit = unit(index) {
      let start = index
      switch unit {
      case 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D:
        index += 1
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        try append(.string(quoted()), at: start)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        try append(number(), at: start)
      case UInt8(ascii: "#"):
        index += 1
        try append(.quotedKey(hashedKey(at: start)), at: start)
      case UInt8(ascii: "$"):
        index += 1
        guard let name = word() else {
          throw fail("expected the name of a variable after “$”", at: start)
        }
        append(.variable(name), at: start)
      case UInt8(ascii: "@"):
        index += 1
        guard let name = word() else {
          throw fail("expected a collection operator such as @count after “@”", at: start)
        }
        append(.at(name), at: start)
      case UInt8(ascii: "%"):
        try append(.placeholder(placeholder(), index: placeholders), at: start)
        placeholders += 1
      default:
        if let name = word() {
          try append(named(name, at: start), at: start)
        } else if let symbol = symbol() {
          append(.symbol(symbol), at: start)
        } else {
          throw fail(unexpected(at: start), at: start)
        }
      }
    }
    append(.end, at: units.count)
  }

  private mutating func append(_ kind: Token.Kind, at offset: Int) {
    tokens.append(Token(kind: kind, offset: offset))
  }

  private func unexpected(at offset: Int) -> String {
    if units[offset] == UInt8(ascii: ":"), unit(offset + 1) == UInt8(ascii: "=") {
      return "assignment (:=) is not supported"
    }
    let rest = String(decoding: units[offset...].prefix(32), as: UTF8.self)
    return "“\(rest.prefix(1))” has no meaning here"
  }

  // MARK: Words

  /// A word at the place, nil where none begins there.
  private mutating func word(allowing extra: Unicode.Scalar? = nil) -> String? {
    var end = index
    while let unit = unit(end) {
      if unit < 0x80 {
        let isLetter = (unit | 0x20) &- 0x61 < 26 || unit == UInt8(ascii: "_")
        let isDigit = unit &- 0x30 < 10
        guard isLetter || isDigit && end > index || extra.map({ unit == UInt8(ascii: $0) }) == true
        else { break }
        end += 1
      } else {
        let length = unit >= 0xF0 ? 4 : unit >= 0xE0 ? 3 : 2
        let sign = String(decoding: units[end..<min(end + length, units.count)], as: UTF8.self)
        guard let scalar = sign.unicodeScalars.first, scalar.isPartOfWord else { break }
        end += length
      }
    }
    guard end > index else { return nil }
    defer { index = end }
    return String(decoding: units[index..<end], as: UTF8.self)
  }

  private mutating func named(_ name: String, at start: Int) throws(PredicateError) -> Token.Kind {
    if name.uppercased() == "UTI" {
      for operation in ["-CONFORMS-TO", "-EQUALS"] {
        let rest = String(decoding: units[index...].prefix(operation.utf8.count), as: UTF8.self)
        if rest.uppercased() == operation {
          throw fail("UTI\(operation) is not supported", at: start)
        }
      }
    }
    guard unit(index) == UInt8(ascii: ":") else { return .word(name) }
    guard unit(index + 1) != UInt8(ascii: "=") else {
      throw fail("assignment (:=) is not supported", at: index)
    }
    var selector = name
    while unit(index) == UInt8(ascii: ":") {
      index += 1
      selector += ":"
      if let part = word() { selector += part }
    }
    return .selector(selector)
  }

  private mutating func hashedKey(at start: Int) throws(PredicateError) -> String {
    if unit(index) == UInt8(ascii: "\"") || unit(index) == UInt8(ascii: "'") { return try quoted() }
    guard let key = word(allowing: "$") else {
      throw fail("expected a key after “#”; write #\"…\" for one with other signs", at: start)
    }
    return key
  }

  private mutating func symbol() -> Symbol? {
    for symbol in Symbol.allCases where units[index...].starts(with: symbol.rawValue.utf8) {
      index += symbol.rawValue.utf8.count
      return symbol
    }
    return nil
  }

  // MARK: Literals

  private mutating func quoted() throws(PredicateError) -> String {
    let start = index
    let quote = units[index]
    index += 1
    var content: [UInt8] = []
    while let unit = unit(index) {
      index += 1
      if unit == quote { return String(decoding: content, as: UTF8.self) }
      guard unit == UInt8(ascii: "\\") else {
        content.append(unit)
        continue
      }
      guard let escaped = self.unit(index) else { break }
      index += 1
      switch escaped {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"): content.append(escaped)
      case UInt8(ascii: "n"): content.append(0x0A)
      case UInt8(ascii: "r"): content.append(0x0D)
      case UInt8(ascii: "t"): content.append(0x09)
      default:
        throw fail(
          "unknown escape in a string: \\' \\\" \\\\ \\n \\r \\t are known, and a backslash that is"
            + " meant for LIKE or MATCHES is written twice", at: index - 2)
      }
    }
    throw fail("a string has no end: the sign \(Unicode.Scalar(quote)) is missing", at: start)
  }

  private mutating func number() throws(PredicateError) -> Token.Kind {
    let start = index
    let radixes: [UInt8: Int] = [
      UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2,
    ]
    let kind: Token.Kind
    if units[index] == UInt8(ascii: "0"), let sign = unit(index + 1),
      let radix = radixes[sign | 0x20]
    {
      index += 2
      let digits = takeWhile { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
      guard let value = UInt64(digits, radix: radix) else {
        throw fail("a number of base \(radix) is wrong or too large", at: start)
      }
      kind = .integer(value)
    } else {
      var digits = takeWhile { $0 &- 0x30 < 10 }
      var isDecimal = false
      if unit(index) == UInt8(ascii: "."), let next = unit(index + 1), next &- 0x30 < 10 {
        isDecimal = true
        index += 1
        digits += "." + takeWhile { $0 &- 0x30 < 10 }
      }
      if let sign = unit(index), sign | 0x20 == UInt8(ascii: "e") {
        isDecimal = true
        index += 1
        digits += "e"
        if let sign = unit(index), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
          index += 1
          digits.unicodeScalars.append(Unicode.Scalar(sign))
        }
        digits += takeWhile { $0 &- 0x30 < 10 }
      }
      if isDecimal {
        guard let value = Double(digits), value.isFinite else {
          throw fail("a number is wrong or too large", at: start)
        }
        kind = .decimal(value)
      } else {
        guard let value = UInt64(digits) else {
          throw fail("a whole number has more than 64 bits", at: start)
        }
        kind = .integer(value)
      }
    }
    let end = index
    guard word() == nil else {
      throw fail("a number and a word need a sign or a blank between them", at: end)
    }
    return kind
  }

  private mutating func takeWhile(_ belongs: (UInt8) -> Bool) -> String {
    let start = index
    while let unit = unit(index), belongs(unit) { index += 1 }
    return String(decoding: units[start..<index], as: UTF8.self)
  }

  private mutating func placeholder() throws(PredicateError) -> Placeholder {
    let start = index
    index += 1
    _ = takeWhile { "hlqjzt".utf8.contains($0) }
    let hasLength = index > start + 1
    let sign = unit(index)
    index += 1
    switch sign.map({ Unicode.Scalar($0) }) {
    case "@" where !hasLength: return .any
    case "K" where !hasLength: return .keyPath
    case "d", "D", "i", "u", "U", "x", "X", "o", "O": return .integer
    case "f", "F", "g", "G", "e", "E": return .decimal
    default:
      throw fail(
        "“%” begins a placeholder such as %@, %K or %d; a percent sign as text stands in quotes",
        at: start)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar can stand in a key or a variable's name.
  var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
      .connectorPunctuation:
      true
    default: false
    }
  }
}

extension String {
  /// The column of a byte: how many characters begin in front of it, and one.
  func column(ofByte offset: Int) -> Int {
    String(decoding: utf8.prefix(offset), as: UTF8.self).count + 1
  }
}
