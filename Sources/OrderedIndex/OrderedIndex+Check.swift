public import LMDB

extension OrderedIndex {
  /// A count that is not what the rows say.
  public struct Fault: Equatable, Sendable, CustomStringConvertible {
    /// The level of the entry; 0 for a row whose key cannot be.
    public var level: Int
    /// The entry's boundary; empty for the one before the first boundary.
    public var key: [UInt8]
    /// The count that the rows give; nil where there may be no entry.
    public var expected: Int?
    /// The count that is stored; nil where there is no entry, or its bytes are no count.
    public var found: Int?

    package init(level: Int, key: [UInt8], expected: Int?, found: Int?) {
      self.level = level
      self.key = key
      self.expected = expected
      self.found = found
    }

    /// One line: level and boundary, expected, found.
    public var description: String {
      "level \(level) \(hex(key)): expected \(expected.map(String.init) ?? "no entry"), "
        + "found \(found.map(String.init) ?? "none")"
    }
  }

  /// Recomputes every count from the rows, and compares.
  ///
  /// - Parameters:
  ///   - txn: The snapshot to look at.
  ///   - limit: How many faults are enough.
  /// - Returns: What differs, in the order of the stored keys; empty for a sound index.
  /// - Complexity: O(n) rows; in memory the counts, some 60 bytes for each 64 rows.
  public func check(limit: Int = 100, in txn: borrowing ReadTransaction) throws -> [Fault] {
    var cursor = try txn.beginCursor(in: database)
    var faults: [Fault] = []
    var counts = LevelCounts()
    var isInside = try cursor.seek(atOrAfter: [base])
    while isInside, cursor.withKey({ $0.byte(at: 0) }) == base {
      let key = cursor.withKey { $0.extracting(droppingFirst: 1).array }
      if key.isEmpty {
        faults.append(Fault(level: 0, key: [], expected: nil, found: nil))
      } else {
        counts.add(key, level: boundary.level(of: key.span))
      }
      isInside = try cursor.next()
    }
    for level in 1...Boundary.maxLevel {
      let entries = level <= counts.levels.count ? counts.levels[level - 1] : []
      var index = 0
      while faults.count < limit {
        let isEntry = isInside && cursor.withKey { $0.byte(at: 0) } == base + UInt8(level)
        let key = isEntry ? cursor.withKey { $0.extracting(droppingFirst: 1).array } : nil
        guard index < entries.count || key != nil else { break }
        let isMissing =
          index < entries.count
          && key.map { entries[index].key.isBefore($0) } ?? true
        let isExtra =
          !isMissing && (index == entries.count || entries[index].key != key)
        let expected = isExtra ? nil : counts.count(level: level, at: index)
        let found = isMissing ? nil : cursor.withValue { StoredCount.decode($0) }
        if isMissing || isExtra || found != expected {
          faults.append(
            Fault(
              level: level, key: isMissing ? entries[index].key : key ?? [], expected: expected,
              found: found))
        }
        if !isExtra { index += 1 }
        if !isMissing { isInside = try cursor.next() }
      }
    }
    return faults
  }
}
