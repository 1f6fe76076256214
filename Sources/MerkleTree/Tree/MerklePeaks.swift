/// A Merkle tree that grows at its right end, reduced to what its next leaf and its root need.
///
/// The peaks are the roots of the complete subtrees that the leaves fall into from left to right:
/// one of 2^k leaves for each bit k that is set in the size, so 64 at most. Appending a leaf is
/// adding 1 to a binary number, where each carry joins two peaks of one height by one hash.
public struct MerklePeaks: Hashable, Sendable {
  /// The number of leaves.
  public private(set) var size: UInt64

  /// The roots of the complete subtrees, from the largest to the smallest.
  public private(set) var peaks: [Digest]

  /// Begins with the empty tree.
  public init() {
    size = 0
    peaks = []
  }

  /// Takes up a tree of `size` leaves, or returns nil where its peaks cannot be as many as given.
  public init?(size: UInt64, peaks: [Digest]) {
    guard peaks.count == size.nonzeroBitCount else { return nil }
    self.size = size
    self.peaks = peaks
  }

  /// Builds the tree of these leaf hashes.
  ///
  /// - Complexity: n − popcount(n) hashes for n leaves.
  public init(leaves: some Sequence<Digest>) {
    self.init()
    for leaf in leaves { append(leaf: leaf) { _, _, _ in } }
  }

  /// Finds the tree as it was at `size` leaves.
  ///
  /// - Parameter subtree: Returns the root of the complete subtree of 2^level leaves from leaf
  ///   index · 2^level. It is called once for each bit set in `size`, from left to right.
  /// - Throws: What `subtree` throws.
  public init<Failure: Error>(
    size: UInt64, subtree: (_ level: UInt8, _ index: UInt64) throws(Failure) -> Digest
  ) throws(Failure) {
    var peaks: [Digest] = []
    peaks.reserveCapacity(size.nonzeroBitCount)
    var range = LeafRange(begin: 0, count: size)
    while range.count > 0 {
      let (complete, rest) = range.splitAfterLargestComplete()
      peaks.append(try subtree(complete.level, complete.index))
      range = rest
    }
    self.size = size
    self.peaks = peaks
  }

  /// Adds a leaf at the right end.
  ///
  /// - Parameters:
  ///   - leaf: The hash of the leaf, as from `Digest.leaf`.
  ///   - completed: Takes each subtree that the leaf completes beyond itself, from small to large:
  ///     its level (1 or more), its index among those of its level, its root. It has 2^level leaves
  ///     from leaf index · 2^level. Over the life of a tree each complete subtree comes once.
  /// - Throws: What `completed` throws; the peaks are then as before.
  /// - Complexity: One hash on average, log₂(size + 1) at most.
  public mutating func append<Failure: Error>(
    leaf: Digest,
    completed: (_ level: UInt8, _ index: UInt64, _ root: Digest) throws(Failure) -> Void
  ) throws(Failure) {
    var root = leaf
    var kept = peaks.count
    var level: UInt8 = 0
    while size >> level & 1 == 1 {
      kept -= 1
      root = .node(peaks[kept], root)
      level += 1
      try completed(level, size >> level, root)
    }
    peaks.removeLast(peaks.count - kept)
    peaks.append(root)
    size += 1
  }

  /// The root of the whole tree (RFC 6962 §2.1).
  ///
  /// - Complexity: A hash for each peak but one.
  public var root: Digest {
    guard var root = peaks.last else { return .emptyTree }
    for peak in peaks.dropLast().reversed() { root = .node(peak, root) }
    return root
  }
}
