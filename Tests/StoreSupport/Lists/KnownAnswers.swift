/// A published or decided answer: two lists, the rows touched, the change set, its batch.
public struct Known: Sendable, CustomStringConvertible {
  /// Its number in the project's collection of cases.
  public var number: Int
  /// What happens.
  public var title: String
  /// The list before.
  public var before: String
  /// The list after.
  public var after: String
  /// The ids of the touched rows.
  public var touched: String
  /// The change set.
  public var changes: String
  /// The table batch.
  public var batch: String

  /// Writes one down.
  public init(
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

  /// The number and the title.
  public var description: String { "\(number): \(title)" }

  /// The case as the engine takes it.
  public var transition: Transition<String> {
    Transition(
      old: Notation.snapshot(before), new: Notation.snapshot(after), touched: Notation.ids(touched))
  }
}

/// Numbers are those of the project's collection of cases; those missing concern no single change
/// set.
public let knownAnswers: [Known] = [
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
