import EventLog
public import Model
import Objects

/// Unsaved changes: a scratchpad over the journal, which nobody else sees until it is saved.
///
///     let context = Context(journal, by: committer)
///     let hero = try context.insert(Hero(name: "Batman"))
///     hero.age = 30
///     try context.save()
///
/// An object is read from the journal when the context first touches it, and remembered as it was then:
/// its *committed* values. What is set since are its *changed* values. No transaction is open between
/// calls, however long an editor takes; when it saves, the context looks whether another commit has
/// changed the same objects, and merges by its ``mergePolicy``.
///
/// A relationship with an inverse is one fact, told at either end: what is set at one shows at the other
/// at once. It is changed where the model stores it, so that two contexts which add to one list, or take
/// from it, both get what they want.
///
/// Not `Sendable`: a context belongs to the actor or thread that made it.
public final class Context {
  /// The journal.
  public let journal: Journal
  /// Who writes.
  public let committer: Committer
  /// What becomes of changes that meet another commit's.
  public var mergePolicy: MergePolicy

  /// One object that the context has touched.
  struct Entry {
    var entity: String
    /// The object as the store had it; nil where the context inserts it.
    var committed: Record?
    var changed = PropertyValues()
    var isDeleted = false
    /// When it was touched, or came to refer to another object, whichever was later; in this order changes
    /// are written, and a list that is stored at the other end is in the order of what was written.
    var turn = 0

    var isInserted: Bool { committed == nil }
    var isEdited: Bool { isInserted ? !isDeleted : isDeleted || !changed.isEmpty }
  }

  var entries: [ObjectID: Entry] = [:]
  /// The touched objects in the order of their first touch.
  private var order: [ObjectID] = []
  /// By object, those whose unsaved references have to do with it, and some whose have had.
  var referrers: [ObjectID: Set<ObjectID>] = [:]
  /// The objects given to a relationship that could not be told at its other end yet.
  var unresolved: Set<ObjectID> = []
  /// The model as of the last change made here.
  private(set) var model = ObjectModel.builtIn
  private var turns = 0
  private var identities: IdentityGenerator?
  private var pulse: UInt64
  /// Counts the states that objects have been in, so that who holds one knows when to read it again.
  private(set) var generation = 0
  /// What a live record was given and could not be taken, told when the context is saved.
  private var fault: (any Error)?

  /// Makes a context without changes.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - committer: Who writes.
  ///   - mergePolicy: What becomes of changes that meet another commit's.
  public init(
    _ journal: Journal, by committer: Committer, merging mergePolicy: MergePolicy = .refuse
  ) {
    self.journal = journal
    self.committer = committer
    self.mergePolicy = mergePolicy
    pulse = journal.pulse
  }

  // MARK: - Touching

  /// The entry of an object, which is read where it has not been touched; nil where there is none.
  func entry(_ id: ObjectID) throws -> Entry? {
    if let entry = entries[id] { return entry }
    guard let record = try journal.record(id) else { return nil }
    let entry = Entry(entity: record.entity, committed: record, turn: nextTurn())
    entries[id] = entry
    order.append(id)
    return entry
  }

  func nextTurn() -> Int {
    turns += 1
    return turns
  }

  private func entity(_ name: String) throws -> Entity {
    model = try journal.read { $0.model }
    guard let entity = model.entity(name) else {
      throw ChangeError.unknownEntity(name, near: model.nearestEntity(to: name))
    }
    return entity
  }

  // MARK: - Changing

  /// Inserts an object.
  ///
  /// - Parameters:
  ///   - entity: Its entity.
  ///   - values: Its values by name; those with a default and none here get it when they are saved.
  ///   - id: Its identity; nil: a new one.
  /// - Returns: Its identity.
  /// - Throws: `ChangeError.unknownEntity`, `.objectExists`.
  @discardableResult
  public func insert(
    entity: String, values: PropertyValues = [:], id: ObjectID? = nil
  ) throws -> ObjectID {
    let writable = try self.entity(entity).writable(values)
    let id = id ?? newIdentity()
    if let entry = try entry(id) {
      // One that this context deletes comes back as an update.
      guard entry.isDeleted, let committed = entry.committed, committed.entity == entity else {
        throw ChangeError.objectExists(id, entity: entry.entity)
      }
      entries[id]?.isDeleted = false
      var values = writable
      for (name, _) in try self.entity(entity).writable(committed.values) where values[name] == nil
      {
        values[name] = .null
      }
      try set(values, of: id)
      return id
    }
    entries[id] = Entry(entity: entity, turn: nextTurn())
    order.append(id)
    try set(writable, of: id)
    return id
  }

