/// What changes for the objects of a journal when one model follows another.
///
/// Differences are told for each entity by itself, inherited properties included, so that whoever looks
/// at an object of entity E needs those under E and no others. Entities and properties go by their *new*
/// names, removed ones by their old.
public struct ModelDifference: Sendable, Hashable {
  /// One change of one entity.
  public enum Change: Sendable, Hashable {
    /// The entity is new.
    case added
    /// The entity is gone; its name is the old one.
    case removed
    /// Objects that were found among the parent's no longer are, or among another's.
    case parentChanged(from: String?, to: String?)
    /// A property is new.
    case propertyAdded(String)
    /// A property is gone, or is now derived; its name is the old one.
    case propertyRemoved(String)
    /// A derived attribute has another expression, or is new, or gone.
    case derivedChanged(String)
    /// A stored property now holds another type, or turned from an attribute into a relationship or
    /// back.
    case retyped(String)
    /// An attribute's rule admits less than before, or there was no such attribute.
    case tightened(String, ValidationError.Rule)
    /// An attribute's rule admits more than before.
    case relaxed(String, ValidationError.Rule)
    /// Inserted objects get another default.
    case defaultChanged(String)
    /// A relationship may no longer name objects of these entities (new names), which it could before.
    case targetNarrowed(String, lost: [String])
    /// A relationship may name objects of more entities.
    case targetWidened(String)
    /// A relationship names any number now, or at most one.
    case cardinalityChanged(String, isToMany: Bool)
    /// No two objects may name the same one any more: both ends are to-one now.
    case madeExclusive(String)
    /// The references of a relationship are stored at the other end, or here again.
    case storageChanged(String, Relationship.Storage)
    /// A relationship's inverse is another one, or there was none, or there is none now.
    case inverseChanged(String)
    /// What happens to the others on deletion is something else.
    case deleteRuleChanged(String, DeleteRule)
    /// No two objects may share these values any more.
    case uniqueAdded(UniqueConstraint)
    /// Objects may share these values.
    case uniqueRemoved(UniqueConstraint)
  }

  /// The changes of each changed entity, in a fixed order.
  public private(set) var changes: [String: [Change]] = [:]

  /// Whether the models say the same.
  public var isEmpty: Bool { changes.isEmpty }

  /// The changes that stored objects can break: those to look at before the new model is taken.
  ///
  /// A removed entity breaks every object of it; a removed or retyped property and a changed storage
  /// every object with a value for it; a tightened rule those that do not ``Entity/validate(_:)`` against
  /// the new entity; a narrowed target those that refer to an object of a lost entity; a cardinality
  /// those with a value (from to-one to to-many the reference becomes a list of one); a unique constraint
  /// those that share values.
  public var breaking: [String: [Change]] {
    changes.compactMapValues { changes in
      let breaking = changes.filter(\.canBreakObjects)
      return breaking.isEmpty ? nil : breaking
    }
  }

  /// Compares two models.
  ///
  /// - Parameter renames: Under which names the first goes on in the second.
  public init(from old: ObjectModel, to new: ObjectModel, renames: ModelRenames) {
    let oldNames = Dictionary(renames.entities.map { ($0.value, $0.key) }) { first, _ in first }
    for (name, entity) in new.entities.inByteOrder {
      // An entity that takes the name of one that was renamed is a new one.
      let isNew = oldNames[name] == nil && renames.entities[name] != nil
      if !isNew, let former = old.entities[oldNames[name] ?? name] {
        record(
          Comparison(old: old, new: new, renames: renames, former: former, entity: entity).changes,
          of: name)
      } else {
        record([.added], of: name)
      }
    }
    for name in old.entities.keys
    where renames.entities[name] == nil && new.entities[name] == nil {
      record([.removed], of: name)
    }
  }

  private mutating func record(_ found: [Change], of entity: String) {
    if !found.isEmpty { changes[entity, default: []] += found }
  }
}

