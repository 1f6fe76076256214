import Glibc
import LMDB
import TestSupport
import Testing

/// What a walk says of damaged files.
@Suite struct PageWalkDamageTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  // MARK: Single bytes

  /// Changes bytes one at a time: those that LMDB reads as structure are found, those that it
  /// never reads are no fault, and any other byte changes the rows or nothing.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `no changed byte of the structure escapes`(seed: UInt64) async throws {
    let (path, sound) = try soundFile(seed: seed)
    let map = try #require(ByteMap(of: sound))
    let rows = try #require(try allRows(of: path))
    var random = SplitMix64(seed: seed)
    let file = OpenFile(path)
    var tried: [ByteMap.Kind: Int] = [:]
    for place in sound.indices where random.below(map.kinds[place].share) == 0 {
      let kind = map.kinds[place]
      let flip =
        random.below(2) == 0 ? UInt8(1) << random.below(8) : UInt8(1 + random.below(255))
      file.write([sound[place] ^ flip], at: place)
      let report = try PageWalk.walk(path: path)
      let isAsExpected =
        switch kind {
        case .structure: !report.isSound
        case .slack: try report.isSound && allRows(of: path) == rows
        case .row: try !report.isSound || allRows(of: path) != rows
        case .guide, .otherMeta, .mapSize: try !report.isSound || allRows(of: path) == rows
        }
      if !isAsExpected {
        Issue.record("\(kind) at \(place), changed by \(flip): \(report.faults)")
      }
      tried[kind, default: 0] += 1
      await Task.yield()
      file.write([sound[place]], at: place)
    }
    #expect(try PageWalk.walk(path: path).isSound)
    #expect(tried[.structure, default: 0] > 250 && tried[.slack, default: 0] > 50)
  }

  /// A crash of LMDB would end the child.
  @Test func `what a walk finds sound, LMDB reads, and reads the same`() async throws {
    await #expect(processExitsWith: .exitCode(0)) {
      let tests = try PageWalkDamageTests()
      let (_, sound) = try tests.soundFile(seed: 5)
      let map = try #require(ByteMap(of: sound))
      var random = SplitMix64(seed: 5)
      var read = 0
      while read < 150 {
        let place = random.below(sound.count)
        // Most of a file is slack, of which a few will do.
        if map.kinds[place] == .slack && random.below(20) != 0 { continue }
        var changed = sound
        changed[place] ^= UInt8(1 + random.below(255))
        let copy = tests.directory.file("\(read).mdb")
        write(changed, to: copy)
        guard try PageWalk.walk(path: copy).isSound else { continue }
        let walked = try tests.allRows(of: copy)
        let environment = try Environment.open(at: copy, creating: false)
        var rows: [UInt8] = []
        try environment.read { txn in
          for name in try txn.databaseNames() {
            try txn.withCursor(in: try #require(try txn.database(named: name))) { cursor in
              while try cursor.next() {
                cursor.withEntry { append($0, $1, of: name, to: &rows) }
              }
            }
          }
        }
        if rows != walked { exit(1) }
        read += 1
      }
      exit(0)
    }
  }

  // MARK: Known damage

  @Test func `a meta page that goes back by a commit is found`() throws {
    let path = directory.file("test.mdb")
    do {
      let environment = try Environment.scratch(in: directory)
      for row in 0..<UInt64(8) {
        try environment.write { txn in
          try txn.put(at: row, bytes("row"), in: try txn.database(named: "rows"))
        }
      }
    }
    let sound = contents(of: path)
    #expect(try PageWalk.walk(path: path).transactionID == 8)
    // The last commit, 8, made to look as the one before the one before: 7 is left as the last.
    write(sound, to: path)
    OpenFile(path).write([6], at: 144)
    var report = try PageWalk.walk(path: path)
    #expect(report.transactionID == 7)
    #expect(
      report.faults.map(\.description) == [
        "meta, page 0: expected the transaction 8 of its free list, found 6"
      ])
    // The one before the last, 7, made to look as the next one.
    write(sound, to: path)
    OpenFile(path).write([9], at: 4096 + 144)
    report = try PageWalk.walk(path: path)
    #expect(report.transactionID == 9)
    #expect(
      report.faults.map(\.description) == [
        "meta, page 1: expected a free list that ends with 9, found one that ends with 7"
      ])
  }

  @Test func `a lost meta page is a fault, and the other one's rows are read`() throws {
    let (path, sound) = try soundFile(seed: 1)
    for index in 0..<2 {
      var changed = sound
      for place in 0..<152 { changed[index * 4096 + place] = 0xA5 }
      write(changed, to: path)
      let report = try PageWalk.walk(path: path)
      #expect(report.faults.contains { $0.place == .meta && $0.page == UInt64(index) })
      #expect(report.pageSizeBytes == 4096)
      #expect(try PageWalk(path: path).databaseNames().isEmpty == false)
    }
    write([UInt8](repeating: 0xA5, count: 8192), to: path)
    #expect(try !PageWalk.walk(path: path).isSound)
    #expect(try PageWalk(path: path).databaseNames() == [])
  }

  @Test func `a damaged leaf costs its own rows only`() throws {
    let environment = try Environment.scratch(in: directory)
    try environment.write { txn in
      let rows = try txn.database(named: "rows")
      for row in 0..<UInt64(1000) {
        try txn.append(at: row, [UInt8](repeating: 3, count: 400), in: rows)
      }
    }
    var sound: [UInt64] = []
    _ = try environment.withPageWalk { walk in
      try walk.forEachRow(of: "rows") { key, _ in sound.append(key.bigEndianInteger()) }
    }
    #expect(sound == Array(0..<1000))
    // Any page whose flags say a leaf, its bounds overwritten.
    let content = contents(of: environment.path)
    let pages = content.count / 4096
    let leaves = (2..<pages).filter { content[$0 * 4096 + 10] == 2 }
    let leaf = try #require(leaves.dropFirst(10).first)
    let path = directory.file("damaged.mdb")
    write(content, to: path)
    OpenFile(path).write([0xFF, 0xFF], at: leaf * 4096 + 12)
    let report = try PageWalk.walk(path: path)
    #expect(
      report.faults.map(\.description) == [
        "database rows, page \(leaf): expected an end of the nodes' places within the page, "
          + "found 65535",
        "database rows: expected depth 2, 1 branch, 112 leaf and 0 overflow pages, "
          + "1000 rows by its record, found depth 2, 1, 111, 0 and 991",
      ])
    var left: [UInt64] = []
    let faults = try PageWalk(path: path).forEachRow(of: "rows") { key, value in
      #expect(value.array == [UInt8](repeating: 3, count: 400))
      left.append(key.bigEndianInteger())
    }
    #expect(faults == report.faults)
    #expect(left.count == 991 && left == left.sorted())
  }

  @Test func `keys out of order, in a page and between pages, are found`() throws {
    let environment = try Environment.scratch(in: directory)
    try environment.write { txn in
      let rows = try txn.database(named: "rows")
      for row in 0..<UInt64(100) {
        try txn.append(at: row, [UInt8](repeating: 3, count: 400), in: rows)
      }
    }
    let content = contents(of: environment.path)
    func integer(_ place: Int) -> Int { Int(content[place]) | Int(content[place + 1]) << 8 }
    // The leaf of the rows 9 to 17, each node's place in the page in the order of its key.
    func isSecond(_ page: Int) -> Bool {
      content[page + 10] == 2 && content[page + integer(page + 16) + 15] == 9
    }
    let pages = stride(from: 8192, to: content.count, by: 4096)
    let leaf = try #require(pages.first(where: isSecond))
    let path = directory.file("damaged.mdb")
    func faults(_ bytes: [UInt8], at place: Int) throws -> [String] {
      write(content, to: path)
      OpenFile(path).write(bytes, at: place)
      return try PageWalk.walk(path: path).faults.map(\.description)
    }
    let place = "database rows, page \(leaf / 4096), key"
    #expect(
      try faults(
        [content[leaf + 18], content[leaf + 19], content[leaf + 16], content[leaf + 17]],
        at: leaf + 16)
        == ["\(place) 0000000000000009: expected keys that rise, found one that is not greater"])
    #expect(
      try faults([8], at: leaf + integer(leaf + 16) + 15)
        == ["\(place) 0000000000000008: expected a first key from the parent's, found a lower one"])
    #expect(
      try faults([18], at: leaf + integer(leaf + 32) + 15)
        == [
          "\(place) 0000000000000012: expected a last key below the parent's next, "
            + "found a higher one"
        ])
  }

  @Test func `a free page that is in use is found`() throws {
    let environment = try Environment.scratch(in: directory)
    for row in 0..<UInt64(2) {
      try environment.write { txn in
        try txn.put(at: row, bytes("row"), in: try txn.database(named: "rows"))
      }
    }
    let content = contents(of: environment.path)
    // The second commit's meta page is the first page, and its free list one page of one row.
    let list = Int(content[80]) * 4096
    let first = list + Int(content[list + 16]) + Int(content[list + 17]) * 256 + 24
    let records = Int(content[128])
    let freed = Int(content[first])
    let path = directory.file("damaged.mdb")
    func faults(_ page: Int) throws -> [String] {
      write(content, to: path)
      OpenFile(path).write([UInt8(page)], at: first)
      return try PageWalk.walk(path: path).faults.map(\.description)
    }
    #expect(try faults(freed) == [])
    let lost = "file, page \(freed): expected the page in a tree or on the free list, found neither"
    #expect(
      try faults(records) == [
        "free list, page \(records), key 0200000000000000: expected a page in one place, "
          + "found one that is also in database records",
        lost,
      ])
    #expect(
      try faults(list / 4096) == [
        "free list, page \(list / 4096), key 0200000000000000: expected a page in one place, "
          + "found one that is also in free list",
        lost,
      ])
  }

  @Test func `a page that leads back to the root is entered once`() throws {
    let environment = try Environment.scratch(in: directory)
    try environment.write { txn in
      let rows = try txn.database(named: "rows")
      for row in 0..<UInt64(100) {
        try txn.append(at: row, [UInt8](repeating: 3, count: 400), in: rows)
      }
    }
    let content = contents(of: environment.path)
    let root = try #require((2..<content.count / 4096).first { content[$0 * 4096 + 10] == 1 })
    let node = root * 4096 + 4088
    #expect(content[node + 6] == 0, "the first node of a branch lies last and has no key")
    let path = directory.file("cycle.mdb")
    write(content, to: path)
    OpenFile(path).write([UInt8(root), 0, 0, 0, 0, 0], at: node)
    let report = try PageWalk.walk(path: path)
    #expect(
      report.faults.first?.description
        == "database rows, page \(root): expected a page in one place, "
        + "found one that is also in database rows")
    #expect(report.faults.last?.description.hasSuffix("found neither") == true)
  }

  @Test func `the end of the file may be missing where it is free, and nowhere else`() throws {
    let (path, sound) = try soundFile(seed: 2)
    let map = try #require(ByteMap(of: sound))
    var pages = sound.count / 4096
    while map.freePages.contains(pages - 1) { pages -= 1 }
    write(Array(sound[..<(pages * 4096)]), to: path)
    #expect(try PageWalk.walk(path: path).isSound)
    for length in [pages * 4096 - 1, (pages - 1) * 4096, 8192, 8191, 4096, 4095, 100, 1, 0] {
      write(Array(sound[..<length]), to: path)
      let report = try PageWalk.walk(path: path)
      #expect(!report.isSound, "\(length) bytes")
      #expect(report.fileSizeBytes == length)
    }
    write(sound + [UInt8](repeating: 7, count: 5000), to: path)
    #expect(try PageWalk.walk(path: path).isSound, "pages past the last one are nobody's")
  }

  // MARK: Anything

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `whatever is in the file, a walk ends`(seed: UInt64) async throws {
    let (path, sound) = try soundFile(seed: seed)
    var random = SplitMix64(seed: seed)
    for _ in 0..<150 {
      var changed = sound
      for _ in 0..<1 + random.below(8) { Self.damage(&changed, &random) }
      write(changed, to: path)
      try walkAll(path)
      await Task.yield()
    }
    for length in [0, 1, 152, 4096, 8192, 50_000] {
      var garbage: [UInt8] = []
      for _ in 0..<length { garbage.append(UInt8(truncatingIfNeeded: random.next())) }
      write(garbage, to: path)
      #expect(try !PageWalk.walk(path: path).isSound)
      // With heads that are sound, all else is read.
      write(Array(sound[..<8192]) + garbage, to: path)
      #expect(try !PageWalk.walk(path: path).isSound)
    }
  }

  private func walkAll(_ path: String) throws {
    let walk = try PageWalk(path: path)
    let report = try walk.report()
    #expect(report.faults.count <= PageWalk.faultLimit)
    for name in try walk.databaseNames() { _ = try walk.forEachRow(of: name) { _, _ in } }
  }

  private static func damage(_ content: inout [UInt8], _ random: inout SplitMix64) {
    let pages = content.count / 4096
    let page = random.below(max(pages, 1)) * 4096
    func put(_ number: UInt64, _ size: Int, _ place: Int) {
      for byte in 0..<size where place + byte < content.count {
        content[place + byte] = UInt8(truncatingIfNeeded: number >> (byte * 8))
      }
    }
    let extremes: [UInt64] = [
      0, 1, 2, 3, 4, 8, 15, 16, 17, 4095, 4096, 65535, 1 << 31, 1 << 32 - 1, 1 << 47, 1 << 63, .max,
      .max - 1, UInt64(random.below(pages + 2)), random.next(),
    ]
    let number = extremes[random.below(extremes.count)]
    switch random.below(7) {
    case 0: put(number, 2, page + 8 + 2 * random.below(20))
    case 1: put(number, 8, page + 8 * random.below(25))
    case 2: put(number, 4, random.below(content.count))
    case 3: put(number, 8, random.below(2) * 4096 + 16 + 8 * random.below(17))
    case 4:
      let other = random.below(max(pages, 1)) * 4096
      for place in 0..<4096 where max(page, other) + place < content.count {
        content[page + place] = content[other + place]
      }
    case 5:
      if random.below(4) == 0 { content.removeLast(random.below(content.count / 2 + 1)) }
    default: put(number, 2, page + 2 * random.below(2048))
    }
  }

  // MARK: Files

  /// A file of some tens of pages that many commits have been through.
  private func soundFile(seed: UInt64) throws -> (path: String, content: [UInt8]) {
    var workload = try Workload(seed: seed, in: directory, isSmall: true)
    try workload.commitSome(12)
    let path = workload.closed()
    let report = try PageWalk.walk(path: path)
    #expect(report.faults == [])
    let copy = directory.file("sound.mdb")
    let content = contents(of: path)
    write(content, to: copy)
    return (copy, content)
  }

  /// All rows of all databases in one, or nil where the walk has a fault.
  private func allRows(of path: String) throws -> [UInt8]? {
    let walk = try PageWalk(path: path)
    var rows: [UInt8] = []
    for name in try walk.databaseNames() {
      let faults = try walk.forEachRow(of: name) { append($0, $1, of: name, to: &rows) }
      if !faults.isEmpty { return nil }
    }
    return rows
  }
}

