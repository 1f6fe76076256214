internal import JSON

/// Finds the records of a JSON text, one after the other: the elements of its array, or of the member
/// `entries` of its object.
///
/// The text is not parsed as a whole: each record is found by its brackets and parsed by itself, so that
/// memory is that of one, and one that is broken is the matter of one.
///
/// - Complexity: linear in the text.
struct JSONRecords {
  /// The members of the outermost object besides the records, as far as they are short.
  private(set) var members = JSONObject()
  /// Whether there is a bracket, with which any text of records begins.
  private(set) var hasBegun = false
  /// Whether the text ended before what its first bracket opens.
  private(set) var isCutOff = false
  private var place: Int
  /// Whether the records are in a member of an object.
  private var isInObject = false
  private var isInArray = false
  private var isAtEnd = false

  /// Members beyond this are passed by.
  private static let memberByteCount = 1 << 16

  /// Looks for the array of records.
  ///
  /// - Parameter start: Where the text begins; what stands there before the first bracket is passed by.
  init(_ text: Span<UInt8>, from start: Int) {
    place = start
    while place < text.count, text[place] != UInt8(ascii: "{"), text[place] != UInt8(ascii: "[") {
      place += 1
    }
    guard place < text.count else {
      isAtEnd = true
      return
    }
    hasBegun = true
    isInObject = text[place] == UInt8(ascii: "{")
    place += 1
    if isInObject {
      findArray(in: text)
    } else {
      isInArray = true
    }
  }

  /// The bytes of the next record, and whether it is whole; nil behind the last.
  mutating func next(in text: Span<UInt8>) -> (range: Range<Int>, isWhole: Bool)? {
    guard isInArray else { return nil }
    skipBlanks(in: text, also: UInt8(ascii: ","))
    guard place < text.count else {
      isCutOff = true
      return end()
    }
    if text[place] == UInt8(ascii: "]") {
      guard isInObject else { return end() }
      place += 1
      isInArray = false
      findArray(in: text)
      return next(in: text)
    }
    let start = place
    let isWhole = skipValue(in: text)
    if place == start { place += 1 }
    return (start..<place, isWhole)
  }

  /// Reads members up to the array of records.
  private mutating func findArray(in text: Span<UInt8>) {
    while !isAtEnd {
      skipBlanks(in: text, also: UInt8(ascii: ","))
      guard place < text.count else { return cutOff() }
      guard text[place] == UInt8(ascii: "\"") else { return isAtEnd = true }
      let nameStart = place
      guard skipValue(in: text) else { return cutOff() }
      let name = nameStart..<place
      skipBlanks(in: text, also: UInt8(ascii: ":"))
      let parsed = try? JSONParser.parse(text.extracting(name)).string
      if parsed == "entries", place < text.count, text[place] == UInt8(ascii: "[") {
        place += 1
        isInArray = true
        return
      }
      let valueStart = place
      guard skipValue(in: text) else { return cutOff() }
      if let parsed, place - valueStart <= Self.memberByteCount,
        let value = try? JSONParser.parse(text.extracting(valueStart..<place))
      {
        members[parsed] = value
      }
    }
  }

  private mutating func cutOff() {
    isCutOff = true
    isAtEnd = true
  }

  private mutating func end() -> (range: Range<Int>, isWhole: Bool)? {
    isInArray = false
    isAtEnd = true
    return nil
  }

  /// Goes over a value by its brackets and quotes; false where the text ends in it.
  private mutating func skipValue(in text: Span<UInt8>) -> Bool {
    var depth = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""):
        guard skipString(in: text) else { return false }
        if depth == 0 { return true }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // Without a bracket to close, it is that of what the value stands in.
        if depth == 0 { return true }
        depth -= 1
        if depth == 0 {
          place += 1
          return true
        }
      case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
        UInt8(ascii: "\t"):
        if depth == 0 { return true }
      default:
        break
      }
      place += 1
    }
    return false
  }

  private mutating func skipString(in text: Span<UInt8>) -> Bool {
    place += 1
    while place < text.count {
      let byte = text[place]
      place += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\") { place += 1 }
    }
    place = min(place, text.count)
    return false
  }

  private mutating func skipBlanks(in text: Span<UInt8>, also other: UInt8) {
    while place < text.count {
      let byte = text[place]
      guard byte == 0x20 || (0x09...0x0D).contains(byte) || byte == other else { return }
      place += 1
    }
  }
}
