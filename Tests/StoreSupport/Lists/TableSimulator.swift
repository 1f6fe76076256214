public import ChangeSets

/// A table that takes batches as UITableView does, and refuses what UITableView refuses.
///
/// It holds cells, so that a test sees not only whether the numbers add up but which row each cell
/// shows. It is stricter than the table in three points, where the table is silent or its answer is
/// not known: row operations that a section operation implies, and moves between equal paths, are
/// refused.
public struct TableSimulator<Cell> {
  /// One block between `beginUpdates` and `endUpdates`.
  public struct Block {
    /// Rows that are made anew where they stand, in the old list.
    public var reloadRows: [IndexPath]
    /// Sections that go, in the old list.
    public var deleteSections: [Int]
    /// Sections that come, in the new list.
    public var insertSections: [Int]
    /// Rows that go, in the old list.
    public var deleteRows: [IndexPath]
    /// Rows that come, in the new list.
    public var insertRows: [IndexPath]
    /// Rows that go from a path of the old list to one of the new.
    public var moveRows: [TableBatch.Move]

    /// Collects operations.
    public init(
      reloadRows: [IndexPath] = [], deleteSections: [Int] = [], insertSections: [Int] = [],
      deleteRows: [IndexPath] = [], insertRows: [IndexPath] = [], moveRows: [TableBatch.Move] = []
    ) {
      self.reloadRows = reloadRows
      self.deleteSections = deleteSections
      self.insertSections = insertSections
      self.deleteRows = deleteRows
      self.insertRows = insertRows
      self.moveRows = moveRows
    }
  }

  /// Why the table raises its exception.
  public enum Refusal: Error, Equatable {
    /// The sections do not add up.
    case invalidNumberOfSections(expected: Int, found: Int)
    /// The rows of a section do not add up.
    case invalidNumberOfRows(section: Int, expected: Int, found: Int)
    /// No such section in the old list.
    case noOldSection(Int)
    /// No such section in the new list.
    case noNewSection(Int)
    /// Two operations name one section.
    case sectionClaimedTwice(Int)
    /// No such row in the old list.
    case noOldRow(IndexPath)
    /// No such row in the new list.
    case noNewRow(IndexPath)
    /// Two deletes of one row.
    case deletedTwice(IndexPath)
    /// Two moves of one row.
    case movedTwice(IndexPath)
    /// Two reloads of one row.
    case reloadedTwice(IndexPath)
    /// A delete and a move of one row.
    case deletedAndMoved(IndexPath)
    /// A delete and a reload of one row.
    case deletedAndReloaded(IndexPath)
    /// A move and a reload of one row.
    case movedAndReloaded(IndexPath)
    /// Two inserts at one path.
    case insertedTwice(IndexPath)
    /// Two moves to one path.
    case movedToTwice(IndexPath)
    /// An insert and a move at one path.
    case insertedAndMovedTo(IndexPath)
    /// A reload where another row arrives.
    case reloadedAndFilled(IndexPath)
    /// A move out of a section that goes.
    case moveFromDeletedSection(IndexPath)
    /// A move into a section that comes.
    case moveIntoInsertedSection(IndexPath)
    /// An operation on a row of a section that goes.
    case rowOfDeletedSection(IndexPath)
    /// An insert into a section that comes.
    case rowOfInsertedSection(IndexPath)
    /// A move between equal paths.
    case moveInPlace(IndexPath)
  }

  /// The cells by section.
  public private(set) var cells: [[Cell]]

  /// Shows cells.
  public init(_ cells: [[Cell]]) {
    self.cells = cells
  }

  /// Performs a batch's two stages.
  ///
  /// `rowCounts` is what the data source says after the batch, by section; `reloaded` makes the
  /// cell for an old path, `inserted` the cell for a new one.
  public mutating func perform(
    _ batch: TableBatch, rowCounts: [Int], reloaded: (IndexPath) -> Cell,
    inserted: (IndexPath) -> Cell
  ) throws(Refusal) {
    try perform(
      Block(reloadRows: batch.reloadRows), rowCounts: cells.map(\.count), reloaded: reloaded,
      inserted: inserted)
    try perform(
      Block(
        deleteSections: batch.deleteSections, insertSections: batch.insertSections,
        deleteRows: batch.deleteRows, insertRows: batch.insertRows, moveRows: batch.moveRows),
      rowCounts: rowCounts, reloaded: reloaded, inserted: inserted)
  }

