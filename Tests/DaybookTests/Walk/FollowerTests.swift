import Daybook
import StoreSupport
import TestSupport
import Testing

/// A follower where it begins.
@Suite struct FollowerTests {
  @Test func `the first commit of a journal is told, and is no reset`() throws {
    let test = try TestJournal(seed: 51)
    let follower = try Follower(test.journal, view: ViewDefinition.byDayName)
    let id = test.id()
    let commit = try test.commit(
      .insert(
        id, entity: "entry",
        values: ["text": .string("x"), "creationTime": .date(Moment(microseconds: 0))]),
      views: [ViewDefinition.byDayName])
    var told: [Told] = []
    try follower.poll { change in
      switch change {
      case .changes(let set): told.append(Told(set))
      case .reset(_, let size, _, _): Issue.record("reset at \(size)")
      }
    }
    #expect(told == commit.changeSets.map(Told.init))
    #expect(told.count == 1)
  }

  @Test func `a view that is dropped has no rows, and then is followed no more`() throws {
    let test = try TestJournal(seed: 53)
    _ = try test.journal.defineView(
      "v", ViewDefinition(entity: "entry", sort: "creationTime"), test.request())
    let follower = try Follower(test.journal, view: "v")
    try test.commit(
      .insert(
        test.id(), entity: "entry",
        values: ["text": .string("x"), "creationTime": .date(Moment(microseconds: 0))]))
    _ = try test.journal.defineView("v", nil, test.request())
    var resets: [(size: UInt64, sections: Int, rows: Int)] = []
    #expect(throws: ViewError.self) {
      try follower.poll { change in
        guard case .reset("v", let size, let sections, let rows) = change else {
          Issue.record("\(change)")
          return
        }
        resets.append((size, sections, rows))
      }
    }
    #expect(resets.count == 1)
    #expect(resets.first.map { $0 == (3, 0, 0) } == true)
  }

  @Test func `a journal that cannot be written is replayed with files elsewhere`() throws {
    let test = try TestJournal(seed: 54)
    try test.commit(
      .insert(
        test.id(), entity: "entry",
        values: ["text": .string("x"), "creationTime": .date(Moment(microseconds: 0))]))
    let other = try TemporaryDirectory()
    func count(in scratch: String) throws -> Int {
      var options = Journal.Options()
      options.isReadOnly = true
      options.scratchDirectory = scratch
      var count = 0
      try Journal.open(at: test.directory.file("journal"), options)
        .replay(view: ViewDefinition.byDayName) { _ in
          count += 1
          return true
        }
      return count
    }
    #expect(try count(in: other.path) == 1)
    // Nothing stays, and it is there that it was.
    #expect(try Files.names(in: other.path).isEmpty)
    #expect(throws: (any Error).self) { try count(in: other.file("missing")) }
  }

  @Test func `a commit and all that follows from it are one step`() throws {
    let test = try TestJournal(seed: 53)
    for count in 1...3 {
      let pulse = test.journal.pulse
      try test.commit(
        .insert(
          test.id(), entity: "entry",
          values: ["text": .string("x"), "creationTime": .date(Moment(microseconds: 0))]))
      #expect(test.journal.pulse == pulse + 1)
      #expect(
        try test.journal.read { try $0.rowCount(of: $0.view(ViewDefinition.byDayName)) } == count)
    }
  }

  @Test func `whoever takes a change and fails is told the rest once more`() throws {
    struct Full: Error {}
    let test = try TestJournal(seed: 52)
    var ids: [ObjectID] = []
    func insert() throws -> [Told] {
      let id = test.id()
      ids.append(id)
      return try test.commit(
        .insert(
          id, entity: "entry",
          values: ["text": .string("x"), "creationTime": .date(Moment(microseconds: 0))]),
        views: [ViewDefinition.byDayName]
      ).changeSets.map(Told.init)
    }
    _ = try insert()
    let follower = try Follower(test.journal, view: ViewDefinition.byDayName)
    let sets = try insert() + insert() + insert()
    var told: [Told] = []
    #expect(throws: Full.self) {
      try follower.poll { change in
        guard case .changes(let set) = change else { return }
        if told.count == 2 { throw Full() }
        told.append(Told(set))
      }
    }
    #expect(told == Array(sets.prefix(2)))
    // What was taken may come again; nothing is left out, and nothing told wrongly.
    var again: [Told] = []
    try follower.poll { change in
      guard case .changes(let set) = change else { return }
      again.append(Told(set))
    }
    #expect(!again.isEmpty && again == Array(sets.suffix(again.count)))
    #expect(told.count + again.count >= sets.count)
  }
}
