import Model

/// The model as each object that is written or folded asks it: by entity, with what the `inverse`
/// projection files its references under.
struct ModelRules: Sendable {
  private let entities: [String: EntityRules]
  /// By the key of a reference: the relationship.
  private let byKey: [String: Relationship]
  /// Whether there are values that no two objects may share.
  let hasUniqueValues: Bool

  init(_ model: ObjectModel) {
    entities = model.entities.mapValues { EntityRules($0, in: model) }
    var byKey: [String: Relationship] = [:]
    for rules in entities.values {
      for stored in rules.stored { byKey[stored.key] = stored.relationship }
    }
    self.byKey = byKey
    hasUniqueValues = model.entities.values.contains { !$0.uniqueConstraints.isEmpty }
  }

  /// The rules of an entity, nil where the model has none of the name.
  subscript(entity: String) -> EntityRules? { entities[entity] }

  /// The relationship whose references are filed under a key.
  func relationship(ofKey key: String) -> Relationship? { byKey[key] }
}

/// What the model says of one entity.
///
/// A class, as its parts are, so that asking copies nothing: a commit asks many times for each object.
final class EntityRules: Sendable {
  /// The entity.
  let entity: Entity
  private let attributes: [Attribute]
  /// The names of the required attributes, in byte order.
  let required: [String]
  /// The attributes with a default, and the default.
  let defaults: [(name: String, value: Value)]
  /// What an object keeps: its stored relationships, in the byte order of their keys.
  let stored: [StoredRelationship]
  /// What an object shows: its relationships kept at the other end, in the byte order of their keys.
  let shown: [ShownRelationship]

  /// A relationship whose references are kept with the object.
  final class StoredRelationship: Sendable {
    /// The relationship.
    let relationship: Relationship
    /// The name under which `inverse` files its references.
    let key: String

    init(_ relationship: Relationship) {
      self.relationship = relationship
      key = relationship.key
    }
  }

  /// A relationship that is computed from references kept at the other end.
  final class ShownRelationship: Sendable {
    /// The relationship.
    let relationship: Relationship
    /// The relationship at the other end.
    let source: Relationship
    /// The name under which `inverse` files the references.
    let key: String

    init(_ relationship: Relationship, source: Relationship) {
      self.relationship = relationship
      self.source = source
      key = source.key
    }
  }

  init(_ entity: Entity, in model: ObjectModel) {
    self.entity = entity
    attributes = Array(entity.attributes.values)
    required = entity.attributes.values.filter(\.isRequired).map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    defaults = entity.attributes.values.compactMap { attribute in
      attribute.defaultValue.map { (attribute.name, $0) }
    }
    var stored: [StoredRelationship] = []
    var shown: [ShownRelationship] = []
    for relationship in entity.relationships.values {
      switch relationship.storage {
      case .stored: stored.append(StoredRelationship(relationship))
      case .inverse(let inverse):
        if let source = model.entity(relationship.target)?.relationships[inverse] {
          shown.append(ShownRelationship(relationship, source: source))
        }
      }
    }
    self.stored = stored.sorted { PropertyValues.precedes($0.key, $1.key) }
    self.shown = shown.sorted { PropertyValues.precedes($0.key, $1.key) }
  }

  /// Checks one value by itself.
  ///
  /// - Throws: `ChangeError.invalid`.
  func check(_ value: Value, for name: String, of object: ObjectID) throws {
    // Attributes are few: to look through them costs less than a look into a dictionary.
    let place = attributes.firstIndex { $0.isNamed(name) }
    let error =
      if let place {
        attributes[place].validate(value, of: entity.name, object: object)
      } else {
        entity.validate(value, for: name, object: object)
      }
    if let error { throw ChangeError.invalid([error]) }
  }

  /// The stored relationship of a name.
  func stored(_ name: String) -> StoredRelationship? {
    stored.first { $0.relationship.name == name }
  }

  /// The relationship of a name that objects show.
  func shown(_ name: String) -> ShownRelationship? {
    shown.first { $0.relationship.name == name }
  }
}

extension Relationship {
  /// The name under which `inverse` files the references of a stored relationship.
  ///
  /// Names may have points in them, but no control characters.
  var key: String { "\(owner)\u{0}\(name)" }
}
