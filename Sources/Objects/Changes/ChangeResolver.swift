public import EventLog
public import LMDB
public import Model

/// Turns changes into events: checks them against the model and the state so far, and spells out
/// what they mean for other objects.
///
/// Each event is appended and applied at once, so that the next change meets the state that it
/// leaves. What can only be judged of the commit as a whole, references and unique values, is judged
/// by ``finish(base:)``.
public struct ChangeResolver {
  /// An event that a change gives rise to, before the log has numbered it.
  public struct Draft: Sendable {
    /// What happens.
    public var kind: EventKind
    /// The object's entity.
    public var entity: String
    /// The object.
    public var object: ObjectID
    /// What is written; null clears.
    public var values: PropertyValues
    /// The event that this one undoes, restores or erases.
    public var cause: EventIdentity?

    /// Drafts an event.
    public init(
      kind: EventKind, entity: String, object: ObjectID, values: PropertyValues,
      cause: EventIdentity? = nil
    ) {
      self.kind = kind
      self.entity = entity
      self.object = object
      self.values = values
      self.cause = cause
    }
  }

  /// Appends a draft and applies it to the working state that is handed in.
  public typealias Append = (Draft, inout WorkingState) throws -> Void

  /// References to objects that a later change of the commit may bring.
  private var joins:
    [(member: ObjectID, relationship: EntityRules.ShownRelationship, owner: ObjectID)] = []

  /// Starts a commit.
  public init() {}

  // MARK: - Changes

  /// Resolves one change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - cause: The event that it undoes or restores.
  ///   - state: The objects as the changes before have left them.
  ///   - base: The transaction, whose projections are still as they were before what the state holds.
  ///   - append: Appends an event and applies it.
  /// - Throws: `ChangeError`; the commit must be abandoned then.
  public mutating func resolve(
    _ change: Change, cause: EventIdentity? = nil, state: inout WorkingState,
    base: borrowing ReadTransaction, append: Append
  ) throws {
    switch change {
    case .insert(let id, let entity, let values):
      try insert(id, entity, values, cause: cause, &state, base, append)
    case .update(let id, let values):
      try update(id, values, cause: cause, &state, base, append)
    case .delete(let id):
      try delete(id, cause: cause, &state, base, append)
    }
  }

  private mutating func insert(
    _ id: ObjectID, _ entityName: String, _ given: PropertyValues, cause: EventIdentity?,
    _ state: inout WorkingState, _ base: borrowing ReadTransaction, _ append: Append
  ) throws {
    let rules = try Self.rules(of: entityName, &state)
    if !state.isNew(id) {
      if let live = try state.object(id, .after, in: base) {
        throw ChangeError.objectExists(id, entity: live.entity)
      }
      if try state.log.isErased(id, in: base) { throw ChangeError.erased(id) }
    }
    // Mostly all of them are stored as they are given.
    var values = given
    var shown: [(EntityRules.ShownRelationship, [ObjectID])] = []
    for (name, value) in given {
      if value.isNull || value.isEmptyList {
        values[name] = nil
      } else if let relationship = rules.shown(name) {
        shown.append((relationship, try Self.members(value, of: relationship, id)))
        values[name] = nil
      } else {
        try rules.check(value, for: name, of: id)
      }
    }
    for (name, value) in rules.defaults where given[name] == nil { values[name] = value }
    try giveWay(to: id, values, of: rules, &state, base, append)
    try append(
      Draft(kind: .inserted, entity: entityName, object: id, values: values, cause: cause), &state)
    for (relationship, members) in shown {
      for member in members { try join(member, relationship, owner: id, &state, base, append) }
    }
  }

  private mutating func update(
    _ id: ObjectID, _ given: PropertyValues, cause: EventIdentity?,
    _ state: inout WorkingState, _ base: borrowing ReadTransaction, _ append: Append
  ) throws {
    guard let object = try state.object(id, .after, in: base) else {
      throw ChangeError.missingObject(id, what: "update")
    }
    let rules = try Self.rules(of: object.entity, &state)
    var values = PropertyValues()
    var shown: [(EntityRules.ShownRelationship, [ObjectID])] = []
    for (name, given) in given {
      let value = given.isEmptyList ? .null : given
      if let relationship = rules.shown(name) {
        shown.append((relationship, try Self.members(value, of: relationship, id)))
        continue
      }
      try rules.check(value, for: name, of: id)
      let current = try object.values[name].map { try state.resolve($0, base: base, log: base) }
      if (current ?? .null) != value { values[name] = value }
    }
    if !values.isEmpty {
      try giveWay(to: id, values, of: rules, &state, base, append)
      try append(
        Draft(kind: .updated, entity: object.entity, object: id, values: values, cause: cause),
        &state)
    }
    for (relationship, members) in shown {
      try setMembers(members, relationship, owner: id, &state, base, append)
    }
  }

