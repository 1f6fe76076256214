import MerkleTree
import Testing

@Suite struct `A note's key` {
  private static let text =
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"

  @Test func `comes from its seed`() throws {
    let seed = try #require(
      Hexadecimal.decode("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
    let signer = try NoteSigner(name: "test", seed: seed)
    #expect(
      Hexadecimal.encode(signer.verifier.publicKey)
        == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
  }

  @Test func `is read and written in its text form`() throws {
    let key = try NoteVerifier(Self.text)
    #expect(key.name == "example.com/foo")
    #expect(key.keyID == 0x530d_903a)
    #expect(
      Hexadecimal.encode(key.publicKey)
        == "e932791ae6e7a840a46164c904786426d5e7821dd8b29a00d61cae72afdd4da4")
    #expect(key.description == Self.text)
    #expect(try NoteVerifier(name: key.name, publicKey: key.publicKey) == key)
  }

  @Test func `is read back whatever its bytes are`() throws {
    // Some of these have plus signs in their base 64.
    for byte in 0..<64 as Range<UInt8> {
      let key = try NoteSigner(name: "n", seed: [UInt8](repeating: byte, count: 32)).verifier
      #expect(try NoteVerifier(key.description) == key)
    }
  }

  @Test(arguments: [
    "", "example.com/foo", "example.com/foo+530d903a",
    "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/fox+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/foo+530D903A+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/foo+530d90+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/foo+530d903a+AukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2",
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv",
    "example.com/foo+530d903a+", "+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k\n",
  ])
  func `is refused where it is not like one`(text: String) {
    #expect(throws: MerkleTreeError.self) { try NoteVerifier(text) }
  }

  @Test(arguments: ["", "a b", "a+b", "a\u{A0}b", "a\u{3000}b", "a\nb", "a\u{1}b"])
  func `has no name like this`(name: String) {
    let bytes = [UInt8](repeating: 1, count: 32)
    #expect(throws: MerkleTreeError.self) { try NoteVerifier(name: name, publicKey: bytes) }
    #expect(throws: MerkleTreeError.self) { try NoteSigner(name: name, seed: bytes) }
  }

  @Test(arguments: [0, 31, 33, 64])
  func `has 32 bytes and no other number`(count: Int) {
    let bytes = [UInt8](repeating: 1, count: count)
    #expect(throws: MerkleTreeError.self) { try NoteVerifier(name: "n", publicKey: bytes) }
    #expect(throws: MerkleTreeError.self) { try NoteSigner(name: "n", seed: bytes) }
  }

  @Test func `is compared by bytes`() throws {
    let bytes = [UInt8](repeating: 1, count: 32)
    let composed = try NoteVerifier(name: "\u{E9}", publicKey: bytes)
    let decomposed = try NoteVerifier(name: "e\u{301}", publicKey: bytes)
    #expect(composed != decomposed)
    #expect(composed.keyID != decomposed.keyID)
    #expect(try composed == NoteVerifier(name: "\u{E9}", publicKey: bytes))
  }
}
