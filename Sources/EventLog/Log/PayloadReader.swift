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
    guard try move(to: sequence) else { return nil }
    cursor.prefetchNext()
    return try cursor.withValue { row in
      try EventLog.value(under: key, inPayload: row, at: sequence)
    }
  }

  /// Tells something of a text in the payload at a place by its bytes, as they are stored: they may be
  /// no UTF-8.
  ///
  /// - Parameter key: The bytes of its name.
  /// - Returns: What `test` tells; nil where there is no text.
  package mutating func test(
    textUnder key: [UInt8], at sequence: SequenceNumber, _ test: (RawSpan) -> Bool
  ) throws -> Bool? {
    guard try move(to: sequence) else { return nil }
    cursor.prefetchNext()
    return try cursor.withValue { row in
      guard let range = try EventLog.textRange(under: key, inPayload: row, at: sequence) else {
        return nil
      }
      return test(row.extracting(range))
    }
  }

  /// Moves to a payload: mostly it is where the last one was, or behind it.
  private mutating func move(to sequence: SequenceNumber) throws -> Bool {
    if cursor.isOnRow {
      let current = cursor.bigEndianKey()
      if current == sequence.rawValue { return true }
      if current &+ 1 == sequence.rawValue, try cursor.next(),
        cursor.bigEndianKey() == sequence.rawValue
      {
        return true
      }
    }
    return try cursor.seek(exactly: IntegerKey(sequence.rawValue))
  }
}