extension ModelDifference.Change {
  /// Whether there can be objects that were sound before and are not now.
  public var canBreakObjects: Bool {
    switch self {
    case .removed, .propertyRemoved, .retyped, .tightened, .targetNarrowed, .cardinalityChanged,
      .madeExclusive, .storageChanged, .uniqueAdded:
      true
    case .added, .parentChanged, .propertyAdded, .derivedChanged, .relaxed, .defaultChanged,
      .targetWidened, .inverseChanged, .deleteRuleChanged, .uniqueRemoved:
      false
    }
  }
}

/// Compares one entity with what it was.
private struct Comparison {
  let old: ObjectModel
  let new: ObjectModel
  let renames: ModelRenames
  let former: Entity
  let entity: Entity
  /// Old names of properties by new ones.
  let oldNames: [String: String]

  init(old: ObjectModel, new: ObjectModel, renames: ModelRenames, former: Entity, entity: Entity) {
    self.old = old
    self.new = new
    self.renames = renames
    self.former = former
    self.entity = entity
    oldNames = Dictionary(
      (renames.properties[entity.name] ?? [:]).map { ($0.value, $0.key) }
    ) { first, _ in first }
  }

  /// What a property was, nil where it is new.
  private func formerProperty(_ name: String) -> Property? {
    if let oldName = oldNames[name] { return former.property(oldName) }
    // A property that takes the name of one that was renamed is a new one.
    return renames.properties[entity.name]?[name] == nil ? former.property(name) : nil
  }

  var changes: [ModelDifference.Change] {
    var changes: [ModelDifference.Change] = []
    let formerParent = former.parent.map(renames.newName(ofEntity:))
    if formerParent != entity.parent {
      changes.append(.parentChanged(from: formerParent, to: entity.parent))
    }
    for name in names(of: entity) {
      guard let property = entity.property(name) else { continue }
      changes += self.changes(of: name, from: formerProperty(name), to: property)
    }
    for name in names(of: former) {
      let newName = renames.newName(of: name, in: former.name)
      // Where an ancestor's property was renamed to this name, what stands under it is that one.
      let goesOn = entity.property(newName) != nil && (oldNames[newName] ?? newName) == name
      if goesOn { continue }
      if case .derived? = former.property(name) {
        changes.append(.derivedChanged(name))
      } else {
        changes.append(.propertyRemoved(name))
      }
    }
    return changes + uniqueChanges
  }

  private func names(of entity: Entity) -> [String] {
    let names = [String](entity.attributes.keys) + entity.relationships.keys + entity.derived.keys
    return names.sortedByBytes()
  }

  private func changes(
    of name: String, from former: Property?, to property: Property
  ) -> [ModelDifference.Change] {
    switch (former, property) {
    case (.derived(let former), .derived(let derived)):
      return former.expression == derived.expression ? [] : [.derivedChanged(name)]
    case (nil, .derived):
      return [.derivedChanged(name)]
    case (_, .derived):
      return [.propertyRemoved(oldNames[name] ?? name), .derivedChanged(name)]
    case (.attribute(let former), .attribute(let attribute)):
      return changes(from: former, to: attribute)
    case (nil, .attribute(let attribute)), (.derived, .attribute(let attribute)):
      return [.propertyAdded(name)] + (attribute.isRequired ? [.tightened(name, .required)] : [])
    case (.relationship, .attribute(let attribute)):
      return [.retyped(name)] + (attribute.isRequired ? [.tightened(name, .required)] : [])
    case (.relationship(let former), .relationship(let relationship)):
      return changes(from: former, to: relationship)
    case (nil, .relationship), (.derived, .relationship):
      return [.propertyAdded(name)]
    case (.attribute, .relationship):
      return [.retyped(name)]
    }
  }

