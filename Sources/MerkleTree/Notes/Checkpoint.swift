/// What a journal's log was at one size (C2SP tlog-checkpoint).
///
///     daybook/<journal id, 32 hexadecimal digits>
///     <size, decimal>
///     <root, base 64>
///
/// Signed and kept elsewhere it proves later that the log of then is the beginning of the log of
/// now. Two checkpoints that no consistency proof joins must never be signed by one key.
public struct Checkpoint: Hashable, Sendable {
  /// The 16 bytes that a journal is given once.
  public let journalID: [UInt8]

  /// The number of events.
  public let size: UInt64

  /// The root of the Merkle tree over their headers.
  public let root: Digest

  /// States the size and the root of a journal.
  ///
  /// - Precondition: `journalID` has 16 bytes.
  public init(journalID: [UInt8], size: UInt64, root: Digest) {
    precondition(journalID.count == 16, "A journal's id has 16 bytes.")
    self.journalID = journalID
    self.size = size
    self.root = root
  }

  /// Reads the text of a checkpoint's note.
  ///
  /// Only what `text` writes is read. C2SP permits further lines in a checkpoint; no journal of
  /// format 1 writes any, so they are refused rather than signed for without being understood.
  ///
  /// - Throws: `MerkleTreeError.malformedCheckpoint`.
  public init(text: String) throws(MerkleTreeError) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard
      lines[0].hasPrefix(Checkpoint.originPrefix),
      let journalID = Hexadecimal.decode(lines[0].dropFirst(Checkpoint.originPrefix.count)),
      journalID.count == 16
    else {
      throw .malformedCheckpoint(
        line: 1,
        reason: "the origin of a journal is \(Checkpoint.originPrefix) and 32 hexadecimal digits")
    }
    guard lines.count > 1, let size = UInt64(lines[1]), String(size) == lines[1] else {
      throw .malformedCheckpoint(line: 2, reason: "the size is not a number of events")
    }
    guard lines.count > 2, let root = Digest(base64: lines[2]) else {
      throw .malformedCheckpoint(line: 3, reason: "the root is not 32 bytes in base 64")
    }
    guard size > 0 || root == .emptyTree else {
      throw .malformedCheckpoint(line: 3, reason: "the root is not that of an empty log")
    }
    guard lines.count == 4, lines[3].isEmpty else {
      throw .malformedCheckpoint(line: 4, reason: "a checkpoint ends after its third line")
    }
    self.init(journalID: journalID, size: size, root: root)
  }

  /// Verifies a note and reads its checkpoint.
  ///
  /// - Throws: `MerkleTreeError.notSigned`, `.badSignature` or `.malformedCheckpoint`.
  public init(
    verifying note: SignedNote, by verifier: NoteVerifier
  ) throws(MerkleTreeError) {
    try note.verify(by: verifier)
    try self.init(text: note.text)
  }

  /// The journal as its checkpoints, and the key that signs them, are named.
  public var origin: String { Checkpoint.originPrefix + Hexadecimal.encode(journalID) }

  /// The text to sign: three lines.
  public var text: String { "\(origin)\n\(size)\n\(root.base64)\n" }

  /// Returns the note that carries the text and the signer's signature on it.
  public func signed(by signer: NoteSigner) throws(MerkleTreeError) -> SignedNote {
    var note = try SignedNote(text: text)
    try note.sign(by: signer)
    return note
  }

  private static let originPrefix = "daybook/"
}
