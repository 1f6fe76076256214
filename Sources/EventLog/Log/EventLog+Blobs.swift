public import LMDB
public import Model

extension EventLog {
  /// How many bytes of content a row of `blobs` holds, but for the last (format 1).
  public static let blobChunkByteCount = 1 << 20

  static func blobKey(_ digest: [UInt8], chunk: UInt32) -> [UInt8] {
    var key = digest
    key.reserveCapacity(36)
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      key.append(UInt8(truncatingIfNeeded: chunk >> shift))
    }
    return key
  }

  /// How many rows content of a size has: none for content of no bytes.
  public static func blobChunkCount(ofSize size: UInt64) -> UInt32 {
    UInt32((size + UInt64(blobChunkByteCount) - 1) / UInt64(blobChunkByteCount))
  }

  /// Whether all of a content is in the journal.
  ///
  /// Its bytes are not looked at; the audit does that.
  public func holds(
    _ content: ContentReference, in transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let chunks = Self.blobChunkCount(ofSize: content.size)
    if chunks == 0 { return true }
    return try transaction.contains(Self.blobKey(content.digest, chunk: chunks - 1), in: blobs)
      && transaction.contains(Self.blobKey(content.digest, chunk: 0), in: blobs)
  }

  /// Lends a chunk of content to `body`, nil where it is not there.
  public func withBlobChunk<R>(
    _ chunk: UInt32, of digest: [UInt8], in transaction: borrowing ReadTransaction,
    _ body: (RawSpan) throws -> R
  ) throws -> R? {
    try transaction.getOnce(Self.blobKey(digest, chunk: chunk), in: blobs, body)
  }

  /// Writes a chunk of content, chunk 0 last of all, so that what was broken off is not taken for
  /// whole.
  public func writeBlobChunk(
    _ chunk: UInt32, of digest: [UInt8], _ bytes: ArraySlice<UInt8>,
    in transaction: borrowing WriteTransaction
  ) throws {
    try transaction.put(Self.blobKey(digest, chunk: chunk), bytes, in: blobs)
  }
}
