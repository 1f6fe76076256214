public import ChangeSets
public import LMDB
public import Model
public import Objects

/// The part of a list that is shown: so many rows from a place on, whatever comes and goes before it.
///
/// What falls out of it is a delete to whoever looks through it, and what enters is an insert.
public struct RowWindow: Sendable, Hashable {
  /// How many rows of the list precede it.
  public var offset: Int
  /// How many rows it shows at the most.
  public var limit: Int

  /// Makes a window; numbers below 0 count as 0.
  public init(offset: Int, limit: Int) {
    self.offset = max(0, offset)
    self.limit = max(0, limit)
  }

  /// The ranks of the list that it shows.
  public var ranks: Range<Int> {
    let (end, isTooFar) = offset.addingReportingOverflow(limit)
    return offset..<(isTooFar ? Int.max : end)
  }

  /// The ranks that so many comings and goings can carry over an edge.
  fileprivate func edges(_ count: Int) -> [Range<Int>] {
    let ranks = ranks
    guard ranks.count / 2 > count else { return [ranks] }
    return [
      ranks.lowerBound..<ranks.lowerBound + count, ranks.upperBound - count..<ranks.upperBound,
    ]
  }
}

/// A list on one side of a commit, as it is seen through a window.
private struct WindowSide {
  let window: RowWindow
  let list: RowList
  let side: WorkingState.Side
  /// The number of the section that the window's first row stands in.
  let firstSection: Int

  init(
    _ window: RowWindow, _ list: RowList, _ side: WorkingState.Side,
    in base: borrowing ReadTransaction
  ) throws {
    self.window = window
    self.list = list
    self.side = side
    firstSection =
      try list.rows.key(at: window.offset, in: base)
      .map { try list.section(ofRow: $0, rank: window.offset, in: base).index } ?? 0
  }

  /// A position in the list as one in the window, nil where it lies outside.
  func position(_ position: RowPosition?) -> RowPosition? {
    guard let position, window.ranks.contains(position.rank) else { return nil }
    return RowPosition(
      rank: position.rank - window.offset, section: position.section - firstSection,
      sectionStart: max(position.sectionStart - window.offset, 0))
  }

  /// The position of a row that stands in the list.
  func position(
    ofRow key: [UInt8], rank: Int, in base: borrowing ReadTransaction
  ) throws -> RowPosition? {
    let section = try list.section(ofRow: key, rank: rank, in: base)
    return position(
      RowPosition(rank: rank, section: section.index, sectionStart: section.start))
  }

  /// How many rows of a section the window shows.
  func rowCount(ofSection key: [UInt8], in base: borrowing ReadTransaction) throws -> Int {
    let start = try list.rows.rank(of: key, in: base)
    let count = try list.rowCount(ofSection: key, in: base)
    return (start..<start + count).clamped(to: window.ranks).count
  }
}

extension ViewChange {
  /// A row that came into the window, left it, or was touched within it.
  private struct Row {
    var id: ObjectID
    var before: (position: RowPosition, key: RowKey)?
    var after: (position: RowPosition, key: RowKey)?
    var differs = false
  }

