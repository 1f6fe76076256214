import Glibc
import LMDB
import TestSupport
import Testing

/// What the file system can do to an environment, and copies of it.
@Suite struct StorageTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func fill(_ environment: Environment, rows: Range<UInt64>) throws {
    try environment.write { txn in
      let database = try txn.database(named: "rows")
      for row in rows { try txn.put(at: row, [UInt8](repeating: 3, count: 400), in: database) }
    }
  }

  @Test func `what is said of an environment is so`() throws {
    let environment = try Environment.scratch(in: directory)
    try fill(environment, rows: 0..<100)
    let information = try environment.information()
    var status = stat()
    #expect(unsafe stat(environment.path, &status) == 0)
    #expect(information.pageSizeBytes == 4096)
    #expect(information.fileSizeBytes == Int(status.st_size))
    #expect(information.file.inode == UInt64(status.st_ino))
    #expect(information.file.device == UInt64(status.st_dev))
    #expect(information.file == environment.fileIdentity)
    #expect(information.mapSizeBytes == 1 << 30)
    #expect(information.lastTransactionID == 1)
    #expect(information.maxReaders == 510)
    #expect((information.lastPage + 1) * 4096 == information.fileSizeBytes)
    let statistics = try environment.read { txn in
      try txn.statistics(of: try #require(try txn.database(named: "rows")))
    }
    #expect(statistics.entries == 100)
    #expect(statistics.depth == 2)
    #expect(statistics.pages == statistics.leafPages + 1)
  }

  @Test(arguments: [false, true])
  func `a copy has the same rows, and a compact one no free pages`(compacting: Bool) throws {
    let environment = try Environment.scratch(in: directory)
    try fill(environment, rows: 0..<1000)
    try environment.write { txn in
      let database = try txn.database(named: "rows")
      for row in 0..<UInt64(900) { try txn.delete(at: row, in: database) }
    }
    let path = directory.file("copy.mdb")
    try environment.copy(to: path, compacting: compacting)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let copy = try Environment.open(at: path, creating: false)
    #expect(copy !== environment)
    try copy.read { txn in
      let database = try #require(try txn.database(named: "rows"))
      #expect(try txn.count(of: database) == 100)
      #expect(try txn.getBytes(at: 950, in: database) == [UInt8](repeating: 3, count: 400))
      #expect(try (txn.freePageCount() == 0) == compacting)
    }
    #expect(throws: LMDBError.self) { try environment.copy(to: path, compacting: true) }
    #expect(exists(path))
  }

  @Test func `a scratch environment can be made durable afterwards`() throws {
    let environment = try Environment.scratch(in: directory)
    try fill(environment, rows: 0..<10)
    try environment.synchronize()
  }

  @Test(.enabled(if: canMount)) func `a full disk is named, and what was there stays`() throws {
    try withMount("size=1m") { path in
      let environment = try Environment.open(at: path + "/full.mdb", creating: true)
      try fill(environment, rows: 0..<100)
      do {
        try fill(environment, rows: 100..<10_000)
        Issue.record("more was written than there is room for")
      } catch LMDBError.diskFull(let where_, let free) {
        #expect(where_ == environment.path)
        #expect(free < 1 << 20)
      }
      try environment.read { txn in
        let database = try #require(try txn.database(named: "rows"))
        #expect(try txn.count(of: database) == 100)
      }
    }
  }

  @Test(.enabled(if: canMount), arguments: [false, true])
  func `a read-only file system is read, without a lock file too`(hasLock: Bool) throws {
    try withMount("size=4m") { path in
      let file = path + "/test.mdb"
      do {
        let environment = try Environment.open(at: file, creating: true)
        try fill(environment, rows: 0..<100)
      }
      if !hasLock { #expect(unsafe unlink(file + "-lock") == 0) }
      #expect(unsafe mount("none", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
      #expect(throws: LMDBError.readOnlyFileSystem(path: file)) {
        try Environment.open(at: file, creating: false)
      }
      #expect(throws: LMDBError.readOnlyFileSystem(path: path + "/new.mdb")) {
        try Environment.open(at: path + "/new.mdb", creating: true)
      }
      let environment = try Environment.open(
        at: file, options: .init(isReadOnly: true), creating: false)
      try environment.read { txn in
        let database = try #require(try txn.database(named: "rows"))
        #expect(try txn.count(of: database) == 100)
      }
      #expect(exists(file + "-lock") == hasLock)
    }
  }

  private static let canMount: Bool = {
    guard geteuid() == 0, let directory = try? TemporaryDirectory() else { return false }
    guard unsafe mount("none", directory.path, "tmpfs", 0, "size=1m") == 0 else { return false }
    return unsafe umount(directory.path) == 0
  }()

  /// Runs `body` with the path of a small file system of its own.
  private func withMount(_ options: String, _ body: (String) throws -> Void) throws {
    let path = directory.file("mount")
    #expect(unsafe mkdir(path, 0o700) == 0)
    #expect(unsafe mount("none", path, "tmpfs", 0, options) == 0)
    defer { unsafe umount2(path, Int32(MNT_DETACH)) }
    try body(path)
  }
}
