import CBOR
import EventLog
public import LMDB
import MerkleTree
public import Model

extension WorkingState {
  /// Files the unique values of the written objects, old ones out before new ones in, so that two
  /// objects may exchange theirs.
  ///
  /// - Parameter isJudged: Whether two objects may not have the same. What two devices wrote apart is
  ///   filed as it is.
  /// - Throws: `ChangeError.notUnique` where two objects would have the same.
  public func fileUniqueValues(
    isJudged: Bool = true, in transaction: borrowing WriteTransaction
  ) throws {
    var removed: [(key: [UInt8], id: ObjectID)] = []
    var added: [(key: [UInt8], constraint: UniqueConstraint, id: ObjectID)] = []
    if !store.rules.hasUniqueValues { return }
    for id in written {
      guard let state = touched(id) else { continue }
      let before = try store.uniqueKeys(
        of: state.before, self, base: transaction.reading, log: transaction.reading)
      let after = try store.uniqueKeys(
        of: state.after, self, base: transaction.reading, log: transaction.reading)
      for key in before where !after.contains(where: { $0.key == key.key }) {
        removed.append((key.key, id))
      }
      for key in after where !before.contains(where: { $0.key == key.key }) {
        added.append((key.key, key.constraint, id))
      }
    }
    for (key, id) in removed { _ = try transaction.delete(key + id.bytes, in: store.unique) }
    for (key, constraint, id) in added.sorted(by: { $0.key.isBefore($1.key) }) {
      if isJudged, let holder = try store.holder(ofUnique: key, in: transaction.reading) {
        throw ChangeError.notUnique(
          entity: constraint.owner, properties: constraint.properties, holder, id)
      }
      try transaction.put(key + id.bytes, [UInt8](), in: store.unique)
    }
  }
}

extension ObjectStore {
  /// An object that has the values of a unique key, nil where none has.
  func holder(
    ofUnique key: [UInt8], in transaction: borrowing ReadTransaction
  ) throws -> ObjectID? {
    try transaction.withCursor(in: unique) { cursor in
      guard try cursor.seek(atOrAfter: key) else { return nil }
      let row = cursor.keyBytes()
      return row.starts(with: key) ? ObjectID(bytes: row.dropFirst(key.count)) : nil
    }
  }

  /// The objects that have some values of a constraint, ascending: one, or what several devices
  /// wrote apart.
  ///
  /// - Parameters:
  ///   - values: The values of the constraint's properties, in its order, as they are stored.
  ///   - constraint: The constraint.
  ///   - transaction: The snapshot to read.
  /// - Complexity: O(log n).
  public func identities(
    withUnique values: [Value], of constraint: UniqueConstraint,
    in transaction: borrowing ReadTransaction
  ) throws -> [ObjectID] {
    let key = try Self.uniqueKey(of: values, constraint)
    var found: [ObjectID] = []
    try transaction.withCursor(in: unique) { cursor in
      var onRow = try cursor.seek(atOrAfter: key)
      while onRow {
        let row = cursor.keyBytes()
        guard row.starts(with: key) else { return }
        if let id = ObjectID(bytes: row.dropFirst(key.count)) { found.append(id) }
        onRow = try cursor.next()
      }
    }
    return found
  }

  /// The key under which an object's values of a constraint are filed: a digest, so that a key has
  /// one length whatever the values are, and holds no text.
  ///
  /// Nil where a value is missing.
  func uniqueKey(
    of object: StoredObject, _ constraint: UniqueConstraint,
    resolve: (StoredValue) throws -> Value
  ) throws -> [UInt8]? {
    var values: [Value] = []
    for property in constraint.properties {
      guard let stored = object.values[property] else { return nil }
      values.append(try resolve(stored))
    }
    return try Self.uniqueKey(of: values, constraint)
  }

  private static func uniqueKey(
    of values: [Value], _ constraint: UniqueConstraint
  ) throws -> [UInt8] {
    var writer = CBORWriter()
    writer.array(count: 2 + values.count)
    writer.text(constraint.owner)
    writer.text(constraint.properties.joined(separator: "\u{0}"))
    for value in values { try writer.value(value) }
    return SHA256.digest(of: writer.bytes).bytes
  }
}