private func append(_ key: RawSpan, _ value: RawSpan, of name: String, to rows: inout [UInt8]) {
  rows += bytes("\(name):\(key.byteCount):\(value.byteCount):") + key.array + value.array
}

/// A file that single bytes are written to.
private final class OpenFile {
  private let descriptor: Int32

  init(_ path: String) { descriptor = unsafe open(path, O_RDWR) }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8], at place: Int) {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(descriptor, $0.baseAddress, bytes.count, off_t(place))
    }
    #expect(count == bytes.count)
  }
}

/// What each byte of a sound file is for, found by a second reading of the format.
private struct ByteMap {
  enum Kind {
    /// LMDB never reads it.
    case slack
    /// A key or a value, or their lengths in a leaf.
    case row
    /// Guides a search, or counts for the free list, as long as the order stays.
    case guide
    case structure
    case otherMeta
    case mapSize

    /// One of how many such bytes is tried.
    var share: Int {
      switch self {
      case .slack: 1500
      case .row: 400
      case .guide: 8
      case .structure, .otherMeta: 3
      case .mapSize: 1
      }
    }
  }

  var kinds: [Kind]
  var freePages: Set<Int> = []
  private let content: [UInt8]

  /// - Returns: nil where the file is not sound.
  init?(of content: [UInt8]) {
    self.content = content
    kinds = Array(repeating: .slack, count: content.count)
    guard content.count >= 8192 else { return nil }
    let meta = integer(144, 8) > integer(4096 + 144, 8) ? 0 : 4096
    mark(4096 - meta, 152, .otherMeta)
    mark(meta, 152, .structure)
    mark(meta + 32, 8, .mapSize)
    var databases: [Int] = []
    walk(root: meta + 80) { map, key, value, _ in
      map.mark(key, 8, .guide)
      let length = map.integer(value, 8)
      map.mark(value, 8 + 8 * length, .structure)
      for index in 0..<length { map.freePages.insert(map.integer(value + 8 + index * 8, 8)) }
    }
    walk(root: meta + 128) { map, _, value, _ in
      map.mark(value, 48, .structure)
      databases.append(value + 40)
    }
    for database in databases {
      walk(root: database) { map, _, value, count in map.mark(value, count, .row) }
    }
  }

