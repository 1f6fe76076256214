import Daybook
import Foundation
import StoreSupport
import TestSupport
import Testing

/// A walk through commits, the store and the plain model side by side.
struct Walk {
  let test: TestJournal
  private(set) var plain = PlainStore()
  private var changes: RandomChanges
  private var views: [PlainView]
  private var lists: [String: ListState<ObjectID>] = [:]
  private var records: [ObjectID: [String: Value]] = [:]
  /// What every writer was told, by view.
  private(set) var told: [String: [Told]] = [:]
  private var followers: [(view: String, follower: Follower)] = []
  private var followed: [String: [Told]] = [:]
  private(set) var commitCount = 0
  private(set) var refusalCount = 0

  init(seed: UInt64, views: [PlainView] = PlainView.all) throws {
    test = try TestJournal(seed: seed, views: views)
    changes = RandomChanges(seed: seed ^ 0xDA7B00C)
    self.views = views
    for view in views { lists[view.name] = view.state(of: plain) }
    for view in views {
      followers.append((view.name, try Follower(test.journal, view: view.name)))
    }
  }

  /// One commit, or one refusal, and everything that must hold after it.
  mutating func step() throws {
    let changes = changes.next(plain)
    let before = try test.head()
    var after = plain
    let answer = Result { () throws(PlainStore.Refusal) in try after.commit(changes) }
    let request = test.request(views: views.map(\.name))
    switch answer {
    case .failure(let refusal):
      refusalCount += 1
      do {
        let commit = try test.journal.commit(changes, request)
        Issue.record("\(refusal) was committed: \(changes) as \(commit)")
      } catch let error as ChangeError {
        #expect(error.refusal == refusal, "\(error)")
      }
      #expect(try test.head() == before, "a refused commit left something")
    case .success(let events):
      let commit = try test.journal.commit(changes, request)
      #expect(commit.from == before.size)
      #expect(commit.to == before.size + UInt64(events.count))
      commitCount += 1
      plain = after
      try checkEvents(events, commit, request)
      try checkViews(commit)
    }
  }

  private func checkEvents(
    _ expected: [PlainStore.PlainEvent], _ commit: Commit, _ request: CommitRequest
  ) throws {
    var found: [PlainStore.PlainEvent] = []
    try test.journal.read { snapshot in
      try snapshot.forEachEvent(in: commit.from..<commit.to) { event in
        #expect(event.header.recorded == request.recorded)
        #expect(event.header.cause == nil && event.header.seen.isEmpty)
        found.append(
          PlainStore.PlainEvent(
            kind: event.header.kind, entity: event.header.entity, object: event.header.object,
            values: event.payload?.values.dictionary ?? [:]))
        return true
      }
    }
    #expect(found == expected)
    var ids: [ObjectID] = []
    for event in expected where !ids.contains(event.object) { ids.append(event.object) }
    #expect(commit.ids == ids)
  }

  private mutating func checkViews(_ commit: Commit) throws {
    let oldRecords = records
    var newRecords: [ObjectID: [String: Value]] = [:]
    for id in plain.objects.keys { newRecords[id] = plain.record(id) }
    records = newRecords
    for view in views {
      let old = lists[view.name] ?? ListState([])
      let new = view.state(of: plain)
      lists[view.name] = new
      let set = commit.changeSets.first { $0.view == view.name }
      let transition = Self.transition(view, old, new, oldRecords, newRecords)
      let expected = transition.expected()
      guard let set else {
        #expect(expected.isEmpty, "nothing was told of \(view.name)")
        continue
      }
      #expect(set.changeSet == expected, "\(view.name) after \(commit.to) events")
      #expect(try set.changeSet.applying(to: old.list).map(\.rows) == new.list.map(\.rows))
      #expect(set.rows == new.ids.count)
      #expect(set.sections == new.sections.count)
      for change in set.changeSet.rows {
        #expect(
          set.records[change.id]?.values.dictionary
            == (change.newPath == nil ? nil : newRecords[change.id]))
      }
      checkTable(set.changeSet.batch(), old, new, transition.differing)
      told[view.name, default: []].append(Told(set))
    }
  }

  /// The rows that a commit touches, in the words of the contract: values, section, sort values or
  /// membership differ. A row that goes or comes is touched in any case.
  private static func transition(
    _ view: PlainView, _ old: ListState<ObjectID>, _ new: ListState<ObjectID>,
    _ oldRecords: [ObjectID: [String: Value]], _ newRecords: [ObjectID: [String: Value]]
  ) -> Transition<ObjectID> {
    let before = Set(old.ids)
    let after = Set(new.ids)
    let differing = before.intersection(after).filter { oldRecords[$0] != newRecords[$0] }
    // Keys may differ where no value of the row does: what they follow to other objects. Such a row
    // is known by being out of order among the others, or in another section.
    var touched = differing.union(before.symmetricDifference(after))
    for id in before.intersection(after) where !touched.contains(id) {
      if view.keys(of: id, in: oldRecords) != view.keys(of: id, in: newRecords) {
        touched.insert(id)
      }
    }
    return Transition(old: old, new: new, touched: Array(touched), differing: differing)
  }

  private func checkTable(
    _ batch: TableBatch, _ old: ListState<ObjectID>, _ new: ListState<ObjectID>,
    _ differing: Set<ObjectID>
  ) {
    let oldRows = old.sections.map(\.rows)
    let newRows = new.sections.map(\.rows)
    var table = TableSimulator(oldRows)
    #expect(throws: Never.self) {
      try table.perform(
        batch, rowCounts: newRows.map(\.count),
        reloaded: { oldRows[$0.section][$0.row] }, inserted: { newRows[$0.section][$0.row] })
    }
    #expect(table.cells == newRows)
  }
}
