public import LMDB
public import Model

extension EventLog {
  package static func historyKey(
    _ object: ObjectID, _ sequence: SequenceNumber
  ) -> IntegerKey<3> {
    IntegerKey([object.high, object.low, sequence.rawValue])
  }

  /// The sequences of an object's events, ascending; none where it never was.
  ///
  /// - Complexity: O(log n + events of the object).
  public func history(
    of object: ObjectID, in transaction: borrowing ReadTransaction
  ) throws -> [SequenceNumber] {
    var sequences: [SequenceNumber] = []
    try transaction.withCursor(in: history) { cursor in
      var found = try cursor.seek(atOrAfter: Self.historyKey(object, .first))
      while found {
        let sequence: SequenceNumber? = cursor.withKey { key in
          guard key.byteCount == 24, key.bigEndianInteger(at: 0) == object.high,
            key.bigEndianInteger(at: 8) == object.low
          else { return nil }
          return SequenceNumber(key.bigEndianInteger(at: 16))
        }
        guard let sequence else { return }
        sequences.append(sequence)
        found = try cursor.next()
      }
    }
    return sequences
  }

  /// The events of an object up to and with one, ascending.
  public func events(
    of object: ObjectID, through last: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> [Event] {
    try history(of: object, in: transaction).filter { $0 <= last }
      .map { try event(at: $0, in: transaction) }
  }

  /// The greatest identity that an event is about, nil in a log without objects.
  public func greatestObject(
    in transaction: borrowing ReadTransaction
  ) throws -> ObjectID? {
    try transaction.withCursor(in: history) { cursor in
      guard try cursor.last() else { return nil }
      return ObjectID(bytes: cursor.keyBytes().prefix(16))
    }
  }

  /// Whether an object was erased, after which it never returns.
  ///
  /// - Complexity: O(log n) for an object without history, as a new one.
  public func isErased(
    _ object: ObjectID, in transaction: borrowing ReadTransaction
  ) throws -> Bool {
    for sequence in try history(of: object, in: transaction).reversed() {
      if try header(at: sequence, in: transaction).kind == .erased { return true }
    }
    return false
  }

  /// Calls `body` for each object that has a history, in the order of identities, with the
  /// sequences of its events, ascending.
  public func forEachHistory(
    in transaction: borrowing ReadTransaction,
    _ body: (ObjectID, [SequenceNumber]) throws -> Void
  ) throws {
    try transaction.withCursor(in: history) { cursor in
      var object: ObjectID?
      var sequences: [SequenceNumber] = []
      var found = try cursor.first()
      while found {
        let row: (ObjectID, SequenceNumber)? = cursor.withKey { key in
          guard key.byteCount == 24 else { return nil }
          return (
            ObjectID(high: key.bigEndianInteger(at: 0), low: key.bigEndianInteger(at: 8)),
            SequenceNumber(key.bigEndianInteger(at: 16))
          )
        }
        guard let (next, sequence) = row else {
          throw EventLogError.damaged(
            database: "history", key: "\(cursor.keyBytes().count) bytes", reason: "a key has 24")
        }
        if let object, object != next {
          try body(object, sequences)
          sequences.removeAll(keepingCapacity: true)
        }
        object = next
        sequences.append(sequence)
        found = try cursor.next()
      }
      if let object { try body(object, sequences) }
    }
  }
}

extension ObjectID {
  /// Reads sixteen bytes, nil where there are more or fewer.
  package init?(span: RawSpan) {
    guard span.byteCount == 16 else { return nil }
    self.init(high: span.bigEndianInteger(at: 0), low: span.bigEndianInteger(at: 8))
  }
}
