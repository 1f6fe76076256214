import Daybook
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
      let former = plain
      plain = after
      try checkEvents(events, commit, request)
      try checkViews(commit, before: former)
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

  private mutating func checkViews(_ commit: Commit, before: PlainStore) throws {
    let oldRecords = records
    records = plain.objects.keys.reduce(into: [:]) { $0[$1] = plain.record($1) }
    for view in views {
      let old = lists[view.name] ?? ListState([])
      let new = view.state(of: plain)
      lists[view.name] = new
      let transition = Transition(
        old: old, new: new,
        touched: Array(touched(by: view, old, new, before, oldRecords)),
        differing: differing(old, new, oldRecords))
      let expected = transition.expected()
      guard let set = commit.changeSets.first(where: { $0.view == view.name }) else {
        #expect(expected.isEmpty, "nothing was told of \(view.name) after \(commit.to) events")
        continue
      }
      #expect(set.changeSet == expected, "\(view.name) after \(commit.to) events")
      #expect(try set.changeSet.applying(to: old.list).map(\.rows) == new.list.map(\.rows))
      #expect(set.rows == new.ids.count)
      #expect(set.sections == new.sections.count)
      for change in set.changeSet.rows {
        #expect(
          set.records[change.id]?.values.dictionary
            == (change.newPath == nil ? nil : records[change.id]))
      }
      checkTable(set.changeSet.batch(), old, new)
      told[view.name, default: []].append(Told(set))
    }
  }

  /// The rows that stay and show something else.
  private func differing(
    _ old: ListState<ObjectID>, _ new: ListState<ObjectID>,
    _ oldRecords: [ObjectID: [String: Value]]
  ) -> Set<ObjectID> {
    Set(old.ids).intersection(new.ids).filter { oldRecords[$0] != records[$0] }
  }

  /// The rows that a commit touches, in the words of the contract: their values, section, sort values
  /// or membership differ over it.
  private func touched(
    by view: PlainView, _ old: ListState<ObjectID>, _ new: ListState<ObjectID>,
    _ before: PlainStore, _ oldRecords: [ObjectID: [String: Value]]
  ) -> Set<ObjectID> {
    Set(old.ids).union(new.ids).filter { id in
      oldRecords[id] != records[id]
        || (old.ids.contains(id) != new.ids.contains(id))
        || view.keys(of: id, in: before) != view.keys(of: id, in: plain)
    }
  }

  private func checkTable(
    _ batch: TableBatch, _ old: ListState<ObjectID>, _ new: ListState<ObjectID>
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

  // MARK: - From time to time

  /// Looks at the whole state: records, lists, index paths, sections, fetches.
  mutating func checkState() throws {
    let records = records
    let lists = lists
    let probes = records.keys.sorted().shuffled(using: &changes.random).prefix(6)
    try test.journal.read { snapshot in
      #expect(try snapshot.objectCount == records.count)
      for (id, values) in records {
        let record = try snapshot.record(id)
        #expect(record?.values.dictionary == values)
        #expect(record?.entity == plain.objects[id]?.entity)
        #expect(try snapshot.history(of: id).last == record?.version)
      }
      for id in plain.dead { #expect(try snapshot.record(id) == nil) }
      for view in views {
        let list = lists[view.name] ?? ListState([])
        let reader = try snapshot.view(view.name)
        #expect(reader.isMaterialized)
        #expect(try snapshot.list(of: view.name) == list.list, "\(view.name)")
        #expect(try snapshot.rowCount(of: reader) == list.ids.count)
        #expect(try snapshot.sectionCount(of: reader) == list.sections.count)
        for (index, section) in list.sections.enumerated() {
          let info = try snapshot.section(index, of: reader)
          #expect(info?.index == index)
          #expect(info?.name == section.name)
          #expect(info?.numberOfObjects == section.rows.count)
        }
        #expect(try snapshot.section(list.sections.count, of: reader) == nil)
        let positions = list.positions
        for id in probes {
          let path = try snapshot.indexPath(of: id, in: reader)
          #expect(path.map { IndexPath(section: $0.section, row: $0.row) } == positions[id]?.path)
        }
        try checkFetch(view, list, snapshot)
      }
    }
  }

  private func checkFetch(
    _ view: PlainView, _ list: ListState<ObjectID>, _ snapshot: borrowing Daybook.Snapshot
  ) throws {
    var request = FetchRequest(entity: view.definition.entity)
    request.predicate = view.definition.predicate
    request.section = view.definition.section
    request.sort = view.definition.sort
    #expect(try snapshot.plan(request).isExact)
    let plans = try snapshot.plans(request)
    #expect(
      plans.contains { plan in
        if case .view(let rows) = plan.source { rows.view.name == view.name } else { false }
      })
    // Whatever is read, it is the view's list.
    for plan in plans {
      #expect(
        try snapshot.page(by: plan, request).answer.sections.map(\.rows) == list.list.map(\.rows),
        "\(plan)")
    }
    // The same question in other words.
    request.predicate = view.definition.predicate.map { "(\($0)) AND SELF != nil" } ?? "SELF != nil"
    #expect(try snapshot.fetch(request).sections.map(\.rows) == list.list.map(\.rows))
    #expect(try snapshot.count(request) == list.ids.count)
  }

  /// Lets the followers come up to the log, however far behind they are.
  mutating func follow() throws {
    for (view, follower) in followers {
      var sets: [Told] = []
      try follower.poll { change in
        switch change {
        case .changes(let set): sets.append(Told(set))
        case .reset: Issue.record("the follower of \(view) lost its place")
        }
      }
      followed[view, default: []] += sets
      #expect(followed[view] ?? [] == told[view] ?? [], "\(view)")
      #expect(try follower.shownSize == test.head().size)
    }
  }

  /// Compares every projection with the log.
  mutating func checkProjections() throws {
    for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
      #expect(!report.differed && report.faults.isEmpty, "\(report.name): \(report.faults)")
    }
  }

  /// Replays the log and compares what is told with what the writers were told.
  mutating func replay(_ view: String, from: UInt64 = 0) throws {
    var sets: [Told] = []
    try test.journal.replay(view: view, from: from) {
      sets.append(Told($0))
      return true
    }
    #expect(sets == (told[view] ?? []).filter { $0.from >= from }, "\(view) from \(from)")
  }
}
