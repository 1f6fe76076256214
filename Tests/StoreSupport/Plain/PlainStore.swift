public import Daybook

/// What the store is to do with changes over the sample model, done with dictionaries: no log, no
/// index, nothing kept from one question to the next.
///
/// Written from `event-log.md` and not from the code: a change becomes events, each applied at once.
public struct PlainStore: Sendable {
  /// One object.
  public struct Object: Sendable {
    /// What kind it is.
    public var entity: String
    /// Its stored values, references among them.
    public var values: [String: Value] = [:]
    /// When each reference was written: orders the members of a to-many whose inverse is to-one.
    var joined: [String: Int] = [:]
  }

  /// An event that a change gives rise to.
  public struct PlainEvent: Equatable, Sendable, CustomStringConvertible {
    /// What happens.
    public var kind: EventKind
    /// The object's entity.
    public var entity: String
    /// The object.
    public var object: ObjectID
    /// What is written; null clears.
    public var values: [String: Value]

    /// Says an event.
    public init(kind: EventKind, entity: String, object: ObjectID, values: [String: Value]) {
      self.kind = kind
      self.entity = entity
      self.object = object
      self.values = values
    }

    /// Kind, object and values.
    public var description: String { "\(kind.name) \(entity) \(object) \(values)" }
  }

  /// Why a commit is refused.
  public enum Refusal: Error, Equatable, Sendable {
    case invalid, dangling, notUnique, denied, missing, exists
  }

  /// The objects.
  public private(set) var objects: [ObjectID: Object] = [:]
  /// Ids of objects that were there and are not.
  public private(set) var dead: Set<ObjectID> = []
  private var clock = 0
  private var events: [PlainEvent] = []
  private var joins: [(member: ObjectID, relation: PlainSchema.Relation, owner: ObjectID)] = []

  /// Starts empty.
  public init() {}

  /// Commits changes; on a refusal nothing is changed.
  ///
  /// - Returns: The events.
  public mutating func commit(_ changes: [Change]) throws(Refusal) -> [PlainEvent] {
    var draft = self
    draft.begin()
    for change in changes { try draft.resolve(change) }
    let events = try draft.finish()
    self = draft
    return events
  }

  /// Begins a commit.
  public mutating func begin() {
    events = []
    joins = []
  }

  // MARK: - Changes

  /// Resolves one change of a commit.
  public mutating func resolve(_ change: Change) throws(Refusal) {
    switch change {
    case .insert(let id, let entity, let values): try insert(id, entity, values)
    case .update(let id, let values): try update(id, values)
    case .delete(let id): try delete(id)
    }
  }

  private mutating func insert(
    _ id: ObjectID, _ entity: String, _ given: PropertyValues
  ) throws(Refusal) {
    guard objects[id] == nil else { throw .exists }
    var values: [String: Value] = [:]
    var shown: [(PlainSchema.Relation, [ObjectID])] = []
    for (name, value) in given where value != .null && value != .list([]) {
      if let relation = Self.shownRelation(name, of: entity) {
        shown.append((relation, try Self.members(value, relation)))
      } else {
        try Self.check(value, name, entity)
        values[name] = value
      }
    }
    if PlainSchema.isHero(entity), given["active"] == nil { values["active"] = .bool(true) }
    write(.inserted, entity, id, values)
    for (relation, members) in shown {
      for member in members { try join(member, relation, owner: id) }
    }
  }

  private mutating func update(_ id: ObjectID, _ given: PropertyValues) throws(Refusal) {
    guard let object = objects[id] else { throw .missing }
    var values: [String: Value] = [:]
    var shown: [(PlainSchema.Relation, [ObjectID])] = []
    for (name, given) in given {
      let value = given == .list([]) ? .null : given
      if let relation = Self.shownRelation(name, of: object.entity) {
        shown.append((relation, try Self.members(value, relation)))
        continue
      }
      try Self.check(value, name, object.entity)
      if object.values[name] ?? .null != value { values[name] = value }
    }
    if !values.isEmpty { write(.updated, object.entity, id, values) }
    for (relation, members) in shown {
      let current = sources(of: id, relation)
      for former in current where !members.contains(former) { leave(former, relation, id) }
      for member in members where !current.contains(member) {
        try join(member, relation, owner: id)
      }
    }
  }

