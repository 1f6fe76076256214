internal import CCrypto

/// MD5 (RFC 1321) of bytes that come in pieces: the checksum by which other programs name files.
///
/// It guards against accidents and nothing else: nothing of a journal is hashed with it. Here because
/// this module is the one that speaks to libcrypto.
public struct MD5: Sendable {
  private var state = MD5_CTX()

  /// Begins with no bytes.
  public init() {
    // The three functions return 1 whatever they are given (MD5_Init(3)).
    _ = unsafe MD5_Init(&state)
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.span.bytes.withUnsafeBytes { buffer in
      _ = unsafe MD5_Update(&state, buffer.baseAddress, buffer.count)
    }
  }

  /// The digest of all bytes taken in so far, as 32 hexadecimal digits in lower case; more may follow.
  public func finish() -> String {
    var state = state
    var words: (UInt64, UInt64) = (0, 0)
    unsafe withUnsafeMutableBytes(of: &words) { buffer in
      let bytes = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      _ = unsafe MD5_Final(bytes, &state)
    }
    return Self.hexadecimal(words.0.bigEndian) + Self.hexadecimal(words.1.bigEndian)
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
