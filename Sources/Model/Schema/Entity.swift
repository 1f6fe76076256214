/// One kind of object: its properties, inherited ones included.
public struct Entity: Sendable, Hashable {
  /// The name, unique in the model.
  public var name: String
  /// The entity whose properties it inherits and among whose objects its own are found.
  public var parent: String?
  /// The stored attributes by name, inherited ones included.
  public var attributes: [String: Attribute]
  /// The computed attributes by name, inherited ones included.
  public var derived: [String: DerivedAttribute]
  /// The relationships by name, inherited ones included.
  public var relationships: [String: Relationship]
  /// Sets of properties of which no two objects of `owner` or its sub-entities share all values.
  public var uniqueConstraints: [UniqueConstraint]

  /// Makes an entity.
  public init(
    name: String, parent: String? = nil, attributes: [String: Attribute] = [:],
    derived: [String: DerivedAttribute] = [:], relationships: [String: Relationship] = [:],
    uniqueConstraints: [UniqueConstraint] = []
  ) {
    self.name = name
    self.parent = parent
    self.attributes = attributes
    self.derived = derived
    self.relationships = relationships
    self.uniqueConstraints = uniqueConstraints
  }

  /// The property of a name, nil where there is none.
  public func property(_ name: String) -> Property? {
    if let attribute = attributes[name] { return .attribute(attribute) }
    if let relationship = relationships[name] { return .relationship(relationship) }
    if let derived = derived[name] { return .derived(derived) }
    return nil
  }
}

/// A property of an entity, of whichever kind.
public enum Property: Sendable, Hashable {
  /// A stored attribute.
  case attribute(Attribute)
  /// A computed attribute.
  case derived(DerivedAttribute)
  /// A relationship.
  case relationship(Relationship)
}

/// Properties whose values together name at most one object.
///
/// Objects that lack any of the values are not compared.
public struct UniqueConstraint: Sendable, Hashable {
  /// The entity that declares it: the constraint holds over its objects and its sub-entities'.
  public var owner: String
  /// The names of attributes and stored to-one relationships, in the order declared.
  public var properties: [String]

  /// Makes a constraint.
  public init(owner: String, properties: [String]) {
    self.owner = owner
    self.properties = properties
  }
}
