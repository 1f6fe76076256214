public import EventLog
public import LMDB
public import Objects

extension TextIndex {
  /// Builds the index of an attribute anew from the log, in place of any that is there.
  ///
  /// - Parameters:
  ///   - attribute: Whose texts are indexed.
  ///   - log: Where they are read.
  ///   - transaction: Takes the rows.
  ///   - progress: Is told how many events have been read.
  /// - Returns: How many documents it has.
  /// - Complexity: O(events + texts); memory for one segment.
  @discardableResult
  public static func build(
    _ attribute: SearchedAttribute, from log: EventLog, in transaction: borrowing WriteTransaction,
    progress: (Int) -> Void = { _ in }
  ) throws -> Int {
    let database = try transaction.database(named: attribute.databaseName)
    try transaction.clear(database)
    return try attribute.forEachRow(of: log, in: transaction.reading, progress: progress) {
      key, value in
      try transaction.append(key, value, in: database)
    }
  }

  /// Compares an index with what the log says it must be, byte by byte.
  ///
  /// - Parameters:
  ///   - attribute: Whose index it is.
  ///   - log: The log.
  ///   - transaction: The snapshot to look at.
  ///   - progress: Is told how many events have been read.
  /// - Returns: How many documents there must be, and the first faults, at most a hundred; none where
  ///   there is no index at all, which the next writer builds.
  /// - Complexity: O(events + texts); memory for one segment.
  public static func compare(
    _ attribute: SearchedAttribute, with log: EventLog, in transaction: borrowing ReadTransaction,
    progress: (Int) -> Void = { _ in }
  ) throws -> (documents: Int, faults: [ProjectionFault]) {
    var faults: [ProjectionFault] = []
    func report(_ key: [UInt8], _ expected: String?, _ found: String?) {
      guard faults.count < 100 else { return }
      faults.append(
        ProjectionFault(
          database: attribute.databaseName, key: key.hexadecimal, expected: expected, found: found))
    }
    guard let database = try transaction.database(named: attribute.databaseName) else {
      return (0, [])
    }
    let documents = try transaction.withCursor(in: database) { cursor in
      var onRow = try cursor.first()
      let documents = try attribute.forEachRow(of: log, in: transaction, progress: progress) {
        key, value in
        while onRow, cursor.isBefore(key) {
          report(cursor.keyBytes(), nil, "a row of \(cursor.withValue { $0.byteCount }) bytes")
          onRow = try cursor.next()
        }
        guard onRow, cursor.keyBytes() == key else { return report(key, "a row", nil) }
        let found = cursor.valueBytes()
        if found[...] != value {
          let place = zip(found, value).enumerated().first { $0.element.0 != $0.element.1 }?.offset
          let offset = place ?? min(found.count, value.count)
          report(
            key,
            "\(value.count) bytes, \(value.dropFirst(offset).prefix(8).map { $0 }.hexadecimal) "
              + "from byte \(offset) on",
            "\(found.count) bytes, \(found.dropFirst(offset).prefix(8).map { $0 }.hexadecimal) there"
          )
        }
        onRow = try cursor.next()
      }
      while onRow {
        report(cursor.keyBytes(), nil, "a row of \(cursor.withValue { $0.byteCount }) bytes")
        onRow = try cursor.next()
      }
      return documents
    }
    return (documents, faults)
  }
}

extension SearchedAttribute {
  /// Calls `body` with each row that the log gives rise to, in the order of keys.
  ///
  /// - Returns: How many documents there are.
  fileprivate func forEachRow(
    of log: EventLog, in transaction: borrowing ReadTransaction, progress: (Int) -> Void,
    _ body: (_ key: [UInt8], _ value: ArraySlice<UInt8>) throws -> Void
  ) throws -> Int {
    try body(SegmentLayout.fingerprintKey, fingerprint[...])
    // Of each size the one in the making; documents of no full segment go into smaller ones, so what
    // is left at the end is read again.
    let greatest = SegmentLayout.sizes.count
    var scanner = TextScanner()
    var builder = SegmentBuilder(level: greatest)
    var first: UInt64 = 0
    var rest: [TextDocument] = []
    try forEachDocument(of: log, in: transaction, progress: progress) { document, text in
      scanner.add(document, text, to: &builder)
      rest.append(document)
      guard rest.count == SegmentLayout.sizes[greatest - 1] else { return }
      try builder.forEachRow(first: first, body)
      first += UInt64(rest.count)
      rest.removeAll(keepingCapacity: true)
      builder = SegmentBuilder(level: greatest)
    }
    let count = Int(first) + rest.count
    var left = rest[...]
    for (index, size) in SegmentLayout.sizes.enumerated().reversed() {
      while left.count >= size {
        var builder = SegmentBuilder(level: index + 1)
        for document in left.prefix(size) {
          scanner.add(document, try text(of: document, log, in: transaction), to: &builder)
        }
        try builder.forEachRow(first: first, body)
        first += UInt64(size)
        left = left.dropFirst(size)
      }
    }
    for document in left {
      var row: [UInt8] = []
      document.append(to: &row)
      try body(SegmentLayout.key(first), row[...])
      first += 1
    }
    return count
  }
}
