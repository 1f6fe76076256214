import ChangeSets
import StoreSupport
import Testing

/// The judge itself is judged: it accepts what a table accepts, and refuses each thing a table
/// refuses.
@Suite struct TableSimulatorTests {
  typealias Table = TableSimulator<String>

  struct Refused: Sendable, CustomTestStringConvertible {
    var title: String
    var block: @Sendable () -> Table.Block
    var rowCounts: [Int]
    var refusal: Table.Refusal

    var testDescription: String { title }
  }

  /// Performs a block on `a b c` and `d e`; new cells are `+` and their path.
  private func perform(_ block: Table.Block, rowCounts: [Int]) throws(Table.Refusal) -> [[String]] {
    var table = Table([["a", "b", "c"], ["d", "e"]])
    do throws(Table.Refusal) {
      try table.perform(
        block, rowCounts: rowCounts, reloaded: { "*\(Notation.text($0))" },
        inserted: { "+\(Notation.text($0))" })
    } catch {
      #expect(table.cells == [["a", "b", "c"], ["d", "e"]], "a refused block changed the table")
      throw error
    }
    return table.cells
  }

  @Test(arguments: refused)
  func `the table refuses`(_ refused: Refused) {
    #expect(throws: refused.refusal) {
      try perform(refused.block(), rowCounts: refused.rowCounts)
    }
  }

  @Test func `deletes and reloads are read in the old list, inserts in the new`() throws {
    let cells = try perform(
      Table.Block(
        reloadRows: [path(0, 2)], deleteRows: [path(0, 0), path(1, 0)],
        insertRows: [path(0, 0), path(1, 1)]),
      rowCounts: [3, 2])
    #expect(cells == [["+[0,0]", "b", "*[0,2]"], ["e", "+[1,1]"]])
  }

  @Test func `a move carries its cell from the old list into the new`() throws {
    let cells = try perform(
      Table.Block(
        deleteRows: [path(0, 0)], insertRows: [path(1, 0)],
        moveRows: [move(path(0, 1), path(1, 2)), move(path(1, 1), path(0, 0))]),
      rowCounts: [2, 3])
    #expect(cells == [["e", "c"], ["+[1,0]", "d", "b"]])
  }

  @Test func `sections come filled and go whole`() throws {
    let cells = try perform(
      Table.Block(deleteSections: [0], insertSections: [0, 2], deleteRows: [path(1, 1)]),
      rowCounts: [1, 1, 2])
    #expect(cells == [["+[0,0]"], ["d"], ["+[2,0]", "+[2,1]"]])
  }

  @Test func `a batch reloads before it moves`() throws {
    var table = Table([["a", "b"]])
    // The reload of [0, 0] and the move to [0, 0] would be refused in one block.
    try table.perform(
      TableBatch(reloadRows: [path(0, 0)], moveRows: [move(path(0, 1), path(0, 0))]),
      rowCounts: [2], reloaded: { _ in "A" }, inserted: { _ in "new" })
    #expect(table.cells == [["b", "A"]])
  }
}

private func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }

private func move(_ from: IndexPath, _ to: IndexPath) -> TableBatch.Move {
  TableBatch.Move(from: from, to: to)
}

