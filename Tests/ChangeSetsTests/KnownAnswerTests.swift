import ChangeSets
import StoreSupport
import Testing

/// A published or decided answer: two lists, the rows touched, the change set, its batch.
struct Known: Sendable, CustomTestStringConvertible {
  var number: Int
  var title: String
  var before: String
  var after: String
  var touched: String
  var changes: String
  var batch: String

  init(
    _ number: Int, _ title: String, before: String, after: String, touched: String,
    changes: String, batch: String
  ) {
    self.number = number
    self.title = title
    self.before = before
    self.after = after
    self.touched = touched
    self.changes = changes
    self.batch = batch
  }

  var testDescription: String { "\(number): \(title)" }

  var transition: Transition<String> {
    Transition(
      old: Notation.snapshot(before), new: Notation.snapshot(after), touched: Notation.ids(touched))
  }
}

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

/// Numbers are those of the project's collection of cases; those missing concern no single change
/// set.
private let knownAnswers: [Known] = [
  Known(
    2, "the first row of an unsectioned list brings no section",
    before: "[]", after: "[a1]", touched: "a1",
    changes: "+[0,0] a1",
    batch: "+[0,0]"),
  Known(
    3, "every row of every section goes",
    before: "A[a1 a2] B[b1]", after: "", touched: "a1 a2 b1",
    changes: "-§1, -§0, -[1,0] b1, -[0,1] a2, -[0,0] a1",
    batch: "-§0 1"),
  Known(
    4, "an unsectioned list is emptied and keeps its section",
    before: "[a1 a2]", after: "[]", touched: "a1 a2",
    changes: "-[0,1] a2, -[0,0] a1",
    batch: "-[0,0] [0,1]"),
  Known(
    5, "a middle row goes",
    before: "A[a b c d]", after: "A[a c d]", touched: "b",
    changes: "-[0,1] b",
    batch: "-[0,1]"),
  Known(
    6, "a row comes at the head",
    before: "A[b c]", after: "A[a b c]", touched: "a",
    changes: "+[0,0] a",
    batch: "+[0,0]"),
  Known(
    9, "a delete above an update shifts its new path",
    before: "A[a b c]", after: "A[b c]", touched: "a b",
    changes: "-[0,0] a, [0,1]=[0,0] b",
    batch: "reload [0,1], -[0,0]"),
  Known(
    10, "an insert above an update shifts its new path",
    before: "A[b c]", after: "A[a b c]", touched: "a c",
    changes: "+[0,0] a, [0,1]=[0,2] c",
    batch: "reload [0,1], +[0,0]"),
  Known(
    13, "a row put back as it was is no change",
    before: "A[a b]", after: "A[a b]", touched: "",
    changes: "",
    batch: ""),
  Known(
    15, "a row moves up",
    before: "A[a b c]", after: "A[c a b]", touched: "c",
    changes: "[0,2]→[0,0] c",
    batch: "move [0,2]→[0,0]"),
  Known(
    17, "two rows swap and the upper one is kept",
    before: "A[a b]", after: "A[b a]", touched: "a b",
    changes: "[0,1]→[0,0] b, [0,0]=[0,1] a",
    batch: "reload [0,0], move [0,1]→[0,0]"),
  Known(
    19, "a true move has equal paths",
    before: "A[a b c]", after: "A[c b a]", touched: "b c",
    changes: "[0,2]→[0,0] c, [0,1]→[0,1] b",
    batch: "-[0,1], +[0,1], move [0,2]→[0,0]"),
  Known(
    21, "a move beside an update",
    before: "A[a b c d]", after: "A[b c a d]", touched: "a d",
    changes: "[0,0]→[0,2] a, [0,3]=[0,3] d",
    batch: "reload [0,3], move [0,0]→[0,2]"),
  Known(
    23, "a move crosses an insert",
    before: "A[r0 r1 r2 r3]", after: "A[r3 r0 r1 x r2]", touched: "r3 x",
    changes: "[0,3]→[0,0] r3, +[0,3] x",
    batch: "+[0,3], move [0,3]→[0,0]"),
  Known(
    24, "a demoted row has its old number",
    before: "A[n2 n3 n1]", after: "A[n1 n3]", touched: "n2 n3",
    changes: "-[0,0] n2, [0,1]→[0,1] n3",
    batch: "-[0,0] [0,1], +[0,1]"),
  Known(
    25, "delete, move, insert and update together",
    before: "A[a b c d e]", after: "A[e a x c d]", touched: "b d e x",
    changes: "-[0,1] b, [0,4]→[0,0] e, +[0,2] x, [0,3]=[0,4] d",
    batch: "reload [0,3], -[0,1], +[0,2], move [0,4]→[0,0]"),
  Known(
    26, "a tie by a lower id comes first",
    before: "A[r3 r7]", after: "A[r1 r3 r7]", touched: "r1",
    changes: "+[0,0] r1",
    batch: "+[0,0]"),
  Known(
    27, "a tie by a middle id comes between",
    before: "A[r3 r7]", after: "A[r3 r5 r7]", touched: "r5",
    changes: "+[0,1] r5",
    batch: "+[0,1]"),
  Known(
    28, "a row that ties now and stays",
    before: "A[r1 r3 r7]", after: "A[r1 r3 r7]", touched: "r7",
    changes: "[0,2]=[0,2] r7",
    batch: "reload [0,2]"),
  Known(
    29, "the last row of a section joins an earlier one",
    before: "A[e1] B[o1]", after: "A[e1 o1]", touched: "o1",
    changes: "-§1, [1,0]→[0,1] o1",
    batch: "-§1, +[0,1]"),
  Known(
    30, "the vanishing section comes first",
    before: "A[a1] B[b1]", after: "B[a1 b1]", touched: "a1",
    changes: "-§0, [0,0]→[0,0] a1",
    batch: "-§0, +[0,0]"),
  Known(
    31, "a row founds a section before its own",
    before: "B[p1 p2 p3 p4]", after: "A[p1] B[p2 p3 p4]", touched: "p1",
    changes: "+§0, [0,0]→[0,0] p1",
    batch: "+§0, -[0,0]"),
  Known(
    32, "a row founds a section after its own",
    before: "A[a1 a2]", after: "A[a1] B[a2]", touched: "a2",
    changes: "+§1, [0,1]→[1,0] a2",
    batch: "+§1, -[0,1]"),
  Known(
    33, "the only row renames the only section",
    before: "A[a1]", after: "B[a1]", touched: "a1",
    changes: "-§0, +§0, [0,0]→[0,0] a1",
    batch: "-§0, +§0"),
  Known(
    34, "a row goes from a vanishing to a new section",
    before: "A[e1] C[o1]", after: "A[e1] B[o1]", touched: "o1",
    changes: "-§1, +§1, [1,0]→[1,0] o1",
    batch: "-§1, +§1"),
  Known(
    35, "a section is renamed by all of its rows",
    before: "A[a1 a2] C[c1]", after: "B[a1 a2] C[c1]", touched: "a1 a2",
    changes: "-§0, +§0, [0,0]→[0,0] a1, [0,1]→[0,1] a2",
    batch: "-§0, +§0"),
  Known(
    36, "a section is renamed by one of its rows",
    before: "A[a1 a2]", after: "A[a2] B[a1]", touched: "a1",
    changes: "+§1, [0,0]→[1,0] a1",
    batch: "+§1, -[0,0]"),
  Known(
    37, "a row changes section and both stay",
    before: "A[a1 a2] B[b1]", after: "A[a2] B[a1 b1]", touched: "a1",
    changes: "[0,0]→[1,0] a1",
    batch: "move [0,0]→[1,0]"),
  Known(
    38, "the section joined loses a row",
    before: "A[a1 a2] B[b1 b2]", after: "A[a2] B[a1 b2]", touched: "a1 b1",
    changes: "-[1,0] b1, [0,0]→[1,0] a1",
    batch: "-[1,0], move [0,0]→[1,0]"),
  Known(
    40, "two sections exchange all rows",
    before: "A[r1 r2] B[r3 r4]", after: "A[r3 r4] B[r1 r2]", touched: "r1 r2 r3 r4",
    changes: "[1,0]→[0,0] r3, [1,1]→[0,1] r4, [0,0]→[1,0] r1, [0,1]→[1,1] r2",
    batch: "move [0,0]→[1,0] [0,1]→[1,1] [1,0]→[0,0] [1,1]→[0,1]"),
  Known(
    46, "a middle section goes",
    before: "A[a1] B[b1] C[c1]", after: "A[a1] C[c1]", touched: "b1",
    changes: "-§1, -[1,0] b1",
    batch: "-§1"),
  Known(
    50, "changed and deleted is deleted",
    before: "A[a b]", after: "A[a]", touched: "b",
    changes: "-[0,1] b",
    batch: "-[0,1]"),
  Known(
    51, "inserted and deleted is nothing",
    before: "A[a]", after: "A[a]", touched: "",
    changes: "",
    batch: ""),
  Known(
    53, "deleted and made again is an update",
    before: "A[a b]", after: "A[a b]", touched: "b",
    changes: "[0,1]=[0,1] b",
    batch: "reload [0,1]"),
  Known(
    55, "three events on one row are one move",
    before: "A[a b c]", after: "A[b c a]", touched: "a",
    changes: "[0,0]→[0,2] a",
    batch: "move [0,0]→[0,2]"),
  Known(
    58, "leaving the filter empties the section",
    before: "A[a] B[b]", after: "A[a]", touched: "b",
    changes: "-§1, -[1,0] b",
    batch: "-§1"),
  Known(
    61, "leaving the filter hides the change of section",
    before: "A[a1 a2] B[b1]", after: "A[a2] B[b1]", touched: "a1",
    changes: "-[0,0] a1",
    batch: "-[0,0]"),
  Known(
    63, "a row enters the window as another leaves",
    before: "A[a b c]", after: "A[b c d]", touched: "a d",
    changes: "-[0,0] a, +[0,2] d",
    batch: "-[0,0], +[0,2]"),
  Known(
    66, "rows without a section key share the first section",
    before: "[n1] A[a1]", after: "[n1 n2] A[a1]", touched: "n2",
    changes: "+[0,1] n2",
    batch: "+[0,1]"),
  Known(
    69, "a commit of other records",
    before: "A[a]", after: "A[a]", touched: "",
    changes: "",
    batch: ""),
]
