/// The hashes that lead from one leaf to the root of its tree (RFC 9162 §2.1.3).
///
/// It shows that the leaf stands at its index in every tree that has this root.
public struct InclusionProof: Hashable, Sendable {
  /// The index of the leaf, from 0.
  public var leaf: UInt64

  /// The number of leaves of the tree.
  public var size: UInt64

  /// The neighbours on the way, from the leaf's to the child of the root.
  public var hashes: [Digest]

  /// Takes up a proof that was made elsewhere, for `verify` to judge.
  public init(leaf: UInt64, size: UInt64, hashes: [Digest]) {
    self.leaf = leaf
    self.size = size
    self.hashes = hashes
  }

  /// Makes the proof that a leaf is in the tree of the first `size` leaves.
  ///
  /// - Parameter subtree: Returns the root of the complete subtree of 2^level leaves from leaf
  ///   index · 2^level. It is called at most 2·log₂(size) times, from the top of the tree down.
  /// - Throws: `MerkleTreeError.leafOutOfRange`, or what `subtree` throws.
  public init(
    leaf: UInt64, size: UInt64, subtree: (_ level: UInt8, _ index: UInt64) throws -> Digest
  ) throws {
    guard leaf < size else { throw MerkleTreeError.leafOutOfRange(leaf: leaf, size: size) }
    var hashes: [Digest] = []
    var node = LeafRange(begin: 0, count: size)
    while node.count > 1 {
      let (left, right) = node.children()
      let neighbour: LeafRange
      (node, neighbour) = leaf < right.begin ? (left, right) : (right, left)
      hashes.append(try neighbour.root(subtree: subtree))
    }
    self.init(leaf: leaf, size: size, hashes: hashes.reversed())
  }

  /// Checks that the proof leads from `leafHash` to `root` (RFC 9162 §2.1.3.2).
  ///
  /// - Parameters:
  ///   - leafHash: The hash of the leaf, as from `Digest.leaf`.
  ///   - root: The root of the tree of `size` leaves, from a source that is trusted.
  /// - Throws: `leafOutOfRange`, `proofLength` or `rootMismatch`.
  public func verify(leafHash: Digest, root: Digest) throws(MerkleTreeError) {
    guard leaf < size else { throw .leafOutOfRange(leaf: leaf, size: size) }
    guard hashes.count == expectedCount else {
      throw .proofLength(expected: expectedCount, found: hashes.count)
    }
    var place = leaf
    var last = size - 1
    var computed = leafHash
    for hash in hashes {
      if place & 1 == 1 || place == last {
        computed = .node(hash, computed)
        // The last node of a level rises unpaired through the levels that have no neighbour for it.
        let levels = place.trailingZeroBitCount
        place >>= UInt64(levels)
        last >>= UInt64(levels)
      } else {
        computed = .node(computed, hash)
      }
      place >>= 1
      last >>= 1
    }
    guard computed == root else {
      throw .rootMismatch(size: size, expected: root, computed: computed)
    }
  }

  /// The one length that a proof for this leaf in a tree of this size has.
  ///
  /// Up to the level where the ways of this leaf and of the last leaf meet every level has a
  /// neighbour; above it only those that lie to the left.
  private var expectedCount: Int {
    let meeting = 64 - (leaf ^ (size - 1)).leadingZeroBitCount
    return meeting + (leaf >> UInt64(meeting)).nonzeroBitCount
  }
}
