import EventLog
import LMDB
import Model
public import Objects
import Views

extension Journal {
  /// Commits changes: all of them and everything derived from them, or none.
  ///
  /// - Parameters:
  ///   - changes: In the order in which they are made. References may point forward.
  ///   - request: The clock's reading, randomness, expectations, and what is to be told.
  /// - Returns: What was done; an empty commit where nothing changes.
  /// - Throws: `ChangeError` where a change breaks a rule of the model, `EventLogError` where an
  ///   expectation fails, `LMDBError` where the environment cannot be written. Nothing is written
  ///   then.
  /// - Complexity: O(k log n) for k changes, whatever the size of the journal.
  @discardableResult
  public func commit(_ changes: [Change], _ request: CommitRequest) throws -> Commit {
    try write(request) { writer, transaction in
      writer.reserveCapacity(changes.count)
      for change in changes {
        try writer.apply(change, in: transaction)
        try writer.settle(in: transaction)
      }
    }
  }

  /// Commits changes that are given one by one, so that whoever gives them knows which was refused.
  ///
  /// - Parameters:
  ///   - request: When, by whom, and what is asked of the commit.
  ///   - next: Gives the next change; nil at the end. It runs within the write transaction and must not
  ///     wait for anyone.
  @discardableResult
  public func commit(_ request: CommitRequest, next: () throws -> Change?) throws -> Commit {
    try write(request) { writer, transaction in
      while let change = try next() {
        try writer.apply(change, in: transaction)
        try writer.settle(in: transaction)
      }
    }
  }

  /// Runs `body` as one commit.
  func write(
    _ request: CommitRequest, isJudged: Bool = true,
    _ body: (inout CommitWriter, borrowing WriteTransaction) throws -> Void
  ) throws -> Commit {
    try transact(request) { context, device, salts, transaction in
      var writer = try CommitWriter(
        context, request, device: device, salts: salts, in: transaction.reading)
      try writer.check(request, in: transaction.reading)
      try body(&writer, transaction)
      return try writer.finish(isJudged: isJudged, in: transaction)
    }
  }

  /// Runs `body` in a write transaction of the environment in use, with views that are current and a
  /// device that is this place's own.
  func transact<R>(
    _ request: CommitRequest,
    _ body: (inout JournalContext, DeviceID, Salts, borrowing WriteTransaction) throws -> R
  ) throws -> R {
    if options.isReadOnly { throw JournalError.readOnly(path: directory.path) }
    for _ in 0..<64 {
      let environment = environment
      do {
        return try environment.write { transaction in
          var context = try self.context(of: environment, in: transaction.reading)
          if let next = try context.log.moved(in: transaction.reading) {
            throw EventLogError.moved(to: next)
          }
          try self.clearLeftovers(beside: environment)
          var salts = Salts(request.seed)
          let device = try self.device(context, &salts, in: transaction)
          for name in request.views { _ = try context.catalog.item(name) }
          for item in context.catalog.stale {
            try context.catalog.rebuild(
              item.view.name, store: context.store, log: context.log,
              spillingTo: self.scratchDirectory, in: transaction)
          }
          try context.buildTextIndexes(in: transaction)
          return try body(&context, device, salts, transaction)
        }
      } catch EventLogError.moved {
        try follow(from: environment)
      }
    }
    throw EventLogError.notAJournal(reason: "its environments name one another in a circle")
  }

  /// The device that writes here.
  ///
  /// A journal that lies at another place than it was written at is a copy: it takes a new device,
  /// whose counters begin at 0, so that one identity is never given to two events.
  private func device(
    _ context: JournalContext, _ salts: inout Salts, in transaction: borrowing WriteTransaction
  ) throws -> DeviceID {
    var meta = try context.log.meta(in: transaction.reading)
    let place = JournalDirectory.place(of: context.environment, machine: options.machine)
    if meta.place == place { return meta.device }
    meta.place = place
    meta.device = DeviceID(salts.next())
    try context.log.write(meta, in: transaction)
    return meta.device
  }
}

extension CommitWriter {
  /// Refuses a commit whose writer saw another state than there is.
  func check(_ request: CommitRequest, in transaction: borrowing ReadTransaction) throws {
    if let expected = request.expectedSize, expected != from {
      throw EventLogError.wrongExpectedSize(expected: expected, found: from)
    }
    for (id, expected) in request.expectedVersions.sorted(by: { $0.key < $1.key }) {
      let found =
        try state.object(id, .after, in: transaction)?.version
        ?? context.log.history(of: id, in: transaction).last
      if found != expected {
        throw EventLogError.wrongExpectedVersion(object: id, expected: expected, found: found)
      }
    }
  }
}
