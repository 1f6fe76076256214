import TestSupport
import Testing

@testable import Views

/// What came and went beside an index, against a plain sum.
@Suite struct RankOverlayTests {
  @Test(arguments: Array(UInt64(1)...4))
  func `the weight before a key is the sum of those before it`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var overlay = RankOverlay()
    var weights: [[UInt8]: Int] = [:]
    // Enough for the recent keys to be merged several times, most of them with what was merged before.
    for step in 0..<8_000 {
      let key = (0..<random.below(3)).map { _ in UInt8(random.below(40)) }
      let weight = random.below(2) == 0 ? 1 : -1
      overlay.add(weight, at: key)
      weights[key, default: 0] += weight
      guard step % 100 == 0 else { continue }
      for _ in 0..<6 {
        let probe = (0..<random.below(4)).map { _ in UInt8(random.below(41)) }
        let expected = weights.filter { $0.key.lexicographicallyPrecedes(probe) }.values.reduce(
          0, +)
        #expect(overlay.weight(before: probe) == expected)
      }
    }
  }
}
