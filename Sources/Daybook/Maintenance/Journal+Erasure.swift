import EventLog
import LMDB
public import Model
import Objects

extension Journal {
  /// Forgets objects, and what the model's cascades take with them, for good.
  ///
  /// An `erased` event is appended for each; references to them are cleared by events; their payloads
  /// and the content that nothing else uses are left out of a new environment, whose projections are
  /// built anew, and which takes the place of the old. Headers stay, so the log proves what it proved.
  ///
  /// An object that is deleted already is forgotten with what its deletion took with it.
  ///
  /// Whoever is reading the old environment at the time keeps its file until the read ends.
  ///
  /// - Throws: `JournalError.nothingToRestore` where an object never was or is erased already;
  ///   `ChangeError.denied` where another object stands in the way. Nothing is changed then.
  /// - Complexity: O(journal).
  public func erase(
    _ ids: [ObjectID], _ request: CommitRequest,
    progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws -> Commit {
    try replacing(request, progress: progress) { context, device, salts, transaction in
      var writer = try CommitWriter(
        context, request, device: device, salts: salts, in: transaction.reading)
      try writer.check(request, in: transaction.reading)
      var erased: Set<ObjectID> = []
      for id in ids { try writer.erase(id, &erased, in: transaction) }
      let commit = try writer.finish(in: transaction)
      if commit.isEmpty { return (commit, nil) }
      var forgetting = Forgetting(log: context.log)
      for id in erased { try forgetting.forget(id, in: transaction.reading) }
      return (commit, try forgetting.omission(in: transaction.reading))
    }
  }

  /// Forgets the earlier versions of an object, and keeps it as it is.
  ///
  /// A `condensed` event carries every current value; the payloads before it are left out.
  ///
  /// - Throws: `ChangeError.missingObject` where it is not there.
  /// - Complexity: O(journal).
  public func eraseVersions(
    of id: ObjectID, _ request: CommitRequest,
    progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws -> Commit {
    try replacing(request, progress: progress) { context, device, salts, transaction in
      var writer = try CommitWriter(
        context, request, device: device, salts: salts, in: transaction.reading)
      try writer.check(request, in: transaction.reading)
      try writer.condense(id, in: transaction)
      let commit = try writer.finish(in: transaction)
      var forgetting = Forgetting(log: context.log)
      try forgetting.forgetVersions(of: id, in: transaction.reading)
      return (commit, try forgetting.omission(in: transaction.reading))
    }
  }
}

/// Gathers what an environment is to be written without.
struct Forgetting {
  let log: EventLog
  private(set) var payloads: Set<UInt64> = []
  /// The content that forgotten payloads named.
  private var contents: Set<[UInt8]> = []

  init(log: EventLog) {
    self.log = log
  }

  /// Whether there is nothing to forget.
  var isEmpty: Bool { payloads.isEmpty && contents.isEmpty }

  /// Forgets every payload of an object that an `erased` event names.
  mutating func forget(_ id: ObjectID, in transaction: borrowing ReadTransaction) throws {
    for sequence in try log.history(of: id, in: transaction) {
      let header = try log.header(at: sequence, in: transaction)
      // What erases has nothing to forget.
      if header.kind != .erased { try forget(sequence, in: transaction) }
    }
  }

  /// Forgets the payloads of an object that a later `condensed` event knows, and so stands for.
  ///
  /// A version written apart, on another device, is not in what was condensed, and stays.
  mutating func forgetVersions(
    of id: ObjectID, in transaction: borrowing ReadTransaction
  ) throws {
    var condensing: [EventHeader] = []
    for sequence in try log.history(of: id, in: transaction).reversed() {
      let header = try log.header(at: sequence, in: transaction)
      if condensing.contains(where: { $0.knows(header.identity) }) {
        try forget(sequence, in: transaction)
      }
      if header.kind == .condensed { condensing.append(header) }
    }
  }

  /// Forgets content that a payload named which was never taken in.
  mutating func forget(contentOf values: PropertyValues) {
    for (_, value) in values {
      if case .content(let content) = value { contents.insert(content.digest) }
    }
  }

  private mutating func forget(
    _ sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws {
    guard let payload = try log.payload(at: sequence, in: transaction) else { return }
    payloads.insert(sequence.rawValue)
    forget(contentOf: payload.values)
  }

  /// What is left out: the payloads, and the content that no other payload names.
  ///
  /// - Complexity: O(1) where no content is concerned, else O(log).
  func omission(in transaction: borrowing ReadTransaction) throws -> Omission {
    var omission = Omission(payloads: payloads, blobs: contents)
    if contents.isEmpty { return omission }
    for sequence in 0..<(try log.size(in: transaction)) where !payloads.contains(sequence) {
      let payload = try log.payload(at: SequenceNumber(sequence), in: transaction)
      for (_, value) in payload?.values ?? [:] {
        if case .content(let content) = value { omission.blobs.remove(content.digest) }
      }
      if omission.blobs.isEmpty { break }
    }
    return omission
  }
}

extension CommitWriter {
  /// Appends what forgets an object and what its cascades take with it.
  fileprivate mutating func erase(
    _ id: ObjectID, _ erased: inout Set<ObjectID>, in transaction: borrowing WriteTransaction
  ) throws {
    if erased.contains(id) { return }
    if try context.log.history(of: id, in: transaction.reading).isEmpty {
      throw JournalError.nothingToRestore(id, reason: "it never was")
    }
    if try context.log.isErased(id, in: transaction.reading) {
      throw JournalError.nothingToRestore(id, reason: "it was erased already")
    }
    if try state.object(id, .after, in: transaction.reading) == nil {
      // Nothing refers to it any more; what it took with it lies in the log as it does.
      for gone in try deletedTogether(with: id, in: transaction.reading)
      where erased.insert(gone).inserted {
        try appendErasure(of: gone, in: transaction)
      }
      return
    }
    try resolve(in: transaction) { resolver, state, append in
      try resolver.erase(id, state: &state, base: transaction.reading, append: append)
    }
    for id in state.written where try context.log.isErased(id, in: transaction.reading) {
      erased.insert(id)
    }
  }

  private mutating func appendErasure(
    of id: ObjectID, in transaction: borrowing WriteTransaction
  ) throws {
    guard let first = try context.log.history(of: id, in: transaction.reading).first else { return }
    let header = try context.log.header(at: first, in: transaction.reading)
    try append(
      ChangeResolver.Draft(
        kind: .erased, entity: header.entity, object: id, values: PropertyValues(),
        cause: header.identity),
      in: transaction)
  }

  /// An object that is deleted, and those that the model's cascades took with it in the same commit.
  private func deletedTogether(
    with root: ObjectID, in transaction: borrowing ReadTransaction
  ) throws -> [ObjectID] {
    let log = context.log
    guard let last = try log.history(of: root, in: transaction).last else { return [] }
    let deletion = try log.header(at: last, in: transaction)
    guard deletion.kind == .deleted else { return [root] }
    // Those whose last event is a deletion in the same commit, as they were before it.
    let start = last.rawValue - (deletion.identity.counter - deletion.commit)
    let end = try log.commitEnd(
      from: SequenceNumber(start), size: log.size(in: transaction), in: transaction)
    var gone: [ObjectID: StoredObject] = [:]
    for sequence in start..<end.rawValue {
      let header = try log.header(at: SequenceNumber(sequence), in: transaction)
      let history = try log.history(of: header.object, in: transaction)
      guard header.kind == .deleted, history.last?.rawValue == sequence else { continue }
      let before = history.filter { $0.rawValue < sequence }
      gone[header.object] =
        try context.store.fold(header.object, before, of: log, in: transaction)?.object
    }
    var order = [root]
    var owners = gone.removeValue(forKey: root).map { [$0] } ?? []
    while let owner = owners.popLast() {
      for object in gone.values.sorted(by: { $0.id < $1.id })
      where context.store.model.cascades(from: owner, to: object) {
        gone[object.id] = nil
        order.append(object.id)
        owners.append(object)
      }
    }
    return order
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
}

extension ObjectModel {
  /// Whether one object goes with another, by references that either of them holds.
  fileprivate func cascades(from owner: StoredObject, to object: StoredObject) -> Bool {
    func refers(_ source: StoredObject, _ name: String, to target: ObjectID) -> Bool {
      guard case .value(let value)? = source.values[name] else { return false }
      return value.identities.contains(target)
    }
    let rules =
      entity(owner.entity)?.relationships.values.filter { $0.deleteRule == .cascade } ?? []
    return rules.contains { relationship in
      switch relationship.storage {
      case .stored: refers(owner, relationship.name, to: object.id)
      case .inverse(let name):
        family(of: relationship.target).contains(object.entity)
          && refers(object, name, to: owner.id)
      }
    }
  }
}
