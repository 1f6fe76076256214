/// Writes data items in the core deterministic encoding (RFC 8949 §4.2.1): shortest heads, shortest exact
/// floats, definite lengths.
///
/// Announce an array or map with its count and write its elements after it. Two things are the caller's: as
/// many elements as announced, and a map's keys in the order of their encodings
/// (``CBORKeyOrder/precedes(_:_:)``). A ``CBORCursor`` refuses what breaks either.
public struct CBORWriter: Sendable {
  /// What was written so far.
  public var bytes: [UInt8] = []

  /// Makes a writer without bytes that has room for some.
  @inlinable public init(reservingCapacity capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Forgets what was written, so that the same memory serves the next item.
  @inlinable public mutating func removeAll(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
  }

  // MARK: - Integers

  /// Writes an integer of 0 and above.
  @inlinable public mutating func unsigned(_ value: UInt64) { head(.unsigned, value) }

  /// Writes an integer.
  @inlinable public mutating func int(_ value: Int64) {
    // The argument of a negative n is -1 - n (RFC 8949 §3.1), which is its complement.
    if value >= 0 {
      head(.unsigned, UInt64(bitPattern: value))
    } else {
      head(.negative, UInt64(bitPattern: ~value))
    }
  }

  // MARK: - Strings

  /// Writes a byte string.
  @inlinable public mutating func bytes(_ value: [UInt8]) {
    head(.byteString, UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// Writes a byte string.
  @inlinable public mutating func bytes(_ value: ArraySlice<UInt8>) {
    head(.byteString, UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// Writes a byte string.
  @inlinable public mutating func bytes(_ value: Span<UInt8>) {
    head(.byteString, UInt64(value.count))
    encoded(value)
  }

  /// Writes a byte string of any other collection, such as a fixed-size identifier.
  @inlinable public mutating func bytes(_ value: some Collection<UInt8>) {
    head(.byteString, UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// Writes a text string.
  @inlinable public mutating func text(_ value: String) {
    head(.textString, UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  /// Writes items that are encoded already, as they are.
  @inlinable public mutating func encoded(_ items: Span<UInt8>) {
    bytes.append(addingCapacity: items.count) { room in
      for place in items.indices { room.append(items[place]) }
    }
  }

  // MARK: - Containers and tags

  /// Begins an array; as many items are to follow.
  @inlinable public mutating func array(count: Int) { head(.array, UInt64(count)) }

  /// Begins a map; as many pairs of key and value are to follow.
  @inlinable public mutating func map(count: Int) { head(.map, UInt64(count)) }

  /// Writes a tag; the item that it tags is to follow.
  @inlinable public mutating func tag(_ number: UInt64) { head(.tag, number) }

  // MARK: - Simple values and floats

  /// Writes `false` or `true`.
  @inlinable public mutating func bool(_ value: Bool) { bytes.append(value ? 0xF5 : 0xF4) }

  /// Writes `null`.
  @inlinable public mutating func null() { bytes.append(0xF6) }

  /// Writes a double as the shortest float that is exact; a whole one stays a float.
  ///
  /// - Throws: ``CBORError/Reason/notFinite`` for NaN and the infinities; nothing is written then.
  public mutating func double(_ value: Double) throws(CBORError) {
    guard value.isFinite else { throw CBORError(.notFinite, at: bytes.count) }
    let single = Float(value)
    guard Double(single) == value else { return float(0xFB, value.bitPattern, byteCount: 8) }
    let half = Float16(single)
    if Float(half) == single {
      float(0xF9, UInt64(half.bitPattern), byteCount: 2)
    } else {
      float(0xFA, UInt64(single.bitPattern), byteCount: 4)
    }
  }

  private mutating func float(_ initialByte: UInt8, _ bits: UInt64, byteCount: Int) {
    bytes.append(initialByte)
    bigEndian(bits, byteCount: byteCount)
  }

  // MARK: - Heads

  /// Writes an initial byte and its argument in the fewest bytes (RFC 8949 §3).
  @inlinable mutating func head(_ type: CBORMajorType, _ argument: UInt64) {
    if argument < 24 {
      bytes.append(type.rawValue << 5 | UInt8(truncatingIfNeeded: argument))
    } else {
      longHead(type, argument)
    }
  }

  @usableFromInline mutating func longHead(_ type: CBORMajorType, _ argument: UInt64) {
    let initialByte = type.rawValue << 5
    switch argument {
    case ...0xFF:
      bytes.append(initialByte | 24)
      bigEndian(argument, byteCount: 1)
    case ...0xFFFF:
      bytes.append(initialByte | 25)
      bigEndian(argument, byteCount: 2)
    case ...0xFFFF_FFFF:
      bytes.append(initialByte | 26)
      bigEndian(argument, byteCount: 4)
    default:
      bytes.append(initialByte | 27)
      bigEndian(argument, byteCount: 8)
    }
  }

  private mutating func bigEndian(_ value: UInt64, byteCount: Int) {
    bytes.append(addingCapacity: byteCount) { room in
      var shift = 8 * byteCount
      while shift > 0 {
        shift -= 8
        room.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
      }
    }
  }
}
