import Glibc

/// A run of bytes that can be lent, such as a key or a value.
///
/// Keys and values are taken as anything that conforms, so that arrays, slices and spans are
/// passed without a copy.
public protocol ByteRegion: ~Copyable, ~Escapable {
  /// Lends the bytes for the length of `body`.
  func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R
}

extension RawSpan: ByteRegion {
  /// Lends the span itself.
  @inlinable
  public func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try body(self)
  }
}

extension Array: ByteRegion where Element == UInt8 {
  /// Lends the array's storage.
  @inlinable
  public func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(span.bytes)
  }
}

extension ContiguousArray: ByteRegion where Element == UInt8 {
  /// Lends the array's storage.
  @inlinable
  public func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(span.bytes)
  }
}

extension ArraySlice: ByteRegion where Element == UInt8 {
  /// Lends the slice's part of its array's storage.
  @inlinable
  public func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(span.bytes)
  }
}

/// Integers as the bytes of their big-endian forms, eight for each, whose byte order is the integers'
/// order.
public struct IntegerKey<let count: Int>: ByteRegion, Sendable {
  /// The bytes, as they lie in memory.
  @usableFromInline let bigEndian: InlineArray<count, UInt64>

  /// Makes the key of some integers; nothing is allocated.
  @inlinable
  public init(_ integers: InlineArray<count, UInt64>) {
    bigEndian = InlineArray { integers[$0].bigEndian }
  }

  /// Lends the bytes.
  @inlinable
  public func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(bigEndian.span.bytes)
  }
}

extension IntegerKey<1> {
  /// Makes the key of a sequence.
  @inlinable
  public init(_ sequence: UInt64) { self.init([sequence]) }
}

extension ByteRegion {
  /// Whether these bytes stand before others in LMDB's order, in which a beginning comes first.
  @inlinable
  public func isBefore(_ other: some ByteRegion) -> Bool {
    withBytes { bytes in other.withBytes { bytes.order(to: $0) < 0 } }
  }
}

extension RawSpan {
  /// A copy of the bytes.
  @inlinable
  public var array: [UInt8] {
    unsafe withUnsafeBytes { unsafe [UInt8]($0) }
  }

  /// The integer of the eight bytes at `offset`, big-endian.
  ///
  /// - Precondition: `offset + 8 <= byteCount`.
  @inlinable
  public func bigEndianInteger(at offset: Int = 0) -> UInt64 {
    precondition(offset >= 0 && byteCount >= 8 && offset <= byteCount - 8)
    return unsafe UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The byte at `offset`.
  ///
  /// - Precondition: `offset` lies within the span.
  @inlinable
  public func byte(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < byteCount)
    return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// How these bytes stand to others in LMDB's order: negative, zero or positive.
  public func order(to other: RawSpan) -> Int {
    let shared = Swift.min(byteCount, other.byteCount)
    let prefix = unsafe withUnsafeBytes { mine in
      unsafe other.withUnsafeBytes { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return 0 }
        return unsafe Int(memcmp(mine, theirs, shared))
      }
    }
    return prefix != 0 ? prefix : byteCount - other.byteCount
  }
}
