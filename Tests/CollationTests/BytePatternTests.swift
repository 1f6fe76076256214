import Collation
import TestSupport
import Testing

@Suite struct BytePatternTests {
  /// The first place by comparing byte by byte.
  private func firstPlace(
    of pattern: [UInt8], in text: [UInt8], from start: Int, foldingCase: Bool
  ) -> Int? {
    func folded(_ byte: UInt8) -> UInt8 {
      foldingCase && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
    guard pattern.count <= text.count - start else { return nil }
    return (start...(text.count - pattern.count)).first { place in
      pattern.indices.allSatisfy { folded(text[place + $0]) == folded(pattern[$0]) }
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a pattern is found where comparing byte by byte finds it`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet: [UInt8] = Array("abAB \u{0}é漢".utf8)
    var found = 0
    for _ in 0..<3000 {
      // Of two letters much is found, of all little: both the long steps and the last ones count.
      let letters = random.below(2) == 0 ? alphabet[..<2] : alphabet[...]
      func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in letters[random.below(letters.count)] }
      }
      let text = bytes(random.below(300))
      let wanted = bytes(1 + random.below(random.below(4) == 0 ? 40 : 6))
      let foldsCase = random.below(2) == 0
      let pattern = BytePattern(wanted, foldingCase: foldsCase)
      let start = random.below(text.count + 1)
      let expected = firstPlace(of: wanted, in: text, from: start, foldingCase: foldsCase)
      if expected != nil { found += 1 }
      let place = unsafe pattern.firstPlace(in: text.span.bytes, from: start)
      #expect(place == expected, "\(wanted) in \(text) from \(start)")
    }
    #expect(found > 500)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `bytes are counted as one by one`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let text = (0..<random.below(200)).map { _ in UInt8(random.below(3)) }
      let start = random.below(text.count + 1)
      let end = start + random.below(text.count - start + 1)
      let count = unsafe text.span.bytes.count(of: 0, in: start..<end)
      #expect(count == text[start..<end].count { $0 == 0 })
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 40, 1360, 2049, 5000])
  func `integers are added as one by one`(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    for offset in [0, 1, 6] {
      let numbers = (0..<count).map { _ in
        random.below(3) == 0 ? UInt16.max : UInt16(truncatingIfNeeded: random.next())
      }
      let bytes =
        [UInt8](repeating: 9, count: offset)
        + numbers.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] } + [7]
      let sum = unsafe bytes.span.bytes.sum(ofBigEndianPairs: count, at: offset)
      #expect(sum == numbers.reduce(0) { $0 + Int($1) })
    }
  }
}
