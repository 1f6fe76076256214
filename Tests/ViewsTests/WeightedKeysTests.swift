import TestSupport
import Testing

@testable import Views

/// Keys with weights, against a plain sum over all of them.
@Suite struct WeightedKeysTests {
  @Test(arguments: Array(UInt64(1)...4))
  func `the weight before a key is the sum of those before it`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var keys = WeightedKeys()
    var weights: [[UInt8]: Int] = [:]
    // Enough for blocks to be halved, and to be emptied again.
    for step in 0..<8_000 {
      let key = (0..<random.below(3)).map { _ in UInt8(random.below(40)) }
      let weight = random.below(2) == 0 ? 1 : -1
      keys.add(weight, at: key)
      weights[key, default: 0] += weight
      if weights[key] == 0 { weights[key] = nil }
      guard step % 100 == 0 else { continue }
      #expect(keys.weight == weights.values.reduce(0, +))
      for _ in 0..<6 {
        let probe = (0..<random.below(4)).map { _ in UInt8(random.below(41)) }
        let expected = weights.filter { $0.key.lexicographicallyPrecedes(probe) }.values.reduce(
          0, +)
        #expect(keys.weight(before: probe) == expected)
        #expect(keys.weight(of: probe) == weights[probe] ?? 0)
      }
      var walked: [[UInt8]] = []
      var place = keys.first
      while let current = place {
        walked.append(keys[current].key)
        place = keys.next(after: current)
      }
      #expect(walked == weights.keys.sorted { $0.lexicographicallyPrecedes($1) })
    }
  }

  @Test func `of keys that weigh one each, every rank has its place`() {
    let all = (0..<1_000).map { [UInt8($0 / 256), UInt8($0 % 256)] }
    var keys = WeightedKeys(ascending: all.filter { $0[1] % 3 != 0 })
    for key in all where key[1] % 3 == 0 { keys.add(1, at: key) }
    for (rank, key) in all.enumerated() {
      #expect(keys.place(ofRank: rank).map { keys[$0].key } == key)
      #expect(keys.weight(before: key) == rank)
    }
    #expect(keys.place(ofRank: 1_000) == nil)
  }

  @Test func `the last place for which something holds is found in order`() throws {
    let keys = WeightedKeys(ascending: (0..<700).map { [UInt8($0 / 256), UInt8($0 % 256)] })
    for bound in [-1, 0, 1, 127, 128, 129, 500, 699, 900] {
      let found = keys.last { _, before in before <= bound }
      #expect(found?.weightBefore == (bound < 0 ? nil : min(bound, 699)))
    }
  }
}
