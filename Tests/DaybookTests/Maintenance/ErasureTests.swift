import Daybook
import EventLog
import Foundation
import MerkleTree
import StoreSupport
import TestSupport
import Testing

/// `erase` and `erase --versions`: what is forgotten is in no byte of any file, and everything else is
/// as it was.
@Suite struct ErasureTests {
  /// A journal of entries with tags, pictures and people, of which some are to be forgotten.
  struct Diary {
    let test: TestJournal
    var ids: [ObjectID] = []
    var media: [ObjectID: ObjectID] = [:]
    /// What must go with each entry: bytes of its text, tags, keys, media.
    var secrets: [ObjectID: [[UInt8]]] = [:]

    static let model = """
      {"entities": {
        "person": {
          "attributes": {
            "name": {"type": "string", "required": true, "unique": true},
            "note": {"type": "string"}},
          "relationships": {
            "partner": {"to": "person"},
            "letters": {"to": "letter", "many": true, "inverse": "writer", "onDelete": "cascade"}}},
        "letter": {
          "attributes": {"body": {"type": "string", "required": true}},
          "relationships": {"writer": {"to": "person", "inverse": "letters"}}}}}
      """

    init(seed: UInt64, count: Int) throws {
      test = try TestJournal(seed: seed)
      _ = try test.journal.applyModel(ModelFile(parsing: Self.model), test.request())
      _ = try test.journal.defineView(
        "by-name",
        ViewDefinition(
          entity: "person", section: "name", sort: "name localizedStandard, note"),
        test.request())
      _ = try test.journal.defineView(
        "by-text",
        ViewDefinition(entity: "entry", sort: "text"), test.request())
      for number in 0..<count { try addEntry(number) }
    }

    /// Letters and digits that stand nowhere else.
    func secret() -> String {
      "q" + String(test.random.next(), radix: 36) + "z" + String(test.random.next(), radix: 36)
    }

    private mutating func addEntry(_ number: Int) throws {
      let id = test.id()
      ids.append(id)
      let text = secret()
      let tag = secret()
      let caption = secret()
      let later = secret()
      var content: [UInt8] = []
      for _ in 0..<64 { content.append(bigEndian: test.random.next()) }
      let reference = ContentReference(
        digest: SHA256.digest(of: content).bytes, size: UInt64(content.count))
      try test.journal.store(reference) { offset, count in
        Array(content[Int(offset)..<Int(offset) + count])
      }
      let medium = test.id()
      media[id] = medium
      let when = Moment(
        microseconds: test.now - Int64(test.random.below(40)) * 86_400_000_000, offsetSeconds: 3600)
      try test.commit(
        .insert(
          id, entity: "entry",
          values: [
            "text": .string(
              "\(text) and a line that is long enough to be kept apart from the object"),
            "creationTime": .date(when), "givenTags": .list([.string(tag)]),
          ]),
        .insert(
          medium, entity: "medium",
          values: [
            "diaryEntry": .uuid(id), "caption": .string(caption), "content": .content(reference),
          ]))
      if number % 3 == 0 { try test.commit(.update(id, values: ["text": .string(later)])) }
      secrets[id] = [text, tag, caption].map { Array($0.utf8) } + [Array(content[100..<140])]
      if number % 3 == 0 { secrets[id]?.append(Array(later.utf8)) }
    }

