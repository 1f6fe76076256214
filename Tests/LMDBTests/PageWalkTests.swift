import Glibc
import LMDB
import Synchronization
import TestSupport
import Testing

/// What a walk says of sound files.
@Suite struct PageWalkTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `what is counted is what LMDB counts`() throws {
    let environment = try Environment.scratch(in: directory)
    try environment.write { txn in
      let rows = try txn.database(named: "rows")
      for row in 0..<UInt64(1000) {
        try txn.put(at: row, [UInt8](repeating: 3, count: 40), in: rows)
      }
      let long = try txn.database(named: "long")
      for row in 0..<UInt64(10) {
        try txn.put(at: row, [UInt8](repeating: 5, count: 10_000), in: long)
      }
      _ = try txn.database(named: "empty")
    }
    try environment.write { txn in
      let rows = try txn.database(named: "rows")
      for row in 0..<UInt64(500) { try txn.delete(at: row, in: rows) }
    }
    let report = try environment.walkPages()
    #expect(report.faults == [])
    #expect(report.isSound && report.omittedFaults == 0)
    #expect(report.transactionID == 2)
    #expect(report.pageSizeBytes == 4096)
    #expect(report.mapSizeBytes == 1 << 30)
    let information = try environment.information()
    #expect(report.pages == information.lastPage + 1)
    #expect(report.fileSizeBytes == information.fileSizeBytes)
    #expect(report.pages == 2 + report.treePages + report.overflowPages + report.freePages)
    #expect(report.overflowPages == 30)
    #expect(report.databases.keys.sorted() == ["empty", "long", "rows"])
    try environment.read { txn in
      for (name, statistics) in report.databases {
        let database = try #require(try txn.database(named: name))
        #expect(try statistics == txn.statistics(of: database))
      }
      #expect(try report.freePages == txn.freePageCount())
    }
    #expect(report.names.entries == 3 && report.names.depth == 1)
    #expect(report.freeList.entries > 0)
  }

  @Test func `a new environment and one that was emptied are sound`() throws {
    let environment = try Environment.scratch(in: directory)
    var report = try environment.walkPages()
    #expect(report.faults == [])
    #expect(report.pages == 2 && report.transactionID == 0)
    try environment.write { txn in
      try txn.put(at: 1, bytes("x"), in: try txn.database(named: "rows"))
    }
    #expect(try environment.walkPages().faults == [])
    try environment.write { try $0.drop(try $0.database(named: "rows")) }
    report = try environment.walkPages()
    #expect(report.faults == [])
    #expect(report.databases.isEmpty && report.names.depth == 0)
    try environment.write { _ = try $0.database(named: "again") }
    #expect(try environment.walkPages().faults == [])
    try environment.copy(to: directory.file("copy.mdb"), compacting: true)
    #expect(try PageWalk.walk(path: directory.file("copy.mdb")).faults == [])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `commits of every kind leave no fault, and all rows are read`(seed: UInt64) async throws {
    var workload = try Workload(seed: seed, in: directory)
    for round in 0..<60 {
      try workload.commitSome(6)
      #expect(try workload.environment.walkPages().faults == [], "round \(round)")
      if round % 20 == 19 {
        try workload.checkRows()
        try workload.checkCopies()
      }
      await Task.yield()
    }
  }

  @Test func `keys as long as can be make deep trees without a fault`() throws {
    let environment = try Environment.scratch(in: directory)
    var random = SplitMix64(seed: 7)
    var depth = 0
    for _ in 0..<30 {
      try environment.write { txn in
        let rows = try txn.database(named: "rows")
        for _ in 0..<100 {
          var key = [UInt8](repeating: 9, count: 490 + random.below(22))
          for place in 480..<488 { key[place] = UInt8(random.below(256)) }
          if random.below(3) == 0 {
            _ = try txn.reading.withCursor(in: rows) { cursor in
              if try cursor.seek(atOrAfter: key) { try cursor.delete() }
            }
          } else {
            try txn.put(key, [UInt8](repeating: 1, count: random.below(1500)), in: rows)
          }
        }
      }
      let report = try environment.walkPages()
      #expect(report.faults == [])
      depth = max(depth, report.databases["rows"]?.depth ?? 0)
    }
    #expect(depth >= 5)
  }

  @Test func `a walk holds its snapshot while others commit`() async throws {
    let environment = try Environment.scratch(in: directory)
    let isDone = Flag()
    let isStopped = Flag()
    async let writing: Void = Task.detached {
      defer { isStopped.raise() }
      var random = SplitMix64(seed: 1)
      while !isDone.isRaised {
        try environment.write { txn in
          let rows = try txn.database(named: "rows \(random.below(3))")
          for _ in 0..<20 {
            try txn.put(
              at: UInt64(random.below(2000)), [UInt8](repeating: 3, count: random.below(6000)),
              in: rows)
            try txn.delete(at: UInt64(random.below(2000)), in: rows)
          }
        }
        await Task.yield()
      }
    }.value
    var transactions: Set<UInt64> = []
    while transactions.count < 30 && !isStopped.isRaised {
      let report = try environment.walkPages()
      #expect(report.faults == [], "\(report.transactionID)")
      transactions.insert(report.transactionID)
      await Task.yield()
    }
    isDone.raise()
    try await writing
    #expect(transactions.count >= 30)
  }

  @Test func `a file that outgrew the map of this process is walked`() async throws {
    let environment = try Environment.scratch(in: directory) { $0.mapSizeBytes = 1 << 20 }
    await #expect(processExitsWith: .exitCode(0)) { [path = environment.path as String] in
      let environment = try Environment.open(
        at: path, options: .init(mapSizeBytes: 1 << 30, isDurable: false), creating: false)
      try environment.write { txn in
        let rows = try txn.database(named: "rows")
        for row in 0..<UInt64(1000) {
          try txn.append(at: row, [UInt8](repeating: 3, count: 5000), in: rows)
        }
      }
      exit(0)
    }
    let report = try environment.walkPages()
    #expect(report.faults == [])
    #expect(report.overflowPages == 2000)
    #expect(report.mapSizeBytes == 1 << 30)
  }

  @Test func `progress rises to all pages, and what it throws ends the walk`() throws {
    struct Stop: Error {}
    let environment = try Environment.scratch(in: directory)
    try environment.write { txn in
      let rows = try txn.database(named: "rows")
      for row in 0..<UInt64(3000) {
        try txn.append(at: row, [UInt8](repeating: 3, count: 3000), in: rows)
      }
    }
    var seen: [Int] = []
    var all: Set<Int> = []
    let report = try environment.walkPages { done, total in
      seen.append(done)
      all.insert(total)
    }
    #expect(seen.count >= 3)
    #expect(seen == seen.sorted())
    #expect(seen.last == report.pages)
    #expect(all == [report.pages])
    #expect(throws: Stop.self) { try environment.walkPages { _, _ in throw Stop() } }
  }

  @Test func `a file that is not there is missing`() throws {
    let path = directory.file("none.mdb")
    #expect(throws: LMDBError.missing(path: path)) { try PageWalk.walk(path: path) }
  }

  @Test func `a database that is not there is a fault`() throws {
    let environment = try Environment.scratch(in: directory)
    try environment.write { _ = try $0.database(named: "rows") }
    let faults = try environment.withPageWalk { walk in
      #expect(try walk.databaseNames() == ["rows"])
      #expect(try walk.forEachRow(of: "rows") { _, _ in Issue.record("a row") } == [])
      return try walk.forEachRow(of: "other") { _, _ in Issue.record("a row") }
    }
    #expect(
      faults.map(\.description)
        == ["database records: expected a database other, found none of that name"])
  }
}

