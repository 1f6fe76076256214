import CBOR
import Daybook
import EventLog
import MerkleTree
import StoreSupport
import TestSupport
import Testing

/// Logs of several devices: the same events make the same objects and views, whatever their order.
@Suite struct MergeTests {
  /// The bytes of an event as another replica's log holds them.
  static func entry(_ fact: MergeReference.Fact) throws -> LogEntry {
    var payload = CBORWriter()
    var values = PropertyValues()
    for (name, value) in fact.values { values[name] = value }
    let salt = ObjectID(high: fact.identity.device.bits.high, low: fact.identity.counter)
    try payload.payload(salt: salt, values: values)
    var header = CBORWriter()
    header.header(
      EventHeader(
        commit: fact.identity.counter, kind: fact.kind, identity: fact.identity,
        stamp: fact.stamp, recorded: Int64(fact.stamp >> 16) * 1_000, entity: fact.entity,
        object: fact.object, digest: SHA256.digest(of: payload.bytes), seen: fact.seen))
    return .event(header: header.bytes, payload: payload.bytes)
  }

  @Test(arguments: Array(UInt64(1)...12))
  func `objects are a function of the set of events`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let base = try TestJournal(seed: seed, views: PlainView.all)
    let teams = (0..<3).map { _ in base.id() }
    for (index, team) in teams.enumerated() {
      try base.commit(.insert(team, entity: "team", values: ["title": .string("t\(index)")]))
    }
    let objects = (0..<4).map { _ in base.id() }
    var generator = RandomFacts(
      seed: seed, devices: 2 + random.below(2), objects: objects, teams: teams)
    generator.write(40)
    let facts = generator.facts
    var expected: [ObjectID: [String: Value]] = [:]
    for object in objects {
      expected[object] = MergeReference.state(facts.filter { $0.object == object })
    }
    var lists: [String: [ChangeSets.Section<ObjectID>]]?
    for _ in 0..<3 {
      let test = try base.copied(seed: random.next())
      var rest = generator.shuffled()[...]
      while !rest.isEmpty {
        let count = min(rest.count, 1 + random.below(random.below(2) == 0 ? 2 : 30))
        let entries = try rest.prefix(count).map(Self.entry)
        let taken = try test.journal.take(entries, test.request())
        #expect(taken.imported == count && taken.to - taken.from == UInt64(count))
        rest = rest.dropFirst(count)
      }
      for object in objects {
        let found = try test.values(object).map { values in
          values.filter { ["name", "age", "biography", "team"].contains($0.key) }
        }
        #expect(found == expected[object], "\(object)")
      }
      for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
        #expect(!report.differed, "\(report.name) \(report.faults.first.map { "\($0)" } ?? "")")
      }
      let shown = try test.journal.read { snapshot in
        var shown: [String: [ChangeSets.Section<ObjectID>]] = [:]
        for view in PlainView.all { shown[view.name] = try snapshot.list(of: view.name) }
        return shown
      }
      if let lists { #expect(shown == lists) }
      lists = shown
      // Again, nothing is new.
      let again = try test.journal.take(try facts.map(Self.entry), test.request())
      #expect(again.imported == 0 && again.unchanged == facts.count && again.to == again.from)
    }
  }

  @Test func `an object's entity is a function of the set too`() throws {
    let base = try TestJournal(seed: 5, views: [])
    let id = base.id()
    let devices = [DeviceID(base.id()), DeviceID(base.id())]
    func fact(
      _ kind: EventKind, _ entity: String, _ device: Int, _ counter: UInt64, _ stamp: UInt64,
      _ values: [String: Value], seen: [EventIdentity] = []
    ) -> MergeReference.Fact {
      MergeReference.Fact(
        kind: kind, entity: entity, object: id,
        identity: EventIdentity(device: devices[device], counter: counter),
        stamp: stamp << 40, values: values, seen: seen)
    }
    // One device makes a villain of the hero whom the other edits meanwhile.
    let inserted = fact(.inserted, "hero", 0, 0, 1, ["name": .string("ann")])
    let edited = fact(
      .updated, "hero", 1, 0, 2, ["age": .int(3)], seen: [inserted.identity])
    let deleted = fact(.deleted, "hero", 0, 1, 3, [:])
    let again = fact(.inserted, "villain", 0, 2, 4, ["name": .string("ann")])
    var found: Set<String> = []
    for order in [[inserted, edited, deleted, again], [inserted, deleted, again, edited]] {
      let test = try base.copied(seed: 1)
      for fact in order { try test.journal.take([MergeTests.entry(fact)], test.request()) }
      let record = try test.journal.read { try $0.record(id) }
      found.insert(record?.entity ?? "none")
      for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
        #expect(!report.differed, "\(report)")
      }
    }
    #expect(found.count == 1, "\(found)")
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `two copies that were written apart agree once each has the other's events`(
    seed: UInt64
  ) throws {
    var walk = try Walk(seed: seed, views: PlainView.all)
    for _ in 0..<40 { try walk.step() }
    let first = walk.test
    let second = try first.copied(seed: seed &+ 99)
    var changes = [RandomChanges(seed: seed), RandomChanges(seed: seed &+ 1)]
    let plain = walk.plain
    for round in 0..<3 {
      for (index, test) in [first, second].enumerated() {
        var store = plain
        for _ in 0..<12 {
          let next = changes[index].next(store)
          // The plain model knows only of the time before the copy: what no longer fits is refused.
          if (try? test.journal.commit(next, test.request())) != nil {
            _ = try? store.commit(next)
          }
        }
      }
      try first.journal.take(
        second.journal.exported(), journal: second.journal.identity(), first.request())
      try second.journal.take(first.journal.exported(), second.request())
      #expect(try first.head().size == second.head().size)
      let states = try first.records()
      #expect(try second.records() == states, "round \(round)")
      for view in PlainView.all {
        #expect(
          try first.journal.read { try $0.list(of: view.name) }
            == second.journal.read { try $0.list(of: view.name) }, "\(view.name)")
      }
      for test in [first, second] {
        for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
          #expect(!report.differed, "\(report.name) \(report.faults.first.map { "\($0)" } ?? "")")
        }
      }
    }
  }

  @Test func `an object whose reference was left hanging by a merge can still be edited`() throws {
    let first = try TestJournal(seed: 3, views: [])
    let hero = first.id()
    let team = first.id()
    try first.commit(
      .insert(team, entity: "team", values: ["title": .string("x")]),
      .insert(hero, entity: "hero", values: ["name": .string("ann")]))
    let second = try first.copied(seed: 4)
    try second.commit(.update(hero, values: ["team": .uuid(team)]))
    try first.commit(.delete(team))
    try first.journal.take(second.journal.exported(), first.request())
    #expect(try first.values(team) == nil)
    #expect(try first.values(hero)?["teamTitle"] == nil)
    try first.commit(.update(hero, values: ["age": .int(4)]))
    #expect(try first.values(hero)?["age"] == .int(4))
    // A new reference to nothing is refused as ever.
    #expect(throws: ChangeError.self) {
      try first.commit(.update(hero, values: ["rival": .uuid(team)]))
    }
  }
}