  /// Gives an object values, which replace those of the same names; null clears.
  ///
  /// - Parameters:
  ///   - values: The values by name.
  ///   - id: The object.
  /// - Throws: `ChangeError.missingObject` where there is no such object, or the context deletes it.
  public func update(_ id: ObjectID, values: PropertyValues) throws {
    guard let entry = try entry(id), !entry.isDeleted else {
      throw ChangeError.missingObject(id, what: "update")
    }
    try set(try entity(entry.entity).writable(values), of: id)
  }

  private func set(_ values: PropertyValues, of id: ObjectID) throws {
    guard let entity = entries[id].flatMap({ model.entity($0.entity) }) else { return }
    defer { generation += 1 }
    for (name, value) in values {
      if let relationship = entity.relationships[name] {
        try relate(id, by: relationship, to: value.storable)
      } else {
        assign(value.storable, to: name, of: id)
      }
    }
  }

  /// Gives an object a value where it is stored.
  func assign(_ value: Value, to name: String, of id: ObjectID) {
    // What is set back is no change; of a new object nothing is there to be set back.
    let committed = entries[id]?.committed?[name] ?? .null
    entries[id]?.changed[name] = value == committed ? nil : value
  }

  /// Deletes an object when the context is saved, and what its model's delete rules make of that.
  ///
  /// - Throws: `ChangeError.missingObject`.
  public func delete(_ id: ObjectID) throws {
    guard let entry = try entry(id), !entry.isDeleted else {
      throw ChangeError.missingObject(id, what: "delete")
    }
    noteReferences(of: id)
    if entry.isInserted {
      entries[id] = nil
      order.removeAll { $0 == id }
    } else {
      entries[id]?.isDeleted = true
      entries[id]?.changed = PropertyValues()
    }
    generation += 1
  }

  /// Takes back every change since the last save: objects are as they were when they were first touched.
  public func rollback() {
    for (id, entry) in entries {
      if entry.isInserted {
        entries[id] = nil
      } else {
        entries[id]?.changed = PropertyValues()
        entries[id]?.isDeleted = false
      }
    }
    order.removeAll { entries[$0] == nil }
    forgetRelationships()
    fault = nil
    generation += 1
  }

  /// Takes back every change, and forgets every object: each is read anew when it is touched.
  public func reset() {
    entries = [:]
    order = []
    forgetRelationships()
    fault = nil
    generation += 1
  }

  private func newIdentity() -> ObjectID {
    var generator =
      identities
      ?? {
        var random = Committer.Generator(random: committer.random)
        return IdentityGenerator(
          milliseconds: UInt64(max(0, committer.now().microseconds / 1_000)), using: &random)
      }()
    defer { identities = generator }
    return generator.next()
  }

  /// Notes what could not be taken, to be told when the context is saved.
  func note(_ error: any Error) { fault = fault ?? error }

  // MARK: - Asking

  /// Whether there is anything to save.
  public var hasChanges: Bool { fault != nil || entries.values.contains { $0.isEdited } }

  /// The objects that it inserts, in their order.
  public var insertedObjects: [ObjectID] { order.filter { entries[$0]?.isInserted == true } }

  /// The objects that it changes, in the order of their first touch: of a relationship both ends, where
  /// both have been touched.
  public var updatedObjects: [ObjectID] {
    order.filter { id in
      entries[id].map { !$0.isInserted && !$0.isDeleted && !changedValues(of: id).isEmpty } ?? false
    }
  }

  /// The objects that it deletes, in the order of their first touch.
  public var deletedObjects: [ObjectID] { order.filter { entries[$0]?.isDeleted == true } }

  /// What was set on an object since it was read or saved, at either end of a relationship; null where it
  /// was cleared.
  public func changedValues(of id: ObjectID) -> PropertyValues {
    guard let entry = entries[id], !entry.isDeleted else { return [:] }
    var changed = entry.changed
    for (name, value) in shownRelationships(of: id) where value != entry.committed?[name] ?? .null {
      changed[name] = value
    }
    return changed
  }

