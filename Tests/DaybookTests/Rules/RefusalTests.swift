import Daybook
import StoreSupport
import TestSupport
import Testing

/// What the rules of the model refuse, each by entity, property and object, and with nothing written.
@Suite struct RefusalTests {
  let test: TestJournal
  let hero: ObjectID
  let villain: ObjectID
  let team: ObjectID

  init() throws {
    test = try TestJournal(seed: 9, views: PlainView.all)
    hero = test.id()
    villain = test.id()
    team = test.id()
    try test.commit(
      .insert(team, entity: "team", values: ["title": .string("x")]),
      .insert(hero, entity: "hero", values: ["name": .string("ann"), "alias": .string("a")]),
      .insert(villain, entity: "villain", values: ["name": .string("bob"), "alias": .string("b")]))
  }

  /// Expects one broken rule, and an untouched log.
  private func expect(
    _ rule: ValidationError.Rule, _ property: String, of id: ObjectID, _ change: Change,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try test.head()
    let error = #expect(throws: ChangeError.self, sourceLocation: sourceLocation) {
      try test.commit(change, views: ["by age"])
    }
    guard case .invalid(let errors) = error else {
      Issue.record("another error: \(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(errors.map(\.rule) == [rule], sourceLocation: sourceLocation)
    #expect(errors.map(\.property) == [property], sourceLocation: sourceLocation)
    #expect(errors.map(\.object) == [id], sourceLocation: sourceLocation)
    #expect(try test.head() == before, sourceLocation: sourceLocation)
  }

  @Test func `a required value is missed, at the end of the commit`() throws {
    let id = test.id()
    try expect(.required, "name", of: id, .insert(id, entity: "hero", values: [:]))
    try expect(.required, "name", of: hero, .update(hero, values: ["name": .null]))
    // Given before the end is in time.
    try test.commit(
      .insert(id, entity: "hero", values: [:]), .update(id, values: ["name": .string("x")]))
    #expect(try test.values(id)?["name"] == .string("x"))
  }

  @Test func `bounds and lengths hold to the last unit`() throws {
    try expect(.minimum, "age", of: hero, .update(hero, values: ["age": .int(-1)]))
    try expect(.maximum, "age", of: hero, .update(hero, values: ["age": .int(901)]))
    try expect(.minimum, "power", of: hero, .update(hero, values: ["power": .double(-1.5)]))
    try expect(.minimumLength, "name", of: hero, .update(hero, values: ["name": .string("")]))
    let long = String(repeating: "é", count: 41)
    try expect(.maximumLength, "name", of: hero, .update(hero, values: ["name": .string(long)]))
    let marks = Value.list((0..<5).map { .string("\($0)") })
    try expect(.maximumLength, "marks", of: hero, .update(hero, values: ["marks": marks]))
    try test.commit(
      .update(
        hero,
        values: [
          "age": .int(900), "power": .double(-1), "name": .string(String(long.dropLast())),
        ]))
    try test.commit(.update(hero, values: ["age": .int(0)]))
  }

  @Test func `types, unknown and derived properties`() throws {
    try expect(.type, "age", of: hero, .update(hero, values: ["age": .double(4)]))
    try expect(.type, "name", of: hero, .update(hero, values: ["name": .int(4)]))
    try expect(.type, "team", of: hero, .update(hero, values: ["team": .list([.uuid(team)])]))
    try expect(.type, "skills", of: hero, .update(hero, values: ["skills": .uuid(team)]))
    try expect(.type, "members", of: team, .update(team, values: ["members": .uuid(hero)]))
    try expect(
      .repeated, "members", of: team,
      .update(team, values: ["members": .list([.uuid(hero), .uuid(hero)])]))
    try expect(
      .repeated, "skills", of: hero,
      .update(hero, values: ["skills": .list([.uuid(team), .uuid(team)])]))
    try expect(.property, "nmae", of: hero, .update(hero, values: ["nmae": .string("x")]))
    try expect(.property, "plan", of: hero, .update(hero, values: ["plan": .string("x")]))
    try expect(.derived, "letter", of: hero, .update(hero, values: ["letter": .string("A")]))
    let id = test.id()
    try expect(
      .type, "age", of: id,
      .insert(id, entity: "hero", values: ["name": .string("x"), "age": .bool(true)]))
  }

  @Test func `no two objects of a family share a unique value`() throws {
    let before = try test.head()
    #expect(
      throws: ChangeError.notUnique(entity: "hero", properties: ["alias"], hero, villain)
    ) { try test.commit(.update(villain, values: ["alias": .string("a")])) }
    let id = test.id()
    #expect(throws: ChangeError.notUnique(entity: "hero", properties: ["alias"], hero, id)) {
      try test.commit(
        .insert(id, entity: "hero", values: ["name": .string("x"), "alias": .string("a")]))
    }
    #expect(try test.head() == before)
    // Canonically equivalent is not the same.
    try test.commit(.update(hero, values: ["alias": .string("\u{E9}")]))
    try test.commit(.update(villain, values: ["alias": .string("e\u{301}")]))
  }

  @Test func `unique values may be exchanged within a commit, and given on`() throws {
    try test.commit(
      .update(hero, values: ["alias": .string("b")]),
      .update(villain, values: ["alias": .string("a")]))
    #expect(try test.values(hero)?["alias"] == .string("b"))
    try test.commit(.delete(hero), .update(villain, values: ["alias": .string("b")]))
    let id = test.id()
    try test.commit(
      .insert(id, entity: "hero", values: ["name": .string("x"), "alias": .string("a")]))
    let before = try test.head()
    #expect(throws: ChangeError.self) {
      try test.commit(.update(id, values: ["alias": .string("b")]))
    }
    #expect(try test.head() == before)
  }

  @Test func `values that are unique together are compared where all are there`() throws {
    let league = test.id()
    let other = test.id()
    let second = test.id()
    try test.commit(
      .insert(league, entity: "league", values: ["name": .string("l")]),
      .insert(other, entity: "league", values: ["name": .string("m")]),
      .insert(second, entity: "team", values: ["title": .string("x")]))
    try test.commit(.update(team, values: ["league": .uuid(league)]))
    #expect(
      throws: ChangeError.notUnique(
        entity: "team", properties: ["title", "league"], team, second)
    ) { try test.commit(.update(second, values: ["league": .uuid(league)])) }
    try test.commit(.update(second, values: ["league": .uuid(other)]))
    #expect(throws: ChangeError.self) {
      try test.commit(.update(other, values: ["teams": .list([.uuid(team), .uuid(second)])]))
    }
  }

  @Test func `what is there, what is not, and what never can be`() throws {
    let id = test.id()
    let before = try test.head()
    #expect(throws: ChangeError.objectExists(hero, entity: "hero")) {
      try test.commit(.insert(hero, entity: "hero", values: ["name": .string("x")]))
    }
    #expect(throws: ChangeError.missingObject(id, what: "update")) {
      try test.commit(.update(id, values: [:]))
    }
    #expect(throws: ChangeError.missingObject(id, what: "delete")) { try test.commit(.delete(id)) }
    #expect(throws: ChangeError.unknownEntity("heros", near: "hero")) {
      try test.commit(.insert(id, entity: "heros", values: [:]))
    }
    let content = ContentReference(digest: Array(repeating: 7, count: 32), size: 3)
    #expect(throws: ChangeError.missingContent(entity: "medium", property: "content", id, content))
    {
      try test.commit(.insert(id, entity: "medium", values: ["content": .content(content)]))
    }
    #expect(throws: (any Error).self) {
      try test.commit(.update(hero, values: ["power": .double(.nan)]))
    }
    #expect(throws: (any Error).self) {
      try test.commit(.update(hero, values: ["power": .double(.infinity)]))
    }
    #expect(try test.head() == before)
  }

  @Test func `a refused change takes the whole commit with it`() throws {
    let before = try test.head()
    let records = try test.records()
    #expect(throws: ChangeError.self) {
      try test.commit(
        .insert(test.id(), entity: "hero", values: ["name": .string("x")]), .delete(villain),
        .update(hero, values: ["age": .int(-1)]))
    }
    #expect(try test.head() == before)
    #expect(try test.records() == records)
    for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
      #expect(!report.differed, "\(report)")
    }
  }

  @Test func `what is unchanged to the byte writes nothing`() throws {
    try test.commit(.update(hero, values: ["power": .double(0), "biography": .string("\u{E9}")]))
    let before = try test.head()
    let same = try test.commit(
      .update(
        hero,
        values: [
          "power": .double(0), "biography": .string("\u{E9}"), "age": .null, "marks": .list([]),
        ]),
      .update(villain, values: [:]))
    #expect(same.isEmpty && same.ids.isEmpty)
    #expect(try test.commit().isEmpty)
    #expect(try test.head() == before)
    let other = try test.commit(
      .update(hero, values: ["power": .double(-0.0), "biography": .string("e\u{301}")]))
    #expect(other.to == other.from + 1)
    guard case .double(let power) = try test.values(hero)?["power"] else {
      Issue.record("no power")
      return
    }
    #expect(power.sign == .minus)
  }
}