    /// Adds what the environment holds of objects: the keys of their rows in views and counts, their
    /// payloads with the salts, the rows that they have.
    mutating func addRows(of ids: [ObjectID]) throws {
      let environment = try JournalFiles(of: test.journal).environment()
      let all = Set(ids + ids.compactMap { media[$0] })
      try environment.read { transaction in
        let log = try EventLog(in: transaction)
        for id in all {
          for sequence in try log.history(of: id, in: transaction) {
            let payload = try log.payloadBytes(at: sequence, in: transaction) ?? []
            // Behind the salt stand the values; both must go.
            secrets[id, default: []].append(Array(payload.prefix(18)))
            if payload.count > 40 { secrets[id]?.append(Array(payload.dropFirst(19))) }
          }
        }
        for name in try transaction.databaseNames() where name.hasPrefix("view.") {
          guard let database = try transaction.database(named: name) else { continue }
          try transaction.withCursor(in: database) { cursor in
            while try cursor.next() {
              let key = cursor.keyBytes()
              guard key.count > 24, let id = ObjectID(bytes: Array(key.suffix(16))),
                all.contains(id)
              else { continue }
              secrets[id, default: []].append(Array(key.dropFirst(1)))
            }
          }
        }
      }
    }
  }

  static func expectNoTrace(
    _ patterns: Set<[UInt8]>, in journal: Journal, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try JournalFiles(of: journal).count(of: patterns) == 0, sourceLocation: location)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `an erased entry is in no byte of any file`(seed: UInt64) throws {
    try Self.eraseMany(seed: seed, count: 400, erased: 50)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_LONG_TESTS"] != nil))
  func `a thousand erased entries are in no byte of any file`() throws {
    try Self.eraseMany(seed: 3, count: 4000, erased: 1000)
  }

  static func eraseMany(seed: UInt64, count: Int, erased: Int) throws {
    var diary = try Diary(seed: seed, count: count)
    let test = diary.test
    let chosen = Array(diary.ids.shuffled(using: &test.random).prefix(erased))
    let kept = Set(diary.ids).subtracting(chosen)
    try diary.addRows(of: diary.ids)
    let patterns = Set(chosen.flatMap { (diary.secrets[$0] ?? []) })
      .union(chosen.flatMap { diary.secrets[diary.media[$0] ?? $0] ?? [] })
    // Proof that the search finds what is there.
    #expect(patterns.count > erased * 8)
    #expect(try JournalFiles(of: test.journal).count(of: patterns) == patterns.count)

    let before = try test.records()
    let list = try test.journal.read { try $0.list(of: "by-day") }
    let head = try test.head()
    let commit = try test.journal.erase(chosen, test.request(views: ["by-day"]))
    #expect(commit.to == commit.from + UInt64(2 * erased))
    try expectNoTrace(patterns, in: test.journal)

    // What is left is what was left.
    let after = try test.records()
    #expect(Set(after.keys) == kept.union(kept.compactMap { diary.media[$0] }))
    #expect(after == before.filter { after[$0.key] != nil })
    let set = try #require(commit.changeSets.first)
    #expect(
      try test.journal.read { try $0.list(of: "by-day") } == set.changeSet.applying(to: list))
    try test.journal.read { snapshot in
      for id in kept {
        let media = try #require(diary.media[id])
        guard case .content(let content)? = try snapshot.record(media)?.values["content"] else {
          Issue.record("a kept picture has no content")
          continue
        }
        #expect(try snapshot.forEachChunk(of: content) { _, _ in })
      }
      // The log of then is the beginning of the log of now.
      let proof = try snapshot.consistencyProof(from: head.size)
      try proof.verify(
        fromRoot: #require(Digest(bytes: head.root)),
        toRoot: #require(Digest(bytes: snapshot.root)))
    }
    try ReplacementTests.audit(test.journal)

    // And stays gone through what writes the journal anew.
    _ = try test.journal.rebuild([], test.request())
    _ = try test.journal.compact(test.request())
    try test.journal.backup(to: test.directory.file("backup"))
    try expectNoTrace(patterns, in: test.journal)
    #expect(try JournalFiles(test.directory.file("backup")).count(of: patterns) == 0)
    try ReplacementTests.audit(test.journal)
  }

  @Test func `unique keys, references and cascades go with a person`() throws {
    let test = try Diary(seed: 4, count: 0).test
    let (anna, ben, letter) = (test.id(), test.id(), test.id())
    let name = "Anna-zq7h3k9x2m"
    try test.commit(
      .insert(anna, entity: "person", values: ["name": .string(name)]),
      .insert(ben, entity: "person", values: ["name": .string("Ben"), "partner": .uuid(anna)]),
      .insert(
        letter, entity: "letter",
        values: ["writer": .uuid(anna), "body": .string("zq-the-letter-to-nobody")]))
    let key = try uniqueRow(of: anna, in: test)
    let patterns: Set<[UInt8]> = [
      Array(name.utf8), Array("zq-the-letter-to-nobody".utf8), Array(key.prefix(32)),
    ]
    #expect(try JournalFiles(of: test.journal).count(of: patterns) == 3)
    let commit = try test.journal.erase([anna], test.request())
    #expect(commit.ids == [letter, ben, anna])
    try Self.expectNoTrace(patterns, in: test.journal)
    #expect(try test.values(ben) == ["name": .string("Ben")])
    #expect(try test.values(letter) == nil)
    let kinds = try test.journal.read { snapshot in
      try (commit.from..<commit.to).map {
        try snapshot.event(at: SequenceNumber($0)).header.kind
      }
    }
    #expect(kinds == [.erased, .updated, .erased])
    // The name is free, the id is not.
    let other = test.id()
    try test.commit(.insert(other, entity: "person", values: ["name": .string(name)]))
    #expect(throws: ChangeError.erased(anna)) {
      try test.commit(.insert(anna, entity: "person", values: ["name": .string("Anna")]))
    }
    #expect(throws: JournalError.nothingToRestore(anna, reason: "it was erased already")) {
      try test.journal.erase([anna], test.request())
    }
    try ReplacementTests.audit(test.journal)
  }

  private func uniqueRow(of id: ObjectID, in test: TestJournal) throws -> [UInt8] {
    try JournalFiles(of: test.journal).environment().read { transaction in
      let database = try #require(try transaction.database(named: "unique"))
      return try transaction.withCursor(in: database) { cursor in
        while try cursor.next() {
          if ObjectID(bytes: Array(cursor.keyBytes().suffix(16))) == id { return cursor.keyBytes() }
        }
        return []
      }
    }
  }

  @Test func `an object that is deleted already goes with what its deletion took`() throws {
    var diary = try Diary(seed: 5, count: 6)
    let test = diary.test
    let id = diary.ids[0]
    try diary.addRows(of: diary.ids)
    let patterns = Set((diary.secrets[id] ?? []) + (diary.secrets[diary.media[id] ?? id] ?? []))
    try test.commit(.delete(id), .delete(diary.ids[1]))
    #expect(try JournalFiles(of: test.journal).count(of: patterns) == patterns.count)
    let commit = try test.journal.erase([id], test.request(views: ["by-day"]))
    #expect(Set(commit.ids) == [id, try #require(diary.media[id])])
    #expect(commit.changeSets.isEmpty)
    try Self.expectNoTrace(patterns, in: test.journal)
    // What went in the same commit for itself can be brought back.
    _ = try test.journal.restore(diary.ids[1], test.request())
    #expect(throws: JournalError.forgotten(id, asOf: nil)) {
      try test.journal.restore(id, test.request())
    }
    try ReplacementTests.audit(test.journal)
  }

  @Test func `content that another entry uses stays`() throws {
    let test = try TestJournal(seed: 6)
    let bytes: [UInt8] = Array("a picture that two entries show, 7tq4mz".utf8)
    let content = ContentReference(
      digest: SHA256.digest(of: bytes).bytes, size: UInt64(bytes.count))
    try test.journal.store(content) { _, _ in bytes }
    let (one, two) = (test.id(), test.id())
    for id in [one, two] {
      try test.commit(.insert(id, entity: "medium", values: ["content": .content(content)]))
    }
    _ = try test.journal.erase([one], test.request())
    #expect(try JournalFiles(of: test.journal).count(of: [bytes]) == 1)
    try ReplacementTests.audit(test.journal)
    _ = try test.journal.erase([two], test.request())
    try Self.expectNoTrace([bytes], in: test.journal)
    try ReplacementTests.audit(test.journal)
  }

  @Test func `earlier versions are forgotten, the object stays`() throws {
    let test = try TestJournal(seed: 7)
    let id = test.id()
    let secrets = (0..<4).map { "version-\($0)-kq8z" }
    let when = Value.date(Moment(microseconds: test.now, offsetSeconds: 0))
    try test.commit(
      .insert(id, entity: "entry", values: ["text": .string(secrets[0]), "creationTime": when]))
    for secret in secrets.dropFirst() {
      try test.commit(.update(id, values: ["text": .string(secret), "mood": .int(3)]))
    }
    let sizeBefore = try test.head().size
    let values = try test.values(id)
    let patterns = Set(secrets.dropLast().map { Array($0.utf8) })
    #expect(try JournalFiles(of: test.journal).count(of: patterns) == 3)
    let commit = try test.journal.eraseVersions(of: id, test.request(views: ["by-day"]))
    #expect(commit.to == commit.from + 1 && commit.changeSets.isEmpty)
    try Self.expectNoTrace(patterns, in: test.journal)
    #expect(try JournalFiles(of: test.journal).count(of: [Array(secrets[3].utf8)]) == 1)
    #expect(try test.values(id) == values)
    try ReplacementTests.audit(test.journal)

    // The gap is named where it is met.
    try test.journal.read { snapshot in
      #expect(throws: JournalError.forgotten(id, asOf: sizeBefore)) {
        try snapshot.record(id, atSize: sizeBefore)
      }
      let now = try snapshot.record(id, atSize: snapshot.size)
      #expect(now?.values["text"] == .string(secrets[3]))
      let versions = try snapshot.versions(of: id)
      #expect(versions.map { $0.values == nil } == [true, true, true, true, false])
    }
    #expect(
      throws: JournalError.nothingToRestore(id, reason: "its versions until then are erased")
    ) {
      try test.journal.restore(id, asOf: sizeBefore, test.request())
    }
    // Later versions are kept again.
    try test.commit(.update(id, values: ["text": .string("later")]))
    _ = try test.journal.undo(1, test.request())
    #expect(try test.values(id)?["text"] == .string(secrets[3]))
    try test.commit(.delete(id))
    _ = try test.journal.restore(id, test.request())
    #expect(try test.values(id) == values)
    try ReplacementTests.audit(test.journal)
  }

  @Test func `undo and redo pass over what is erased, and say so`() throws {
    let test = try TestJournal(seed: 8)
    func entry(_ text: String) -> (ObjectID, Change) {
      let id = test.id()
      return (
        id,
        .insert(
          id, entity: "entry",
          values: [
            "text": .string(text),
            "creationTime": .date(Moment(microseconds: test.now, offsetSeconds: 0)),
          ])
      )
    }
    let (first, insertFirst) = entry("first")
    let (second, insertSecond) = entry("second")
    let (third, insertThird) = entry("third")
    try test.commit(insertFirst)
    try test.commit(insertSecond, insertThird)
    try test.commit(.update(second, values: ["text": .string("second again")]))
    _ = try test.journal.erase([second], test.request())
    // The newest commit erased, the one before it wrote what is erased now.
    var commit = try test.journal.undo(1, test.request())
    #expect(commit.ids == [third] && commit.forgotten == [second])
    #expect(try test.values(third) == nil && test.values(first) != nil)
    commit = try test.journal.undo(1, test.request())
    #expect(commit.ids == [first])
    #expect(throws: JournalError.nothingToUndo(asked: 1, found: 0)) {
      try test.journal.undo(1, test.request())
    }
    commit = try test.journal.redo(test.request())
    #expect(commit.ids == [first])
    commit = try test.journal.redo(test.request())
    #expect(commit.ids == [third])
    #expect(throws: JournalError.nothingToRedo) { try test.journal.redo(test.request()) }
    // An undo that cannot be taken back any more is passed over too.
    _ = try test.journal.undo(1, test.request())
    _ = try test.journal.erase([third], test.request())
    #expect(throws: JournalError.nothingToRedo) { try test.journal.redo(test.request()) }
    try ReplacementTests.audit(test.journal)
  }

  @Test func `undo does not bring back a reference to what is erased`() throws {
    let test = try Diary(seed: 9, count: 0).test
    let (anna, ben) = (test.id(), test.id())
    try test.commit(.insert(anna, entity: "person", values: ["name": .string("Anna")]))
    try test.commit(
      .insert(ben, entity: "person", values: ["name": .string("Ben"), "partner": .uuid(anna)]))
    try test.commit(.update(ben, values: ["partner": .null, "note": .string("alone")]))
    _ = try test.journal.erase([anna], test.request())
    _ = try test.journal.undo(1, test.request())
    #expect(try test.values(ben) == ["name": .string("Ben")])
    try test.commit(.delete(ben))
    _ = try test.journal.undo(1, test.request())
    #expect(try test.values(ben) == ["name": .string("Ben")])
    try ReplacementTests.audit(test.journal)
  }

  @Test func `a follower that is far behind is told what happened, but not of what is erased`()
    throws
  {
    let test = try TestJournal(seed: 10)
    var ids: [ObjectID] = []
    func add(_ count: Int) throws {
      for _ in 0..<count {
        let id = test.id()
        ids.append(id)
        let when = Moment(
          microseconds: test.now - Int64(test.random.below(9)) * 86_400_000_000, offsetSeconds: 0)
        try test.commit(
          .insert(
            id, entity: "entry",
            values: ["text": .string("entry \(ids.count)"), "creationTime": .date(when)]))
      }
    }
    try add(20)
    let other = try Journal.open(at: test.journal.directory.path)
    let follower = try Follower(other, view: "by-day")
    var list = try other.read { try $0.list(of: "by-day") }
    try add(10)
    try test.commit(.update(ids[3], values: ["text": .string("changed, then erased")]))
    let commit = try test.journal.erase([ids[3], ids[25]], test.request(views: ["by-day"]))
    try add(5)
    var told: [Told] = []
    try follower.poll { change in
      switch change {
      case .changes(let set):
        list = try set.changeSet.applying(to: list)
        told.append(Told(set))
      case .reset: Issue.record("an erasure needs no reset")
      }
    }
    #expect(list == (try test.journal.read { try $0.list(of: "by-day") }))
    // Entry 25 came and went unseen, so the other one's removal is all that the erasure does.
    let erasure = told.first { $0.from == commit.from }
    #expect(erasure?.changeSet.rows.map(\.id) == [ids[3]])

    // One that was up to date is told what the writer was told.
    let writers = try test.journal.erase([ids[30]], test.request(views: ["by-day"]))
    told = []
    try follower.poll { if case .changes(let set) = $0 { told.append(Told(set)) } }
    #expect(told == writers.changeSets.map(Told.init) && told.count == 1)

    // A replay tells of the past as if what is erased had never been.
    var replayed: [ChangeSets.Section<ObjectID>] = []
    try test.journal.replay(view: "by-day") { set in
      #expect(set.changeSet.rows.allSatisfy { ![ids[3], ids[25], ids[30]].contains($0.id) })
      replayed = try set.changeSet.applying(to: replayed)
      return true
    }
    #expect(replayed == (try test.journal.read { try $0.list(of: "by-day") }))
  }

  @Test(arguments: ReplacementStep.allCases)
  func `killed behind any step, all is erased or nothing`(step: ReplacementStep) async throws {
    let diary = try Diary(seed: 11, count: 12)
    let test = diary.test
    let path = test.journal.directory.path
    let id = diary.ids[0]
    let patterns = Set(diary.secrets[id] ?? [])
    #expect(try JournalFiles(path).count(of: patterns) == patterns.count)
    let head = try test.head()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, step = step.rawValue as String, id = id.description as String] in
      var options = Journal.Options()
      options.onReplacementStep = { if $0.rawValue == step { kill(getpid(), SIGKILL) } }
      let test = try TestJournal(at: path, seed: 99, options)
      _ = try test.journal.erase([try #require(ObjectID(id))], test.request())
    }
    // This process had the old environment open; its next write clears away what is left.
    try test.commit(.update(diary.ids[1], values: ["mood": .int(1)]))
    let isErased = step != .begun && step != .written
    #expect(try test.head().size == head.size + (isErased ? 3 : 1))
    #expect(try (test.values(id) == nil) == isErased)
    #expect(try JournalFiles(path).count(of: patterns) == (isErased ? 0 : patterns.count))
    try ReplacementTests.audit(test.journal)
    if !isErased { _ = try test.journal.erase([id], test.request()) }
    try Self.expectNoTrace(patterns, in: test.journal)
  }

  @Test func `an erased object of another device stays erased here, and its payloads go here too`()
    throws
  {
    let diary = try Diary(seed: 12, count: 30)
    let here = diary.test
    let there = try here.copied(seed: 13)
    let id = diary.ids[0]
    let patterns = Set(diary.secrets[id] ?? [])
    // Here it is changed meanwhile; there it is erased.
    try here.commit(.update(id, values: ["text": .string("changed here, zq81mx")]))
    _ = try there.journal.erase([id], there.request())
    let entries = try there.journal.exported()
    try here.journal.take(entries, here.request())
    #expect(try here.values(id) == nil)
    try Self.expectNoTrace(
      patterns.union([Array("changed here, zq81mx".utf8)]), in: here.journal)
    try ReplacementTests.audit(here.journal)
    // What was written here of it arrives there without its payload.
    let late = try diary.test.journal.exported()
    try there.journal.take(late, there.request())
    #expect(try there.records() == here.records())
    try Self.expectNoTrace(
      patterns.union([Array("changed here, zq81mx".utf8)]), in: there.journal)
    try ReplacementTests.audit(there.journal)
  }

  @Test func `a payload that arrives late for an erased object never reaches the file`() throws {
    let diary = try Diary(seed: 14, count: 3)
    let here = diary.test
    let there = try here.copied(seed: 15)
    let id = diary.ids[0]
    try there.commit(.update(id, values: ["text": .string("written there, zq55ky")]))
    let late = try there.journal.exported()
    _ = try here.journal.erase([id], here.request())
    try here.journal.take(late, here.request())
    #expect(try here.values(id) == nil)
    try Self.expectNoTrace([Array("written there, zq55ky".utf8)], in: here.journal)
    #expect(try here.head().size == there.head().size + 2)
    try ReplacementTests.audit(here.journal)
  }

  @Test
  func `versions condensed on another device are forgotten here, those written apart are not`()
    throws
  {
    let here = try TestJournal(seed: 16)
    let id = here.id()
    try here.commit(
      .insert(
        id, entity: "entry",
        values: [
          "text": .string("the first version, zq1"),
          "creationTime": .date(Moment(microseconds: here.now, offsetSeconds: 0)),
        ]))
    let there = try here.copied(seed: 17)
    try there.commit(.update(id, values: ["text": .string("the second version, zq2")]))
    _ = try there.journal.eraseVersions(of: id, there.request())
    try here.commit(.update(id, values: ["place": .string("a place written apart")]))
    try here.journal.take(there.journal.exported(), here.request())
    try Self.expectNoTrace([Array("the first version, zq1".utf8)], in: here.journal)
    #expect(
      try JournalFiles(of: here.journal).count(of: [Array("a place written apart".utf8)]) == 1)
    try there.journal.take(here.journal.exported(), there.request())
    #expect(try here.records() == there.records())
    #expect(try here.values(id)?["text"] == .string("the second version, zq2"))
    try ReplacementTests.audit(here.journal)
    try ReplacementTests.audit(there.journal)
  }
}
