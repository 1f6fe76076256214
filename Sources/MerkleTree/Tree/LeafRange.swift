/// Neighbouring leaves that form one node of a tree.
///
/// A node has a power of two of leaves unless it lies at the right end of its tree, and begins at a
/// multiple of the smallest power of two that is not below its count.
struct LeafRange {
  /// The index of the first leaf.
  var begin: UInt64

  /// The number of leaves.
  var count: UInt64

  /// The node's children: RFC 6962 §2.1 splits after the largest power of two below the count.
  ///
  /// - Precondition: There are at least two leaves.
  func children() -> (left: LeafRange, right: LeafRange) {
    precondition(count > 1, "A leaf has no children.")
    let half: UInt64 = 1 << (63 - (count - 1).leadingZeroBitCount)
    return (
      LeafRange(begin: begin, count: half), LeafRange(begin: begin + half, count: count - half)
    )
  }

  /// The largest complete subtree at the left end, and the leaves after it.
  ///
  /// - Precondition: There is at least one leaf.
  func splitAfterLargestComplete() -> (complete: (level: UInt8, index: UInt64), rest: LeafRange) {
    let level = 63 - count.leadingZeroBitCount
    let size: UInt64 = 1 << level
    return (
      (UInt8(level), begin >> level), LeafRange(begin: begin + size, count: count - size)
    )
  }

  /// The root over these leaves, from the complete subtrees they consist of.
  func root(subtree: (_ level: UInt8, _ index: UInt64) throws -> Digest) throws -> Digest {
    let (complete, rest) = splitAfterLargestComplete()
    let left = try subtree(complete.level, complete.index)
    return rest.count == 0 ? left : .node(left, try rest.root(subtree: subtree))
  }
}
