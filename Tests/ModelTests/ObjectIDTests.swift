import Model
import TestSupport
import Testing

@Suite struct ObjectIDTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `printing, parsing, bytes and order agree`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let id = ObjectID(high: random.next(), low: random.next())
      let other = ObjectID(high: random.below(2) == 0 ? id.high : random.next(), low: random.next())
      #expect(ObjectID(id.description) == id)
      #expect(ObjectID(id.description.uppercased()) == id)
      #expect(ObjectID(id.hexadecimal) == id)
      #expect(ObjectID(bytes: id.bytes) == id)
      #expect((id < other) == id.bytes.lexicographicallyPrecedes(other.bytes))
      #expect((id < other) == (id.description < other.description))
    }
  }

  @Test func `a known identity is printed as RFC 9562 does`() {
    let id = ObjectID(high: 0x017F_22E2_79B0_7CC3, low: 0x98C4_DC0C_0C07_398F)
    #expect(id.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    #expect(ObjectID.zero.description == "00000000-0000-0000-0000-000000000000")
  }

  @Test(arguments: [
    "", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398ff",
    "017f22e279b0-7cc3-98c4-dc0c0c07398f", "017f22e2-79b07-cc3-98c4-dc0c0c07398f",
    "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}", "017f22e2-79b0-7cc3-98c4-dc0c0c07398g",
    " 017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "------------------------------------",
    "017f22e2-79b0-7cc3-98c4dc0c0c07398f", "017f22e2-79b0-7cc3-98c4-",
  ])
  func `what is no UUID is none`(text: String) {
    #expect(ObjectID(text) == nil)
  }

  @Test(arguments: [0, 15, 17, 32])
  func `only sixteen bytes are an identity`(count: Int) {
    #expect(ObjectID(bytes: [UInt8](repeating: 1, count: count)) == nil)
  }
}

@Suite struct IdentityGeneratorTests {
  @Test func `version 7 is laid out as in the example of RFC 9562, appendix A.6`() {
    let id = ObjectID.version7(
      milliseconds: 0x017F_22E2_79B0, random: (0xFFFF_FFFF_FFFF_FCC3, 0xD8C4_DC0C_0C07_398F))
    #expect(id.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `identities rise, and all are of version 7 and of the moment`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let milliseconds = UInt64(1_796_026_353_120)
    var generator = IdentityGenerator(milliseconds: milliseconds, using: &random)
    var last = generator.next()
    for _ in 0..<5000 {
      let next = generator.next()
      #expect(last < next)
      #expect(next.high >> 16 == milliseconds)
      #expect(next.high >> 12 & 15 == 7)
      #expect(next.low >> 62 == 2)
      last = next
    }
  }

  @Test func `the first identity holds the random bits, but for the counter's first`() {
    var generator = IdentityGenerator(milliseconds: 5, random: (.max, .max))
    #expect(generator.next() == ObjectID(high: 0x5_77FF, low: 0xBFFF_FFFF_FFFF_FFFF))
    // The lower half ran over into the upper.
    let second = generator.next()
    #expect(second.high == 0x5_7800)
    #expect(second.low >> 62 == 2)
  }

  @Test func `the same clock and randomness make the same identities, others make others`() {
    func first(_ high: UInt64, _ low: UInt64) -> [ObjectID] {
      var generator = IdentityGenerator(milliseconds: 7, random: (high, low))
      return (0..<3).map { _ in generator.next() }
    }
    #expect(first(1, 2) == first(1, 2))
    #expect(Set(first(1, 2) + first(1, 3) + first(2, 2)).count == 9)
  }

  @Test func `neighbours differ in more than their last digits`() {
    var generator = IdentityGenerator(milliseconds: 7, random: (1, 2))
    let ids = (0..<100).map { _ in generator.next() }
    let suffixes = Set(ids.map { $0.hexadecimal.suffix(7) })
    #expect(suffixes.count == 100)
    let steps = zip(ids, ids.dropFirst()).map { $1.low - $0.low }
    #expect(Set(steps).count > 90)
    #expect(steps.allSatisfy { $0 >= 1 && $0 <= 1 << 32 })
  }
}
