import MerkleTree
import TestSupport
import Testing

@Suite struct `SHA-256` {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `gives the answers of FIPS 180-4`(message: String, expected: String) {
    let bytes = Array(message.utf8)
    #expect(SHA256.digest(of: bytes).hexadecimal == expected)
    #expect(SHA256.digest(of: ([0] + bytes)[1...]).hexadecimal == expected)
  }

  @Test func `digests a million letters that come in pieces`() {
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
    var hash = SHA256()
    for _ in 0..<1000 { hash.update(piece) }
    #expect(
      hash.finish().hexadecimal
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `does not depend on how the bytes are cut`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      var hash = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(random.below(80))
        hash.update(piece)
        rest = rest.dropFirst(piece.count)
      }
      #expect(hash.finish() == SHA256.digest(of: bytes), "length \(length)")
    }
  }

  @Test func `goes on after a digest, and copies go their own ways`() {
    var hash = SHA256()
    hash.update(Array("a".utf8))
    #expect(hash.finish() == SHA256.digest(of: Array("a".utf8)))
    var other = hash
    hash.update(Array("bc".utf8))
    other.update(Array("b".utf8))
    #expect(hash.finish() == SHA256.digest(of: Array("abc".utf8)))
    #expect(other.finish() == SHA256.digest(of: Array("ab".utf8)))
  }
}
