import Daybook
import Testing

@Suite struct PredicatesSnippets {
  @Test func `predicates are built and parsed alike`() throws {
    let model = try ObjectModel.builtIn.merging(
      ModelFile(
        parsing: """
          {"entities": {
            "hero": {
              "attributes": {"name": {"type": "string"}, "power": {"type": "double"}},
              "relationships": {"team": {"to": "team", "inverse": "members"}}},
            "team": {
              "attributes": {"title": {"type": "string"}},
              "relationships": {"members": {"to": "hero", "many": true, "inverse": "team"}}}}}
          """), replacing: false
    ).model

    enum Hero {
      static let name = Key<Hero, String>("name")
      static let power = Key<Hero, Double>("power")
      static let team = Key<Hero, ToOne<Team>>("team")
    }
    enum Team {
      static let title = Key<Team, String>("title")
      static let members = Key<Team, ToMany<Hero>>("members")
    }

    let strong =
      Hero.power.between(7...9) && Hero.team[Team.title].contains("air", .caseInsensitive)
    let famous = any(Team.members[Hero.name]).in(["Ada", "Grace"]) || Team.members.count() >= 5
    let crowded = Team.members.filtered(by: Hero.power > 9).count() > 1

    let predicate = try Predicate(strong, entity: "hero", model: model)
    let same = try Predicate(
      "power BETWEEN {7, 9} AND team.title CONTAINS[c] %@", "air", entity: "hero", model: model)
    #expect(predicate == same)
    for question in [famous, crowded] {
      _ = try Predicate(question, entity: "team", model: model)
    }
  }
}
