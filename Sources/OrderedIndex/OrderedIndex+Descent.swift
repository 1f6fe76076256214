import LMDB

extension OrderedIndex {
  /// The highest level that has entries; 0 if there are no rows.
  func topLevel(_ cursor: inout Cursor) throws -> Int {
    let limit = Int(base) + Boundary.maxLevel + 1
    let found = limit > 255 ? try cursor.last() : try cursor.seek(before: [UInt8(limit)])
    guard found else { return 0 }
    let level = cursor.withKey { Int($0.byte(at: 0)) } - Int(base)
    if level < 0 { return 0 }
    if level == 0 { throw damaged(stored([], level: 1), "is missing") }
    return level
  }

  /// The count of the entry that the cursor stands on.
  func entryCount(_ cursor: inout Cursor) throws -> Int {
    guard let count = cursor.withValue({ StoredCount.decode($0) }) else {
      throw damaged(cursor.keyBytes(), "is no count")
    }
    return count
  }

  /// The sum of a level's counts: all rows.
  func total(ofLevel level: Int, _ cursor: inout Cursor) throws -> Int {
    try seekEntry(stored([], level: level), &cursor)
    var total = 0
    repeat {
      total += try entryCount(&cursor)
    } while try cursor.next() && cursor.withKey { $0.byte(at: 0) } == base + UInt8(level)
    return total
  }

  /// Moves to an entry that the level above says is there.
  func seekEntry(_ entry: [UInt8], _ cursor: inout Cursor) throws {
    guard try cursor.seek(exactly: entry) else { throw damaged(entry, "is missing") }
  }

  /// Moves to the first row of a run: the boundary's, or where it is empty the first of all.
  func seekRow(_ place: [UInt8], _ cursor: inout Cursor) throws {
    if place.count > 1 {
      guard try cursor.seek(exactly: place) else {
        throw damaged(place, "has no row")
      }
    } else {
      try cursor.seek(atOrAfter: place)
    }
  }

  /// Where a key belongs in one level: the last entry whose boundary is less than the key.
  struct Step {
    /// The entry's key as stored.
    var entry: [UInt8]
    /// The entry's count.
    var count: Int
    /// The rows before the entry's boundary.
    var before: Int
  }

  /// Goes down the levels to the rows less than `key`.
  ///
  /// - Parameter visit: Called for each level, from the highest to level 1.
  /// - Returns: How many there are.
  func descend(
    to key: [UInt8], _ cursor: inout Cursor, visit: (Step) -> Void = { _ in }
  ) throws -> Int {
    var level = try topLevel(&cursor)
    if level == 0 { return 0 }
    var before = 0
    var target = stored(key, level: level)
    var place = stored([], level: level)
    while level > 0 {
      try seekEntry(place, &cursor)
      var count = try entryCount(&cursor)
      while try cursor.next(before: target) {
        before += count
        count = try entryCount(&cursor)
      }
      place = cursor.keyBytes()
      visit(Step(entry: place, count: count, before: before))
      level -= 1
      place[0] -= 1
      target[0] -= 1
    }
    try seekRow(place, &cursor)
    guard cursor.isOnRow && cursor.isBefore(target) else { return before }
    return try before + 1 + cursor.skip(before: target)
  }

  /// Moves the cursor to the row at `rank`.
  ///
  /// - Returns: Whether there is one.
  func seek(rank: Int, _ cursor: inout Cursor) throws -> Bool {
    var level = try topLevel(&cursor)
    guard level > 0, rank >= 0 else { return false }
    var remaining = rank
    var place = stored([], level: level)
    var isTop = true
    while level > 0 {
      try seekEntry(place, &cursor)
      var count = try entryCount(&cursor)
      while remaining >= count {
        remaining -= count
        guard try cursor.next(), cursor.withKey({ $0.byte(at: 0) }) == base + UInt8(level) else {
          if isTop { return false }
          throw damaged(place, "is more than those of the level below")
        }
        count = try entryCount(&cursor)
      }
      place = cursor.keyBytes()
      level -= 1
      place[0] -= 1
      isTop = false
    }
    try seekRow(place, &cursor)
    while try remaining > 0 && cursor.isOnRow && cursor.next() { remaining -= 1 }
    guard remaining == 0, cursor.isOnRow, cursor.withKey({ $0.byte(at: 0) }) == base else {
      place[0] += 1
      throw damaged(place, "is more than its rows")
    }
    return true
  }
}
