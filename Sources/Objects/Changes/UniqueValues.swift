import CBOR
import EventLog
import LMDB
import MerkleTree
import Model

extension WorkingState {
  /// Files the unique values of the written objects, old ones out before new ones in, so that two
  /// objects may exchange theirs.
  ///
  /// - Throws: `ChangeError.notUnique` where two objects would have the same.
  func fileUniqueValues(in transaction: borrowing WriteTransaction) throws {
    var removed: [(key: [UInt8], id: ObjectID)] = []
    var added: [(key: [UInt8], constraint: UniqueConstraint, id: ObjectID)] = []
    for id in written {
      guard let state = touched[id] else { continue }
      let before = try uniqueKeys(of: state.before, base: transaction.reading)
      let after = try uniqueKeys(of: state.after, base: transaction.reading)
      for key in before where !after.contains(where: { $0.key == key.key }) {
        removed.append((key.key, id))
      }
      for key in after where !before.contains(where: { $0.key == key.key }) {
        added.append((key.key, key.constraint, id))
      }
    }
    for (key, _) in removed { _ = try transaction.delete(key, in: store.unique) }
    for (key, constraint, id) in added.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let holder = try transaction.reading.get(key, in: store.unique) { ObjectID(span: $0) }
      if let holder = holder ?? nil, holder != id {
        throw ChangeError.notUnique(
          entity: constraint.owner, properties: constraint.properties, holder, id)
      }
      try transaction.put(key, id.bytes, in: store.unique)
    }
  }

  /// The keys under which an object's unique values are filed; none for a constraint of which it
  /// lacks a value.
  private func uniqueKeys(
    of object: StoredObject?, base: borrowing ReadTransaction
  ) throws -> [(key: [UInt8], constraint: UniqueConstraint)] {
    guard let object, let entity = store.model.entity(object.entity) else { return [] }
    var keys: [(key: [UInt8], constraint: UniqueConstraint)] = []
    for constraint in entity.uniqueConstraints {
      if let key = try store.uniqueKey(of: object, constraint, resolve: { value in
        try resolve(value, base: base, log: base)
      }) {
        keys.append((key, constraint))
      }
    }
    return keys
  }
}

extension ObjectStore {
  /// The key under which an object's values of a constraint are filed: a digest, so that a key has
  /// one length whatever the values are, and holds no text. Nil where a value is missing.
  func uniqueKey(
    of object: StoredObject, _ constraint: UniqueConstraint,
    resolve: (StoredValue) throws -> Value
  ) throws -> [UInt8]? {
    var writer = CBORWriter()
    writer.array(count: 2 + constraint.properties.count)
    writer.text(constraint.owner)
    writer.text(constraint.properties.joined(separator: "\u{0}"))
    for property in constraint.properties {
      guard let stored = object.values[property] else { return nil }
      try writer.value(resolve(stored))
    }
    return SHA256.digest(of: writer.bytes).bytes
  }
}
