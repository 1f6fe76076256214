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
    var deltas: [[UInt8]: Int] = [:]
    for key in removed {
      _ = try rows.remove(key.bytes, in: transaction)
      if isSectioned { deltas[key.section, default: 0] -= 1 }
    }
    try rows.insert(ascending: inserted.map(\.bytes), in: transaction)
    if isSectioned { for key in inserted { deltas[key.section, default: 0] += 1 } }
    for (section, delta) in deltas.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
    where delta != 0 {
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
}
