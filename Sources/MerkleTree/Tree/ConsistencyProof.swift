/// The hashes that lead to the roots of a tree at two sizes (RFC 9162 §2.1.4).
///
/// It shows that the larger tree begins with every leaf of the smaller one, unchanged.
public struct ConsistencyProof: Hashable, Sendable {
  /// The number of leaves of the smaller tree.
  public var from: UInt64

  /// The number of leaves of the larger tree.
  public var to: UInt64

  /// The nodes, from the lowest to the child of the root.
  public var hashes: [Digest]

  /// Takes up a proof that was made elsewhere, for `verify` to judge.
  public init(from: UInt64, to: UInt64, hashes: [Digest]) {
    self.from = from
    self.to = to
    self.hashes = hashes
  }

  /// Makes the proof that the tree of the first `to` leaves extends that of the first `from`.
  ///
  /// - Parameter subtree: Returns the root of the complete subtree of 2^level leaves from leaf
  ///   index · 2^level. It is called at most 2·log₂(to) + 1 times, from the top of the tree down.
  /// - Throws: `MerkleTreeError.sizesOutOfRange`, or what `subtree` throws.
  public init(
    from: UInt64, to: UInt64, subtree: (_ level: UInt8, _ index: UInt64) throws -> Digest
  ) throws {
    guard from > 0, from <= to else {
      throw MerkleTreeError.sizesOutOfRange(from: from, to: to)
    }
    // Down to the node that ends where the smaller tree ends, collecting the other child each time.
    var hashes: [Digest] = []
    var node = LeafRange(begin: 0, count: to)
    while node.begin + node.count != from {
      let (left, right) = node.children()
      let neighbour: LeafRange
      (node, neighbour) = from <= right.begin ? (left, right) : (right, left)
      hashes.append(try neighbour.root(subtree: subtree))
    }
    // A node that begins at 0 is the smaller tree itself: its root is known to the verifier.
    if node.begin > 0 { hashes.append(try node.root(subtree: subtree)) }
    self.init(from: from, to: to, hashes: hashes.reversed())
  }

  /// Checks that the proof leads to both roots (RFC 9162 §2.1.4.2).
  ///
  /// - Parameters:
  ///   - fromRoot: The root of the tree of `from` leaves, from a source that is trusted.
  ///   - toRoot: The root of the tree of `to` leaves.
  /// - Throws: `sizesOutOfRange`, `proofLength` or `rootMismatch`, the smaller tree first.
  public func verify(fromRoot: Digest, toRoot: Digest) throws(MerkleTreeError) {
    guard from > 0, from <= to else { throw .sizesOutOfRange(from: from, to: to) }
    guard hashes.count == expectedCount else {
      throw .proofLength(expected: expectedCount, found: hashes.count)
    }
    // Both ways begin at the highest complete node that ends the smaller tree.
    let levels = UInt64(from.trailingZeroBitCount)
    var place = (from - 1) >> levels
    var last = (to - 1) >> levels
    var rest = hashes[...]
    let start = isFromComplete ? fromRoot : rest.removeFirst()
    var fromComputed = start
    var toComputed = start
    for hash in rest {
      if place & 1 == 1 || place == last {
        fromComputed = .node(hash, fromComputed)
        toComputed = .node(hash, toComputed)
        let levels = UInt64(place.trailingZeroBitCount)
        place >>= levels
        last >>= levels
      } else {
        toComputed = .node(toComputed, hash)
      }
      place >>= 1
      last >>= 1
    }
    guard fromComputed == fromRoot else {
      throw .rootMismatch(size: from, expected: fromRoot, computed: fromComputed)
    }
    guard toComputed == toRoot else {
      throw .rootMismatch(size: to, expected: toRoot, computed: toComputed)
    }
  }

  /// Whether the proof leaves out the node where both ways begin, since it is the smaller root.
  private var isFromComplete: Bool { from.nonzeroBitCount == 1 || from == to }

  /// The one length that a proof between these sizes has.
  ///
  /// Counted as for an inclusion proof of the last leaf of the smaller tree, from the level of its
  /// last complete node on.
  private var expectedCount: Int {
    if from == to { return 0 }
    let meeting = 64 - ((from - 1) ^ (to - 1)).leadingZeroBitCount
    let between = meeting - from.trailingZeroBitCount
    let left = ((from - 1) >> UInt64(meeting)).nonzeroBitCount
    return (isFromComplete ? 0 : 1) + between + left
  }
}
