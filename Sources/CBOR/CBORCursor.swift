/// A place in encoded bytes, moved by reading the items that stand there.
///
/// Reading is strict: whatever the core deterministic encoding (RFC 8949 §4.2.1) would have written otherwise
/// is an error, so that one value has one encoding. What reads without an error is, written again, the
/// same bytes. (A map's keys are checked by ``CBORKeyOrder`` while reading and by ``skip(in:)``.)
///
/// The bytes are borrowed and passed to each call: nothing is copied but what is returned, and no length
/// or count that the bytes claim allocates anything. After an error the cursor's place is unspecified.
public struct CBORCursor: Sendable, Hashable {
  /// How deeply ``skip(in:)`` follows items within items, tags included.
  public static let depthLimit = 128

  /// Where the next item is read, from the start of the bytes.
  public var offset: Int

  /// A cursor at an offset of 0 and above.
  @inlinable public init(offset: Int = 0) {
    self.offset = offset
  }

  // MARK: - Looking

  /// Whether no byte is left.
  @inlinable public func isAtEnd(of bytes: Span<UInt8>) -> Bool { offset >= bytes.count }

  /// The kind of the next item, without passing it.
  @inlinable public func majorType(in bytes: Span<UInt8>) throws(CBORError) -> CBORMajorType {
    CBORMajorType(initialByte: try initialByte(in: bytes))
  }

  /// Refuses bytes after the last item.
  @inlinable public func expectEnd(of bytes: Span<UInt8>) throws(CBORError) {
    guard offset == bytes.count else {
      throw CBORError(
        offset > bytes.count ? .truncated : .trailingBytes(count: bytes.count - offset), at: offset)
    }
  }

  // MARK: - Integers

  /// Reads an integer of 0 and above.
  @inlinable public mutating func unsigned(in bytes: Span<UInt8>) throws(CBORError) -> UInt64 {
    try argument(of: .unsigned, in: bytes)
  }

  /// Reads an integer of 64 bits with a sign.
  @inlinable public mutating func int(in bytes: Span<UInt8>) throws(CBORError) -> Int64 {
    let start = offset
    let type = try majorType(in: bytes)
    guard type == .unsigned || type == .negative else {
      throw unexpected(type, expected: "an integer")
    }
    let argument = try argument(of: type, in: bytes)
    guard let magnitude = Int64(exactly: argument) else {
      throw CBORError(.integerOutOfRange, at: start)
    }
    return type == .negative ? ~magnitude : magnitude
  }

  // MARK: - Strings

  /// Reads a byte string; returns where its content stands.
  @inlinable public mutating func byteStringRange(
    in bytes: Span<UInt8>
  ) throws(CBORError) -> Range<Int> {
    try content(of: .byteString, in: bytes)
  }

  /// Reads a byte string.
  @inlinable public mutating func byteString(in bytes: Span<UInt8>) throws(CBORError) -> [UInt8] {
    let range = try content(of: .byteString, in: bytes)
    return [UInt8](capacity: range.count) { room in
      for place in range { room.append(bytes[place]) }
    }
  }

  /// Passes a text string without looking at it; returns where its UTF-8, which is *not* checked,
  /// stands.
  ///
  /// For bytes that were checked when they were written.
  @inlinable public mutating func uncheckedTextRange(
    in bytes: Span<UInt8>
  ) throws(CBORError) -> Range<Int> {
    try content(of: .textString, in: bytes)
  }

