import Glibc
import LMDB
import Synchronization
import TestSupport
import Testing

@Suite struct EnvironmentOpeningTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func filled(rows: Int = 500) throws -> String {
    let environment = try Environment.scratch(in: directory)
    try environment.write { txn in
      let database = try txn.database(named: "rows")
      for row in 0..<UInt64(rows) {
        try txn.append(at: row, [UInt8](repeating: 7, count: 100), in: database)
      }
    }
    return environment.path
  }

  private func error(opening path: String, creating: Bool = false) -> LMDBError? {
    do {
      _ = try Environment.open(at: path, creating: creating)
      return nil
    } catch {
      return error
    }
  }

  @Test func `what was committed is there again`() throws {
    let path = try filled()
    let again = try Environment.open(at: path, creating: false)
    try again.read { txn in
      let database = try #require(try txn.database(named: "rows"))
      #expect(try txn.count(of: database) == 500)
      #expect(try txn.getBytes(at: 499, in: database) == [UInt8](repeating: 7, count: 100))
    }
  }

  @Test func `commits are on disk when they are made, unless that is not wanted`() throws {
    let durable = try Environment.open(at: directory.file("durable.mdb"), creating: true)
    #expect(durable.isSynchronous)
    #expect(try !Environment.scratch(in: directory).isSynchronous)
  }

  @Test func `the files are the owner's alone`() throws {
    let path = try filled()
    for file in [path, path + "-lock"] {
      var status = stat()
      #expect(unsafe stat(file, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `a file is open once, whatever path leads to it`() throws {
    let path = try filled()
    let link = directory.file("link.mdb")
    #expect(unsafe symlink(path, link) == 0)
    let first = try Environment.open(at: path, creating: false)
    let second = try Environment.open(at: link, creating: true)
    #expect(first === second)
  }

  @Test func `it closes with its last reference, and opens again`() throws {
    let path = try filled()
    var first: Environment? = try Environment.open(at: path, creating: false)
    let descriptors = openDescriptors(of: path)
    #expect(!descriptors.isEmpty)
    var txn: ReadTransaction? = try first?.beginRead()
    first = nil
    #expect(openDescriptors(of: path) == descriptors)
    #expect(txn?.id == 1)
    txn = nil
    #expect(openDescriptors(of: path).isEmpty)
    #expect(error(opening: path) == nil)
  }

  @Test func `a spawned process inherits no descriptor`() throws {
    let path = try filled()
    let environment = try Environment.open(at: path, creating: false)
    let descriptors = openDescriptors(of: path) + openDescriptors(of: path + "-lock")
    #expect(descriptors.count >= 2)
    for descriptor in descriptors {
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
    _ = environment
  }

  @Test func `threads that open and close at once share one environment`() async throws {
    let path = try filled()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            do {
              let environment = try Environment.open(at: path, creating: false)
              let count = try environment.read { txn in
                try txn.database(named: "rows").map { try txn.count(of: $0) }
              }
              if count != 500 { return false }
            } catch {
              return false
            }
          }
          return true
        }
      }
      for await succeeded in group { #expect(succeeded) }
    }
  }

  @Test func `a missing file is missing, and is not made`() throws {
    let path = directory.file("none.mdb")
    #expect(error(opening: path) == .missing(path: path))
    #expect(!exists(path) && !exists(path + "-lock"))
    let below = directory.file("none/none.mdb")
    #expect(error(opening: below, creating: true) == .missing(path: below))
  }

  @Test func `an empty file is no database unless one is to be made`() throws {
    let path = directory.file("empty.mdb")
    write([], to: path)
    #expect(error(opening: path) == .notADatabase(path: path, reason: "it is empty"))
    #expect(contents(of: path).isEmpty && !exists(path + "-lock"))
    #expect(error(opening: path, creating: true) == nil)
  }

  @Test func `a directory is no database`() throws {
    #expect(
      error(opening: directory.path, creating: true)
        == .notADatabase(path: directory.path, reason: "it is a directory"))
  }

  @Test(arguments: [1, 100, 151, 4096, 8192, 100_000])
  func `other files are refused and left as they are`(size: Int) throws {
    let path = directory.file("garbage")
    var random = SplitMix64(seed: UInt64(size))
    let content = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
    write(content, to: path)
    guard case .notADatabase? = error(opening: path, creating: true) else {
      Issue.record("not refused")
      return
    }
    #expect(contents(of: path) == content)
    #expect(!exists(path + "-lock"))
  }

  @Test func `another version of the format is named`() throws {
    let path = try filled()
    var content = contents(of: path)
    content[20] = 2
    content[4096 + 20] = 2
    write(content, to: path)
    #expect(error(opening: path) == .versionMismatch(path: path, found: 2))
  }

  @Test func `a file cut anywhere is refused before anything reads it`() throws {
    let path = try filled()
    let content = contents(of: path)
    let pages = content.count / 4096
    for page in 2..<pages {
      for size in [page * 4096, page * 4096 + 100] {
        write(Array(content[..<size]), to: path)
        #expect(
          error(opening: path)
            == .truncated(path: path, expectedBytes: content.count, foundBytes: size))
      }
    }
    #expect(contents(of: path).count == (pages - 1) * 4096 + 100)
    write(content, to: path)
    #expect(error(opening: path) == nil)
  }

  @Test func `pages at the end that were never written are not missed`() throws {
    let path: String
    do {
      let environment = try Environment.scratch(in: directory)
      path = environment.path
      for round in 0..<10 {
        try environment.write { txn in
          let database = try txn.database(named: "rows")
          for row in 0..<UInt64(200) {
            try txn.put(at: row, [UInt8](repeating: 1, count: 100 + round * 30), in: database)
          }
        }
      }
      // With pages of the free list at hand, LMDB puts what it takes and frees there unwritten.
      try environment.write { txn in
        let database = try txn.database(named: "rows")
        try txn.put(bytes("a"), bytes("kept"), in: database)
        try txn.put(bytes("b"), [UInt8](repeating: 1, count: 1 << 20), in: database)
        try txn.delete(bytes("b"), in: database)
      }
      let information = try environment.information()
      #expect(information.fileSizeBytes < (information.lastPage + 1) * information.pageSizeBytes)
    }
    let again = try Environment.open(at: path, creating: false)
    try again.read { txn in
      let database = try #require(try txn.database(named: "rows"))
      #expect(try txn.getBytes(bytes("a"), in: database) == bytes("kept"))
    }
  }

  @Test func `too small a map grows to what the file has`() throws {
    let path = try filled(rows: 10_000)
    let again = try Environment.open(
      at: path, options: .init(mapSizeBytes: 1 << 16), creating: false)
    let count = try again.read { txn in
      try txn.database(named: "rows").map { try txn.count(of: $0) }
    }
    #expect(count == 10_000)
  }

  @Test func `a map larger than the address space is halved`() throws {
    let environment = try Environment.scratch(in: directory) { $0.mapSizeBytes = 1 << 50 }
    let size = try environment.information().mapSizeBytes
    #expect(size < 1 << 50 && size >= 1 << 30)
  }

  @Test func `more databases than there is room for are named`() throws {
    let environment = try Environment.scratch(in: directory) { $0.maxDatabases = 3 }
    #expect(throws: LMDBError.databasesFull(path: environment.path, limit: 3)) {
      try environment.write { txn in
        for name in 0..<100 { _ = try txn.database(named: "\(name)") }
      }
    }
    try environment.write { txn in
      let database = try txn.database(named: "fits")
      try txn.put(bytes("a"), bytes("b"), in: database)
    }
  }

  private func openDescriptors(of path: String) -> [Int32] {
    var buffer = [CChar](repeating: 0, count: 4096)
    guard let target = unsafe realpath(path, nil) else { return [] }
    defer { unsafe free(target) }
    let wanted = unsafe String(cString: target)
    return (0..<1024).filter { descriptor in
      let count = unsafe readlink("/proc/self/fd/\(descriptor)", &buffer, 4095)
      guard count > 0 else { return false }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        == wanted
    }
  }
}
