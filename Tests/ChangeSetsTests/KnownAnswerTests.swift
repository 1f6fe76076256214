import ChangeSets
import StoreSupport
import Testing

@Suite struct KnownAnswerTests {
  @Test(arguments: knownAnswers)
  func `a known case gives its changes and its batch`(_ known: Known) throws {
    let transition = known.transition
    #expect(Notation.text(transition.old.list) == known.before)
    #expect(Notation.text(transition.new.list) == known.after)
    let changes = transition.changes
    #expect(Notation.text(changes) == known.changes)
    #expect(Notation.text(changes.batch()) == known.batch)
    #expect(changes.isEmpty == known.changes.isEmpty)
    #expect(try changes.applying(to: transition.old.list) == transition.new.list)
    transition.check(changes)
    #expect(changes == transition.expected(keptSet: KeptSetReference.byAllSubsets))
  }

  @Test func `sections carry their names`() {
    let changes = Transition(
      old: Notation.snapshot("A[a] C[c] D[d]"), new: Notation.snapshot("B[a] C[c] E[d]"),
      touched: ["a", "d"]
    ).changes
    #expect(changes.deletedSections == [.init(index: 2, name: "D"), .init(index: 0, name: "A")])
    #expect(changes.insertedSections == [.init(index: 0, name: "B"), .init(index: 2, name: "E")])
  }

  @Test func `ten thousand and one rows reversed are ten thousand moves and one update`() {
    let count = 10_001
    let touched = (0..<count).map { row in
      TouchedRow(
        id: row, before: RowPosition(rank: row, section: 0, sectionStart: 0),
        after: RowPosition(rank: count - 1 - row, section: 0, sectionStart: 0), differs: true)
    }
    let changes = ChangeSet(touched: touched)
    let moves = (0..<count - 1).map { new in
      ChangeSet.RowChange.move(
        count - 1 - new, from: IndexPath(section: 0, row: count - 1 - new),
        to: IndexPath(section: 0, row: new))
    }
    let update = ChangeSet.RowChange.update(
      0, at: IndexPath(section: 0, row: 0), to: IndexPath(section: 0, row: count - 1))
    #expect(changes == ChangeSet(rows: moves + [update]))
    let batch = changes.batch()
    // The row in the middle stands where it stood: its move is the delete and the insert.
    let middle = IndexPath(section: 0, row: count / 2)
    #expect(batch.moveRows.count == count - 2)
    #expect(batch.deleteRows == [middle])
    #expect(batch.insertRows == [middle])
    #expect(batch.reloadRows == [IndexPath(section: 0, row: 0)])
  }

  @Test func `a row whose values do not differ is no update, and may be a move`() {
    let kept = Transition(
      old: Notation.snapshot("A[a b c]"), new: Notation.snapshot("A[b c a]"),
      touched: ["a", "b"], differing: [])
    #expect(Notation.text(kept.changes) == "[0,0]→[0,2] a")
    kept.check(kept.changes)
    let nothing = Transition(
      old: Notation.snapshot("A[a b c]"), new: Notation.snapshot("A[a b c]"),
      touched: ["a", "b"], differing: [])
    #expect(nothing.changes.isEmpty)
  }

  @Test func `a row in neither state is nothing`() {
    let changes = ChangeSet(
      touched: [TouchedRow(id: "z", before: nil, after: nil, differs: true)])
    #expect(changes.isEmpty)
    #expect(changes.batch().isEmpty)
  }

  @Test func `a section of one name that comes elsewhere is deleted and inserted`() {
    let transition = Transition(
      old: ListState([
        .init(key: "1", name: "s", rows: ["a", "b"]), .init(key: "2", name: "t", rows: ["c"]),
      ]),
      new: ListState([
        .init(key: "2", name: "t", rows: ["c"]), .init(key: "3", name: "s", rows: ["a", "b"]),
      ]),
      touched: ["a", "b"])
    #expect(
      Notation.text(transition.changes) == "-§0, +§1, [0,0]→[1,0] a, [0,1]→[1,1] b")
    #expect(Notation.text(transition.changes.batch()) == "-§0, +§1")
    transition.check(transition.changes)
  }
}