private final class Flag: Sendable {
  private let value = Atomic(false)
  var isRaised: Bool { value.load(ordering: .acquiring) }
  func raise() { value.store(true, ordering: .releasing) }
}

/// Random commits of every kind that the module offers, the same for the same seed.
struct Workload {
  var random: SplitMix64
  private(set) var environment: Environment
  private let directory: TemporaryDirectory
  private let options: Environment.Options
  private var readers: [Snapshot] = []
  private var copies = 0
  private let isSmall: Bool

  private final class Snapshot {
    let transaction: ReadTransaction
    init(_ transaction: consuming ReadTransaction) { self.transaction = transaction }
  }

  private struct Abort: Error {}

  /// - Parameter isSmall: Whether the file is to stay at some tens of pages.
  init(seed: UInt64, in directory: TemporaryDirectory, isSmall: Bool = false) throws {
    random = SplitMix64(seed: seed)
    self.directory = directory
    self.isSmall = isSmall
    options = Environment.Options(mapSizeBytes: 1 << 30, isDurable: false)
    environment = try Environment.open(
      at: directory.file("work.mdb"), options: options, creating: true)
  }

  mutating func commitSome(_ count: Int) throws {
    for _ in 0..<count {
      do {
        try commit()
      } catch is Abort {}
      switch random.below(40) {
      case 0...4: readers.append(Snapshot(try environment.beginRead()))
      case 5...10: if !readers.isEmpty { readers.remove(at: random.below(readers.count)) }
      case 11: try reopen(at: environment.path)
      default: break
      }
      if readers.count > 3 { readers.removeFirst() }
    }
  }

