import Daybook
import StoreSupport
import TestSupport
import Testing

/// Controllers of every kind over random commits, against the plain model: every view of the sample, its rows
/// in memory and on disk, whole and through windows, looked at after each commit and far behind.
@Suite struct ControllerWalkTests {
  /// What a controller shows: a view of the sample, all of it or a part.
  private struct Subject {
    var view: PlainView
    var window: Range<Int>?
    var controller: ResultsController<Record>
    /// After how many commits it looks.
    var pace: Int
    var shown = 0

    /// The list of a state as the subject shows it.
    func list(_ state: ListState<ObjectID>) -> ListState<ObjectID> {
      guard let window else { return state }
      var rank = 0
      var sections: [ListState<ObjectID>.KeyedSection] = []
      for section in state.sections {
        var part = section
        part.rows = section.rows.filter { _ in
          defer { rank += 1 }
          return window.contains(rank)
        }
        if !part.rows.isEmpty { sections.append(part) }
      }
      if !view.isSectioned, sections.isEmpty { sections = [.init(key: "", name: "", rows: [])] }
      return ListState(sections)
    }
  }

  /// One commit, by what the plain model says of it.
  private struct Step {
    var to: UInt64
    var store: PlainStore
    var records: [ObjectID: [String: Value]]
  }

  private static func request(_ view: PlainView, isKept: Bool) -> FetchRequest {
    var request = FetchRequest(entity: view.definition.entity)
    request.section = view.definition.section
    request.sort = view.definition.sort
    request.predicate = view.definition.predicate
    // In other words, so that no view has the rows.
    if !isKept {
      request.predicate =
        view.definition.predicate.map { "(\($0)) AND SELF != nil" } ?? "SELF != nil"
    }
    return request
  }

  @Test(arguments: JournalWalkTests.isLong ? Array(UInt64(101)...110) : [101, 102])
  func `every controller tells every commit, and shows what a fetch would`(seed: UInt64) throws {
    let test = try TestJournal(seed: seed, views: PlainView.all)
    var random = SplitMix64(seed: seed)
    var changes = RandomChanges(seed: seed ^ 0xC0117)
    var subjects: [Subject] = []
    for view in PlainView.all {
      for isKept in [false, true] {
        for window in [nil, 0..<3, 2..<9] {
          var request = Self.request(view, isKept: isKept)
          if let window {
            request.offset = window.lowerBound
            request.limit = window.count
          }
          let controller = ResultsController<Record>(
            test.journal, request, named: isKept && random.below(2) == 0 ? view.name : nil)
          try controller.performFetch()
          #expect(controller.isMaterialized == isKept)
          subjects.append(
            Subject(
              view: view, window: window, controller: controller, pace: 1 + random.below(9)))
        }
      }
    }
    var steps = [Step(to: try test.head().size, store: PlainStore(), records: [:])]
    var plain = PlainStore()
    for number in 1...(JournalWalkTests.isLong ? 2_000 : 60) {
      let next = changes.next(plain)
      var after = plain
      do throws(PlainStore.Refusal) { _ = try after.commit(next) } catch { continue }
      let commit = try test.journal.commit(next, test.request())
      plain = after
      let records = plain.objects.keys.reduce(into: [:]) { $0[$1] = plain.record($1) }
      if !commit.isEmpty { steps.append(Step(to: commit.to, store: plain, records: records)) }
      for index in subjects.indices where number % subjects[index].pace == 0 {
        try Self.follow(&subjects[index], steps)
      }
    }
    for index in subjects.indices { try Self.follow(&subjects[index], steps) }
  }

  private static func follow(_ subject: inout Subject, _ steps: [Step]) throws {
    let controller = subject.controller
    while subject.shown + 1 < steps.count {
      let before = steps[subject.shown]
      let after = steps[subject.shown + 1]
      let old = subject.view.state(of: before.store)
      let new = subject.view.state(of: after.store)
      let transition = transition(subject, before, after, old, new)
      let expected = transition.expected()
      subject.shown += 1
      if expected.isEmpty { continue }
      guard case .changes(let set) = try controller.nextChange() else {
        Issue.record(
          "nothing was told of \(subject.view.name) \(String(describing: subject.window))")
        return
      }
      let place = "\(subject.view.name) \(String(describing: subject.window)) at \(after.to)"
      #expect(set.from == before.to && set.to == after.to, "\(place)")
      #expect(set.changeSet == expected, "\(place)")
      #expect(set.numberOfObjects == transition.new.ids.count, "\(place)")
      #expect(set.numberOfSections == transition.new.sections.count, "\(place)")
      #expect(try controller.snapshot().sections == transition.new.list, "\(place)")
      for change in set.changeSet.rows {
        let values = change.newPath == nil ? before.records[change.id] : after.records[change.id]
        #expect(set.elements[change.id]?.values.dictionary == values, "\(place)")
      }
      if subject.shown % 5 == 0 { try checkReading(controller, transition.new, after) }
    }
    #expect(try controller.nextChange() == nil)
    #expect(!controller.hasNews)
  }

  /// The rows that a commit touches, as the contract has it, and those that it carries over an edge.
  private static func transition(
    _ subject: Subject, _ before: Step, _ after: Step, _ old: ListState<ObjectID>,
    _ new: ListState<ObjectID>
  ) -> Transition<ObjectID> {
    let oldIDs = Set(old.ids)
    let newIDs = Set(new.ids)
    let touched = oldIDs.union(newIDs).filter { id in
      before.records[id] != after.records[id] || oldIDs.contains(id) != newIDs.contains(id)
        || subject.view.keys(of: id, in: before.store) != subject.view.keys(of: id, in: after.store)
    }
    let oldShown = subject.list(old)
    let newShown = subject.list(new)
    let shown = Set(oldShown.ids)
    let crossing = shown.symmetricDifference(newShown.ids)
    return Transition(
      old: oldShown, new: newShown,
      touched: Array(
        touched.union(crossing).filter { shown.contains($0) || newShown.ids.contains($0) }),
      differing: shown.intersection(newShown.ids).filter {
        before.records[$0] != after.records[$0]
      })
  }

  private static func checkReading(
    _ controller: ResultsController<Record>, _ list: ListState<ObjectID>, _ step: Step
  ) throws {
    #expect(try controller.numberOfObjects == list.ids.count)
    #expect(try controller.numberOfSections == list.sections.count)
    #expect(try controller.fetchedObjects.map(\.id) == list.ids)
    for (index, section) in try controller.sections.enumerated() {
      #expect(section.index == index && section.name == list.sections[index].name)
      #expect(section.numberOfObjects == list.sections[index].rows.count)
      #expect(try section.objects.map(\.id) == list.sections[index].rows)
    }
    let positions = list.positions
    for id in step.records.keys {
      let path = try controller.indexPath(for: id)
      #expect(path == positions[id]?.path)
      guard let path else { continue }
      #expect(try controller.object(at: path).id == id)
      #expect(try controller.object(at: path).values.dictionary == step.records[id])
    }
    let end = IndexPath(section: list.sections.count, row: 0)
    #expect(throws: ResultsError.noRow(end)) { try controller.object(at: end) }
  }
}
