// One of the files of this module that call libcrypto and say `unsafe`.

internal import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
///
/// A value: a copy goes on from the same bytes, nothing is allocated, and each owner may be on a
/// thread of its own. For bytes that lie together `digest(of:)` is the same in one call.
///
/// libcrypto's plain functions are used rather than its EVP interface. They use the same hardware
/// support; what they save is EVP's set-up of configuration and providers at the first use (0.7 ms,
/// a third of what a command takes to start), a context on the heap for each owner, and failures
/// that would have to be thrown by every function that hashes.
public struct SHA256: Sendable {
  private var state = SHA256_CTX()

  /// Begins with no bytes.
  public init() {
    // The three functions return 1 whatever they are given (SHA256_Init(3)).
    _ = unsafe SHA256_Init(&state)
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { buffer in
      _ = unsafe SHA256_Update(&state, buffer.baseAddress, buffer.count)
    }
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe update(bytes.bytes)
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: [UInt8]) {
    unsafe update(bytes.span.bytes)
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: ArraySlice<UInt8>) {
    unsafe update(bytes.span.bytes)
  }

  /// Returns the digest of all bytes taken in so far; more may follow.
  public func finish() -> Digest {
    var state = state
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    unsafe withUnsafeMutableBytes(of: &words) { buffer in
      let bytes = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      _ = unsafe SHA256_Final(bytes, &state)
    }
    return Digest(bigEndianWords: words)
  }

  /// Returns the digest of `bytes`.
  public static func digest(of bytes: RawSpan) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// Returns the digest of `bytes`.
  public static func digest(of bytes: [UInt8]) -> Digest {
    unsafe digest(of: bytes.span.bytes)
  }

  /// Returns the digest of `bytes`.
  public static func digest(of bytes: ArraySlice<UInt8>) -> Digest {
    unsafe digest(of: bytes.span.bytes)
  }
}

extension SHA256 {
  /// Takes in a byte before what follows it, to tell kinds of content apart.
  mutating func update(prefix: UInt8) {
    unsafe withUnsafeBytes(of: prefix) { buffer in
      _ = unsafe SHA256_Update(&state, buffer.baseAddress, 1)
    }
  }

  /// Takes in the eight bytes of a number, the most significant first.
  public mutating func update(bigEndian number: UInt64) {
    unsafe withUnsafeBytes(of: number.bigEndian) { buffer in
      _ = unsafe SHA256_Update(&state, buffer.baseAddress, buffer.count)
    }
  }

  /// Takes in the 64 bytes of two digests.
  mutating func update(_ left: Digest, _ right: Digest) {
    unsafe withUnsafeBytes(of: (left.bigEndianWords, right.bigEndianWords)) { buffer in
      _ = unsafe SHA256_Update(&state, buffer.baseAddress, buffer.count)
    }
  }
}
