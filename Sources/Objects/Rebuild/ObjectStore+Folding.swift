import CBOR
public import EventLog
public import LMDB
public import Model

extension ObjectStore {
  /// An object as the log alone says it is.
  public struct FoldedObject: Sendable {
    /// The object.
    public var object: StoredObject
    /// The stamps of the writes that gave its relationships their values, by name.
    var stamps: [String: UInt64]
  }

  /// Calls `body` with each object that the log says is there, in the order of identities.
  ///
  /// No projection is read.
  ///
  /// - Parameters:
  ///   - size: How many events count: those of a log of that size.
  ///   - progress: Is told how many objects with a history have been folded.
  /// - Complexity: O(events), two reads for each; memory for the events of one object.
  public func forEachFolded(
    of log: EventLog, size: UInt64 = .max, in transaction: borrowing ReadTransaction,
    progress: (Int) -> Void = { _ in }, _ body: (FoldedObject) throws -> Void
  ) throws {
    var count = 0
    var headers = try transaction.beginCursor(in: log.events)
    var payloads = try transaction.beginCursor(in: log.payloads)
    try log.forEachHistory(in: transaction) { id, sequences in
      count += 1
      if count & 0xFFF == 0 { progress(count) }
      var folded: FoldedObject?
      if sequences.count == 1, names.isEmpty {
        if sequences[0].rawValue >= size { return }
        folded = try fold(id, onlyEvent: sequences[0], &headers, &payloads)
      } else {
        let counted = size == .max ? sequences : sequences.filter { $0.rawValue < size }
        if counted.isEmpty { return }
        folded = try fold(id, counted, of: log, in: transaction)
      }
      if let folded { try body(folded) }
    }
    progress(count)
  }

  /// What the events at `sequences`, which ascend, say of an object; nil where it is not there.
  public func fold(
    _ id: ObjectID, _ sequences: [SequenceNumber], of log: EventLog,
    in transaction: borrowing ReadTransaction
  ) throws -> FoldedObject? {
    let fold = ObjectFold(
      try sequences.map { try log.event(at: $0, in: transaction) }, names: names)
    return fold.object.map { FoldedObject(object: $0, stamps: fold.stamps) }
  }

  /// The same for an object of one event, as most are: its long values are passed by, not decoded, and
  /// the cursors move on from where the event before was.
  private func fold(
    _ id: ObjectID, onlyEvent sequence: SequenceNumber, _ headers: inout Cursor,
    _ payloads: inout Cursor
  ) throws -> FoldedObject? {
    guard try Self.move(&headers, to: sequence) else {
      throw EventLogError.damaged(
        database: "events", key: "\(sequence)", reason: "the row is missing")
    }
    let subject = try Self.decode(&headers, "events", sequence) { bytes throws(CBORError) in
      try EventSubject(header: bytes)
    }
    switch subject.kind {
    case .inserted, .condensed, .updated: break
    case nil: throw EventLogError.unknownFormat(found: "2 or later")
    default: return nil
    }
    guard try Self.move(&payloads, to: sequence) else { return nil }
    let values = try Self.decode(&payloads, "payloads", sequence) { bytes throws(CBORError) in
      try StoredValues(payload: bytes, at: sequence)
    }
    var stamps: [String: UInt64] = [:]
    for stored in relationships.stored[subject.entity] ?? [] {
      stamps[stored.relationship.name] = subject.stamp
    }
    return FoldedObject(
      object: StoredObject(id: id, entity: subject.entity, version: sequence, values: values),
      stamps: stamps)
  }

  /// Moves a cursor to a sequence: mostly the one behind where it stands, since identities made here
  /// rise with sequences.
  private static func move(
    _ cursor: inout Cursor, to sequence: SequenceNumber
  ) throws -> Bool {
    if cursor.isOnRow, try cursor.next(), cursor.bigEndianKey() == sequence.rawValue { return true }
    return try cursor.seek(exactly: SequenceKey(sequence.rawValue))
  }

  private static func decode<T>(
    _ cursor: inout Cursor, _ database: String, _ sequence: SequenceNumber,
    _ body: (Span<UInt8>) throws(CBORError) -> T
  ) throws -> T {
    do throws(CBORError) {
      return try cursor.withValue { row throws(CBORError) in try row.withElements(body) }
    } catch {
      throw EventLogError.damaged(
        database: database, key: "\(sequence)", reason: error.description)
    }
  }

  /// The rows of `inverse` that an object accounts for.
  func inverseRows(of folded: FoldedObject) -> [(key: [UInt8], value: [UInt8])] {
    var rows: [(key: [UInt8], value: [UInt8])] = []
    for stored in relationships.stored[folded.object.entity] ?? [] {
      let name = stored.relationship.name
      for target in folded.object.values.references(name) {
        rows.append(
          (
            Self.inverseKey(target, stored.key, folded.object.id),
            (folded.stamps[name] ?? 0).bigEndianBytes
          ))
      }
    }
    return rows
  }
}

extension StoredValues {
  fileprivate init(payload bytes: Span<UInt8>, at sequence: SequenceNumber) throws(CBORError) {
    self.init()
    var cursor = CBORCursor()
    guard try cursor.arrayCount(in: bytes) == 2 else {
      throw CBORError(.unexpected(found: .array, expected: "salt and values"), at: 0)
    }
    _ = try cursor.identity(in: bytes)
    let count = try cursor.mapCount(in: bytes)
    storage.reserveCapacity(count)
    for _ in 0..<count {
      let key = try cursor.text(in: bytes)
      let start = cursor.offset
      // A long text is left where it is, unread.
      if try cursor.majorType(in: bytes) == .textString {
        _ = try cursor.uncheckedTextRange(in: bytes)
        if cursor.offset - start > StoredValue.lengthLimit {
          storage.append(Entry(name: key, value: .payload(sequence, key: key)))
          continue
        }
        cursor.offset = start
      }
      let value = try cursor.value(in: bytes)
      if !value.isNull {
        storage.append(Entry(name: key, value: StoredValue(value, under: key, at: sequence)))
      }
    }
  }
}
