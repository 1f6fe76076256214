import EventLog
import LMDB
public import Model
import Objects
import Views

extension Journal {
  /// Takes back the last commits that were not taken back yet, in one commit.
  ///
  /// Undos, and what they took back, are passed over, and so are commits of which all is erased and
  /// those that erased something; what was erased stays so, and is told. Nothing goes from the log:
  /// what was written is written back as it was before, by events that name those they take back.
  ///
  /// - Parameters:
  ///   - count: How many commits to take back.
  ///   - request: When, by whom, and what is asked of the commit.
  /// - Throws: `JournalError.nothingToUndo` where there are not so many.
  /// - Complexity: O(events behind the oldest of them, and the history of the objects they touch).
  public func undo(_ count: Int, _ request: CommitRequest) throws -> Commit {
    try takeBack(request) { log, forgotten, transaction in
      var size = try log.size(in: transaction)
      var passed: Set<UInt64> = []
      var commits: [CommitSummary] = []
      while size > 0, commits.count < count {
        let commit = try log.commit(
          endingAt: SequenceNumber(size - 1), in: transaction)
        size = commit.start
        if passed.contains(commit.start) { continue }
        passed.formUnion(commit.undone)
        forgotten.formUnion(commit.forgotten)
        if commit.undone.isEmpty && !commit.isForgotten { commits.append(commit) }
      }
      guard commits.count == count else {
        throw JournalError.nothingToUndo(asked: count, found: commits.count)
      }
      return commits
    }
  }

  /// Takes back the newest undo that was not taken back yet.
  ///
  /// - Throws: `JournalError.nothingToRedo` where there is none.
  public func redo(_ request: CommitRequest) throws -> Commit {
    try takeBack(request) { log, forgotten, transaction in
      var size = try log.size(in: transaction)
      var passed: Set<UInt64> = []
      var undos: Set<UInt64> = []
      while size > 0 {
        let commit = try log.commit(endingAt: SequenceNumber(size - 1), in: transaction)
        size = commit.start
        if passed.contains(commit.start) { continue }
        if commit.undone.isEmpty { continue }
        // An undo of an undo is a redo: it and what it took back are even.
        for start in commit.undone {
          let origin = try log.commit(startingAt: start, in: transaction)
          if !origin.undone.isEmpty { undos.insert(start) }
        }
        if commit.undone.isDisjoint(with: undos) {
          forgotten.formUnion(commit.forgotten)
          if !commit.isForgotten { return [commit] }
        }
        passed.formUnion(commit.undone)
      }
      throw JournalError.nothingToRedo
    }
  }

  private func takeBack(
    _ request: CommitRequest,
    _ choose: (
      EventLog, _ forgotten: inout Set<ObjectID>, borrowing ReadTransaction
    ) throws -> [CommitSummary]
  ) throws -> Commit {
    try transact(request) { context, device, salts, transaction in
      var writer = try CommitWriter(
        context, request, device: device, salts: salts, in: transaction.reading)
      try writer.check(request, in: transaction.reading)
      var forgotten: Set<ObjectID> = []
      var definitions: [Event] = []
      var events: [Event] = []
      for commit in try choose(context.log, &forgotten, transaction.reading) {
        // What was deleted together comes back in the order in which it went: a to-many relationship
        // shows its objects in the order of their joining. What an undo has deleted went in the
        // opposite order, as everything that it takes back.
        var deleted: [Event] = []
        for sequence in (commit.start..<commit.end).reversed() {
          let event = try context.log.event(
            at: SequenceNumber(sequence), in: transaction.reading)
          if event.header.kind == .deleted, commit.undone.isEmpty {
            deleted.append(event)
            continue
          }
          events += deleted.reversed()
          deleted = []
          if event.header.kind.concernsObject {
            events.append(event)
          } else {
            definitions.append(event)
          }
        }
        events += deleted.reversed()
      }
      // Definitions first: what objects are given back is given under the names that come back.
      let former = context
      var isAnew = false
      var model = context.history.model.declarations
      for event in definitions {
        try writer.takeBackDefinition(event, from: &model, in: transaction)
      }
      if !definitions.isEmpty {
        context = try JournalContext(context.environment, reusing: nil, in: transaction.reading)
        // The same names may stand for other data: two that were swapped make the same model.
        isAnew = context.history.version != former.history.version
        if isAnew {
          try context.store.rebuild(from: context.log, in: transaction)
          context.catalog.expire()
        }
        try writer.goOn(with: context, in: transaction.reading)
      }
      for event in events { try writer.takeBack(event, in: transaction) }
      var commit = try writer.finish(in: transaction)
      commit.forgotten = forgotten.sorted()
      if !definitions.isEmpty {
        for name in former.catalog.names where context.catalog.items[name] == nil {
          if let database = former.catalog.items[name]?.index?.database {
            try transaction.drop(database)
          }
        }
        try refreshViews(&context, anew: isAnew, in: transaction)
        try context.buildTextIndexes(anew: isAnew, in: transaction)
        try context.dropTextIndexes(in: transaction)
      }
      return commit
    }
  }

