import Model

/// Relationships between objects with unsaved changes.
///
/// Of the two ends of a relationship the model stores one. What is set at the other is told there, as
/// changes of the objects that are added and taken away; what the other shows is what was committed, with
/// these changes. So neither end can say what the other does not, and a list never stands for more than
/// what was done to it.
extension Context {
  /// Gives an object a relationship.
  func relate(_ id: ObjectID, by relationship: Relationship, to value: Value) throws {
    switch relationship.storage {
    case .stored: try store(value, in: relationship, of: id)
    case .inverse(let stored):
      let family = model.family(of: relationship.target)
      let current = Set(members(of: id, relationship, storedIn: stored))
      guard let wanted = relationship.members(value),
        try wanted.allSatisfy({ member in
          guard !current.contains(member) else { return true }
          guard let entry = try entry(member), !entry.isDeleted else { return false }
          return family.contains(entry.entity)
        })
      else {
        // The object may yet be inserted; where it is not, saving tells what is wrong.
        entries[id]?.changed[relationship.name] = value
        unresolved.insert(id)
        return
      }
      entries[id]?.changed[relationship.name] = nil
      for member in current.subtracting(wanted).sorted() {
        try change(member, stored) { references in references.filter { $0 != id } }
      }
      for member in wanted where !current.contains(member) {
        try change(member, stored) { references in references + [id] }
      }
    }
  }

  /// Changes what an object refers to through a relationship that is stored with it.
  private func change(
    _ id: ObjectID, _ name: String, _ change: ([ObjectID]) -> [ObjectID]
  ) throws {
    guard let entry = try entry(id), !entry.isDeleted,
      let relationship = model.entity(entry.entity)?.relationships[name]
    else { return }
    let references = change(references(of: id, name))
    let value: Value =
      if references.isEmpty {
        .null
      } else if relationship.isToMany {
        .list(references.map(Value.uuid))
      } else {
        references.last.map(Value.uuid) ?? .null
      }
    try store(value, in: relationship, of: id)
  }

  private func store(_ value: Value, in relationship: Relationship, of id: ObjectID) throws {
    let former = references(of: id, relationship.name)
    let hasInverse = relationship.inverse != nil
    // Whoever adds at both ends adds once.
    let references = hasInverse ? relationship.members(value) : nil
    let value: Value =
      if let references, relationship.isToMany, !references.isEmpty {
        .list(references.map(Value.uuid))
      } else {
        value
      }
    assign(value, to: relationship.name, of: id)
    guard let inverse = relationship.inverse else { return }
    let targets = value.identities
    for target in former + targets { referrers[target, default: []].insert(id) }
    if targets.contains(where: { !former.contains($0) }) { entries[id]?.turn = nextTurn() }
    guard !relationship.isToMany, let target = targets.first,
      let other = model.entity(relationship.target)?.relationships[inverse], !other.isToMany,
      try entry(target) != nil
    else { return }
    // One to one: whoever referred to the target gives way.
    for former in members(of: target, other, storedIn: relationship.name) where former != id {
      try change(former, relationship.name) { references in references.filter { $0 != target } }
    }
  }

  /// Tries again what was given to a relationship before the objects were there.
  func resolveRelationships() throws {
    for id in unresolved.sorted() {
      unresolved.remove(id)
      guard let entry = entries[id], !entry.isDeleted, let entity = model.entity(entry.entity)
      else { continue }
      for (name, value) in entry.changed {
        guard let relationship = entity.relationships[name], relationship.storage != .stored
        else { continue }
        try relate(id, by: relationship, to: value)
      }
    }
  }

  // MARK: - Showing

  /// What an object shows of relationships that are stored at the other end, where unsaved changes may
  /// have to do with it; null where it has none.
  func shownRelationships(of id: ObjectID) -> PropertyValues {
    var shown = PropertyValues()
    guard referrers[id] != nil, let entry = entries[id],
      let entity = model.entity(entry.entity)
    else { return shown }
    for relationship in entity.relationships.values {
      guard case .inverse(let stored) = relationship.storage,
        entry.changed[relationship.name] == nil
      else { continue }
      let members = members(of: id, relationship, storedIn: stored)
      shown[relationship.name] =
        if relationship.isToMany {
          members.isEmpty ? .null : .list(members.map(Value.uuid))
        } else {
          members.first.map(Value.uuid) ?? .null
        }
    }
    return shown
  }

  /// The objects that refer to one through a relationship that is stored with them: those committed in
  /// their order, then those added in theirs.
  private func members(
    of id: ObjectID, _ relationship: Relationship, storedIn stored: String
  ) -> [ObjectID] {
    let committed = entries[id]?.committed?[relationship.name].identities ?? []
    guard let referrers = referrers[id] else { return committed }
    let family = model.family(of: relationship.target)
    var (gone, added): (Set<ObjectID>, [(id: ObjectID, turn: Int)]) = ([], [])
    let known = Set(committed)
    for referrer in referrers {
      if let entry = entries[referrer], !entry.isDeleted, family.contains(entry.entity),
        references(of: referrer, stored).contains(id)
      {
        if !known.contains(referrer) { added.append((referrer, entry.turn)) }
      } else {
        gone.insert(referrer)
      }
    }
    added.sort { ($0.turn, $0.id) < ($1.turn, $1.id) }
    return committed.filter { !gone.contains($0) } + added.map(\.id)
  }

  /// What an object refers to through a relationship that is stored with it, unsaved where it was set.
  private func references(of id: ObjectID, _ name: String) -> [ObjectID] {
    guard let entry = entries[id] else { return [] }
    return (entry.changed[name] ?? entry.committed?[name] ?? .null).identities
  }

  /// Notes that what an object refers to may have lost or gained it.
  func noteReferences(of id: ObjectID, _ record: Record? = nil) {
    guard let entry = entries[id] else { return }
    for values in [entry.changed, record?.values ?? entry.committed?.values ?? [:]] {
      for (_, value) in values {
        for target in value.identities { referrers[target, default: []].insert(id) }
      }
    }
  }

  /// Forgets what unsaved relationships there were.
  func forgetRelationships() {
    referrers = [:]
    unresolved = []
  }
}

extension Relationship {
  /// The objects that a value names, each once; nil where it is no value of this relationship.
  fileprivate func members(_ value: Value) -> [ObjectID]? {
    switch value {
    case .null: return []
    case .uuid(let id): return isToMany ? nil : [id]
    case .list(let elements):
      let members = value.identities
      guard isToMany, members.count == elements.count else { return nil }
      var seen: Set<ObjectID> = []
      return members.filter { seen.insert($0).inserted }
    default: return nil
    }
  }
}
