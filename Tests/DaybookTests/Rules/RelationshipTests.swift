import Daybook
import StoreSupport
import TestSupport
import Testing

/// What a change of one object means for others.
@Suite struct RelationshipTests {
  let test: TestJournal

  init() throws { test = try TestJournal(seed: 7, views: []) }

  private func insert(_ entity: String, _ values: PropertyValues) throws -> ObjectID {
    let id = test.id()
    try test.commit(.insert(id, entity: entity, values: values))
    return id
  }

  private func hero(_ name: String, _ values: PropertyValues = [:]) throws -> ObjectID {
    var values = values
    values["name"] = .string(name)
    return try insert("hero", values)
  }

  /// The events of a commit: kind, object and values.
  private func events(_ commit: Commit) throws -> [PlainStore.PlainEvent] {
    var events: [PlainStore.PlainEvent] = []
    try test.journal.read { snapshot in
      try snapshot.forEachEvent(in: commit.from..<commit.to) {
        events.append(
          .init(
            kind: $0.header.kind, entity: $0.header.entity, object: $0.header.object,
            values: $0.payload?.values.dictionary ?? [:]))
        return true
      }
    }
    return events
  }

  @Test func `a to-many is written on its members, and shows them in the order of joining`() throws
  {
    let first = try hero("ann")
    let second = try hero("bob")
    let team = test.id()
    let commit = try test.commit(
      .insert(
        team, entity: "team",
        values: ["title": .string("x"), "members": .list([.uuid(second), .uuid(first)])]))
    #expect(
      try events(commit) == [
        .init(kind: .inserted, entity: "team", object: team, values: ["title": .string("x")]),
        .init(kind: .updated, entity: "hero", object: second, values: ["team": .uuid(team)]),
        .init(kind: .updated, entity: "hero", object: first, values: ["team": .uuid(team)]),
      ])
    #expect(try test.values(team)?["members"] == .list([.uuid(second), .uuid(first)]))
    // Leaving and coming back is joining last.
    try test.commit(.update(second, values: ["team": .null]))
    try test.commit(.update(second, values: ["team": .uuid(team)]))
    #expect(try test.values(team)?["members"] == .list([.uuid(first), .uuid(second)]))
    // The members in another order are the same members.
    let same = try test.commit(
      .update(team, values: ["members": .list([.uuid(second), .uuid(first)])]))
    #expect(same.isEmpty)
  }

  @Test func `a one-to-one written on the side that shows it moves its reference`() throws {
    let first = try hero("ann")
    let second = try hero("bob")
    let base = try insert("base", ["place": .string("cave")])
    let other = try insert("base", ["place": .string("tower")])
    try test.commit(.update(first, values: ["base": .uuid(base)]))
    #expect(try test.values(base)?["resident"] == .uuid(first))
    try test.commit(.update(first, values: ["base": .uuid(other)]))
    #expect(try test.values(base)?["resident"] == nil)
    #expect(try test.values(other)?["resident"] == .uuid(first))
    try test.commit(.update(second, values: ["base": .uuid(other)]))
    #expect(try test.values(first)?["base"] == nil)
    #expect(try test.values(other)?["resident"] == .uuid(second))
    try test.commit(.update(second, values: ["base": .null]))
    #expect(try test.values(other)?["resident"] == nil)
  }

  @Test func `a one-to-one written on the side that keeps it stays one to one`() throws {
    let resident = try hero("ann")
    let base = try insert("base", ["place": .string("cave"), "resident": .uuid(resident)])
    let other = try insert("base", ["place": .string("tower")])
    let commit = try test.commit(.update(other, values: ["resident": .uuid(resident)]))
    #expect(try test.values(resident)?["base"] == .uuid(other))
    #expect(try test.values(base)?["resident"] == nil, "two bases have one resident")
    #expect(Set(commit.ids) == [base, other])
    let third = try insert("base", ["place": .string("hut"), "resident": .uuid(resident)])
    #expect(try test.values(resident)?["base"] == .uuid(third))
    #expect(try test.values(other)?["resident"] == nil, "two bases have one resident")
  }

  @Test func `a many-to-many is one ordered array on the smaller side`() throws {
    let first = try insert("skill", ["name": .string("cooking")])
    let second = try insert("skill", ["name": .string("archery")])
    let ann = try hero("ann", ["skills": .list([.uuid(second), .uuid(first)])])
    #expect(try test.values(ann)?["skills"] == .list([.uuid(second), .uuid(first)]))
    #expect(try test.values(first)?["holders"] == .list([.uuid(ann)]))
    let bob = try hero("bob")
    let commit = try test.commit(
      .update(first, values: ["holders": .list([.uuid(bob), .uuid(ann)])]))
    #expect(
      try events(commit) == [
        .init(
          kind: .updated, entity: "hero", object: bob, values: ["skills": .list([.uuid(first)])])
      ])
    // Another order of the array is another value.
    let reordered = try test.commit(
      .update(ann, values: ["skills": .list([.uuid(first), .uuid(second)])]))
    #expect(reordered.ids == [ann])
    let left = try test.commit(.update(first, values: ["holders": .list([.uuid(bob)])]))
    #expect(
      try events(left) == [
        .init(
          kind: .updated, entity: "hero", object: ann, values: ["skills": .list([.uuid(second)])])
      ])
    let cleared = try test.commit(.update(ann, values: ["skills": .list([])]))
    #expect(
      try events(cleared) == [
        .init(kind: .updated, entity: "hero", object: ann, values: ["skills": .null])
      ])
  }

  @Test func `what refers to an object is cleared before it goes`() throws {
    let team = try insert("team", ["title": .string("x")])
    let skill = try insert("skill", ["name": .string("cooking")])
    let other = try insert("skill", ["name": .string("archery")])
    let ann = try hero(
      "ann", ["team": .uuid(team), "skills": .list([.uuid(skill), .uuid(other)])])
    let bob = try hero("bob", ["team": .uuid(team), "rival": .uuid(ann), "mentor": .uuid(ann)])
    #expect(
      try events(test.commit(.delete(team))) == [
        .init(kind: .updated, entity: "hero", object: ann, values: ["team": .null]),
        .init(kind: .updated, entity: "hero", object: bob, values: ["team": .null]),
        .init(kind: .deleted, entity: "team", object: team, values: [:]),
      ])
    #expect(
      try events(test.commit(.delete(skill))) == [
        .init(
          kind: .updated, entity: "hero", object: ann, values: ["skills": .list([.uuid(other)])]),
        .init(kind: .deleted, entity: "skill", object: skill, values: [:]),
      ])
    // A reference without an inverse is cleared as well.
    #expect(
      try events(test.commit(.delete(ann))) == [
        .init(kind: .updated, entity: "hero", object: bob, values: ["mentor": .null]),
        .init(kind: .updated, entity: "hero", object: bob, values: ["rival": .null]),
        .init(kind: .deleted, entity: "hero", object: ann, values: [:]),
      ])
  }

  @Test func `what goes with an object goes before it`() throws {
    let ann = try hero("ann")
    let whole = try insert("gadget", ["label": .string("car"), "owner": .uuid(ann)])
    let part = try insert(
      "gadget", ["label": .string("wheel"), "owner": .uuid(ann), "whole": .uuid(whole)])
    let bolt = try insert("gadget", ["label": .string("bolt"), "whole": .uuid(part)])
    let commit = try test.commit(.delete(ann))
    // The wheel goes with its owner and with the car: before both.
    #expect(try events(commit).map(\.object) == [bolt, part, whole, ann])
    #expect(try events(commit).allSatisfy { $0.kind == .deleted && $0.values.isEmpty })
    #expect(try test.journal.read { try $0.objectCount } == 0)
  }

  @Test func `a circle of parts goes whole`() throws {
    let first = test.id()
    let second = test.id()
    try test.commit(
      .insert(first, entity: "gadget", values: ["label": .string("a"), "whole": .uuid(second)]),
      .insert(second, entity: "gadget", values: ["label": .string("b"), "whole": .uuid(first)]))
    let commit = try test.commit(.delete(first))
    #expect(try events(commit).map(\.kind) == [.deleted, .deleted])
    #expect(try test.journal.read { try $0.objectCount } == 0)
  }

  @Test func `a chain longer than any stack goes whole`() throws {
    var changes: [Change] = []
    var last: ObjectID?
    for _ in 0..<3_000 {
      let id = test.id()
      var values: PropertyValues = ["label": .string("x")]
      if let last { values["whole"] = .uuid(last) }
      changes.append(.insert(id, entity: "gadget", values: values))
      last = id
    }
    let root = changes[0].id
    _ = try test.journal.commit(changes, test.request())
    let commit = try test.commit(.delete(root))
    #expect(commit.to - commit.from == 3_000)
    #expect(try events(commit).last?.object == root)
  }

  @Test func `who may not be left alone stands in the way, by name`() throws {
    let league = try insert("league", ["name": .string("ada")])
    let first = try insert("team", ["title": .string("x"), "league": .uuid(league)])
    let second = try insert("team", ["title": .string("y"), "league": .uuid(league)])
    let before = try test.head()
    #expect(
      throws: ChangeError.denied(
        league, entity: "league", relationship: "teams", by: [first, second])
    ) {
      try test.commit(.delete(league))
    }
    #expect(try test.head() == before)
    // Whoever goes in the same commit does not stand in the way.
    try test.commit(
      .delete(first), .update(second, values: ["league": .null]), .delete(league))
    #expect(try test.values(league) == nil)
  }

  @Test func `references in a commit may point forward`() throws {
    let ids = (0..<4).map { _ in test.id() }
    try test.commit(
      .insert(ids[0], entity: "hero", values: ["name": .string("ann"), "team": .uuid(ids[2])]),
      .insert(
        ids[2], entity: "team", values: ["title": .string("x"), "members": .list([.uuid(ids[3])])]),
      .insert(
        ids[1], entity: "skill", values: ["name": .string("s"), "holders": .list([.uuid(ids[3])])]),
      .insert(ids[3], entity: "villain", values: ["name": .string("bob")]))
    #expect(try test.values(ids[2])?["members"] == .list([.uuid(ids[0]), .uuid(ids[3])]))
    #expect(try test.values(ids[3])?["skills"] == .list([.uuid(ids[1])]))
    #expect(try test.values(ids[0])?["teamTitle"] == .string("x"))
  }

  @Test func `a reference to nothing, or to another kind, is refused`() throws {
    let ann = try hero("ann")
    let skill = try insert("skill", ["name": .string("s")])
    let nobody = test.id()
    let before = try test.head()
    #expect(
      throws: ChangeError.danglingReference(
        from: ann, entity: "hero", relationship: "team", to: nobody, found: nil)
    ) { try test.commit(.update(ann, values: ["team": .uuid(nobody)])) }
    #expect(
      throws: ChangeError.danglingReference(
        from: ann, entity: "hero", relationship: "team", to: skill, found: "skill")
    ) { try test.commit(.update(ann, values: ["team": .uuid(skill)])) }
    #expect(
      throws: ChangeError.danglingReference(
        from: skill, entity: "skill", relationship: "holders", to: nobody, found: nil)
    ) { try test.commit(.update(skill, values: ["holders": .list([.uuid(nobody)])])) }
    #expect(
      throws: ChangeError.danglingReference(
        from: ann, entity: "hero", relationship: "gadgets", to: skill, found: "skill")
    ) { try test.commit(.update(ann, values: ["gadgets": .list([.uuid(skill)])])) }
    // Deleted in the same commit is not there.
    let team = test.id()
    #expect(throws: ChangeError.self) {
      try test.commit(
        .insert(team, entity: "team", values: ["title": .string("x")]), .delete(team),
        .update(ann, values: ["team": .uuid(team)]))
    }
    #expect(try test.head() == before)
  }

  @Test func `an object that goes in the commit it came in leaves no reference`() throws {
    let ann = try hero("ann")
    let team = test.id()
    let commit = try test.commit(
      .update(ann, values: ["team": .uuid(team)]),
      .insert(team, entity: "team", values: ["title": .string("x")]),
      .delete(team))
    #expect(try events(commit).map(\.kind) == [.updated, .inserted, .updated, .deleted])
    #expect(try test.values(ann)?["team"] == nil)
  }
}