  private func changes(from former: Attribute, to attribute: Attribute) -> [ModelDifference.Change]
  {
    let name = attribute.name
    var changes: [ModelDifference.Change] = []
    func compare(_ rule: ValidationError.Rule, isTighter: Bool, isLooser: Bool) {
      if isTighter { changes.append(.tightened(name, rule)) }
      if isLooser { changes.append(.relaxed(name, rule)) }
    }
    let isRetyped = former.type != attribute.type
    if isRetyped { changes.append(.retyped(name)) }
    compare(
      .required, isTighter: attribute.isRequired && !former.isRequired,
      isLooser: former.isRequired && !attribute.isRequired)
    // Bounds of another type cannot be compared: they are new, or gone.
    let minimum = isRetyped ? nil : former.minimum
    let maximum = isRetyped ? nil : former.maximum
    compare(
      .minimum, isTighter: isBound(attribute.minimum, above: minimum),
      isLooser: isBound(minimum, above: attribute.minimum))
    compare(
      .maximum, isTighter: isBound(attribute.maximum, below: maximum),
      isLooser: isBound(maximum, below: attribute.maximum))
    let minimumLength = isRetyped ? 0 : former.minimumLength ?? 0
    let maximumLength = isRetyped ? Int.max : former.maximumLength ?? Int.max
    compare(
      .minimumLength, isTighter: attribute.minimumLength ?? 0 > minimumLength,
      isLooser: attribute.minimumLength ?? 0 < minimumLength)
    compare(
      .maximumLength, isTighter: attribute.maximumLength ?? Int.max < maximumLength,
      isLooser: attribute.maximumLength ?? Int.max > maximumLength)
    if former.defaultValue != attribute.defaultValue { changes.append(.defaultChanged(name)) }
    return changes
  }

  private func isBound(_ bound: Value?, above other: Value?) -> Bool {
    guard let bound else { return false }
    return other.map { $0.isLess(than: bound) } ?? true
  }

  private func isBound(_ bound: Value?, below other: Value?) -> Bool {
    guard let bound else { return false }
    return other.map { bound.isLess(than: $0) } ?? true
  }

  private func changes(
    from former: Relationship, to relationship: Relationship
  ) -> [ModelDifference.Change] {
    let name = relationship.name
    var changes: [ModelDifference.Change] = []
    // An entity that is gone is told of by itself.
    let reached = Set(
      old.family(of: former.target).map(renames.newName(ofEntity:))
        .filter { new.entities[$0] != nil })
    let reaches = new.family(of: relationship.target)
    let lost = reached.subtracting(reaches)
    if !lost.isEmpty { changes.append(.targetNarrowed(name, lost: lost.sortedByBytes())) }
    if !reaches.subtracting(reached).isEmpty { changes.append(.targetWidened(name)) }
    if former.isToMany != relationship.isToMany {
      changes.append(.cardinalityChanged(name, isToMany: relationship.isToMany))
    }
    let formerInverse = former.inverse.map { renames.newName(of: $0, in: former.target) }
    if relationship.storage == .stored, isExclusive(relationship, in: new),
      !isExclusive(former, in: old)
    {
      changes.append(.madeExclusive(name))
    }
    if (former.storage == .stored) != (relationship.storage == .stored) {
      changes.append(.storageChanged(name, relationship.storage))
    }
    if formerInverse != relationship.inverse { changes.append(.inverseChanged(name)) }
    if former.deleteRule != relationship.deleteRule {
      changes.append(.deleteRuleChanged(name, relationship.deleteRule))
    }
    return changes
  }

  private func isExclusive(_ relationship: Relationship, in model: ObjectModel) -> Bool {
    guard let inverse = relationship.inverse, !relationship.isToMany,
      let other = model.entity(relationship.target)?.relationships[inverse]
    else { return false }
    return !other.isToMany
  }

  private var uniqueChanges: [ModelDifference.Change] {
    let formerConstraints = former.uniqueConstraints.map { constraint in
      UniqueConstraint(
        owner: renames.newName(ofEntity: constraint.owner),
        properties: constraint.properties.map { renames.newName(of: $0, in: former.name) })
    }
    // The order of the properties says nothing.
    func isAmong(_ constraints: [UniqueConstraint]) -> (UniqueConstraint) -> Bool {
      { sought in
        constraints.contains {
          $0.owner == sought.owner && Set($0.properties) == Set(sought.properties)
        }
      }
    }
    let wasAmong = isAmong(formerConstraints)
    let isAmongNow = isAmong(entity.uniqueConstraints)
    return entity.uniqueConstraints.filter { !wasAmong($0) }.map { .uniqueAdded($0) }
      + formerConstraints.filter { !isAmongNow($0) }.map { .uniqueRemoved($0) }
  }
}
