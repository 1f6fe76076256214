import MerkleTree
import TestSupport
import Testing

@Suite struct `A consistency proof` {
  private static let known = ReferenceTree(leaves: KnownAnswers.leaves.map { .leaf($0) })

  @Test func `is the known one between any two small sizes`() throws {
    #expect(KnownAnswers.consistency.count == 36)
    for (from, to, nodes) in KnownAnswers.consistency {
      let proof = try ConsistencyProof(from: from, to: to, subtree: Self.known.subtree)
      #expect(proof.hashes == KnownAnswers.hashes(nodes))
      #expect(proof.hashes.count == nodes.count)
      let fromRoot = try #require(KnownAnswers.root(from))
      let toRoot = try #require(KnownAnswers.root(to))
      try proof.verify(fromRoot: fromRoot, toRoot: toRoot)
    }
  }

  @Test func `holds between any two sizes up to 40, and in no other length`() throws {
    let tree = ReferenceTree(count: 40, seed: 41)
    for to in 1...40 as ClosedRange<UInt64> {
      let toRoot = tree.root(size: to)
      for from in 1...to {
        let fromRoot = tree.root(size: from)
        let proof = try ConsistencyProof(from: from, to: to, subtree: tree.subtree)
        try proof.verify(fromRoot: fromRoot, toRoot: toRoot)
        let count = proof.hashes.count
        var longer = proof
        longer.hashes.append(toRoot)
        #expect(throws: MerkleTreeError.proofLength(expected: count, found: count + 1)) {
          try longer.verify(fromRoot: fromRoot, toRoot: toRoot)
        }
        guard count > 0 else { continue }
        for place in [0, count - 1] {
          var shorter = proof
          shorter.hashes.remove(at: place)
          #expect(throws: MerkleTreeError.proofLength(expected: count, found: count - 1)) {
            try shorter.verify(fromRoot: fromRoot, toRoot: toRoot)
          }
        }
      }
    }
  }

  @Test(arguments: [42, 43, 44] as [UInt64])
  func `fails when any bit of it or of a root is another`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let tree = ReferenceTree(count: 300, seed: seed)
    for _ in 0..<4 {
      let to = UInt64(2 + random.below(299))
      let from = UInt64(1 + random.below(Int(to) - 1))
      let (fromRoot, toRoot) = (tree.root(size: from), tree.root(size: to))
      let proof = try ConsistencyProof(from: from, to: to, subtree: tree.subtree)
      try proof.verify(fromRoot: fromRoot, toRoot: toRoot)
      var accepted = 0
      for bit in 0..<256 {
        accepted += proof.holds(fromRoot.flipping(bit: bit), toRoot) ? 1 : 0
        accepted += proof.holds(fromRoot, toRoot.flipping(bit: bit)) ? 1 : 0
        for place in proof.hashes.indices {
          var altered = proof
          altered.hashes[place] = proof.hashes[place].flipping(bit: bit)
          accepted += altered.holds(fromRoot, toRoot) ? 1 : 0
        }
      }
      #expect(accepted == 0, "from \(from) to \(to)")
    }
  }

  @Test func `cannot be had when an old leaf was rewritten`() throws {
    let tree = ReferenceTree(count: 60, seed: 45)
    for rewritten in [0, 7, 31, 32, 44] {
      var leaves = tree.leaves
      leaves[rewritten] = leaves[rewritten].flipping(bit: 0)
      let forged = ReferenceTree(leaves: leaves)
      let proof = try ConsistencyProof(from: 45, to: 60, subtree: forged.subtree)
      #expect(throws: MerkleTreeError.self) {
        try proof.verify(fromRoot: tree.root(size: 45), toRoot: forged.root(size: 60))
      }
    }
  }

  @Test func `names the tree that does not agree`() throws {
    let tree = ReferenceTree(count: 20, seed: 46)
    let (fromRoot, toRoot) = (tree.root(size: 13), tree.root(size: 20))
    let proof = try ConsistencyProof(from: 13, to: 20, subtree: tree.subtree)
    #expect(
      throws: MerkleTreeError.rootMismatch(size: 13, expected: toRoot, computed: fromRoot)
    ) { try proof.verify(fromRoot: toRoot, toRoot: toRoot) }
    #expect(
      throws: MerkleTreeError.rootMismatch(size: 20, expected: fromRoot, computed: toRoot)
    ) { try proof.verify(fromRoot: fromRoot, toRoot: fromRoot) }
  }

  @Test func `of a size with itself asks for equal roots`() throws {
    let roots = ReferenceTree(count: 2, seed: 47).leaves
    let proof = ConsistencyProof(from: 5, to: 5, hashes: [])
    try proof.verify(fromRoot: roots[0], toRoot: roots[0])
    #expect(throws: MerkleTreeError.self) {
      try proof.verify(fromRoot: roots[0], toRoot: roots[1])
    }
  }

  @Test(arguments: [(0, 0), (0, 1), (0, 8), (5, 4)] as [(UInt64, UInt64)])
  func `begins at 1 or more and does not go back`(from: UInt64, to: UInt64) {
    let refusal = MerkleTreeError.sizesOutOfRange(from: from, to: to)
    #expect(throws: refusal) {
      try ConsistencyProof(from: from, to: to, subtree: Self.known.subtree)
    }
    #expect(throws: refusal) {
      try ConsistencyProof(from: from, to: to, hashes: [])
        .verify(fromRoot: .emptyTree, toRoot: .emptyTree)
    }
  }

  @Test func `stays short at the largest sizes`() throws {
    var levels = [Digest.leaf([])]
    for _ in 0..<63 { levels.append(.node(levels[levels.count - 1], levels[levels.count - 1])) }
    func peaks(_ size: UInt64) -> MerklePeaks {
      MerklePeaks(size: size) { level, _ in levels[Int(level)] }
    }
    for from in [1, 1 << 63, 1 << 63 + 5, .max - 1, .max] as [UInt64] {
      var reads = 0
      let proof = try ConsistencyProof(from: from, to: .max) { level, _ in
        reads += 1
        return levels[Int(level)]
      }
      #expect(reads <= 129)
      try proof.verify(fromRoot: peaks(from).root, toRoot: peaks(.max).root)
    }
  }
}

extension ConsistencyProof {
  fileprivate func holds(_ fromRoot: Digest, _ toRoot: Digest) -> Bool {
    (try? verify(fromRoot: fromRoot, toRoot: toRoot)) != nil
  }
}
