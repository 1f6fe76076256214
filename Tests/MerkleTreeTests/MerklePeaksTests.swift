import MerkleTree
import Testing

@Suite struct `Merkle peaks` {
  @Test func `hash leaves and nodes as RFC 6962 does`() {
    #expect(KnownAnswers.leaves.count == 8)
    for (leaf, expected) in zip(KnownAnswers.leaves, KnownAnswers.leafHashes) {
      #expect(Digest.leaf(leaf).hexadecimal == expected)
      #expect(Digest.leaf(leaf[...]).hexadecimal == expected)
    }
    #expect(
      Digest.leaf(Array("L123456".utf8)).hexadecimal
        == "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56")
    #expect(Digest.emptyTree.hexadecimal == KnownAnswers.roots[0])
  }

  @Test func `lead to the known roots`() {
    var peaks = MerklePeaks()
    #expect(peaks.root.hexadecimal == KnownAnswers.roots[0])
    for (leaf, root) in zip(KnownAnswers.leaves, KnownAnswers.roots.dropFirst()) {
      peaks.append(leaf: .leaf(leaf)) { _, _, _ in }
      #expect(peaks.root.hexadecimal == root)
    }
  }

  @Test(arguments: [21, 22] as [UInt64])
  func `grow into the recursive definition at every size`(seed: UInt64) throws {
    let tree = ReferenceTree(count: 300, seed: seed)
    var peaks = MerklePeaks()
    for (index, leaf) in tree.leaves.enumerated() {
      peaks.append(leaf: leaf) { _, _, _ in }
      #expect(peaks.size == UInt64(index + 1))
      #expect(peaks.peaks.count == (index + 1).nonzeroBitCount)
      #expect(peaks.root == tree.root(0..<(index + 1)))
      #expect(MerklePeaks(size: peaks.size, peaks: peaks.peaks) == peaks)
    }
    #expect(MerklePeaks(leaves: tree.leaves) == peaks)
  }

  @Test func `tell of each complete subtree once`() throws {
    let tree = ReferenceTree(count: 300, seed: 23)
    var roots: [ReferenceTree.Place: Digest] = [:]
    var peaks = MerklePeaks()
    for leaf in tree.leaves {
      peaks.append(leaf: leaf) { level, index, root in
        let previous = roots.updateValue(root, forKey: .init(level: level, index: index))
        #expect(previous == nil)
      }
    }
    // n − popcount(n) inner nodes.
    #expect(roots.count == 300 - 300.nonzeroBitCount)
    for (place, root) in roots {
      #expect(place.level > 0)
      #expect(try tree.subtree(level: place.level, index: place.index) == root)
    }
  }

  @Test func `stay as they were when the store fails`() {
    struct Full: Error {}
    let tree = ReferenceTree(count: 8, seed: 24)
    var peaks = MerklePeaks(leaves: tree.leaves.dropLast())
    let before = peaks
    #expect(throws: Full.self) {
      try peaks.append(leaf: tree.leaves[7]) { level, _, _ in if level == 3 { throw Full() } }
    }
    #expect(peaks == before)
  }

  @Test func `are found again at every earlier size`() throws {
    let tree = ReferenceTree(count: 130, seed: 25)
    for size in 0...130 {
      let found = try MerklePeaks(size: UInt64(size), subtree: tree.subtree)
      #expect(found == MerklePeaks(leaves: tree.leaves[..<size]))
    }
    #expect(throws: ReferenceTree.Place(level: 0, index: 130)) {
      try MerklePeaks(size: 131, subtree: tree.subtree)
    }
  }

  @Test func `are as many as the size has bits`() {
    let digests = ReferenceTree(count: 4, seed: 26).leaves
    #expect(MerklePeaks(size: 0, peaks: []) == MerklePeaks())
    #expect(MerklePeaks(size: 7, peaks: Array(digests[..<3])) != nil)
    #expect(MerklePeaks(size: 7, peaks: Array(digests[..<2])) == nil)
    #expect(MerklePeaks(size: 7, peaks: digests) == nil)
    #expect(MerklePeaks(size: 0, peaks: Array(digests[..<1])) == nil)
  }
}
