import Daybook
import StoreSupport
import TestSupport
import Testing

/// Changes of the model over objects that are there.
@Suite struct ModelChangeTests {
  let test: TestJournal
  let hero: ObjectID
  let villain: ObjectID
  let team: ObjectID

  init() throws {
    test = try TestJournal(seed: 13, views: PlainView.all)
    hero = test.id()
    villain = test.id()
    team = test.id()
    try test.commit(
      .insert(team, entity: "team", values: ["title": .string("x")]),
      .insert(
        hero, entity: "hero",
        values: ["name": .string("ann"), "age": .int(4), "team": .uuid(team)]),
      .insert(
        villain, entity: "villain",
        values: ["name": .string("bob"), "plan": .string("p"), "age": .int(4)]))
  }

  @discardableResult
  private func apply(_ json: String, replacing: Bool = false) throws -> Commit {
    try test.journal.applyModel(
      ModelFile(parsing: json), replacing: replacing, test.request())
  }

  private func expectSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
      #expect(
        !report.differed, "\(report.name) \(report.faults.first.map { "\($0)" } ?? "")",
        sourceLocation: sourceLocation)
    }
  }

  /// Expects a refusal that names objects, and an untouched journal.
  private func expectRefusal(
    _ json: String, naming objects: Set<ObjectID>, replacing: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try test.head()
    let records = try test.records()
    let error = #expect(throws: JournalError.self, sourceLocation: sourceLocation) {
      try apply(json, replacing: replacing)
    }
    guard case .modelBreaksObjects(_, let found) = error else {
      Issue.record("another error: \(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(Set(found) == objects, sourceLocation: sourceLocation)
    #expect(try test.head() == before, sourceLocation: sourceLocation)
    #expect(try test.records() == records, sourceLocation: sourceLocation)
  }

  @Test func `merging adds and leaves alone what it does not name`() throws {
    let records = try test.records()
    let commit = try apply(
      #"{"entities":{"hero":{"attributes":{"height":{"type":"int","default":170}}},"city":{"attributes":{"name":{"type":"string"}}}}}"#
    )
    #expect(commit.to == commit.from + 1)
    #expect(try test.records() == records)
    let city = test.id()
    let third = test.id()
    try test.commit(
      .insert(city, entity: "city", values: ["name": .string("c")]),
      .insert(third, entity: "hero", values: ["name": .string("cid")]))
    #expect(try test.values(third)?["height"] == .int(170))
    #expect(try test.journal.read { $0.model.entity("hero")?.attributes["age"] } != nil)
    // The same again is no change.
    #expect(
      try apply(#"{"entities":{"city":{"attributes":{"name":{"type":"string"}}}}}"#).isEmpty)
    try expectSound()
  }

  @Test func `what stored data would break is refused with the ids`() throws {
    try expectRefusal(
      #"{"entities":{"hero":{"attributes":{"age":{"type":"string"}}}}}"#,
      naming: [hero, villain])
    try expectRefusal(
      #"{"entities":{"hero":{"attributes":{"age":{"type":"int","max":3}}}}}"#,
      naming: [hero, villain])
    try expectRefusal(
      #"{"entities":{"hero":{"attributes":{"born":{"type":"date","required":true}}}}}"#,
      naming: [hero, villain])
    try expectRefusal(
      #"{"entities":{"villain":{"attributes":{"motive":{"type":"string","required":true}}}}}"#,
      naming: [villain])
    try expectRefusal(
      #"{"entities":{"hero":{"unique":[["age"]]}}}"#, naming: [hero, villain])
    try expectSound()
  }

  @Test func `a model that takes away what objects have is refused`() throws {
    let whole = try test.journal.read { $0.model.jsonText }
    var file = try ModelFile(parsing: whole)
    file.entities["villain"]?.attributes["plan"] = nil
    try expectRefusal(file.jsonText, naming: [villain], replacing: true)
    file = try ModelFile(parsing: whole)
    file.entities["villain"] = nil
    let before = try test.head()
    #expect(throws: (any Error).self) { try apply(file.jsonText, replacing: true) }
    #expect(try test.head() == before)
    // A view stands in the way as well.
    file = try ModelFile(parsing: whole)
    file.entities["hero"]?.attributes["power"] = nil
    let error = #expect(throws: JournalError.self) { try apply(file.jsonText, replacing: true) }
    guard case .modelBreaksView(let name, _) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(["active", "by letter"].contains(name))
    #expect(try test.head() == before)
  }

  @Test func `replacing takes away what nothing needs`() throws {
    var file = try ModelFile(parsing: test.journal.read { $0.model.jsonText })
    file.entities["hero"]?.attributes["marks"] = nil
    try apply(file.jsonText, replacing: true)
    #expect(throws: ChangeError.self) {
      try test.commit(.update(hero, values: ["marks": .list([.string("x")])]))
    }
    #expect(try test.journal.read { $0.model.entity("entry") } != nil)
    try expectSound()
  }

  @Test func `renames carry the data over, and old events stay readable`() throws {
    let third = test.id()
    try test.commit(
      .insert(third, entity: "hero", values: ["name": .string("cid"), "team": .uuid(team)]))
    try apply(
      #"""
      {"entities":{
        "team":{"attributes":{"label":{"type":"string","required":true,"renamedFrom":"title"}},
                "derived":{"size":"members.@count","leagueName":"league.name"}},
        "hero":{"attributes":{"years":{"type":"int","renamedFrom":"age"}},
                "derived":{"letter":"firstLetter(name)","teamTitle":"team.label"}}}}
      """#.replacingViews(in: test))
    #expect(try test.values(hero)?["years"] == .int(4))
    #expect(try test.values(hero)?["teamTitle"] == .string("x"))
    #expect(try test.values(team)?["label"] == .string("x"))
    #expect(try test.values(team)?["members"] == .list([.uuid(hero), .uuid(third)]))
    let versions = try test.journal.read { try $0.versions(of: hero) }
    #expect(versions.first?.values?["years"] == .int(4))
    #expect(versions.first?.event.payload?.values["age"] == .int(4))
    try expectSound()
    try test.commit(.update(hero, values: ["years": .int(5)]))
    #expect(throws: ChangeError.self) { try test.commit(.update(hero, values: ["age": .int(5)])) }
    try expectSound()
    // The old name may be given to something new.
    try apply(#"{"entities":{"hero":{"attributes":{"age":{"type":"string"}}}}}"#)
    try test.commit(.update(hero, values: ["age": .string("old")]))
    #expect(try test.values(hero)?["age"] == .string("old"))
    #expect(try test.values(villain)?["age"] == nil)
    try expectSound()
  }

  @Test func `an entity and a relationship are renamed with all that refers to them`() throws {
    for view in PlainView.all where view.name != "by-day" {
      _ = try test.journal.defineView(view.name, nil, test.request())
    }
    try apply(
      #"""
      {"entities":{
        "squad":{"renamedFrom":"team"},
        "hero":{"derived":{"letter":"firstLetter(name)","teamTitle":"squad.title"},
                "relationships":{"squad":{"to":"squad","inverse":"members","renamedFrom":"team"}}}}}
      """#)
    #expect(try test.journal.read { try $0.record(team)?.entity } == "squad")
    #expect(try test.values(hero)?["squad"] == .uuid(team))
    #expect(try test.values(hero)?["teamTitle"] == .string("x"))
    #expect(try test.values(team)?["members"] == .list([.uuid(hero)]))
    try expectSound()
    try test.commit(.delete(team))
    #expect(try test.values(hero)?["squad"] == nil)
    try expectSound()
    _ = try test.journal.defineView(
      "v", ViewDefinition(entity: "hero", section: "squad.title", sort: "squad.title"),
      test.request())
    var rows = 0
    try test.journal.replay(view: "v") {
      rows = $0.rows
      return true
    }
    #expect(rows == 2)
  }

  @Test func `a relationship that gets an inverse shows it at once`() throws {
    try apply(
      #"{"entities":{"city":{"attributes":{"name":{"type":"string"}}},"hero":{"relationships":{"home":{"to":"city"}}}}}"#
    )
    let city = test.id()
    try test.commit(
      .insert(city, entity: "city", values: ["name": .string("c")]),
      .update(hero, values: ["home": .uuid(city)]))
    try apply(
      #"""
      {"entities":{
        "city":{"relationships":{"people":{"to":"hero","many":true,"inverse":"home"}}},
        "hero":{"relationships":{"home":{"to":"city","inverse":"people"}}}}}
      """#)
    #expect(try test.values(city)?["people"] == .list([.uuid(hero)]))
    try test.commit(.update(city, values: ["people": .list([.uuid(villain), .uuid(hero)])]))
    #expect(try test.values(villain)?["home"] == .uuid(city))
    try expectSound()
  }

  @Test func `a to-one becomes a to-many, and its reference a list of one`() throws {
    try apply(#"{"entities":{"hero":{"relationships":{"rival":{"to":"hero"}}}}}"#)
    try test.commit(.update(hero, values: ["rival": .uuid(villain)]))
    do {
      try apply(#"{"entities":{"hero":{"relationships":{"rival":{"to":"hero","many":true}}}}}"#)
      #expect(try test.values(hero)?["rival"] == .list([.uuid(villain)]))
    } catch let error as JournalError {
      // A refusal is as good, if it names the object.
      guard case .modelBreaksObjects(_, let objects) = error else { throw error }
      #expect(objects == [hero])
    }
    try expectSound()
  }

  @Test(arguments: ["now()", "random()", "year(now())", "age + random()"])
  func `what is derived reads neither clock nor chance`(expression: String) throws {
    let before = try test.head()
    let error = #expect(throws: ModelError.self) {
      try apply(#"{"entities":{"hero":{"derived":{"x":"\#(expression)"}}}}"#)
    }
    #expect(error?.entity == "hero" && error?.property == "x")
    #expect(try test.head() == before)
  }

  @Test func `a derived attribute that cannot be is refused before anything is written`() throws {
    let before = try test.head()
    #expect(throws: (any Error).self) {
      try apply(#"{"entities":{"hero":{"derived":{"x":"nothing.at.all"}}}}"#)
    }
    #expect(throws: (any Error).self) {
      try apply(#"{"entities":{"entry":{"attributes":{"x":{"type":"int"}}}}}"#)
    }
    #expect(try test.head() == before)
    try expectSound()
  }
}

extension String {
  /// The text itself, once the views that would not survive its renames are gone.
  fileprivate func replacingViews(in test: TestJournal) throws -> String {
    for view in PlainView.all where view.name != "by-day" {
      _ = try test.journal.defineView(view.name, nil, test.request())
    }
    return self
  }
}
