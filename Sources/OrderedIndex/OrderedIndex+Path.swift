import LMDB

extension OrderedIndex {
  /// Where a key belongs, level by level, kept from one key to the next of an ascending series: what
  /// both have in common is not looked for again.
  struct Path {
    /// A level's entry in whose run the key lies.
    struct Level {
      /// The level.
      var level: Int
      /// The entry's key as stored.
      var entry: [UInt8]
      /// The entry's count.
      var count: Int
      /// The rows before the entry's boundary.
      var before: Int
      /// The boundary of the entry behind it; nil where it is the level's last.
      var limit: [UInt8]?
      /// Rows that were added to the run and are not in the stored count yet.
      var added = 0

      /// Whether a key that is not before the run lies in it: a boundary counts from its own row on.
      func holds(_ key: [UInt8]) -> Bool { limit.map { key.isBefore($0) } ?? true }
    }

    /// The levels from the highest to level 1.
    var levels: [Level] = []

    /// Whether a key that is not less than the last leads the same way.
    func leads(to key: [UInt8]) -> Bool {
      guard let last = levels.last else { return false }
      return last.level == 1 && last.holds(key)
    }
  }

  /// Moves a path on to a key that is not less than the one it was at.
  ///
  /// - Parameter leave: Takes each level whose run ends before the key.
  func move(
    _ path: inout Path, to key: [UInt8], _ cursor: inout Cursor,
    leaving leave: (Path.Level) throws -> Void
  ) throws {
    while let last = path.levels.last {
      if last.holds(key) { break }
      try leave(last)
      path.levels.removeLast()
    }
    var level: Int
    var place: [UInt8]
    var before: Int
    if let last = path.levels.last {
      level = last.level - 1
      place = last.entry
      place[0] -= 1
      before = last.before
    } else {
      level = try topLevel(&cursor)
      place = stored([], level: level)
      before = 0
    }
    while level > 0 {
      let target = stored(key, level: level)
      try seekEntry(place, &cursor)
      place = cursor.keyBytes()
      var count = try entryCount(&cursor)
      var limit: [UInt8]?
      while try cursor.next(), cursor.withKey({ $0.byte(at: 0) }) == target[0] {
        let next = cursor.keyBytes()
        if target.isBefore(next) {
          limit = Array(next.dropFirst())
          break
        }
        before += count
        place = next
        count = try entryCount(&cursor)
      }
      path.levels.append(
        Path.Level(level: level, entry: place, count: count, before: before, limit: limit))
      level -= 1
      place[0] -= 1
    }
  }
}
