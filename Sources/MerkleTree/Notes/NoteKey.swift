/// The public key that verifies one signer's signatures on notes (C2SP signed-note, Ed25519).
public struct NoteVerifier: Sendable {
  /// The name that stands in the signature lines.
  public let name: String

  /// The 32 bytes of the Ed25519 public key.
  public let publicKey: [UInt8]

  /// The first four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key) as a big-endian number.
  ///
  /// It finds the key that a signature claims; it proves nothing.
  public let keyID: UInt32

  /// Names a public key.
  ///
  /// - Throws: `MerkleTreeError.malformedKey` where the name is empty or holds a space, a control
  ///   character or a plus sign, or the key has not 32 bytes.
  public init(name: String, publicKey: [UInt8]) throws(MerkleTreeError) {
    guard NoteVerifier.isName(name) else {
      throw .malformedKey(
        reason: "a name is one or more characters without spaces and plus signs")
    }
    guard publicKey.count == Ed25519.publicKeyByteCount else {
      throw .malformedKey(
        reason: "an Ed25519 public key has 32 bytes and this one has \(publicKey.count)")
    }
    self.name = name
    self.publicKey = publicKey
    let digest = SHA256.digest(
      of: Array(name.utf8) + [UInt8(ascii: "\n"), NoteVerifier.ed25519] + publicKey)
    keyID = UInt32(truncatingIfNeeded: digest.word0 >> 32)
  }

  /// Reads a verifier key: `name+key id in 8 hexadecimal digits+base64(0x01 ‖ public key)`.
  ///
  /// - Throws: `MerkleTreeError.malformedKey`, also where the key id is not that of the key.
  public init(_ text: String) throws(MerkleTreeError) {
    // Base 64 has plus signs of its own, so only the first two separate.
    let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw .malformedKey(reason: "a verifier key is a name, a key id and a key with + between")
    }
    guard let keyID = Hexadecimal.decode(parts[1]), keyID.count == 4 else {
      throw .malformedKey(reason: "the key id is not 8 hexadecimal digits in lower case")
    }
    guard let key = Base64.decode(parts[2]) else {
      throw .malformedKey(reason: "the part after the key id is not base 64")
    }
    guard key.first == NoteVerifier.ed25519 else {
      throw .malformedKey(reason: "the key is not of the type 1, Ed25519")
    }
    try self.init(name: String(parts[0]), publicKey: Array(key.dropFirst()))
    guard self.keyID == keyID.reduce(0, { $0 << 8 | UInt32($1) }) else {
      throw .malformedKey(reason: "the key id \(parts[1]) is not that of the key")
    }
  }

  /// The signature type of Ed25519 in C2SP signed-note.
  private static let ed25519: UInt8 = 0x01

  /// Whether a signature line can carry this name.
  static func isName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0 != "+" && !$0.properties.isWhitespace
      }
  }
}

extension NoteVerifier: Hashable {
  /// Returns whether two keys have the same bytes in name and key.
  ///
  /// Names are compared as bytes: what Unicode holds to be the same text may be two signers.
  public static func == (left: NoteVerifier, right: NoteVerifier) -> Bool {
    left.publicKey == right.publicKey && left.name.utf8.elementsEqual(right.name.utf8)
  }

  /// Feeds the key to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(publicKey)
  }
}

extension NoteVerifier: CustomStringConvertible {
  /// The verifier key that `init(_:)` reads.
  public var description: String {
    let id = (0..<4).map { UInt8(truncatingIfNeeded: keyID >> (24 - 8 * UInt32($0))) }
    return
      "\(name)+\(Hexadecimal.encode(id))+\(Base64.encode([NoteVerifier.ed25519] + publicKey))"
  }
}

/// The private key that signs notes under one name (C2SP signed-note, Ed25519).
public struct NoteSigner: Sendable {
  /// The public half.
  public let verifier: NoteVerifier

  private let seed: [UInt8]

  /// Makes the key that belongs to a seed, always the same for the same seed.
  ///
  /// - Parameters:
  ///   - name: The name for the signature lines. A log's should be the origin of its checkpoints.
  ///   - seed: 32 bytes from a source of randomness fit for keys. Whoever has them can sign.
  /// - Throws: `MerkleTreeError.malformedKey` where the name or the seed will not do.
  public init(name: String, seed: [UInt8]) throws(MerkleTreeError) {
    guard seed.count == Ed25519.seedByteCount else {
      throw .malformedKey(reason: "an Ed25519 seed has 32 bytes and this one has \(seed.count)")
    }
    verifier = try NoteVerifier(name: name, publicKey: Ed25519.publicKey(seed: seed))
    self.seed = seed
  }

  /// Signs the text of a note.
  func signature(of text: String) throws(MerkleTreeError) -> SignedNote.Signature {
    SignedNote.Signature(
      name: verifier.name, keyID: verifier.keyID,
      bytes: try Ed25519.signature(of: Array(text.utf8), seed: seed))
  }
}
