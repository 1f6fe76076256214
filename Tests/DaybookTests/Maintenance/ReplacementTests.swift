import Daybook
import EventLog
import Foundation
import LMDB
import StoreSupport
import TestSupport
import Testing

/// The replacement of the environment, by `compact` and where it is broken off.
@Suite struct ReplacementTests {
  /// A journal with some history in it: entries written, changed and deleted.
  static func populated(seed: UInt64, count: Int = 200) throws -> TestJournal {
    let test = try TestJournal(seed: seed)
    var ids: [ObjectID] = []
    for round in 0..<10 {
      var changes: [Change] = []
      for _ in 0..<count / 10 {
        let id = test.id()
        ids.append(id)
        let when = Moment(
          microseconds: test.now - Int64(test.random.below(30)) * 86_400_000_000, offsetSeconds: 0)
        changes.append(
          .insert(
            id, entity: "entry",
            values: [
              "text": .string("entry \(ids.count) " + String(repeating: "x", count: 90)),
              "creationTime": .date(when),
            ]))
      }
      if round > 0 {
        changes.append(.update(ids[2 * round], values: ["text": .string("changed in \(round)")]))
        changes.append(.delete(ids[2 * round + 1]))
      }
      try test.journal.commit(changes, test.request())
    }
    return test
  }

  static func audit(_ journal: Journal) throws {
    let report = try journal.audit()
    #expect(report.faults == [])
  }

  static func expectNothing(_ follower: Follower) throws {
    try follower.poll { change in Issue.record("a compaction is no change, and told was \(change)")
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `a compacted journal holds what it held, in a new file`(seed: UInt64) throws {
    let test = try Self.populated(seed: seed)
    let head = try test.head()
    let records = try test.records()
    let list = try test.journal.read { try $0.list(of: "by-day") }
    let meta = try test.journal.read { try $0.meta }
    var last = 0
    let sizes = try test.journal.compact(test.request()) { progress in
      #expect(progress.done >= last && progress.done <= progress.total)
      last = progress.done
    }
    #expect(last > 0)
    #expect(sizes.after < sizes.before)
    #expect(try test.head() == head)
    #expect(try test.records() == records)
    #expect(try test.journal.read { try $0.list(of: "by-day") } == list)
    let after = try test.journal.read { try $0.meta }
    #expect(after.device == meta.device && after.journal == meta.journal)
    #expect(after.place != meta.place && after.moved == nil)
    #expect(try JournalFiles(of: test.journal).names() == ["2.mdb", "current"])
    #expect(try JournalFiles(of: test.journal).current() == "2.mdb\n")
    try Self.audit(test.journal)

    // The device goes on where it was.
    let id = test.id()
    try test.commit(
      .insert(
        id, entity: "entry",
        values: [
          "text": .string("after"),
          "creationTime": .date(Moment(microseconds: test.now, offsetSeconds: 0)),
        ]))
    #expect(
      try test.journal.read { try $0.event(at: SequenceNumber(head.size)).header.identity }
        == EventIdentity(device: meta.device, counter: head.size))
    #expect(try test.journal.read { try $0.meta.device } == meta.device)
  }

  @Test func `others that have the journal open go over to the new environment`() throws {
    let test = try Self.populated(seed: 3)
    let path = test.journal.directory.path
    let other = try Journal.open(at: path)
    let follower = try Follower(other, view: "by-day")
    let kept = try other.snapshot()
    let rows = try test.journal.read { try $0.list(of: "by-day") }
    let text = Value.string("written behind")
    for round in 1...3 {
      _ = try test.journal.compact(test.request())
      #expect(follower.hasNews)
      try Self.expectNothing(follower)
      #expect(!follower.hasNews)
      let id = test.id()
      let commit = try other.commit(
        [
          .insert(
            id, entity: "entry",
            values: [
              "text": text,
              "creationTime": .date(Moment(microseconds: test.now, offsetSeconds: 0)),
            ])
        ], test.request(views: ["by-day"]))
      #expect(try test.journal.read { try $0.record(id)?.values["text"] } == text)
      _ = try test.journal.compact(test.request())
      var told: [Told] = []
      try follower.poll { change in
        switch change {
        case .changes(let set): told.append(Told(set))
        case .reset: Issue.record("the follower lost its place")
        }
      }
      #expect(told == commit.changeSets.map(Told.init))
      #expect(try JournalFiles(path).current() == "\(2 * round + 1).mdb\n")
    }
    // A snapshot sees what it saw, however often the journal has been replaced.
    #expect(try kept.list(of: "by-day") == rows)
    try Self.audit(test.journal)
  }

  @Test func `who writes next without having looked writes to the new environment`() throws {
    let test = try Self.populated(seed: 11, count: 20)
    let other = try Journal.open(at: test.journal.directory.path)
    _ = try test.journal.compact(test.request())
    let id = test.id()
    try other.commit(
      [
        .insert(
          id, entity: "entry",
          values: [
            "text": .string("written behind"),
            "creationTime": .date(Moment(microseconds: test.now, offsetSeconds: 0)),
          ])
      ], test.request())
    #expect(
      try test.journal.read { try $0.record(id)?.values["text"] } == .string("written behind"))
    #expect(try JournalFiles(of: test.journal).names() == ["2.mdb", "current"])
    try Self.audit(test.journal)
  }

