import JSON
import TestSupport
import Testing

@Suite struct JSONParserTests {
  @Test func `every kind of value is read`() throws {
    let text = """
      {"null": null, "yes": true, "no": false, "int": -12, "text": "é😀",
       "list": [1, [], {}], "nested": {"a": {"b": "c"}}}
      """
    let expected: JSONValue = [
      "null": nil, "yes": true, "no": false, "int": -12, "text": "é😀",
      "list": [1, [], [:]], "nested": ["a": ["b": "c"]],
    ]
    #expect(try JSONParser.parse(text) == expected)
    #expect(try JSONParser.parse(Array(text.utf8)) == expected)
    #expect(try JSONParser.parse([0x20] + Array(text.utf8)[...]) == expected)
  }

  @Test func `a slice is read without what stands around it`() throws {
    let lines = Array("{\"a\":1}\n{\"a\":2}\n".utf8)
    #expect(try JSONParser.parse(lines[8..<15]) == ["a": 2])
  }

  @Test func `blanks of all four kinds stand anywhere between tokens`() throws {
    #expect(try JSONParser.parse("\t\r\n [ 1 ,\n2 ]\t") == [1, 2])
    #expect(try JSONParser.parse(" { \"a\" : 1 } ") == ["a": 1])
  }

  @Test func `a byte order mark is skipped`() throws {
    #expect(try JSONParser.parse([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)) == [1])
    let error = #expect(throws: JSONError.self) { try JSONParser.parse("\u{FEFF}[x]") }
    #expect(error?.column == 2 && error?.offset == 4)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u00E9\u20ac""#, "Aéé€"),
    (#""\ud83d\ude00x""#, "😀x"),
    (#""\u0000""#, "\0"),
    (#""a\u2028b""#, "a\u{2028}b"),
    ("\"\u{2028}\u{7F}\"", "\u{2028}\u{7F}"),
    (#""""#, ""),
  ])
  func `escapes are read`(text: String, expected: String) throws {
    #expect(try JSONParser.parse(text).string?.utf8.elementsEqual(expected.utf8) == true)
  }

  @Test(arguments: [
    ("", 1, 1, "expected a value, but the text ends"),
    ("  ", 1, 3, "expected a value, but the text ends"),
    ("[1,\n 2,]", 2, 4, "expected a value, found “]”"),
    ("[1 2]", 1, 4, "expected “,” or “]”, found “2”"),
    ("[1", 1, 3, "expected “,” or “]”, but the text ends"),
    ("{\"a\" 1}", 1, 6, "expected “:”, found “1”"),
    ("{\"a\":1,}", 1, 8, "expected a member name in double quotes, found “}”"),
    ("{a:1}", 1, 2, "expected a member name in double quotes, found “a”"),
    ("{\"a\":1 \"b\":2}", 1, 8, "expected “,” or “}”, found “\"”"),
    ("{\"a\":1,\n \"a\":2}", 2, 2, "the member “a” comes twice in one object"),
    ("[1] x", 1, 5, "expected the end of the text, found “x”"),
    ("[1] // x", 1, 5, "expected the end of the text, found “/”"),
    ("nul", 1, 1, "expected a value, found “n”"),
    ("True", 1, 1, "expected a value, found “T”"),
    ("['a']", 1, 2, "expected a value, found “'”"),
    ("[é]", 1, 2, "expected a value, found “é”"),
    ("\u{0}", 1, 1, "expected a value, found “\\0”"),
    ("\"abc", 1, 5, "expected a closing quote, but the text ends"),
    ("\"abc\\", 1, 6, "expected a closing quote, but the text ends"),
    ("\"abc\\\"", 1, 7, "expected a closing quote, but the text ends"),
    ("\"é\n\"", 1, 3, "a control character (10) in a string must be escaped as \\u000a"),
    ("\"é\u{1F}\"", 1, 3, "a control character (31) in a string must be escaped as \\u001f"),
    ("\"\\x41\"", 1, 2, "“\\x” is no escape sequence"),
    ("\"\\é\"", 1, 2, "“\\é” is no escape sequence"),
    ("\"\\u12\"", 1, 2, "“\\u12” is no escape sequence"),
    ("\"\\u12g4\"", 1, 2, "“\\u12g4” is no escape sequence"),
    ("\"é\\ud800\"", 1, 3, "“\\ud800” is half of a surrogate pair without the other half"),
    ("\"\\ud800x\\udc00\"", 1, 2, "“\\ud800” is half of a surrogate pair without the other half"),
    ("\"\\ud800\\u0041\"", 1, 2, "“\\ud800” is half of a surrogate pair without the other half"),
    ("\"\\udc00\\ud800\"", 1, 2, "“\\udc00” is half of a surrogate pair without the other half"),
    ("\"\\udc00\\udc00\"", 1, 2, "“\\udc00” is half of a surrogate pair without the other half"),
    ("01", 1, 1, "a number must not begin with a zero that other digits follow"),
    ("[-01]", 1, 3, "a number must not begin with a zero that other digits follow"),
    ("-", 1, 2, "expected a digit, but the text ends"),
    ("[1.]", 1, 4, "expected a digit, found “]”"),
    ("1.e5", 1, 3, "expected a digit, found “e”"),
    ("1e+", 1, 4, "expected a digit, but the text ends"),
    (".5", 1, 1, "expected a value, found “.”"),
    ("+1", 1, 1, "expected a value, found “+”"),
    ("0x10", 1, 2, "expected the end of the text, found “x”"),
    ("NaN", 1, 1, "expected a value, found “N”"),
    ("-Infinity", 1, 2, "expected a digit, found “I”"),
    ("1_000", 1, 2, "expected the end of the text, found “_”"),
  ])
  func `a fault is named with its place`(text: String, line: Int, column: Int, reason: String) {
    let error = #expect(throws: JSONError.self) { try JSONParser.parse(text) }
    #expect(error?.description == "line \(line), column \(column): \(reason)")
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xC3], [0x80], [0xE2, 0x82],
    ] as [[UInt8]])
  func `bytes that are no UTF-8 are refused where they stand`(bytes: [UInt8]) {
    for tail in ["\"", "\\n\""] {
      let text = Array("[\n\"é".utf8) + bytes + Array(tail.utf8) + Array("]".utf8)
      let error = #expect(throws: JSONError.self) { try JSONParser.parse(text) }
      #expect(error?.reason == .invalidUTF8)
      #expect(error?.offset == 5 && error?.line == 2)
    }
    #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
  }

  @Test func `nesting is limited`() throws {
    let limit = JSONParser.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try JSONParser.parse(nested(limit)).compactDescription == nested(limit))
    let error = #expect(throws: JSONError.self) { try JSONParser.parse(nested(limit + 1)) }
    #expect(error?.reason == .tooDeep(limit: limit) && error?.column == limit + 1)
    #expect(throws: JSONError.self) {
      try JSONParser.parse(String(repeating: "{\"a\":", count: 1_000_000))
    }
    // Siblings do not add up.
    let siblings = "[" + Array(repeating: "[]", count: 2000).joined(separator: ",") + "]"
    #expect(try JSONParser.parse(siblings).array?.count == 2000)
  }

  @Test func `names that are only canonically equivalent are two members`() throws {
    let value = try JSONParser.parse("{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
  }

  @Test func `a duplicate is found among many members`() throws {
    let members = (0..<1000).map { "\"k\($0)\":\($0)" }
    let value = try JSONParser.parse("{" + members.joined(separator: ",") + "}")
    #expect(value.object?.count == 1000)
    #expect(value["k777"] == 777)
    let error = #expect(throws: JSONError.self) {
      try JSONParser.parse("{" + members.joined(separator: ",") + ",\"k500\":0}")
    }
    #expect(error?.reason == .duplicateName("k500"))
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `what is written is read back the same, in both layouts`(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    for _ in 0..<50 {
      let value = random.value(depth: 4)
      #expect(try JSONParser.parse(value.compactDescription) == value)
      #expect(try JSONParser.parse(value.prettyDescription) == value)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a damaged text is refused or read as what it says`(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    for _ in 0..<200 {
      var bytes = Array(random.value(depth: 3).compactDescription.utf8)
      bytes[random.numbers.below(bytes.count)] = UInt8(random.numbers.below(256))
      if let value = try? JSONParser.parse(bytes) {
        #expect(try JSONParser.parse(value.compactDescription) == value)
      }
    }
  }
}

/// Draws values of every kind, with the characters and numbers at which writers and readers slip.
struct RandomJSON {
  var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func value(depth: Int) -> JSONValue {
    switch numbers.below(depth > 0 ? 9 : 6) {
    case 0: return .null
    case 1: return .bool(numbers.below(2) == 0)
    case 2: return JSONValue(Int64(bitPattern: numbers.next()) >> numbers.below(64))
    case 3: return JSONValue(Double(bitPattern: numbers.next()))
    case 4, 5: return .string(string())
    case 6, 7: return .array((0..<numbers.below(5)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<numbers.below(25) { object[string()] = value(depth: depth - 2) }
      return .object(object)
    }
  }

  mutating func string() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "e", "\u{301}", "€", "😀",
      "\u{2028}", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}",
    ]
    var text = ""
    for _ in 0..<numbers.below(12) {
      text.unicodeScalars.append(scalars[numbers.below(scalars.count)])
    }
    return text
  }
}