  /// The values of an object as it was read or saved last; nil where the context inserts it, or there is
  /// none.
  public func committedValues(of id: ObjectID) throws -> PropertyValues? {
    try entry(id)?.committed?.values
  }

  /// What breaks the rules of the model, in the objects that the context inserts or changes: each value by
  /// itself, and what is missing.
  ///
  /// What depends on others (unique values, references, delete rules) is found when it is saved.
  public func validate() throws -> [ValidationError] {
    var errors: [ValidationError] = []
    for id in order {
      guard let entry = entries[id], entry.isEdited, !entry.isDeleted else { continue }
      let entity = try entity(entry.entity)
      var values = PropertyValues()
      for (name, value) in try record(id)?.values ?? [:] where entity.derived[name] == nil {
        if case .inverse = entity.relationships[name]?.storage { continue }
        values[name] = value
      }
      if entry.isInserted {
        for attribute in entity.attributes.values where values[attribute.name] == nil {
          if let value = attribute.defaultValue { values[attribute.name] = value }
        }
      }
      errors += entity.validate(values).map { $0.naming(id) }
    }
    return errors
  }

  // MARK: - Merging

  /// Whether another commit has been made since the context last looked: one look at a number in shared
  /// memory.
  public var hasNews: Bool { journal.pulse != pulse }

  /// What saving now would have to merge: the objects of which a context and the store have both changed
  /// the same attributes, by identity.
  public func conflicts() throws -> [MergeConflict] {
    try journal.read { snapshot in
      try order.sorted().compactMap { id in
        guard let entry = entries[id], entry.isEdited, let committed = entry.committed else {
          return nil
        }
        return Self.conflict(entry, committed, try snapshot.record(id))
      }
    }
  }

  /// Reads every touched object anew: what others have committed shows, and what is unsaved here stays.
  ///
  /// - Returns: The objects that have changed in the store since they were read, by identity.
  @discardableResult
  public func refresh() throws -> [ObjectID] {
    let found = journal.pulse
    let changed = try merge(by: nil)
    pulse = found
    return changed
  }

  private static func conflict(
    _ entry: Entry, _ committed: Record, _ stored: Record?
  ) -> MergeConflict? {
    var conflict = MergeConflict(id: committed.id, entity: entry.entity, attributes: [])
    guard let stored else {
      conflict.isDeletedInStore = true
      return entry.isDeleted ? nil : conflict
    }
    if stored.version == committed.version && !entry.isDeleted
      && entry.changed.allSatisfy({ stored[$0.name] == committed[$0.name] })
    {
      return nil
    }
    let names =
      entry.isDeleted
      ? Set((stored.values.map(\.name) + committed.values.map(\.name)))
      : Set(entry.changed.map(\.name))
    for name in names.sorted() where stored[name] != committed[name] {
      let unsaved = entry.changed[name] ?? .null
      if !entry.isDeleted && unsaved == stored[name] { continue }
      conflict.attributes.append(
        .init(
          name: name, committed: committed[name], unsaved: unsaved, stored: stored[name]))
    }
    conflict.isDeletedInContext = entry.isDeleted
    // A deletion stands in the way only of what someone wrote since.
    let isChanged = !entry.isDeleted || stored.version != committed.version
    return conflict.attributes.isEmpty || !isChanged ? nil : conflict
  }

