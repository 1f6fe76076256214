import Daybook
import StoreSupport
import TestSupport
import Testing

/// Writers that say what they have seen, and are told where it is no longer so.
@Suite struct ExpectationTests {
  let test: TestJournal
  let hero: ObjectID

  init() throws {
    test = try TestJournal(seed: 17, views: [])
    hero = test.id()
    try test.commit(.insert(hero, entity: "hero", values: ["name": .string("ann")]))
  }

  @Test func `of two writers of one state one is told`() throws {
    let size = try test.head().size
    var first = test.request()
    first.expectedSize = size
    var second = test.request()
    second.expectedSize = size
    try test.journal.commit([.update(hero, values: ["age": .int(1)])], first)
    let before = try test.head()
    #expect(throws: EventLogError.wrongExpectedSize(expected: size, found: size + 1)) {
      try test.journal.commit([.update(hero, values: ["age": .int(2)])], second)
    }
    #expect(try test.head() == before)
    #expect(try test.values(hero)?["age"] == .int(1))
    second.expectedSize = size + 1
    try test.journal.commit([.update(hero, values: ["age": .int(2)])], second)
    #expect(try test.values(hero)?["age"] == .int(2))
  }

  @Test func `an object's version is that of its last event, also where it is gone`() throws {
    let version = try #require(try test.journal.read { try $0.record(hero)?.version })
    let other = test.id()
    try test.commit(.insert(other, entity: "hero", values: ["name": .string("bob")]))
    var request = test.request()
    request.expectedVersions = [hero: version]
    // Others may have written other objects.
    let commit = try test.journal.commit([.update(hero, values: ["age": .int(1)])], request)
    #expect(
      throws: EventLogError.wrongExpectedVersion(
        object: hero, expected: version, found: SequenceNumber(commit.from))
    ) { try test.journal.commit([.update(hero, values: ["age": .int(2)])], request) }
    let deleted = try test.commit(.delete(hero))
    request.expectedVersions = [hero: SequenceNumber(deleted.from)]
    try test.journal.commit(
      [.insert(hero, entity: "hero", values: ["name": .string("again")])], request)
    let nobody = test.id()
    request.expectedVersions = [nobody: SequenceNumber(0)]
    #expect(
      throws: EventLogError.wrongExpectedVersion(
        object: nobody, expected: SequenceNumber(0), found: nil)
    ) { try test.journal.commit([.delete(other)], request) }
  }

  @Test func `an expectation that fails is told even where nothing would change`() throws {
    var request = test.request()
    request.expectedSize = 0
    #expect(throws: EventLogError.self) { try test.journal.commit([], request) }
    #expect(throws: EventLogError.self) { try test.journal.undo(1, request) }
    #expect(throws: EventLogError.self) { try test.journal.applyModel(ModelFile(), request) }
    #expect(throws: EventLogError.self) {
      try test.journal.defineView("v", ViewDefinition(entity: "hero"), request)
    }
    #expect(throws: EventLogError.self) {
      try test.journal.restore(hero, asOf: try test.head().size, request)
    }
  }

  @Test func `a copy is another device from its first write on`() throws {
    let copy = try test.copied(seed: 5)
    let device = try test.journal.read { try $0.meta.device }
    #expect(try copy.journal.read { try $0.meta.device } == device)
    #expect(try copy.head() == test.head())
    let commit = try copy.commit(.update(hero, values: ["age": .int(5)]))
    let header = try copy.journal.read { try $0.event(at: SequenceNumber(commit.from)).header }
    #expect(header.identity.device != device)
    #expect(header.identity.counter == 0 && header.commit == 0)
    #expect(
      header.seen == [EventIdentity(device: device, counter: try test.head().size - 1)])
    let meta = try copy.journal.read { try $0.meta }
    #expect(meta.device == header.identity.device)
    #expect(try meta.journal == test.journal.read { try $0.meta.journal })
    #expect(try meta.place != test.journal.read { try $0.meta.place })
    // It stays that device.
    let next = try copy.commit(.update(hero, values: ["age": .int(6)]))
    let second = try copy.journal.read { try $0.event(at: SequenceNumber(next.from)).header }
    #expect(second.identity == EventIdentity(device: meta.device, counter: 1))
    #expect(try copy.journal.read { try $0.root } != test.journal.read { try $0.root })
  }

  @Test func `a refused commit of a copy leaves even its device as it was`() throws {
    let copy = try test.copied(seed: 6)
    let before = try copy.journal.read { try $0.meta }
    #expect(throws: ChangeError.self) { try copy.commit(.delete(copy.id())) }
    #expect(try copy.journal.read { try $0.meta } == before)
  }
}
