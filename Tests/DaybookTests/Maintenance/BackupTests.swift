import Daybook
import EventLog
import Foundation
import MerkleTree
import StoreSupport
import TestSupport
import Testing

/// Backups, copies, and what becomes of a journal that lies at two places.
@Suite struct BackupTests {
  private func write(_ text: String, in test: TestJournal) throws -> ObjectID {
    let id = test.id()
    try test.commit(
      .insert(
        id, entity: "entry",
        values: [
          "text": .string(text),
          "creationTime": .date(Moment(microseconds: test.now, offsetSeconds: 0)),
        ]))
    return id
  }

  @Test func `a backup opens as a journal, and a second one takes its place`() throws {
    let test = try ReplacementTests.populated(seed: 1)
    let path = test.directory.file("deep/backup")
    try test.journal.backup(to: path)
    #expect(try JournalFiles(path).names() == ["1.mdb", "current"])
    do {
      let backup = try TestJournal(at: path, seed: 2)
      #expect(try backup.head() == test.head())
      #expect(try backup.records() == test.records())
      try ReplacementTests.audit(backup.journal)
    }
    _ = try write("after the backup", in: test)
    // Somebody has the first one open while it is replaced.
    let kept = try TestJournal(at: path, seed: 3)
    let snapshot = try kept.journal.snapshot()
    try test.journal.backup(to: path)
    #expect(try snapshot.size == test.head().size - 1)
    #expect(try kept.head() == test.head())
    #expect(try JournalFiles(path).names() == ["2.mdb", "current"])
    try ReplacementTests.audit(kept.journal)
  }

