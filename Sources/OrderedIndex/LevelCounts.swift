/// The counts of all levels over rows that come in order: what an index must hold.
struct LevelCounts {
  struct Entry {
    /// The boundary; empty before the first one.
    var key: [UInt8]
    /// The rows before it.
    var start: Int
  }

  /// The entries of level 1, of level 2, and so on.
  private(set) var levels: [[Entry]] = []
  private(set) var rowCount = 0

  /// Counts a row that is a boundary of all levels up to `level`; the key of one of level 0 is not
  /// looked at.
  mutating func add(_ key: [UInt8], level: Int) {
    while levels.count < max(level, 1) { levels.append([Entry(key: [], start: 0)]) }
    for index in 0..<level { levels[index].append(Entry(key: key, start: rowCount)) }
    rowCount += 1
  }

  /// The rows from an entry's boundary to the next one of its level.
  func count(level: Int, at index: Int) -> Int {
    let entries = levels[level - 1]
    let end = index + 1 < entries.count ? entries[index + 1].start : rowCount
    return end - entries[index].start
  }
}
