import MerkleTree
import TestSupport
import Testing

@Suite struct `A digest` {
  private static let bytes = (0..<32).map { UInt8($0 * 8) }

  @Test func `keeps its bytes in their order`() throws {
    let digest = try #require(Digest(bytes: Self.bytes))
    #expect(digest.bytes == Self.bytes)
    var buffer: [UInt8] = [7]
    digest.append(to: &buffer)
    #expect(buffer == [7] + Self.bytes)
    #expect(digest.hexadecimal.hasPrefix("0008101820") && digest.hexadecimal.hasSuffix("e8f0f8"))
    #expect(digest.base64 == "AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8Pg=")
    #expect(Digest(hexadecimal: digest.hexadecimal) == digest)
    #expect(Digest(base64: digest.base64) == digest)
    #expect(Digest(bytes: ([9] + Self.bytes)[1...]) == digest)
  }

  @Test func `lends its bytes and takes them from raw memory`() throws {
    let digest = try #require(Digest(bytes: Self.bytes))
    let (copy, rehashed) = digest.withBytes { (Digest(bytes: $0), SHA256.digest(of: $0)) }
    #expect(copy == digest)
    #expect(rehashed == SHA256.digest(of: Self.bytes))
  }

  @Test(arguments: [0, 1, 16, 31, 33, 64])
  func `has 32 bytes and no other number`(count: Int) {
    let bytes = [UInt8](repeating: 1, count: count)
    #expect(Digest(bytes: bytes) == nil)
    #expect(Digest(bytes: bytes[...]) == nil)
    #expect(Digest(base64: Base64.encode(bytes)) == nil)
    #expect(Digest(hexadecimal: Hexadecimal.encode(bytes)) == nil)
  }

  @Test func `is written in lower case`() {
    #expect(Digest(hexadecimal: String(repeating: "AB", count: 32)) == nil)
    #expect(Digest(hexadecimal: String(repeating: "g0", count: 32)) == nil)
  }

  @Test func `is ordered as its bytes are`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<500 {
      // Long equal beginnings, so that each byte decides at times.
      var left = [UInt8](repeating: 0x7F, count: 32)
      var right = left
      left[random.below(32)] = UInt8(random.below(256))
      right[random.below(32)] = UInt8(random.below(256))
      guard let first = Digest(bytes: left), let second = Digest(bytes: right) else {
        Issue.record("32 bytes are a digest")
        return
      }
      #expect((first < second) == left.lexicographicallyPrecedes(right))
      #expect((first == second) == (left == right))
    }
  }
}
