import MerkleTree
import TestSupport
import Testing

@Suite struct `Base 64` {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `gives the answers of RFC 4648`(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(plain.utf8))
  }

  @Test func `has the standard alphabet in its order`() {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    var bytes: [UInt8] = []
    for group in stride(from: UInt32(0), to: 64, by: 4) {
      let bits = group << 18 | (group + 1) << 12 | (group + 2) << 6 | (group + 3)
      bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> UInt32($0)) }
    }
    #expect(Base64.encode(bytes) == alphabet)
    #expect(Base64.decode(alphabet) == bytes)
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zm8", "Z", "=", "====", "Z===", "Zg==Zg==", "Zm=v", "Zg=v", " Zg==", "Zm9v\n",
    "Zm 9", "Zm9-", "Zm9_", "Zh==", "Zm9=", "Zm8=====", "Zm9é",
  ])
  func `forgives nothing`(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test(arguments: [11, 12] as [UInt64])
  func `reads what it writes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let text = Base64.encode(bytes)
      #expect(text.utf8.count == (length + 2) / 3 * 4)
      #expect(Base64.decode(text) == bytes)
      var appended = Array("x".utf8)
      Base64.encode(bytes[...], to: &appended)
      #expect(String(decoding: appended, as: UTF8.self) == "x" + text)
    }
  }
}
