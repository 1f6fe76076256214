public import EventLog
public import MerkleTree

/// A proof that one event is in a journal's log, which verifies without the journal.
///
///     c2sp.org/tlog-proof@v1
///     extra <the event's header, base 64>
///     index <sequence>
///     <hash, base 64>
///     …
///
///     <the checkpoint, a signed note>
///
/// The form is that of C2SP tlog-proof. The header is what the tree commits to; the payload is not in
/// the proof, and whoever has it compares its digest with the header's.
public struct EventProof: Sendable {
  /// The header's bytes.
  public var header: [UInt8]
  /// The way from the header to the root; its size is that of the checkpoint.
  public var inclusion: InclusionProof
  /// The signed checkpoint.
  public var note: SignedNote

  /// Puts a proof together.
  public init(header: [UInt8], inclusion: InclusionProof, note: SignedNote) {
    self.header = header
    self.inclusion = inclusion
    self.note = note
  }

  private static let firstLine = "c2sp.org/tlog-proof@v1"

  /// Whether a file begins as a proof does.
  public static func isProof(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: firstLine.utf8)
  }

  /// Reads a proof from the bytes of a file.
  ///
  /// Nothing is verified.
  ///
  /// - Throws: `CheckpointError.malformedProof`; `MerkleTreeError` where the checkpoint is none.
  public init(parsing bytes: [UInt8]) throws {
    let newline = UInt8(ascii: "\n")
    var rest = bytes[...]
    var number = 0
    func malformed(_ reason: String) -> CheckpointError {
      .malformedProof(line: number, reason: reason)
    }
    func nextLine() throws -> String {
      number += 1
      guard let end = rest.firstIndex(of: newline),
        let line = String(validating: rest[..<end], as: UTF8.self)
      else { throw malformed("a line of text is missing") }
      rest = rest[(end + 1)...]
      return line
    }
    guard try nextLine() == Self.firstLine else {
      throw malformed("a proof begins with \(Self.firstLine)")
    }
    let extra = try nextLine()
    guard extra.hasPrefix("extra "), let header = Base64.decode(extra.dropFirst(6)) else {
      throw malformed("`extra` and the event's header in base 64 are missing")
    }
    let indexLine = try nextLine()
    guard indexLine.hasPrefix("index "), let index = UInt64(indexLine.dropFirst(6)),
      "index \(index)" == indexLine
    else { throw malformed("`index` and the event's sequence are missing") }
    var hashes: [Digest] = []
    while true {
      let line = try nextLine()
      if line.isEmpty { break }
      guard let hash = Digest(base64: line), hashes.count < 64 else {
        throw malformed("a hash has 32 bytes in base 64, and there are at most 63")
      }
      hashes.append(hash)
    }
    note = try SignedNote(parsing: Array(rest))
    self.header = header
    let checkpoint = try Checkpoint(text: note.text)
    inclusion = InclusionProof(leaf: index, size: checkpoint.size, hashes: hashes)
  }

  /// The proof as it stands in a file.
  public var encoded: String {
    var text = "\(Self.firstLine)\nextra \(Base64.encode(header))\nindex \(inclusion.leaf)\n"
    for hash in inclusion.hashes { text += "\(hash.base64)\n" }
    return text + "\n" + note.encoded
  }

  /// Verifies signature and hashes, and reads the event.
  ///
  /// - Throws: `MerkleTreeError` with what does not verify.
  /// - Returns: The checkpoint, and the event's header.
  public func verify(by verifier: NoteVerifier) throws -> (Checkpoint, EventHeader) {
    let checkpoint = try Checkpoint(verifying: note, by: verifier)
    var inclusion = inclusion
    inclusion.size = checkpoint.size
    try inclusion.verify(leafHash: Digest.leaf(header), root: checkpoint.root)
    return (checkpoint, try EventLog.header(header))
  }
}

/// Why a checkpoint or a proof could not be used.
public enum CheckpointError: Error, Sendable, Hashable {
  /// The file is no proof, from `line` (counted from 1) on.
  case malformedProof(line: Int, reason: String)
  /// No key is known that could verify it.
  case unknownKey(origin: String)
}

extension CheckpointError: CustomStringConvertible {
  /// A sentence that says what and where.
  public var description: String {
    switch self {
    case .malformedProof(let line, let reason):
      "the proof is malformed in line \(line): \(reason)"
    case .unknownKey(let origin):
      "no key is known here that verifies \(origin); name it with --key"
    }
  }
}
