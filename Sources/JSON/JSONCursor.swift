/// A place in a text, moved by reading what stands there.
///
/// The text is passed to each call instead of being held, since a type that holds a span cannot yet be
/// made without experimental features.
struct JSONCursor {
  /// Where the next byte is read, from the start of the text.
  var offset = 0

  /// How many arrays and objects are open.
  private var depth = 0

  init() {}

  // MARK: - Values

  /// Reads a value and the blanks before it.
  mutating func value(in text: Span<UInt8>) throws(JSONError) -> JSONValue {
    switch try token(in: text, expected: "a value") {
    case UInt8(ascii: "\""): return .string(try string(in: text))
    case UInt8(ascii: "{"): return .object(try object(in: text))
    case UInt8(ascii: "["): return .array(try array(in: text))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try number(in: text))
    case UInt8(ascii: "t"): return try literal("true", in: text, means: .bool(true))
    case UInt8(ascii: "f"): return try literal("false", in: text, means: .bool(false))
    case UInt8(ascii: "n"): return try literal("null", in: text, means: .null)
    default: throw unexpected(in: text, expected: "a value")
    }
  }

  /// Reads the blanks that may follow the value of a whole text.
  mutating func end(of text: Span<UInt8>) throws(JSONError) {
    skipBlanks(in: text)
    guard offset == text.count else { throw unexpected(in: text, expected: "the end of the text") }
  }

  private mutating func literal(
    _ word: String, in text: Span<UInt8>, means value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let end = offset + word.utf8.count
    guard end <= text.count else { throw unexpected(in: text, expected: "a value") }
    var place = offset
    for byte in word.utf8 {
      guard text[place] == byte else { throw unexpected(in: text, expected: "a value") }
      place += 1
    }
    offset = end
    return value
  }

  private mutating func array(in text: Span<UInt8>) throws(JSONError) -> [JSONValue] {
    try open(in: text)
    var elements: [JSONValue] = []
    if try token(in: text, expected: "a value or “]”") == UInt8(ascii: "]") {
      close()
      return elements
    }
    while true {
      elements.append(try value(in: text))
      switch try token(in: text, expected: "“,” or “]”") {
      case UInt8(ascii: ","): offset += 1
      case UInt8(ascii: "]"):
        close()
        return elements
      default: throw unexpected(in: text, expected: "“,” or “]”")
      }
    }
  }

  private mutating func object(in text: Span<UInt8>) throws(JSONError) -> JSONObject {
    try open(in: text)
    var object = JSONObject()
    if try token(in: text, expected: "a member name or “}”") == UInt8(ascii: "}") {
      close()
      return object
    }
    while true {
      guard try token(in: text, expected: "a member name") == UInt8(ascii: "\"") else {
        throw unexpected(in: text, expected: "a member name in double quotes")
      }
      let nameOffset = offset
      let name = try string(in: text)
      guard try token(in: text, expected: "“:”") == UInt8(ascii: ":") else {
        throw unexpected(in: text, expected: "“:”")
      }
      offset += 1
      guard object.insert(try value(in: text), for: name) else {
        throw JSONError(.duplicateName(name), at: nameOffset, in: text)
      }
      switch try token(in: text, expected: "“,” or “}”") {
      case UInt8(ascii: ","): offset += 1
      case UInt8(ascii: "}"):
        close()
        return object
      default: throw unexpected(in: text, expected: "“,” or “}”")
      }
    }
  }

  private mutating func open(in text: Span<UInt8>) throws(JSONError) {
    guard depth < JSONParser.depthLimit else {
      throw JSONError(.tooDeep(limit: JSONParser.depthLimit), at: offset, in: text)
    }
    depth += 1
    offset += 1
  }

  private mutating func close() {
    depth -= 1
    offset += 1
  }

  // MARK: - Numbers

  /// Reads a number (RFC 8259 §6) as far as it goes.
  mutating func number(in text: Span<UInt8>) throws(JSONError) -> JSONNumber {
    let start = offset
    var place = offset
    if place < text.count, text[place] == UInt8(ascii: "-") { place += 1 }
    let firstDigit = place
    place = try digits(from: place, in: text)
    if text[firstDigit] == UInt8(ascii: "0"), place > firstDigit + 1 {
      throw JSONError(.leadingZero, at: firstDigit, in: text)
    }
    if place < text.count, text[place] == UInt8(ascii: ".") {
      place = try digits(from: place + 1, in: text)
    }
    if place < text.count, text[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < text.count, text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-") {
        place += 1
      }
      place = try digits(from: place, in: text)
    }
    offset = place
    return JSONNumber(unchecked: try validated(start..<place, in: text))
  }

  private mutating func digits(from start: Int, in text: Span<UInt8>) throws(JSONError) -> Int {
    var place = start
    while place < text.count, text[place] &- UInt8(ascii: "0") < 10 { place += 1 }
    if place == start {
      offset = place
      throw unexpected(in: text, expected: "a digit")
    }
    return place
  }

  // MARK: - Strings

  /// Reads a string, whose opening quote stands here.
  private mutating func string(in text: Span<UInt8>) throws(JSONError) -> String {
    let start = offset + 1
    var end = start
    var hasEscapes = false
    while true {
      guard end < text.count else {
        throw JSONError(.unexpectedEnd(expected: "a closing quote"), at: text.count, in: text)
      }
      let byte = text[end]
      if byte == UInt8(ascii: "\"") { break }
      if byte < 0x20 { throw JSONError(.controlCharacter(byte), at: end, in: text) }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        end += 1
      }
      end += 1
    }
    // Escapes are ASCII, so the bytes are UTF-8 exactly where the text between them is.
    let string = try validated(start..<end, in: text)
    offset = end + 1
    return hasEscapes ? try unescaped(start..<end, in: text) : string
  }

  private func validated(_ range: Range<Int>, in text: Span<UInt8>) throws(JSONError) -> String {
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: text.extracting(range)))
    } catch {
      throw JSONError(.invalidUTF8, at: range.lowerBound + error.byteOffsets.lowerBound, in: text)
    }
  }

  private func unescaped(_ range: Range<Int>, in text: Span<UInt8>) throws(JSONError) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = text[place]
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        place += 1
        continue
      }
      switch text[place + 1] {
      case UInt8(ascii: "\""): bytes.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "/"))
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "u"):
        place += try appendCodeUnits(at: place, until: range.upperBound, in: text, to: &bytes)
        continue
      default: throw invalidEscape(at: place, count: 2, until: range.upperBound, in: text)
      }
      place += 2
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the scalar of `\uXXXX`, or of a surrogate pair of two; returns how many bytes it took.
  private func appendCodeUnits(
    at place: Int, until end: Int, in text: Span<UInt8>, to bytes: inout [UInt8]
  ) throws(JSONError) -> Int {
    guard let unit = hexadecimal(at: place, until: end, in: text) else {
      throw invalidEscape(at: place, count: 6, until: end, in: text)
    }
    if let scalar = Unicode.Scalar(unit) {
      bytes.append(contentsOf: String(Character(scalar)).utf8)
      return 6
    }
    guard UTF16.isLeadSurrogate(unit),
      let trail = hexadecimal(at: place + 6, until: end, in: text), UTF16.isTrailSurrogate(trail),
      let scalar = Unicode.Scalar(0x1_0000 + (UInt32(unit & 0x3FF) << 10 | UInt32(trail & 0x3FF)))
    else {
      throw JSONError(
        .loneSurrogate(excerpt(at: place, count: 6, until: end, in: text)), at: place, in: text)
    }
    bytes.append(contentsOf: String(Character(scalar)).utf8)
    return 12
  }

  /// The code unit of `\uXXXX`, or nil where none stands.
  private func hexadecimal(at place: Int, until end: Int, in text: Span<UInt8>) -> UInt16? {
    guard place + 6 <= end, text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for digitPlace in (place + 2)..<(place + 6) {
      let digit: UInt8
      switch text[digitPlace] {
      case let byte where byte &- UInt8(ascii: "0") < 10: digit = byte - UInt8(ascii: "0")
      case let byte where (byte | 0x20) &- UInt8(ascii: "a") < 6:
        digit = (byte | 0x20) - UInt8(ascii: "a") + 10
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  // MARK: - Blanks and faults

  static func beginsWithByteOrderMark(_ text: Span<UInt8>) -> Bool {
    text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
  }

  /// Skips blanks and returns the byte that follows, without passing it.
  private mutating func token(
    in text: Span<UInt8>, expected: @autoclosure () -> String
  ) throws(JSONError) -> UInt8 {
    skipBlanks(in: text)
    guard offset < text.count else {
      throw JSONError(.unexpectedEnd(expected: expected()), at: offset, in: text)
    }
    return text[offset]
  }

  private mutating func skipBlanks(in text: Span<UInt8>) {
    while offset < text.count {
      switch text[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  private func unexpected(in text: Span<UInt8>, expected: String) -> JSONError {
    guard offset < text.count else {
      return JSONError(.unexpectedEnd(expected: expected), at: offset, in: text)
    }
    return JSONError(
      .unexpected(
        found: excerpt(at: offset, count: 1, until: text.count, in: text), expected: expected),
      at: offset, in: text)
  }

  private func invalidEscape(
    at place: Int, count: Int, until end: Int, in text: Span<UInt8>
  ) -> JSONError {
    JSONError(
      .invalidEscape(excerpt(at: place, count: count, until: end, in: text)), at: place, in: text)
  }

  /// Up to `count` scalars; what is not UTF-8 shows as U+FFFD.
  private func excerpt(at place: Int, count: Int, until end: Int, in text: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    for place in place..<min(place + 4 * count, end) { bytes.append(text[place]) }
    return String(String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix(count))
  }
}