  @Test func `commits are on disk when they are made, in a new environment too`() throws {
    let test = try Self.populated(seed: 12, count: 20)
    #expect(try JournalFiles(of: test.journal).environment().isSynchronous)
    _ = try test.journal.compact(test.request())
    #expect(try JournalFiles(of: test.journal).environment().isSynchronous)
  }

  @Test func `a journal opened to read follows, and changes nothing`() async throws {
    let test = try Self.populated(seed: 4)
    let path = test.journal.directory.path
    let head = try test.head()
    // Broken off behind `moved`, in another process; this one had the journal open all the time.
    await Self.compactDying(at: .moved, path)
    #expect(try JournalFiles(path).names() == ["1.mdb", "2.mdb", "current"])
    var options = Journal.Options()
    options.isReadOnly = true
    await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
      var options = Journal.Options()
      options.isReadOnly = true
      let journal = try Journal.open(at: path, options)
      let size = try journal.read { try $0.size }
      exit(size > 0 ? 0 : 1)
    }
    #expect(try JournalFiles(path).names() == ["1.mdb", "2.mdb", "current"])
    #expect(try JournalFiles(path).current() == "1.mdb\n")
    #expect(try test.head() == head)
    #expect(try JournalFiles(path).current() == "2.mdb\n")
    #expect(try JournalFiles(path).names() == ["2.mdb", "current"])
  }

  /// Compacts in a process that is killed behind a step.
  static func compactDying(at step: ReplacementStep, _ path: String) async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, step = step.rawValue as String] in
      var options = Journal.Options()
      options.onReplacementStep = { if $0.rawValue == step { kill(getpid(), SIGKILL) } }
      let test = try TestJournal(at: path, seed: 99, options)
      _ = try test.journal.compact(test.request())
    }
  }

  @Test(arguments: ReplacementStep.allCases)
  func `killed behind any step, the journal is the old one or the new one`(
    step: ReplacementStep
  ) async throws {
    let test = try Self.populated(seed: 5)
    let path = test.journal.directory.path
    let head = try test.head()
    let records = try test.records()
    let follower = try Follower(test.journal, view: "by-day")
    await Self.compactDying(at: step, path)

    // A process that had it open throughout.
    #expect(try test.head() == head)
    #expect(try test.records() == records)
    try Self.expectNothing(follower)
    // And one that opens it now, and writes.
    let other = try TestJournal(at: path, seed: 6)
    other.now = test.now
    #expect(try other.records() == records)
    let id = other.id()
    let commit = try other.commit(
      .insert(
        id, entity: "entry",
        values: [
          "text": .string("behind"),
          "creationTime": .date(Moment(microseconds: other.now, offsetSeconds: 0)),
        ]), views: ["by-day"])
    var told: [Told] = []
    try follower.poll { if case .changes(let set) = $0 { told.append(Told(set)) } }
    #expect(told == commit.changeSets.map(Told.init) && told.count == 1)
    let isNew = step != .begun && step != .written
    #expect(try JournalFiles(path).names() == [isNew ? "2.mdb" : "1.mdb", "current"])
    #expect(try JournalFiles(path).current() == (isNew ? "2.mdb\n" : "1.mdb\n"))
    try Self.audit(test.journal)
    // The next replacement goes through.
    _ = try other.journal.compact(other.request())
    #expect(try test.head().size == head.size + 1)
    #expect(try JournalFiles(path).current() == (isNew ? "3.mdb\n" : "2.mdb\n"))
    try Self.audit(other.journal)
  }

  @Test func `a name in current that is out of date is mended`() throws {
    let test = try Self.populated(seed: 7)
    let path = test.journal.directory.path
    _ = try test.journal.compact(test.request())
    let head = try test.head()
    // As a process leaves it that stopped before the last step and went on much later.
    try Files.write(Array("1.mdb\n".utf8), to: "\(path)/current")
    #expect(try TestJournal(at: path, seed: 1).head() == head)
    #expect(try JournalFiles(path).current() == "2.mdb\n")
    try Files.remove("\(path)/current")
    #expect(try TestJournal(at: path, seed: 1).head() == head)
    #expect(try JournalFiles(path).current() == "2.mdb\n")
  }

  @Test func `what others left is cleared away, and nothing else`() throws {
    let test = try Self.populated(seed: 8)
    let path = test.journal.directory.path
    for name in ["2.mdb", "2.mdb-lock", ".scratch.17.0.mdb", "current.17.new", "note.txt", "7.mdb"]
    {
      try Files.write(Array("left".utf8), to: "\(path)/\(name)")
    }
    let head = try test.head()
    // This journal has written before: it has looked already.
    let other = try TestJournal(at: path, seed: 1)
    _ = try other.journal.compact(other.request())
    #expect(try other.head() == head)
    #expect(
      try Files.names(in: path).filter { !$0.hasSuffix("-lock") }
        == ["2.mdb", "7.mdb", "current", "note.txt"])
  }

  @Test func `a compaction that finds no room leaves the journal as it was`() throws {
    let test = try Self.populated(seed: 9)
    let head = try test.head()
    let path = test.journal.directory.path
    try Files.makeDirectory("\(path)/2.mdb")
    #expect(throws: (any Error).self) { try test.journal.compact(test.request()) }
    #expect(try test.head() == head)
    #expect(try JournalFiles(path).current() == "1.mdb\n")
    _ = unsafe rmdir("\(path)/2.mdb")
    _ = try test.journal.compact(test.request())
    #expect(try test.head() == head)
  }

  @Test func `processes that make one journal at once make one`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("journal")
    let start = directory.file("start")
    func maker() async {
      await #expect(processExitsWith: .exitCode(0)) {
        [path = path as String, start = start as String] in
        waitFor(start)
        for number in 0..<20 {
          let test = try TestJournal(making: path, seed: UInt64(getpid()) << 8 + UInt64(number))
          try test.commit(
            .insert(
              test.id(), entity: "entry",
              values: [
                "text": .string("one"),
                "creationTime": .date(Moment(microseconds: test.now, offsetSeconds: 0)),
              ]))
          _ = try test.journal.compact(test.request())
        }
        exit(0)
      }
    }
    async let one: Void = maker()
    async let two: Void = maker()
    async let three: Void = maker()
    try signal(start)
    _ = await (one, two, three)
    let test = try TestJournal(at: path, seed: 1)
    #expect(try test.head().size == 60)
    #expect(try JournalFiles(path).current() == "61.mdb\n")
    _ = try test.journal.compact(test.request())
    #expect(try JournalFiles(path).names() == ["62.mdb", "current"])
    try Self.audit(test.journal)
  }
}
