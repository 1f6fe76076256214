package import LMDB
package import Model

/// Reads values of payloads, best in the order of the log: then each is beside the one before.
package struct PayloadReader: ~Copyable {
  private var cursor: Cursor

  /// Begins before the first payload of a snapshot.
  package init(_ log: EventLog, in transaction: borrowing ReadTransaction) throws {
    cursor = try transaction.beginCursor(in: log.payloads)
  }

  /// One value of the payload at a place, nil where the payload or the value is not there.
  package mutating func value(
    under key: String, at sequence: SequenceNumber
  ) throws -> Value? {
    let isThere =
      try cursor.isOnRow && cursor.next() && cursor.bigEndianKey() == sequence.rawValue
      || cursor.seek(exactly: IntegerKey(sequence.rawValue))
    guard isThere else { return nil }
    return try cursor.withValue { row in
      try EventLog.value(under: key, inPayload: row, at: sequence)
    }
  }
}
