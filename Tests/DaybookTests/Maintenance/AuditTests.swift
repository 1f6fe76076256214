import CBOR
import Daybook
import EventLog
import LMDB
import MerkleTree
import StoreSupport
import TestSupport
import Testing

/// What an audit finds of a log in which single rows were changed.
@Suite struct AuditTests {
  /// A journal of 130 entries, two of the tree's rows that are kept and a third of which nothing is
  /// kept yet, with a picture.
  private func populated() throws -> TestJournal {
    let test = try TestJournal(seed: 61)
    for number in 0..<13 {
      try test.journal.commit(
        (0..<10).map { _ in
          .insert(
            test.id(), entity: "entry",
            values: [
              "text": .string("entry of round \(number)"),
              "creationTime": .date(Moment(microseconds: test.now)),
            ])
        }, test.request())
    }
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    let content = ContentReference(
      digest: SHA256.digest(of: bytes).bytes, size: UInt64(bytes.count))
    try test.journal.store(content) { offset, count in
      Array(bytes[Int(offset)..<Int(offset) + count])
    }
    try test.commit(.insert(test.id(), entity: "medium", values: ["content": .content(content)]))
    return test
  }

  /// Changes one row of a database of the log, in which `choose` finds its key.
  private func change(
    _ name: String, of test: TestJournal, _ choose: ([[UInt8]]) -> [UInt8]?,
    _ body: ([UInt8]) -> [UInt8]?
  ) throws {
    try JournalFiles(of: test.journal).environment().write { transaction in
      let database = try #require(try transaction.reading.database(named: name))
      var rows: [[UInt8]: [UInt8]] = [:]
      try transaction.reading.withCursor(in: database) { cursor in
        while try cursor.next() { rows[cursor.keyBytes()] = cursor.valueBytes() }
      }
      let key = try #require(choose(rows.keys.sorted { $0.lexicographicallyPrecedes($1) }))
      if let value = body(rows[key] ?? []) {
        try transaction.put(key, value, in: database)
      } else {
        try transaction.delete(key, in: database)
      }
    }
  }

  /// The beginnings of the places at one of which a fault of a database is told.
  ///
  /// A header that can still be read is another one: the tree above it says so.
  private func databases(for name: String) -> Set<String> {
    name == "events" ? ["events", "merkle", "head"] : [name]
  }

  private func places(_ test: TestJournal, isQuick: Bool = false) throws -> [String] {
    try test.journal.audit(isQuick: isQuick).faults.map(\.place)
  }

  /// The databases in which an audit finds faults.
  private func databases(_ test: TestJournal) throws -> Set<String> {
    Set(try places(test).compactMap { $0.split(separator: " ").first.map(String.init) })
  }

  @Test(arguments: ["events", "payloads", "head", "merkle", "identity", "blobs"], [0, 1, 2])
  func `a byte that is another is found where it stands`(database: String, place: Int) throws {
    let test = try populated()
    #expect(try places(test) == [])
    try change(
      database, of: test, { $0[(place * ($0.count - 1)) / 2] },
      { value in
        var value = value
        value[place * (value.count - 1) / 2] ^= 1
        return value
      })
    #expect(try !databases(test).isDisjoint(with: databases(for: database)))
  }

  @Test(arguments: ["events", "payloads", "history", "merkle", "identity", "blobs"], [0, 1, 2])
  func `a row that is gone is missed`(database: String, place: Int) throws {
    let test = try populated()
    try change(database, of: test, { $0[(place * ($0.count - 1)) / 2] }, { _ in nil })
    #expect(try !databases(test).isDisjoint(with: databases(for: database)))
  }

  @Test func `a header that another took the place of is told by the root alone`() throws {
    let test = try populated()
    // The last of them stands in no subtree that is kept.
    try change(
      "events", of: test, { $0.last },
      { value in
        var header = try? EventHeader(decoding: value.span)
        header?.recorded += 1
        var writer = CBORWriter()
        if let header { writer.header(header) }
        return writer.bytes
      })
    #expect(try places(test) == ["head head"])
    #expect(try places(test, isQuick: true) == ["head head"])
  }

  @Test func `what a journal says of itself is compared with its check`() throws {
    let test = try populated()
    try change(
      "meta", of: test, { $0.first { $0 == Array("device".utf8) } },
      { value in value.dropLast() + [value[value.count - 1] ^ 1] })
    #expect(try places(test).contains("meta check"))
  }
  @Test func `stamps of a device that do not rise are found`() throws {
    let test = try populated()
    let device = DeviceID(test.id())
    let size = try test.head().size
    try JournalFiles(of: test.journal).environment().write { transaction in
      let log = try EventLog(in: transaction.reading)
      var appender = try EventAppender(log, device: device, recorded: 0, in: transaction.reading)
      for (counter, stamp) in [UInt64(7), 8, 8].enumerated() {
        var payload = CBORWriter()
        try payload.payload(salt: .zero, values: ["text": .string("\(counter)")])
        var header = CBORWriter()
        header.header(
          EventHeader(
            commit: UInt64(counter), kind: .inserted,
            identity: EventIdentity(device: device, counter: UInt64(counter)), stamp: stamp,
            recorded: 0, entity: "entry", object: test.id(),
            digest: SHA256.digest(of: payload.bytes)))
        _ = try appender.append(header: header.bytes, payload: payload.bytes, in: transaction)
      }
      try appender.finish(in: transaction)
    }
    let faults = try test.journal.audit().faults
    #expect(
      faults.filter { $0.expected.hasPrefix("a stamp") }.map(\.place) == ["events \(size + 2)"])
  }
}
