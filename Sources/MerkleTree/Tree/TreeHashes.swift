/// The hashes of RFC 6962 §2.1 (the same in RFC 9162 §2.1.1).
///
/// A leaf and an inner node are told apart by their first byte, so that no node can be passed off
/// as a leaf.
extension Digest {
  /// The root of the tree without leaves: SHA-256 of nothing.
  public static let emptyTree = SHA256().finish()

  /// Returns the hash of a leaf: SHA-256(0x00 ‖ content).
  public static func leaf(_ content: RawSpan) -> Digest {
    var hash = SHA256()
    hash.update(prefix: 0x00)
    hash.update(content)
    return hash.finish()
  }

  /// Returns the hash of a leaf: SHA-256(0x00 ‖ content).
  public static func leaf(_ content: [UInt8]) -> Digest {
    var hash = SHA256()
    hash.update(prefix: 0x00)
    hash.update(content)
    return hash.finish()
  }

  /// Returns the hash of a leaf: SHA-256(0x00 ‖ content).
  public static func leaf(_ content: ArraySlice<UInt8>) -> Digest {
    var hash = SHA256()
    hash.update(prefix: 0x00)
    hash.update(content)
    return hash.finish()
  }

  /// Returns the hash of an inner node: SHA-256(0x01 ‖ left ‖ right).
  public static func node(_ left: Digest, _ right: Digest) -> Digest {
    var hash = SHA256()
    hash.update(prefix: 0x01)
    hash.update(left, right)
    return hash.finish()
  }
}
