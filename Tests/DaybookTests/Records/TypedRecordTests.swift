import Daybook
import Foundation
import StoreSupport
import Testing

/// Structs as records, and their key paths as properties.
@Suite struct TypedRecordTests {
  enum Mood: String, Codable, CaseIterable { case good, bad }
  /// Has no list of its cases.
  enum Odd: Int, Codable { case one = 1, two }

  struct Team: TypedRecord, Equatable {
    static let entity = "team"
    var id = ObjectID.zero
    var title: String
    var members: [Reference<Hero>] = []
  }

  struct Hero: TypedRecord, Equatable {
    static let entity = "hero"
    var id = ObjectID.zero
    var name: String
    var age: Int?
    var power: Double?
    var small: UInt8 = 0
    var isActive = true
    var born: Moment?
    var seen: Date?
    var token: UUID?
    var key: ObjectID?
    var photo: [UInt8]?
    var blob: Data?
    var marks: [String] = []
    var mood: Mood?
    var team: Reference<Team>?
    var letter: String?

    enum CodingKeys: String, CodingKey {
      case id, name, age, power, small, born, seen, token, key, photo, blob, marks, mood, team
      case letter
      case isActive = "active"
    }
  }

  static let model = """
    {"entities": {
      "hero": {
        "attributes": {
          "name": {"type": "string", "required": true, "minLength": 1}, "age": {"type": "int"},
          "power": {"type": "double"}, "small": {"type": "int"}, "active": {"type": "bool"},
          "born": {"type": "date"}, "seen": {"type": "date"}, "token": {"type": "uuid"},
          "key": {"type": "uuid"}, "photo": {"type": "data"}, "blob": {"type": "data"},
          "marks": {"type": "stringList"}, "mood": {"type": "string"}},
        "derived": {"letter": "firstLetter(name)"},
        "relationships": {"team": {"to": "team", "inverse": "members"}}},
      "team": {
        "attributes": {"title": {"type": "string", "required": true}},
        "relationships": {"members": {"to": "hero", "many": true, "inverse": "team"}}}}}
    """

  private func journal(_ seed: UInt64) throws -> TestJournal {
    let test = try TestJournal(seed: seed)
    _ = try test.journal.applyModel(ModelFile(parsing: Self.model), test.request())
    return test
  }

