import Model
import TestSupport
import Testing

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of RFC 4648 hold`(bytes: String, text: String) {
    #expect(Base64.encode([UInt8](bytes.utf8)) == text)
    #expect(Base64.decode(text) == [UInt8](bytes.utf8))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `bytes are read back`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let bytes = random.bytes()
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zg==Zg==", "Zm8 ", " Zm8=", "Zm8=\n", "Zm-_", "=",
    "====", "Zm=8", "Z===", "Zmé=",
  ])
  func `what it would not write it does not read`(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func `both last signs of the alphabet are used`() {
    #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
    #expect(Base64.decode("++//") == [0xFB, 0xEF, 0xFF])
  }
}
