import Glibc
import LMDB
import Synchronization
import TestSupport
import Testing

/// Several processes on one file; a child's part is the body of an exit test.
@Suite struct ProcessTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func put(_ key: String, _ environment: Environment) throws {
    try environment.write { txn in
      try txn.put(bytes(key), bytes("x"), in: try txn.database(named: "rows"))
    }
  }

  private func count(_ environment: Environment) throws -> Int? {
    try environment.read { txn in
      try txn.database(named: "rows").map { try txn.count(of: $0) }
    }
  }

  @Test func `a database made by another process is seen, and one dropped there is gone`()
    async throws
  {
    let environment = try Environment.scratch(in: directory)
    try put("a", environment)
    let rows = try #require(try environment.read { try $0.database(named: "rows") })
    let snapshot = try environment.beginRead()
    await #expect(processExitsWith: .exitCode(0)) { [path = environment.path as String] in
      let environment = try Environment.open(at: path, creating: false)
      try environment.write { txn in
        try txn.drop(try txn.database(named: "rows"))
        for name in ["new.1", "new.2"] {
          try txn.put(bytes("row"), bytes(name), in: try txn.database(named: name))
        }
      }
      exit(0)
    }
    #expect(try snapshot.databaseNames() == ["rows"])
    #expect(try snapshot.count(of: rows) == 1)
    #expect(try environment.read { try $0.databaseNames() } == ["new.1", "new.2"])
    #expect(throws: LMDBError.databaseDropped(path: environment.path, name: nil)) {
      try environment.write { try $0.put(bytes("a"), bytes("b"), in: rows) }
    }
    try environment.write { txn in
      let database = try #require(try txn.reading.database(named: "new.2"))
      #expect(try txn.reading.getBytes(bytes("row"), in: database) == bytes("new.2"))
      try txn.put(bytes("a"), bytes("b"), in: try txn.database(named: "rows"))
    }
    #expect(try environment.read { try $0.databaseNames() } == ["new.1", "new.2", "rows"])
    #expect(try count(environment) == 1)
  }

  @Test func `a writer finds databases made while it was not looking`() async throws {
    let environment = try Environment.scratch(in: directory)
    try put("a", environment)
    await #expect(processExitsWith: .exitCode(0)) { [path = environment.path as String] in
      let environment = try Environment.open(at: path, creating: false)
      try environment.write { txn in
        try txn.put(bytes("row"), bytes("1"), in: try txn.database(named: "new"))
      }
      exit(0)
    }
    try environment.write { txn in
      let database = try txn.database(named: "new")
      #expect(try txn.reading.getBytes(bytes("row"), in: database) == bytes("1"))
      #expect(txn.reading.id == 3)
    }
  }

  @Test func `what a killed writer did not commit never was`() async throws {
    let environment = try Environment.scratch(in: directory)
    try put("a", environment)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = environment.path as String] in
      let environment = try Environment.open(at: path, creating: false)
      try environment.write { txn in
        let database = try txn.database(named: "rows")
        for row in 0..<UInt64(1000) { try txn.put(at: row, [1], in: database) }
        kill(getpid(), SIGKILL)
      }
    }
    #expect(try count(environment) == 1)
    try put("b", environment)
    #expect(try count(environment) == 2)
  }

  @Test func `a reader that died is cleared by the next write`() async throws {
    let environment = try Environment.scratch(in: directory)
    try put("a", environment)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = environment.path as String] in
      let environment = try Environment.open(at: path, creating: false)
      let snapshot = try environment.beginRead()
      #expect(try snapshot.databaseNames() == ["rows"])
      kill(getpid(), SIGKILL)
    }
    let readers = try environment.readers()
    #expect(readers.map(\.transactionID) == [1])
    #expect(readers.allSatisfy { $0.processID != Int(getpid()) })
    try put("b", environment)
    #expect(try environment.readers().isEmpty)
  }

  @Test func `a file that another process grew past the map is mapped anew`() async throws {
    let environment = try Environment.scratch(in: directory) { $0.mapSizeBytes = 1 << 20 }
    try put("a", environment)
    await #expect(processExitsWith: .exitCode(0)) { [path = environment.path as String] in
      let environment = try Environment.open(
        at: path, options: .init(mapSizeBytes: 1 << 26), creating: false)
      try environment.write { txn in
        let database = try txn.database(named: "rows")
        for row in 0..<UInt64(5000) {
          try txn.put(at: row, [UInt8](repeating: 0, count: 1000), in: database)
        }
      }
      exit(0)
    }
    #expect(try count(environment) == 5001)
    #expect(try environment.information().mapSizeBytes > 1 << 20)
    try put("b", environment)
    #expect(try count(environment) == 5002)
  }

  @Test func `the map is not moved under a snapshot`() async throws {
    let environment = try Environment.scratch(in: directory) { $0.mapSizeBytes = 1 << 20 }
    try put("a", environment)
    try await {
      let snapshot = try environment.beginRead()
      await #expect(processExitsWith: .exitCode(0)) { [path = environment.path as String] in
        let environment = try Environment.open(
          at: path, options: .init(mapSizeBytes: 1 << 26), creating: false)
        try environment.write { txn in
          let database = try txn.database(named: "rows")
          try txn.put(at: 1, [UInt8](repeating: 0, count: 4 << 20), in: database)
        }
        exit(0)
      }
      #expect(throws: LMDBError.self) { try count(environment) }
      #expect(throws: LMDBError.self) { try put("b", environment) }
      let database = try #require(try snapshot.database(named: "rows"))
      #expect(try snapshot.count(of: database) == 1)
    }()
    try put("b", environment)
    #expect(try count(environment) == 3)
  }

  @Test func `a write that waits for another process tells once`() async throws {
    let calls = Mutex(0)
    let environment = try Environment.scratch(in: directory) {
      $0.waitMilliseconds = 100
      $0.onWait = { calls.withLock { $0 += 1 } }
    }
    let began = directory.file("began")
    let told = directory.file("told")
    async let child = #expect(processExitsWith: .exitCode(0)) {
      [path = environment.path as String, began = began as String, told = told as String] in
      let environment = try Environment.open(at: path, creating: false)
      try environment.write { txn in
        try txn.put(bytes("a"), bytes("x"), in: try txn.database(named: "rows"))
        write([], to: began)
        waitFor(told)
        usleep(300_000)
      }
      exit(0)
    }
    await Task.detached { waitFor(began) }.value
    let start = ContinuousClock.now
    write([], to: told)
    try put("b", environment)
    #expect(ContinuousClock.now - start > .milliseconds(150))
    #expect(calls.withLock { $0 } == 1)
    #expect(try count(environment) == 2)
    _ = await child
    try put("c", environment)
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func `processes that append at once lose nothing`() async throws {
    let environment = try Environment.scratch(in: directory)
    func child() async {
      await #expect(processExitsWith: .exitCode(0)) { [path = environment.path as String] in
        for _ in 0..<100 {
          let environment = try Environment.open(at: path, creating: false)
          try environment.write { txn in
            let database = try txn.database(named: "rows")
            let count = try txn.reading.count(of: database)
            try txn.append(at: UInt64(count), [1], in: database)
          }
        }
        exit(0)
      }
    }
    async let one: Void = child()
    async let two: Void = child()
    async let three: Void = child()
    _ = await (one, two, three)
    #expect(try count(environment) == 300)
  }
}
