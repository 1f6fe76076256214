import ChangeSets
import LMDB
import Model
import Objects
import Views

/// Reads a list, or the part of it that a window shows: sections with their names, rows, index paths and
/// records, as of one commit.
///
/// The same over a snapshot and over what commits since have changed.
struct ListReader {
  let list: RowList
  let view: View
  var window: RowWindow?
  let context: JournalContext
  let state: WorkingState
  var side = WorkingState.Side.after

  /// How many rows there are.
  func rowCount(in base: borrowing ReadTransaction) throws -> Int {
    let count = try list.rowCount(in: base)
    return window.map { (0..<count).clamped(to: $0.ranks).count } ?? count
  }

  /// How many sections there are.
  func sectionCount(in base: borrowing ReadTransaction) throws -> Int {
    guard let window, view.isSectioned else { return try list.sectionCount(in: base) }
    guard let first = try section(ofRank: 0, in: base) else { return 0 }
    let shown = (0..<(try list.rowCount(in: base))).clamped(to: window.ranks)
    return try section(ofRank: shown.count - 1, in: base).map { $0.index - first.index + 1 } ?? 0
  }

  /// The section that the row of a rank stands in, as the whole list numbers it; nil where there is no
  /// such row.
  private func section(
    ofRank rank: Int, in base: borrowing ReadTransaction
  ) throws -> RowList.Section? {
    let rank = rank + (window?.offset ?? 0)
    guard let key = try list.key(at: rank, in: base) else { return nil }
    return try list.section(ofRow: key, rank: rank, in: base)
  }

  /// A section of the whole list as the window shows it; nil where it shows no row of it.
  private func shown(
    _ section: RowList.Section?, first: Int, in base: borrowing ReadTransaction
  ) throws -> RowList.Section? {
    guard let section, let window else { return section }
    let ranks = (section.start..<section.start + section.count).clamped(to: window.ranks)
    if ranks.isEmpty {
      return view.isSectioned ? nil : RowList.Section(index: 0, start: 0, count: 0, firstRow: nil)
    }
    return RowList.Section(
      index: section.index - first, start: ranks.lowerBound - window.offset, count: ranks.count,
      firstRow: ranks.lowerBound == section.start
        ? section.firstRow : try list.key(at: ranks.lowerBound, in: base))
  }

  /// The section of a number, nil beyond the last.
  func section(
    _ number: Int, in base: borrowing ReadTransaction
  ) throws -> RowList.Section? {
    guard number >= 0 else { return nil }
    guard window != nil else { return try list.section(number, in: base) }
    let first = view.isSectioned ? try section(ofRank: 0, in: base)?.index ?? 0 : 0
    return try shown(list.section(first + number, in: base), first: first, in: base)
  }

  /// The section and row of an object, nil where it is not shown.
  func indexPath(
    of id: ObjectID, base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> IndexPath? {
    guard let object = try state.object(id, side, in: base) else { return nil }
    let key = try state.withReader(side, base: base, log: log) {
      try view.rowKey(of: id, entity: object.entity, $0)
    }
    guard let key, let place = try list.position(of: key, in: base) else { return nil }
    guard let window else { return IndexPath(section: place.section, row: place.row) }
    guard let section = try list.section(place.section, in: base),
      window.ranks.contains(section.start + place.row)
    else { return nil }
    let first = view.isSectioned ? try self.section(ofRank: 0, in: base)?.index ?? 0 : 0
    return IndexPath(
      section: place.section - first,
      row: section.start + place.row - max(section.start, window.offset))
  }

  /// Calls `body` for each row of a range of ranks, in order.
  func forEachRow(
    in range: Range<Int>, _ base: borrowing ReadTransaction,
    _ body: (Int, ObjectID) throws -> Void
  ) throws {
    let offset = window?.offset ?? 0
    let range = range.clamped(to: 0..<(try rowCount(in: base)))
    try list.forEachRow(in: range.lowerBound + offset..<range.upperBound + offset, base) {
      try body($0 - offset, view.identity(ofRow: $1))
    }
  }

  /// The object of a rank, nil where there are not so many.
  func identity(at rank: Int, in base: borrowing ReadTransaction) throws -> ObjectID? {
    var found: ObjectID?
    try forEachRow(in: rank..<rank + 1, base) { found = $1 }
    return found
  }

  /// A section as a reader sees it.
  func info(
    _ section: RowList.Section, base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> SectionInfo {
    SectionInfo(
      index: section.index, name: try name(of: section, base: base, log: log),
      numberOfObjects: section.count)
  }

  /// The name of a section, by its first row.
  private func name(
    of section: RowList.Section, base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> String {
    guard let first = section.firstRow else { return "" }
    let id = try view.identity(ofRow: first)
    return try state.withReader(side, base: base, log: log) { try view.sectionName(of: id, $0) }
  }

  /// The record of an object, nil where there is none.
  func record(
    _ id: ObjectID, base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> Record? {
    guard let object = try state.object(id, side, in: base) else { return nil }
    return Record(
      id: object.id, entity: object.entity, version: object.version,
      values: try context.projection.values(of: object, side, state, base: base, log: log))
  }
}