  /// What the commit does to a part of the list.
  ///
  /// Beside the touched rows these are told: the rows that others' coming and going has carried over
  /// an edge of the window. There are no more of them than rows that came or went.
  ///
  /// - Parameters:
  ///   - window: The part.
  ///   - old: The whole list before the commit.
  ///   - new: The whole list after it.
  ///   - state: The objects before and after the commit.
  ///   - base: The snapshot below.
  ///   - log: A snapshot of the log that has the commit's events.
  /// - Complexity: O(k log n + k log k) for k touched rows, or for the window's rows where it has
  ///   fewer.
  public func changeSet(
    within window: RowWindow, before old: RowList, after new: RowList,
    _ state: borrowing WorkingState, base: borrowing ReadTransaction,
    log: borrowing ReadTransaction
  ) throws -> ChangeSet<ObjectID> {
    if touched.isEmpty || window.limit == 0 { return ChangeSet() }
    let before = try WindowSide(window, old, .before, in: base)
    let after = try WindowSide(window, new, .after, in: base)
    var rows: [Row] = []
    for (row, oldKey, newKey) in touched {
      var shown = Row(id: row.id, differs: row.differs)
      if let oldKey, let position = before.position(row.before) {
        shown.before = (position, oldKey)
      }
      if let newKey, let position = after.position(row.after) { shown.after = (position, newKey) }
      if shown.before != nil || shown.after != nil { rows.append(shown) }
    }
    let shift = View.Ranks(removed: removed, inserted: inserted)
    let touchedIDs = Set(touched.lazy.map(\.row.id))
    for edge in window.edges(max(removed.count, inserted.count)) {
      try before.list.forEachRow(in: edge, base) { rank, key in
        let id = try before.list.view.identity(ofRow: key)
        guard !touchedIDs.contains(id),
          !window.ranks.contains(rank + shift.shift(before: key)),
          let position = try before.position(ofRow: key, rank: rank, in: base),
          let rowKey = try before.key(of: id, state, base: base, log: log)
        else { return }
        rows.append(Row(id: id, before: (position, rowKey)))
      }
      try after.list.forEachRow(in: edge, base) { rank, key in
        let id = try after.list.view.identity(ofRow: key)
        guard !touchedIDs.contains(id),
          !window.ranks.contains(rank - shift.shift(before: key)),
          let position = try after.position(ofRow: key, rank: rank, in: base),
          let rowKey = try after.key(of: id, state, base: base, log: log)
        else { return }
        rows.append(Row(id: id, after: (position, rowKey)))
      }
    }
    let sections = try sectionChanges(rows, before, after, in: base)
    return ChangeSet(
      touched: rows.map {
        TouchedRow(
          id: $0.id, before: $0.before?.position, after: $0.after?.position, differs: $0.differs)
      },
      vanished: sections.vanished, appeared: sections.appeared)
  }

  /// The sections of which the window showed rows and shows none, and the other way round.
  private func sectionChanges(
    _ rows: [Row], _ before: WindowSide, _ after: WindowSide, in base: borrowing ReadTransaction
  ) throws -> (
    vanished: [ChangeSet<ObjectID>.SectionChange], appeared: [ChangeSet<ObjectID>.SectionChange]
  ) {
    guard before.list.view.isSectioned else { return ([], []) }
    /// The sections of the rows on one side, each with its first row here: of a section that comes or
    /// goes every row that the window shows is here.
    func sections(
      _ placed: [(position: RowPosition, key: RowKey)?]
    ) -> [[UInt8]: (index: Int, first: RowKey)] {
      var sections: [[UInt8]: (index: Int, first: RowKey)] = [:]
      for case .some(let place) in placed {
        let first = sections[place.key.section].map { min($0.first, place.key) } ?? place.key
        sections[place.key.section] = (place.position.section, first)
      }
      return sections
    }
    func changes(
      _ sections: [[UInt8]: (index: Int, first: RowKey)], missingFrom other: WindowSide,
      in base: borrowing ReadTransaction
    ) throws -> [ChangeSet<ObjectID>.SectionChange] {
      var changes: [ChangeSet<ObjectID>.SectionChange] = []
      for (key, section) in sections where try other.rowCount(ofSection: key, in: base) == 0 {
        changes.append(.init(index: section.index, name: section.first.sectionName))
      }
      return changes
    }
    return (
      try changes(sections(rows.map(\.before)), missingFrom: after, in: base),
      try changes(sections(rows.map(\.after)), missingFrom: before, in: base)
    )
  }
}

extension WindowSide {
  /// The key of a row, with its section's name.
  func key(
    of id: ObjectID, _ state: borrowing WorkingState, base: borrowing ReadTransaction,
    log: borrowing ReadTransaction
  ) throws -> RowKey? {
    guard let object = try state.object(id, side, in: base) else { return nil }
    return try state.withReader(side, base: base, log: log) {
      try list.view.rowKey(of: id, entity: object.entity, $0)
    }
  }
}
