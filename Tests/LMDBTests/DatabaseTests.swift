import LMDB
import TestSupport
import Testing

@Suite struct DatabaseTests {
  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment.scratch(in: directory)
  }

  private func create(_ names: String..., row: String = "row") throws {
    try environment.write { txn in
      for name in names {
        let database = try txn.database(named: name)
        try txn.put(bytes(row), bytes(name), in: database)
      }
    }
  }

  private func drop(_ name: String) throws {
    try environment.write { txn in
      try txn.drop(try #require(try txn.reading.database(named: name)))
    }
  }

  private var names: [String] {
    get throws { try environment.read { try $0.databaseNames() } }
  }

  @Test func `one that is not there is nil to a reader and made by a writer`() throws {
    #expect(try environment.read { try $0.database(named: "a") } == nil)
    try create("b", "a")
    #expect(try names == ["a", "b"])
    try environment.read { txn in
      let database = try #require(try txn.database(named: "a"))
      #expect(try txn.getBytes(bytes("row"), in: database) == bytes("a"))
    }
  }

  @Test func `handles stay good from transaction to transaction`() throws {
    try create("a", "b")
    let first = try environment.read { try $0.database(named: "a") }
    try create("c")
    let second = try environment.read { try $0.database(named: "a") }
    #expect(first != nil && first == second)
    let database = try #require(first)
    try environment.write { txn in try txn.put(bytes("more"), bytes("x"), in: database) }
    #expect(try environment.read { try $0.count(of: database) } == 2)
  }

  @Test func `one made in a transaction that aborts is not there`() throws {
    var kept: Database?
    #expect(throws: CancellationError.self) {
      try environment.write { txn in
        kept = try txn.database(named: "a")
        #expect(try txn.reading.databaseNames() == ["a"])
        throw CancellationError()
      }
    }
    #expect(try names == [])
    let gone = try #require(kept)
    try create("other")
    #expect(throws: LMDBError.databaseDropped(path: environment.path, name: nil)) {
      try environment.read { try $0.count(of: gone) }
    }
    try create("a")
    #expect(try names == ["a", "other"])
  }

  @Test func `an older snapshot does not see a newer database`() throws {
    try create("a")
    let old = try environment.beginRead()
    try create("b")
    #expect(try old.database(named: "b") == nil)
    #expect(try old.databaseNames() == ["a"])
    #expect(try environment.read { try $0.database(named: "b") } != nil)
    let database = try #require(try old.database(named: "a"))
    #expect(try old.count(of: database) == 1)
  }

  @Test func `an older snapshot keeps what was dropped, even when the slot is used again`() throws {
    try create("a", "b")
    let old = try environment.beginRead()
    let database = try #require(try old.database(named: "a"))
    try drop("a")
    try create("c", "d")
    #expect(try old.getBytes(bytes("row"), in: database) == bytes("a"))
    #expect(try names == ["b", "c", "d"])
    #expect(throws: LMDBError.databaseDropped(path: environment.path, name: nil)) {
      try environment.read { try $0.getBytes(bytes("row"), in: database) }
    }
    #expect(throws: LMDBError.databaseDropped(path: environment.path, name: nil)) {
      try environment.write { try $0.put(bytes("row"), bytes("a"), in: database) }
    }
  }

  @Test func `a drop that aborts drops nothing`() throws {
    try create("a")
    let database = try #require(try environment.read { try $0.database(named: "a") })
    #expect(throws: CancellationError.self) {
      try environment.write { txn in
        try txn.drop(database)
        #expect(try txn.reading.database(named: "a") == nil)
        #expect(throws: LMDBError.databaseDropped(path: environment.path, name: "a")) {
          try txn.reading.count(of: database)
        }
        throw CancellationError()
      }
    }
    #expect(try environment.read { try $0.getBytes(bytes("row"), in: database) } == bytes("a"))
  }

  @Test func `one dropped and made again in a transaction is empty`() throws {
    try create("a", "b")
    try environment.write { txn in
      try txn.drop(try txn.database(named: "a"))
      let again = try txn.database(named: "a")
      #expect(try txn.reading.count(of: again) == 0)
      try txn.put(bytes("new"), bytes("x"), in: again)
    }
    try environment.read { txn in
      let database = try #require(try txn.database(named: "a"))
      #expect(try txn.rows(of: database) == [bytes("new"): bytes("x")])
    }
  }

  @Test func `one made and dropped in a transaction leaves nothing`() throws {
    try create("a")
    try environment.write { txn in
      let database = try txn.database(named: "brief")
      try txn.put(bytes("x"), bytes("y"), in: database)
      try txn.drop(database)
    }
    #expect(try names == ["a"])
    try create("brief")
    #expect(try names == ["a", "brief"])
  }

  @Test func `clearing keeps the database`() throws {
    try create("a")
    let database = try #require(try environment.read { try $0.database(named: "a") })
    try environment.write { try $0.clear(database) }
    #expect(try environment.read { try $0.count(of: database) } == 0)
    #expect(try names == ["a"])
  }

  @Test func `dropping gives its pages back`() throws {
    try environment.write { txn in
      let database = try txn.database(named: "big")
      for row in 0..<UInt64(1000) {
        try txn.append(at: row, [UInt8](repeating: 0, count: 1000), in: database)
      }
    }
    let pages = try environment.read { txn in
      try txn.statistics(of: try #require(try txn.database(named: "big"))).pages
    }
    #expect(pages > 250)
    let before = try environment.read { try $0.freePageCount() }
    try drop("big")
    #expect(try environment.read { try $0.freePageCount() } >= before + pages)
  }

  /// Readers, followers and a writer whose databases come and go, all at once.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `databases come and go under threads that read`(seed: UInt64) async throws {
    try create("always")
    let environment = environment
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var random = SplitMix64(seed: seed)
        var present: Set<String> = ["always"]
        for _ in 0..<200 {
          let before = present
          do {
            try environment.write { txn in
              for _ in 0..<1 + random.below(3) {
                let name = "view.\(random.below(6))"
                let database = try txn.database(named: name)
                if random.below(2) == 0 {
                  try txn.drop(database)
                  present.remove(name)
                } else {
                  try txn.put(bytes("row"), bytes(name), in: database)
                  present.insert(name)
                }
              }
              if random.below(4) == 0 { throw CancellationError() }
            }
          } catch is CancellationError {
            present = before
          }
          let names = try environment.read { try $0.databaseNames() }
          #expect(Set(names) == present)
        }
      }
      for reader in 0..<3 {
        group.addTask {
          var kept = try environment.beginRead()
          for round in 0..<300 {
            if round % 7 == reader { kept = try environment.beginRead() }
            for name in try kept.databaseNames() {
              let database = try #require(try kept.database(named: name))
              #expect(try kept.getBytes(bytes("row"), in: database) == bytes(name))
            }
            let gone = try environment.read { txn in
              try txn.getBytes(bytes("row"), in: try #require(try txn.database(named: "always")))
            }
            #expect(gone == bytes("always"))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
