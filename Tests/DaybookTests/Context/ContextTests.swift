import Daybook
import StoreSupport
import Testing

/// Unsaved changes: what they show, how they are taken back, and how they meet another commit's.
@Suite struct ContextTests {
  struct Person: TypedRecord, Equatable {
    static let entity = "person"
    var id = ObjectID.zero
    var name: String
    var age: Int?
    var note: String?
    var boss: Reference<Person>?
    var staff: [Reference<Person>] = []
  }

  static let model = """
    {"entities": {"person": {
      "attributes": {
        "name": {"type": "string", "required": true, "minLength": 1},
        "age": {"type": "int", "min": 0, "max": 150}, "note": {"type": "string"},
        "rank": {"type": "int", "default": 1}},
      "relationships": {
        "boss": {"to": "person", "inverse": "staff"},
        "staff": {"to": "person", "many": true, "inverse": "boss", "onDelete": "cascade"}}}}}
    """

  private func journal(_ seed: UInt64) throws -> (TestJournal, Committer) {
    let test = try TestJournal(seed: seed)
    _ = try test.journal.applyModel(ModelFile(parsing: Self.model), test.request())
    return (test, test.committer)
  }

  private func insert(_ name: String, _ test: TestJournal, _ committer: Committer) throws
    -> ObjectID
  {
    var id = ObjectID.zero
    try test.journal.commit(by: committer) { id = try $0.insert(Person(name: name, age: 30)).id }
    return id
  }

  @Test func `what is set shows at once, and is committed when it is saved`() throws {
    let (test, committer) = try journal(1)
    let id = try insert("Ann", test, committer)
    let context = Context(test.journal, by: committer)
    let ann = try #require(try context.object(id, as: Person.self))
    let same = try #require(try context.object(id, as: Person.self))
    #expect(!context.hasChanges && ann.changedValues.isEmpty)
    ann.name = "Anna"
    ann.age = nil
    #expect(same.name == "Anna" && same.age == nil)
    #expect(ann.changedValues == ["name": .string("Anna"), "age": .null])
    #expect(try ann.committedValues?["name"] == .string("Ann"))
    #expect(try context.record(id)?["age"] == .null)
    #expect(context.updatedObjects == [id] && context.hasChanges)
    #expect(try test.journal.object(id, as: Person.self)?.name == "Ann")
    // What is set back is no change.
    ann.age = 30
    #expect(ann.changedValues == ["name": .string("Anna")])
    let commit = try context.save()
    #expect(commit.to == commit.from + 1)
    #expect(!context.hasChanges && ann.name == "Anna")
    #expect(try ann.committedValues?["name"] == .string("Anna"))
    #expect(try context.save().isEmpty)
  }

  @Test func `a rollback leaves nothing, and the next save tells nothing of it`() throws {
    let (test, committer) = try journal(2)
    let id = try insert("Ann", test, committer)
    let context = Context(test.journal, by: committer)
    let ann = try #require(try context.object(id, as: Person.self))
    let bob = try context.insert(Person(name: "Bob"))
    ann.name = "Eve"
    try context.delete(id)
    #expect(context.insertedObjects == [bob.id] && context.deletedObjects == [id])
    #expect(try context.record(id) == nil)
    let size = try test.head().size
    context.rollback()
    #expect(!context.hasChanges && ann.name == "Ann")
    #expect(try context.record(bob.id) == nil)
    #expect(try context.save().isEmpty)
    #expect(try test.head().size == size)
    // An object made and deleted, and one deleted twice.
    let cid = try context.insert(Person(name: "Cid"))
    try cid.delete()
    #expect(throws: ChangeError.self) { try cid.delete() }
    #expect(!context.hasChanges)
  }

  @Test func `relationships load when they are asked for, unsaved ones too`() throws {
    let (test, committer) = try journal(3)
    let id = try insert("Boss", test, committer)
    let context = Context(test.journal, by: committer)
    let ann = try context.insert(Person(name: "Ann", boss: Reference(id)))
    #expect(try ann.related(\.boss)?.name == "Boss")
    try ann.related(\.boss)?.name = "Chief"
    try context.save()
    let boss = try #require(try test.journal.object(id, as: Person.self))
    #expect(boss.name == "Chief" && boss.staff == [Reference(ann.id)])
    let live = try #require(try Context(test.journal, by: committer).object(id, as: Person.self))
    #expect(try live.related(\.staff).map(\.name) == ["Ann"])
    // The deletion takes her along, whom the context deletes as well.
    try context.delete(id)
    try context.delete(ann.id)
    #expect(try context.save().ids.count == 2)
  }

  @Test func `rules that are broken are values, and nothing is saved`() throws {
    let (test, committer) = try journal(4)
    let id = try insert("Ann", test, committer)
    let context = Context(test.journal, by: committer)
    let ann = try #require(try context.object(id, as: Person.self))
    ann.age = 200
    let bob = try context.insert(Person(name: ""))
    let errors = try context.validate()
    #expect(errors.map(\.property) == ["age", "name"])
    #expect(errors.map(\.rule) == [.maximum, .minimumLength])
    #expect(errors.map(\.object) == [id, bob.id])
    let size = try test.head().size
    #expect(throws: ChangeError.self) { try context.save() }
    #expect(try test.head().size == size)
    #expect(context.hasChanges && ann.age == 200)
    ann.age = 20
    bob.name = "Bob"
    #expect(try context.validate().isEmpty)
    try context.save()
    #expect(try test.journal.record(bob.id)?["rank"] == .int(1))
    #expect(throws: ChangeError.self) { try context.insert(entity: "nobody") }
    #expect(throws: ChangeError.self) { try context.update(test.id(), values: [:]) }
  }

