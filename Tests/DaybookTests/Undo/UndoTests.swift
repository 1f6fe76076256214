import Daybook
import StoreSupport
import TestSupport
import Testing

/// Taking back, taking that back, and bringing back.
@Suite struct UndoTests {
  /// States of the journal, one for each commit that is not taken back.
  struct Stack {
    var states: [[ObjectID: RecordState]] = [[:]]
    /// What a redo would put back, for each undo since the last other commit.
    var undone: [[[ObjectID: RecordState]]] = []
  }

  @Test(arguments: Array(UInt64(1)...5))
  func `undo gives the state before, redo gives it back, over any number of commits`(
    seed: UInt64
  ) throws {
    let test = try TestJournal(seed: seed, views: PlainView.all)
    var changes = RandomChanges(seed: seed)
    changes.refusalRarity = 1_000
    var random = SplitMix64(seed: seed)
    var plains = [PlainStore()]
    var stack = Stack()
    var undonePlains: [[PlainStore]] = []
    var undos = 0
    for step in 0..<90 {
      switch random.below(6) {
      case 0, 1:
        let most = stack.states.count - 1
        guard most > 0 else { continue }
        let count = 1 + random.below(min(most, random.below(3) == 0 ? 6 : 1))
        let before = try test.head()
        let commit = try test.journal.undo(count, test.request(views: ["by letter"]))
        #expect(commit.from == before.size && commit.to > commit.from)
        stack.undone.append(Array(stack.states.suffix(count)))
        undonePlains.append(Array(plains.suffix(count)))
        stack.states.removeLast(count)
        plains.removeLast(count)
        undos += 1
      case 2 where !stack.undone.isEmpty:
        _ = try test.journal.redo(test.request())
        stack.states += stack.undone.removeLast()
        plains += undonePlains.removeLast()
      default:
        let last = plains[plains.count - 1]
        let next = changes.next(last)
        var plain = last
        guard let events = try? plain.commit(next), !events.isEmpty else { continue }
        try test.journal.commit(next, test.request())
        plains.append(plain)
        stack.states.append(try test.records())
        stack.undone = []
        undonePlains = []
      }
      let records = try test.records().unordered
      #expect(records == stack.states.last?.unordered, "step \(step)")
      if step % 30 == 29 {
        for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
          #expect(!report.differed, "\(report.name) \(report.faults.first.map { "\($0)" } ?? "")")
        }
        for view in PlainView.all {
          #expect(
            try test.journal.read { try Set($0.list(of: view.name).flatMap(\.rows)) }
              == Set(view.state(of: plains[plains.count - 1]).ids), "\(view.name)")
        }
      }
    }
    #expect(undos > 5)
  }

  let test: TestJournal

  init() throws { test = try TestJournal(seed: 11, views: [.byAgeSample]) }

  private func hero(_ name: String, _ values: PropertyValues = [:]) throws -> ObjectID {
    let id = test.id()
    var values = values
    values["name"] = .string(name)
    try test.commit(.insert(id, entity: "hero", values: values))
    return id
  }

  private func headers(_ commit: Commit) throws -> [EventHeader] {
    var headers: [EventHeader] = []
    try test.journal.read {
      try $0.forEachEvent(in: commit.from..<commit.to) {
        headers.append($0.header)
        return true
      }
    }
    return headers
  }

  @Test func `each event of an undo names the event it takes back, last first`() throws {
    let ann = try hero("ann")
    let team = test.id()
    let commit = try test.commit(
      .insert(team, entity: "team", values: ["title": .string("x")]),
      .update(ann, values: ["team": .uuid(team), "age": .int(3)]))
    let undo = try test.journal.undo(1, test.request())
    #expect(try headers(undo).map(\.kind) == [.updated, .deleted])
    #expect(
      try headers(undo).map(\.cause) == headers(commit).reversed().map(\.identity))
    let redo = try test.journal.redo(test.request())
    #expect(try headers(redo).map(\.cause) == headers(undo).reversed().map(\.identity))
    #expect(try test.values(ann)?["teamTitle"] == .string("x"))
  }

  @Test func `nothing to take back is said, and nothing written`() throws {
    let fresh = try TestJournal(seed: 1)
    #expect(throws: JournalError.nothingToUndo(asked: 1, found: 0)) {
      try fresh.journal.undo(1, fresh.request())
    }
    #expect(throws: JournalError.nothingToRedo) { try fresh.journal.redo(fresh.request()) }
    let id = fresh.id()
    try fresh.commit(
      .insert(
        id, entity: "entry",
        values: ["text": .string("x"), "creationTime": .date(Moment(microseconds: 0))]))
    let before = try fresh.head()
    #expect(throws: JournalError.nothingToUndo(asked: 2, found: 1)) {
      try fresh.journal.undo(2, fresh.request())
    }
    #expect(throws: JournalError.nothingToRedo) { try fresh.journal.redo(fresh.request()) }
    #expect(try fresh.head() == before)
    _ = try fresh.journal.undo(1, fresh.request())
    #expect(throws: JournalError.nothingToUndo(asked: 1, found: 0)) {
      try fresh.journal.undo(1, fresh.request())
    }
    _ = try fresh.journal.redo(fresh.request())
    #expect(throws: JournalError.nothingToRedo) { try fresh.journal.redo(fresh.request()) }
    #expect(try fresh.values(id)?["text"] == .string("x"))
  }

  @Test func `undos and what they took back are passed over`() throws {
    let ann = try hero("ann")
    for age in 1...4 { try test.commit(.update(ann, values: ["age": .int(Int64(age))])) }
    _ = try test.journal.undo(1, test.request())  // 3
    try test.commit(.update(ann, values: ["age": .int(10)]))
    _ = try test.journal.undo(1, test.request())
    #expect(try test.values(ann)?["age"] == .int(3))
    _ = try test.journal.undo(1, test.request())
    #expect(try test.values(ann)?["age"] == .int(2))
    _ = try test.journal.undo(2, test.request())
    #expect(try test.values(ann)?["age"] == nil)
    _ = try test.journal.redo(test.request())
    #expect(try test.values(ann)?["age"] == .int(2))
    _ = try test.journal.redo(test.request())
    #expect(try test.values(ann)?["age"] == .int(3))
    _ = try test.journal.undo(1, test.request())
    #expect(try test.values(ann)?["age"] == .int(2))
  }

  @Test func `members of a relationship come back in their order, by undo and by redo`() throws {
    let team = test.id()
    try test.commit(.insert(team, entity: "team", values: ["title": .string("The three")]))
    let heroes = [test.id(), test.id(), test.id()]
    try test.journal.commit(
      [2, 0, 1].map { place in
        .insert(
          heroes[place], entity: "hero",
          values: ["name": .string("\(place)"), "team": .uuid(team)])
      }, test.request())
    let members: Value = .list([2, 0, 1].map { .uuid(heroes[$0]) })
    #expect(try test.values(team)?["members"] == members)
    for _ in 0..<3 {
      _ = try test.journal.undo(1, test.request())
      #expect(try test.values(team)?["members"] == nil)
      _ = try test.journal.redo(test.request())
      #expect(try test.values(team)?["members"] == members)
    }
    try test.journal.commit([2, 0, 1].map { .delete(heroes[$0]) }, test.request())
    for _ in 0..<3 {
      _ = try test.journal.undo(1, test.request())
      #expect(try test.values(team)?["members"] == members)
      _ = try test.journal.redo(test.request())
      #expect(try test.values(team)?["members"] == nil)
    }
  }

  // MARK: - Restoring

  @Test func `a deleted object comes back as it was, its dead references left out`() throws {
    let bob = try hero("bob")
    let ann = try hero(
      "ann",
      ["age": .int(4), "rival": .uuid(bob), "biography": .string(.init(repeating: "x", count: 99))])
    let before = try test.values(ann)
    try test.commit(.delete(ann))
    let nobody = test.id()
    #expect(throws: JournalError.nothingToRestore(nobody, reason: "it never was")) {
      try test.journal.restore(nobody, test.request())
    }
    _ = try test.journal.restore(ann, test.request())
    #expect(try test.values(ann) == before)
    #expect(throws: JournalError.notDeleted(ann)) {
      try test.journal.restore(ann, test.request())
    }
    try test.commit(.delete(ann))
    try test.commit(.delete(bob))
    _ = try test.journal.restore(ann, test.request())
    #expect(try test.values(ann) == before?.filter { $0.key != "rival" })
  }

  @Test func `an object that is there goes back to any earlier state`() throws {
    let ann = try hero("ann")
    var states: [(size: UInt64, values: [String: Value]?)] = []
    for step in 0..<6 {
      try test.commit(
        .update(
          ann,
          values: [
            "age": step % 3 == 0 ? .null : .int(Int64(step)), "name": .string("ann\(step)"),
            "power": step % 2 == 0 ? .double(Double(step)) : .null,
          ]))
      states.append((try test.head().size, try test.values(ann)))
    }
    for (size, values) in states.shuffled(using: &test.random) {
      _ = try test.journal.restore(ann, asOf: size, test.request())
      #expect(try test.values(ann) == values)
      #expect(
        try test.journal.read { try $0.record(ann, atSize: size) }?.values["name"]
          == values?["name"])
    }
    #expect(throws: JournalError.self) {
      try test.journal.restore(ann, asOf: 1, test.request())
    }
  }

  @Test func `a restore is undone like any commit, and is no undo itself`() throws {
    let skills = (0..<2).map { _ in test.id() }
    try test.commit(
      .insert(skills[0], entity: "skill", values: ["name": .string("a")]),
      .insert(skills[1], entity: "skill", values: ["name": .string("b")]))
    let ann = try hero("ann")
    let both = Value.list(skills.map(Value.uuid))
    try test.commit(.update(ann, values: ["skills": both]))
    let size = try test.head().size
    try test.commit(.delete(skills[1]))
    try test.commit(.update(ann, values: ["skills": .null]))
    _ = try test.journal.restore(ann, asOf: size, test.request())
    #expect(try test.values(ann)?["skills"] == .list([.uuid(skills[0])]))
    #expect(throws: JournalError.nothingToRedo, "a restore was taken for an undo") {
      try test.journal.redo(test.request())
    }
    _ = try test.journal.undo(1, test.request())
    #expect(try test.values(ann)?["skills"] == nil, "the undo passed over the restore")
  }

  // MARK: - Definitions

  @Test func `a view comes and goes with its definition`() throws {
    let ann = try hero("ann")
    let definition = ViewDefinition(entity: "hero", sort: "name")
    _ = try test.journal.defineView("v", definition, test.request())
    _ = try test.journal.undo(1, test.request())
    #expect(throws: ViewError.self) { try test.journal.read { _ = try $0.view("v") } }
    let bob = try hero("bob")
    _ = try test.journal.undo(1, test.request())
    _ = try test.journal.redo(test.request())
    _ = try test.journal.defineView("v", definition, test.request())
    #expect(try test.journal.read { try $0.list(of: "v").flatMap(\.rows) } == [ann, bob])
    _ = try test.journal.defineView("v", nil, test.request())
    _ = try test.journal.undo(1, test.request())
    #expect(try test.journal.read { try $0.list(of: "v").flatMap(\.rows) } == [ann, bob])
    for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
      #expect(!report.differed, "\(report)")
    }
  }

  @Test func `a change of the model goes back with the data as it was`() throws {
    let ann = try hero("ann", ["age": .int(4)])
    let before = try test.records()
    let model = try test.journal.read { $0.model }
    _ = try test.journal.applyModel(
      ModelFile(parsing: #"{"entities":{"hero":{"attributes":{"height":{"type":"int"}}}}}"#),
      test.request())
    try test.commit(.update(ann, values: ["height": .int(180)]))
    _ = try test.journal.undo(1, test.request())
    _ = try test.journal.undo(1, test.request())
    #expect(try test.journal.read { $0.model } == model)
    #expect(try test.records() == before)
  }

  @Test func `a rename is taken back with the data`() throws {
    let ann = try hero("ann", ["power": .double(4)])
    let before = try test.records()
    _ = try test.journal.applyModel(
      ModelFile(
        parsing:
          #"{"entities":{"hero":{"attributes":{"force":{"type":"double","min":-1,"renamedFrom":"power"}}}}}"#
      ), test.request())
    #expect(try test.values(ann)?["force"] == .double(4))
    _ = try test.journal.undo(1, test.request())
    #expect(try test.values(ann)?["power"] == .double(4))
    #expect(try test.records() == before)
    try test.commit(.update(ann, values: ["power": .double(5)]))
    _ = try test.journal.undo(1, test.request())
    _ = try test.journal.redo(test.request())
    #expect(try test.values(ann)?["power"] == .double(5))
    for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
      #expect(!report.differed, "\(report)")
    }
  }

  @Test func `an update older than a rename is taken back with it, and then is`() throws {
    _ = try test.journal.defineView("by age", nil, test.request())
    let ann = try hero("ann", ["age": .int(4)])
    try test.commit(.update(ann, values: ["age": .int(5)]))
    let size = try test.head().size
    _ = try test.journal.applyModel(
      ModelFile(
        parsing:
          #"{"entities":{"hero":{"attributes":{"years":{"type":"int","renamedFrom":"age"}}}}}"#),
      test.request())
    _ = try test.journal.undo(2, test.request())
    #expect(try test.values(ann)?["age"] == .int(4))
    #expect(try test.head().size > size)
    _ = try test.journal.redo(test.request())
    #expect(try test.values(ann)?["years"] == .int(5))
  }
}

extension PlainView {
  /// A view that the tests of undo have beside the built-in one.
  static var byAgeSample: PlainView { all.first { $0.name == "by age" } ?? all[0] }
}