  @Test func `a struct of every kind of value comes back as it was`() throws {
    let test = try journal(1)
    var hero = Hero(name: "Batman")
    hero.age = 30
    hero.power = 7
    hero.small = 255
    hero.isActive = false
    hero.born = Moment(microseconds: 1_234_567, offsetSeconds: 3_600, zone: "Europe/Berlin")
    hero.seen = Date(timeIntervalSince1970: 1_796_000_000.25)
    hero.token = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    hero.key = ObjectID(high: 3, low: 4)
    hero.photo = [0, 127, 255]
    hero.blob = Data([9, 8])
    hero.marks = ["a", "b"]
    hero.mood = .bad
    var id = ObjectID.zero
    try test.journal.commit(by: test.committer) { context in
      let team = try context.insert(Team(title: "League"))
      hero.team = Reference(team.id)
      id = try context.insert(hero).id
    }
    hero.id = id
    hero.letter = "B"
    let stored = try #require(try test.journal.object(id, as: Hero.self))
    #expect(stored == hero)
    let record = try #require(try test.journal.record(id))
    #expect(record["power"] == .double(7) && record["blob"] == .data([9, 8]))
    #expect(record["seen"] == .date(Moment(microseconds: 1_796_000_000_250_000)))
    let team = try #require(try stored.team?.load(from: test.journal))
    #expect(team.members == [Reference(stored)] && team.title == "League")

    // What is nil is cleared, and an empty list is no value.
    try test.journal.commit(by: test.committer) { context in
      try context.update(id, as: Hero.self) { hero in
        hero = Hero(id: hero.id, name: hero.name)
      }
    }
    #expect(try test.journal.object(id, as: Hero.self) == Hero(id: id, name: "Batman", letter: "B"))
    #expect(
      try test.journal.record(id)?.values.map(\.name).sorted()
        == ["active", "letter", "name", "small"])
  }

  @Test func `key paths know the names of their properties`() throws {
    #expect(try Hero.propertyName(of: \.name) == "name")
    #expect(try Hero.propertyName(of: \.isActive) == "active")
    #expect(try Hero.propertyName(of: \.age) == "age")
    #expect(try Hero.propertyName(of: \.power) == "power")
    #expect(try Hero.propertyName(of: \.small) == "small")
    #expect(try Hero.propertyName(of: \.born) == "born")
    #expect(try Hero.propertyName(of: \.seen) == "seen")
    #expect(try Hero.propertyName(of: \.token) == "token")
    #expect(try Hero.propertyName(of: \.key) == "key")
    #expect(try Hero.propertyName(of: \.photo) == "photo")
    #expect(try Hero.propertyName(of: \.blob) == "blob")
    #expect(try Hero.propertyName(of: \.marks) == "marks")
    #expect(try Hero.propertyName(of: \.mood) == "mood")
    #expect(try Hero.propertyName(of: \.team) == "team")
    #expect(try Hero.propertyName(of: \.letter) == "letter")
    #expect(try Hero.propertyName(of: \.id) == "id")
  }

  @Test func `key paths make predicates, orders and sections`() throws {
    let test = try journal(6)
    try test.journal.commit(by: test.committer) { context in
      let team = try context.insert(Team(title: "League"))
      for (name, age) in [("Ann", 30), ("Abe", 40), ("Bob", 20)] {
        var hero = Hero(name: name, age: age)
        hero.mood = age > 25 ? .good : .bad
        hero.team = age > 35 ? Reference(team.id) : nil
        try context.insert(hero)
      }
    }
    let keys = Hero.keys
    func names(_ predicate: TypedPredicate<Hero>) throws -> [String] {
      try test.journal.fetch(
        test.journal.request(
          for: Hero.self, where: predicate, sortedBy: [keys.age.descending, keys.name.ascending]),
        as: Hero.self
      ).map(\.name)
    }
    #expect(try names(keys.age > 25 && keys.name.hasPrefix("A")) == ["Abe", "Ann"])
    #expect(try names(keys.mood == Mood.bad.rawValue) == ["Bob"])
    #expect(try names(keys.team[Team.keys.title] == "League") == ["Abe"])
    #expect(try names(keys.team == nil) == ["Ann", "Bob"])
    #expect(try names(Hero.key(\.seen, as: Moment.self) == nil && keys.isActive == true).count == 3)
    let full = try test.journal.request(
      for: Team.self, where: any(Team.keys.members[keys.name]) == "Abe")
    #expect(try test.journal.fetch(full, as: Team.self).map(\.title) == ["League"])
    let sectioned = try test.journal.request(
      for: Hero.self, sortedBy: [keys.name.ascending],
      sectionedBy: keys.name.firstLetter.descending)
    let controller = ResultsController<Hero>(test.journal, sectioned)
    try controller.performFetch()
    #expect(try controller.sections.map(\.name) == ["B", "A"])
    #expect(throws: Daybook.PredicateError.self) {
      try test.journal.request(for: Hero.self, where: Hero.key(\.name, as: Int.self) == 1)
    }
  }

  @Test func `what cannot be found out is said, and can be declared`() throws {
    struct Strange: TypedRecord {
      static let entity = "strange"
      var id = ObjectID.zero
      var odd: Odd
      var computed: Int { 1 }
    }
    #expect(throws: TypedRecordError.self) { try Strange.propertyName(of: \.odd) }
    struct Declared: TypedRecord {
      static let entity = "strange"
      var id = ObjectID.zero
      var odd: Odd
      static func propertyName(for path: PartialKeyPath<Self>) -> String? {
        path == \Self.odd ? "odd" : nil
      }
    }
    #expect(try Declared.propertyName(of: \.odd) == "odd")
    struct Computed: TypedRecord {
      static let entity = "computed"
      var id = ObjectID.zero
      var one: Int
      var constant: Int { 1 }
    }
    #expect(throws: TypedRecordError.noProperty(type: "Computed", value: "Int")) {
      try Computed.propertyName(of: \.constant)
    }
  }

  @Test func `values that a struct does not take are told with their property`() throws {
    let test = try journal(2)
    let id = test.id()
    try test.commit(
      .insert(id, entity: "hero", values: ["name": .string("x"), "small": .int(300)]))
    #expect {
      try test.journal.object(id, as: Hero.self)
    } throws: { error in
      guard case DecodingError.typeMismatch(_, let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["small"]
    }
    struct Nested: TypedRecord {
      struct Part: Codable { var x = 1 }
      static let entity = "hero"
      var id = ObjectID.zero
      var name = Part()
    }
    #expect(throws: EncodingError.self) { try Nested().propertyValues() }
  }

  @Test func `aggregates and distinct values are had by group`() throws {
    let test = try journal(3)
    try test.journal.commit(by: test.committer) { context in
      for (name, age) in [("Ann", 30), ("Abe", 40), ("Bob", 20)] {
        try context.insert(Hero(name: name, age: age))
      }
      try context.insert(Hero(name: "Bea"))
    }
    try test.journal.read { snapshot in
      let all = FetchRequest(entity: "hero")
      let total = try snapshot.aggregate(
        [.count, .sum("age"), .average("age"), .min("age"), .max("name")], all)
      #expect(
        total == [
          AggregateGroup(
            key: [],
            values: [.int(4), .int(90), .double(22.5), .int(20), .string("Bob")])
        ])
      let letters = try snapshot.aggregate(
        [.count, .max("age")], all, groupedBy: ["letter"])
      #expect(
        letters == [
          AggregateGroup(key: [.string("A")], values: [.int(2), .int(40)]),
          AggregateGroup(key: [.string("B")], values: [.int(2), .int(20)]),
        ])
      var none = all
      none.predicate = "FALSEPREDICATE"
      #expect(
        try snapshot.aggregate([.count, .sum("age"), .min("age")], none)
          == [AggregateGroup(key: [], values: [.int(0), .int(0), .null])])
      #expect(try snapshot.aggregate([.count], none, groupedBy: ["letter"]).isEmpty)
      #expect(
        try snapshot.distinctValues(of: "letter", all) == [.string("A"), .string("B")])
    }
  }

  @Test func `many are changed or deleted by what they are`() throws {
    let test = try journal(4)
    try test.journal.commit(by: test.committer) { context in
      for age in 1...10 { try context.insert(Hero(name: "n\(age)", age: age)) }
    }
    var young = FetchRequest(entity: "hero")
    young.predicate = "age <= %@"
    young.arguments = [.value(.int(4))]
    let size = try test.head().size
    let commit = try test.journal.update(
      young, values: ["active": .bool(false)], by: test.committer)
    #expect(commit.from == size && commit.to == size + 4 && commit.ids.count == 4)
    #expect(try test.journal.fetch(young, as: Hero.self).allSatisfy { !$0.isActive })
    #expect(try test.journal.delete(young, by: test.committer).ids.count == 4)
    #expect(try test.journal.fetch(FetchRequest(entity: "hero"), as: Hero.self).count == 6)
    #expect(try test.journal.delete(young, by: test.committer).isEmpty)
    #expect(throws: ChangeError.self) {
      try test.journal.update(
        FetchRequest(entity: "hero"), values: ["name": .string("")], by: test.committer)
    }
  }

  @Test func `one object is observed, through its relationships too`() throws {
    let test = try journal(5)
    var ids: [ObjectID] = []
    try test.journal.commit(by: test.committer) { context in
      let team = try context.insert(Team(title: "League"))
      ids = [team.id, try context.insert(Hero(name: "Ann")).id]
    }
    let hero = try ObjectObserver(test.journal, ids[1], as: Hero.self)
    let team = try ObjectObserver(test.journal, ids[0], as: Team.self)
    #expect(try hero.element?.name == "Ann")
    let committer = test.committer
    try test.journal.commit(by: committer) { try $0.update(ids[1], as: Hero.self) { $0.age = 3 } }
    try test.journal.commit(by: committer) { try $0.insert(Hero(name: "Other")) }
    try test.journal.commit(by: committer) {
      try $0.update(ids[1], as: Hero.self) { $0.team = Reference(ids[0]) }
    }
    try test.journal.commit(by: committer) { try $0.delete(ids[1]) }
    var told: [String] = []
    while let change = try hero.nextChange() {
      switch change {
      case .updated(let hero): told.append("\(hero.age ?? 0) \(hero.team != nil)")
      case .deleted: told.append("deleted")
      }
    }
    #expect(told == ["3 false", "3 true", "deleted"])
    #expect(try hero.element == nil)
    var members: [Int] = []
    while case .updated(let team) = try team.nextChange() { members.append(team.members.count) }
    #expect(members == [1, 0])
    #expect(throws: ChangeError.self) {
      try ObjectObserver<Record>(test.journal, test.id())
    }
  }
}