  /// Performs one block, or refuses it and changes nothing.
  public mutating func perform(
    _ block: Block, rowCounts: [Int], reloaded: (IndexPath) -> Cell, inserted: (IndexPath) -> Cell
  ) throws(Refusal) {
    let deleted = try Self.distinct(block.deleteSections, below: cells.count) { .noOldSection($0) }
    let come = try Self.distinct(block.insertSections, below: rowCounts.count) { .noNewSection($0) }
    let expectedSections = cells.count - deleted.count + come.count
    guard rowCounts.count == expectedSections else {
      throw .invalidNumberOfSections(expected: expectedSections, found: rowCounts.count)
    }
    try checkRemovals(block, deletedSections: deleted)
    try Self.checkArrivals(block, insertedSections: come, rowCounts: rowCounts)

    let reloads = Set(block.reloadRows)
    let removals = Set(block.deleteRows + block.moveRows.map(\.from))
    var arrivals: [IndexPath: Cell] = [:]
    for path in block.insertRows { arrivals[path] = inserted(path) }
    for move in block.moveRows { arrivals[move.to] = cells[move.from.section][move.from.row] }

    var standing = cells.indices.filter { !deleted.contains($0) }.makeIterator()
    var result: [[Cell]] = []
    for (index, count) in rowCounts.enumerated() {
      guard !come.contains(index), let old = standing.next() else {
        result.append((0..<count).map { inserted(IndexPath(section: index, row: $0)) })
        continue
      }
      var stays: [Cell] = []
      for (row, cell) in cells[old].enumerated() {
        let path = IndexPath(section: old, row: row)
        if removals.contains(path) { continue }
        stays.append(reloads.contains(path) ? reloaded(path) : cell)
      }
      let expected = stays.count + arrivals.keys.count { $0.section == index }
      guard count == expected else {
        throw .invalidNumberOfRows(section: index, expected: expected, found: count)
      }
      var rest = stays.makeIterator()
      result.append(
        (0..<count).compactMap { row in
          arrivals[IndexPath(section: index, row: row)] ?? rest.next()
        })
    }
    cells = result
  }

  private static func distinct(
    _ sections: [Int], below count: Int, otherwise refusal: (Int) -> Refusal
  ) throws(Refusal) -> Set<Int> {
    var seen: Set<Int> = []
    for section in sections {
      guard (0..<count).contains(section) else { throw refusal(section) }
      guard seen.insert(section).inserted else { throw .sectionClaimedTwice(section) }
    }
    return seen
  }

  /// Every old path exists, and only one operation takes what stands there.
  private func checkRemovals(_ block: Block, deletedSections: Set<Int>) throws(Refusal) {
    var deletes: Set<IndexPath> = []
    for path in block.deleteRows {
      try requireOld(path)
      guard !deletedSections.contains(path.section) else { throw .rowOfDeletedSection(path) }
      guard deletes.insert(path).inserted else { throw .deletedTwice(path) }
    }
    var moves: Set<IndexPath> = []
    for move in block.moveRows {
      try requireOld(move.from)
      guard !deletedSections.contains(move.from.section) else {
        throw .moveFromDeletedSection(move.from)
      }
      guard !deletes.contains(move.from) else { throw .deletedAndMoved(move.from) }
      guard moves.insert(move.from).inserted else { throw .movedTwice(move.from) }
      guard move.from != move.to else { throw .moveInPlace(move.from) }
    }
    var reloads: Set<IndexPath> = []
    for path in block.reloadRows {
      try requireOld(path)
      guard !deletedSections.contains(path.section) else { throw .rowOfDeletedSection(path) }
      guard !deletes.contains(path) else { throw .deletedAndReloaded(path) }
      guard !moves.contains(path) else { throw .movedAndReloaded(path) }
      guard reloads.insert(path).inserted else { throw .reloadedTwice(path) }
    }
  }

  /// Every new path exists, and only one operation fills it.
  private static func checkArrivals(
    _ block: Block, insertedSections: Set<Int>, rowCounts: [Int]
  ) throws(Refusal) {
    func requireNew(_ path: IndexPath) throws(Refusal) {
      guard rowCounts.indices.contains(path.section),
        (0..<rowCounts[path.section]).contains(path.row)
      else { throw .noNewRow(path) }
    }
    var inserts: Set<IndexPath> = []
    for path in block.insertRows {
      try requireNew(path)
      guard !insertedSections.contains(path.section) else { throw .rowOfInsertedSection(path) }
      guard inserts.insert(path).inserted else { throw .insertedTwice(path) }
    }
    var targets: Set<IndexPath> = []
    for move in block.moveRows {
      try requireNew(move.to)
      guard !insertedSections.contains(move.to.section) else {
        throw .moveIntoInsertedSection(move.to)
      }
      guard !inserts.contains(move.to) else { throw .insertedAndMovedTo(move.to) }
      guard targets.insert(move.to).inserted else { throw .movedToTwice(move.to) }
    }
    // A reload is a delete and an insert at its own path, as collection views count it.
    for path in block.reloadRows where targets.contains(path) || inserts.contains(path) {
      throw .reloadedAndFilled(path)
    }
  }

  private func requireOld(_ path: IndexPath) throws(Refusal) {
    guard cells.indices.contains(path.section), cells[path.section].indices.contains(path.row)
    else { throw .noOldRow(path) }
  }
}
