/// A text with the signatures of those who vouch for it (C2SP signed-note).
///
///     the text, any lines
///
///     — name base64(key id ‖ signature)
///
/// The text is worth nothing before `verify` has found a trusted key's signature on it.
public struct SignedNote: Sendable {
  /// One signature line.
  public struct Signature: Sendable {
    /// The name of the key that it claims to be of.
    public let name: String

    /// The id of the key that it claims to be of.
    public let keyID: UInt32

    /// The signature itself, 64 bytes where it is of Ed25519.
    public let bytes: [UInt8]
  }

  /// The greatest number of signatures that is read.
  ///
  /// C2SP asks for a limit of 16 or more: each signature of a known key costs a verification.
  public static let signatureCountLimit = 64

  /// What is signed.
  ///
  /// Each line ends in a newline, the last one too.
  public let text: String

  /// The signatures in their order, those of unknown keys too.
  public private(set) var signatures: [Signature]

  /// Begins a note without signatures, which `encoded` cannot be read back before it is signed.
  ///
  /// - Throws: `MerkleTreeError.malformedNote` where the text does not end in a newline or holds
  ///   another control character.
  public init(text: String) throws(MerkleTreeError) {
    try SignedNote.checkCharacters(text.utf8)
    guard text.utf8.last == SignedNote.newline else {
      throw .malformedNote(line: 1, reason: "the text must end in a newline")
    }
    self.text = text
    signatures = []
  }

  /// Reads a note from the bytes of a file.
  ///
  /// - Throws: `MerkleTreeError.malformedNote`.
  public init(parsing bytes: [UInt8]) throws(MerkleTreeError) {
    try SignedNote.checkCharacters(bytes)
    // The last empty line ends the text, which may have empty lines itself.
    guard
      bytes.count > 1,
      let end = (1..<bytes.count).last(where: {
        bytes[$0] == SignedNote.newline && bytes[$0 - 1] == SignedNote.newline
      })
    else { throw .malformedNote(line: 1, reason: "no empty line follows the text") }
    guard let text = String(validating: bytes[..<end], as: UTF8.self) else {
      throw .malformedNote(line: 1, reason: "the text is not UTF-8")
    }
    self.text = text

    let firstLine = 1 + bytes[...end].count { $0 == SignedNote.newline }
    let lines = bytes[(end + 1)...].split(
      separator: SignedNote.newline, omittingEmptySubsequences: false)
    guard lines.count > 1 else {
      throw .malformedNote(line: firstLine, reason: "there is no signature")
    }
    guard let rest = lines.last, rest.isEmpty else {
      throw .malformedNote(
        line: firstLine + lines.count - 1, reason: "the last line must end in a newline")
    }
    guard lines.count - 1 <= SignedNote.signatureCountLimit else {
      throw .malformedNote(
        line: firstLine + SignedNote.signatureCountLimit,
        reason: "more than \(SignedNote.signatureCountLimit) signatures are not read")
    }
    signatures = []
    for (place, line) in lines.dropLast().enumerated() {
      guard let signature = Signature(line: line) else {
        throw .malformedNote(
          line: firstLine + place,
          reason: "a signature line is a dash (U+2014), a name and base 64, with spaces between")
      }
      signatures.append(signature)
    }
  }

  /// Adds a signature.
  public mutating func sign(by signer: NoteSigner) throws(MerkleTreeError) {
    signatures.append(try signer.signature(of: text))
  }

  /// Checks that the key has signed the text.
  ///
  /// Signatures of other keys are ignored. Where several lines claim to be of this key, each must be
  /// a signature of the text.
  ///
  /// - Throws: `MerkleTreeError.notSigned` or `.badSignature`.
  public func verify(by verifier: NoteVerifier) throws(MerkleTreeError) {
    let message = Array(text.utf8)
    var isSigned = false
    for signature in signatures where signature.claims(verifier) {
      guard
        try Ed25519.isValid(
          signature: signature.bytes, of: message, publicKey: verifier.publicKey)
      else { throw .badSignature(key: verifier.description) }
      isSigned = true
    }
    guard isSigned else { throw .notSigned(key: verifier.description) }
  }

  /// The whole note as it stands in a file.
  public var encoded: String {
    text + "\n" + signatures.map(\.line).joined()
  }

  private static let newline = UInt8(ascii: "\n")

  private static func checkCharacters(
    _ bytes: some Collection<UInt8>
  ) throws(MerkleTreeError) {
    var line = 1
    for byte in bytes {
      if byte == newline {
        line += 1
      } else if byte < 0x20 {
        throw .malformedNote(
          line: line, reason: "a note has no control character other than newline")
      }
    }
  }
}

extension SignedNote.Signature {
  private static let dash: [UInt8] = Array("\u{2014} ".utf8)

  /// Reads one line without its newline.
  fileprivate init?(line: ArraySlice<UInt8>) {
    guard line.starts(with: SignedNote.Signature.dash) else { return nil }
    let rest = line.dropFirst(SignedNote.Signature.dash.count)
    guard
      let space = rest.firstIndex(of: UInt8(ascii: " ")),
      let name = String(validating: rest[..<space], as: UTF8.self), NoteVerifier.isName(name),
      let bytes = Base64.decode(Array(rest[(space + 1)...])), bytes.count > 4
    else { return nil }
    self.name = name
    keyID = bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    self.bytes = Array(bytes[4...])
  }

  /// The signature line with its newline.
  fileprivate var line: String {
    let id = (0..<4).map { UInt8(truncatingIfNeeded: keyID >> (24 - 8 * UInt32($0))) }
    return "\u{2014} \(name) \(Base64.encode(id + bytes))\n"
  }

  /// Whether name and key id are those of this key.
  fileprivate func claims(_ verifier: NoteVerifier) -> Bool {
    keyID == verifier.keyID && name.utf8.elementsEqual(verifier.name.utf8)
  }
}
