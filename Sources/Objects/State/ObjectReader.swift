import CBOR
package import EventLog
package import LMDB
package import Model

/// Reads some stored values of objects, one object after the other.
///
/// Made for walks. Of a row only what is asked for is decoded. Objects that are asked for in the order of their
/// identities are found beside one another, and so are their long values in the log: a step costs no
/// descent of a tree then, and any other order only that.
package struct ObjectReader: ~Copyable {
  /// What the object read last has under each name asked for, in the order of the names; nil where it
  /// has none.
  package var values: [Value?] { part.values }

  private var part: RowPart
  private var rows: Cursor
  private var payloads: PayloadReader

  /// Begins before the first object.
  ///
  /// - Parameters:
  ///   - store: The objects.
  ///   - log: The log that has their long values.
  ///   - entities: The names of the entities whose objects are read; others are passed by.
  ///   - names: The stored properties to be read, each once.
  ///   - transaction: The snapshot to read.
  package init(
    _ store: ObjectStore, log: EventLog, of entities: Set<String>, reading names: [String],
    in transaction: borrowing ReadTransaction
  ) throws {
    let rows = try transaction.beginCursor(in: store.objects)
    let payloads = try PayloadReader(log, in: transaction)
    part = RowPart(entities, names)
    self.rows = rows
    self.payloads = payloads
  }

  /// Reads the next object of the entities, by identity; nil behind the last.
  ///
  /// - Throws: `EventLogError.damaged` where what was read is not what was written.
  package mutating func next() throws -> ObjectID? {
    while try rows.next() {
      guard let id = rows.withKey({ ObjectID(span: $0) }) else {
        throw EventLogError.damaged(
          database: "objects", key: "of \(rows.keyBytes().count) bytes", reason: "a key has 16")
      }
      if try decodeRow(of: id) { return id }
    }
    return nil
  }

  /// Reads an object; false where it is not there, or of no entity that is wanted.
  ///
  /// - Throws: `EventLogError.damaged` where what was read is not what was written.
  package mutating func read(_ id: ObjectID) throws -> Bool {
    let isNext = try rows.isOnRow && rows.next() && rows.withKey { ObjectID(span: $0) == id }
    if !isNext {
      guard try rows.seek(exactly: id.key) else { return false }
    }
    return try decodeRow(of: id)
  }

  private mutating func decodeRow(of id: ObjectID) throws -> Bool {
    // Taken out, so that the cursor can lend the row meanwhile.
    var part = RowPart()
    swap(&part, &self.part)
    defer { swap(&part, &self.part) }
    let isWanted: Bool
    rows.prefetchNext()
    do {
      isWanted = try rows.withValue { row throws(CBORError) in
        try row.withElements { bytes throws(CBORError) in try part.decode(bytes) }
      }
    } catch {
      throw EventLogError.damaged(database: "objects", key: "\(id)", reason: error.description)
    }
    for elsewhere in part.elsewhere {
      guard let value = try payloads.value(under: elsewhere.key, at: elsewhere.sequence) else {
        throw StoredValue.missing(elsewhere.key, at: elsewhere.sequence)
      }
      part.fill(elsewhere.place, with: value)
    }
    return isWanted
  }
}

/// What is wanted of rows, and what of it the row at hand has.
private struct RowPart {
  /// A name among ``names``, and where the value under it goes.
  private struct Property {
    let start: Int
    let end: Int
    let place: Int
  }

  /// A value in each place.
  private(set) var values: [Value?] = []
  /// The values that stand in the log.
  private(set) var elsewhere: [(place: Int, sequence: SequenceNumber, key: String)] = []

  /// The places that have a value.
  private var filled: [Int] = []
  /// The bytes of all names: together, since a list of lists would be counted at every look.
  private var names: [UInt8] = []
  /// The names of the entities that are wanted.
  private var entities: [Property] = []
  /// What is wanted, in the order in which rows have their values.
  private var properties: [Property] = []

  /// Wants nothing.
  init() {}

  init(_ entities: Set<String>, _ names: [String]) {
    for name in entities { self.entities.append(property(named: name, at: 0)) }
    let inOrder = names.indices.sorted { PropertyValues.precedes(names[$0], names[$1]) }
    for place in inOrder { properties.append(property(named: names[place], at: place)) }
    values = Array(repeating: nil, count: names.count)
  }

  private mutating func property(named name: String, at place: Int) -> Property {
    let start = names.count
    names += name.utf8
    return Property(start: start, end: names.count, place: place)
  }

  mutating func fill(_ place: Int, with value: Value) {
    values[place] = value
    filled.append(place)
  }

  /// Reads a row; false where the object is of no entity that is wanted.
  mutating func decode(_ bytes: Span<UInt8>) throws(CBORError) -> Bool {
    for place in filled { values[place] = nil }
    filled.removeAll(keepingCapacity: true)
    elsewhere.removeAll(keepingCapacity: true)
    var cursor = CBORCursor()
    try cursor.expectObject(in: bytes)
    guard isWanted(try cursor.uncheckedTextRange(in: bytes), in: bytes) else { return false }
    _ = try cursor.unsigned(in: bytes)
    for _ in 0..<(try cursor.arrayCount(in: bytes)) { _ = try cursor.unsigned(in: bytes) }
    let count = try cursor.mapCount(in: bytes)
    // Both are in one order, so that they are passed side by side.
    var next = 0
    for _ in 0..<count {
      let name = try cursor.uncheckedTextRange(in: bytes)
      var order = 1
      while next < properties.count {
        order = self.order(of: name, in: bytes, to: properties[next])
        if order <= 0 { break }
        next += 1
      }
      if next == properties.count { break }
      guard order == 0 else {
        try cursor.pass(in: bytes)
        continue
      }
      let place = properties[next].place
      switch try cursor.storedValue(in: bytes) {
      case .value(let value): fill(place, with: value)
      case .payload(let sequence, let key): elsewhere.append((place, sequence, key))
      }
      next += 1
    }
    return true
  }

  private func isWanted(_ entity: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    for wanted in entities where order(of: entity, in: bytes, to: wanted) == 0 { return true }
    return false
  }

  /// How a name in a row stands to one that is wanted, in the order of ``PropertyValues``: negative before
  /// it, positive behind it.
  private func order(of name: Range<Int>, in bytes: Span<UInt8>, to wanted: Property) -> Int {
    let count = wanted.end - wanted.start
    if name.count != count { return name.count - count }
    for offset in 0..<count {
      let byte = bytes[name.lowerBound + offset]
      let other = names[wanted.start + offset]
      if byte != other { return Int(byte) - Int(other) }
    }
    return 0
  }
}
