import LMDB
import OrderedIndex
import TestSupport
import Testing

@Suite struct OrderedIndexTests {
  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment.open(
      at: directory.file("index.mdb"), options: .init(isDurable: false), creating: true)
  }

  /// An index of few rows to a boundary, so that a few hundred rows have many levels.
  private func index(
    _ name: String = "index", base: UInt8 = 0, fanOutBits: Int = 2,
    in txn: borrowing WriteTransaction
  ) throws -> OrderedIndex {
    OrderedIndex(database: try txn.database(named: name), base: base, fanOutBits: fanOutBits)
  }

  private func randomKey(_ random: inout SplitMix64) -> [UInt8] {
    let count =
      switch random.below(10) {
      case 0: 1 + random.below(510)
      case 1: 510
      default: 1 + random.below(4)
      }
    let alphabet: [UInt8] = [0, 1, 97, 254, 255]
    return (0..<count).map { _ in alphabet[random.below(alphabet.count)] }
  }

  private func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.lexicographicallyPrecedes(other)
  }

  // MARK: Against a sorted array

  private struct Model {
    var rows: [(key: [UInt8], value: [UInt8])] = []

    func place(of key: [UInt8]) -> Int {
      rows.firstIndex { !$0.key.lexicographicallyPrecedes(key) } ?? rows.count
    }

    func has(_ key: [UInt8]) -> Bool {
      let place = place(of: key)
      return place < rows.count && rows[place].key == key
    }
  }

  @Test(
    arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 6), (7, 1), (8, 2)]
      as [(UInt64, Int)])
  func `it agrees with a sorted array`(seed: UInt64, fanOutBits: Int) throws {
    var random = SplitMix64(seed: seed)
    var model = Model()
    let base: UInt8 = seed % 2 == 0 ? 0 : 0x80
    for round in 0..<30 {
      // The index grows for a while, then shrinks to nothing, then grows again.
      let growth = round % 15 < 8 ? 4 : 1
      try environment.write { txn in
        let index = try index(base: base, fanOutBits: fanOutBits, in: txn)
        for _ in 0..<40 {
          if random.below(5) < growth {
            let key = randomKey(&random)
            let value = [UInt8](repeating: 9, count: random.below(5))
            let place = model.place(of: key)
            if model.has(key) {
              #expect(throws: OrderedIndexError.duplicate(key: key)) {
                try index.insert(key, value: value, in: txn)
              }
              try index.setValue(value, of: key, in: txn)
              model.rows[place].value = value
            } else {
              #expect(throws: OrderedIndexError.missing(key: key)) {
                try index.setValue(value, of: key, in: txn)
              }
              #expect(try index.insert(key, value: value, in: txn) == place)
              model.rows.insert((key, value), at: place)
            }
          } else if !model.rows.isEmpty {
            let place = random.below(model.rows.count)
            #expect(try index.remove(model.rows[place].key, in: txn) == place)
            model.rows.remove(at: place)
            let key = randomKey(&random)
            if !model.has(key) {
              #expect(throws: OrderedIndexError.missing(key: key)) {
                try index.remove(key, in: txn)
              }
            }
          }
        }
        if round % 15 == 14 {
          while let row = model.rows.popLast() { try index.remove(row.key, in: txn) }
          let left = try txn.reading.count(of: try txn.database(named: "index"))
          #expect(left == 0)
        }
        #expect(try index.check(in: txn.reading) == [])
        try compare(index, model, in: txn.reading, &random)
      }
    }
  }

  private func compare(
    _ index: OrderedIndex, _ model: Model, in txn: borrowing ReadTransaction,
    _ random: inout SplitMix64
  ) throws {
    let keys = model.rows.map(\.key)
    #expect(try index.count(in: txn) == keys.count)
    #expect(try index.firstKey(in: txn) == keys.first)
    #expect(try index.lastKey(in: txn) == keys.last)
    for (rank, row) in model.rows.enumerated() {
      #expect(try index.key(at: rank, in: txn) == row.key)
      #expect(try index.rank(of: row.key, in: txn) == rank)
      #expect(try index.value(of: row.key, in: txn) == row.value)
      #expect(try index.contains(row.key, in: txn))
    }
    for rank in [-1, keys.count, keys.count + 5, .max] {
      #expect(try index.key(at: rank, in: txn) == nil)
    }
    for _ in 0..<10 {
      let key = randomKey(&random)
      let place = model.place(of: key)
      #expect(try index.rank(of: key, in: txn) == place)
      #expect(try index.contains(key, in: txn) == model.has(key))
      #expect(
        try index.value(of: key, in: txn) == (model.has(key) ? model.rows[place].value : nil))
      let after = place < keys.count ? keys[place] : nil
      #expect(try index.firstKey(atOrAfter: key, in: txn) == after)
      #expect(try index.lastKey(before: key, in: txn) == (place > 0 ? keys[place - 1] : nil))
      #expect(
        try index.lastKey(atOrBefore: key, in: txn)
          == (model.has(key) ? key : place > 0 ? keys[place - 1] : nil))

      let prefix = Array(key.prefix(random.below(3)))
      let matching = keys.indices.filter { keys[$0].starts(with: prefix) }
      let ranks = try index.ranks(withPrefix: prefix, in: txn)
      #expect(Array(ranks) == matching)
      #expect(try index.firstKey(withPrefix: prefix, in: txn) == matching.first.map { keys[$0] })
      #expect(try index.lastKey(withPrefix: prefix, in: txn) == matching.last.map { keys[$0] })

      let length = random.below(20)
      let start = random.below(keys.count + 2)
      for reversed in [false, true] {
        var expected: [[UInt8]] = []
        if start < keys.count {
          expected =
            reversed
            ? Array(keys[...start].reversed().prefix(length))
            : Array(keys[start...].prefix(length))
        }
        #expect(
          try walk(length) {
            try index.forEach(from: start, reversed: reversed, in: txn, $0)
          } == expected)
        let nearest =
          reversed
          ? Array(keys.filter { !precedes(key, $0) }.reversed().prefix(length))
          : Array(keys[place...].prefix(length))
        #expect(
          try walk(length) {
            try index.forEach(from: key, reversed: reversed, in: txn, $0)
          } == nearest)
      }
    }
    var walked: [[UInt8]] = []
    try index.forEach(in: txn) { key, value in
      walked.append(key.array)
      return true
    }
    #expect(walked == keys)
  }

  /// The keys of up to `length` rows of a walk.
  private func walk(
    _ length: Int, _ start: ((RawSpan, RawSpan) throws -> Bool) throws -> Void
  ) throws -> [[UInt8]] {
    var keys: [[UInt8]] = []
    if length == 0 { return keys }
    try start { key, _ in
      keys.append(key.array)
      return keys.count < length
    }
    return keys
  }

  // MARK: One form

  private func rows(of name: String) throws -> [[UInt8]: [UInt8]] {
    try environment.read { txn in
      var rows: [[UInt8]: [UInt8]] = [:]
      let database = try #require(try txn.database(named: name))
      try txn.withCursor(in: database) { cursor in
        while try cursor.next() { rows[cursor.keyBytes()] = cursor.valueBytes() }
      }
      return rows
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `the bytes depend on the rows alone`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let fanOutBits = 1 + Int(seed % 3)
    var keys = Set<[UInt8]>()
    for _ in 0..<random.below(400) { keys.insert(randomKey(&random)) }
    var others = Set<[UInt8]>()
    for _ in 0..<random.below(400) { others.insert(randomKey(&random)) }
    others.subtract(keys)

    try environment.write { txn in
      let one = try index("one", fanOutBits: fanOutBits, in: txn)
      for key in keys.union(others).shuffled(using: &random) { try one.insert(key, in: txn) }
      for key in others.shuffled(using: &random) { try one.remove(key, in: txn) }

      let other = try index("other", fanOutBits: fanOutBits, in: txn)
      for key in keys.sorted(by: precedes).reversed() { try other.insert(key, in: txn) }

      var builder = OrderedIndex.Builder(try index("built", fanOutBits: fanOutBits, in: txn))
      for key in keys.sorted(by: precedes) { try builder.append(key.span, in: txn) }
      #expect(builder.count == keys.count)
      try builder.finish(in: txn)
    }
    let built = try rows(of: "built")
    #expect(try rows(of: "one") == built)
    #expect(try rows(of: "other") == built)
    // Rows and the entry before the first boundary at least, and nothing but for the first level.
    #expect(built.keys.filter { $0[0] == 0 }.count == keys.count)
    #expect((built[[1]] == nil) == keys.isEmpty)
    if keys.count > 100 && fanOutBits == 1 { #expect(built.keys.contains { $0[0] > 4 }) }
  }

  /// The format: these counts must be there for ever, or indexes on disk are damaged.
  ///
  /// What a commit of many rows does at once is what it would do one by one.
  @Test(arguments: 20..<44 as Range<UInt64>)
  func `rows inserted together give the bytes of rows inserted apart`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let fanOutBits = 1 + Int(seed % 3)
    try environment.write { txn in
      let apart = try index("apart", fanOutBits: fanOutBits, in: txn)
      let together = try index("together", fanOutBits: fanOutBits, in: txn)
      var known: Set<[UInt8]> = []
      for _ in 0..<8 {
        var batch: Set<[UInt8]> = []
        for _ in 0..<random.below(120) { batch.insert(randomKey(&random)) }
        let keys = batch.subtracting(known).sorted(by: precedes)
        known.formUnion(keys)
        for key in keys.shuffled(using: &random) { try apart.insert(key, in: txn) }
        try together.insert(ascending: keys, in: txn)
        #expect(try together.check(in: txn.reading).isEmpty)

        let asked = (0..<60).map { _ in randomKey(&random) }.sorted(by: precedes)
        #expect(
          try together.ranks(ofSorted: asked, in: txn.reading)
            == asked.map { try apart.rank(of: $0, in: txn.reading) })
      }
      #expect(try rows(of: "together", in: txn) == rows(of: "apart", in: txn))
    }
  }

  private func rows(
    of name: String, in txn: borrowing WriteTransaction
  ) throws -> [[UInt8]] {
    var rows: [[UInt8]] = []
    try txn.reading.withCursor(in: try txn.database(named: name)) { cursor in
      var found = try cursor.first()
      while found {
        rows.append(cursor.keyBytes())
        rows.append(cursor.valueBytes())
        found = try cursor.next()
      }
    }
    return rows
  }

  @Test func `boundaries and counts are those of the format`() throws {
    try environment.write { txn in
      let index = OrderedIndex(database: try txn.database(named: "index"), base: 0x80)
      for number in 0..<1000 {
        try index.insert([UInt8(number >> 8), UInt8(number & 255)], in: txn)
      }
    }
    let entries = try rows(of: "index").filter { $0.key[0] > 0x80 }
      .sorted { precedes($0.key, $1.key) }.map { (hex: $0.key.hex, count: $0.value.hex) }
    #expect(entries.map(\.hex) == Self.knownEntries.map(\.0))
    #expect(entries.map(\.count) == Self.knownEntries.map(\.1))
  }

  private static let knownEntries: [(String, String)] = [
    ("81", "0c"), ("81000c", "08"), ("810014", "5e"), ("810072", "1b"), ("81008d", "0c"),
    ("810099", "1f"), ("8100b8", "17"), ("8100cf", "63"), ("810132", "2a"), ("81015c", "1d"),
    ("810179", "57"), ("8101d0", "03"), ("8101d3", "35"), ("810208", "15"), ("81021d", "10"),
    ("81022d", "06"), ("810233", "0a"), ("81023d", "33"), ("810270", "4a"), ("8102ba", "0c"),
    ("8102c6", "11"), ("8102d7", "40"), ("810317", "12"), ("810329", "8a"), ("8103b3", "19"),
    ("8103cc", "1c"),
  ]

  // MARK: Sharing a database

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `two indexes share a database`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var models = [Model(), Model()]
    try environment.write { txn in
      let indexes = [
        try index(base: 0, in: txn), try index(base: 16, in: txn),
      ]
      for _ in 0..<600 {
        let which = random.below(2)
        let key = randomKey(&random)
        let place = models[which].place(of: key)
        if models[which].has(key) {
          #expect(try indexes[which].remove(key, in: txn) == place)
          models[which].rows.remove(at: place)
        } else {
          #expect(try indexes[which].insert(key, in: txn) == place)
          models[which].rows.insert((key, []), at: place)
        }
      }
      for which in 0...1 {
        #expect(try indexes[which].check(in: txn.reading) == [])
        try compare(indexes[which], models[which], in: txn.reading, &random)
      }
    }
  }

  @Test func `a builder appends, and puts where another index comes after`() throws {
    try environment.write { txn in
      let indexes = [try index(base: 0, in: txn), try index(base: 0x80, in: txn)]
      var builders = indexes.map { OrderedIndex.Builder($0) }
      for number in 0..<2000 {
        for which in 0...1 {
          try builders[which].append([UInt8(number >> 8), UInt8(number & 255)].span, in: txn)
        }
      }
      for builder in builders { try builder.finish(in: txn) }
      for index in indexes {
        #expect(try index.check(in: txn.reading) == [])
        #expect(try index.count(in: txn.reading) == 2000)
      }
    }
  }

  // MARK: Refusals

  @Test(arguments: [0, 511, 600])
  func `keys of impossible length are refused`(count: Int) throws {
    let key = [UInt8](repeating: 97, count: count)
    try environment.write { txn in
      let index = try index(in: txn)
      for number in 0..<100 as Range<UInt8> { try index.insert([97, number], in: txn) }
      #expect(throws: OrderedIndexError.keyLength(count)) { try index.insert(key, in: txn) }
      #expect(throws: OrderedIndexError.keyLength(count)) { try index.remove(key, in: txn) }
      var builder = OrderedIndex.Builder(try self.index("other", in: txn))
      #expect(throws: OrderedIndexError.keyLength(count)) { try builder.append(key.span, in: txn) }
      #expect(try !index.contains(key, in: txn.reading))
      #expect(try index.value(of: key, in: txn.reading) == nil)
      #expect(try index.rank(of: key, in: txn.reading) == (count == 0 ? 0 : 98))
      #expect(try index.check(in: txn.reading) == [])
    }
  }

  @Test func `a builder refuses disorder and an index with rows`() throws {
    try environment.write { txn in
      let index = try index(in: txn)
      var builder = OrderedIndex.Builder(index)
      try builder.append([2].span, in: txn)
      #expect(throws: OrderedIndexError.outOfOrder(key: [2])) {
        try builder.append([2].span, in: txn)
      }
      #expect(throws: OrderedIndexError.outOfOrder(key: [1])) {
        try builder.append([1].span, in: txn)
      }
      try builder.append([2, 0].span, in: txn)
      try builder.finish(in: txn)
      #expect(try index.count(in: txn.reading) == 2)
      var second = OrderedIndex.Builder(index)
      #expect(throws: OrderedIndexError.notEmpty) { try second.append([3].span, in: txn) }
    }
  }

  // MARK: Damage

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a check names every entry that is wrong`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try environment.write { txn in
      let index = try index(in: txn)
      let database = try txn.database(named: "index")
      for _ in 0..<300 {
        let key = randomKey(&random)
        if try !index.contains(key, in: txn.reading) { try index.insert(key, in: txn) }
      }
      var entries: [(key: [UInt8], value: [UInt8])] = []
      try txn.reading.withCursor(in: database) { cursor in
        var isOn = try cursor.seek(atOrAfter: [1])
        while isOn {
          entries.append((cursor.keyBytes(), cursor.valueBytes()))
          isOn = try cursor.next()
        }
      }
      #expect(entries.count > 50)
      for (key, value) in entries {
        let count = value.reduce(0) { $0 << 8 | Int($1) }
        let boundary = Array(key.dropFirst())
        let fault = OrderedIndex.Fault(
          level: Int(key[0]), key: boundary, expected: count, found: count)
        try txn.put(key, [value[0] ^ 0x10] + value.dropFirst(), in: database)
        var changed = fault
        changed.found = ([value[0] ^ 0x10] + value.dropFirst()).reduce(0) { $0 << 8 | Int($1) }
        #expect(try index.check(in: txn.reading) == [changed])
        try txn.put(key, [0] + value, in: database)
        var unreadable = fault
        unreadable.found = nil
        #expect(try index.check(in: txn.reading) == [unreadable])
        try txn.delete(key, in: database)
        #expect(try index.check(in: txn.reading) == [unreadable])
        try txn.put(key, value, in: database)
        let extra = Array(key.prefix(500)) + [7, 7]
        try txn.put(extra, [1], in: database)
        #expect(
          try index.check(in: txn.reading) == [
            OrderedIndex.Fault(
              level: Int(key[0]), key: Array(extra.dropFirst()), expected: nil, found: 1)
          ])
        try txn.delete(extra, in: database)
      }
      #expect(try index.check(in: txn.reading) == [])
    }
  }

  @Test func `a row written past the index is found`() throws {
    try environment.write { txn in
      let index = try index(in: txn)
      for number in 0..<200 as Range<UInt8> { try index.insert([number], in: txn) }
      try txn.put([0, 100, 1], [], in: try txn.database(named: "index"))
      let faults = try index.check(in: txn.reading)
      #expect(!faults.isEmpty)
      #expect(faults.allSatisfy { fault in fault.found != fault.expected })
      #expect(try index.check(limit: 1, in: txn.reading) == [faults[0]])
    }
  }

  /// Nothing that a damaged index holds may crash or loop, and what is read by rank is a row.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a damaged index is refused or read, never worse`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try? environment.write { txn in
      let index = try index(in: txn)
      let database = try txn.database(named: "index")
      for _ in 0..<200 {
        let key = randomKey(&random)
        if try !index.contains(key, in: txn.reading) { try index.insert(key, in: txn) }
      }
      var keys: [[UInt8]] = []
      try txn.reading.withCursor(in: database) { cursor in
        while try cursor.next() { keys.append(cursor.keyBytes()) }
      }
      for _ in 0..<1 + random.below(5) {
        let key = keys[random.below(keys.count)]
        if random.below(2) == 0 {
          try txn.delete(key, in: database)
        } else if key[0] > 0 {
          try txn.put(key, [UInt8](repeating: 255, count: random.below(10)), in: database)
        }
      }
      for rank in 0..<250 {
        do {
          if let key = try index.key(at: rank, in: txn.reading) {
            #expect(try index.contains(key, in: txn.reading))
          }
        } catch is OrderedIndexError {
        }
        let key = randomKey(&random)
        do { _ = try index.rank(of: key, in: txn.reading) } catch is OrderedIndexError {}
        do {
          if try index.contains(key, in: txn.reading) {
            try index.remove(key, in: txn)
          } else {
            try index.insert(key, in: txn)
          }
        } catch is OrderedIndexError {
        }
      }
      _ = try index.check(in: txn.reading)
    }
  }
}

extension [UInt8] {
  var hex: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
