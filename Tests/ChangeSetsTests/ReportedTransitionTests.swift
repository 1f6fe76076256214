import ChangeSets
import StoreSupport
import Testing

/// Transitions that once broke a list somewhere, told as lists before and after.
@Suite struct ReportedTransitionTests {
  private func transition(
    _ before: String, _ after: String, touched: String
  ) -> Transition<String> {
    Transition(
      old: Notation.snapshot(before), new: Notation.snapshot(after), touched: Notation.ids(touched))
  }

  @Test func `case 43: the first section goes and later numbers shift unreported`() {
    let transition = transition("0[xw] 1[x] 2[y] 3[z9]", "1[x xw] 2[y] 3[z9]", touched: "xw")
    #expect(Notation.text(transition.changes) == "-§0, [0,0]→[0,1] xw")
    #expect(Notation.text(transition.changes.batch()) == "-§0, +[0,1]")
    transition.check(transition.changes)
  }

  @Test func `case 44: a new section in front takes a moved and a new row`() {
    let transition = transition("1[a b] 2[c d]", "0-new[c z] 1[a b] 2[d]", touched: "c z")
    #expect(Notation.text(transition.changes) == "+§0, [1,0]→[0,0] c, +[0,1] z")
    #expect(transition.changes.insertedSections == [.init(index: 0, name: "0-new")])
    #expect(Notation.text(transition.changes.batch()) == "+§0, -[1,0]")
    transition.check(transition.changes)
  }

  @Test func `case 45: five go, five come, one moves, and two are not reported`() {
    let transition = transition(
      "[a b c d e f g h]", "[n0 n1 n2 n3 n4 d e a]", touched: "a b c f g h n0 n1 n2 n3 n4")
    #expect(
      Notation.text(transition.changes)
        == "-[0,7] h, -[0,6] g, -[0,5] f, -[0,2] c, -[0,1] b, +[0,0] n0, +[0,1] n1, "
        + "+[0,2] n2, +[0,3] n3, +[0,4] n4, [0,0]→[0,7] a")
    transition.check(transition.changes)
  }

  @Test func `case 50: leaving the filter is a delete, entering it an insert`() {
    let transition = transition("[a b c]", "[a c y]", touched: "b y q")
    #expect(Notation.text(transition.changes) == "-[0,1] b, +[0,2] y")
    transition.check(transition.changes)
  }

  @Test func `case 51: only the net effect of a commit is told`() {
    let unchanged = transition("[a b c]", "[a b c]", touched: "")
    #expect(unchanged.changes.isEmpty)
    let comeAndGone = transition("[a b c]", "[a b c]", touched: "t")
    #expect(comeAndGone.changes.isEmpty)
    let editedAndGone = transition("[a b c]", "[a b]", touched: "c")
    #expect(Notation.text(editedAndGone.changes) == "-[0,2] c")
    let gone = transition("[a b]", "[b]", touched: "a")
    #expect(Notation.text(gone.changes) == "-[0,0] a")
    for transition in [unchanged, comeAndGone, editedAndGone, gone] {
      transition.check(transition.changes)
    }
  }

  @Test func `case 52: ranks that shift together are updates`() {
    let transition = transition(
      "[t1 t2 t3 t4 t5]", "[t0 t1 t2 t3 t4]", touched: "t0 t1 t2 t4 t5")
    #expect(
      Notation.text(transition.changes)
        == "-[0,4] t5, +[0,0] t0, [0,0]=[0,1] t1, [0,1]=[0,2] t2, [0,3]=[0,4] t4")
    transition.check(transition.changes)
  }

  @Test func `case 54: groups that are one under their folding are never two sections`() throws {
    // By first letter, folded: the name is that of the first row, and a new first row brings no
    // event.
    let old = ListState<String>([
      .init(key: "", name: "", rows: ["6"]), .init(key: "a", name: "a", rows: ["1"]),
      .init(key: "e", name: "É", rows: ["4"]),
    ])
    let new = ListState<String>([
      .init(key: "", name: "", rows: ["6"]), .init(key: "a", name: "A", rows: ["3", "1"]),
      .init(key: "b", name: "B", rows: ["2"]), .init(key: "e", name: "e", rows: ["5", "4"]),
    ])
    let transition = Transition(old: old, new: new, touched: ["2", "3", "5"])
    #expect(Notation.text(transition.changes) == "+§2, +[1,0] 3, +[2,0] 2, +[3,0] 5")
    let names = try transition.changes.applying(to: old.list).map(\.name)
    #expect(Set(names).count == names.count)
    transition.check(transition.changes)
  }

  /// Rows have a number; those below 50 are shown, by number, then id, in sections by tens.
  @Test func `case 56: a copy kept by change sets alone follows 120 commits`() throws {
    var numbers: [Int: Int] = [:]
    var copy: [Section<Int>] = []
    var state = ListState<Int>([])
    let steps = knownWalk.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(steps.count == 120)
    for (step, line) in steps.enumerated() {
      let halves = line.split(separator: "|", omittingEmptySubsequences: false)
      let before = numbers
      for operation in try #require(halves.first).split(separator: " ") {
        let parts = operation.split(separator: ":").compactMap { Int($0) }
        if parts.count == 2 {
          // An id with a sign is a new row; without, an old one: both are set.
          numbers[parts[0]] = parts[1]
        } else {
          numbers[-(try #require(parts.first))] = nil
        }
      }
      let shown = Notation.snapshot(String(try #require(halves.last)))
      let new = ListState(
        shown.sections.map {
          ListState<Int>.KeyedSection(
            key: $0.key, name: $0.name, rows: $0.rows.compactMap { Int($0) })
        })
      let rows = numbers.filter { $0.value < 50 }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      #expect(new.ids == rows.map(\.key), "after commit \(step)")
      let touched = Set(before.keys).union(numbers.keys).filter { before[$0] != numbers[$0] }
      let transition = Transition(old: state, new: new, touched: touched.sorted())
      let changes = transition.changes
      transition.check(changes)
      #expect(changes == transition.expected())
      for case .move(let id, let old, let new) in changes.rows {
        #expect(old != new, "\(id) moves in place in commit \(step)")
      }
      copy = try changes.applying(to: copy)
      #expect(copy == new.list, "after commit \(step)")
      state = new
    }
  }
}
