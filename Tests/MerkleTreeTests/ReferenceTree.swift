import MerkleTree
import TestSupport

/// A tree by the recursive definition of RFC 6962 §2.1, with every leaf at hand.
struct ReferenceTree {
  let leaves: [Digest]

  /// Random leaves, so that no two are equal.
  init(count: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    leaves = (0..<count).map { _ in
      Digest.leaf((0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }
  }

  init(leaves: [Digest]) {
    self.leaves = leaves
  }

  /// The root over a range of leaves.
  func root(_ range: Range<Int>) -> Digest {
    guard range.count > 1 else { return range.isEmpty ? .emptyTree : leaves[range.lowerBound] }
    var half = 1
    while 2 * half < range.count { half *= 2 }
    let middle = range.lowerBound + half
    var bytes: [UInt8] = [0x01]
    root(range.lowerBound..<middle).append(to: &bytes)
    root(middle..<range.upperBound).append(to: &bytes)
    return SHA256.digest(of: bytes)
  }

  func root(size: UInt64) -> Digest {
    root(0..<Int(size))
  }

  /// What a store answers: the root of a complete subtree, where the tree has it.
  func subtree(level: UInt8, index: UInt64) throws -> Digest {
    let count = 1 << Int(level)
    let begin = Int(index) * count
    guard begin + count <= leaves.count else { throw Place(level: level, index: index) }
    return root(begin..<(begin + count))
  }

  /// Where a complete subtree stands; thrown where the tree has none there.
  struct Place: Error, Hashable {
    var level: UInt8
    var index: UInt64
  }
}

extension Digest {
  /// The same digest but for one bit.
  func flipping(bit: Int) -> Digest {
    var bytes = bytes
    bytes[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    return Digest(bytes: bytes) ?? self
  }
}
