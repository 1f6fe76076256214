import MerkleTree
import Testing

@Suite struct `A checkpoint` {
  private static let journalID = (0..<16).map { UInt8($0 * 17) }
  private static let origin = "daybook/00112233445566778899aabbccddeeff"
  private static let root64 = "XcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg="
  private static let text = "\(origin)\n8\n\(root64)\n"

  private static func checkpoint() throws -> Checkpoint {
    Checkpoint(journalID: journalID, size: 8, root: try #require(KnownAnswers.root(8)))
  }

  @Test func `is three lines`() throws {
    let checkpoint = try Self.checkpoint()
    #expect(checkpoint.origin == Self.origin)
    #expect(checkpoint.text == Self.text)
    #expect(try Checkpoint(text: Self.text) == checkpoint)
  }

  @Test(arguments: [0, 1, 20_852_163, UInt64.max])
  func `is read back at any size`(size: UInt64) throws {
    let root = size == 0 ? Digest.emptyTree : Digest.leaf([1])
    let checkpoint = Checkpoint(journalID: Self.journalID, size: size, root: root)
    #expect(try Checkpoint(text: checkpoint.text) == checkpoint)
  }

  @Test func `is verified from its note before it is read`() throws {
    let checkpoint = try Self.checkpoint()
    let signer = try NoteSigner(
      name: checkpoint.origin, seed: [UInt8](repeating: 7, count: 32))
    let note = try SignedNote(parsing: Array(try checkpoint.signed(by: signer).encoded.utf8))
    #expect(try Checkpoint(verifying: note, by: signer.verifier) == checkpoint)

    let other = try NoteSigner(name: "other", seed: [UInt8](repeating: 8, count: 32))
    #expect(throws: MerkleTreeError.notSigned(key: other.verifier.description)) {
      try Checkpoint(verifying: note, by: other.verifier)
    }
    let forged = note.encoded.replacing("\n8\n", with: "\n9\n")
    #expect(throws: MerkleTreeError.badSignature(key: signer.verifier.description)) {
      try Checkpoint(
        verifying: SignedNote(parsing: Array(forged.utf8)), by: signer.verifier)
    }
  }

  @Test(arguments: [
    ("", 1), ("\n8\n\(root64)\n", 1), ("example.com/log\n8\n\(root64)\n", 1),
    ("daybook/00112233445566778899aabbccddeef\n8\n\(root64)\n", 1),
    ("daybook/00112233445566778899aabbccddee\n8\n\(root64)\n", 1),
    ("daybook/00112233445566778899AABBCCDDEEFF\n8\n\(root64)\n", 1),
    (" \(origin)\n8\n\(root64)\n", 1), ("\(origin)", 2), ("\(origin)\n", 2),
    ("\(origin)\n08\n\(root64)\n", 2), ("\(origin)\n+8\n\(root64)\n", 2),
    ("\(origin)\n-8\n\(root64)\n", 2), ("\(origin)\n 8\n\(root64)\n", 2),
    ("\(origin)\n8 \n\(root64)\n", 2), ("\(origin)\n0x8\n\(root64)\n", 2),
    ("\(origin)\n18446744073709551616\n\(root64)\n", 2), ("\(origin)\n8", 3),
    ("\(origin)\n8\n", 3), ("\(origin)\n8\nXcna\n", 3),
    ("\(origin)\n8\n\(root64.dropLast())\n", 3), ("\(origin)\n0\n\(root64)\n", 3),
    ("\(origin)\n8\n\(root64)", 4), ("\(origin)\n8\n\(root64)\n\n", 4),
    ("\(origin)\n8\n\(root64)\nmore\n", 4), ("\(origin)\n8\r\n\(root64)\n", 2),
  ])
  func `is refused where it is not like one`(text: String, line: Int) {
    #expect { try Checkpoint(text: text) } throws: { error in
      guard case MerkleTreeError.malformedCheckpoint(line, _) = error else { return false }
      return true
    }
  }
}
