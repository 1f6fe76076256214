import Daybook
import EventLog
import Foundation
import MerkleTree
import StoreSupport
import TestSupport
import Testing

/// `audit` and `audit --salvage` of journals whose file is damaged.
@Suite struct SalvageTests {
  /// A journal with entries, people, pictures, deletions and erasures, closed, and what it held.
  private struct Wreck {
    let directory: TemporaryDirectory
    var path: String { directory.file("wreck") }
    var file: String { "\(path)/\(name)" }
    var name = ""
    var records: [ObjectID: RecordState] = [:]
    var list: [ChangeSets.Section<ObjectID>] = []
    var size: UInt64 = 0
    var root: [UInt8] = []
    var ids: [ObjectID] = []
    var journal = ObjectID.zero
    var checkpoints: [Checkpoint] = []
    /// The payloads, by sequence, to find them in the file.
    var payloads: [[UInt8]?] = []
    var headers: [[UInt8]] = []

    init(seed: UInt64, count: Int = 300) throws {
      directory = try TemporaryDirectory()
      let diary = try ErasureTests.Diary(seed: seed, count: 0)
      let test = diary.test
      for number in 0..<count {
        let id = test.id()
        ids.append(id)
        let when = Moment(
          microseconds: test.now - Int64(test.random.below(20)) * 86_400_000_000, offsetSeconds: 0)
        try test.commit(
          .insert(
            id, entity: "entry",
            values: [
              "text": .string("entry \(number) " + String(repeating: "and on ", count: 12)),
              "creationTime": .date(when),
            ]))
        if number % 5 == 4 {
          try test.commit(
            .update(ids[number - 2], values: ["text": .string("changed in \(number)")]))
        }
        if number % 50 == 30 { try test.commit(.delete(ids[number - 7])) }
        if number % 64 == 9 { checkpoints.append(try test.journal.read { try $0.checkpoint() }) }
      }
      _ = try test.journal.erase([ids[5]], test.request())
      _ = try test.journal.eraseVersions(of: ids[2], test.request())
      let person = test.id()
      try test.commit(.insert(person, entity: "person", values: ["name": .string("Anna")]))
      try test.commit(
        .insert(
          test.id(), entity: "letter",
          values: ["writer": .uuid(person), "body": .string("a letter")]))
      let bytes = [UInt8](repeating: 7, count: 300) + Array("a picture".utf8)
      let content = ContentReference(
        digest: SHA256.digest(of: bytes).bytes, size: UInt64(bytes.count))
      try test.journal.store(content) { offset, count in
        Array(bytes[Int(offset)..<Int(offset) + count])
      }
      try test.commit(
        .insert(
          test.id(), entity: "medium",
          values: [
            "content": .content(content), "diaryEntry": .uuid(ids[8]), "caption": .string("seen"),
          ]))
      records = try test.records()
      list = try test.journal.read { try $0.list(of: "by-day") }
      size = try test.head().size
      root = try test.head().root
      journal = try test.journal.identity()
      try test.journal.read { snapshot in
        for sequence in 0..<(try snapshot.size) {
          let (header, payload) = try snapshot.bytes(at: SequenceNumber(sequence))
          headers.append(header)
          payloads.append(payload)
        }
      }
      name = String(try JournalFiles(of: test.journal).current().dropLast())
      // A copy that this process has never had open.
      try FileManager.default.copyItem(
        atPath: test.journal.directory.path, toPath: directory.file("wreck"))
      try Files.remove("\(path)/\(name)-lock")
    }

    /// Changes bytes of the file.
    func patch(_ body: (inout [UInt8]) throws -> Void) throws {
      var bytes = try Files.read(file)
      try body(&bytes)
      try Files.write(bytes, to: file)
    }

    /// Flips a bit wherever a byte string stands, also in pages that are free.
    func flip(in pattern: [UInt8], at offset: Int = 0) throws {
      try patch { bytes in
        var rest = 0..<bytes.count
        var count = 0
        while let range = Data(bytes).range(of: Data(pattern), in: rest) {
          bytes[range.lowerBound + offset] ^= 1
          rest = range.upperBound..<bytes.count
          count += 1
        }
        #expect(count > 0)
      }
    }

