import CBOR
import EventLog
import LMDB
import MerkleTree
import Model
import TestSupport
import Testing

/// The log in a raw environment: what is written where, and what is refused.
@Suite struct EventAppenderTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let journal = ObjectID(high: 1, low: 2)
  let device = DeviceID(ObjectID(high: 3, low: 4))
  let other = DeviceID(ObjectID(high: 2, low: 9))

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment.open(at: directory.file("log.mdb"), creating: true)
    let place = try #require(Digest(bytes: Array(repeating: 5, count: 32)))
    try environment.write { [journal, device] in
      _ = try EventLog(
        creatingIn: $0, meta: Meta(journal: journal, device: device, place: place, created: 77))
    }
  }

  private func object(_ number: UInt64) -> ObjectID { ObjectID(high: 100, low: number) }

  /// Appends events of a device in one commit, each of an object of its own number.
  @discardableResult
  private func append(
    _ objects: [UInt64], device: DeviceID? = nil, at recorded: Int64 = 1_000_000
  ) throws -> [Event] {
    try environment.write { transaction in
      let log = try EventLog(in: transaction.reading)
      var appender = try EventAppender(
        log, device: device ?? self.device, recorded: recorded, in: transaction.reading)
      var events: [Event] = []
      for number in objects {
        events.append(
          try appender.append(
            .inserted, entity: "e", object: object(number), values: ["n": .int(Int64(number))],
            salt: ObjectID(high: 9, low: number), in: transaction))
      }
      try appender.finish(in: transaction)
      return events
    }
  }

  private func read<R>(_ body: (EventLog, borrowing ReadTransaction) throws -> R) throws -> R {
    try environment.read { try body(EventLog(in: $0), $0) }
  }

  /// The bytes of a foreign event.
  private func foreign(
    _ counter: UInt64, device: DeviceID, value: Int64 = 0, stamp: UInt64 = 1
  ) throws -> (header: [UInt8], payload: [UInt8]) {
    var payload = CBORWriter()
    try payload.payload(salt: .zero, values: ["v": .int(value)])
    var header = CBORWriter()
    header.header(
      EventHeader(
        commit: counter, kind: .inserted, identity: EventIdentity(device: device, counter: counter),
        stamp: stamp, recorded: 0, entity: "e", object: object(counter),
        digest: SHA256.digest(of: payload.bytes)))
    return (header.bytes, payload.bytes)
  }

  private func take(_ events: [(header: [UInt8], payload: [UInt8])]) throws -> [Bool] {
    try environment.write { transaction in
      let log = try EventLog(in: transaction.reading)
      var appender = try EventAppender(log, device: device, recorded: 0, in: transaction.reading)
      let answers = try events.map {
        try appender.append(header: $0.header, payload: $0.payload, in: transaction).isNew
      }
      try appender.finish(in: transaction)
      return answers
    }
  }

  @Test func `the meta rows are those of the page, and their check is SHA-256 of the map`() throws {
    let rows = try environment.read { transaction in
      var rows: [String: [UInt8]] = [:]
      let meta = try #require(try transaction.database(named: "meta"))
      try transaction.withCursor(in: meta) { cursor in
        var found = try cursor.first()
        while found {
          rows[String(decoding: cursor.keyBytes(), as: UTF8.self)] = cursor.valueBytes()
          found = try cursor.next()
        }
      }
      return rows
    }
    #expect(Set(rows.keys) == ["format", "journal", "device", "place", "created", "check"])
    #expect(rows["format"] == [1])
    #expect(rows["journal"] == [0x50] + journal.bytes)
    #expect(rows["device"] == [0x50] + device.bits.bytes)
    #expect(rows["place"] == [0x58, 0x20] + Array(repeating: 5, count: 32))
    #expect(rows["created"] == [0x18, 77])
    // {"place": …, "device": …, "format": …, "created": …, "journal": …}: the shorter key first.
    var map: [UInt8] = [0xA5]
    for name in ["place", "device", "format", "created", "journal"] {
      map += [0x60 + UInt8(name.utf8.count)] + Array(name.utf8) + (rows[name] ?? [])
    }
    #expect(rows["check"] == [0x58, 0x20] + SHA256.digest(of: map).bytes)
  }

  @Test func `rows of a later writer are kept and checked, and damage is found`() throws {
    try environment.write { transaction in
      let log = try EventLog(in: transaction.reading)
      var meta = try log.meta(in: transaction.reading)
      meta.others["note"] = [0x63, 0x61, 0x62, 0x63]
      try log.write(meta, in: transaction)
    }
    try read { log, transaction throws in
      #expect(try log.meta(in: transaction).others == ["note": [0x63, 0x61, 0x62, 0x63]])
    }
    try environment.write { transaction in
      let log = try EventLog(in: transaction.reading)
      try transaction.put(Array("note".utf8), [0x63, 0x61, 0x62, 0x64] as [UInt8], in: log.meta)
    }
    #expect(throws: EventLogError.self) { try read { _ = try $0.meta(in: $1) } }
    try environment.write { transaction in
      let log = try EventLog(in: transaction.reading)
      try transaction.put(Array("format".utf8), [2] as [UInt8], in: log.meta)
    }
    #expect(throws: EventLogError.unknownFormat(found: "2")) {
      try read { _ = try $0.meta(in: $1) }
    }
  }

  @Test func `an empty log has the root of nothing`() throws {
    try read { log, transaction throws in
      #expect(try log.size(in: transaction) == 0)
      #expect(
        try log.root(atSize: 0, in: transaction).hexadecimal
          == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
      #expect(try log.greatestStamp(in: transaction) == 0)
      #expect(try log.devices(in: transaction).isEmpty)
      #expect(try transaction.getBytes(Array("head".utf8), in: log.head) == [0x82, 0x00, 0x80])
    }
  }

  @Test func `an event's rows stand where the page says`() throws {
    try append([7])
    let event = try append([8, 7])[1]
    #expect(event.sequence == SequenceNumber(2))
    #expect(event.header.commit == 1 && event.header.identity.counter == 2)
    try read { log, transaction throws in
      let header = try #require(try transaction.getBytes([0, 0, 0, 0, 0, 0, 0, 2], in: log.events))
      var writer = CBORWriter()
      writer.header(event.header)
      #expect(header == writer.bytes)
      let payload = try #require(
        try transaction.getBytes([0, 0, 0, 0, 0, 0, 0, 2], in: log.payloads))
      #expect(SHA256.digest(of: payload) == event.header.digest)
      #expect(try EventPayload(decoding: payload.span).values == ["n": .int(7)])
      #expect(
        try transaction.getBytes(object(7).bytes + [0, 0, 0, 0, 0, 0, 0, 2], in: log.history) == [])
      #expect(try log.history(of: object(7), in: transaction).map(\.rawValue) == [0, 2])
      #expect(try log.history(of: object(9), in: transaction).isEmpty)
      #expect(
        try transaction.getBytes(
          device.bits.bytes + Array(repeating: 0, count: 8), in: log.identity)
          == Array(repeating: 0, count: 15) + [3])
      #expect(try transaction.count(of: log.identity) == 1)
    }
  }

  @Test func `a commit's events share its counter, its clock and its actor`() throws {
    try append([1, 2, 3])
    let events = try append([4, 5])
    #expect(events.map(\.header.commit) == [3, 3])
    #expect(events.map(\.header.identity.counter) == [3, 4])
    #expect(Set(events.map(\.header.recorded)).count == 1)
    try read { log, transaction throws in
      #expect(try log.commitEnd(from: SequenceNumber(0), size: 5, in: transaction).rawValue == 3)
      #expect(try log.commitEnd(from: SequenceNumber(3), size: 5, in: transaction).rawValue == 5)
    }
  }

  /// Case 081: the clock of each write, and whether it stood, went back or leapt.
  @Test func `stamps rise whatever the clock does`() throws {
    let clocks: [Int64] = [
      1_729_989_000_000_000, 1_729_991_400_000_000, 1_729_989_000_000_000, 0,
      1_729_989_000_000_000, 4_070_908_800_000_000, 1_730_073_600_000_000, -5,
    ]
    var stamps: [UInt64] = []
    for clock in clocks { stamps += try append([1, 2], at: clock).map(\.header.stamp) }
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
    #expect(stamps[0] == UInt64(clocks[0] / 1_000) << 16)
    #expect(stamps[4] == stamps[3] + 1)
    try read { log, transaction throws in
      #expect(try log.greatestStamp(in: transaction) == stamps.last)
      // Times are kept as they were read.
      for (index, clock) in clocks.enumerated() {
        let header = try log.header(at: SequenceNumber(UInt64(2 * index)), in: transaction)
        #expect(header.recorded == clock)
      }
    }
  }

  @Test(arguments: Array(UInt64(1)...6))
  func `runs are maximal, and every identity is found`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var counters: [DeviceID: UInt64] = [:]
    let third = DeviceID(ObjectID(high: 8, low: 8))
    var order: [EventIdentity] = []
    for _ in 0..<30 {
      let writer = [device, other, third][random.below(3)]
      let count = 1 + random.below(4)
      if writer == device {
        order += try append((0..<UInt64(count)).map { $0 }).map(\.header.identity)
      } else {
        let first = counters[writer] ?? 0
        var events: [(header: [UInt8], payload: [UInt8])] = []
        for counter in first..<first + UInt64(count) {
          events.append(try foreign(counter, device: writer, stamp: counter + 1))
          order.append(EventIdentity(device: writer, counter: counter))
        }
        #expect(try take(events) == Array(repeating: true, count: count))
        counters[writer] = first + UInt64(count)
      }
    }
    var expected: [(first: EventIdentity, sequence: Int, count: UInt64)] = []
    for (sequence, identity) in order.enumerated() {
      if let last = expected.last, last.first.device == identity.device,
        last.first.counter + last.count == identity.counter
      {
        expected[expected.count - 1].count += 1
      } else {
        expected.append((identity, sequence, 1))
      }
    }
    expected.sort { $0.first < $1.first }
    try read { log, transaction throws in
      let runs = try log.runs(in: transaction)
      #expect(runs.map(\.first) == expected.map(\.first))
      #expect(runs.map { Int($0.sequence.rawValue) } == expected.map(\.sequence))
      #expect(runs.map(\.count) == expected.map(\.count))
      for (sequence, identity) in order.enumerated() {
        #expect(
          try log.sequence(of: identity, in: transaction) == SequenceNumber(UInt64(sequence)))
      }
      for writer in [device, other, third] {
        let count = UInt64(order.count { $0.device == writer })
        #expect(try log.count(of: writer, in: transaction) == count)
        #expect(
          try log.sequence(of: EventIdentity(device: writer, counter: count), in: transaction)
            == nil)
      }
      #expect(try log.devices(in: transaction) == Set(order.map(\.device)).sorted())
    }
  }

  @Test func `an event is taken once`() throws {
    let events = try (0..<4).map { try foreign(UInt64($0), device: other) }
    #expect(try take(events) == [true, true, true, true])
    let root = try read { try $0.head(in: $1).root }
    #expect(try take(events) == [false, false, false, false])
    #expect(try read { try $0.head(in: $1).root } == root)
    // Within one transaction as well.
    let next = try foreign(4, device: other)
    #expect(try take([next, next, events[0]]) == [true, false, false])
  }

  @Test func `another event under one identity is an error that names both`() throws {
    try append([1])
    _ = try take([try foreign(0, device: other, value: 1)])
    let error = #expect(throws: EventLogError.self) {
      try take([try foreign(0, device: other, value: 2)])
    }
    guard case .identityTaken(let identity, let sequence, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(identity == EventIdentity(device: other, counter: 0))
    #expect(sequence == SequenceNumber(1))
    #expect(try read { try $0.size(in: $1) } == 2)
  }

  @Test func `a gap in a device's counters is refused, and all with it`() throws {
    #expect(throws: EventLogError.counterGap(device: other, expected: 0, found: 1)) {
      try take([try foreign(1, device: other)])
    }
    #expect(throws: EventLogError.counterGap(device: other, expected: 1, found: 3)) {
      try take([try foreign(0, device: other), try foreign(3, device: other)])
    }
    #expect(try read { try $0.size(in: $1) } == 0)
  }

  @Test func `a payload that is not its header's is refused`() throws {
    let event = try foreign(0, device: other)
    var payload = event.payload
    payload[payload.count - 1] ^= 1
    #expect(throws: EventLogError.self) { try take([(event.header, payload)]) }
    #expect(throws: EventLogError.self) { try take([(event.header + [0], event.payload)]) }
    #expect(try read { try $0.size(in: $1) } == 0)
  }

  @Test func `names have a limit`() throws {
    try environment.write { transaction in
      let log = try EventLog(in: transaction.reading)
      #expect(throws: EventLogError.tooLarge(what: "the actor's name", size: 129, limit: 128)) {
        _ = try EventAppender(
          log, device: device, recorded: 0, actor: String(repeating: "a", count: 129),
          in: transaction.reading)
      }
    }
  }

  @Test func `the tree is that of the headers, at every size and level`() throws {
    for batch in 0..<14 { try append(Array(0..<UInt64(1 + batch * 3))) }
    try read { log, transaction throws in
      let size = try log.size(in: transaction)
      var leaves: [[UInt8]] = []
      for sequence in 0..<size {
        let header = try #require(
          try log.headerBytes(at: SequenceNumber(sequence), in: transaction))
        leaves.append(SHA256.digest(of: [0] + header).bytes)
      }
      func root(_ range: Range<Int>) -> [UInt8] {
        if range.count == 1 { return leaves[range.lowerBound] }
        var half = 1
        while half * 2 < range.count { half *= 2 }
        let middle = range.lowerBound + half
        return SHA256.digest(
          of: [1] + root(range.lowerBound..<middle) + root(middle..<range.upperBound)
        ).bytes
      }
      for size in 1...size {
        #expect(try log.root(atSize: size, in: transaction).bytes == root(0..<Int(size)))
      }
      // The rows kept: every complete subtree of 2^6 leaves and more, and no other.
      var expected: [[UInt8]: [UInt8]] = [:]
      var level = 6
      while 1 << level <= leaves.count {
        for index in 0..<leaves.count >> level {
          expected[[UInt8(level), 0, 0, 0, 0, 0, 0, 0, UInt8(index)]] = root(
            index << level..<(index + 1) << level)
        }
        level += 1
      }
      var found: [[UInt8]: [UInt8]] = [:]
      try transaction.withCursor(in: log.merkle) { cursor in
        var onRow = try cursor.first()
        while onRow {
          found[cursor.keyBytes()] = cursor.valueBytes()
          onRow = try cursor.next()
        }
      }
      #expect(found == expected)
      #expect(expected.count > 4)
      // The head: peaks from the largest subtree to the smallest.
      var head: [UInt8] = [0x82, 0x19, UInt8(size >> 8), UInt8(size & 0xFF)]
      var peaks: [[UInt8]] = []
      var start = 0
      for bit in (0..<16).reversed() where leaves.count >> bit & 1 == 1 {
        peaks.append(root(start..<start + 1 << bit))
        start += 1 << bit
      }
      head.append(0x80 + UInt8(peaks.count))
      for peak in peaks { head += [0x58, 0x20] + peak }
      #expect(try transaction.getBytes(Array("head".utf8), in: log.head) == head)
    }
  }
}
