import EventLog
import LMDB
import Model

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

extension UInt64 {
  /// The eight bytes, the most significant first.
  var bigEndianBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: self)
    return bytes
  }
}
