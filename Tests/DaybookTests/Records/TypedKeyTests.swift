import Daybook
import StoreSupport
import Testing

/// Key paths of structs as keys of predicates.
@Suite struct TypedKeyTests {
  typealias Hero = TypedRecordTests.Hero
  typealias Team = TypedRecordTests.Team

  private func journal() throws -> TestJournal {
    let test = try TestJournal(seed: 5)
    _ = try test.journal.applyModel(ModelFile(parsing: TypedRecordTests.model), test.request())
    let team = test.id()
    var changes: [Change] = [.insert(team, entity: "team", values: ["title": .string("Air")])]
    for (index, name) in ["Ada", "Grace", "Alan", "Zora"].enumerated() {
      var values: PropertyValues = [
        "name": .string(name), "power": .double(Double(index)),
        "marks": .list([.string("m\(index)")]), "active": .bool(true), "small": .int(0),
      ]
      if index > 0 { values["team"] = .uuid(team) }
      changes.append(.insert(test.id(), entity: "hero", values: values))
    }
    _ = try test.journal.commit(changes, test.request())
    return test
  }

  private func names(
    _ test: TestJournal, _ predicate: TypedPredicate<Hero>, _ sort: [TypedSort<Hero>] = []
  ) throws -> [Value?] {
    try test.journal.read { snapshot in
      let request = try snapshot.request(Hero.self, where: predicate, sortedBy: sort)
      return try snapshot.fetch(request).sections.flatMap(\.rows).map {
        try snapshot.record($0)?.values["name"]
      }
    }
  }

  @Test func `key paths make keys, by the names that are coded`() throws {
    let test = try journal()
    let power = try Hero.key(\.power)
    let isActive = try Hero.key(\.isActive)
    #expect(
      try names(test, power >= 1 && isActive == true, [power.descending])
        == [.string("Zora"), .string("Alan"), .string("Grace")])
    let title = try Hero.key(\.team)[Team.key(\.title)]
    #expect(try names(test, title == "Air" && power < 2) == [.string("Grace")])
    let marks = try Hero.key(\.marks)
    #expect(try names(test, any(marks).in(["m0", "m9"])) == [.string("Ada")])
    #expect(try names(test, Hero.key(\.team) == nil) == [.string("Ada")])
    let full = try Team.key(\.members).filtered(by: power > 1).count() == 2
    let teams = try test.journal.read { try $0.fetch($0.request(Team.self, where: full)) }
    #expect(teams.rowCount == 1)
  }

  @Test func `what the model has otherwise is refused`() throws {
    let test = try journal()
    #expect(throws: PredicateError.self) {
      try names(test, Key<Hero, String>("power") == "3")
    }
  }
}
