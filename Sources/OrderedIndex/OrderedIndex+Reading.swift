public import LMDB

extension OrderedIndex {
  // MARK: Ranks

  /// The number of rows with smaller keys, whether or not there is a row with this one.
  ///
  /// - Complexity: O(log n) pages and about 64 entries a level.
  public func rank(of key: [UInt8], in txn: borrowing ReadTransaction) throws -> Int {
    var cursor = try txn.beginCursor(in: database)
    return try descend(to: key, &cursor)
  }

  /// The ranks of the rows whose keys start with `prefix`.
  public func ranks(
    withPrefix prefix: [UInt8], in txn: borrowing ReadTransaction
  ) throws -> Range<Int> {
    var cursor = try txn.beginCursor(in: database)
    let start = try descend(to: prefix, &cursor)
    guard let successor = Self.successor(ofPrefix: prefix) else {
      return try start..<max(start, count(in: txn))
    }
    return try start..<max(start, descend(to: successor, &cursor))
  }

  /// The key of the row that `rank` rows precede, or nil if there are not so many.
  ///
  /// - Complexity: O(log n) pages and about 64 entries a level.
  public func key(at rank: Int, in txn: borrowing ReadTransaction) throws -> [UInt8]? {
    var cursor = try txn.beginCursor(in: database)
    return try seek(rank: rank, &cursor) ? rowKey(&cursor) : nil
  }

  // MARK: Walks

  /// Lends the rows from the one at `rank` on, until `body` returns false or there are no more.
  ///
  /// - Parameters:
  ///   - rank: The first row's rank, from 0.
  ///   - reversed: Whether to walk towards smaller keys.
  ///   - txn: The snapshot to read.
  ///   - body: Takes a row's key and value, good until it returns.
  /// - Complexity: O(log n) pages to the first row, then one step a row.
  public func forEach(
    from rank: Int = 0, reversed: Bool = false, in txn: borrowing ReadTransaction,
    _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Bool
  ) throws {
    var cursor = try txn.beginCursor(in: database)
    guard try seek(rank: rank, &cursor) else { return }
    try walk(&cursor, reversed: reversed, body)
  }

  /// Lends the rows whose keys are not less than `key`, or not greater where `reversed`, starting
  /// nearest to it, until `body` returns false or there are no more.
  ///
  /// - Complexity: O(log n) pages to the first row, then one step a row.
  public func forEach(
    from key: [UInt8], reversed: Bool = false, in txn: borrowing ReadTransaction,
    _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Bool
  ) throws {
    var cursor = try txn.beginCursor(in: database)
    let found =
      reversed
      ? try cursor.seek(atOrBefore: stored(key)) : try cursor.seek(atOrAfter: stored(key))
    guard found else { return }
    try walk(&cursor, reversed: reversed, body)
  }

  private func walk(
    _ cursor: inout Cursor, reversed: Bool,
    _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Bool
  ) throws {
    var goesOn = true
    while goesOn {
      goesOn = try cursor.withEntry { key, value in
        guard key.byte(at: 0) == base else { return false }
        return try body(key.extracting(droppingFirst: 1), value)
      }
      if goesOn { goesOn = reversed ? try cursor.previous() : try cursor.next() }
    }
  }

  // MARK: Neighbours

  /// The smallest key, or nil if there are no rows.
  public func firstKey(in txn: borrowing ReadTransaction) throws -> [UInt8]? {
    try firstKey(atOrAfter: [], in: txn)
  }

  /// The greatest key, or nil if there are no rows.
  public func lastKey(in txn: borrowing ReadTransaction) throws -> [UInt8]? {
    var cursor = try txn.beginCursor(in: database)
    return try cursor.seek(before: [base + 1]) ? rowKey(&cursor) : nil
  }

  /// The smallest key that is not less than `key`.
  public func firstKey(
    atOrAfter key: [UInt8], in txn: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    var cursor = try txn.beginCursor(in: database)
    return try cursor.seek(atOrAfter: stored(key)) ? rowKey(&cursor) : nil
  }

  /// The greatest key that is not greater than `key`.
  public func lastKey(
    atOrBefore key: [UInt8], in txn: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    var cursor = try txn.beginCursor(in: database)
    return try cursor.seek(atOrBefore: stored(key)) ? rowKey(&cursor) : nil
  }

  /// The greatest key that is less than `key`.
  public func lastKey(before key: [UInt8], in txn: borrowing ReadTransaction) throws -> [UInt8]? {
    var cursor = try txn.beginCursor(in: database)
    return try cursor.seek(before: stored(key)) ? rowKey(&cursor) : nil
  }

  /// The smallest key that starts with `prefix`.
  public func firstKey(
    withPrefix prefix: [UInt8], in txn: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    let key = try firstKey(atOrAfter: prefix, in: txn)
    return key?.starts(with: prefix) == true ? key : nil
  }

  /// The greatest key that starts with `prefix`.
  public func lastKey(
    withPrefix prefix: [UInt8], in txn: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    let key =
      try Self.successor(ofPrefix: prefix).map { try lastKey(before: $0, in: txn) }
      ?? lastKey(in: txn)
    return key?.starts(with: prefix) == true ? key : nil
  }

  /// The smallest bytes greater than all that start with `prefix`; nil where there are none.
  package static func successor(ofPrefix prefix: [UInt8]) -> [UInt8]? {
    guard let last = prefix.lastIndex(where: { $0 < 255 }) else { return nil }
    var successor = Array(prefix[...last])
    successor[last] += 1
    return successor
  }

  /// The key of the row that the cursor stands on; nil where it left the rows.
  private func rowKey(_ cursor: inout Cursor) -> [UInt8]? {
    cursor.withKey { key in
      key.byte(at: 0) == base ? key.extracting(droppingFirst: 1).array : nil
    }
  }
}
