import CBOR
public import LMDB
public import Model

extension EventLog {
  /// The header at a place.
  ///
  /// - Throws: `EventLogError.damaged` where there is none or it cannot be read.
  public func header(
    at sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> EventHeader {
    let header = try transaction.get(at: sequence.rawValue, in: events) { row in
      try Self.decode(row, in: "events", key: "\(sequence)") { try EventHeader(decoding: $0) }
    }
    guard let header else {
      throw EventLogError.damaged(
        database: "events", key: "\(sequence)", reason: "the row is missing")
    }
    return header
  }

  /// The header's bytes at a place: what the tree commits to.
  public func headerBytes(
    at sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    try transaction.getBytes(at: sequence.rawValue, in: events)
  }

  /// The payload at a place, nil where it is erased.
  public func payload(
    at sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> EventPayload? {
    try transaction.get(at: sequence.rawValue, in: payloads) { row in
      try Self.decode(row, in: "payloads", key: "\(sequence)") { try EventPayload(decoding: $0) }
    }
  }

  /// The payload's bytes at a place, nil where they are erased.
  public func payloadBytes(
    at sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    try transaction.getBytes(at: sequence.rawValue, in: payloads)
  }

  /// The header that bytes hold which are not in the log yet.
  ///
  /// - Throws: `EventLogError.unfitEvent` where they cannot be read.
  package static func header(_ bytes: [UInt8]) throws(EventLogError) -> EventHeader {
    do {
      return try EventHeader(decoding: bytes.span)
    } catch {
      throw .unfitEvent(nil, reason: "its header is none of format 1: \(error)")
    }
  }

  /// The payload that bytes hold which are not in the log yet.
  ///
  /// - Throws: `EventLogError.unfitEvent` where they cannot be read.
  package static func payload(
    _ bytes: [UInt8], of identity: EventIdentity? = nil
  ) throws(EventLogError) -> EventPayload {
    do {
      return try EventPayload(decoding: bytes.span)
    } catch {
      throw .unfitEvent(identity, reason: "its payload is none of format 1: \(error)")
    }
  }

  /// The bytes of a payload, as the log would hold them.
  package static func bytes(of payload: EventPayload) throws -> [UInt8] {
    var writer = CBORWriter()
    try writer.payload(salt: payload.salt, values: payload.values)
    return writer.bytes
  }

  /// One value of the payload at a place, nil where the payload or the value is not there.
  public func value(
    under key: String, at sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> Value? {
    let value = try transaction.get(at: sequence.rawValue, in: payloads) { row in
      try Self.decode(row, in: "payloads", key: "\(sequence)") {
        try EventPayload.value(under: key, in: $0)
      }
    }
    return value ?? nil
  }

  /// One value of a payload's bytes, nil where it is not there.
  static func value(
    under key: String, inPayload row: RawSpan, at sequence: SequenceNumber
  ) throws -> Value? {
    try decode(row, in: "payloads", key: "\(sequence)") {
      try EventPayload.value(under: key, in: $0)
    }
  }

  /// Where in a payload's bytes a text stands, which is not checked; nil where there is none.
  static func textRange(
    under key: [UInt8], inPayload row: RawSpan, at sequence: SequenceNumber
  ) throws -> Range<Int>? {
    try decode(row, in: "payloads", key: "\(sequence)") {
      try EventPayload.textRange(under: key.span, in: $0)
    }
  }

  /// Calls `body` with what each event of the log is about, in order.
  ///
  /// Less is read of each than ``header(at:in:)`` reads.
  package func forEachSubject(
    in transaction: borrowing ReadTransaction,
    _ body: (SequenceNumber, EventSubject) throws -> Void
  ) throws {
    try transaction.withCursor(in: events) { cursor in
      var onRow = try cursor.first()
      var entity = ""
      while onRow {
        let sequence = SequenceNumber(cursor.bigEndianKey())
        let subject = try cursor.withValue { row in
          try Self.decode(row, in: "events", key: "\(sequence)") {
            try EventSubject(header: $0, likelyEntity: entity)
          }
        }
        entity = subject.entity
        try body(sequence, subject)
        onRow = try cursor.next()
      }
    }
  }

  /// The event at a place.
  public func event(
    at sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> Event {
    Event(
      sequence: sequence, header: try header(at: sequence, in: transaction),
      payload: try payload(at: sequence, in: transaction))
  }

  /// Calls `body` for the events of a range, in order or backwards, until it returns false.
  ///
  /// - Complexity: O(log n) to begin, then O(1) an event.
  public func forEachEvent(
    in range: Range<UInt64>, reversed: Bool = false, in transaction: borrowing ReadTransaction,
    _ body: (Event) throws -> Bool
  ) throws {
    let size = try size(in: transaction)
    let range = range.clamped(to: 0..<size)
    if reversed {
      for sequence in range.reversed() {
        guard try body(event(at: SequenceNumber(sequence), in: transaction)) else { return }
      }
    } else {
      for sequence in range {
        guard try body(event(at: SequenceNumber(sequence), in: transaction)) else { return }
      }
    }
  }

  /// The end of the commit whose first event stands at `start`: the sequence behind its last event.
  public func commitEnd(
    from start: SequenceNumber, size: UInt64, in transaction: borrowing ReadTransaction
  ) throws -> SequenceNumber {
    let first = try header(at: start, in: transaction)
    var end = start.next
    while end.rawValue < size {
      let next = try header(at: end, in: transaction)
      guard next.identity.device == first.identity.device, next.commit == first.commit else {
        break
      }
      end = end.next
    }
    return end
  }
}