  private mutating func delete(_ id: ObjectID) throws(Refusal) {
    guard objects[id] != nil else { throw .missing }
    var order: [ObjectID] = []
    var doomed: Set<ObjectID> = []
    // What goes with an object goes before it, however many ways lead to it.
    func visit(_ id: ObjectID) {
      guard let object = objects[id], doomed.insert(id).inserted else { return }
      for relation in PlainSchema.relations(of: object.entity) where relation.rule == .cascade {
        for other in targets(of: id, relation) { visit(other) }
      }
      order.append(id)
    }
    visit(id)
    for id in order {
      for relation in PlainSchema.relations(of: objects[id]?.entity ?? "")
      where relation.rule == .deny {
        if targets(of: id, relation).contains(where: { !doomed.contains($0) }) { throw .denied }
      }
    }
    for id in order {
      for (source, relation) in references(to: id) where !doomed.contains(source) {
        leave(source, stored: relation, id)
      }
      if let entity = objects[id]?.entity { write(.deleted, entity, id, [:]) }
    }
  }

  // MARK: - Relationships

  private mutating func join(
    _ member: ObjectID, _ relation: PlainSchema.Relation, owner: ObjectID
  ) throws(Refusal) {
    guard let object = objects[member], let inverse = relation.inverse else {
      joins.append((member, relation, owner))
      return
    }
    if !relation.isToMany {
      for former in sources(of: owner, relation) where former != member {
        leave(former, relation, owner)
      }
    }
    let current = object.references(inverse)
    if current.contains(owner) { return }
    guard PlainSchema.relations(of: object.entity).contains(where: { $0.name == inverse }) else {
      throw .dangling
    }
    write(
      .updated, object.entity, member,
      [
        inverse: relation.isInverseToMany
          ? .list((current + [owner]).map(Value.uuid)) : .uuid(owner)
      ])
  }

  private mutating func leave(
    _ source: ObjectID, _ relation: PlainSchema.Relation, _ target: ObjectID
  ) {
    guard let object = objects[source], let inverse = relation.inverse else { return }
    for stored in PlainSchema.relations(of: object.entity) where stored.name == inverse {
      leave(source, stored: stored, target)
    }
  }

  private mutating func leave(
    _ source: ObjectID, stored relation: PlainSchema.Relation, _ target: ObjectID
  ) {
    guard let object = objects[source] else { return }
    let rest = object.references(relation.name).filter { $0 != target }
    write(
      .updated, object.entity, source,
      [relation.name: rest.isEmpty ? .null : .list(rest.map(Value.uuid))])
  }

  /// Every stored reference to an object, by source and by the relationship's owner and name.
  private func references(
    to target: ObjectID
  ) -> [(source: ObjectID, relation: PlainSchema.Relation)] {
    var found: [(source: ObjectID, relation: PlainSchema.Relation)] = []
    for (id, object) in objects {
      for relation in PlainSchema.relations(of: object.entity)
      where relation.isStored && object.references(relation.name).contains(target) {
        found.append((id, relation))
      }
    }
    return found.sorted {
      ($0.source, $0.relation.owner, $0.relation.name)
        < ($1.source, $1.relation.owner, $1.relation.name)
    }
  }

  /// The objects that refer to the owner of a relationship kept at the other end, by id.
  private func sources(of owner: ObjectID, _ relation: PlainSchema.Relation) -> [ObjectID] {
    guard let inverse = relation.inverse else { return [] }
    let family = PlainSchema.family(relation.target)
    return objects.filter {
      family.contains($0.value.entity) && $0.value.references(inverse).contains(owner)
    }.keys.sorted()
  }

  /// What a relationship shows, in its order.
  func targets(of id: ObjectID, _ relation: PlainSchema.Relation) -> [ObjectID] {
    if relation.isStored { return objects[id]?.references(relation.name) ?? [] }
    let sources = sources(of: id, relation)
    guard let inverse = relation.inverse, !relation.isInverseToMany else { return sources }
    return sources.sorted {
      (objects[$0]?.joined[inverse] ?? 0, $0) < (objects[$1]?.joined[inverse] ?? 0, $1)
    }
  }

  // MARK: - Events

  private mutating func write(
    _ kind: EventKind, _ entity: String, _ id: ObjectID, _ values: [String: Value]
  ) {
    events.append(PlainEvent(kind: kind, entity: entity, object: id, values: values))
    clock += 1
    if kind == .deleted {
      objects[id] = nil
      dead.insert(id)
      return
    }
    var object = (kind == .updated ? objects[id] : nil) ?? Object(entity: entity)
    for (name, value) in values {
      object.values[name] = value == .null ? nil : value
      object.joined[name] = clock
    }
    objects[id] = object
    dead.remove(id)
  }