  private func integer(_ place: Int, _ size: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(content[place + $1]) << ($1 * 8) }
  }

  private mutating func mark(_ place: Int, _ count: Int, _ kind: Kind) {
    for index in place..<place + count { kinds[index] = kind }
  }

  /// Marks the pages of a tree, and passes on where each key and value lies.
  private mutating func walk(root: Int, _ body: (inout Self, Int, Int, Int) -> Void) {
    if content[root..<root + 8].allSatisfy({ $0 == 255 }) { return }
    var pending = [integer(root, 8)]
    while let page = pending.popLast().map({ $0 * 4096 }) {
      let isBranch = content[page + 10] == 1
      let lower = integer(page + 12, 2)
      mark(page, 8, .structure)
      mark(page + 10, lower - 10, .structure)
      for slot in stride(from: page + 16, to: page + lower, by: 2) {
        let node = page + integer(slot, 2)
        let key = integer(node + 6, 2)
        mark(node, 8, .structure)
        if isBranch {
          // An odd key may take in the byte that fills it up, an even one lose its last.
          mark(node + 6, 2 + key, .guide)
          pending.append(integer(node, 6))
          continue
        }
        // An odd length may grow by a byte, or lose one to the other, without moving the rest.
        mark(node, 4, .row)
        mark(node + 6, 2, .row)
        mark(node + 8, key, .row)
        var value = node + 8 + key
        if integer(node + 4, 2) & 1 != 0 {
          mark(value, 8, .structure)
          value = integer(value, 8) * 4096 + 16
          mark(value - 16, 8, .structure)
          mark(value - 6, 6, .structure)
        }
        body(&self, node + 8, value, integer(node, 4))
      }
    }
  }
}
