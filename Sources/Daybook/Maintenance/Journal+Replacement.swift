import EventLog
import FileSystem
import LMDB
import Model
import Objects
import Views

extension Journal {
  /// Gives free pages back: writes the journal anew, row by row, and puts that in its place.
  ///
  /// Others may have the journal open throughout: readers keep what they see, writers wait, and both
  /// go over to the new environment with their next transaction. Broken off at any point, the journal
  /// is the old one or the new one; the next who opens it finishes what is left to do.
  ///
  /// - Returns: The bytes of the environment's file before and after.
  /// - Complexity: O(journal).
  public func compact(
    _ request: CommitRequest, progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws -> (before: Int, after: Int) {
    let before = try environment.information().fileSizeBytes
    _ = try replace(request, progress: progress) { _, _ in (nil, Omission()) }
    return (before, try environment.information().fileSizeBytes)
  }

  /// Forgets objects, and what the model's cascades take with them, for good.
  ///
  /// An `erased` event is appended for each; references to them are cleared by events; their payloads
  /// and the content that nothing else uses are left out of a new environment, whose projections are
  /// built anew, and which takes the place of the old. Headers stay, so the log proves what it proved.
  ///
  /// - Throws: `JournalError.nothingToRestore` where an object never was or is erased already.
  /// - Complexity: O(journal).
  public func erase(
    _ ids: [ObjectID], _ request: CommitRequest,
    progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws -> Commit {
    let commit = try replace(request, progress: progress) { writer, transaction in
      var erased: Set<ObjectID> = []
      for id in ids { try writer.erase(id, &erased, in: transaction) }
      let commit = try writer.finish(in: transaction)
      return (commit, try writer.omission(forgetting: erased, in: transaction.reading))
    }
    return commit ?? Commit(from: 0, to: 0, recorded: request.recorded)
  }

  /// Forgets the earlier versions of an object, and keeps it as it is.
  ///
  /// A `condensed` event carries every current value; the payloads before it are left out.
  public func eraseVersions(
    of id: ObjectID, _ request: CommitRequest,
    progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws -> Commit {
    let commit = try replace(request, progress: progress) { writer, transaction in
      try writer.condense(id, in: transaction)
      let commit = try writer.finish(in: transaction)
      return (commit, try writer.omission(condensing: id, in: transaction.reading))
    }
    return commit ?? Commit(from: 0, to: 0, recorded: request.recorded)
  }

  /// Writes a new environment under the write lock of the old, names it in both places, and goes over
  /// to it.
  private func replace(
    _ request: CommitRequest, progress: (MaintenanceProgress) -> Void,
    _ prepare: (inout CommitWriter, borrowing WriteTransaction) throws -> (Commit?, Omission)
  ) throws -> Commit? {
    for _ in 0..<64 {
      let old = environment
      guard let name = old.path.split(separator: "/").last.map(String.init),
        let number = JournalDirectory.number(of: name)
      else { throw EventLogError.notAJournal(reason: "its environment is \(old.path)") }
      let next = JournalDirectory.environmentName(number + 1)
      do {
        let commit = try transact(request) { context, device, salts, transaction in
          guard context.environment === old else { throw EventLogError.moved(to: next) }
          var writer = try CommitWriter(
            context, request, device: device, salts: salts, in: transaction.reading)
          try writer.check(request, in: transaction.reading)
          let (commit, omission) = try prepare(&writer, transaction)
          try self.write(
            context, to: self.directory.environmentPath(next), leavingOut: omission,
            in: transaction, progress: progress)
          var meta = try context.log.meta(in: transaction.reading)
          meta.moved = next
          try context.log.write(meta, in: transaction)
          return commit
        }
        try directory.finishReplacement(of: name, by: next, isReadOnly: false)
        try follow(from: old)
        return commit
      } catch EventLogError.moved {
        try follow(from: old)
      }
    }
    throw EventLogError.notAJournal(reason: "its environments name one another in a circle")
  }

  /// Writes the environment that will be the next, and syncs it. It is closed again: nobody opens it
  /// before the old one names it.
  private func write(
    _ context: JournalContext, to path: String, leavingOut omission: Omission,
    in transaction: borrowing WriteTransaction, progress: (MaintenanceProgress) -> Void
  ) throws {
    // What a replacement that was broken off has left.
    try Files.remove(path)
    try Files.remove("\(path)-lock")
    do {
      var options = self.options.environment
      options.isDurable = false
      options.onWait = nil
      let copy = try Environment.open(at: path, options: options, creating: true)
      let projections = Set(ObjectStore.databaseNames)
      try EnvironmentCopy.copy(
        transaction.reading, to: copy, leavingOut: omission,
        databases: { name in
          omission.isEmpty || !(projections.contains(name) || name.hasPrefix("view."))
        },
        progress: progress)
      try copy.write { target in
        let log = try EventLog(in: target.reading)
        var meta = try log.meta(in: target.reading)
        meta.place = JournalDirectory.place(of: copy, machine: self.options.machine)
        try log.write(meta, in: target)
        if omission.isEmpty { return }
        try ObjectStore.create(in: target)
        var fresh = try JournalContext(copy, reusing: nil, in: target.reading)
        try fresh.store.rebuild(from: fresh.log, in: target)
        for name in fresh.catalog.names {
          try fresh.catalog.rebuild(
            name, store: fresh.store, log: fresh.log, spillingTo: self.directory.path, in: target)
        }
      }
      try copy.synchronize()
    } catch {
      try? Files.remove(path)
      try? Files.remove("\(path)-lock")
      throw error
    }
    try Files.synchronizeDirectory(directory.path)
  }
}

extension CommitWriter {
  /// Appends what forgets an object and what its cascades take with it.
  fileprivate mutating func erase(
    _ id: ObjectID, _ erased: inout Set<ObjectID>, in transaction: borrowing WriteTransaction
  ) throws {
    if erased.contains(id) { return }
    let history = try context.log.history(of: id, in: transaction.reading)
    guard let first = history.first else {
      throw JournalError.nothingToRestore(id, reason: "it never was")
    }
    if try context.log.isErased(id, in: transaction.reading) {
      throw JournalError.nothingToRestore(id, reason: "it was erased already")
    }
    guard try state.object(id, .after, in: transaction.reading) != nil else {
      // Deleted already: nothing refers to it, and nothing goes with it.
      let header = try context.log.header(at: first, in: transaction.reading)
      try append(
        ChangeResolver.Draft(
          kind: .erased, entity: header.entity, object: id, values: PropertyValues(),
          cause: header.identity),
        in: transaction)
      erased.insert(id)
      return
    }
    try resolve(in: transaction) { resolver, state, append in
      try resolver.erase(id, state: &state, base: transaction.reading, append: append)
    }
    for id in state.written where try context.log.isErased(id, in: transaction.reading) {
      erased.insert(id)
    }
  }

  /// Appends every current value of an object, as the one version that stays.
  fileprivate mutating func condense(
    _ id: ObjectID, in transaction: borrowing WriteTransaction
  ) throws {
    guard let object = try state.object(id, .after, in: transaction.reading) else {
      throw ChangeError.missingObject(id, what: "condense")
    }
    var values = PropertyValues()
    for entry in object.values {
      values[entry.name] = try state.resolve(
        entry.value, base: transaction.reading, log: transaction.reading)
    }
    try append(
      ChangeResolver.Draft(
        kind: .condensed, entity: object.entity, object: id, values: values),
      in: transaction)
  }

  /// What is left out once these objects are forgotten: all of their payloads, and the content that
  /// only they refer to.
  fileprivate func omission(
    forgetting ids: Set<ObjectID>, in transaction: borrowing ReadTransaction
  ) throws -> Omission {
    var omission = Omission()
    for id in ids {
      for sequence in try context.log.history(of: id, in: transaction) {
        let kind = try context.log.header(at: sequence, in: transaction).kind
        if kind != .erased { omission.payloads.insert(sequence.rawValue) }
      }
    }
    try leaveOutUnusedContent(of: &omission, in: transaction)
    return omission
  }

  /// What is left out once the earlier versions of an object are forgotten.
  fileprivate func omission(
    condensing id: ObjectID, in transaction: borrowing ReadTransaction
  ) throws -> Omission {
    var omission = Omission()
    for sequence in try context.log.history(of: id, in: transaction).dropLast() {
      omission.payloads.insert(sequence.rawValue)
    }
    try leaveOutUnusedContent(of: &omission, in: transaction)
    return omission
  }

  private func leaveOutUnusedContent(
    of omission: inout Omission, in transaction: borrowing ReadTransaction
  ) throws {
    var candidates: Set<[UInt8]> = []
    for sequence in omission.payloads {
      let payload = try context.log.payload(
        at: SequenceNumber(sequence), in: transaction)
      for (_, value) in payload?.values ?? [:] {
        if case .content(let content) = value { candidates.insert(content.digest) }
      }
    }
    if candidates.isEmpty { return }
    for sequence in 0..<(try context.log.size(in: transaction))
    where !omission.payloads.contains(sequence) {
      let payload = try context.log.payload(
        at: SequenceNumber(sequence), in: transaction)
      for (_, value) in payload?.values ?? [:] {
        if case .content(let content) = value { candidates.remove(content.digest) }
      }
    }
    omission.blobs = candidates
  }
}
