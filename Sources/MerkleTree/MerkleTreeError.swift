/// Why a proof, a key, a note or a checkpoint was refused.
public enum MerkleTreeError: Error, Hashable, Sendable {
  /// A tree of `size` leaves has no leaf of this index.
  case leafOutOfRange(leaf: UInt64, size: UInt64)

  /// There is no consistency between these sizes: the first is 0 or greater than the second.
  ///
  /// Every tree extends the empty one, so a proof from size 0 would prove nothing.
  case sizesOutOfRange(from: UInt64, to: UInt64)

  /// A proof between these places has one length only, and this one has another.
  case proofLength(expected: Int, found: Int)

  /// The proof leads to another root than the one that the tree of `size` leaves is said to have.
  case rootMismatch(size: UInt64, expected: Digest, computed: Digest)

  /// A key's name, its text form or its bytes are not as C2SP signed-note demands.
  case malformedKey(reason: String)

  /// The note is not as C2SP signed-note demands, from `line` (counted from 1) on.
  case malformedNote(line: Int, reason: String)

  /// The text of a note is not that of a checkpoint, from `line` (counted from 1) on.
  case malformedCheckpoint(line: Int, reason: String)

  /// The note carries no signature of the key with this name and key id.
  case notSigned(key: String)

  /// The note carries a signature that claims to be of this key and is not.
  case badSignature(key: String)

  /// libcrypto refused an operation that depends on no input: its installation is at fault.
  case cryptographyUnavailable(operation: String)
}

extension MerkleTreeError: CustomStringConvertible {
  /// The refusal as a sentence.
  public var description: String {
    switch self {
    case .leafOutOfRange(let leaf, let size):
      "There is no leaf \(leaf) in a tree of size \(size)."
    case .sizesOutOfRange(let from, let to):
      from == 0
        ? "Nothing can be proved from the empty tree, since every tree extends it."
        : "A tree of size \(to) cannot extend one of size \(from)."
    case .proofLength(let expected, let found):
      "The proof must have \(expected) hashes and has \(found)."
    case .rootMismatch(let size, let expected, let computed):
      "The root at size \(size) should be \(expected), and the proof leads to \(computed)."
    case .malformedKey(let reason):
      "The key is malformed: \(reason)."
    case .malformedNote(let line, let reason):
      "The signed note is malformed in line \(line): \(reason)."
    case .malformedCheckpoint(let line, let reason):
      "The checkpoint is malformed in line \(line): \(reason)."
    case .notSigned(let key):
      "The note is not signed by \(key)."
    case .badSignature(let key):
      "The note's signature by \(key) does not belong to its text."
    case .cryptographyUnavailable(let operation):
      "The installed libcrypto cannot perform \(operation)."
    }
  }
}
