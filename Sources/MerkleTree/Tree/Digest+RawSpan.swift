// Says `unsafe` and holds no pointer: the raw memory of a digest, for files and for hashing.

extension Digest {
  /// Takes the bytes of a digest, or returns nil where they are not 32.
  @inlinable
  public init?(bytes: RawSpan) {
    guard bytes.byteCount == Digest.byteCount else { return nil }
    // The offsets are checked, and any eight bytes are a number.
    self.init(
      UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt64.self)),
      UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 16, as: UInt64.self)),
      UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 24, as: UInt64.self)))
  }

  /// Lends the 32 bytes to `body` without a copy on the heap.
  @inlinable
  public func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let words: InlineArray<4, UInt64> = [
      word0.bigEndian, word1.bigEndian, word2.bigEndian, word3.bigEndian,
    ]
    // Words have no padding whose bytes could be undefined.
    return try unsafe body(words.span.bytes)
  }
}