  // MARK: - Relationships kept at the other end

  private mutating func setMembers(
    _ members: [ObjectID], _ shown: EntityRules.ShownRelationship, owner: ObjectID,
    _ state: inout WorkingState, _ base: borrowing ReadTransaction, _ append: Append
  ) throws {
    let current = try state.sources(of: owner, through: shown.source, .after, in: base)
    for former in current where !members.contains(former) {
      try leave(former, shown.source, owner, &state, base, append)
    }
    for member in members where !current.contains(member) {
      try join(member, shown, owner: owner, &state, base, append)
    }
  }

  /// Makes an object at the other end refer to the owner.
  private mutating func join(
    _ member: ObjectID, _ shown: EntityRules.ShownRelationship, owner: ObjectID,
    _ state: inout WorkingState, _ base: borrowing ReadTransaction, _ append: Append
  ) throws {
    guard let object = try state.object(member, .after, in: base) else {
      joins.append((member, shown, owner))
      return
    }
    if !shown.relationship.isToMany {
      // One to one: whoever referred to the owner gives way.
      for former in try state.sources(of: owner, through: shown.source, .after, in: base)
      where former != member {
        try leave(former, shown.source, owner, &state, base, append)
      }
    }
    let current = object.values.references(shown.source.name)
    if current.contains(owner) { return }
    guard state.store.rules[object.entity]?.stored(shown.source.name) != nil else {
      throw ChangeError.danglingReference(
        from: owner, entity: shown.relationship.owner, relationship: shown.relationship.name,
        to: member, found: object.entity)
    }
    let value: Value =
      shown.source.isToMany ? .list((current + [owner]).map(Value.uuid)) : .uuid(owner)
    try append(
      Draft(
        kind: .updated, entity: object.entity, object: member,
        values: [shown.source.name: value], cause: nil),
      &state)
  }

  /// One to one: whoever refers to what an object is about to refer to gives way.
  private func giveWay(
    to id: ObjectID, _ values: PropertyValues, of rules: EntityRules,
    _ state: inout WorkingState, _ base: borrowing ReadTransaction, _ append: Append
  ) throws {
    if rules.stored.isEmpty { return }
    for (name, value) in values {
      guard case .uuid(let target) = value, let relationship = rules.stored(name)?.relationship,
        !relationship.isToMany, let inverse = relationship.inverse,
        state.store.model.entity(relationship.target)?.relationships[inverse]?.isToMany == false
      else { continue }
      for former in try state.sources(of: target, through: relationship, .after, in: base)
      where former != id {
        try leave(former, relationship, target, &state, base, append)
      }
    }
  }

  /// Makes an object no longer refer to a target through one relationship.
  private func leave(
    _ source: ObjectID, _ relationship: Relationship, _ target: ObjectID,
    _ state: inout WorkingState, _ base: borrowing ReadTransaction, _ append: Append
  ) throws {
    guard let object = try state.object(source, .after, in: base) else { return }
    let remaining = object.values.references(relationship.name).filter { $0 != target }
    let value: Value =
      relationship.isToMany && !remaining.isEmpty ? .list(remaining.map(Value.uuid)) : .null
    try append(
      Draft(
        kind: .updated, entity: object.entity, object: source,
        values: [relationship.name: value], cause: nil),
      &state)
  }

  // MARK: - Deleting

  private func delete(
    _ id: ObjectID, cause: EventIdentity?, _ state: inout WorkingState,
    _ base: borrowing ReadTransaction, _ append: Append
  ) throws {
    guard try state.object(id, .after, in: base) != nil else {
      throw ChangeError.missingObject(id, what: "delete")
    }
    try remove(id, &state, base, append) { object, _ in
      Draft(
        kind: .deleted, entity: object.entity, object: object.id, values: PropertyValues(),
        cause: object.id == id ? cause : nil)
    }
  }

