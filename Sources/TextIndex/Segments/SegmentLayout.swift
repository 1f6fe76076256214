import EventLog

/// Where the rows of an index lie.
///
///     00                              → fingerprint, 32 bytes
///     number u64                      → sequence u64 ‖ object 16      a document of no segment yet
///     first u64 ‖ 00                  → level u8 ‖ words u32 ‖ bytes of postings u32
///     first u64 ‖ 01 ‖ chunk u32      → sequence u64 ‖ object 16, …   the documents
///     first u64 ‖ 02 ‖ chunk u32      → words u16 ‖ start u32 ‖ (length of postings u16, …)
///                                       ‖ 00 ‖ (word ‖ 00, …)         the vocabulary
///     first u64 ‖ 03 ‖ chunk u32      → postings of the words, one behind the other
///
/// Words come in the order in which the texts bring them. A value is no longer than a page of LMDB
/// holds, so that no row needs pages that lie together.
enum SegmentLayout {
  /// The bytes of a value that fill an overflow page of 4096 bytes: its header takes 16.
  static let chunkByteCount = 4080

  static let documentsPerChunk = chunkByteCount / TextDocument.byteCount

  static let fingerprintKey: [UInt8] = [0]

  /// The documents of a segment, by level from 1 on.
  static let sizes = [128, 2048, 32768]

  /// The parts of a segment.
  enum Part: UInt8 {
    case head
    case documents
    case vocabulary
    case postings
  }

  static func key(_ first: UInt64) -> [UInt8] {
    var key: [UInt8] = []
    key.append(bigEndian: first)
    return key
  }

  static func headKey(_ first: UInt64) -> [UInt8] { key(first) + [Part.head.rawValue] }

  static func key(_ first: UInt64, _ part: Part, _ chunk: Int) -> [UInt8] {
    var key = key(first)
    key.append(part.rawValue)
    key.append(bigEndian: UInt32(chunk))
    return key
  }
}

extension [UInt8] {
  mutating func append(bigEndian value: UInt32) {
    append(bigEndian: UInt16(truncatingIfNeeded: value >> 16))
    append(bigEndian: UInt16(truncatingIfNeeded: value))
  }

  mutating func append(bigEndian value: UInt16) {
    append(UInt8(truncatingIfNeeded: value >> 8))
    append(UInt8(truncatingIfNeeded: value))
  }
}
