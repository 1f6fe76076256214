import EventLog
import FileSystem
import LMDB
import MerkleTree
public import Model

extension Journal {
  /// Keeps the content of a file in the journal, once, under its digest.
  ///
  /// The file is read twice: to know its digest, and to be written. It needs no more memory than a few
  /// MiB, however large it is.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - progress: Is told how many bytes are done, of twice the file's size.
  /// - Returns: The digest and size, which a value of the type `content` holds.
  /// - Throws: `FileError` where it cannot be read, `MediaError.changedMeanwhile` where the second
  ///   reading finds other bytes than the first; nothing is then found under its digest.
  public func storeContent(
    ofFileAt path: String, progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws -> ContentReference {
    let stream = try FileStream.reading(path)
    let total = try Int(Files.status(of: path)?.size ?? 0) * 2
    var done = 0
    func advance(_ count: Int) {
      done += count
      progress(MaintenanceProgress(what: "storing", done: done, total: total))
    }
    var hash = SHA256()
    var size: UInt64 = 0
    // What the second reading must find, chunk by chunk: it goes from the back to the front.
    var chunks: [Digest] = []
    while true {
      let bytes = try stream.chunk(at: size)
      if bytes.isEmpty { break }
      hash.update(bytes)
      chunks.append(SHA256.digest(of: bytes))
      size += UInt64(bytes.count)
      advance(bytes.count)
      if bytes.count < EventLog.blobChunkByteCount { break }
    }
    let content = ContentReference(digest: hash.finish().bytes, size: size)
    try store(content) { offset, count in
      let bytes = try stream.chunk(at: offset)
      let chunk = Int(offset / UInt64(EventLog.blobChunkByteCount))
      guard bytes.count == count, SHA256.digest(of: bytes) == chunks[chunk] else {
        throw MediaError.changedMeanwhile(path: path)
      }
      advance(count)
      return bytes
    }
    return content
  }

  /// Keeps content in the journal, once, under its digest.
  ///
  /// Written a few chunks at a time, in transactions before the one that names it.
  ///
  /// - Parameters:
  ///   - content: The digest and size of what `read` will give.
  ///   - read: Gives so many bytes from an offset on; from the back of the content to its front.
  public func store(
    _ content: ContentReference, _ read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]
  ) throws {
    if try self.read({ try $0.holds(content) }) { return }
    let chunkSize = UInt64(EventLog.blobChunkByteCount)
    let count = EventLog.blobChunkCount(ofSize: content.size)
    // From the back: the first chunk, without which nothing counts, is written last.
    var end = count
    while end > 0 {
      let start = end > 8 ? end - 8 : 0
      try withEnvironment { environment in
        try environment.write { transaction in
          let log = try EventLog(in: transaction.reading)
          if let next = try log.moved(in: transaction.reading) {
            throw EventLogError.moved(to: next)
          }
          for chunk in (start..<end).reversed() {
            let offset = UInt64(chunk) * chunkSize
            let bytes = try read(offset, Int(min(chunkSize, content.size - offset)))
            try log.writeBlobChunk(chunk, of: content.digest, bytes[...], in: transaction)
          }
        }
      }
      end = start
    }
  }
}

extension FileStream {
  /// The bytes of the chunk that begins at `offset`: fewer than a chunk's only at the end of the file.
  fileprivate func chunk(at offset: UInt64) throws(FileError) -> [UInt8] {
    var bytes = try read(EventLog.blobChunkByteCount, at: Int(offset))
    while !bytes.isEmpty, bytes.count < EventLog.blobChunkByteCount {
      let more = try read(
        EventLog.blobChunkByteCount - bytes.count, at: Int(offset) + bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }
}

extension Snapshot {
  /// Whether all of a content is in the journal; its bytes are not looked at.
  public func holds(_ content: ContentReference) throws -> Bool {
    try context.log.holds(content, in: transaction)
  }

  /// Bytes of content from an offset on: as many as asked for, fewer where it ends or is not all there.
  ///
  /// - Complexity: O(count): chunks before it are not read.
  public func bytes(
    of content: ContentReference, from offset: UInt64, count: Int
  ) throws -> [UInt8] {
    let chunkSize = UInt64(EventLog.blobChunkByteCount)
    var bytes: [UInt8] = []
    while bytes.count < count, offset + UInt64(bytes.count) < content.size {
      let place = offset + UInt64(bytes.count)
      guard let chunk = try blobChunk(UInt32(place / chunkSize), of: content.digest) else { break }
      let rest = chunk.dropFirst(Int(place % chunkSize)).prefix(count - bytes.count)
      if rest.isEmpty { break }
      bytes += rest
    }
    return bytes
  }

  /// A chunk of content, nil where it is not in the journal.
  public func blobChunk(_ chunk: UInt32, of digest: [UInt8]) throws -> [UInt8]? {
    try context.log.withBlobChunk(chunk, of: digest, in: transaction) { $0.array }
  }

  /// Calls `body` with the chunks of content, in order.
  ///
  /// - Returns: Whether all of it is in the journal.
  @discardableResult
  public func forEachChunk(
    of content: ContentReference, _ body: (_ chunk: UInt32, _ bytes: [UInt8]) throws -> Void
  ) throws -> Bool {
    for chunk in 0..<EventLog.blobChunkCount(ofSize: content.size) {
      let bytes = try context.log.withBlobChunk(chunk, of: content.digest, in: transaction) {
        $0.array
      }
      guard let bytes else { return false }
      try body(chunk, bytes)
    }
    return true
  }
}