  /// Two contexts over one object: the other saves first.
  private func meet(
    _ seed: UInt64, _ policy: MergePolicy, mine: (LiveRecord<Person>) throws -> Void,
    theirs: (LiveRecord<Person>) throws -> Void
  ) throws -> (context: Context, id: ObjectID, stored: () throws -> Person?) {
    let (test, committer) = try journal(seed)
    let id = try insert("Ann", test, committer)
    let context = Context(test.journal, by: committer, merging: policy)
    try mine(#require(try context.object(id, as: Person.self)))
    let other = Context(test.journal, by: committer)
    try theirs(#require(try other.object(id, as: Person.self)))
    #expect(!context.hasNews)
    try other.save()
    #expect(context.hasNews)
    return (context, id, { try test.journal.object(id, as: Person.self) })
  }

  @Test func `what only one has changed is no conflict`() throws {
    for policy in MergePolicy.allCases {
      let (context, _, stored) = try meet(
        10, policy, mine: { $0.name = "Anna" }, theirs: { $0.age = 31 })
      #expect(try context.conflicts().isEmpty)
      try context.save()
      #expect(try stored()?.name == "Anna" && stored()?.age == 31)
    }
    // The same change on both sides is none either, and leaves nothing to write.
    let (context, _, _) = try meet(11, .refuse, mine: { $0.age = 31 }, theirs: { $0.age = 31 })
    #expect(try context.save().isEmpty)
  }

  @Test func `refused conflicts name what both have changed`() throws {
    let (context, id, stored) = try meet(
      12, .refuse,
      mine: {
        $0.age = 40
        $0.note = "mine"
      },
      theirs: {
        $0.age = 50
        $0.name = "Anne"
      })
    let conflict = MergeConflict(
      id: id, entity: "person",
      attributes: [
        .init(name: "age", committed: .int(30), unsaved: .int(40), stored: .int(50))
      ])
    #expect(try context.conflicts() == [conflict])
    #expect(conflict.description.contains("age"))
    #expect(throws: MergeError(conflicts: [conflict])) { try context.save() }
    #expect(try stored() == Person(id: id, name: "Anne", age: 50))
    #expect(try context.refresh() == [id])
    // The context goes on, and may choose.
    context.mergePolicy = .unsavedWins
    try context.save()
    #expect(try stored() == Person(id: id, name: "Anne", age: 40, note: "mine"))
  }

  @Test func `the store wins attribute by attribute`() throws {
    let (context, id, stored) = try meet(
      13, .storeWins,
      mine: {
        $0.age = 40
        $0.note = "mine"
      }, theirs: { $0.age = 50 })
    try context.save()
    #expect(try stored() == Person(id: id, name: "Ann", age: 50, note: "mine"))
  }

  @Test func `a deletion meets a change`() throws {
    let refused = try meet(14, .refuse, mine: { $0.age = 1 }, theirs: { try $0.delete() })
    #expect(try refused.context.conflicts().map(\.isDeletedInStore) == [true])
    #expect(throws: MergeError.self) { try refused.context.save() }
    let dropped = try meet(15, .storeWins, mine: { $0.age = 1 }, theirs: { try $0.delete() })
    #expect(try dropped.context.save().isEmpty)
    #expect(try dropped.stored() == nil)
    let anew = try meet(16, .unsavedWins, mine: { $0.age = 1 }, theirs: { try $0.delete() })
    try anew.context.save()
    #expect(try anew.stored() == Person(id: anew.id, name: "Ann", age: 1))

    let kept = try meet(17, .storeWins, mine: { try $0.delete() }, theirs: { $0.age = 1 })
    #expect(try kept.context.conflicts().map(\.isDeletedInContext) == [true])
    #expect(try kept.context.save().isEmpty)
    #expect(try kept.stored()?.age == 1)
    let gone = try meet(18, .unsavedWins, mine: { try $0.delete() }, theirs: { $0.age = 1 })
    try gone.context.save()
    #expect(try gone.stored() == nil)
    let stopped = try meet(19, .refuse, mine: { try $0.delete() }, theirs: { $0.age = 1 })
    #expect(throws: MergeError.self) { try stopped.context.save() }
    let both = try meet(20, .refuse, mine: { try $0.delete() }, theirs: { try $0.delete() })
    #expect(try both.context.save().isEmpty)
  }

  @Test func `a refresh shows what others have committed, beside what is unsaved`() throws {
    let (test, committer) = try journal(21)
    let id = try insert("Ann", test, committer)
    let context = Context(test.journal, by: committer)
    let ann = try #require(try context.object(id, as: Person.self))
    ann.note = "mine"
    try test.journal.commit(by: committer) { try $0.update(id, as: Person.self) { $0.age = 31 } }
    #expect(ann.age == 30)
    #expect(try context.refresh() == [id])
    #expect(ann.age == 31 && ann.note == "mine" && !context.hasNews)
    #expect(ann.changedValues == ["note": .string("mine")])
  }

  @Test func `a counter that many count up at once counts all of them`() async throws {
    let (test, committer) = try journal(22)
    let id = try insert("Ann", test, committer)
    try await withThrowingTaskGroup(of: Void.self) { group in
      let journal = test.journal
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<10 {
            try journal.commit(by: committer) { context in
              try context.update(id, as: Person.self) { $0.age = ($0.age ?? 0) + 1 }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try test.journal.object(id, as: Person.self)?.age == 70)
  }
}
