public import LMDB

extension OrderedIndex {
  /// Inserts a row.
  ///
  /// - Returns: Its rank.
  /// - Throws: ``OrderedIndexError/duplicate(key:)`` if there is a row with this key, and then
  ///   nothing is changed.
  /// - Complexity: O(log n) pages: the row's, and one entry a level.
  @discardableResult
  public func insert(
    _ key: [UInt8], value: [UInt8] = [], in txn: borrowing WriteTransaction
  ) throws -> Int {
    let row = try row(key)
    let (rank, steps) = try steps(to: key, in: txn.reading)
    guard try txn.putIfAbsent(row, value, in: database) else {
      throw OrderedIndexError.duplicate(key: key)
    }
    let keyLevel = boundary.level(of: key.span)
    let top = steps.count
    if keyLevel > top || top == 0 {
      // The levels that begin with this row: one entry before it, one from it on.
      let total = top == 0 ? 0 : try total(ofLevel: top, in: txn.reading)
      for level in (top + 1)...max(keyLevel, 1) {
        let isBoundary = level <= keyLevel
        try put(isBoundary ? rank : total + 1, at: stored([], level: level), in: txn)
        if isBoundary { try put(total - rank + 1, at: stored(key, level: level), in: txn) }
      }
    }
    for (index, step) in steps.enumerated() {
      let level = top - index
      if level > keyLevel {
        try put(step.count + 1, at: step.entry, in: txn)
      } else {
        let left = rank - step.before
        guard left <= step.count else { throw damaged(step.entry, "is less than its rows") }
        try put(left, at: step.entry, in: txn)
        try put(step.count - left + 1, at: stored(key, level: level), in: txn)
      }
    }
    return rank
  }

  /// Inserts rows without values, whose keys ascend.
  ///
  /// The bytes are those of inserting each by itself; a count that several rows change is written
  /// once.
  ///
  /// - Throws: ``OrderedIndexError/duplicate(key:)``; the transaction must be abandoned then.
  /// - Complexity: O(log n) pages a row at the most; rows that lie near each other share them.
  public func insert(
    ascending keys: [[UInt8]], in txn: borrowing WriteTransaction
  ) throws {
    var path = Path()
    func write(_ level: Path.Level) throws {
      if level.added > 0 { try put(level.count + level.added, at: level.entry, in: txn) }
    }
    for key in keys {
      if boundary.level(of: key.span) > 0 {
        // It begins runs of its own: one row in 64, by itself.
        for level in path.levels { try write(level) }
        path.levels = []
        try insert(key, in: txn)
        continue
      }
      let row = try row(key)
      if !path.leads(to: key) {
        var cursor = try txn.reading.beginCursor(in: database)
        try move(&path, to: key, &cursor, leaving: write)
        if path.levels.isEmpty {
          try insert(key, in: txn)
          continue
        }
      }
      guard try txn.putIfAbsent(row, [UInt8](), in: database) else {
        throw OrderedIndexError.duplicate(key: key)
      }
      for index in path.levels.indices { path.levels[index].added += 1 }
    }
    for level in path.levels { try write(level) }
  }

  /// Removes a row.
  ///
  /// - Returns: The rank that it had.
  /// - Throws: ``OrderedIndexError/missing(key:)`` if there is no such row, and then nothing is
  ///   changed.
  /// - Complexity: O(log n) pages: the row's, and one or two entries a level.
  @discardableResult
  public func remove(_ key: [UInt8], in txn: borrowing WriteTransaction) throws -> Int {
    let row = try row(key)
    guard try txn.delete(row, in: database) else {
      throw OrderedIndexError.missing(key: key)
    }
    let keyLevel = boundary.level(of: key.span)
    // Every step ends before the key, at the entry that takes over the boundary's rows. At level
    // 0 the walk starts from a boundary before the key, so that its own row is not needed.
    let (rank, steps) = try steps(to: key, in: txn.reading)
    for (index, step) in steps.enumerated() {
      let level = steps.count - index
      var count = step.count - 1
      if level <= keyLevel {
        let entry = stored(key, level: level)
        guard
          let own = try txn.reading.get(entry, in: database, { StoredCount.decode($0) })
        else { throw damaged(entry, "is missing") }
        guard let own else { throw damaged(entry, "is no count") }
        count += own
        try txn.delete(entry, in: database)
      }
      guard count >= 0 else { throw damaged(step.entry, "is less than its rows") }
      // A level lasts as long as it has a boundary, the first one as long as there are rows.
      let mayBeOver = step.entry.count == 1 && (level == 1 ? count == 0 : level <= keyLevel)
      if try mayBeOver && !hasBoundary(level: level, in: txn.reading) {
        try txn.delete(step.entry, in: database)
      } else {
        try put(count, at: step.entry, in: txn)
      }
    }
    return rank
  }

  private func steps(
    to key: [UInt8], in txn: borrowing ReadTransaction
  ) throws -> (rank: Int, steps: [Step]) {
    var cursor = try txn.beginCursor(in: database)
    var steps: [Step] = []
    let rank = try descend(to: key, &cursor) { steps.append($0) }
    return (rank, steps)
  }

  private func total(ofLevel level: Int, in txn: borrowing ReadTransaction) throws -> Int {
    var cursor = try txn.beginCursor(in: database)
    return try total(ofLevel: level, &cursor)
  }

  /// Whether a level has an entry besides that before its first boundary.
  private func hasBoundary(level: Int, in txn: borrowing ReadTransaction) throws -> Bool {
    var cursor = try txn.beginCursor(in: database)
    try seekEntry(stored([], level: level), &cursor)
    return try cursor.next() && cursor.withKey { $0.byte(at: 0) } == base + UInt8(level)
  }

  private func put(
    _ count: Int, at entry: [UInt8], in txn: borrowing WriteTransaction
  ) throws(LMDBError) {
    try txn.put(entry, StoredCount.encode(count), in: database)
  }
}
