import Daybook
import StoreSupport
import TestSupport
import Testing

/// What delegates are told, in which order, and what the controller shows meanwhile.
@Suite struct DelegateTests {
  /// Writes down every call, with what the controller shows.
  private class Recorder: ResultsControllerDelegate {
    var calls: [String] = []
    var again: (() throws -> Void)?

    func controllerWillChangeContent(_ controller: ResultsController<Record>) {
      calls.append("will \(shown(controller))")
    }
    func controller(
      _ controller: ResultsController<Record>,
      didChange section: ChangeSet<ObjectID>.SectionChange, for type: ResultsChangeType
    ) {
      calls.append("\(type) section \(section.index) \(section.name) \(shown(controller))")
    }
    func controller(
      _ controller: ResultsController<Record>, didChange element: Record,
      at indexPath: IndexPath?, for type: ResultsChangeType, newIndexPath: IndexPath?
    ) {
      let paths = [indexPath, newIndexPath].map { $0.map(Notation.text) ?? "-" }
      calls.append(
        "\(type) \(RowTable.name(element.id)) \(paths[0]) \(paths[1]) \(shown(controller))")
      #expect(throws: Never.self) { try again?() }
    }
    func controllerDidChangeContent(_ controller: ResultsController<Record>) {
      calls.append("did \(shown(controller))")
    }
    func controllerDidReset(_ controller: ResultsController<Record>) {
      calls.append("reset \(shown(controller))")
    }
    func shown(_ controller: ResultsController<Record>) -> String {
      ((try? controller.snapshot().named).map(Notation.text) ?? "?")
    }
  }

  private final class SnapshotRecorder: Recorder, ResultsControllerSnapshotDelegate {
    func controller(
      _ controller: ResultsController<Record>, didChangeContentWith snapshot: ResultsSnapshot
    ) {
      calls.append(
        "snapshot \(Notation.text(snapshot.named)) reloading "
          + snapshot.reloadedItems.map(RowTable.name).joined(separator: " "))
    }
  }

  private final class DifferenceRecorder: Recorder, ResultsControllerDifferenceDelegate {
    func controller(
      _ controller: ResultsController<Record>,
      didChangeContentWith difference: CollectionDifference<ObjectID>
    ) {
      calls.append(
        "difference -\(difference.removals.count) +\(difference.insertions.count)")
    }
  }

  private func controller(
    _ table: RowTable, _ delegate: some ResultsControllerDelegate<Record>, isSectioned: Bool = true
  ) throws -> ResultsController<Record> {
    let controller = ResultsController<Record>(
      table.test.journal, RowTable.request(isSectioned: isSectioned))
    controller.delegate = delegate
    try controller.performFetch()
    return controller
  }