/// Each refusal by the smallest block that meets it alone: three rows, then two.
private let refused: [TableSimulatorTests.Refused] = [
  .init(
    title: "a section too many in the data source", block: { .init() }, rowCounts: [3, 2, 0],
    refusal: .invalidNumberOfSections(expected: 2, found: 3)),
  .init(
    title: "a section inserted and not there", block: { .init(insertSections: [1]) },
    rowCounts: [3, 2], refusal: .invalidNumberOfSections(expected: 3, found: 2)),
  .init(
    title: "a section deleted and still there", block: { .init(deleteSections: [1]) },
    rowCounts: [3, 2], refusal: .invalidNumberOfSections(expected: 1, found: 2)),
  .init(
    title: "a row gone without a delete", block: { .init() }, rowCounts: [3, 1],
    refusal: .invalidNumberOfRows(section: 1, expected: 2, found: 1)),
  .init(
    title: "a row come without an insert", block: { .init(deleteRows: [path(0, 0)]) },
    rowCounts: [3, 2], refusal: .invalidNumberOfRows(section: 0, expected: 2, found: 3)),
  .init(
    title: "a move that the source section does not show",
    block: { .init(moveRows: [move(path(0, 0), path(1, 0))]) }, rowCounts: [3, 3],
    refusal: .invalidNumberOfRows(section: 0, expected: 2, found: 3)),
  .init(
    title: "a move that the target section does not show",
    block: { .init(moveRows: [move(path(0, 0), path(1, 0))]) }, rowCounts: [2, 2],
    refusal: .invalidNumberOfRows(section: 1, expected: 3, found: 2)),
  .init(
    title: "a delete of a section that is not there", block: { .init(deleteSections: [2]) },
    rowCounts: [3], refusal: .noOldSection(2)),
  .init(
    title: "an insert of a section that is not there", block: { .init(insertSections: [3]) },
    rowCounts: [3, 2, 0], refusal: .noNewSection(3)),
  .init(
    title: "a section deleted twice", block: { .init(deleteSections: [1, 1]) }, rowCounts: [3],
    refusal: .sectionClaimedTwice(1)),
  .init(
    title: "a section inserted twice", block: { .init(insertSections: [1, 1]) },
    rowCounts: [3, 0, 2], refusal: .sectionClaimedTwice(1)),
  .init(
    title: "a delete past the old section's end", block: { .init(deleteRows: [path(1, 2)]) },
    rowCounts: [3, 1], refusal: .noOldRow(path(1, 2))),
  .init(
    title: "a move from past the old section's end",
    block: { .init(moveRows: [move(path(1, 2), path(0, 0))]) }, rowCounts: [4, 1],
    refusal: .noOldRow(path(1, 2))),
  .init(
    title: "a reload past the old section's end", block: { .init(reloadRows: [path(2, 0)]) },
    rowCounts: [3, 2], refusal: .noOldRow(path(2, 0))),
  .init(
    title: "an insert past the new section's end", block: { .init(insertRows: [path(1, 3)]) },
    rowCounts: [3, 3], refusal: .noNewRow(path(1, 3))),
  .init(
    title: "a move to past the new section's end",
    block: { .init(moveRows: [move(path(0, 0), path(0, 3))]) }, rowCounts: [3, 2],
    refusal: .noNewRow(path(0, 3))),
  .init(
    title: "a row deleted twice", block: { .init(deleteRows: [path(0, 0), path(0, 0)]) },
    rowCounts: [1, 2], refusal: .deletedTwice(path(0, 0))),
  .init(
    title: "a row moved twice",
    block: { .init(moveRows: [move(path(0, 0), path(0, 1)), move(path(0, 0), path(0, 2))]) },
    rowCounts: [3, 2], refusal: .movedTwice(path(0, 0))),
  .init(
    title: "a row reloaded twice", block: { .init(reloadRows: [path(0, 0), path(0, 0)]) },
    rowCounts: [3, 2], refusal: .reloadedTwice(path(0, 0))),
  .init(
    title: "a row deleted and moved",
    block: { .init(deleteRows: [path(0, 0)], moveRows: [move(path(0, 0), path(1, 0))]) },
    rowCounts: [2, 3], refusal: .deletedAndMoved(path(0, 0))),
  .init(
    title: "a row deleted and reloaded",
    block: { .init(reloadRows: [path(0, 0)], deleteRows: [path(0, 0)]) }, rowCounts: [2, 2],
    refusal: .deletedAndReloaded(path(0, 0))),
  .init(
    title: "a row moved and reloaded",
    block: { .init(reloadRows: [path(0, 0)], moveRows: [move(path(0, 0), path(0, 1))]) },
    rowCounts: [3, 2], refusal: .movedAndReloaded(path(0, 0))),
  .init(
    title: "a path inserted twice", block: { .init(insertRows: [path(1, 0), path(1, 0)]) },
    rowCounts: [3, 4], refusal: .insertedTwice(path(1, 0))),
  .init(
    title: "a path moved to twice",
    block: { .init(moveRows: [move(path(0, 0), path(1, 0)), move(path(0, 1), path(1, 0))]) },
    rowCounts: [1, 4], refusal: .movedToTwice(path(1, 0))),
  .init(
    title: "a path inserted and moved to",
    block: { .init(insertRows: [path(1, 0)], moveRows: [move(path(0, 1), path(1, 0))]) },
    rowCounts: [2, 4], refusal: .insertedAndMovedTo(path(1, 0))),
  .init(
    title: "a path reloaded and moved to",
    block: { .init(reloadRows: [path(0, 0)], moveRows: [move(path(0, 1), path(0, 0))]) },
    rowCounts: [3, 2], refusal: .reloadedAndFilled(path(0, 0))),
  .init(
    title: "a path reloaded and inserted",
    block: { .init(reloadRows: [path(0, 0)], insertRows: [path(0, 0)]) }, rowCounts: [4, 2],
    refusal: .reloadedAndFilled(path(0, 0))),
  .init(
    title: "a move out of a deleted section",
    block: { .init(deleteSections: [1], moveRows: [move(path(1, 0), path(0, 0))]) },
    rowCounts: [4], refusal: .moveFromDeletedSection(path(1, 0))),
  .init(
    title: "a move into an inserted section",
    block: { .init(insertSections: [2], moveRows: [move(path(0, 0), path(2, 0))]) },
    rowCounts: [2, 2, 1], refusal: .moveIntoInsertedSection(path(2, 0))),
  .init(
    title: "a delete in a deleted section",
    block: { .init(deleteSections: [1], deleteRows: [path(1, 0)]) }, rowCounts: [3],
    refusal: .rowOfDeletedSection(path(1, 0))),
  .init(
    title: "a reload in a deleted section",
    block: { .init(reloadRows: [path(1, 0)], deleteSections: [1]) }, rowCounts: [3],
    refusal: .rowOfDeletedSection(path(1, 0))),
  .init(
    title: "an insert in an inserted section",
    block: { .init(insertSections: [2], insertRows: [path(2, 0)]) }, rowCounts: [3, 2, 1],
    refusal: .rowOfInsertedSection(path(2, 0))),
  .init(
    title: "a move between equal paths",
    block: { .init(moveRows: [move(path(0, 0), path(0, 0))]) }, rowCounts: [3, 2],
    refusal: .moveInPlace(path(0, 0))),
]