    func salvage(_ seed: UInt64 = 1) throws -> (SalvageReport, TestJournal) {
      var random = SplitMix64(seed: seed)
      let report = try Journal.salvage(
        from: path, to: directory.file("saved"),
        making: Journal.Seed(
          journal: ObjectID(high: 1, low: 1), device: ObjectID(high: 2, low: random.next()),
          created: 0),
        CommitRequest(recorded: 1_900_000_000_000_000, seed: CommitRequest.Seed(using: &random)))
      let saved = try TestJournal(at: directory.file("saved"), seed: seed)
      saved.now = 1_900_000_000_000_000
      #expect(try saved.journal.audit().faults == [])
      #expect(try saved.head().size == report.taken + report.written)
      #expect(try saved.records().count == report.objects)
      return (report, saved)
    }

    func auditFaults() throws -> [AuditFault] { try Journal.audit(at: path).faults }
  }

  @Test func `a sound journal is taken over whole`() throws {
    let wreck = try Wreck(seed: 1)
    #expect(try wreck.auditFaults() == [])
    let (report, saved) = try wreck.salvage()
    #expect(report.faults == [] && report.lost == [] && report.renewed == [])
    #expect(report.taken == wreck.size && report.written == 0)
    #expect(try saved.head().root == wreck.root)
    #expect(try saved.records() == wreck.records)
    #expect(try saved.journal.read { try $0.list(of: "by-day") } == wreck.list)
    #expect(try saved.journal.identity() == wreck.journal)
    // It can be written to, as another device.
    try saved.commit(.update(wreck.ids[0], values: ["mood": .int(1)]))
    #expect(try saved.journal.audit().faults == [])
    // And is no place for a second one.
    #expect(throws: JournalError.self) { try wreck.salvage() }
    // The damaged one is left as it is.
    #expect(try wreck.auditFaults() == [])
  }

