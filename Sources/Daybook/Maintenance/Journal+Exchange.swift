import EventLog
import FileSystem
import LMDB
import MerkleTree
public import Model
import Objects
import Views

/// One piece of a log as it goes from one journal to another.
public enum LogEntry: Sendable {
  /// An event: the bytes that the tree commits to, and its payload, nil where it is erased.
  case event(header: [UInt8], payload: [UInt8]?)
  /// A chunk of content, before the first event that names it.
  case blob(digest: [UInt8], chunk: UInt32, bytes: [UInt8])
}

/// What an import of a log did.
public struct LogImport: Sendable, Hashable {
  /// The log's size before.
  public var from: UInt64
  /// The log's size after.
  public var to: UInt64
  /// How many events were read.
  public var read = 0
  /// How many of them were new.
  public var imported = 0
  /// How many of them were in the log already.
  public var unchanged = 0
}

extension Journal {
  /// Takes in the events of another log that this one lacks, in one transaction: all or none.
  ///
  /// What another replica has erased is forgotten here too: then the environment is replaced, as
  /// ``erase(_:_:progress:)`` replaces it. A payload of what is erased here is not taken in.
  ///
  /// - Parameters:
  ///   - request: When, by whom, and what is asked of the commit.
  ///   - journal: The identity of the journal that the log is of, where it is known. An empty journal
  ///     takes it; any other must have it.
  ///   - progress: Is told how far the work has come.
  ///   - next: Gives the entries in the order of that log; nil at its end.
  /// - Throws: `JournalError.anotherJournal`; `EventLogError` where an event is damaged, out of its
  ///   device's order, or another than the one of the same identity here.
  public func importLog(
    _ request: CommitRequest, journal: ObjectID?,
    progress: (MaintenanceProgress) -> Void = { _ in }, _ next: () throws -> LogEntry?
  ) throws -> LogImport {
    try replacing(request, progress: progress) { context, device, salts, transaction in
      let from = try context.log.size(in: transaction.reading)
      var meta = try context.log.meta(in: transaction.reading)
      if let journal, journal != meta.journal {
        guard from == 0 else {
          throw JournalError.anotherJournal(found: journal, expected: meta.journal)
        }
        meta.journal = journal
        try context.log.write(meta, in: transaction)
      }
      var writer = try CommitWriter(
        context, request, device: device, salts: salts, in: transaction.reading)
      try writer.check(request, in: transaction.reading)
      var result = LogImport(from: from, to: from)
      var forgetting = Forgetting(log: context.log)
      var erased: Set<ObjectID> = []
      var condensed: Set<ObjectID> = []
      // A whole log, or one that changes definitions, is folded at the end, from the log.
      var isFolded = from > 0
      var absent = AbsentPayloads()
      while let entry = try next() {
        switch entry {
        case .blob(let digest, let chunk, let bytes):
          try context.log.writeBlobChunk(chunk, of: digest, bytes[...], in: transaction)
        case .event(let header, let payload):
          let appended = try writer.append(
            header: header, payload: payload, applying: isFolded, in: transaction)
          result.read += 1
          guard appended.isNew else {
            result.unchanged += 1
            continue
          }
          result.imported += 1
          let header = appended.event.header
          if !header.kind.concernsObject { isFolded = false }
          if header.kind == .erased { erased.insert(header.object) }
          if header.kind == .condensed { condensed.insert(header.object) }
          if appended.event.payload == nil { absent.note(appended.event) }
          if let dropped = appended.dropped { forgetting.forget(contentOf: dropped) }
        }
      }
      result.to = writer.size
      if result.imported == 0 { return (result, nil) }
      try absent.check(context.log, in: transaction.reading)
      try writer.finishImport(isFolded: isFolded, in: transaction)
      if !isFolded {
        try self.rebuildAll(context, in: transaction)
      }
      for id in erased { try forgetting.forget(id, in: transaction.reading) }
      for id in condensed { try forgetting.forgetVersions(of: id, in: transaction.reading) }
      return (result, forgetting.isEmpty ? nil : try forgetting.omission(in: transaction.reading))
    }
  }

  /// The events taken in without their payload: each needs one that erases it.
  private struct AbsentPayloads {
    private var sequences: [ObjectID: [SequenceNumber]] = [:]

    mutating func note(_ event: Event) {
      sequences[event.header.object, default: []].append(event.sequence)
    }

    func check(_ log: EventLog, in transaction: borrowing ReadTransaction) throws {
      for (object, sequences) in sequences {
        guard let first = sequences.first else { continue }
        var condensed: SequenceNumber?
        var isErased = false
        for sequence in try log.history(of: object, in: transaction) {
          let kind = try log.header(at: sequence, in: transaction).kind
          if kind == .condensed { condensed = sequence }
          if kind == .erased { isErased = true }
        }
        if isErased { continue }
        if let unlawful = sequences.first(where: { $0 >= condensed ?? first }) {
          throw EventLogError.unfitEvent(
            try log.header(at: unlawful, in: transaction).identity,
            reason: "its payload is missing, and no event of the log erases object \(object)")
        }
      }
    }
  }

  private func rebuildAll(
    _ context: JournalContext, in transaction: borrowing WriteTransaction
  ) throws {
    try rebuildDefinitions(context.log, in: transaction)
    var fresh = try JournalContext(context.environment, reusing: nil, in: transaction.reading)
    try fresh.store.rebuild(from: fresh.log, in: transaction)
    for name in fresh.catalog.names {
      try fresh.catalog.rebuild(
        name, store: fresh.store, log: fresh.log, spillingTo: scratchDirectory, in: transaction)
    }
  }

  // MARK: - Content

  /// Keeps the content of a file in the journal, once, under its digest.
  ///
  /// The file is read twice: to know its digest, and to be written. It needs no more memory than a few
  /// MiB, however large it is.
  ///
  /// - Throws: `FileError` where it cannot be read, or where it changes meanwhile.
  public func storeContent(ofFileAt path: String) throws -> ContentReference {
    let stream = try FileStream.reading(path)
    var hash = SHA256()
    var size: UInt64 = 0
    while true {
      let bytes = try stream.read(EventLog.blobChunkByteCount)
      if bytes.isEmpty { break }
      hash.update(bytes)
      size += UInt64(bytes.count)
    }
    let content = ContentReference(digest: hash.finish().bytes, size: size)
    try store(content) { offset, count in try stream.read(count, at: Int(offset)) }
    return content
  }

  /// Keeps content in the journal, once, under its digest.
  ///
  /// Written a few chunks at a time, in transactions before the one that names it.
  ///
  /// - Parameters:
  ///   - content: The digest and size of what `read` will give.
  ///   - read: Gives up to so many bytes from an offset on.
  public func store(
    _ content: ContentReference, _ read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]
  ) throws {
    if try self.read({ try $0.context.log.holds(content, in: $0.transaction) }) { return }
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

extension Snapshot {
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
