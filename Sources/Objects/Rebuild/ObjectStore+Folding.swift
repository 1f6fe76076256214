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

  /// Calls `body` with each object that the log says is there, in the order of identities. No
  /// projection is read.
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
    try log.forEachHistory(in: transaction) { id, sequences in
      count += 1
      if count & 0xFFF == 0 { progress(count) }
      let counted =
        size == .max ? sequences : sequences.filter { $0.rawValue < size }
      if counted.isEmpty { return }
      if let folded = try fold(id, counted, of: log, in: transaction) { try body(folded) }
    }
    progress(count)
  }

  /// What the events at `sequences`, which ascend, say of an object; nil where it is not there.
  public func fold(
    _ id: ObjectID, _ sequences: [SequenceNumber], of log: EventLog,
    in transaction: borrowing ReadTransaction
  ) throws -> FoldedObject? {
    if sequences.count == 1, names.isEmpty {
      return try fold(id, onlyEvent: sequences[0], of: log, in: transaction)
    }
    let fold = ObjectFold(
      try sequences.map { try log.event(at: $0, in: transaction) }, names: names)
    return fold.object.map { FoldedObject(object: $0, stamps: fold.stamps) }
  }

  /// The same for an object of one event, as most are: its long values are passed by, not decoded.
  private func fold(
    _ id: ObjectID, onlyEvent sequence: SequenceNumber, of log: EventLog,
    in transaction: borrowing ReadTransaction
  ) throws -> FoldedObject? {
    let header = try log.header(at: sequence, in: transaction)
    guard header.kind == .inserted || header.kind == .condensed || header.kind == .updated,
      let values = try log.storedValues(at: sequence, in: transaction)
    else { return nil }
    var stamps: [String: UInt64] = [:]
    for stored in relationships.stored[header.entity] ?? [] {
      stamps[stored.relationship.name] = header.stamp
    }
    return FoldedObject(
      object: StoredObject(id: id, entity: header.entity, version: sequence, values: values),
      stamps: stamps)
  }

  /// The rows of `inverse` that an object accounts for.
  func inverseRows(of folded: FoldedObject) -> [(key: [UInt8], value: [UInt8])] {
    var rows: [(key: [UInt8], value: [UInt8])] = []
    for stored in relationships.stored[folded.object.entity] ?? [] {
      let name = stored.relationship.name
      for target in folded.object.values.references(name) {
        rows.append((
          Self.inverseKey(target, stored.key, folded.object.id),
          (folded.stamps[name] ?? 0).bigEndianBytes
        ))
      }
    }
    return rows
  }
}

extension EventLog {
  /// The values of a payload as an object keeps them: the short ones, and where the long ones stand.
  fileprivate func storedValues(
    at sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> StoredValues? {
    try transaction.get(at: sequence.rawValue, in: payloads) { row in
      do {
        return try row.withElements { bytes throws(CBORError) in
          try StoredValues(payload: bytes, at: sequence)
        }
      } catch {
        throw EventLogError.damaged(
          database: "payloads", key: "\(sequence)", reason: "\(error)")
      }
    }
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
