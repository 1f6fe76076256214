import EventLog
import LMDB
import Model
import Objects
import Views

extension Journal {
  /// Gives free pages back: writes the journal anew, row by row, and puts that in its place.
  ///
  /// Others may have the journal open throughout: readers keep what they see, writers wait, and both
  /// go over to the new environment with their next transaction. Broken off at any point, the journal
  /// is the old one or the new one; the next who opens it for writing finishes what is left to do.
  ///
  /// - Returns: The bytes of the environment's file before and after.
  /// - Complexity: O(journal).
  public func compact(
    _ request: CommitRequest, progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws -> (before: Int, after: Int) {
    let before = try replacing(request, progress: progress) { context, _, _, _ in
      (try context.environment.information().fileSizeBytes, Omission())
    }
    return (before, try environment.information().fileSizeBytes)
  }

  /// Runs `body` in a write transaction and, where it says that something is to be left out, puts a new
  /// environment without that in the place of the one in use.
  ///
  /// The new one has what `body` wrote, and is on disk before the old one commits that it was replaced.
  ///
  /// - Parameter body: Returns its result, and what the new environment leaves out; nil: the environment
  ///   stays, and the transaction is committed like any other.
  func replacing<R>(
    _ request: CommitRequest, progress: (MaintenanceProgress) -> Void,
    _ body: (
      inout JournalContext, DeviceID, Salts, borrowing WriteTransaction
    ) throws -> (R, Omission?)
  ) throws -> R {
    var replaced: Environment?
    let result = try transact(request) { context, device, salts, transaction in
      let (result, omission) = try body(&context, device, salts, transaction)
      guard let omission else { return result }
      let next = try JournalDirectory.names(of: context.environment).next
      try self.write(
        to: self.directory.filePath(next), leavingOut: omission, in: transaction.reading,
        progress: progress)
      var meta = try context.log.meta(in: transaction.reading)
      meta.moved = next
      try context.log.write(meta, in: transaction)
      replaced = context.environment
      return result
    }
    if let replaced {
      directory.onStep?(.moved)
      // Opening what the old environment names does what is left: `current`, and the old file.
      try follow(from: replaced)
    }
    return result
  }

  /// Writes the environment that will be the next.
  private func write(
    to path: String, leavingOut omission: Omission, in transaction: borrowing ReadTransaction,
    progress: (MaintenanceProgress) -> Void
  ) throws {
    try DraftEnvironment.write(at: path, options.environment) { draft in
      var copy = EnvironmentCopy(target: draft, omission: omission)
      if !omission.isEmpty {
        // Whatever else there is follows from these, and is built anew without what is forgotten.
        copy.names = EventLog.databaseNames + [ModelHistory.databaseName, ViewStore.databaseName]
      }
      let onStep = directory.onStep
      copy.onBatch = { onStep?(.begun) }
      try copy.run(from: transaction, progress: progress)
      try draft.write { target in
        let log = try EventLog(in: target.reading)
        var meta = try log.meta(in: target.reading)
        meta.place = JournalDirectory.place(of: draft, machine: self.options.machine)
        try log.write(meta, in: target)
        if !omission.isEmpty {
          try draft.buildProjections(
            spillingTo: self.scratchDirectory, in: target, progress: progress)
        }
      }
    }
    directory.onStep?(.written)
  }
}

extension Environment {
  /// Builds objects, views and text indexes from the log, where there are none, or anew.
  func buildProjections(
    spillingTo directory: String, in transaction: borrowing WriteTransaction,
    progress: (MaintenanceProgress) -> Void
  ) throws {
    try ObjectStore.create(in: transaction)
    var context = try JournalContext(self, reusing: nil, in: transaction.reading)
    let total = try transaction.reading.count(of: context.log.history)
    try context.store.rebuild(from: context.log, in: transaction) {
      progress(MaintenanceProgress(what: "objects", done: $0, total: total))
    }
    for name in context.catalog.names {
      try context.catalog.rebuild(
        name, store: context.store, log: context.log, spillingTo: directory, in: transaction
      ) {
        progress(MaintenanceProgress(what: "view \(name)", done: $0, total: total))
      }
    }
    try context.buildTextIndexes(anew: true, in: transaction, progress: progress)
  }
}
