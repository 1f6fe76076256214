import MerkleTree
import Testing

@Suite("MD5")
struct MD5Tests {
  @Test(
    "digests are those of RFC 1321, A.5, whole and in pieces",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func digests(text: String, digest: String) {
    var whole = MD5()
    whole.update(Array(text.utf8))
    #expect(whole.finish() == digest)
    var pieces = MD5()
    for byte in text.utf8 { pieces.update([byte]) }
    #expect(pieces.finish() == digest)
  }
}
