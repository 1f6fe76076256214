import Daybook
import Testing

@Suite struct EventLogAndViewSnippets {
  @Test func `the log is read, taken back, audited and followed`() throws {
    let sample = try Sample()
    let (journal, committer) = (sample.journal, sample.committer)
    let id = try sample.hero("Batman")
    for age in 31...34 {
      try journal.commit(by: committer) { try $0.update(id, as: Hero.self) { $0.age = age } }
    }

    try journal.read { snapshot in
      try snapshot.forEachEvent(in: 0..<snapshot.size) { event in
        print(event.sequence, event.header.kind.name, event.header.entity, event.header.object)
        for (name, value) in event.payload?.values ?? [:] { print("  ", name, value) }
        return true
      }
    }

    try journal.read { snapshot in
      for version in try snapshot.versions(of: id) {
        print(version.event.sequence, version.event.header.actor ?? "nobody")
      }
      let first = try snapshot.record(id, atSize: 4)
      print(first?["name"] ?? .null)
    }

    let undone = try journal.undo(1, committer.request())
    _ = try journal.redo(committer.request())
    #expect(!undone.isEmpty)

    let report = try journal.audit()
    print(report.events, report.faults)
    #expect(report.faults.isEmpty)

    let follower = try Follower(journal, view: "by-day")
    try follower.poll { change in
      switch change {
      case .changes(let set): print(set.from, set.to, set.changeSet.rows.count)
      case .reset(_, let size, _, _): print("read anew at", size)
      }
    }
    #expect(try follower.shownSize == journal.read { try $0.size })
  }

  @Test func `a view is defined, read, named by a controller, dropped and rebuilt`() throws {
    let sample = try Sample()
    let (journal, committer) = (sample.journal, sample.committer)
    for number in 1...150 { try sample.hero("Hero \(number)") }

    let definition = ViewDefinition(
      entity: "hero", predicate: "age >= 18", section: "initial", sort: "name localized, age desc")
    _ = try journal.defineView("grown-ups", definition, committer.request())

    try journal.read { snapshot in
      let view = try snapshot.view("grown-ups")
      print(try snapshot.rowCount(of: view), try snapshot.sectionCount(of: view))
      let page = try snapshot.page(of: view, offset: 100, limit: 20)
      for (section, ids) in page.sections { print(section.name, ids.count) }
    }

    var request = FetchRequest(entity: "hero")
    request.predicate = "age >= 18"
    request.section = "initial"
    request.sort = "name localized, age desc"
    let grownUps = ResultsController<Hero>(journal, request, named: "grown-ups", by: committer)
    try grownUps.performFetch()
    assert(grownUps.isMaterialized)
    #expect(try grownUps.numberOfObjects == 150)

    _ = try journal.defineView("grown-ups", nil, committer.request())
    _ = try journal.rebuild([], committer.request())
    #expect(try journal.read { $0.viewNames } == ["by-day"])
  }
}
