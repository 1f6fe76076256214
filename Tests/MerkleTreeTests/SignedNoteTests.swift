import MerkleTree
import Testing

@Suite struct `A signed note` {
  private static let key =
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
  private static let text = "This is an example message.\n"
  private static let line =
    "\u{2014} example.com/foo "
    + "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"

  private static func parse(_ note: String) throws -> SignedNote {
    try SignedNote(parsing: Array(note.utf8))
  }

  private static func signer(_ name: String, _ byte: UInt8) throws -> NoteSigner {
    try NoteSigner(name: name, seed: [UInt8](repeating: byte, count: 32))
  }

  @Test func `of the C2SP example is verified and written back`() throws {
    let note = try Self.parse(Self.text + "\n" + Self.line)
    #expect(note.text == Self.text)
    #expect(note.signatures.map(\.name) == ["example.com/foo"])
    #expect(note.signatures.map(\.keyID) == [0x530d_903a])
    try note.verify(by: NoteVerifier(Self.key))
    #expect(note.encoded == Self.text + "\n" + Self.line)
  }

  @Test func `fails with another text`() throws {
    let note = try Self.parse("This is an Example message.\n\n" + Self.line)
    #expect(throws: MerkleTreeError.badSignature(key: Self.key)) {
      try note.verify(by: NoteVerifier(Self.key))
    }
  }

  @Test func `fails when any bit of the signature is another`() throws {
    let encoded = try #require(Base64.decode(Self.line.dropFirst(18).dropLast()))
    let verifier = try NoteVerifier(Self.key)
    for bit in 32..<(8 * encoded.count) {
      var bytes = encoded
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let note = try Self.parse(
        Self.text + "\n\u{2014} example.com/foo " + Base64.encode(bytes) + "\n")
      #expect(throws: MerkleTreeError.badSignature(key: Self.key)) {
        try note.verify(by: verifier)
      }
    }
    for count in [5, 67, 69] {
      let bytes = (encoded + [0]).prefix(count)
      let note = try Self.parse(
        Self.text + "\n\u{2014} example.com/foo " + Base64.encode(bytes) + "\n")
      #expect(throws: MerkleTreeError.badSignature(key: Self.key)) {
        try note.verify(by: verifier)
      }
    }
  }

  @Test func `is judged by the lines of the known key alone`() throws {
    let known = try Self.signer("known", 1)
    let stranger = try Self.signer("stranger", 2)
    let namesake = try Self.signer("known", 3)
    var note = try SignedNote(text: Self.text)
    try note.sign(by: stranger)
    try note.sign(by: namesake)
    #expect(throws: MerkleTreeError.notSigned(key: known.verifier.description)) {
      try note.verify(by: known.verifier)
    }
    try note.sign(by: known)
    let read = try Self.parse(note.encoded)
    for signer in [known, stranger, namesake] { try read.verify(by: signer.verifier) }

    // One good line does not outweigh a bad one of the same key.
    var other = try SignedNote(text: "Another text.\n")
    try other.sign(by: known)
    let bad = other.encoded.dropFirst("Another text.\n\n".count)
    #expect(throws: MerkleTreeError.badSignature(key: known.verifier.description)) {
      try Self.parse(note.encoded + bad).verify(by: known.verifier)
    }
  }

  @Test func `is not signed by a line that has the key's id and another name`() throws {
    let renamed = Self.line.replacing("example.com/foo", with: "example.com/fox")
    #expect(throws: MerkleTreeError.notSigned(key: Self.key)) {
      try Self.parse(Self.text + "\n" + renamed).verify(by: NoteVerifier(Self.key))
    }
  }

  @Test(arguments: ["\n", "a\n\nb\n", "a\n\n", "\n\n", "Äé 日本\n", "\u{2014} x AAAAAAA=\n"])
  func `may have any lines`(text: String) throws {
    let signer = try Self.signer("päivä.example/日記", 4)
    var note = try SignedNote(text: text)
    try note.sign(by: signer)
    let read = try Self.parse(note.encoded)
    #expect(read.text == text)
    try read.verify(by: signer.verifier)
  }

  @Test(arguments: ["", "no newline", "tab\there\n", "carriage\r\n", "nul\0\n"])
  func `has no text like this`(text: String) {
    #expect(throws: MerkleTreeError.self) { try SignedNote(text: text) }
  }

  @Test(arguments: [
    ("", 1), ("text\n", 1), ("text\n\n", 3), ("text\n\n\u{2014} a AAAAAAA=", 3),
    ("text\n\n- a AAAAAAA=\n", 3), ("text\n\n\u{2014}a AAAAAAA=\n", 3),
    ("text\n\n\u{2014} AAAAAAA=\n", 3), ("text\n\n\u{2014}  AAAAAAA=\n", 3),
    ("text\n\n\u{2014} a+b AAAAAAA=\n", 3), ("text\n\n\u{2014} a\u{A0}b AAAAAAA=\n", 3),
    ("text\n\n\u{2014} a AAAAAA==\n", 3), ("text\n\n\u{2014} a AAAAAAA\n", 3),
    ("text\n\n\u{2014} a  AAAAAAA=\n", 3), ("text\n\n\u{2014} a AAAAAAA= \n", 3),
    ("text\n\n\u{2014} a AAAAAAA=\nb\n", 4), ("text\n\u{2014} a AAAAAAA=\n", 1),
    ("te\txt\n\n\u{2014} a AAAAAAA=\n", 1), ("text\n\n\u{2014} a AAAAAAA=\r\n", 3),
  ])
  func `is refused where it is not like one`(note: String, line: Int) {
    #expect { try Self.parse(note) } throws: { error in
      guard case MerkleTreeError.malformedNote(line, _) = error else { return false }
      return true
    }
  }

  @Test func `is UTF-8`() {
    let lines = Array("\n\n\u{2014} a AAAAAAA=\n".utf8)
    #expect(throws: Never.self) { try SignedNote(parsing: [0x61] + lines) }
    #expect(throws: MerkleTreeError.self) { try SignedNote(parsing: [0xFF] + lines) }
    #expect(throws: MerkleTreeError.self) { try SignedNote(parsing: [0xC0, 0x8A] + lines) }
  }

  @Test func `has a limited number of signatures`() throws {
    let line = "\u{2014} a AAAAAAA=\n"
    let limit = SignedNote.signatureCountLimit
    #expect(limit >= 16)
    let most = try Self.parse("text\n\n" + String(repeating: line, count: limit))
    #expect(most.signatures.count == limit)
    #expect(throws: MerkleTreeError.self) {
      try Self.parse("text\n\n" + String(repeating: line, count: limit + 1))
    }
  }
}