  @Test func `a commit is told from will to did, the old list before and the new one after`() throws
  {
    let table = try RowTable(seed: 1)
    try table.restart(Notation.snapshot("A[a1 a2] C[c1]").list)
    let recorder = Recorder()
    let controller = try controller(table, recorder)
    #expect(recorder.calls.isEmpty, "a fetch tells nothing")
    try table.show(
      Notation.snapshot("A[a1] B[a2 b1]").list, touching: ["a1", "a2", "b1", "c1"])
    #expect(recorder.calls.isEmpty, "nothing is told before it is asked for")
    #expect(try controller.processChanges() == 1)
    let new = "A[a1] B[a2 b1]"
    #expect(
      recorder.calls == [
        "will A[a1 a2] C[c1]", "delete section 1 C \(new)", "insert section 1 B \(new)",
        "delete c1 [1,0] - \(new)", "move a2 [0,1] [1,0] \(new)", "insert b1 - [1,1] \(new)",
        "update a1 [0,0] [0,0] \(new)", "did \(new)",
      ])
    recorder.calls = []
    #expect(try controller.processChanges() == 0)
    try table.test.commit(
      .insert(
        table.test.id(), entity: "entry",
        values: ["text": .string("x"), "creationTime": .date(Moment(microseconds: 0))]))
    #expect(try controller.processChanges() == 0, "a commit that does not show tells nothing")
    #expect(recorder.calls.isEmpty)
  }

  @Test func `commits are told in turn, and a call from within changes nothing`() throws {
    let table = try RowTable(seed: 2)
    try table.restart(Notation.snapshot("A[a]").list)
    let recorder = Recorder()
    let controller = try controller(table, recorder)
    recorder.again = { () throws in
      let count = try controller.processChanges()
      #expect(count == 0)
    }
    try table.show(Notation.snapshot("A[a b]").list, touching: ["b"])
    try table.show(Notation.snapshot("A[b]").list, touching: ["a"])
    #expect(try controller.processChanges() == 2)
    #expect(
      recorder.calls == [
        "will A[a]", "insert b - [0,1] A[a b]", "did A[a b]",
        "will A[a b]", "delete a [0,0] - A[b]", "did A[b]",
      ])
  }

  @Test func `one who takes snapshots is told nothing else`() throws {
    let table = try RowTable(seed: 3)
    try table.restart(Notation.snapshot("A[a b]").list)
    let recorder = SnapshotRecorder()
    let controller = try controller(table, recorder)
    try table.show(Notation.snapshot("A[a b] B[c]").list, touching: ["b", "c"])
    try controller.processChanges()
    #expect(recorder.calls == ["snapshot A[a b] B[c] reloading b"])
  }

  @Test func `one who takes differences gets them where there are no sections`() throws {
    let table = try RowTable(seed: 4)
    try table.restart(Notation.snapshot("[a b c]").list)
    let recorder = DifferenceRecorder()
    let plain = try controller(table, recorder, isSectioned: false)
    let sectioned = DifferenceRecorder()
    let other = try controller(table, sectioned)
    let before = try plain.snapshot().items
    try table.show(Notation.snapshot("[c a d]").list, touching: ["c", "b", "d"])
    try plain.processChanges()
    #expect(recorder.calls == ["difference -2 +2"])
    try other.processChanges()
    #expect(sectioned.calls.first?.hasPrefix("will") == true)
    #expect(try before.count == 3 && plain.snapshot().items.count == 3)
  }

  @Test func `a difference applied to the ids before gives those after`() throws {
    for known in knownAnswers {
      let transition = known.transition
      guard let difference = transition.changes.difference else { continue }
      guard transition.old.sections.count == 1, transition.new.sections.count == 1 else { continue }
      #expect(transition.old.ids.applying(difference) == transition.new.ids, "\(known)")
    }
  }

  @Test func `another model is a reset, and the list is read anew`() throws {
    let table = try RowTable(seed: 5)
    try table.restart(Notation.snapshot("A[a]").list)
    let recorder = Recorder()
    let controller = try controller(table, recorder)
    try table.show(Notation.snapshot("A[a b]").list, touching: ["b"])
    _ = try table.test.journal.applyModel(
      ModelFile(parsing: #"{"entities": {"other": {"attributes": {"x": {"type": "int"}}}}}"#),
      table.test.request())
    #expect(try controller.processChanges() == 1)
    #expect(recorder.calls == ["reset A[a b]"])
    try table.show(Notation.snapshot("A[a b c]").list, touching: ["c"])
    #expect(try controller.processChanges() == 1)
    #expect(recorder.calls.last == "did A[a b c]")
  }

  @Test func `a name that means something else is refused, or defined anew`() throws {
    let table = try RowTable(seed: 6)
    try table.restart(Notation.snapshot("A[a b]").list)
    let committer = table.test.committer
    let journal = table.test.journal
    let first = ResultsController<Record>(
      journal, RowTable.request(isSectioned: false), named: "list", by: committer)
    try first.performFetch()
    let stranger = ResultsController<Record>(
      journal, RowTable.request(isSectioned: true), named: "list")
    #expect(throws: ResultsError.nameTaken("list")) { try stranger.performFetch() }
    #expect(throws: ViewError.self) {
      try ResultsController<Record>(
        journal, RowTable.request(isSectioned: true), named: "nothing"
      ).performFetch()
    }
    let second = ResultsController<Record>(
      journal, RowTable.request(isSectioned: true), named: "list", by: committer)
    try second.performFetch()
    #expect(second.isMaterialized)
    // Whoever followed the old definition is told to begin anew.
    guard case .reset = try first.nextChange() else {
      Issue.record("no reset")
      return
    }
  }

  @Test func `before a fetch nothing is answered`() throws {
    let table = try RowTable(seed: 7)
    let controller = ResultsController<Record>(
      table.test.journal, RowTable.request(isSectioned: true))
    #expect(throws: ResultsError.notFetched) { try controller.sections }
    #expect(throws: ResultsError.notFetched) { try controller.processChanges() }
    #expect(!controller.hasNews && controller.shownSize == nil)
    try controller.performFetch()
    #expect(try controller.sections.isEmpty)
    let plain = ResultsController<Record>(
      table.test.journal, RowTable.request(isSectioned: false))
    try plain.performFetch()
    #expect(try plain.sections.map(\.name) == [""])
    #expect(try plain.sections.map(\.numberOfObjects) == [0])
  }

  @Test func `index titles lead to sections`() throws {
    let table = try RowTable(seed: 8)
    try table.restart(
      Notation.snapshot("[z] alpha[a] april[b] beta[c]").list.filter { $0.name != "" }
        + [Section(name: "", rows: ["z"])])
    let controller = ResultsController<Record>(
      table.test.journal, RowTable.request(isSectioned: true))
    try controller.performFetch()
    #expect(try controller.sections.map(\.name) == ["", "alpha", "april", "beta"])
    #expect(try controller.sectionIndexTitles == ["", "A", "A", "B"])
    #expect(try controller.section(forSectionIndexTitle: "A", at: 2) == 2)
    #expect(try controller.section(forSectionIndexTitle: "A", at: 0) == 1)
    #expect(try controller.section(forSectionIndexTitle: "B", at: 9) == 3)
    #expect(throws: ResultsError.noSectionIndexTitle("Q")) {
      try controller.section(forSectionIndexTitle: "Q", at: 0)
    }
    let section = try controller.section(1)
    #expect(try section.objects.map { RowTable.name($0.id) } == ["a"])
    try table.show([], touching: ["a"])
    try controller.processChanges()
    #expect(throws: ResultsError.sectionOutdated(name: "alpha")) { try section.objects }
    #expect(throws: ResultsError.noSection(3)) { try controller.section(3) }
  }

  @Test(.timeLimit(.minutes(1))) @MainActor
  func `the sequence tells on its actor what others commit on theirs`() async throws {
    let table = try RowTable(seed: 9)
    try table.restart(Notation.snapshot("A[a]").list)
    let controller = ResultsController<Record>(
      table.test.journal, RowTable.request(isSectioned: true))
    try controller.performFetch()
    let journal = table.test.journal
    let committer = table.test.committer
    let writer = Task.detached {
      for number in 1...20 {
        try journal.commit(by: committer) { context in
          try context.insert(
            entity: "row",
            values: [
              "name": .string("n"), "section": .string("B"), "rank": .double(Double(number)),
            ])
        }
      }
    }
    var copy = try controller.snapshot()
    for try await change in controller.changes(pollingEvery: .milliseconds(1)) {
      MainActor.assertIsolated()
      guard case .changes(let set) = change else { continue }
      try copy.apply(set.changeSet)
      #expect(try copy.sections == controller.snapshot().sections)
      if set.numberOfObjects == 21 { break }
    }
    #expect(copy.items.count == 21)
    try await writer.value
  }
}