  /// Forgets an object, as ``Change/delete(_:)`` deletes it: what goes with it is forgotten too.
  ///
  /// - Throws: `ChangeError`, where it is not there, or others stand in the way.
  public func erase(
    _ id: ObjectID, state: inout WorkingState, base: borrowing ReadTransaction, append: Append
  ) throws {
    guard try state.object(id, .after, in: base) != nil else {
      throw ChangeError.missingObject(id, what: "erase")
    }
    try remove(id, &state, base, append) { object, insertion in
      Draft(
        kind: .erased, entity: object.entity, object: object.id, values: PropertyValues(),
        cause: insertion)
    }
  }

  /// Ends an object and what its delete rules take with it, after the references to them are cleared.
  private func remove(
    _ id: ObjectID, _ state: inout WorkingState, _ base: borrowing ReadTransaction,
    _ append: Append, _ draft: (StoredObject, _ insertion: EventIdentity?) -> Draft
  ) throws {
    let doomed = try cascade(from: id, state, base)
    for doomedID in doomed.order {
      guard let object = try state.object(doomedID, .after, in: base) else { continue }
      let references = try state.references(to: doomedID, .after, in: base).keys
        .filter { !doomed.set.contains($0.source) }
        .sorted { ($0.source, $0.key) < ($1.source, $1.key) }
      for reference in references {
        if let relationship = state.store.rules.relationship(ofKey: reference.key) {
          try leave(reference.source, relationship, doomedID, &state, base, append)
        }
      }
      let insertion = try state.log.history(of: doomedID, in: base).first
        .map { try state.log.header(at: $0, in: base).identity }
      try append(draft(object, insertion), &state)
    }
  }

  /// The objects that go with one, those that go with others before these, the object itself last.
  ///
  /// - Throws: `ChangeError.denied` where one that stays stands in the way.
  public func cascade(
    from root: ObjectID, _ state: borrowing WorkingState, _ base: borrowing ReadTransaction
  ) throws -> (order: [ObjectID], set: Set<ObjectID>) {
    var set: Set<ObjectID> = []
    var order: [ObjectID] = []
    var denials: [(object: StoredObject, relationship: String, others: [ObjectID])] = []
    // Depth first without recursion: a chain of objects may be longer than the stack is deep.
    var stack: [(id: ObjectID, isExpanded: Bool)] = [(root, false)]
    while let (id, isExpanded) = stack.popLast() {
      if isExpanded {
        order.append(id)
        continue
      }
      // Marked when it is come to, and not when it is seen: of two ways to an object the longer counts.
      guard set.insert(id).inserted else { continue }
      stack.append((id, true))
      guard let object = try state.object(id, .after, in: base),
        let entity = state.store.model.entity(object.entity)
      else { continue }
      let rules = entity.relationships.values.filter { $0.deleteRule != .nullify }
        .sorted { $0.name > $1.name }
      for relationship in rules {
        let others = try state.value(
          of: id, relationship.name, .after, base: base, log: base
        ).identities
        switch relationship.deleteRule {
        case .nullify: break
        case .cascade:
          for other in others.reversed() where !set.contains(other) {
            stack.append((other, false))
          }
        case .deny:
          if !others.isEmpty { denials.append((object, relationship.name, others)) }
        }
      }
    }
    for denial in denials {
      let staying = denial.others.filter { !set.contains($0) }
      if !staying.isEmpty {
        throw ChangeError.denied(
          denial.object.id, entity: denial.object.entity, relationship: denial.relationship,
          by: staying)
      }
    }
    return (order, set)
  }

  // MARK: - The commit as a whole

  /// Whether what there is of a commit can be judged by itself, and stands: then it may be brought into the
  /// projections before the rest comes.
  ///
  /// Not where values are unique, which two objects may still exchange; nor where something is missing that
  /// may still come: a required value, the other end of a reference.
  public func canSettle(
    state: borrowing WorkingState, in base: borrowing ReadTransaction
  ) throws -> Bool {
    if !joins.isEmpty { return false }
    do {
      for touched in state.touched where touched.isWritten {
        guard let entity = (touched.after ?? touched.before)?.entity,
          let rules = state.store.rules[entity]
        else { continue }
        if !rules.entity.uniqueConstraints.isEmpty { return false }
        try Self.check(touched, rules, state, base)
      }
      return true
    } catch is ChangeError {
      return false
    }
  }

