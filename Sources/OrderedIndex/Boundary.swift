import LMDB

/// Which rows are boundaries, by their keys alone.
///
/// A row is a boundary of level k ≥ 1 where a fixed hash of its key is 0 modulo F^k, with F a
/// power of two: one row in F of level 1, one in F² of level 2. So a key's level never changes, no
/// split or merge is ever decided, and the counts' shape is a function of the rows (the idea of
/// skip lists and of content-defined chunking; see Pugh, "Skip lists: a probabilistic alternative
/// to balanced trees", CACM 33(6), 1990).
struct Boundary: Sendable {
  /// The binary logarithm of F.
  var fanOutBits: Int

  /// The highest level there is, so that an index takes sixteen first bytes of its database.
  static let maxLevel = 15

  /// The highest level that a row with this key is a boundary of; 0 for most.
  func level(of key: Span<UInt8>) -> Int {
    min(Self.hash(key).trailingZeroBitCount / fanOutBits, Self.maxLevel)
  }

  /// The hash, part of the format: FNV-1a of the bytes, 64 bits (Fowler, Noll, Vo), then the
  /// finalizer of SplitMix64 (Stafford's mix 13), since the low bits of FNV alone are weak.
  static func hash(_ key: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for place in key.indices { hash = (hash ^ UInt64(key[place])) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return hash ^ hash >> 31
  }
}

/// A count as stored: big-endian, without leading zero bytes, one to five bytes.
///
/// No more, so that no damage makes a sum overflow.
enum StoredCount {
  static func encode(_ count: Int) -> [UInt8] {
    var shift = (Int.bitWidth - max(count, 1).leadingZeroBitCount - 1) / 8 * 8
    var bytes: [UInt8] = []
    while shift >= 0 {
      bytes.append(UInt8(truncatingIfNeeded: count >> shift))
      shift -= 8
    }
    return bytes
  }

  /// The count, or nil where the bytes are not the encoding of one.
  static func decode(_ bytes: RawSpan) -> Int? {
    let size = bytes.byteCount
    if size == 1 { return Int(bytes.byte(at: 0)) }
    guard size > 1, size <= 5, bytes.byte(at: 0) != 0 else { return nil }
    var count = 0
    for place in 0..<size { count = count << 8 | Int(bytes.byte(at: place)) }
    return count
  }
}