  /// Goes over to the objects as the store has them.
  ///
  /// - Parameter policy: What becomes of conflicts; nil: they stay as they are.
  private func merge(by policy: MergePolicy?) throws -> [ObjectID] {
    var changed: [ObjectID] = []
    var conflicts: [MergeConflict] = []
    var merged = entries
    try journal.read { snapshot in
      for id in order.sorted() {
        guard var entry = entries[id], let committed = entry.committed else { continue }
        let stored = try snapshot.record(id)
        if stored == committed { continue }
        changed.append(id)
        if entry.isEdited, let conflict = Self.conflict(entry, committed, stored) {
          switch policy {
          case nil: continue
          case .refuse: conflicts.append(conflict)
          case .unsavedWins: break
          case .storeWins:
            entry.isDeleted = false
            for attribute in conflict.attributes { entry.changed[attribute.name] = nil }
          }
        }
        if let stored {
          entry.committed = stored
          noteReferences(of: id, stored)
          for (name, value) in entry.changed where stored[name] == value {
            entry.changed[name] = nil
          }
        } else if policy == .unsavedWins && !entry.isDeleted && entry.isEdited {
          // It is made anew, of all that is known of it.
          var values = snapshot.model.entity(entry.entity)?.writable(committed.values) ?? [:]
          for (name, value) in entry.changed { values[name] = value }
          entry.committed = nil
          entry.changed = values
          noteReferences(of: id, committed)
          unresolved.insert(id)
        } else {
          merged[id] = nil
          continue
        }
        merged[id] = entry
      }
    }
    if !conflicts.isEmpty { throw MergeError(conflicts: conflicts) }
    entries = merged
    order.removeAll { entries[$0] == nil }
    generation += 1
    return changed
  }

  // MARK: - Saving

  /// Commits every change: all of them, or none.
  ///
  /// Objects that another commit has changed meanwhile are merged by the ``mergePolicy``. Afterwards the
  /// context has no changes, and every object that it has touched is as it was committed.
  ///
  /// - Returns: The commit; an empty one where nothing changes.
  /// - Throws: ``MergeError`` where the policy refuses; `ChangeError` where the changes break a rule of
  ///   the model. The context keeps its changes then.
  @discardableResult
  public func save() throws -> Commit {
    // Each turn meets another commit that was made in the meantime.
    for _ in 0..<1_000 {
      _ = try merge(by: mergePolicy)
      do {
        return try write()
      } catch EventLogError.wrongExpectedVersion {
        continue
      }
    }
    throw MergeError(conflicts: try conflicts())
  }

  /// Commits every change, where the objects are still as they were read.
  ///
  /// - Parameters:
  ///   - isStrict: Whether objects that were only read count, too.
  ///   - views: The views whose change sets are wanted.
  /// - Throws: `EventLogError.wrongExpectedVersion` where another commit has changed one.
  func write(isStrict: Bool = false, telling views: [String] = []) throws -> Commit {
    if let fault { throw fault }
    try resolveRelationships()
    var request = committer.request()
    request.views = views
    var changes: [Change] = []
    let written = order.enumerated().compactMap { place, id in
      entries[id].flatMap { entry in
        entry.isEdited && !entry.isDeleted ? (id: id, entry: entry, place: place) : nil
      }
    }
    for (id, entry, _) in written.sorted(by: {
      ($0.entry.turn, $0.place) < ($1.entry.turn, $1.place)
    }) {
      changes.append(
        entry.isInserted
          ? .insert(id, entity: entry.entity, values: entry.changed)
          : .update(id, values: entry.changed))
    }
    for id in deletedObjects { changes.append(.delete(id)) }
    for (id, entry) in entries where isStrict || entry.isEdited {
      request.expectedVersions[id] = entry.committed?.version
    }
    if changes.isEmpty {
      let size = try journal.read { try $0.size }
      return Commit(from: size, to: size, recorded: request.recorded)
    }
    let commit = try journal.commitWhatIsThere(changes, request)
    try settle()
    return commit
  }

  /// Goes over to what was committed: what was written reaches further than the objects that it was
  /// written to, over relationships, delete rules and what is derived.
  private func settle() throws {
    let found = journal.pulse
    try journal.read { snapshot in
      for id in order {
        entries[id] = try snapshot.record(id).map { Entry(entity: $0.entity, committed: $0) }
      }
    }
    order.removeAll { entries[$0] == nil }
    forgetRelationships()
    pulse = found
    generation += 1
  }
}

extension Context: RecordSource {
  /// An object with its unsaved values; nil where there is none, or the context deletes it.
  ///
  /// What is derived shows what was committed, until the context is saved.
  public func record(_ id: ObjectID) throws -> Record? {
    guard let entry = try entry(id), !entry.isDeleted else { return nil }
    var record =
      entry.committed
      ?? Record(id: id, entity: entry.entity, version: SequenceNumber(0), values: [:])
    for (name, value) in entry.changed { record.values[name] = value.isNull ? nil : value }
    for (name, value) in shownRelationships(of: id) {
      record.values[name] = value.isNull ? nil : value
    }
    return record
  }
}
