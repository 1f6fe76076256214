import Bytes
public import LMDB

extension OrderedIndex {
  /// Fills an empty index with rows in order, several times faster than inserting them; the bytes
  /// are the same.
  ///
  /// Rows are written at once and appended where nothing in the database comes after them, so an
  /// index with a smaller `base` is best built before one with a greater. The counts are kept in
  /// memory, some 60 bytes for each 64 rows, until ``finish(in:)``; without it the index is damaged.
  /// Nothing else may write to the index meanwhile. The calls may come from several transactions.
  public struct Builder {
    private let index: OrderedIndex
    private var counts = LevelCounts()
    /// The stored key of the last row; a buffer that is written over by the next.
    private var last: [UInt8] = []
    private var appends = true

    /// Makes a builder of an index without rows.
    public init(_ index: OrderedIndex) {
      self.index = index
    }

    /// The rows so far.
    public var count: Int { counts.rowCount }

    /// Appends a row.
    ///
    /// - Throws: ``OrderedIndexError/outOfOrder(key:)`` where the key is not greater than the one
    ///   before, ``OrderedIndexError/notEmpty`` where the index has rows already.
    public mutating func append(
      _ key: Span<UInt8>, value: [UInt8] = [], in txn: borrowing WriteTransaction
    ) throws {
      guard (1...OrderedIndex.maxKeyLength).contains(key.count) else {
        throw OrderedIndexError.keyLength(key.count)
      }
      if counts.rowCount == 0 {
        guard try index.isEmpty(in: txn.reading) else { throw OrderedIndexError.notEmpty }
      } else if !last.span.precedes(key) {
        throw OrderedIndexError.outOfOrder(key: key.array)
      }
      last.removeAll(keepingCapacity: true)
      last.append(addingCapacity: 1 + key.count) { room in
        room.append(index.base)
        for place in key.indices { room.append(key[place]) }
      }
      try write(last, value, in: txn)
      let level = index.boundary.level(of: key)
      counts.add(level > 0 ? key.array : [], level: level)
    }

    private mutating func write(
      _ key: [UInt8], _ value: [UInt8], in txn: borrowing WriteTransaction
    ) throws(LMDBError) {
      if appends {
        do throws(LMDBError) {
          return try txn.append(key, value, in: index.database)
        } catch .outOfOrder {
          // Another index of the database comes after this one.
          appends = false
        }
      }
      try txn.put(key, value, in: index.database)
    }

    /// Writes the counts.
    public consuming func finish(in txn: borrowing WriteTransaction) throws {
      for level in 1..<(counts.levels.count + 1) {
        for (place, entry) in counts.levels[level - 1].enumerated() {
          let count = counts.count(level: level, at: place)
          try write(
            index.stored(entry.key, level: level), StoredCount.encode(count), in: txn)
        }
      }
    }
  }

  /// Whether the index has neither rows nor counts.
  func isEmpty(in txn: borrowing ReadTransaction) throws -> Bool {
    var cursor = try txn.beginCursor(in: database)
    guard try cursor.seek(atOrAfter: [base]) else { return true }
    return cursor.withKey { Int($0.byte(at: 0)) } > Int(base) + Boundary.maxLevel
  }
}

extension Span<UInt8> {
  /// Whether the bytes behind the first, which is the index's, stand before those of a key.
  fileprivate func precedes(_ key: Span<UInt8>) -> Bool {
    let count = Swift.min(count - 1, key.count)
    for place in 0..<count where self[place + 1] != key[place] {
      return self[place + 1] < key[place]
    }
    return self.count - 1 < key.count
  }
}
