import ChangeSets
public import LMDB
import OrderedIndex

/// A view's rows and sections on disk, in one database.
///
///     00 ‖ row key             → nothing                      the rows
///     01… ‖ boundary           → count                        their counts (see OrderedIndex)
///     80 ‖ section key         → number of rows, big-endian   the sections
///     81… ‖ boundary           → count                        their counts
///
/// The database is named `view.` and the view's name. A view without sections has no section rows: its
/// one section is always there.
public struct ViewIndex: Sendable {
  /// The database that holds both.
  public let database: Database
  let rows: OrderedIndex
  let sections: OrderedIndex
  let isSectioned: Bool

  init(_ database: Database, isSectioned: Bool) {
    self.database = database
    rows = OrderedIndex(database: database, base: 0x00)
    sections = OrderedIndex(database: database, base: 0x80)
    self.isSectioned = isSectioned
  }

  // MARK: - Reading

  /// How many rows there are.
  ///
  /// O(log n).
  public func rowCount(in transaction: borrowing ReadTransaction) throws -> Int {
    try rows.count(in: transaction)
  }

  /// How many sections there are.
  ///
  /// O(log n).
  public func sectionCount(in transaction: borrowing ReadTransaction) throws -> Int {
    isSectioned ? try sections.count(in: transaction) : 1
  }

  /// How many rows a section has, 0 where it is not there.
  func rowCount(
    ofSection key: [UInt8], in transaction: borrowing ReadTransaction
  ) throws -> Int {
    guard isSectioned else { return try rowCount(in: transaction) }
    return try sections.value(of: key, in: transaction).map(Self.count) ?? 0
  }

  /// Whether there is a row whose key has one of some beginnings.
  package func hasRow(
    beginningWith beginnings: [[UInt8]], in transaction: borrowing ReadTransaction
  ) throws -> Bool {
    for beginning in beginnings
    where try rows.firstKey(withPrefix: beginning, in: transaction) != nil { return true }
    return false
  }

  static func count(_ bytes: [UInt8]) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  static func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = count
    while rest > 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    return bytes.reversed()
  }

  // MARK: - Writing

  /// Takes rows out and puts others in, both ascending, and keeps the sections' counts.
  func update(
    removing removed: [RowKey], inserting inserted: [RowKey],
    in transaction: borrowing WriteTransaction
  ) throws {
    for key in removed { _ = try rows.remove(key.bytes, in: transaction) }
    try rows.insert(ascending: inserted.map(\.bytes), in: transaction)
    if !isSectioned { return }
    for (section, delta) in Self.deltas(removing: removed, inserting: inserted) where delta != 0 {
      let old = try rowCount(ofSection: section, in: transaction.reading)
      let new = old + delta
      if old == 0 {
        _ = try sections.insert(section, value: Self.bytes(new), in: transaction)
      } else if new == 0 {
        _ = try sections.remove(section, in: transaction)
      } else {
        try sections.setValue(Self.bytes(new), of: section, in: transaction)
      }
    }
  }

  /// By how many rows each section changes, in the order of sections.
  private static func deltas(
    removing removed: [RowKey], inserting inserted: [RowKey]
  ) -> [(section: [UInt8], delta: Int)] {
    var deltas: [(section: [UInt8], delta: Int)] = []
    func note(_ section: [UInt8], _ delta: Int) {
      if deltas.last?.section == section {
        deltas[deltas.count - 1].delta += delta
      } else {
        deltas.append((section, delta))
      }
    }
    func note(_ keys: [RowKey], _ delta: Int) {
      var start = 0
      while start < keys.count {
        // Rows of one section follow one another.
        let section = keys[start].section
        let end = keys[start...].firstIndex { !$0.isWithin(section: section) } ?? keys.count
        note(section, delta * (end - start))
        start = end
      }
    }
    note(removed, -1)
    note(inserted, 1)
    let parts = deltas.sorted { $0.section.isBefore($1.section) }
    deltas = []
    for part in parts { note(part.section, part.delta) }
    return deltas
  }
}
