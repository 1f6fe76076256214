import LMDB
import TestSupport
import Testing

@Suite struct RowTests {
  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment.scratch(in: directory)
  }

  private func randomKey(_ random: inout SplitMix64) -> [UInt8] {
    let count = random.below(8) == 0 ? 1 + random.below(511) : 1 + random.below(3)
    return (0..<count).map { _ in UInt8(random.below(4) * 85) }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `rows and cursors agree with a sorted array`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var model: [[UInt8]: [UInt8]] = [:]
    for _ in 0..<20 {
      let before = model
      do {
        try environment.write { txn in
          let database = try txn.database(named: "rows")
          for _ in 0..<random.below(60) {
            let key = randomKey(&random)
            let value = (0..<random.below(300)).map { _ in UInt8(random.below(256)) }
            switch random.below(6) {
            case 0:
              #expect(try txn.delete(key, in: database) == (model[key] != nil))
              model[key] = nil
            case 1:
              #expect(try txn.putIfAbsent(key, value, in: database) == (model[key] == nil))
              if model[key] == nil { model[key] = value }
            case 2:
              try txn.putRising(key, value, in: database)
              model[key] = value
            case 3:
              let isLast = model.keys.allSatisfy { $0.lexicographicallyPrecedes(key) }
              do {
                try txn.append(key, value, in: database)
                #expect(isLast)
                model[key] = value
              } catch LMDBError.outOfOrder {
                #expect(!isLast)
              }
            case 4:
              try txn.reserve(key, count: value.count, in: database) { output in
                for byte in value { output.append(byte) }
              }
              model[key] = value
            default:
              try txn.put(key, value[...], in: database)
              model[key] = value
            }
          }
          try compare(txn.reading, database, model, &random)
          if random.below(4) == 0 { throw Refusal() }
        }
      } catch is Refusal {
        model = before
      }
      try environment.read { txn in
        guard let database = try txn.database(named: "rows") else {
          #expect(model.isEmpty)
          return
        }
        try compare(txn, database, model, &random)
      }
    }
  }

  private struct Refusal: Error {}

  private func compare(
    _ txn: borrowing ReadTransaction, _ database: Database, _ model: [[UInt8]: [UInt8]],
    _ random: inout SplitMix64
  ) throws {
    let keys = model.keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(try txn.count(of: database) == keys.count)
    var probes = keys.shuffled(using: &random).prefix(10).map { $0 }
    for _ in 0..<10 { probes.append(randomKey(&random)) }
    for probe in probes {
      #expect(try txn.contains(probe, in: database) == (model[probe] != nil))
      #expect(try txn.getBytes(probe, in: database) == model[probe])
      #expect(
        try txn.get(probe, in: database) { $0.byteCount } == model[probe]?.count)
    }
    try txn.withCursor(in: database) { cursor in
      #expect(Bool(!cursor.isOnRow))
      var walked: [[UInt8]] = []
      while try cursor.next() {
        walked.append(cursor.keyBytes())
        #expect(cursor.valueBytes() == model[cursor.keyBytes()])
      }
      #expect(walked == keys)
      #expect(Bool(!cursor.isOnRow))
      walked = []
      if try cursor.last() {
        repeat { walked.append(cursor.keyBytes()) } while try cursor.previous()
      }
      #expect(walked == keys.reversed())
      #expect(try cursor.first() == !keys.isEmpty)
      for probe in probes {
        let after = keys.firstIndex { !$0.lexicographicallyPrecedes(probe) } ?? keys.count
        let isThere = model[probe] != nil
        #expect(try cursor.seek(exactly: probe) == isThere)
        #expect(try cursor.seek(atOrAfter: probe) == (after < keys.count))
        if cursor.isOnRow { #expect(cursor.keyBytes() == keys[after]) }
        #expect(try cursor.seek(before: probe) == (after > 0))
        if cursor.isOnRow { #expect(cursor.keyBytes() == keys[after - 1]) }
        let floor = isThere ? after : after - 1
        #expect(try cursor.seek(atOrBefore: probe) == (floor >= 0))
        if cursor.isOnRow {
          #expect(cursor.keyBytes() == keys[floor])
          #expect(cursor.valueBytes() == model[keys[floor]])
        }
      }
    }
  }

  @Test func `integer keys lie in the order of the integers`() throws {
    let numbers: [UInt64] = [0, 1, 255, 256, 65_535, 1 << 32, .max - 1, .max]
    try environment.write { txn in
      let database = try txn.database(named: "numbers")
      for number in numbers.reversed() { try txn.put(at: number, [1], in: database) }
      #expect(try txn.reading.contains(at: 256, in: database))
      #expect(try txn.reading.contains([0, 0, 0, 0, 0, 0, 1, 0], in: database))
      #expect(try txn.reading.get(at: 2, in: database) { _ in true } == nil)
      var walked: [UInt64] = []
      try txn.reading.withCursor(in: database) { cursor in
        while try cursor.next() { walked.append(cursor.bigEndianKey()) }
      }
      #expect(walked == numbers)
      #expect(try txn.delete(at: 256, in: database))
      #expect(try !txn.delete(at: 256, in: database))
      #expect(try txn.reading.getBytes(at: 256, in: database) == nil)
    }
  }

  @Test(arguments: [0, 512, 5000])
  func `keys of impossible length are refused with their length`(count: Int) throws {
    let key = [UInt8](repeating: 1, count: count)
    try environment.write { txn in
      let database = try txn.database(named: "rows")
      #expect(throws: LMDBError.keyLength(count)) { try txn.put(key, [1], in: database) }
      #expect(throws: LMDBError.keyLength(count)) { try txn.append(key, [1], in: database) }
      try txn.put([UInt8](repeating: 1, count: 511), [1], in: database)
    }
    try environment.read { txn in
      let database = try #require(try txn.database(named: "rows"))
      #expect(try txn.count(of: database) == 1)
    }
  }

  @Test func `rising keys fill their pages`() throws {
    try environment.write { txn in
      let rising = try txn.database(named: "rising")
      let appended = try txn.database(named: "appended")
      for number in 0..<UInt64(5000) {
        try txn.putRising(IntegerKey(number), [UInt8](repeating: 0, count: 100), in: rising)
        try txn.append(at: number, [UInt8](repeating: 0, count: 100), in: appended)
      }
      let statistics = try txn.reading.statistics(of: rising)
      #expect(try statistics == txn.reading.statistics(of: appended))
      #expect(statistics.entries == 5000)
      // 100 bytes, an 8-byte key, an 8-byte node and its 2-byte slot.
      #expect(Double(statistics.leafPages) < Double(5000 * 118) / 4080 * 1.05)
      #expect(try txn.reading.rows(of: rising) == txn.reading.rows(of: appended))
    }
  }

  @Test func `what a reserved value leaves unwritten is zero`() throws {
    try environment.write { txn in
      let database = try txn.database(named: "rows")
      try txn.reserve(bytes("k"), count: 6000, in: database) { output in output.append(9) }
      #expect(
        try txn.reading.getBytes(bytes("k"), in: database)
          == [9] + [UInt8](repeating: 0, count: 5999))
      try txn.reserve(bytes("none"), count: 0, in: database) { _ in }
      #expect(try txn.reading.getBytes(bytes("none"), in: database) == [])
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a cursor deletes and replaces while it walks`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try environment.write { txn in
      let database = try txn.database(named: "rows")
      var expected: [[UInt8]: [UInt8]] = [:]
      for number in 0..<UInt64(2000) { try txn.put(at: number, [0], in: database) }
      try txn.reading.withCursor(in: database) { cursor in
        while try cursor.next() {
          let key = cursor.keyBytes()
          switch random.below(3) {
          case 0:
            try cursor.delete()
            #expect(Bool(!cursor.isOnRow))
          case 1:
            let value = [UInt8](repeating: 5, count: random.below(400))
            try cursor.put(value)
            #expect(cursor.keyBytes() == key)
            #expect(cursor.valueBytes() == value)
            expected[key] = value
          default:
            expected[key] = [0]
          }
        }
      }
      #expect(try txn.reading.rows(of: database) == expected)
    }
  }

  @Test func `a cursor follows its row when others are written`() throws {
    try environment.write { txn in
      let database = try txn.database(named: "rows")
      for number in 0..<UInt64(100) { try txn.put(at: number * 100, [1], in: database) }
      var cursor = try txn.reading.beginCursor(in: database)
      #expect(try cursor.seek(exactly: IntegerKey(5000)))
      for number in 0..<UInt64(5000) {
        try txn.putIfAbsent(
          IntegerKey(number * 2), [UInt8](repeating: 2, count: 50), in: database)
      }
      #expect(cursor.bigEndianKey() == 5000)
      #expect(cursor.valueBytes() == [1])
      #expect(try cursor.next())
      #expect(cursor.bigEndianKey() == 5002)
    }
  }

  @Test func `a reader's cursor cannot write`() throws {
    try environment.write { txn in
      let database = try txn.database(named: "rows")
      try txn.put(bytes("a"), bytes("b"), in: database)
    }
    try environment.read { txn in
      let database = try #require(try txn.database(named: "rows"))
      var cursor = try txn.beginCursor(in: database)
      try cursor.first()
      #expect(throws: LMDBError.readOnlyEnvironment(path: environment.path)) {
        try txn.withCursor(in: database) { cursor in
          try cursor.first()
          try cursor.delete()
        }
      }
      #expect(cursor.keyBytes() == bytes("a"))
    }
  }

  @Test func `a cursor keeps its snapshot when the transaction goes`() throws {
    try environment.write { txn in
      let database = try txn.database(named: "rows")
      try txn.put(bytes("a"), bytes("old"), in: database)
    }
    var cursor = try firstRow()
    for round in 0..<20 {
      try environment.write { txn in
        let database = try txn.database(named: "rows")
        try txn.put(bytes("a"), bytes("new \(round)"), in: database)
      }
    }
    #expect(cursor.valueBytes() == bytes("old"))
    #expect(try environment.readers().compactMap(\.transactionID) == [1])
    #expect(try !cursor.next())
  }

  private func firstRow() throws -> Cursor {
    let txn = try environment.beginRead()
    let database = try #require(try txn.database(named: "rows"))
    var cursor = try txn.beginCursor(in: database)
    try cursor.first()
    return cursor
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `bytes are ordered as LMDB orders them`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let one = randomKey(&random)
    let other = randomKey(&random)
    let order = one.withBytes { one in other.withBytes { one.order(to: $0) } }
    #expect((order < 0) == one.lexicographicallyPrecedes(other))
    #expect((order == 0) == (one == other))
  }
}
