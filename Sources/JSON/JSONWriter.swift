import Bytes

/// Writes JSON texts as UTF-8, commas and indentation included.
///
/// Strings escape `"`, `\` and the control characters below U+0020 (by their short forms where there are
/// such) and nothing else: the bytes of a value are always the same. Begin a container, write its
/// elements (in an object each after ``member(_:)``), end it:
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.member("op", "committed")
///     writer.member("ids")
///     writer.beginArray()
///     for id in ids { writer.write(id) }
///     writer.endArray()
///     writer.endObject()
public struct JSONWriter {
  /// How a text is laid out.
  public enum Layout: Sendable, Hashable {
    /// On one line, without blanks between tokens.
    case compact
    /// An element or member a line, indented by two blanks a level; empty containers on one line.
    case pretty
  }

  /// What was written so far.
  public private(set) var bytes: [UInt8] = []

  /// How the text is laid out.
  public let layout: Layout

  private var depth = 0

  /// Whether an element of the same container stands before.
  private var followsElement = false

  /// Whether a member's name stands before, whose value goes on the same line.
  private var followsName = false

  /// Makes a writer of an empty text.
  public init(_ layout: Layout = .compact) {
    self.layout = layout
  }

  /// What was written so far, as a string.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Gives the bytes written so far away, in the midst of a text that goes on; their memory serves for the
  /// next ones.
  ///
  /// - Parameter body: Takes the bytes.
  public mutating func drain<E: Error>(_ body: ([UInt8]) throws(E) -> Void) throws(E) {
    try body(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Forgets what was written, so that the same memory serves the next text.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    depth = 0
    followsElement = false
    followsName = false
  }

  /// Ends a line of JSON lines: whatever comes next is a text of its own.
  ///
  /// - Precondition: no container is open.
  public mutating func endLine() {
    precondition(depth == 0, "a line ends within a container")
    bytes.append(UInt8(ascii: "\n"))
    followsElement = false
  }

  // MARK: - Containers

  /// Begins an object.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// Ends the object begun last.
  public mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Begins an array.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// Ends the array begun last.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes a member's name; its value is to follow.
  ///
  /// The names of an object must differ: the writer does not look.
  public mutating func member(_ name: String) {
    if layout == .pretty {
      element()
      appendQuoted(name.utf8.span, isName: true)
      bytes.append(UInt8(ascii: " "))
    } else {
      appendQuoted(name.utf8.span, isName: true, followsElement: followsElement && !followsName)
      followsElement = true
    }
    followsName = true
  }

  /// Writes a member.
  @inlinable public mutating func member(_ name: String, _ value: some JSONWritable) {
    member(name)
    value.write(to: &self)
  }

  /// Writes a member whose value is a string.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - text: The string, which must be valid UTF-8.
  public mutating func member(_ name: String, utf8 text: Span<UInt8>) {
    member(name)
    write(string: text)
  }

  /// Writes a member, unless it has no value.
  @inlinable public mutating func member(ifPresent name: String, _ value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }

  // MARK: - Values

  /// Writes a value.
  @inlinable public mutating func write(_ value: some JSONWritable) {
    value.write(to: &self)
  }

  /// Writes `null`.
  public mutating func writeNull() {
    element()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a value that stands in the text as it is.
  mutating func write(literal: String) {
    element()
    bytes.append(contentsOf: literal.utf8)
  }

  mutating func write(string: Span<UInt8>) {
    element()
    appendQuoted(string)
  }

  // MARK: - Tokens

  private mutating func open(_ bracket: UInt8) {
    element()
    bytes.append(bracket)
    depth += 1
    followsElement = false
  }

  private mutating func close(_ bracket: UInt8) {
    precondition(depth > 0 && !followsName, "a container ends that was not begun, or after a name")
    depth -= 1
    if followsElement { breakLine() }
    bytes.append(bracket)
    followsElement = true
  }

  /// Writes what separates an element, or a member's name, from what stands before it.
  private mutating func element() {
    if followsName {
      followsName = false
    } else {
      if followsElement { bytes.append(UInt8(ascii: ",")) }
      if depth > 0 { breakLine() }
    }
    followsElement = true
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<(2 * depth) { bytes.append(UInt8(ascii: " ")) }
  }

  /// Writes a string between quotes; behind a name a colon, and before what follows an element a comma.
  private mutating func appendQuoted(
    _ text: Span<UInt8>, isName: Bool = false, followsElement: Bool = false
  ) {
    let quote = UInt8(ascii: "\"")
    var end = Self.endOfPlain(text, from: 0)
    if end == text.count {
      // Most strings have nothing to be escaped: room is made once.
      bytes.append(addingCapacity: text.count + 4) { room in
        if followsElement { room.append(UInt8(ascii: ",")) }
        room.append(quote)
        for place in text.indices { room.append(text[place]) }
        room.append(quote)
        if isName { room.append(UInt8(ascii: ":")) }
      }
      return
    }
    if followsElement { bytes.append(UInt8(ascii: ",")) }
    bytes.append(quote)
    var start = 0
    // What stands between two signs to be escaped is copied as a whole.
    while true {
      if end > start { bytes.append(copying: text.extracting(start..<end)) }
      if end == text.count { break }
      appendEscaped(text[end])
      start = end + 1
      end = Self.endOfPlain(text, from: start)
    }
    bytes.append(quote)
    if isName { bytes.append(UInt8(ascii: ":")) }
  }

  /// Where the next byte stands that must be escaped; the end where there is none.
  private static func endOfPlain(_ text: Span<UInt8>, from start: Int) -> Int {
    text.place(from: start) {
      ($0 < 0x20 ? 1 : 0) | ($0 == UInt8(ascii: "\"") ? 1 : 0)
        | ($0 == UInt8(ascii: "\\") ? 1 : 0)
    }
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0..<0x20:
      bytes.append(contentsOf: "u00".utf8)
      for digit in [byte >> 4, byte & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
      }
    default: bytes.append(byte)
    }
  }
}