  /// Reads a text string; returns where its UTF-8, which is checked, stands.
  public mutating func textRange(in bytes: Span<UInt8>) throws(CBORError) -> Range<Int> {
    let start = offset
    let range = try content(of: .textString, in: bytes)
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.extracting(range))
    } catch {
      throw CBORError(.invalidUTF8, at: start)
    }
    return range
  }

  /// Reads a text string.
  public mutating func text(in bytes: Span<UInt8>) throws(CBORError) -> String {
    let start = offset
    let range = try content(of: .textString, in: bytes)
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: bytes.extracting(range)))
    } catch {
      throw CBORError(.invalidUTF8, at: start)
    }
  }

  // MARK: - Containers and tags

  /// Reads the head of an array; returns how many items follow.
  ///
  /// A count above the bytes that are left is refused, so that it is safe to reserve memory by it.
  @inlinable public mutating func arrayCount(in bytes: Span<UInt8>) throws(CBORError) -> Int {
    try count(of: .array, halvings: 0, in: bytes)
  }

  /// Reads the head of a map; returns how many pairs follow.
  ///
  /// A count above half the bytes that are left is refused, so that it is safe to reserve memory by it.
  @inlinable public mutating func mapCount(in bytes: Span<UInt8>) throws(CBORError) -> Int {
    try count(of: .map, halvings: 1, in: bytes)
  }

  /// Reads a tag; the item that it tags is next.
  @inlinable public mutating func tag(in bytes: Span<UInt8>) throws(CBORError) -> UInt64 {
    try argument(of: .tag, in: bytes)
  }

  // MARK: - Simple values and floats

  /// Reads `false` or `true`.
  @inlinable public mutating func bool(in bytes: Span<UInt8>) throws(CBORError) -> Bool {
    let initialByte = try initialByte(in: bytes)
    guard initialByte & 0xFE == 0xF4 else {
      throw mismatch(initialByte, expected: "a boolean")
    }
    offset += 1
    return initialByte == 0xF5
  }

  /// Reads `null`.
  @inlinable public mutating func null(in bytes: Span<UInt8>) throws(CBORError) {
    let initialByte = try initialByte(in: bytes)
    guard initialByte == 0xF6 else { throw mismatch(initialByte, expected: "null") }
    offset += 1
  }

  /// Whether `null` stands next; passes it then.
  @inlinable public mutating func nullIfPresent(in bytes: Span<UInt8>) throws(CBORError) -> Bool {
    guard try initialByte(in: bytes) == 0xF6 else { return false }
    offset += 1
    return true
  }

  /// What the next item of major type 7 is, without passing it.
  public func simpleOrFloat(in bytes: Span<UInt8>) throws(CBORError) -> CBORSimpleOrFloat {
    let initialByte = try initialByte(in: bytes)
    switch initialByte {
    case 0xF4, 0xF5: return .bool
    case 0xF6: return .null
    case 0xF9...0xFB: return .double
    default: throw mismatch(initialByte, expected: "a boolean, null or a float")
    }
  }

  /// Reads a float of any width.
  public mutating func double(in bytes: Span<UInt8>) throws(CBORError) -> Double {
    let start = offset
    let initialByte = try initialByte(in: bytes)
    let value: Double
    switch initialByte {
    case 0xF9:
      let bits = try bigEndian(UInt16.self, in: bytes)
      value = Double(Float16(bitPattern: bits))
    case 0xFA:
      let single = Float(bitPattern: try bigEndian(UInt32.self, in: bytes))
      value = Double(single)
      if single.isFinite, Float(Float16(single)) == single {
        throw CBORError(.floatNotShortest, at: start)
      }
    case 0xFB:
      value = Double(bitPattern: try bigEndian(UInt64.self, in: bytes))
      if value.isFinite, Double(Float(value)) == value {
        throw CBORError(.floatNotShortest, at: start)
      }
    default: throw mismatch(initialByte, expected: "a float")
    }
    guard value.isFinite else { throw CBORError(.notFinite, at: start) }
    return value
  }

  // MARK: - Whole items

  /// Passes an item with all that it contains, and checks it: heads, floats, UTF-8, the order of keys.
  ///
  /// - Returns: where its encoding stands.
  /// - Throws: ``CBORError``, ``CBORError/Reason/tooDeep(limit:)`` beyond ``depthLimit``.
  @discardableResult
  public mutating func skip(in bytes: Span<UInt8>) throws(CBORError) -> Range<Int> {
    let start = offset
    try skip(in: bytes, depth: 0)
    return start..<offset
  }

  /// Passes an item with all that it contains, and looks at its heads alone.
  ///
  /// For bytes that were checked when they were written.
  @inlinable public mutating func pass(in bytes: Span<UInt8>) throws(CBORError) {
    // No item has more elements than there are bytes, so that this cannot grow beyond all bounds.
    var left = 1
    while left > 0 {
      left -= 1
      let type = try majorType(in: bytes)
      switch type {
      case .unsigned, .negative: _ = try argument(of: type, in: bytes)
      case .byteString, .textString: _ = try content(of: type, in: bytes)
      case .array: left += try arrayCount(in: bytes)
      case .map: left += 2 * (try mapCount(in: bytes))
      case .tag:
        _ = try tag(in: bytes)
        left += 1
      case .simpleOrFloat:
        let width = try initialByte(in: bytes) & 0x1F
        offset += width < 24 ? 1 : 1 + 1 << Int(width & 7)
        guard offset <= bytes.count else { throw CBORError(.truncated, at: offset) }
      }
    }
  }

  private mutating func skip(in bytes: Span<UInt8>, depth: Int) throws(CBORError) {
    guard depth <= Self.depthLimit else {
      throw CBORError(.tooDeep(limit: Self.depthLimit), at: offset)
    }
    let type = try majorType(in: bytes)
    switch type {
    case .unsigned, .negative: _ = try argument(of: type, in: bytes)
    case .byteString: _ = try byteStringRange(in: bytes)
    case .textString: _ = try textRange(in: bytes)
    case .array:
      for _ in 0..<(try arrayCount(in: bytes)) { try skip(in: bytes, depth: depth + 1) }
    case .map:
      var order = CBORKeyOrder()
      for _ in 0..<(try mapCount(in: bytes)) {
        let key = offset
        try skip(in: bytes, depth: depth + 1)
        try order.follow(key..<offset, in: bytes)
        try skip(in: bytes, depth: depth + 1)
      }
    case .tag:
      _ = try tag(in: bytes)
      try skip(in: bytes, depth: depth + 1)
    case .simpleOrFloat:
      switch try simpleOrFloat(in: bytes) {
      case .bool, .null: offset += 1
      case .double: _ = try double(in: bytes)
      }
    }
  }

  // MARK: - Heads

  @inlinable func initialByte(in bytes: Span<UInt8>) throws(CBORError) -> UInt8 {
    guard offset < bytes.count else { throw CBORError(.truncated, at: offset) }
    return bytes[offset]
  }

  /// Reads a head of one kind; returns its argument.
  @inlinable mutating func argument(
    of type: CBORMajorType, in bytes: Span<UInt8>
  ) throws(CBORError) -> UInt64 {
    let initialByte = try initialByte(in: bytes)
    guard initialByte >> 5 == type.rawValue else {
      throw mismatch(initialByte, expected: type.description)
    }
    let information = initialByte & 0x1F
    guard information >= 24 else {
      offset += 1
      return UInt64(information)
    }
    return try longArgument(information, in: bytes)
  }

  @usableFromInline mutating func longArgument(
    _ information: UInt8, in bytes: Span<UInt8>
  ) throws(CBORError) -> UInt64 {
    let start = offset
    let argument: UInt64
    let leastNeeded: UInt64
    switch information {
    case 24:
      argument = UInt64(try bigEndian(UInt8.self, in: bytes))
      leastNeeded = 24
    case 25:
      argument = UInt64(try bigEndian(UInt16.self, in: bytes))
      leastNeeded = 1 << 8
    case 26:
      argument = UInt64(try bigEndian(UInt32.self, in: bytes))
      leastNeeded = 1 << 16
    case 27:
      argument = try bigEndian(UInt64.self, in: bytes)
      leastNeeded = 1 << 32
    case 31: throw CBORError(.indefiniteLength, at: start)
    default: throw CBORError(.reserved(additionalInformation: information), at: start)
    }
    guard argument >= leastNeeded else { throw CBORError(.notShortest, at: start) }
    return argument
  }

  /// Reads a string's head and passes its content, whose place is returned.
  @inlinable mutating func content(
    of type: CBORMajorType, in bytes: Span<UInt8>
  ) throws(CBORError) -> Range<Int> {
    let start = offset
    let length = try argument(of: type, in: bytes)
    // Compared before it is converted or added: a claimed length may be anything up to 2^64 - 1.
    guard length <= UInt64(bytes.count - offset) else { throw CBORError(.truncated, at: start) }
    let range = offset..<(offset + Int(length))
    offset = range.upperBound
    return range
  }

  /// - Parameter halvings: How often the bytes that are left are halved for the elements to fit.
  @inlinable mutating func count(
    of type: CBORMajorType, halvings: Int, in bytes: Span<UInt8>
  ) throws(CBORError) -> Int {
    let start = offset
    let count = try argument(of: type, in: bytes)
    guard count <= UInt64((bytes.count - offset) >> halvings) else {
      throw CBORError(.truncated, at: start)
    }
    return Int(count)
  }

  /// Passes the initial byte and reads the integer that follows it.
  private mutating func bigEndian<Value: FixedWidthInteger & UnsignedInteger>(
    _ type: Value.Type, in bytes: Span<UInt8>
  ) throws(CBORError) -> Value {
    let end = offset + 1 + MemoryLayout<Value>.size
    guard end <= bytes.count else { throw CBORError(.truncated, at: offset) }
    var value: UInt64 = 0
    for place in (offset + 1)..<end { value = value << 8 | UInt64(bytes[place]) }
    offset = end
    return Value(truncatingIfNeeded: value)
  }

  // MARK: - Faults

  @usableFromInline func unexpected(_ found: CBORMajorType, expected: String) -> CBORError {
    CBORError(.unexpected(found: found, expected: expected), at: offset)
  }

  /// What is wrong with an initial byte that does not begin what is asked for.
  @usableFromInline func mismatch(_ initialByte: UInt8, expected: String) -> CBORError {
    let type = CBORMajorType(initialByte: initialByte)
    guard type == .simpleOrFloat else { return unexpected(type, expected: expected) }
    switch initialByte & 0x1F {
    case 20...22, 25...27: return unexpected(type, expected: expected)
    case 28...30:
      return CBORError(.reserved(additionalInformation: initialByte & 0x1F), at: offset)
    case 31: return CBORError(.indefiniteLength, at: offset)
    default: return CBORError(.unknownSimpleValue, at: offset)
    }
  }
}

/// What an item of major type 7 is, of those that deterministic encoding here allows.
public enum CBORSimpleOrFloat: Sendable, Hashable {
  /// `false` or `true`.
  case bool
  /// `null`.
  case null
  /// A float of any width.
  case double
}

extension CBORMajorType {
  /// The kind of the item that a byte begins.
  @inlinable init(initialByte: UInt8) {
    switch initialByte >> 5 {
    case 0: self = .unsigned
    case 1: self = .negative
    case 2: self = .byteString
    case 3: self = .textString
    case 4: self = .array
    case 5: self = .map
    case 6: self = .tag
    default: self = .simpleOrFloat
    }
  }
}
