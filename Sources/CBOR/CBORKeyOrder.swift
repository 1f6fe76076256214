/// The order that a deterministic map's keys stand in: that of the bytes of their encodings
/// (RFC 8949 §4.2.1), `"b"` before `"aa"`.
///
/// While reading a map, give it each key's bytes as they come:
///
///     var order = CBORKeyOrder()
///     for _ in 0..<(try cursor.mapCount(in: bytes)) {
///       let start = cursor.offset
///       let name = try cursor.text(in: bytes)
///       try order.follow(start..<cursor.offset, in: bytes)
///       …
///     }
public struct CBORKeyOrder: Sendable, Hashable {
  @usableFromInline var previous: Range<Int>?

  /// An order before the first key of a map.
  @inlinable public init() {}

  /// Takes the next key, by where its whole encoding stands.
  ///
  /// - Throws: ``CBORError/Reason/unsortedKey`` or ``CBORError/Reason/duplicateKey`` at the key.
  @inlinable public mutating func follow(
    _ key: Range<Int>, in bytes: Span<UInt8>
  ) throws(CBORError) {
    defer { previous = key }
    guard let previous else { return }
    for (old, new) in zip(previous, key) where bytes[old] != bytes[new] {
      guard bytes[old] < bytes[new] else { throw CBORError(.unsortedKey, at: key.lowerBound) }
      return
    }
    // No encoding of an item is a prefix of another's, so that equal so far is equal.
    throw CBORError(.duplicateKey, at: key.lowerBound)
  }

  /// Whether a text key stands before another: the shorter in UTF-8 first, else by the bytes.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    let (leftCount, rightCount) = (left.utf8.count, right.utf8.count)
    if leftCount != rightCount { return leftCount < rightCount }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
