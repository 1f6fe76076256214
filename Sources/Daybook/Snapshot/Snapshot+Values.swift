public import Model
import Objects

extension Snapshot {
  /// Calls `body` with some stored values of each object of an entity and its sub-entities, in the order
  /// of identities, until it returns false.
  ///
  /// - Parameters:
  ///   - properties: The names of stored attributes.
  ///   - entity: The entity.
  ///   - body: Is given the object and a value for each name, nil where it has none.
  /// - Complexity: O(objects); nothing is derived, and no text is read that is not asked for.
  public func forEachObject(
    of entity: String, reading properties: [String],
    _ body: (ObjectID, [Value?]) throws -> Bool
  ) throws {
    let state = state
    try context.store.forEach(
      of: model.family(of: entity), decoding: Set(properties), in: transaction
    ) { object in
      try body(
        object.id,
        properties.map { name in
          try object.values[name].map { try state.resolve($0, base: transaction, log: transaction) }
        })
    }
  }
}
