import LMDB
public import Model
import Objects

extension Snapshot {
  /// Calls `body` with some values of each object of an entity and its sub-entities, in the order of
  /// identities, until it returns false.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - properties: The names of stored attributes.
  ///   - body: Is given the object and a value for each name, nil where it has none.
  /// - Complexity: O(objects); nothing is decoded that is not asked for.
  public func forEachObject(
    of entity: String, reading properties: [String],
    _ body: (ObjectID, [Value?]) throws -> Bool
  ) throws {
    try walk(entity, reading: properties, { try $0.next() }, body)
  }

  /// Calls `body` with some values of each of the objects that are named, in the order in which they are,
  /// until it returns false.
  ///
  /// - Parameters:
  ///   - ids: The objects; those that are not there, or of another entity, are passed by.
  ///   - entity: The entity that they, or their entities' ancestors, are of.
  ///   - properties: The names of stored attributes.
  ///   - body: Is given the object and a value for each name, nil where it has none.
  /// - Complexity: O(objects named) where they come in the order of identities, O(log n) for each where they
  ///   do not; nothing is decoded that is not asked for.
  public func forEachObject(
    _ ids: some Sequence<ObjectID>, of entity: String, reading properties: [String],
    _ body: (ObjectID, [Value?]) throws -> Bool
  ) throws {
    var ids = ids.makeIterator()
    try walk(
      entity, reading: properties,
      { reader in
        while let id = ids.next() {
          if try reader.read(id) { return id }
        }
        return nil
      }, body)
  }

  /// Calls `body` with both ends of each reference that a stored relationship makes, in the order of targets.
  ///
  /// - Parameters:
  ///   - relationship: The relationship's name.
  ///   - entity: The entity that owns it.
  ///   - body: Is given an object that is referred to, and the one that refers to it.
  /// - Complexity: O(references of all relationships); no object is read.
  public func forEachReference(
    through relationship: String, of entity: String,
    _ body: (_ target: ObjectID, _ source: ObjectID) throws -> Void
  ) throws {
    guard let relationship = model.entity(entity)?.relationships[relationship] else { return }
    try context.store.forEachReference(through: relationship, in: transaction, body)
  }

  private func walk(
    _ entity: String, reading properties: [String],
    _ next: (inout ObjectReader) throws -> ObjectID?, _ body: (ObjectID, [Value?]) throws -> Bool
  ) throws {
    var reader = try ObjectReader(
      context.store, log: context.log, of: model.family(of: entity), reading: properties,
      in: transaction)
    while let id = try next(&reader) {
      if try !body(id, reader.values) { return }
    }
  }
}
