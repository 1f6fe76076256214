import LMDB
import Synchronization
import TestSupport
import Testing

@Suite struct TransactionTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a thrown error aborts the write`() throws {
    let environment = try Environment.scratch(in: directory)
    try environment.write { txn in
      try txn.put(bytes("a"), bytes("1"), in: try txn.database(named: "rows"))
    }
    #expect(throws: CancellationError.self) {
      try environment.write { txn in
        try txn.put(bytes("a"), bytes("2"), in: try txn.database(named: "rows"))
        throw CancellationError()
      }
    }
    try environment.read { txn in
      let database = try #require(try txn.database(named: "rows"))
      #expect(try txn.rows(of: database) == [bytes("a"): bytes("1")])
    }
  }

  @Test func `an owned writer commits when told to and aborts when it goes`() throws {
    let environment = try Environment.scratch(in: directory)
    for commits in [true, false] {
      let txn = try environment.beginWrite()
      let database = try txn.database(named: "rows")
      try txn.put([commits ? 1 : 2], [0], in: database)
      if commits { try txn.commit() }
    }
    try environment.read { txn in
      let database = try #require(try txn.database(named: "rows"))
      #expect(try txn.rows(of: database) == [[1]: [0]])
    }
  }

  @Test func `commits are numbered, and a commit of nothing is not`() throws {
    let environment = try Environment.scratch(in: directory)
    #expect(environment.lastTransactionID == 0)
    for number in 1...3 as ClosedRange<UInt64> {
      try environment.write { txn in
        let database = try txn.database(named: "rows")
        try txn.put(at: number, [0], in: database)
        #expect(txn.reading.id == number)
      }
      #expect(environment.lastTransactionID == number)
      #expect(try environment.read { $0.id } == number)
    }
    try environment.write { txn in
      try txn.delete(bytes("none"), in: try txn.database(named: "rows"))
    }
    #expect(environment.lastTransactionID == 3)
  }

  @Test func `a snapshot stays as it was, and keeps its pages`() throws {
    let environment = try Environment.scratch(in: directory)
    func put(_ value: UInt8) throws {
      try environment.write { txn in
        let database = try txn.database(named: "rows")
        for row in 0..<UInt64(200) {
          try txn.put(at: row, [UInt8](repeating: value, count: 500), in: database)
        }
      }
    }
    try put(1)
    let snapshot = try environment.beginRead()
    let database = try #require(try snapshot.database(named: "rows"))
    for value in 2...9 as ClosedRange<UInt8> { try put(value) }
    #expect(snapshot.id == 1)
    for row in 0..<UInt64(200) {
      #expect(try snapshot.get(at: row, in: database) { $0.byte(at: 499) } == 1)
      #expect(
        try environment.read { try $0.get(at: row, in: database) { $0.byte(at: 499) } } == 9)
    }
  }

  @Test func `a snapshot moves between threads`() async throws {
    let environment = try Environment.scratch(in: directory)
    try environment.write { txn in
      try txn.put(bytes("a"), bytes("1"), in: try txn.database(named: "rows"))
    }
    for _ in 0..<50 {
      let txn = try environment.beginRead()
      await Task.yield()
      let database = try #require(try txn.database(named: "rows"))
      #expect(try txn.count(of: database) == 1)
    }
    #expect(try environment.readers().isEmpty)
  }

  @Test func `writers of one process take turns`() async throws {
    let environment = try Environment.scratch(in: directory)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<100 {
            try environment.write { txn in
              let database = try txn.database(named: "rows")
              let count = try txn.reading.get(bytes("n"), in: database) { $0.bigEndianInteger() }
              try txn.put(bytes("n"), IntegerKey((count ?? 0) + 1), in: database)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try environment.read { txn in
      let database = try #require(try txn.database(named: "rows"))
      #expect(try txn.get(bytes("n"), in: database) { $0.bigEndianInteger() } == 400)
    }
  }

  @Test func `a full map fails the write and nothing else`() throws {
    let environment = try Environment.scratch(in: directory) { $0.mapSizeBytes = 1 << 20 }
    try environment.write { txn in
      try txn.put(bytes("a"), bytes("1"), in: try txn.database(named: "rows"))
    }
    #expect(throws: LMDBError.mapFull(path: environment.path, mapSizeBytes: 1 << 20)) {
      try environment.write { txn in
        let database = try txn.database(named: "rows")
        for row in 0..<UInt64(10_000) {
          try txn.put(at: row, [UInt8](repeating: 0, count: 1000), in: database)
        }
      }
    }
    #expect(throws: LMDBError.transactionFailed(path: environment.path)) {
      try environment.write { txn in
        let database = try txn.database(named: "rows")
        try? txn.put(bytes("b"), [UInt8](repeating: 0, count: 2 << 20), in: database)
      }
    }
    try environment.write { txn in
      try txn.put(bytes("b"), bytes("2"), in: try txn.database(named: "rows"))
    }
    try environment.read { txn in
      let database = try #require(try txn.database(named: "rows"))
      #expect(try txn.rows(of: database) == [bytes("a"): bytes("1"), bytes("b"): bytes("2")])
    }
  }

  @Test func `readers past the limit are refused until one goes`() throws {
    let environment = try Environment.scratch(in: directory) { $0.maxReaders = 2 }
    try environment.write { txn in
      try txn.put(bytes("a"), bytes("1"), in: try txn.database(named: "rows"))
    }
    var kept: [KeptSnapshot] = [
      KeptSnapshot(try environment.beginRead()), KeptSnapshot(try environment.beginRead()),
    ]
    #expect(try environment.readers().count == 2)
    #expect(throws: LMDBError.readersFull(path: environment.path, limit: 2)) {
      try environment.read { _ in }
    }
    kept.removeLast()
    #expect(try environment.read { $0.id } == 1)
    #expect(kept.count == 1)
  }

  private final class KeptSnapshot {
    let txn: ReadTransaction
    init(_ txn: consuming ReadTransaction) { self.txn = txn }
  }

  @Test func `an environment open for reading refuses to write`() throws {
    let path = try Environment.scratch(in: directory).path
    let environment = try Environment.open(
      at: path, options: .init(isReadOnly: true), creating: false)
    #expect(throws: LMDBError.readOnlyEnvironment(path: path)) {
      try environment.write { _ in }
    }
    #expect(throws: LMDBError.readOnlyEnvironment(path: path)) {
      try Environment.open(at: path, creating: false)
    }
    #expect(try environment.read { try $0.databaseNames() } == [])
  }

  @Test func `nobody is told of a write that does not wait`() throws {
    let calls = Mutex(0)
    let environment = try Environment.scratch(in: directory) {
      $0.onWait = { calls.withLock { $0 += 1 } }
    }
    for row in 0..<UInt64(100) {
      try environment.write { txn in
        try txn.put(at: row, [0], in: try txn.database(named: "rows"))
      }
    }
    #expect(calls.withLock { $0 } == 0)
  }

  // MARK: Traps

  @Test func `a write within a write traps`() async {
    await #expect(processExitsWith: .failure) {
      let directory = try TemporaryDirectory()
      let environment = try Environment.scratch(in: directory)
      try environment.write { _ in try environment.write { _ in } }
    }
  }

  @Test func `another environment's database traps`() async {
    await #expect(processExitsWith: .failure) {
      let directory = try TemporaryDirectory()
      let one = try Environment.scratch(in: directory, "1.mdb")
      let other = try Environment.scratch(in: directory, "2.mdb")
      let database = try one.write { try $0.database(named: "rows") }
      _ = try other.write { try $0.database(named: "rows") }
      _ = try? other.read { try $0.count(of: database) }
    }
  }

  @Test func `a write while bytes are lent traps`() async {
    await #expect(processExitsWith: .failure) {
      let directory = try TemporaryDirectory()
      let environment = try Environment.scratch(in: directory)
      try? environment.write { txn in
        let database = try txn.database(named: "rows")
        try txn.put(bytes("a"), bytes("1"), in: database)
        try txn.reading.get(bytes("a"), in: database) { _ in
          try txn.put(bytes("b"), bytes("2"), in: database)
        }
      }
    }
  }

  @Test func `a writer's cursor traps after the commit`() async {
    await #expect(processExitsWith: .failure) {
      let directory = try TemporaryDirectory()
      let environment = try Environment.scratch(in: directory)
      var cursor = try environment.write { txn in
        let database = try txn.database(named: "rows")
        try txn.put(bytes("a"), bytes("1"), in: database)
        return try txn.reading.beginCursor(in: database)
      }
      _ = try? cursor.first()
    }
  }
}