  @Test func `a damaged payload costs its own values alone`() throws {
    let wreck = try Wreck(seed: 2)
    // The last version of an entry, and the only one of another.
    let changed = try #require(
      wreck.payloads.lastIndex {
        $0.map { String(decoding: $0, as: UTF8.self) }?.contains("changed in 104") == true
      })
    let only = try #require(
      wreck.payloads.firstIndex {
        $0.map { String(decoding: $0, as: UTF8.self) }?.contains("entry 120 ") == true
      })
    for sequence in [changed, only] {
      try wreck.flip(in: try #require(wreck.payloads[sequence]), at: 30)
    }
    let faults = try wreck.auditFaults()
    #expect(Set(faults.map(\.place)).isSuperset(of: ["payloads \(changed)", "payloads \(only)"]))

    let (report, saved) = try wreck.salvage()
    #expect(report.taken == wreck.size)
    #expect(report.renewed == [wreck.ids[102]] && report.lost == [wreck.ids[120]])
    #expect(Set(report.faults.map(\.place)) == ["payloads \(changed)", "payloads \(only)"])
    // The version before it is what it is now.
    let text = try saved.values(wreck.ids[102])?["text"]
    #expect(text == .string("entry 102 " + String(repeating: "and on ", count: 12)))
    #expect(try saved.values(wreck.ids[120]) == nil)
    var expected = wreck.records
    expected[wreck.ids[120]] = nil
    expected[wreck.ids[102]] = try saved.records()[wreck.ids[102]]
    #expect(try saved.records() == expected)
    // Everything that was signed for still is as it was.
    for checkpoint in wreck.checkpoints {
      #expect(try saved.journal.audit(against: checkpoint).faults == [])
    }
  }

  @Test func `behind a damaged header the latest values that verify are written anew`() throws {
    let wreck = try Wreck(seed: 3)
    // In the entity's name: no digest of its own tells, the tree does.
    let sequence = 200
    let header = wreck.headers[sequence]
    let name = try #require(Data(header).range(of: Data("entry".utf8)))
    try wreck.flip(in: header, at: name.lowerBound)
    #expect(try !wreck.auditFaults().isEmpty)
    let (report, saved) = try wreck.salvage()
    // The tree proves blocks of 64 below its nodes.
    #expect(report.taken == 192)
    #expect(!report.renewed.isEmpty)
    let records = try saved.records()
    // The object of the damaged header is there as something else, or under its later events.
    let object = try EventLog.header(header).object
    var expected = wreck.records
    #expect(records.count <= expected.count)
    for (id, state) in expected where id != object { #expect(records[id] == state, "\(id)") }
    expected[object] = nil
    #expect(try saved.values(wreck.ids[5]) == nil)
    for checkpoint in wreck.checkpoints where checkpoint.size <= 192 {
      #expect(try saved.journal.audit(against: checkpoint).faults == [])
    }
    #expect(
      try saved.journal.read { $0.viewNames } == ["by-day", "by-name", "by-text"])
  }

  @Test(arguments: [4, 5, 6, 7, 8, 9, 10, 11] as [UInt64])
  func `whatever page is lost, what is saved is sound and true`(seed: UInt64) throws {
    let wreck = try Wreck(seed: seed)
    var random = SplitMix64(seed: seed)
    let pages = try Files.read(wreck.file).count / 4096
    // Any pages but those at which LMDB begins.
    for _ in 0..<1 + random.below(4) {
      let page = 2 + random.below(pages - 2)
      try wreck.patch { bytes in
        switch random.below(3) {
        case 0: for place in page * 4096..<(page + 1) * 4096 { bytes[place] = 0 }
        case 1:
          for place in page * 4096..<(page + 1) * 4096 {
            bytes[place] = UInt8(truncatingIfNeeded: random.next())
          }
        default:
          for _ in 0..<8 { bytes[page * 4096 + random.below(4096)] ^= 1 << UInt8(random.below(8)) }
        }
      }
    }
    // An audit of any such file ends, and says the same as the salvage of whether it is sound.
    _ = try wreck.auditFaults()
    let (report, saved) = try wreck.salvage()
    let records = try saved.records()
    var versions: [ObjectID: Set<Value>] = [:]
    for payload in wreck.payloads {
      guard let payload, let text = try EventLog.payload(payload).values["text"] else { continue }
      versions[.zero, default: []].insert(text)
    }
    for (id, state) in records {
      // What is shown was written; whether it is the last that was written depends on what was lost.
      if let text = state.values["text"] { #expect(versions[.zero]?.contains(text) == true) }
      if report.faults.isEmpty { #expect(wreck.records[id] == state) }
    }
    if report.faults.isEmpty { #expect(records == wreck.records) }
    // What was erased does not come back.
    #expect(records[wreck.ids[5]] == nil)
  }

  @Test func `a file cut short is saved up to where it ends`() throws {
    let wreck = try Wreck(seed: 12)
    let bytes = try Files.read(wreck.file)
    try Files.write(Array(bytes[..<(bytes.count * 3 / 4)]), to: wreck.file)
    let faults = try wreck.auditFaults()
    #expect(!faults.isEmpty)
    let (report, _) = try wreck.salvage()
    #expect(!report.faults.isEmpty)
  }

  @Test func `a picture that is damaged is let go, its entry stays`() throws {
    let wreck = try Wreck(seed: 13)
    try wreck.flip(in: [UInt8](repeating: 7, count: 300) + Array("a picture".utf8), at: 3)
    let (report, saved) = try wreck.salvage()
    #expect(report.taken == wreck.size)
    #expect(report.faults.contains { $0.place.hasPrefix("blobs ") })
    #expect(try saved.values(wreck.ids[8]) != nil)
    let media = try saved.records().values.filter { $0.entity == "medium" }
    #expect(media.allSatisfy { $0.values["content"] == nil })
  }

  @Test func `a journal whose name is damaged is found all the same`() throws {
    let wreck = try Wreck(seed: 14)
    try Files.write(Array("?".utf8), to: "\(wreck.path)/current")
    let (report, saved) = try wreck.salvage()
    #expect(report.faults == [])
    #expect(try saved.records() == wreck.records)
  }
}
