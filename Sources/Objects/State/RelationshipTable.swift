import Model

/// The relationships of a model as the `inverse` projection knows them: by the key under which a
/// reference is filed, and by who shows it at the other end.
struct RelationshipTable: Sendable {
  /// What an object of an entity keeps: its stored relationships.
  private(set) var stored: [String: [StoredRelationship]] = [:]
  /// What an object of an entity shows: its relationships kept at the other end.
  private(set) var shown: [String: [ShownRelationship]] = [:]
  /// By the key of a reference: what to do at the other end when the object referred to goes.
  private(set) var byKey: [String: Relationship] = [:]

  /// A relationship whose references are kept with the object.
  struct StoredRelationship: Sendable, Hashable {
    /// The relationship.
    var relationship: Relationship
    /// The name under which `inverse` files its references.
    var key: String
  }

  /// A relationship that is computed from references kept at the other end.
  struct ShownRelationship: Sendable, Hashable {
    /// The relationship.
    var relationship: Relationship
    /// The relationship at the other end.
    var source: Relationship
    /// The name under which `inverse` files the references.
    var key: String
  }

  init(_ model: ObjectModel) {
    for (name, entity) in model.entities {
      var stored: [StoredRelationship] = []
      var shown: [ShownRelationship] = []
      for relationship in entity.relationships.values {
        switch relationship.storage {
        case .stored:
          stored.append(StoredRelationship(relationship: relationship, key: relationship.key))
          byKey[relationship.key] = relationship
        case .inverse(let inverse):
          guard let source = model.entity(relationship.target)?.relationships[inverse] else {
            continue
          }
          shown.append(
            ShownRelationship(relationship: relationship, source: source, key: source.key))
        }
      }
      self.stored[name] = stored.sorted { PropertyValues.precedes($0.key, $1.key) }
      self.shown[name] = shown.sorted { PropertyValues.precedes($0.key, $1.key) }
    }
  }

  /// The stored relationship of a name that an entity has.
  func stored(_ name: String, of entity: String) -> StoredRelationship? {
    stored[entity]?.first { $0.relationship.name == name }
  }

  /// The relationship of a name that an entity shows.
  func shown(_ name: String, of entity: String) -> ShownRelationship? {
    shown[entity]?.first { $0.relationship.name == name }
  }
}

extension Relationship {
  /// The name under which `inverse` files the references of a stored relationship.
  ///
  /// Names may have points in them, but no control characters.
  var key: String { "\(owner)\u{0}\(name)" }
}
