import CommandLineKit
import Daybook
import MerkleTree

extension Session {
  /// The keys of checkpoints, outside of every journal.
  private func keys() throws -> SigningKeys {
    SigningKeys(directory: "\(try dataDirectory())/keys")
  }

  /// The key that signs for a journal; made at its first use, which the person is told of.
  func signer(of origin: String) throws -> NoteSigner {
    let keys = try keys()
    let (signer, isNew) = try keys.signer(for: origin) {
      var seed: [UInt8] = []
      for _ in 0..<4 {
        let word = surroundings.random.next()
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
          seed.append(UInt8(truncatingIfNeeded: word >> shift))
        }
      }
      return seed
    }
    if isNew {
      note("made a key in \(keys.directory); verify with \(signer.verifier)")
    }
    return signer
  }

  /// The key that verifies what was signed for a journal.
  ///
  /// - Parameter key: The key, or the file that holds it, as a person named it; nil: the one known here.
  func verifier(of origin: String, key: String?) throws -> NoteVerifier {
    guard let key else {
      guard let known = try keys().verifier(for: origin) else {
        throw CheckpointError.unknownKey(origin: origin)
      }
      return known
    }
    if key.contains("+"), let verifier = try? NoteVerifier(key) { return verifier }
    let text = String(decoding: try Files.read(key, limit: 4096), as: UTF8.self)
    return try NoteVerifier(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  /// The checkpoint in a file, its signature verified.
  ///
  /// - Throws: A failure where it is none, or the key is not known.
  func checkpoint(in file: String, key: String?) throws -> Checkpoint {
    do {
      let note = try SignedNote(parsing: contents(of: file))
      let origin = try Checkpoint(text: note.text).origin
      return try Checkpoint(verifying: note, by: verifier(of: origin, key: key))
    } catch let error as MerkleTreeError {
      throw CommandFailure(.validation, "\(name(of: file)): \(error)")
    }
  }

  /// Writes a document to a file, whole or not at all, or to standard output.
  func write(_ text: String, to path: String?) throws {
    guard let path, path != "-" else { return try console.write(text) }
    let output = try ExportOutput(path, console)
    try output.write(Array(text.utf8))
    try output.finish()
  }
}
