public import LMDB
import OrderedIndex

/// The rows of a view in order: on disk with their counts, or sorted in memory.
public enum RowList: Sendable {
  /// The rows that the view keeps on disk.
  case index(ViewIndex, View)
  /// The rows that were sorted for one reader.
  case sorted(SortedRows)

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
  }

  /// How many rows there are.
  public func rowCount(in transaction: borrowing ReadTransaction) throws -> Int {
    switch self {
    case .index(let index, _): try index.rowCount(in: transaction)
    case .sorted(let rows): rows.keys.count
    }
  }

  /// How many sections there are: one where the view has none of its own.
  public func sectionCount(in transaction: borrowing ReadTransaction) throws -> Int {
    switch self {
    case .index(let index, _): return try index.sectionCount(in: transaction)
    case .sorted(let rows): return rows.sectionStarts.count
    }
  }

  /// The section of a number, nil beyond the last.
  public func section(
    _ number: Int, in transaction: borrowing ReadTransaction
  ) throws -> Section? {
    switch self {
    case .index(let index, _):
      if !index.isSectioned {
        guard number == 0 else { return nil }
        return Section(
          index: 0, start: 0, count: try index.rowCount(in: transaction),
          firstRow: try index.rows.key(at: 0, in: transaction))
      }
      guard number >= 0, let key = try index.sections.key(at: number, in: transaction) else {
        return nil
      }
      let start = try index.rows.rank(of: key, in: transaction)
      return Section(
        index: number, start: start, count: try index.rowCount(ofSection: key, in: transaction),
        firstRow: try index.rows.key(at: start, in: transaction))
    case .sorted(let rows): return rows.section(number)
    }
  }

  /// The section that a row stands in.
  public func section(
    ofRow key: [UInt8], rank: Int, in transaction: borrowing ReadTransaction
  ) throws -> Section {
    switch self {
    case .index(let index, let view):
      guard index.isSectioned else {
        return Section(
          index: 0, start: 0, count: try index.rowCount(in: transaction), firstRow: key)
      }
      let section = try view.sectionKey(ofRow: key)
      let start = try index.rows.rank(of: section, in: transaction)
      return Section(
        index: try index.sections.rank(of: section, in: transaction), start: start,
        count: try index.rowCount(ofSection: section, in: transaction),
        firstRow: start == rank ? key : try index.rows.key(at: start, in: transaction))
    case .sorted(let rows):
      return rows.section(rows.section(ofRank: rank))
        ?? Section(index: 0, start: 0, count: 0, firstRow: nil)
    }
  }

  /// The section and row of a key, nil where it is not among the rows.
  public func position(
    of key: RowKey, in transaction: borrowing ReadTransaction
  ) throws -> (section: Int, row: Int)? {
    let rank: Int
    switch self {
    case .index(let index, _):
      guard try index.rows.contains(key.bytes, in: transaction) else { return nil }
      rank = try index.rows.rank(of: key.bytes, in: transaction)
    case .sorted(let rows):
      guard let found = rows.rank(of: key.bytes) else { return nil }
      rank = found
    }
    let section = try section(ofRow: key.bytes, rank: rank, in: transaction)
    return (section.index, rank - section.start)
  }

  /// Calls `body` for each row of a range of ranks, in order.
  public func forEachRow(
    in range: Range<Int>, _ transaction: borrowing ReadTransaction,
    _ body: (Int, [UInt8]) throws -> Void
  ) throws {
    switch self {
    case .index(let index, _):
      var rank = range.lowerBound
      try index.rows.forEach(from: rank, in: transaction) { key, _ in
        guard rank < range.upperBound else { return false }
        try body(rank, key.array)
        rank += 1
        return rank < range.upperBound
      }
    case .sorted(let rows):
      for rank in range.clamped(to: 0..<rows.keys.count) { try body(rank, rows.keys[rank]) }
    }
  }
}
