public import LMDB

/// Rows sorted by key that know their places: the rank of a key and the key at a rank cost
/// O(log n) page reads, and nothing is kept in memory.
///
/// All of it lies in one LMDB database, whose keys start with a byte for the level. Another index
/// can share the database, with a `base` sixteen or more away.
///
///     ┌──────────────┬───────────────────┐
///     │ base         │ row key 1…510     │ → the row's value
///     ├──────────────┼───────────────────┤
///     │ base + level │ boundary 0…510    │ → count, big-endian without leading zeros
///     └──────────────┴───────────────────┘
///
/// A row is a boundary of level k ≥ 1 where a fixed hash of its key is 0 modulo 64^k. An entry of
/// level k counts the rows from its boundary up to the next boundary of that level; the entry
/// with the empty boundary counts those before the first. Level 1 has that entry as soon as there
/// is a row, a higher level as soon as it has a boundary. So the bytes depend on the rows alone,
/// however they came about.
///
/// Every row is written through the index, or the counts go wrong; ``check(limit:in:)`` tells.
public struct OrderedIndex: Sendable {
  let database: Database
  let base: UInt8
  let boundary: Boundary

  /// The longest key of a row, in bytes: LMDB's 511 without the byte for the level.
  public static let maxKeyLength = 510

  /// Makes an index of the rows in `database` whose keys start with `base`.
  ///
  /// - Precondition: `base` is at most 240.
  public init(database: Database, base: UInt8) {
    self.init(database: database, base: base, fanOutBits: Self.fanOutBits)
  }

  /// Makes an index with 2 to the power of `fanOutBits` rows to a boundary, for tests.
  package init(database: Database, base: UInt8, fanOutBits: Int) {
    precondition(Int(base) + Boundary.maxLevel <= 255, "the levels' bytes end at 255")
    precondition(fanOutBits >= 1, "one row in two at most is a boundary")
    self.database = database
    self.base = base
    boundary = Boundary(fanOutBits: fanOutBits)
  }

  /// Sixty-four rows to a boundary.
  private static let fanOutBits = 6

  // MARK: Keys

  func stored(_ key: [UInt8], level: Int = 0) -> [UInt8] {
    var stored: [UInt8] = []
    stored.reserveCapacity(key.count + 1)
    stored.append(base + UInt8(level))
    stored.append(contentsOf: key)
    return stored
  }

  func row(_ key: [UInt8]) throws(OrderedIndexError) -> [UInt8] {
    guard (1...Self.maxKeyLength).contains(key.count) else { throw .keyLength(key.count) }
    return stored(key)
  }

  func damaged(_ stored: [UInt8], _ reason: String) -> OrderedIndexError {
    .damaged(
      level: Int(stored.first ?? base) - Int(base), key: Array(stored.dropFirst()), reason: reason)
  }

  // MARK: Rows

  /// The number of rows.
  ///
  /// - Complexity: O(entries of the highest level): about 64.
  public func count(in txn: borrowing ReadTransaction) throws -> Int {
    var cursor = try txn.beginCursor(in: database)
    let top = try topLevel(&cursor)
    guard top > 0 else { return 0 }
    return try total(ofLevel: top, &cursor)
  }

  /// A copy of the row's value, or nil if there is no such row.
  public func value(of key: [UInt8], in txn: borrowing ReadTransaction) throws -> [UInt8]? {
    guard (1...Self.maxKeyLength).contains(key.count) else { return nil }
    return try txn.getBytes(stored(key), in: database)
  }

  /// Whether there is a row with this key.
  public func contains(_ key: [UInt8], in txn: borrowing ReadTransaction) throws -> Bool {
    guard (1...Self.maxKeyLength).contains(key.count) else { return false }
    return try txn.contains(stored(key), in: database)
  }

  /// Replaces a row's value.
  ///
  /// - Throws: ``OrderedIndexError/missing(key:)`` if there is no such row.
  public func setValue(
    _ value: [UInt8], of key: [UInt8], in txn: borrowing WriteTransaction
  ) throws {
    let row = try row(key)
    guard try txn.reading.contains(row, in: database) else {
      throw OrderedIndexError.missing(key: key)
    }
    try txn.put(row, value, in: database)
  }
}
