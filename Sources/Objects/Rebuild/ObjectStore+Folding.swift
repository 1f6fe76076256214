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
  ///   - properties: The attributes that `body` looks at, others may be left out; nil: all.
  ///   - progress: Is told how many objects with a history have been folded.
  /// - Complexity: O(events), two reads for each; memory for the events of one object.
  public func forEachFolded(
    of log: EventLog, size: UInt64 = .max, keeping properties: Set<String>? = nil,
    in transaction: borrowing ReadTransaction, progress: (Int) -> Void = { _ in },
    _ body: (FoldedObject) throws -> Void
  ) throws {
    var count = 0
    let wanted = properties.map { WantedProperties($0) }
    // Moved out while it is lent and back behind it, so that it stays the only one of its memory.
    var spare: FoldedObject?
    var headers = try transaction.beginCursor(in: log.events)
    var payloads = try transaction.beginCursor(in: log.payloads)
    try log.forEachHistory(in: transaction) { id, sequences in
      count += 1
      if count & 0xFFF == 0 { progress(count) }
      if sequences.count == 1, names.isEmpty {
        if sequences[0].rawValue >= size { return }
        var folded =
          spare.take()
          ?? FoldedObject(object: StoredObject(id: id, entity: "", version: .first), stamps: [:])
        folded.object.id = id
        folded.object.version = sequences[0]
        if try readOnlyEvent(of: &folded, keeping: wanted, &headers, &payloads) {
          try body(folded)
        }
        spare = consume folded
      } else {
        let counted = size == .max ? sequences : sequences.filter { $0.rawValue < size }
        if counted.isEmpty { return }
        if let folded = try fold(id, counted, of: log, in: transaction) { try body(folded) }
      }
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

  /// The same for an object of one event, as most are: its long values are passed by, not decoded, the
  /// cursors move on from where the event before was, and the object before gives its memory.
  ///
  /// - Parameter folded: Has the object's identity, and the event's sequence as its version.
  /// - Returns: Whether the object is there.
  private func readOnlyEvent(
    of folded: inout FoldedObject, keeping properties: WantedProperties?,
    _ headers: inout Cursor, _ payloads: inout Cursor
  ) throws -> Bool {
    let sequence = folded.object.version
    guard try Self.move(&headers, to: sequence) else {
      throw EventLogError.damaged(
        database: "events", key: "\(sequence)", reason: "the row is missing")
    }
    let entity = folded.object.entity
    let subject = try Self.decode(&headers, "events", sequence) { bytes throws(CBORError) in
      try EventSubject(header: bytes, likelyEntity: entity)
    }
    switch subject.kind {
    case .inserted, .condensed, .updated: break
    case nil: throw EventLogError.unknownFormat(found: "2 or later")
    default: return false
    }
    guard try Self.move(&payloads, to: sequence) else { return false }
    try Self.decode(&payloads, "payloads", sequence) { bytes throws(CBORError) in
      try folded.object.values.read(payload: bytes, at: sequence, keeping: properties)
    }
    folded.object.entity = subject.entity
    // A pass that keeps some attributes asks for no relationship.
    if properties == nil {
      folded.stamps.removeAll(keepingCapacity: true)
      for stored in rules[subject.entity]?.stored ?? [] {
        folded.stamps[stored.relationship.name] = subject.stamp
      }
    }
    return true
  }

  /// Moves a cursor to a sequence: mostly the one behind where it stands, since identities made here
  /// rise with sequences.
  private static func move(
    _ cursor: inout Cursor, to sequence: SequenceNumber
  ) throws -> Bool {
    if cursor.isOnRow, try cursor.next(), cursor.bigEndianKey() == sequence.rawValue { return true }
    return try cursor.seek(exactly: IntegerKey(sequence.rawValue))
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
    for stored in rules[folded.object.entity]?.stored ?? [] {
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

/// The attributes that a fold keeps, by the bytes that a payload has for their names.
///
/// In two flat arrays, which a pass over the log looks at millions of times without counting a
/// reference.
private struct WantedProperties {
  let names: [String]
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  init(_ names: some Collection<String>) {
    self.names = names.sorted()
    for name in self.names {
      bytes += name.utf8
      ends.append(bytes.count)
    }
  }

  /// The place of the name that stands at `range` of a payload, nil where it is not wanted.
  func place(ofName range: Range<Int>, in payload: Span<UInt8>) -> Int? {
    var start = 0
    for place in ends.indices {
      let end = ends[place]
      if end - start == range.count {
        var offset = 0
        while offset < range.count, bytes[start + offset] == payload[range.lowerBound + offset] {
          offset += 1
        }
        if offset == range.count { return place }
      }
      start = end
    }
    return nil
  }
}

extension StoredValues {
  /// Becomes the values of a payload that is the first of its object.
  ///
  /// - Parameter properties: Those that are wanted; nil: all. What is behind the last of them is not
  ///   looked at.
  fileprivate mutating func read(
    payload bytes: Span<UInt8>, at sequence: SequenceNumber, keeping properties: WantedProperties?
  ) throws(CBORError) {
    storage.removeAll(keepingCapacity: true)
    var cursor = CBORCursor()
    guard try cursor.arrayCount(in: bytes) == 2 else {
      throw CBORError(.unexpected(found: .array, expected: "salt and values"), at: 0)
    }
    _ = try cursor.identity(in: bytes)
    let count = try cursor.mapCount(in: bytes)
    var awaited = properties?.names.count ?? count
    for _ in 0..<count where awaited > 0 {
      if let properties {
        let key = try cursor.uncheckedTextRange(in: bytes)
        if let place = properties.place(ofName: key, in: bytes) {
          awaited -= 1
          try readValue(of: properties.names[place], &cursor, in: bytes, at: sequence)
        } else if try cursor.majorType(in: bytes) == .textString {
          _ = try cursor.uncheckedTextRange(in: bytes)
        } else {
          try cursor.skip(in: bytes)
        }
      } else {
        try readValue(of: try cursor.text(in: bytes), &cursor, in: bytes, at: sequence)
      }
    }
  }

  private mutating func readValue(
    of key: String, _ cursor: inout CBORCursor, in bytes: Span<UInt8>, at sequence: SequenceNumber
  ) throws(CBORError) {
    let start = cursor.offset
    // A long text is left where it is, unread.
    if try cursor.majorType(in: bytes) == .textString {
      _ = try cursor.uncheckedTextRange(in: bytes)
      if cursor.offset - start > StoredValue.lengthLimit {
        storage.append(Entry(name: key, value: .payload(sequence, key: key)))
        return
      }
      cursor.offset = start
    }
    let value = try cursor.value(in: bytes)
    if !value.isNull {
      storage.append(Entry(name: key, value: StoredValue(value, under: key, at: sequence)))
    }
  }
}