  @Test func `a backup is refused where it would destroy something`() throws {
    let test = try ReplacementTests.populated(seed: 4)
    let path = test.directory.file("backup")
    #expect(throws: JournalError.self) {
      try test.journal.backup(to: test.journal.directory.path)
    }
    // Another journal.
    let other = try TestJournal(making: path, seed: 5)
    _ = try write("of another journal", in: other)
    let (found, expected) = (try other.journal.identity(), try test.journal.identity())
    #expect(throws: JournalError.anotherJournal(found: found, expected: expected)) {
      try test.journal.backup(to: path)
    }
    #expect(try other.head().size == 1)
    // A backup that somebody has gone on writing in.
    let second = test.directory.file("second")
    try test.journal.backup(to: second)
    let grown = try TestJournal(at: second, seed: 6)
    _ = try write("only there", in: grown)
    _ = try write("only here", in: test)
    _ = try write("only here", in: test)
    let head = try grown.head()
    #expect(throws: JournalError.self) { try test.journal.backup(to: second) }
    #expect(try grown.head() == head)
    // Something else.
    let third = test.directory.file("third")
    try Files.makeDirectory(third)
    try Files.write(Array("mine".utf8), to: "\(third)/letter.txt")
    #expect(throws: JournalError.self) { try test.journal.backup(to: third) }
    #expect(try Files.names(in: third) == ["letter.txt"])
  }

  @Test(arguments: ReplacementStep.allCases)
  func `killed behind any step, the backup is the old one or the new one`(
    step: ReplacementStep
  ) async throws {
    let test = try ReplacementTests.populated(seed: 7)
    let path = test.directory.file("backup")
    let journal = test.journal.directory.path
    func backupDying() async {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [journal = journal as String, path = path as String, step = step.rawValue as String] in
        var options = Journal.Options()
        options.onReplacementStep = { if $0.rawValue == step { kill(getpid(), SIGKILL) } }
        try Journal.open(at: journal, options).backup(to: path)
        // The first backup has no old one to name the new one.
        kill(getpid(), SIGKILL)
      }
    }
    await backupDying()
    if step == .begun || step == .written {
      #expect(try JournalDirectory(path).open(Environment.Options()) == nil)
      try test.journal.backup(to: path)
    }
    let first = try test.head()
    #expect(try TestJournal(at: path, seed: 8).head() == first)
    _ = try write("after the first", in: test)
    await backupDying()
    let isNew = step != .begun && step != .written
    let backup = try TestJournal(at: path, seed: 9)
    #expect(try backup.head() == (isNew ? test.head() : first))
    try test.journal.backup(to: path)
    #expect(try backup.head() == test.head())
    try ReplacementTests.audit(backup.journal)
  }

  @Test func `a backup is consistent while others write and compact`() async throws {
    let test = try ReplacementTests.populated(seed: 10)
    let journal = test.journal.directory.path
    let stop = test.directory.file("stop")
    async let writer = #expect(processExitsWith: .exitCode(0)) {
      [journal = journal as String, stop = stop as String] in
      let test = try TestJournal(at: journal, seed: 11)
      var round = 0
      while try Files.status(of: stop) == nil {
        round += 1
        var changes: [Change] = []
        for _ in 0..<3 {
          changes.append(
            .insert(
              test.id(), entity: "entry",
              values: [
                "text": .string("round \(round)"),
                "creationTime": .date(Moment(microseconds: test.now, offsetSeconds: 0)),
              ]))
        }
        try test.journal.commit(changes, test.request())
        if round % 5 == 0 { _ = try test.journal.compact(test.request()) }
      }
      exit(0)
    }
    var last: UInt64 = 0
    for _ in 0..<10 {
      let path = test.directory.file("backup")
      try test.journal.backup(to: path)
      let backup = try TestJournal(at: path, seed: 12)
      let head = try backup.head()
      // Whole commits, never less than before.
      #expect(head.size >= last)
      #expect((head.size - 218) % 3 == 0)
      last = head.size
      try ReplacementTests.audit(backup.journal)
    }
    try signal(stop)
    _ = await writer
    try ReplacementTests.audit(test.journal)
  }

  @Test func `a copy writes as another device, the original goes on as it was`() throws {
    let test = try ReplacementTests.populated(seed: 13)
    let device = try test.journal.read { try $0.meta.device }
    let size = try test.head().size
    let copy = try test.copied(seed: 14)
    #expect(try copy.journal.read { try $0.meta.device } == device)
    let there = try write("there", in: copy)
    let here = try write("here", in: test)
    #expect(try test.journal.read { try $0.meta.device } == device)
    let second = try copy.journal.read { try $0.meta.device }
    #expect(second != device)
    let identity = try copy.journal.read {
      try $0.event(at: SequenceNumber(size)).header.identity
    }
    #expect(identity == EventIdentity(device: second, counter: 0))
    // It keeps the device from then on, also when it is compacted.
    _ = try copy.journal.compact(copy.request())
    _ = try write("there again", in: copy)
    #expect(try copy.journal.read { try $0.meta.device } == second)
    // Each takes in the other's log: neither loss nor duplicate, and the same is shown.
    let taken = try test.journal.take(copy.journal.exported(), test.request())
    #expect(taken.imported == 2 && taken.unchanged == Int(size))
    let back = try copy.journal.take(test.journal.exported(), copy.request())
    #expect(back.imported == 1)
    #expect(try copy.journal.take(test.journal.exported(), copy.request()).imported == 0)
    #expect(try test.head().size == size + 3 && copy.head().size == size + 3)
    #expect(try test.records() == copy.records())
    #expect(try test.values(there) != nil && copy.values(here) != nil)
    #expect(
      try test.journal.read { try $0.list(of: "by-day") }
        == copy.journal.read { try $0.list(of: "by-day") })
    try ReplacementTests.audit(test.journal)
    try ReplacementTests.audit(copy.journal)
  }

  @Test func `a restored backup writes as another device even on the old file's number`() throws {
    let test = try ReplacementTests.populated(seed: 15)
    let device = try test.journal.read { try $0.meta.device }
    let path = test.directory.file("backup")
    try test.journal.backup(to: path)
    let backup = try TestJournal(at: path, seed: 16)
    let meta = try backup.journal.read { try $0.meta }
    #expect(meta.device == device)
    // No file lies at this place, whatever number it gets.
    #expect(meta.place == .zero)
    _ = try write("restored", in: backup)
    #expect(try backup.journal.read { try $0.meta.device } != device)
  }

  @Test func `a file of the same number on another machine is a copy`() throws {
    let test = try ReplacementTests.populated(seed: 22, count: 20)
    let device = try test.journal.read { try $0.meta.device }
    var options = Journal.Options()
    options.machine = Array("another".utf8)
    let there = try TestJournal(at: test.journal.directory.path, seed: 23, options)
    _ = try write("there", in: there)
    let second = try there.journal.read { try $0.meta.device }
    #expect(second != device)
    _ = try write("there again", in: there)
    #expect(try there.journal.read { try $0.meta.device } == second)
  }

  @Test func `a journal that was moved on one file system is not a copy`() throws {
    let test = try ReplacementTests.populated(seed: 17)
    let device = try test.journal.read { try $0.meta.device }
    let moved = test.directory.file("moved")
    try FileManager.default.moveItem(atPath: test.journal.directory.path, toPath: moved)
    let journal = try TestJournal(at: moved, seed: 18)
    _ = try write("moved", in: journal)
    // The same file by its number: nobody else can write as this device.
    #expect(try journal.journal.read { try $0.meta.device } == device)
  }

  @Test(arguments: [19, 20, 21] as [UInt64])
  func `copies that were changed apart show the same once each has the other's log`(
    seed: UInt64
  ) throws {
    let test = try ReplacementTests.populated(seed: seed, count: 60)
    let copies = [test, try test.copied(seed: seed + 100), try test.copied(seed: seed + 200)]
    let ids = try test.records().keys.sorted()
    for copy in copies {
      for _ in 0..<25 {
        let id = ids[copy.random.below(ids.count)]
        guard try copy.values(id) != nil else { continue }
        switch copy.random.below(4) {
        case 0: try copy.commit(.delete(id))
        case 1:
          try copy.commit(.update(id, values: ["mood": .int(Int64(copy.random.below(10)))]))
        default:
          try copy.commit(.update(id, values: ["text": .string("text \(copy.random.below(99))")]))
        }
      }
      _ = try write("new on \(copy.random.next())", in: copy)
    }
    let logs = try copies.map { try $0.journal.exported() }
    for (place, copy) in copies.enumerated() {
      for (other, log) in logs.enumerated() where other != place {
        try copy.journal.take(log, copy.request())
      }
    }
    let size = try test.head().size
    let events = Set(logs.joined().map(\.header))
    #expect(events.count == Int(size))
    for copy in copies {
      #expect(try copy.head().size == size)
      #expect(try copy.records() == test.records())
      #expect(
        try copy.journal.read { try $0.list(of: "by-day") }
          == test.journal.read { try $0.list(of: "by-day") })
      try ReplacementTests.audit(copy.journal)
    }
  }
}

extension LogEntry {
  fileprivate var header: [UInt8] {
    if case .event(let header, _) = self { header } else { [] }
  }
}
