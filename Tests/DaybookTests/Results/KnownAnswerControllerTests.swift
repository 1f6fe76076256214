import Daybook
import StoreSupport
import TestSupport
import Testing

/// The known answers, had from controllers over a journal: with rows in memory, and with those of a view.
@Suite struct KnownAnswerControllerTests {
  @Test(arguments: knownAnswers, [false, true])
  func `a known case gives its changes and its batch`(_ known: Known, isNamed: Bool) throws {
    let table = try RowTable(seed: UInt64(known.number))
    let transition = known.transition
    try table.restart(transition.old.list)
    let controller = ResultsController<Record>(
      table.test.journal, RowTable.request(isSectioned: transition.isSectioned),
      named: isNamed ? "rows" : nil, by: table.test.committer)
    try controller.performFetch()
    #expect(controller.isMaterialized == isNamed)
    #expect(try controller.snapshot().named == transition.old.list)
    try table.show(transition.new.list, touching: transition.touched)
    // Nothing goes on by itself.
    #expect(try controller.snapshot().named == transition.old.list)
    guard let change = try controller.nextChange() else {
      #expect(known.changes.isEmpty)
      return
    }
    guard case .changes(let set) = change else {
      Issue.record("\(change)")
      return
    }
    #expect(Notation.text(set.changeSet.named) == known.changes)
    #expect(Notation.text(set.batch) == known.batch)
    #expect(try controller.snapshot().named == transition.new.list)
    #expect(set.numberOfSections == transition.new.list.count)
    #expect(set.numberOfObjects == transition.new.ids.count)
    #expect(try controller.nextChange() == nil)
  }

  @Test func `a window of three takes in what a delete uncovers`() throws {
    let table = try RowTable(seed: 63)
    try table.restart([Section(name: "A", rows: ["a", "b", "c", "d"])])
    for offset in [0, 1] {
      for isSectioned in [false, true] {
        var request = RowTable.request(isSectioned: isSectioned)
        request.limit = 3
        request.offset = offset
        let controller = ResultsController<Record>(table.test.journal, request)
        try table.restart([Section(name: "A", rows: ["a", "b", "c", "d"])])
        try controller.performFetch()
        try table.show([Section(name: "A", rows: ["b", "c", "d"])], touching: ["a"])
        guard case .changes(let set) = try controller.nextChange() else {
          Issue.record("nothing was told")
          return
        }
        #expect(
          Notation.text(set.changeSet.named)
            == (offset == 0 ? "-[0,0] a, +[0,2] d" : "-[0,0] b"))
        #expect(
          Notation.text(set.batch) == (offset == 0 ? "-[0,0], +[0,2]" : "-[0,0]"))
      }
    }
  }

  /// Rows have a number; those below 50 are shown, by number, then id, in sections by tens.
  @Test(arguments: [false, true])
  func `a walk of 120 commits is told in turn, however far behind`(isNamed: Bool) throws {
    let test = try TestJournal(seed: 56)
    _ = try test.journal.applyModel(
      ModelFile(
        parsing: #"{"entities": {"row": {"attributes": {"n": {"type": "int"}}}}}"#), test.request())
    var request = FetchRequest(entity: "row")
    request.predicate = "n < 50"
    request.section = "n / 10"
    request.sort = "n"
    func id(_ number: Int) -> ObjectID { ObjectID(high: 1, low: UInt64(number)) }
    let controllers = try (0..<3).map { _ in
      let controller = ResultsController<Record>(
        test.journal, request, named: isNamed ? "walk" : nil, by: test.committer)
      try controller.performFetch()
      return controller
    }
    var states: [UInt64: [ChangeSets.Section<ObjectID>]] = [:]
    var copies: [[ChangeSets.Section<ObjectID>]] = [[], [], []]
    var living: Set<Int> = []
    for (step, line) in knownWalk.split(separator: "\n").enumerated() {
      let halves = line.split(separator: "|", omittingEmptySubsequences: false)
      var changes: [Change] = []
      for operation in halves[0].split(separator: " ") {
        let parts = operation.split(separator: ":").compactMap { Int($0) }
        if parts.count == 2 {
          changes.append(
            living.insert(parts[0]).inserted
              ? .insert(id(parts[0]), entity: "row", values: ["n": .int(Int64(parts[1]))])
              : .update(id(parts[0]), values: ["n": .int(Int64(parts[1]))]))
        } else if living.remove(-parts[0]) != nil {
          changes.append(.delete(id(-parts[0])))
        }
      }
      let commit = try test.journal.commit(changes, test.request())
      states[commit.to] = Notation.snapshot(String(halves[1])).list.map {
        Section(name: $0.name, rows: $0.rows.compactMap { Int($0).map(id) })
      }
      // The first looks after each commit, the second after seven, the third at the end.
      for (number, pace) in [1, 7, 120].enumerated() where (step + 1) % pace == 0 {
        while let change = try controllers[number].nextChange() {
          guard case .changes(let set) = change else {
            Issue.record("\(change)")
            return
          }
          copies[number] = try set.changeSet.applying(to: copies[number])
          #expect(copies[number] == states[set.to])
          #expect(try controllers[number].snapshot().sections == states[set.to])
        }
        #expect(copies[number] == states[commit.to])
      }
    }
  }
}

extension Transition {
  /// Whether the lists have sections of their own.
  var isSectioned: Bool { (old.sections + new.sections).contains { !$0.name.isEmpty } }
}
