import FileSystem
public import MerkleTree

/// The keys that sign and verify the checkpoints of journals, in a directory outside of them: whoever
/// can rewrite a journal should not find the key beside it.
///
///     <journal id>.key    PRIVATE+KEY+name+key id+base64(0x01 ‖ seed), mode 0600
///     <journal id>.pub    name+key id+base64(0x01 ‖ public key), which may be given away
///
/// Both are in the text forms of the Go module `golang.org/x/mod/sumdb/note`.
public struct SigningKeys: Sendable {
  /// The directory, which need not be there.
  public let directory: String

  /// Names the directory.
  public init(directory: String) {
    self.directory = directory
  }

  /// The key that signs for a journal; made at its first use.
  ///
  /// - Parameters:
  ///   - origin: What the journal's checkpoints are named: `daybook/` and its id.
  ///   - seed: Gives 32 bytes from a source of randomness fit for keys; asked only where a key is made.
  /// - Throws: `FileError`; `MerkleTreeError.malformedKey` where the file is no key of this journal.
  public func signer(
    for origin: String, seed: () -> [UInt8]
  ) throws -> (signer: NoteSigner, isNew: Bool) {
    if let signer = try storedSigner(for: origin) { return (signer, false) }
    try Files.makeDirectory(directory)
    let seed = seed()
    let made = try NoteSigner(name: origin, seed: seed)
    // Where another process was faster, that key is the one.
    let isNew = try Files.create(
      path(of: origin, "key"), with: Array(Self.text(of: made, seed: seed).utf8))
    guard let signer = try storedSigner(for: origin) else {
      throw MerkleTreeError.malformedKey(reason: "\(path(of: origin, "key")) went as it was made")
    }
    _ = try Files.create(
      path(of: origin, "pub"), with: Array("\(signer.verifier)\n".utf8), mode: 0o644)
    return (signer, isNew)
  }

  /// The key that verifies a journal's checkpoints, nil where none is here.
  public func verifier(for origin: String) throws -> NoteVerifier? {
    if let signer = try storedSigner(for: origin) { return signer.verifier }
    guard let text = try line(of: path(of: origin, "pub")) else { return nil }
    let verifier = try NoteVerifier(text)
    guard verifier.name == origin else {
      throw MerkleTreeError.malformedKey(
        reason: "\(path(of: origin, "pub")) is of \(verifier.name)")
    }
    return verifier
  }

  private func storedSigner(for origin: String) throws -> NoteSigner? {
    let path = path(of: origin, "key")
    guard let text = try line(of: path) else { return nil }
    let prefix = "PRIVATE+KEY+\(origin)+"
    let parts = text.dropFirst(prefix.count).split(separator: "+", maxSplits: 1)
    guard text.hasPrefix(prefix), parts.count == 2, let key = Base64.decode(parts[1]),
      key.count == 33, key[0] == 1
    else { throw MerkleTreeError.malformedKey(reason: "\(path) holds no key of \(origin)") }
    let signer = try NoteSigner(name: origin, seed: Array(key.dropFirst()))
    guard Self.hexadecimal(signer.verifier.keyID) == parts[0] else {
      throw MerkleTreeError.malformedKey(reason: "\(path) is damaged: its id is not its key's")
    }
    return signer
  }

  private static func text(of signer: NoteSigner, seed: [UInt8]) -> String {
    let id = hexadecimal(signer.verifier.keyID)
    return "PRIVATE+KEY+\(signer.verifier.name)+\(id)+\(Base64.encode([1] + seed))\n"
  }

  private static func hexadecimal(_ keyID: UInt32) -> String {
    let digits = String(keyID, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private func path(of origin: String, _ suffix: String) -> String {
    let name = origin.split(separator: "/").last ?? "journal"
    return "\(directory)/\(name).\(suffix)"
  }

  /// The only line of a file, nil where there is no file.
  private func line(of path: String) throws -> String? {
    do {
      let text = String(decoding: try Files.read(path, limit: 4096), as: UTF8.self)
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }
}
