import MerkleTree
import TestSupport
import Testing

@Suite struct `An inclusion proof` {
  private static let known = ReferenceTree(leaves: KnownAnswers.leaves.map { .leaf($0) })

  @Test func `is the known one for each leaf of each small tree`() throws {
    #expect(KnownAnswers.inclusion.count == 36)
    for (leaf, size, nodes) in KnownAnswers.inclusion {
      let proof = try InclusionProof(leaf: leaf, size: size, subtree: Self.known.subtree)
      #expect(proof.hashes == KnownAnswers.hashes(nodes))
      #expect(proof.hashes.count == nodes.count)
      let root = try #require(KnownAnswers.root(size))
      try proof.verify(leafHash: Self.known.leaves[Int(leaf)], root: root)
    }
  }

  @Test func `holds for every leaf of every tree up to 70, and for no other leaf`() throws {
    let tree = ReferenceTree(count: 70, seed: 31)
    for size in 1...70 as ClosedRange<UInt64> {
      let root = tree.root(size: size)
      for leaf in 0..<size {
        let proof = try InclusionProof(leaf: leaf, size: size, subtree: tree.subtree)
        try proof.verify(leafHash: tree.leaves[Int(leaf)], root: root)
        for other in Set([leaf ^ 1, (leaf + 1) % size, size - 1]) where other != leaf {
          var moved = proof
          moved.leaf = other
          #expect(throws: MerkleTreeError.self) {
            try moved.verify(leafHash: tree.leaves[Int(leaf)], root: root)
          }
          #expect(throws: MerkleTreeError.self) {
            try proof.verify(leafHash: tree.leaves[Int(other)], root: root)
          }
        }
      }
    }
  }

  @Test(arguments: [32, 33, 34] as [UInt64])
  func `fails when any bit of it, of the leaf or of the root is another`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let tree = ReferenceTree(count: 300, seed: seed)
    for _ in 0..<4 {
      let size = UInt64(1 + random.below(300))
      let leaf = UInt64(random.below(Int(size)))
      let root = tree.root(size: size)
      let leafHash = tree.leaves[Int(leaf)]
      let proof = try InclusionProof(leaf: leaf, size: size, subtree: tree.subtree)
      try proof.verify(leafHash: leafHash, root: root)
      var accepted = 0
      for bit in 0..<256 {
        accepted += proof.holds(leafHash: leafHash.flipping(bit: bit), root: root) ? 1 : 0
        accepted += proof.holds(leafHash: leafHash, root: root.flipping(bit: bit)) ? 1 : 0
        for place in proof.hashes.indices {
          var altered = proof
          altered.hashes[place] = proof.hashes[place].flipping(bit: bit)
          accepted += altered.holds(leafHash: leafHash, root: root) ? 1 : 0
        }
      }
      for bit in 0..<64 {
        var altered = proof
        altered.leaf ^= 1 << UInt64(bit)
        accepted += altered.holds(leafHash: leafHash, root: root) ? 1 : 0
      }
      #expect(accepted == 0, "leaf \(leaf) of \(size)")
    }
  }

  @Test func `has one length`() throws {
    let tree = ReferenceTree(count: 40, seed: 35)
    for size in 1...40 as ClosedRange<UInt64> {
      let root = tree.root(size: size)
      for leaf in 0..<size {
        let proof = try InclusionProof(leaf: leaf, size: size, subtree: tree.subtree)
        let count = proof.hashes.count
        var longer = proof
        longer.hashes.append(root)
        #expect(throws: MerkleTreeError.proofLength(expected: count, found: count + 1)) {
          try longer.verify(leafHash: tree.leaves[Int(leaf)], root: root)
        }
        guard count > 0 else { continue }
        var shorter = proof
        shorter.hashes.removeLast()
        #expect(throws: MerkleTreeError.proofLength(expected: count, found: count - 1)) {
          try shorter.verify(leafHash: tree.leaves[Int(leaf)], root: root)
        }
        shorter = proof
        shorter.hashes.removeFirst()
        #expect(throws: MerkleTreeError.proofLength(expected: count, found: count - 1)) {
          try shorter.verify(leafHash: tree.leaves[Int(leaf)], root: root)
        }
      }
    }
  }

  @Test func `is not to be had for a leaf beyond the tree`() {
    for size in [0, 1, 5, 8] as [UInt64] {
      let refusal = MerkleTreeError.leafOutOfRange(leaf: size, size: size)
      #expect(throws: refusal) {
        try InclusionProof(leaf: size, size: size, subtree: Self.known.subtree)
      }
      #expect(throws: refusal) {
        try InclusionProof(leaf: size, size: size, hashes: [])
          .verify(leafHash: .emptyTree, root: .emptyTree)
      }
    }
  }

  @Test func `stays short and asks little at the largest sizes`() throws {
    // A tree whose leaves are all equal has one root a level.
    var levels = [Digest.leaf([])]
    for _ in 0..<63 { levels.append(.node(levels[levels.count - 1], levels[levels.count - 1])) }
    let size = UInt64.max
    let root = MerklePeaks(size: size) { level, _ in levels[Int(level)] }.root
    for leaf in [0, 1 << 40, size - 1] as [UInt64] {
      var reads = 0
      let proof = try InclusionProof(leaf: leaf, size: size) { level, _ in
        reads += 1
        return levels[Int(level)]
      }
      #expect(reads <= 128)
      try proof.verify(leafHash: levels[0], root: root)
    }
  }

  @Test func `passes on what the store throws`() {
    #expect(throws: ReferenceTree.Place(level: 3, index: 1)) {
      try InclusionProof(leaf: 0, size: 16, subtree: Self.known.subtree)
    }
  }
}

extension InclusionProof {
  fileprivate func holds(leafHash: Digest, root: Digest) -> Bool {
    (try? verify(leafHash: leafHash, root: root)) != nil
  }
}
