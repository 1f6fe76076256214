import EventLog
import LMDB
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
    try fresh.buildTextIndexes(anew: true, in: transaction)
    try fresh.dropTextIndexes(in: transaction)
  }
}