  private mutating func reopen(at path: String) throws {
    readers = []
    // The last reference goes, so that the environment closes before it is opened again.
    environment = try Environment.open(
      at: directory.file("other.mdb"), options: options, creating: true)
    environment = try Environment.open(at: path, options: options, creating: false)
  }

  private mutating func commit() throws {
    var random = self.random
    defer { self.random = random }
    let scale = isSmall ? 1 : 4
    try environment.write { txn in
      for _ in 0..<1 + random.below(isSmall ? 3 : 12) {
        let database = try txn.database(named: "db \(random.below(isSmall ? 3 : 12))")
        switch random.below(30) {
        case 0: try txn.clear(database)
        case 1: try txn.drop(database)
        case 2, 3: try Self.deleteRun(txn, database, &random)
        case 4:
          for step in 0..<UInt64(random.below(20 * scale)) {
            let key: [UInt8] = [255] + withBigEndian(random.next() >> 20 + step)
            try txn.putRising(key, Self.value(&random), in: database)
          }
        case 5...8:
          for _ in 0..<random.below(20 * scale) {
            try txn.delete(Self.key(&random), in: database)
          }
        case 9:
          let count = random.below(9000)
          try txn.reserve(Self.key(&random), count: count, in: database) { output in
            for _ in 0..<min(count, 5) { unsafe output.append(7, as: UInt8.self) }
          }
        case 10:
          // Long values that are made shorter within the transaction keep their pages.
          let key = Self.key(&random)
          try txn.put(key, [UInt8](repeating: 1, count: 20_000), in: database)
          try txn.put(key, [UInt8](repeating: 2, count: random.below(20_000)), in: database)
        default:
          for _ in 0..<random.below(15 * scale) {
            try txn.put(Self.key(&random), Self.value(&random), in: database)
          }
        }
      }
      if random.below(15) == 0 { throw Abort() }
    }
  }

  private static func deleteRun(
    _ txn: borrowing WriteTransaction, _ database: Database, _ random: inout SplitMix64
  ) throws {
    let start = key(&random)
    var count = random.below(100)
    try txn.reading.withCursor(in: database) { cursor in
      guard try cursor.seek(atOrAfter: start) else { return }
      repeat {
        try cursor.delete()
        count -= 1
      } while try count > 0 && cursor.next()
    }
  }

  private static func key(_ random: inout SplitMix64) -> [UInt8] {
    let number = random.below(4000)
    // The same number has always the same length, so that keys are met again.
    let length = number % 50 == 0 ? 511 : number % 7 == 0 ? 100 + number % 90 : 2 + number % 30
    var key = [UInt8(number >> 8), UInt8(number & 255)]
    while key.count < length { key.append(UInt8(truncatingIfNeeded: number &+ key.count)) }
    return key
  }

  private static func value(_ random: inout SplitMix64) -> [UInt8] {
    let count =
      switch random.below(40) {
      case 0: random.below(40_000)
      case 1...3: 1400 + random.below(800)
      case 4...10: random.below(600)
      default: random.below(60)
      }
    return [UInt8](repeating: UInt8(random.below(256)), count: count)
  }

  // MARK: Checks

  /// Compares the rows of the pages with those that LMDB reads.
  func checkRows() throws {
    try environment.withPageWalk { walk in
      try environment.read { txn in
        #expect(try walk.databaseNames() == txn.databaseNames())
        for name in try txn.databaseNames() {
          let database = try #require(try txn.database(named: name))
          try txn.withCursor(in: database) { cursor in
            let faults = try walk.forEachRow(of: name) { key, value in
              let isThere = try cursor.next()
              #expect(isThere)
              cursor.withEntry { otherKey, otherValue in
                #expect(key.order(to: otherKey) == 0 && value.order(to: otherValue) == 0)
              }
            }
            #expect(faults == [])
            let isMore = try cursor.next()
            #expect(!isMore)
          }
        }
      }
    }
  }

  /// Copies the environment both ways, and goes on with one of the copies at times.
  mutating func checkCopies() throws {
    for isCompact in [false, true] {
      let path = directory.file("copy \(copies).mdb")
      copies += 1
      try environment.copy(to: path, compacting: isCompact)
      let report = try PageWalk.walk(path: path)
      #expect(report.faults == [], "compact: \(isCompact)")
      if isCompact { #expect(report.freePages == 0) }
      if random.below(2) == 0 { try reopen(at: path) }
    }
  }

  /// Leaves the file to itself, and returns where it is.
  consuming func closed() -> String { environment.path }
}

private func withBigEndian(_ number: UInt64) -> [UInt8] {
  (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