  /// Brings an object back as it was.
  ///
  /// - Parameters:
  ///   - id: The object.
  ///   - size: The log size as of which it is wanted; nil: as it was before it was deleted.
  ///   - request: When, by whom, and what is asked of the commit.
  /// - Throws: `JournalError.notDeleted` where it is there and no size is given,
  ///   `.nothingToRestore` where it was not there then, or is forgotten.
  public func restore(
    _ id: ObjectID, asOf size: UInt64? = nil, _ request: CommitRequest
  ) throws -> Commit {
    try transact(request) { context, device, salts, transaction in
      var writer = try CommitWriter(
        context, request, device: device, salts: salts, in: transaction.reading)
      try writer.check(request, in: transaction.reading)
      try writer.restore(id, asOf: size, in: transaction)
      return try writer.finish(in: transaction)
    }
  }
}

extension EventLog {
  /// The commit whose first event stands at `start`.
  fileprivate func commit(
    startingAt start: UInt64, in transaction: borrowing ReadTransaction
  ) throws -> CommitSummary {
    let end = try commitEnd(
      from: SequenceNumber(start), size: size(in: transaction), in: transaction)
    return try commit(endingAt: SequenceNumber(end.rawValue - 1), in: transaction)
  }
}

extension CommitWriter {
  /// Appends the event that takes one event of an object back.
  ///
  /// Values that others have written since are left as they are.
  fileprivate mutating func takeBack(
    _ event: Event, in transaction: borrowing WriteTransaction
  ) throws {
    let id = event.header.object
    let current = try state.object(id, .after, in: transaction.reading)
    let before = try object(id, asOf: event.sequence.rawValue, in: transaction.reading)
    switch event.header.kind {
    case .inserted:
      guard let current else { return }
      try append(
        ChangeResolver.Draft(
          kind: .deleted, entity: current.entity, object: id, values: PropertyValues(),
          cause: event.header.identity),
        in: transaction)
    case .deleted:
      guard current == nil, let before else { return }
      try append(
        ChangeResolver.Draft(
          kind: .inserted, entity: before.entity, object: id,
          values: try withoutErased(
            values(of: before, in: transaction.reading), of: before.entity, cleared: nil,
            in: transaction.reading),
          cause: event.header.identity),
        in: transaction)
    case .updated:
      guard let current, let before, let written = event.payload?.values else { return }
      let then = try values(of: before, in: transaction.reading)
      let now = try values(of: current, in: transaction.reading)
      let today = context.history.names.properties(
        written.lazy.map(\.name), of: event.header)
      var values = PropertyValues()
      for (key, value) in written {
        let name = today[key] ?? key
        guard (now[name] ?? .null) == value else { continue }
        let old = then[name] ?? .null
        if old != value { values[name] = old }
      }
      if values.isEmpty { return }
      values = try withoutErased(
        values, of: current.entity, cleared: .null, in: transaction.reading)
      try append(
        ChangeResolver.Draft(
          kind: .updated, entity: current.entity, object: id, values: values,
          cause: event.header.identity),
        in: transaction)
    case .condensed, .erased, .modelChanged, .viewChanged:
      return
    }
  }

  /// Values as they were, without references to what has been erased since.
  ///
  /// - Parameter cleared: What stands for a relationship of which nothing remains.
  private func withoutErased(
    _ values: PropertyValues, of entity: String, cleared: Value?,
    in transaction: borrowing ReadTransaction
  ) throws -> PropertyValues {
    var values = values
    let relationships = context.store.model.entity(entity)?.relationships ?? [:]
    for (name, value) in values where relationships[name]?.storage == .stored {
      let erased = try Set(
        value.identities.filter { try context.log.isErased($0, in: transaction) })
      if erased.isEmpty { continue }
      if case .list(let elements) = value {
        let remaining = elements.filter { erased.isDisjoint(with: $0.identities) }
        values[name] = remaining.isEmpty ? cleared : .list(remaining)
      } else {
        values[name] = cleared
      }
    }
    return values
  }

