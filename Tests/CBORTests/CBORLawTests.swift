import CBOR
import TestSupport
import Testing

@Suite struct CBORLawTests {
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `what is written is read back`(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let item = try CBORItem.random(depth: 4, using: &numbers)
      let bytes = try item.encoded
      #expect(try CBORItem(decoding: bytes) == item)
      var cursor = CBORCursor()
      #expect(try cursor.skip(in: bytes.span) == 0..<bytes.count)
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `bytes with one changed are refused or are themselves an encoding`(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<8 {
      let original = try CBORItem.random(depth: 3, using: &numbers).encoded
      for place in original.indices.prefix(60) {
        for byte in UInt8.min...UInt8.max {
          var bytes = original
          bytes[place] = byte
          var cursor = CBORCursor()
          let isSkipped = (try? cursor.skip(in: bytes.span)) == 0..<bytes.count
          do {
            let encoded = try CBORItem(decoding: bytes).encoded
            if encoded != bytes || !isSkipped {
              Issue.record("\(bytes) reads as what is written \(encoded)")
            }
          } catch let error as CBORError {
            // Only the tree wants 64-bit integers.
            if isSkipped, error.reason != .integerOutOfRange {
              Issue.record("\(bytes) is skipped but not read: \(error)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `random bytes are refused or are themselves an encoding`(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    var readable = 0
    for _ in 0..<20_000 {
      let bytes = (0..<(1 + numbers.below(12))).map { _ in UInt8(numbers.below(256)) }
      guard let item = try? CBORItem(decoding: bytes) else { continue }
      readable += 1
      #expect(try item.encoded == bytes)
    }
    #expect(readable > 100)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no encoding is a prefix of another`(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    let bytes = try CBORItem.random(depth: 4, using: &numbers).encoded
    for end in bytes.indices {
      #expect(throws: CBORError.self) { try CBORItem(decoding: Array(bytes[..<end])) }
    }
    let error = #expect(throws: CBORError.self) { try CBORItem(decoding: bytes + [0, 0]) }
    #expect(error == CBORError(.trailingBytes(count: 2), at: bytes.count))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a double takes the fewest bytes that are exact`(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      // Few significant bits and a small exponent meet every width and its subnormals.
      let significand = Double(numbers.next() >> UInt64(11 + numbers.below(53)))
      let value =
        significand * Double(sign: .plus, exponent: numbers.below(340) - 190, significand: 1)
      var writer = CBORWriter()
      try writer.double(value)
      let isSingle = Double(Float(value)) == value
      let isHalf = isSingle && Double(Float16(value)) == value
      #expect(writer.bytes.count == (isHalf ? 3 : isSingle ? 5 : 9), "\(value)")
      var cursor = CBORCursor()
      #expect(try cursor.double(in: writer.bytes.span) == value)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `text keys are ordered as their encodings are`(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let pair = [0, 1].map { _ in
        String(repeating: "a", count: numbers.below(4) * numbers.below(90))
          + ["", "b", "é", "z"][numbers.below(4)]
      }
      let encodings = try pair.map { try CBORItem.text($0).encoded }
      #expect(
        CBORKeyOrder.precedes(pair[0], pair[1])
          == encodings[0].lexicographicallyPrecedes(encodings[1]))
    }
    #expect(CBORKeyOrder.precedes("b", "aa"))
  }
}
