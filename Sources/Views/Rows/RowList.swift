public import LMDB

/// The rows of a view in order, and its sections: on disk with their counts, with or without what commits
/// since have changed, or in memory.
public struct RowList: Sendable {
  let view: View
  /// The index on disk; nil for a list in memory.
  let index: ViewIndex?
  private(set) var rows: RankedKeys
  private(set) var sections: RankedKeys

  /// Whether it is read from disk.
  public var isMaterialized: Bool { index != nil }

  /// The rows that a view keeps on disk.
  public static func index(_ index: ViewIndex, _ view: View) -> RowList {
    RowList(
      view: view, index: index, rows: RankedKeys(index.rows),
      sections: RankedKeys(index.sections))
  }

  /// Rows that were found for one reader, by their keys in any order.
  public static func sorted(_ keys: [[UInt8]], of view: View) throws -> RowList {
    let keys = keys.sorted { $0.isBefore($1) }
    var sections: [[UInt8]] = []
    if view.isSectioned {
      for key in keys where sections.last.map({ !key.starts(with: $0) }) ?? true {
        sections.append(try view.sectionKey(ofRow: key))
      }
    }
    return RowList(
      view: view, index: nil, rows: RankedKeys(ascending: keys),
      sections: RankedKeys(ascending: sections))
  }

  /// Takes what a commit did to the list, so that the next is folded behind it.
  public mutating func apply(_ change: ViewChange) {
    rows.apply(
      removing: change.removed.lazy.map(\.bytes), inserting: change.inserted.lazy.map(\.bytes))
    sections.apply(
      removing: change.sections.lazy.filter { $0.before > 0 && $0.after == 0 }.map(\.key),
      inserting: change.sections.lazy.filter { $0.before == 0 && $0.after > 0 }.map(\.key))
  }

  /// One section of the list.
  public struct Section: Sendable, Hashable {
    /// Its number.
    public var index: Int
    /// The rank of its first row.
    public var start: Int
    /// How many rows it has.
    public var count: Int
    /// The key of its first row, nil for the one section of an empty list.
    public var firstRow: [UInt8]?

    /// Makes a section.
    public init(index: Int, start: Int, count: Int, firstRow: [UInt8]?) {
      self.index = index
      self.start = start
      self.count = count
      self.firstRow = firstRow
    }
  }

  /// How many rows there are.
  public func rowCount(in transaction: borrowing ReadTransaction) throws -> Int {
    try rows.count(in: transaction)
  }

  /// How many sections there are: one where the view has none of its own.
  public func sectionCount(in transaction: borrowing ReadTransaction) throws -> Int {
    view.isSectioned ? try sections.count(in: transaction) : 1
  }

  /// How many rows a section has, 0 where it is not there.
  func rowCount(
    ofSection key: [UInt8], in transaction: borrowing ReadTransaction
  ) throws -> Int {
    guard view.isSectioned else { return try rowCount(in: transaction) }
    if let index {
      return try index.rowCount(ofSection: key, in: transaction) + rows.change(withPrefix: key)
    }
    return rows.change(withPrefix: key)
  }

  /// The section of a number, nil beyond the last.
  public func section(
    _ number: Int, in transaction: borrowing ReadTransaction
  ) throws -> Section? {
    guard view.isSectioned else {
      guard number == 0 else { return nil }
      return Section(
        index: 0, start: 0, count: try rowCount(in: transaction),
        firstRow: try rows.key(at: 0, in: transaction))
    }
    guard number >= 0, let key = try sections.key(at: number, in: transaction) else { return nil }
    let start = try rows.rank(of: key, in: transaction)
    return Section(
      index: number, start: start, count: try rowCount(ofSection: key, in: transaction),
      firstRow: try rows.key(at: start, in: transaction))
  }

  /// The section that a row stands in.
  public func section(
    ofRow key: [UInt8], rank: Int, in transaction: borrowing ReadTransaction
  ) throws -> Section {
    guard view.isSectioned else {
      return Section(
        index: 0, start: 0, count: try rowCount(in: transaction),
        firstRow: rank == 0 ? key : try rows.key(at: 0, in: transaction))
    }
    let section = try view.sectionKey(ofRow: key)
    let start = try rows.rank(of: section, in: transaction)
    return Section(
      index: try sections.rank(of: section, in: transaction), start: start,
      count: try rowCount(ofSection: section, in: transaction),
      firstRow: start == rank ? key : try rows.key(at: start, in: transaction))
  }

  /// The section and row of a key, nil where it is not among the rows.
  public func position(
    of key: RowKey, in transaction: borrowing ReadTransaction
  ) throws -> (section: Int, row: Int)? {
    guard try rows.contains(key.bytes, in: transaction) else { return nil }
    let rank = try rows.rank(of: key.bytes, in: transaction)
    let section = try section(ofRow: key.bytes, rank: rank, in: transaction)
    return (section.index, rank - section.start)
  }

  /// The key of the row of a rank, nil where there are not so many.
  public func key(at rank: Int, in transaction: borrowing ReadTransaction) throws -> [UInt8]? {
    try rows.key(at: rank, in: transaction)
  }

  /// Calls `body` for each row of a range of ranks, in order.
  public func forEachRow(
    in range: Range<Int>, _ transaction: borrowing ReadTransaction,
    _ body: (Int, [UInt8]) throws -> Void
  ) throws {
    try rows.forEach(in: range, transaction, body)
  }
}
