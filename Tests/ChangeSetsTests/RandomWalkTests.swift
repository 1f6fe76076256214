import ChangeSets
import StoreSupport
import TestSupport
import Testing

@Suite struct RandomWalkTests {
  @Test(arguments: UInt64(1)...60)
  func `each commit of a walk gives what the whole states give`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let rows = 1 + random.below(45)
    var view = RandomView(shape: .init(random: &random, rows: rows))
    for _ in 0..<60 {
      let before = view
      view.commit(random: &random)
      let transition = view.transition(from: before, random: &random)
      let changes = transition.changes
      transition.check(changes)
      #expect(changes == transition.expected())
    }
  }

  /// The walks above prove something only of what they meet.
  @Test func `the walks meet every kind of change`() {
    var met: Set<String> = []
    for seed in UInt64(1)...60 {
      var random = SplitMix64(seed: seed)
      let rows = 1 + random.below(45)
      var view = RandomView(shape: .init(random: &random, rows: rows))
      for _ in 0..<60 {
        let before = view
        view.commit(random: &random)
        met.formUnion(kinds(in: view.transition(from: before, random: &random)))
      }
    }
    #expect(
      met == [
        "nothing", "nothing though rows are touched", "many rows", "no section left",
        "section deleted", "section inserted", "sections deleted and inserted", "delete", "insert",
        "update", "update that shifts", "move", "move between sections", "move in place",
        "move to another section at an equal path", "move out of a deleted section",
        "move into an inserted section", "move from a deleted to an inserted section",
        "kept row without difference",
      ])
  }

  private func kinds(in transition: Transition<Int>) -> Set<String> {
    let changes = transition.changes
    let gone = Set(changes.deletedSections.map(\.index))
    let come = Set(changes.insertedSections.map(\.index))
    var kinds: Set<String> = []
    if changes.isEmpty {
      kinds.insert(transition.touched.isEmpty ? "nothing" : "nothing though rows are touched")
    }
    if changes.rows.count > 20 { kinds.insert("many rows") }
    if transition.new.sections.isEmpty { kinds.insert("no section left") }
    if !gone.isEmpty { kinds.insert("section deleted") }
    if !come.isEmpty { kinds.insert("section inserted") }
    if !gone.isEmpty, !come.isEmpty { kinds.insert("sections deleted and inserted") }
    for change in changes.rows {
      switch change {
      case .delete: kinds.insert("delete")
      case .insert: kinds.insert("insert")
      case .update(_, let old, let new):
        kinds.insert(old == new ? "update" : "update that shifts")
      case .move(let id, let old, let new):
        kinds.insert("move")
        let crosses = transition.old.key(of: id) != transition.new.key(of: id)
        if crosses { kinds.insert("move between sections") }
        if old == new {
          kinds.insert(crosses ? "move to another section at an equal path" : "move in place")
        }
        switch (gone.contains(old.section), come.contains(new.section)) {
        case (true, true): kinds.insert("move from a deleted to an inserted section")
        case (true, false): kinds.insert("move out of a deleted section")
        case (false, true): kinds.insert("move into an inserted section")
        case (false, false): break
        }
      }
    }
    let named = Set(changes.rows.map(\.id))
    let survivors = transition.touched.filter {
      transition.old.path(of: $0) != nil && transition.new.path(of: $0) != nil
    }
    if !named.isSuperset(of: survivors) { kinds.insert("kept row without difference") }
    return kinds
  }

  @Test(arguments: UInt64(1001)...1040)
  func `on small lists no smaller set of moves is found by trying all`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var view = RandomView(shape: .init(random: &random, rows: 7))
    for _ in 0..<80 {
      let before = view
      view.commit(random: &random)
      let transition = view.transition(from: before, random: &random)
      #expect(
        transition.changes == transition.expected(keptSet: KeptSetReference.byAllSubsets))
    }
  }

  @Test(arguments: UInt64(2001)...2020)
  func `the order in which touched rows and sections are told is of no account`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var view = RandomView(shape: .init(random: &random, rows: 30))
    for _ in 0..<40 {
      let before = view
      view.commit(random: &random)
      let transition = view.transition(from: before, random: &random)
      let again = ChangeSet(
        touched: transition.touchedRows.shuffled(using: &random),
        vanished: transition.vanished.shuffled(using: &random),
        appeared: transition.appeared.shuffled(using: &random))
      #expect(again == transition.changes)
    }
  }

  /// A trillion rows before the list cost the engine nothing and change nothing but the numbers.
  @Test(arguments: UInt64(3001)...3020)
  func `rows before the touched ones shift the paths and no more`(seed: UInt64) {
    let ahead = 1 << 40
    var random = SplitMix64(seed: seed)
    var view = RandomView(shape: .init(random: &random, rows: 30))
    for _ in 0..<40 {
      let before = view
      view.commit(random: &random)
      let transition = view.transition(from: before, random: &random)

      func behindSection(_ position: RowPosition?) -> RowPosition? {
        position.map {
          RowPosition(
            rank: $0.rank + ahead, section: $0.section + 1, sectionStart: $0.sectionStart + ahead)
        }
      }
      func next(_ section: ChangeSet<Int>.SectionChange) -> ChangeSet<Int>.SectionChange {
        .init(index: section.index + 1, name: section.name)
      }
      let behind = ChangeSet(
        touched: transition.touchedRows.map {
          TouchedRow(
            id: $0.id, before: behindSection($0.before), after: behindSection($0.after),
            differs: $0.differs)
        }, vanished: transition.vanished.map(next), appeared: transition.appeared.map(next))
      let changes = transition.changes
      #expect(behind.deletedSections == changes.deletedSections.map(next))
      #expect(behind.insertedSections == changes.insertedSections.map(next))
      #expect(behind.rows == changes.rows.map { shifted($0, sections: 1, rows: 0) })

      guard !view.shape.isSectioned else { continue }
      func behindRows(_ position: RowPosition?) -> RowPosition? {
        position.map { RowPosition(rank: $0.rank + ahead, section: 0, sectionStart: 0) }
      }
      let deep = ChangeSet(
        touched: transition.touchedRows.map {
          TouchedRow(
            id: $0.id, before: behindRows($0.before), after: behindRows($0.after),
            differs: $0.differs)
        })
      #expect(deep.rows == changes.rows.map { shifted($0, sections: 0, rows: ahead) })
    }
  }

  private func shifted(
    _ change: ChangeSet<Int>.RowChange, sections: Int, rows: Int
  ) -> ChangeSet<Int>.RowChange {
    func shifted(_ path: IndexPath) -> IndexPath {
      IndexPath(section: path.section + sections, row: path.row + rows)
    }
    return switch change {
    case .delete(let id, let old): .delete(id, at: shifted(old))
    case .insert(let id, let new): .insert(id, at: shifted(new))
    case .move(let id, let old, let new): .move(id, from: shifted(old), to: shifted(new))
    case .update(let id, let old, let new): .update(id, at: shifted(old), to: shifted(new))
    }
  }

  @Test(arguments: UInt64(4001)...4030)
  func `two commits in turn come to what they are as one`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var view = RandomView(shape: .init(random: &random, rows: 20))
    for _ in 0..<40 {
      let start = view
      view.commit(random: &random)
      let middle = view
      view.commit(random: &random)
      let first = middle.transition(from: start, random: &random).changes
      let second = view.transition(from: middle, random: &random).changes
      let net = view.transition(from: start, random: &random).changes

      let inTurn = try second.applying(to: first.applying(to: start.snapshot.list))
      let atOnce = try net.applying(to: start.snapshot.list)
      #expect(inTurn.map(\.rows) == atOnce.map(\.rows))
      #expect(presence(of: net) == composed(presence(of: first), presence(of: second)))
      if view.shape.sortsByOwnValues {
        #expect(Set(net.rows.map(\.id)).isSubset(of: (first.rows + second.rows).map(\.id)))
      }
    }
  }

  /// Whether a row was there before and is there after, for the rows where the two differ.
  private func presence(of changes: ChangeSet<Int>) -> [Int: Bool] {
    var presence: [Int: Bool] = [:]
    for change in changes.rows where (change.oldPath == nil) != (change.newPath == nil) {
      presence[change.id] = change.newPath != nil
    }
    return presence
  }

  /// A row that came and went, or went and came back, has not changed its presence.
  private func composed(_ first: [Int: Bool], _ second: [Int: Bool]) -> [Int: Bool] {
    first.filter { second[$0.key] == nil }.merging(second.filter { first[$0.key] == nil }) {
      old, _ in
      old
    }
  }

  @Test func `every change among three rows in up to three sections is exact and least`() {
    let states = allStates(of: [0, 1, 2], sections: ["A", "B", "C"])
    #expect(states.count == 106)
    var transitions = 0
    for old in states {
      for new in states {
        for mask in 0..<8 {
          let touched = (0..<3).filter { mask >> $0 & 1 == 1 }
          guard arePossible(untouched: (0..<3).filter { !touched.contains($0) }, old, new) else {
            continue
          }
          transitions += 1
          let transition = Transition(old: old, new: new, touched: touched)
          let changes = transition.changes
          let replay = StreamReplay(changes, old: old.list, new: new.list)
          guard replay.problems().isEmpty,
            changes == transition.expected(keptSet: KeptSetReference.byAllSubsets)
          else {
            Issue.record("\(old) to \(new), touched \(touched): \(changes)")
            return
          }
        }
      }
    }
    #expect(transitions > 11_236)
  }

  /// Every way to place some of the rows, in any order, into the sections, without empty sections.
  private func allStates(of ids: [Int], sections: [String]) -> [ListState<Int>] {
    var states = [ListState<Int>(sections.map { .init(key: $0, name: $0, rows: []) })]
    for id in ids {
      states += states.flatMap { state in
        state.sections.indices.flatMap { section in
          (0...state.sections[section].rows.count).map { row in
            var longer = state
            longer.sections[section].rows.insert(id, at: row)
            return longer
          }
        }
      }
    }
    return states.map { ListState($0.sections.filter { !$0.rows.isEmpty }) }
  }

  /// Untouched rows stay in their sections, or out of the view, and in their order.
  private func arePossible(
    untouched: [Int], _ old: ListState<Int>, _ new: ListState<Int>
  ) -> Bool {
    untouched.allSatisfy { old.key(of: $0) == new.key(of: $0) }
      && old.ids.filter(untouched.contains) == new.ids.filter(untouched.contains)
  }
}
