import EventLog
package import LMDB
package import Model

extension ObjectStore {
  /// The key of a reference: its target, the relationship it is made through, its source.
  static func inverseKey(
    _ target: ObjectID, _ relationship: String, _ source: ObjectID
  ) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(33 + relationship.utf8.count)
    target.append(to: &key)
    key.append(contentsOf: relationship.utf8)
    key.append(0)
    source.append(to: &key)
    return key
  }

  /// Every stored reference to an object, with the stamp of the write that made it.
  ///
  /// - Complexity: O(log n + references).
  func references(
    to target: ObjectID, in transaction: borrowing ReadTransaction
  ) throws -> [WorkingState.Reference: UInt64] {
    var references: [WorkingState.Reference: UInt64] = [:]
    let prefix = target.bytes
    try transaction.withCursor(in: inverse) { cursor in
      var found = try cursor.seek(atOrAfter: prefix)
      while found {
        let key = cursor.keyBytes()
        guard key.starts(with: prefix) else { return }
        guard key.count > 33, key[key.count - 17] == 0,
          let source = ObjectID(bytes: key.suffix(16)),
          let stamp = cursor.withValue({ $0.byteCount == 8 ? $0.bigEndianInteger(at: 0) : nil })
        else {
          throw EventLogError.damaged(
            database: "inverse", key: "of \(target)", reason: "a row is not of its form")
        }
        let relationship = String(decoding: key[16..<key.count - 17], as: UTF8.self)
        references[WorkingState.Reference(key: relationship, source: source)] = stamp
        found = try cursor.next()
      }
    }
    return references
  }
}

extension ObjectStore {
  /// Calls `body` with the target and the source of each reference that a stored relationship makes, in the
  /// order of targets.
  ///
  /// - Complexity: O(references of all relationships); keys are looked at, no object is read.
  package func forEachReference(
    through relationship: Relationship, in transaction: borrowing ReadTransaction,
    _ body: (_ target: ObjectID, _ source: ObjectID) throws -> Void
  ) throws {
    let name = Array(relationship.key.utf8)
    try transaction.withCursor(in: inverse) { cursor in
      while try cursor.next() {
        let ends = cursor.withKey { key -> (ObjectID, ObjectID)? in
          guard key.byteCount == 33 + name.count,
            key.withElements({ $0.holds(name, at: 16..<16 + name.count) }),
            let target = ObjectID(span: key.extracting(first: 16)),
            let source = ObjectID(span: key.extracting(last: 16))
          else { return nil }
          return (target, source)
        }
        if let (target, source) = ends { try body(target, source) }
      }
    }
  }
}

extension UInt64 {
  /// The eight bytes, the most significant first.
  var bigEndianBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: self)
    return bytes
  }
}
