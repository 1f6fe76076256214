/// A model as it is written down: entities with what they declare themselves, nothing inherited and
/// nothing resolved.
///
/// This is what a model file says, what a `modelChanged` event carries, and what
/// ``ObjectModel/declarations`` keeps. Whether it holds together is for ``ObjectModel`` to say.
/// Equality takes names for one that are canonically equivalent; ``ObjectModel/merging(_:replacing:)``
/// refuses to change the spelling of a name that is in use.
public struct ModelFile: Sendable, Hashable {
  /// The declared entities by name.
  public var entities: [String: EntityDeclaration]

  /// Makes a model of declarations.
  public init(entities: [String: EntityDeclaration] = [:]) {
    self.entities = entities
  }
}

/// What one entity declares.
public struct EntityDeclaration: Sendable, Hashable {
  /// The entity whose properties it inherits.
  public var parent: String?
  /// The name that the entity had before: see ``ModelRenames``.
  public var renamedFrom: String?
  /// The attributes by name.
  public var attributes: [String: AttributeDeclaration]
  /// The expressions of derived attributes, by name.
  public var derived: [String: String]
  /// The relationships by name.
  public var relationships: [String: RelationshipDeclaration]
  /// Sets of properties that together name one object, in the order declared.
  public var unique: [[String]]

  /// Makes a declaration.
  public init(
    parent: String? = nil, renamedFrom: String? = nil,
    attributes: [String: AttributeDeclaration] = [:], derived: [String: String] = [:],
    relationships: [String: RelationshipDeclaration] = [:], unique: [[String]] = []
  ) {
    self.parent = parent
    self.renamedFrom = renamedFrom
    self.attributes = attributes
    self.derived = derived
    self.relationships = relationships
    self.unique = unique
  }

  /// The names of all properties that the entity declares itself.
  public var propertyNames: [String] {
    [String](attributes.keys) + derived.keys + relationships.keys
  }

  /// Whether the entity declares a property of this name itself.
  func declares(_ property: String) -> Bool {
    attributes[property] != nil || relationships[property] != nil || derived[property] != nil
  }
}

/// What is declared of one attribute.
public struct AttributeDeclaration: Sendable, Hashable {
  /// Its type and rules, under a name that yields to the key by which the entity declares it.
  public var attribute: Attribute
  /// Whether no two objects share a value.
  public var isUnique: Bool
  /// The name that the attribute had before: see ``ModelRenames``.
  public var renamedFrom: String?

  /// Makes a declaration.
  public init(_ attribute: Attribute, isUnique: Bool = false, renamedFrom: String? = nil) {
    self.attribute = attribute
    self.isUnique = isUnique
    self.renamedFrom = renamedFrom
  }
}

/// What is declared of one relationship.
public struct RelationshipDeclaration: Sendable, Hashable {
  /// The entity of the objects it names.
  public var target: String
  /// Whether it names any number of objects, or at most one.
  public var isToMany: Bool
  /// The relationship of the target that is this one seen from the other end.
  public var inverse: String?
  /// What happens to the named objects when the object goes.
  public var deleteRule: DeleteRule
  /// The name that the relationship had before: see ``ModelRenames``.
  public var renamedFrom: String?

  /// Makes a declaration.
  public init(
    to target: String, isToMany: Bool = false, inverse: String? = nil,
    deleteRule: DeleteRule = .nullify, renamedFrom: String? = nil
  ) {
    self.target = target
    self.isToMany = isToMany
    self.inverse = inverse
    self.deleteRule = deleteRule
    self.renamedFrom = renamedFrom
  }
}

extension ModelFile {
  /// An entity's name, its parent's, and so on up to the root, each as it is declared.
  ///
  /// A cycle, which ``ObjectModel`` refuses, ends the line where it closes.
  func lineage(of name: String) -> [String] {
    var lineage: [String] = []
    var seen: Set<String> = []
    var current: String? = name
    while let place = current.flatMap({ entities.index(forKey: $0) }),
      seen.insert(entities[place].key).inserted
    {
      lineage.append(entities[place].key)
      current = entities[place].value.parent
    }
    return lineage
  }
}
