/// A SHA-256 digest: 32 bytes, held in the value itself.
///
/// Digests are ordered as their bytes are.
public struct Digest: Hashable, Sendable {
  /// The number of bytes in a digest.
  public static let byteCount = 32

  /// All bits zero: stands where there is no digest.
  public static let zero = Digest(0, 0, 0, 0)

  // Each word is the number that its eight bytes are in big-endian order, so that comparing words
  // compares bytes.
  @usableFromInline let word0: UInt64
  @usableFromInline let word1: UInt64
  @usableFromInline let word2: UInt64
  @usableFromInline let word3: UInt64

  @inlinable
  init(_ word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64) {
    self.word0 = word0
    self.word1 = word1
    self.word2 = word2
    self.word3 = word3
  }

  /// Takes the bytes of a digest, or returns nil where they are not 32.
  @inlinable
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Digest.byteCount else { return nil }
    var words: InlineArray<4, UInt64> = [0, 0, 0, 0]
    var place = 0
    for byte in bytes {
      words[place >> 3] = words[place >> 3] << 8 | UInt64(byte)
      place += 1
    }
    self.init(words[0], words[1], words[2], words[3])
  }

  /// Appends the 32 bytes to `buffer`.
  @inlinable
  public func append(to buffer: inout [UInt8]) {
    buffer.append(addingCapacity: Digest.byteCount) { room in
      append(word0, to: &room)
      append(word1, to: &room)
      append(word2, to: &room)
      append(word3, to: &room)
    }
  }

  @inlinable
  func append(_ word: UInt64, to room: inout OutputSpan<UInt8>) {
    for place: UInt64 in 0..<8 {
      room.append(UInt8(truncatingIfNeeded: word >> (56 - 8 * place)))
    }
  }

  /// The first sixteen bytes as two numbers, the most significant byte first.
  public var firstWords: (UInt64, UInt64) { (word0, word1) }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Digest.byteCount)
    append(to: &bytes)
    return bytes
  }
}

extension Digest: Comparable {
  /// Returns whether the bytes of `left` come before those of `right`.
  @inlinable
  public static func < (left: Digest, right: Digest) -> Bool {
    (left.word0, left.word1, left.word2, left.word3)
      < (right.word0, right.word1, right.word2, right.word3)
  }
}

extension Digest: CustomStringConvertible {
  /// Reads 64 lower-case hexadecimal digits, or returns nil.
  public init?(hexadecimal: some StringProtocol) {
    guard let bytes = Hexadecimal.decode(hexadecimal) else { return nil }
    self.init(bytes: bytes)
  }

  /// Reads the 44 characters of `base64`, or returns nil.
  public init?(base64: some StringProtocol) {
    guard let bytes = Base64.decode(base64) else { return nil }
    self.init(bytes: bytes)
  }

  /// The digest as 64 lower-case hexadecimal digits.
  public var hexadecimal: String { Hexadecimal.encode(bytes) }

  /// The digest as 44 characters of padded base 64 (RFC 4648 §4).
  public var base64: String { Base64.encode(bytes) }

  /// The same as `hexadecimal`.
  public var description: String { hexadecimal }
}

extension Digest {
  /// Takes four words as they lie in memory when a digest's bytes are there.
  init(bigEndianWords words: (UInt64, UInt64, UInt64, UInt64)) {
    self.init(
      UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt64(bigEndian: words.2),
      UInt64(bigEndian: words.3))
  }

  /// Four words that have the digest's bytes in memory.
  var bigEndianWords: (UInt64, UInt64, UInt64, UInt64) {
    (word0.bigEndian, word1.bigEndian, word2.bigEndian, word3.bigEndian)
  }
}
