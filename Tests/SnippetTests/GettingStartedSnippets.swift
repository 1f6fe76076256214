import Daybook
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct GettingStartedSnippets {
  @Test(.timeLimit(.minutes(1))) func `a program is opened, written, fetched, shown and edited`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.file("journal")

    let committer = Committer(
      "anna", now: { Moment(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) },
      random: { .random(in: .min ... .max) })

    let journal = try Journal.open(at: path, by: committer)
    _ = try journal.applyModel(ModelFile(parsing: model), committer.request())

    try journal.commit(by: committer) { context in
      let league = try context.insert(Team(title: "League"))
      try context.insert(Hero(name: "Batman", age: 30, team: Reference(league.id)))
      try context.insert(Hero(name: "Robin", age: 14, team: Reference(league.id)))
    }

    var request = FetchRequest(entity: "hero")
    request.predicate = "age < %@ AND team.title BEGINSWITH[c] %@"
    request.arguments = [.value(.int(20)), .value(.string("lea"))]
    request.sort = "name"
    let young = try journal.fetch(request, as: Hero.self)
    #expect(young.map(\.name) == ["Robin"])

    let typed = try journal.request(
      for: Hero.self, where: Hero.keys.age < 20 && Hero.keys.team[Team.keys.title].hasPrefix("Lea"),
      sortedBy: [Hero.keys.name.ascending])
    #expect(typed.sort == "name asc")
    #expect(try journal.fetch(typed, as: Hero.self).map(\.id) == young.map(\.id))
    #expect(try journal.fetch(request, as: Record.self)[0]["name"] == .string("Robin"))

    let ages = try journal.read { snapshot in
      try snapshot.aggregate(
        [.count, .sum("age")], FetchRequest(entity: "hero"), groupedBy: ["team.title"])
    }
    for group in ages { print(group.key, group.values) }
    #expect(ages == [AggregateGroup(key: [.string("League")], values: [.int(2), .int(44)])])

    var list = FetchRequest(entity: "hero")
    list.section = "initial"
    list.sort = "name"
    let heroes = ResultsController<Hero>(journal, list)
    try heroes.performFetch()
    for section in try heroes.sections {
      print(section.name, section.numberOfObjects)
      for hero in try section.objects { print("  ", hero.name) }
    }

    try journal.commit(by: committer) { try $0.insert(Hero(name: "Superman")) }
    while let change = try heroes.nextChange() {
      switch change {
      case .changes(let set): print(set.changeSet.rows)
      case .reset: print("read everything anew")
      }
    }
    #expect(try heroes.numberOfObjects == 3)

    try journal.commit(by: committer) { try $0.insert(Hero(name: "Wonder Woman")) }
    for try await change in heroes.changes() {
      guard case .changes(let set) = change else { continue }
      print(set.batch.insertRows)
      if set.numberOfObjects == 4 { break }
    }
    #expect(try heroes.numberOfObjects == 4)

    let id = try heroes.identities(in: 0..<1)[0]
    let context = Context(journal, by: committer)
    if let batman = try context.object(id, as: Hero.self) {
      batman.age = 31
      print(batman.changedValues, try batman.related(\.team)?.title ?? "no team")
    }
    for error in try context.validate() { print(error.property, error.complaint) }
    try context.save()
    let hero = try #require(try journal.object(id, as: Hero.self))
    #expect(hero.age == 31)
    #expect(try hero.team?.load(from: journal)?.title == "League")
  }

  @Test @MainActor func `a delegate of the main actor is told`() throws {
    @MainActor final class Table: @MainActor ResultsControllerDelegate {
      func controller(
        _ controller: ResultsController<Hero>, didChange hero: Hero, at old: Daybook.IndexPath?,
        for type: ResultsChangeType, newIndexPath new: Daybook.IndexPath?
      ) {
        print(type, hero.name, old ?? "-", new ?? "-")
      }

      func controllerDidReset(_ controller: ResultsController<Hero>) {
        print("read everything anew")
      }
    }

    let sample = try Sample()
    let heroes = ResultsController<Hero>(sample.journal, FetchRequest(entity: "hero"))
    try heroes.performFetch()
    try sample.hero("Batman")
    let table = Table()
    heroes.delegate = table
    try heroes.processChanges()
    #expect(try heroes.numberOfObjects == 1)
  }
}