  /// Resolves what waited for later changes, then judges the commit as a whole: required values,
  /// references, and unique values, which are filed.
  ///
  /// - Throws: `ChangeError`.
  public mutating func finish(
    state: inout WorkingState, in transaction: borrowing WriteTransaction, append: Append
  ) throws {
    let waiting = joins
    joins = []
    for join in waiting {
      try self.join(
        join.member, join.relationship, owner: join.owner, &state, transaction.reading, append)
    }
    if let join = joins.first {
      throw ChangeError.danglingReference(
        from: join.owner, entity: join.relationship.relationship.owner,
        relationship: join.relationship.relationship.name, to: join.member, found: nil)
    }
    for place in state.touched.indices where state.touched[place].isWritten {
      guard let entity = state.touched[place].after?.entity, let rules = state.rules(of: entity)
      else { continue }
      try Self.check(state.touched[place], rules, state, transaction.reading)
    }
    try state.fileUniqueValues(in: transaction)
  }

  private static func check(
    _ touched: WorkingState.Touched, _ rules: EntityRules, _ state: borrowing WorkingState,
    _ base: borrowing ReadTransaction
  ) throws {
    guard let after = touched.after else { return }
    try checkRequired(after, rules.required)
    if rules.stored.isEmpty { return }
    try checkReferences(after, before: touched.before, rules, state, base)
  }

  private static func checkRequired(_ object: StoredObject, _ required: [String]) throws {
    if required.allSatisfy({ object.values.has($0) }) { return }
    let missing = required.filter { !object.values.has($0) }
    throw ChangeError.invalid(
      missing.map {
        ValidationError.required(entity: object.entity, property: $0, object: object.id)
      })
  }

  private static func checkReferences(
    _ object: StoredObject, before: StoredObject?, _ rules: EntityRules,
    _ state: borrowing WorkingState, _ base: borrowing ReadTransaction
  ) throws {
    for stored in rules.stored {
      let relationship = stored.relationship
      for target in object.values.references(relationship.name) {
        let found = try state.object(target, .after, in: base)?.entity
        if let found, state.store.model.family(of: relationship.target).contains(found) { continue }
        // A merge of logs may have left it hanging before this commit: that is not this commit's fault.
        if found == nil, before?.values.refers(to: target, through: relationship.name) == true,
          try state.object(target, .before, in: base) == nil
        {
          continue
        }
        throw ChangeError.danglingReference(
          from: object.id, entity: object.entity, relationship: relationship.name, to: target,
          found: found)
      }
    }
  }

  // MARK: - The model

  private static func rules(
    of name: String, _ state: inout WorkingState
  ) throws -> EntityRules {
    guard let rules = state.rules(of: name) else {
      throw ChangeError.unknownEntity(name, near: state.store.model.nearestEntity(to: name))
    }
    return rules
  }

  /// The objects that a value gives to a relationship kept at the other end.
  private static func members(
    _ value: Value, of shown: EntityRules.ShownRelationship, _ id: ObjectID
  ) throws -> [ObjectID] {
    let relationship = shown.relationship
    let members = value.identities
    let isOfKind =
      switch value {
      case .null, .uuid: relationship.isToMany ? value.isNull : true
      case .list(let elements): relationship.isToMany && elements.count == members.count
      default: false
      }
    let isRepeating = Set(members).count != members.count
    if isOfKind && !isRepeating { return members }
    throw ChangeError.invalid([
      ValidationError(
        entity: relationship.owner, property: relationship.name, object: id,
        rule: isRepeating ? .repeated : .type,
        complaint: isRepeating
          ? "names an object twice"
          : relationship.isToMany
            ? "must be a list of ids of \(relationship.target)"
            : "must be the id of one \(relationship.target)")
    ])
  }
}

extension Value {
  /// The objects that a relationship's value names.
  public var identities: [ObjectID] {
    switch self {
    case .uuid(let id): [id]
    case .list(let values): values.flatMap(\.identities)
    default: []
    }
  }

  /// Whether this is a list of nothing, which is stored as no value.
  var isEmptyList: Bool {
    if case .list(let values) = self { values.isEmpty } else { false }
  }
}
