import Model

/// What an object of an entity must have, and what it gets where nothing is said: asked of every object
/// that is written, and so taken from the entity's attributes once.
struct EntityRequirements: Sendable {
  /// The names of the required attributes, in byte order.
  let required: [String]
  /// The attributes with a default, and the default.
  let defaults: [(name: String, value: Value)]

  init(_ entity: Entity) {
    required = entity.attributes.values.filter(\.isRequired).map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    defaults = entity.attributes.values.compactMap { attribute in
      attribute.defaultValue.map { (attribute.name, $0) }
    }
  }
}