  /// Appends the event that takes a change of the model or of a view back, and files it.
  ///
  /// - Parameter model: The model of today, which becomes the former one.
  fileprivate mutating func takeBackDefinition(
    _ event: Event, from model: inout ModelFile, in transaction: borrowing WriteTransaction
  ) throws {
    var values = PropertyValues()
    switch event.header.kind {
    case .modelChanged:
      guard let change = ModelChange(event) else { return }
      let text = try previousModel(before: event.sequence, in: transaction.reading)
      let previous = try ModelFile(parsing: text)
      let renames = try change.renames(from: previous, to: ModelFile(parsing: change.model))
        .inverse(leaving: model, mark: "\(event.header.stamp)")
      // The former text may hold marks of renames done before: they ask for nothing now.
      let isTold = !renames.isEmpty || !ModelRenames(from: model, to: previous).isEmpty
      values = ModelChange(model: text, renames: isTold ? renames.jsonText : nil).values
      model = previous
    case .viewChanged:
      guard let written = event.payload?.values, case .string(let name) = written["name"] else {
        return
      }
      values["name"] = .string(name)
      values["definition"] = try previousDefinition(
        of: name, before: event.sequence, in: transaction.reading)
    default: return
    }
    let appended = try append(
      ChangeResolver.Draft(
        kind: event.header.kind, entity: "", object: .zero, values: values,
        cause: event.header.identity),
      in: transaction)
    try ModelHistory.file(appended, in: context.models, transaction)
    try context.catalog.store.file(appended, in: transaction)
  }

  private func previousModel(
    before sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> String {
    var text = ModelFile().jsonText
    try context.log.forEachEvent(in: 0..<sequence.rawValue, reversed: true, in: transaction) {
      guard let change = ModelChange($0) else { return true }
      text = change.model
      return false
    }
    return text
  }

  private func previousDefinition(
    of name: String, before sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> Value {
    var definition = Value.null
    try context.log.forEachEvent(in: 0..<sequence.rawValue, reversed: true, in: transaction) {
      guard $0.header.kind == .viewChanged, $0.payload?.values["name"] == .string(name) else {
        return true
      }
      definition = $0.payload?.values["definition"] ?? .null
      return false
    }
    return definition
  }

  /// Appends what brings an object back as it was.
  fileprivate mutating func restore(
    _ id: ObjectID, asOf size: UInt64?, in transaction: borrowing WriteTransaction
  ) throws {
    let history = try context.log.history(of: id, in: transaction.reading)
    guard let last = history.last else {
      throw JournalError.nothingToRestore(id, reason: "it never was")
    }
    if try context.log.isErased(id, in: transaction.reading) {
      throw JournalError.forgotten(id, asOf: nil)
    }
    let current = try state.object(id, .after, in: transaction.reading)
    if current != nil && size == nil { throw JournalError.notDeleted(id) }
    let wanted = size ?? last.rawValue
    guard let past = try object(id, asOf: wanted, in: transaction.reading),
      let cause = history.last(where: { $0.rawValue < wanted })
    else {
      let isForgotten = try context.log.isForgotten(
        history.filter { $0.rawValue < wanted }, in: transaction.reading)
      throw JournalError.nothingToRestore(
        id,
        reason: isForgotten ? "its versions until then are erased" : "it was not there then")
    }
    var values = try self.values(of: past, in: transaction.reading)
    // What it referred to may be gone; a reference to nothing is none.
    for relationship in context.store.model.entity(past.entity)?.relationships.values ?? [:].values
    where relationship.storage == .stored {
      guard let value = values[relationship.name] else { continue }
      let living = try value.identities.filter {
        try state.object($0, .after, in: transaction.reading) != nil
      }
      if relationship.isToMany {
        values[relationship.name] = living.isEmpty ? nil : .list(living.map(Value.uuid))
      } else {
        values[relationship.name] = living.first.map(Value.uuid)
      }
    }
    let identity = try context.log.header(at: cause, in: transaction.reading).identity
    guard let current else {
      try append(
        ChangeResolver.Draft(
          kind: .inserted, entity: past.entity, object: id, values: values, cause: identity),
        in: transaction)
      return
    }
    for entry in current.values where values[entry.name] == nil { values[entry.name] = .null }
    let now = try self.values(of: current, in: transaction.reading)
    for (name, value) in values where (now[name] ?? .null) == value { values[name] = nil }
    try apply(
      .update(id, values: values),
      cause: try isLikeUndo(values, of: cause, in: transaction.reading)
        ? context.log.header(at: history[0], in: transaction.reading).identity : identity,
      in: transaction)
  }

  /// Whether an update of these values, with the event at `cause` for its cause, would be taken for an
  /// undo of it: as where a reference of that time leads nowhere now.
  private func isLikeUndo(
    _ values: PropertyValues, of cause: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let origin = try context.log.event(at: cause, in: transaction)
    var update = origin
    update.header.kind = .updated
    update.payload?.values = values
    return update.takesBack(origin)
  }

  /// An object as it was in a log of `size` events.
  private func object(
    _ id: ObjectID, asOf size: UInt64, in transaction: borrowing ReadTransaction
  ) throws -> StoredObject? {
    let history = try context.log.history(of: id, in: transaction).filter { $0.rawValue < size }
    return try context.store.fold(id, history, of: context.log, in: transaction)?.object
  }

  private func values(
    of object: StoredObject, in transaction: borrowing ReadTransaction
  ) throws -> PropertyValues {
    var values = PropertyValues()
    for entry in object.values {
      values[entry.name] = try state.resolve(entry.value, base: transaction, log: transaction)
    }
    return values
  }
}