  /// Ends a commit: what could only be judged of it as a whole.
  ///
  /// - Returns: Its events.
  public mutating func finish() throws(Refusal) -> [PlainEvent] {
    let waiting = joins
    joins = []
    for join in waiting { try self.join(join.member, join.relation, owner: join.owner) }
    if !joins.isEmpty { throw .dangling }
    var written: [ObjectID] = []
    for event in events where !written.contains(event.object) { written.append(event.object) }
    for id in written {
      guard let object = objects[id] else { continue }
      for name in PlainSchema.required(of: object.entity) where object.values[name] == nil {
        throw .invalid
      }
      for relation in PlainSchema.relations(of: object.entity) where relation.isStored {
        for target in object.references(relation.name) {
          guard let found = objects[target]?.entity,
            PlainSchema.family(relation.target).contains(found)
          else { throw .dangling }
        }
      }
    }
    try checkUnique()
    return events
  }

  private func checkUnique() throws(Refusal) {
    var aliases: Set<Value> = []
    var titles: Set<Value> = []
    for object in objects.values {
      if PlainSchema.isHero(object.entity), let alias = object.values["alias"],
        !aliases.insert(alias).inserted
      {
        throw .notUnique
      }
      if object.entity == "team", let title = object.values["title"],
        let league = object.values["league"], !titles.insert(.list([title, league])).inserted
      {
        throw .notUnique
      }
    }
  }

  private static func shownRelation(
    _ name: String, of entity: String
  ) -> PlainSchema.Relation? {
    PlainSchema.relations(of: entity).first { $0.name == name && !$0.isStored }
  }

  private static func members(
    _ value: Value, _ relation: PlainSchema.Relation
  ) throws(Refusal) -> [ObjectID] {
    switch (value, relation.isToMany) {
    case (.null, _): return []
    case (.uuid(let id), false): return [id]
    case (.list(let elements), true):
      let ids = elements.compactMap { if case .uuid(let id) = $0 { id } else { nil } }
      guard ids.count == elements.count, Set(ids).count == ids.count else { throw .invalid }
      return ids
    default: throw .invalid
    }
  }

  private static func check(
    _ value: Value, _ name: String, _ entity: String
  ) throws(Refusal) {
    if let relation = PlainSchema.relations(of: entity).first(where: { $0.name == name }) {
      _ = try members(value, relation)
      return
    }
    guard PlainSchema.isAttribute(name, of: entity),
      value == .null || PlainSchema.admits(value, as: name, of: entity)
    else { throw .invalid }
  }

  // MARK: - Records

  /// Everything that an object shows; nil where it is not there.
  public func record(_ id: ObjectID) -> [String: Value]? {
    guard let object = objects[id] else { return nil }
    var values = object.values
    for relation in PlainSchema.relations(of: object.entity) where !relation.isStored {
      let targets = targets(of: id, relation)
      if targets.isEmpty { continue }
      values[relation.name] =
        relation.isToMany ? .list(targets.map(Value.uuid)) : .uuid(targets[0])
    }
    switch object.entity {
    case "hero", "villain":
      if let name = text(id, "name") { values["letter"] = .string(name.prefix(1).uppercased()) }
      if let team = reference(id, "team") { values["teamTitle"] = objects[team]?.values["title"] }
    case "team":
      values["size"] = .int(Int64(members(of: id).count))
      if let league = reference(id, "league") {
        values["leagueName"] = objects[league]?.values["name"]
      }
    case "entry":
      // Texts here are one word, which is its own title and has no tag.
      if let text = text(id, "text"), !text.isEmpty { values["title"] = .string(text) }
    default: break
    }
    return values
  }

  /// The text under a name, nil where there is none.
  public func text(_ id: ObjectID, _ name: String) -> String? {
    if case .string(let text) = objects[id]?.values[name] { text } else { nil }
  }

  /// The to-one reference under a name that is stored with the object.
  public func reference(_ id: ObjectID, _ name: String) -> ObjectID? {
    if case .uuid(let id) = objects[id]?.values[name] { id } else { nil }
  }

  /// The heroes of a team.
  public func members(of team: ObjectID) -> [ObjectID] {
    PlainSchema.relations(of: "team").filter { $0.name == "members" }
      .flatMap { targets(of: team, $0) }
  }

  /// The objects of some entities, by id.
  public func ids(_ entities: String...) -> [ObjectID] {
    objects.filter { entities.contains($0.value.entity) }.keys.sorted()
  }
}

extension PlainStore.Object {
  /// The objects that a stored relationship names.
  func references(_ name: String) -> [ObjectID] {
    switch values[name] {
    case .uuid(let id): [id]
    case .list(let elements):
      elements.compactMap { if case .uuid(let id) = $0 { id } else { nil } }
    default: []
    }
  }
}
