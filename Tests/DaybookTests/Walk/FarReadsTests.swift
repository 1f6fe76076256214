import Daybook
import StoreSupport
import TestSupport
import Testing

/// Views that read far from their own objects: over two hops, many-to-many, to themselves, through
/// derived attributes, subqueries and aggregates.
///
/// A row enters because something else has changed.
@Suite struct FarReadsTests {
  private static let views: [(name: String, definition: ViewDefinition)] = [
    (
      "skilled",
      ViewDefinition(
        entity: "hero", predicate: "ANY skills.name BEGINSWITH 'a' OR skills.@count > 1",
        section: "team.leagueName", sort: "skills.@count desc, name")
    ),
    (
      "comrades",
      ViewDefinition(
        entity: "hero", predicate: "ANY team.members.skills.name CONTAINS 'b'",
        sort: "team.#size desc, teamTitle")
    ),
    (
      "pupils",
      ViewDefinition(
        entity: "hero", predicate: "SUBQUERY(students, $s, $s.teamTitle != nil).@count > 0",
        section: "mentor.letter desc", sort: "students.@avg.power, students.@max.age desc")
    ),
    (
      "own",
      ViewDefinition(
        entity: "hero", predicate: "mentor.mentor.name != nil OR rival.team.title != nil",
        section: "rival.teamTitle", sort: "mentor.mentor.age, rival.mentor.name desc")
    ),
    (
      "tools",
      ViewDefinition(
        entity: "gadget", predicate: "owner.team.league.name != nil OR whole != nil",
        section: "owner.team.#size", sort: "owner.letter, whole.owner.name, parts.@count")
    ),
    (
      "crews",
      ViewDefinition(
        entity: "team",
        predicate:
          "SUBQUERY(members, $m, SUBQUERY($m.gadgets, $g, $g.parts.@count > 0).@count > 0 "
          + "OR ANY $m.skills.holders.age > 4).@count > 0",
        section: "league.teams.@count", sort: "members.@sum.age desc, leagueName")
    ),
    (
      "leagues",
      ViewDefinition(
        entity: "league", predicate: "ANY teams.members.name != 'ann'",
        sort: "teams.@max.rank, name")
    ),
    (
      "holders",
      ViewDefinition(
        entity: "skill", section: "holders.@count desc", sort: "holders.@min.name, name")
    ),
    (
      "places",
      ViewDefinition(
        entity: "base", predicate: "resident.team.leagueName != nil OR resident == nil",
        section: "resident.letter", sort: "resident.mentor.teamTitle desc, place")
    ),
  ]

  private struct State {
    var lists: [String: [ChangeSets.Section<ObjectID>]] = [:]
    var records: [ObjectID: Record] = [:]
  }

  @Test(arguments: JournalWalkTests.isLong ? Array(1...12) : [1, 2, 3] as [UInt64])
  func `what changes far away is told as if it were near`(seed: UInt64) throws {
    let test = try TestJournal(seed: seed)
    _ = try test.journal.applyModel(SampleModel.file(), test.request())
    for (name, definition) in Self.views {
      _ = try test.journal.defineView(name, definition, test.request())
    }
    let names = Self.views.map(\.name)
    var plain = PlainStore()
    var changes = RandomChanges(seed: seed ^ 0xFA4)
    var before = try state(of: test)
    var operations = 0
    for step in 1...(JournalWalkTests.isLong ? 2000 : 120) {
      let next = changes.next(plain)
      var after = plain
      do throws(PlainStore.Refusal) { _ = try after.commit(next) } catch { continue }
      plain = after
      let commit = try test.journal.commit(next, test.request(views: names))
      let state = try self.state(of: test)
      for name in names {
        let (old, new) = (before.lists[name] ?? [], state.lists[name] ?? [])
        let set = commit.changeSets.first { $0.view == name }?.changeSet
        let place: Comment = "seed \(seed), step \(step), \(name)"
        let told = try set.map { try $0.applying(to: old) } ?? old
        #expect(told.map(\.rows) == new.map(\.rows), place)
        operations += set?.rows.count ?? 0
        // Rows that stay and show something else are told as well.
        let stay = Set(old.flatMap(\.rows)).intersection(new.flatMap(\.rows))
        let mentioned = Set(set?.rows.map(\.id) ?? [])
        for id in stay where before.records[id]?.values != state.records[id]?.values {
          #expect(mentioned.contains(id), place)
        }
      }
      before = state
      if step % 60 == 0 {
        for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
          #expect(!report.differed, "\(report.name): \(report.faults)")
        }
      }
    }
    #expect(operations > 100)
  }

  /// The lists as they are kept, each compared with what a look at every object gives.
  private func state(of test: TestJournal) throws -> State {
    try test.journal.read { snapshot in
      var state = State()
      for (name, definition) in Self.views {
        let list = try snapshot.list(of: name)
        state.lists[name] = list
        var request = FetchRequest(entity: definition.entity)
        request.predicate = definition.predicate
        request.section = definition.section
        request.sort = definition.sort
        let scanned = try snapshot.page(by: snapshot.plans(request)[0], request).answer
        #expect(scanned.sections.map(\.rows) == list.map(\.rows), "\(name)")
        #expect(scanned.sections.map(\.info.name) == list.map(\.name), "\(name)")
      }
      for id in Set(state.lists.values.flatMap { $0.flatMap(\.rows) }) {
        state.records[id] = try snapshot.record(id)
      }
      return state
    }
  }
}
