import Bytes
public import EventLog
public import LMDB
public import Objects
import OrderedIndex

extension View {
  /// Compares the view's rows, sections and counts with what the log says they must be.
  ///
  /// - Parameters:
  ///   - index: The rows; nil where there are none that count.
  ///   - store: The objects; what the view reads of other objects is read from them.
  ///   - log: The log.
  ///   - directory: Where keys are put aside that do not fit into memory.
  ///   - transaction: The snapshot to look at.
  ///   - progress: Is told how many objects have been folded.
  /// - Returns: How many rows there must be, and the first faults, at most a hundred.
  /// - Complexity: O(events + rows log rows).
  public func compare(
    _ index: ViewIndex?, store: ObjectStore, log: EventLog, spillingTo directory: String,
    in transaction: borrowing ReadTransaction, progress: (Int) -> Void = { _ in }
  ) throws -> (rows: Int, faults: [ProjectionFault]) {
    let sorted = try sortedKeys(
      store: store, log: log, spillingTo: directory, base: transaction, log: transaction,
      progress: progress)
    return (sorted.count, try compare(index, with: sorted, in: transaction))
  }

  /// Compares the view's rows with sorted keys.
  func compare(
    _ index: ViewIndex?, with sorted: KeySorter, in transaction: borrowing ReadTransaction
  ) throws -> [ProjectionFault] {
    var faults: [ProjectionFault] = []
    func report(_ key: [UInt8], expected: String?, found: String?) {
      guard faults.count < 100 else { return }
      faults.append(
        ProjectionFault(
          database: "view.\(name)", key: key.hexadecimal, expected: expected, found: found))
    }
    guard let index else {
      if sorted.count > 0 { report([], expected: "\(sorted.count) rows", found: "none that count") }
      return faults
    }
    var sections = SectionCounts(self)
    try transaction.withCursor(in: index.database) { cursor in
      // Rows come first in the database; the counts behind them are compared by their own check.
      var onRow = try cursor.first()
      func isRow(_ key: [UInt8]) -> Bool { key.first == 0 }
      try sorted.forEach { row in
        try sections.count(row)
        let key = row.array
        var isThere = false
        while onRow {
          let stored = cursor.keyBytes()
          isThere = isRow(stored) && stored.dropFirst() == key[...]
          if isThere || !isRow(stored) || !stored.dropFirst().isBefore(key) {
            break
          }
          report(stored, expected: nil, found: "a row")
          onRow = try cursor.next()
        }
        if isThere {
          if cursor.withValue({ $0.byteCount }) > 0 {
            report(key, expected: "no value", found: cursor.valueBytes().hexadecimal)
          }
          onRow = try cursor.next()
        } else {
          report(key, expected: "a row", found: nil)
        }
      }
      while onRow, isRow(cursor.keyBytes()) {
        report(cursor.keyBytes(), expected: nil, found: "a row")
        onRow = try cursor.next()
      }
    }
    for fault in try index.rows.check(in: transaction) {
      report(
        fault.key, expected: fault.expected.map { "count \($0)" },
        found: fault.found.map { "count \($0)" })
    }
    if isSectioned {
      try compareSections(sections.sections, index, in: transaction, report)
    }
    return faults
  }

  private func compareSections(
    _ expected: [(key: [UInt8], count: Int)], _ index: ViewIndex,
    in transaction: borrowing ReadTransaction,
    _ report: ([UInt8], String?, String?) -> Void
  ) throws {
    var missing = Dictionary(expected.map { ($0.key, $0.count) }, uniquingKeysWith: { $1 })
    try index.sections.forEach(in: transaction) { key, value in
      let bytes = key.array
      let count = missing.removeValue(forKey: bytes)
      if count.map(ViewIndex.bytes) != value.array {
        report(
          bytes, count.map { "\($0) rows in the section" }, "value \(value.array.hexadecimal)")
      }
      return true
    }
    for (key, count) in missing { report(key, "\(count) rows in the section", nil) }
    for fault in try index.sections.check(in: transaction) {
      report(
        fault.key, fault.expected.map { "count \($0)" }, fault.found.map { "count \($0)" })
    }
  }
}

extension ViewStore {
  /// The rows that definitions give rise to, with the fingerprints that are stored.
  public func rows(
    of events: [Event], in transaction: borrowing ReadTransaction
  ) throws -> [[UInt8]: [UInt8]] {
    var rows: [[UInt8]: [UInt8]] = [:]
    for var entry in Self.fold(events) {
      if let stored = try self.entry(entry.name, in: transaction) {
        entry.fingerprint = stored.fingerprint
      }
      rows[Array(entry.name.utf8)] = row(of: entry)
    }
    return rows
  }
}
