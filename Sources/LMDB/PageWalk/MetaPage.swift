/// The record of a database: where its tree begins and what is in it (`MDB_db` of mdb.c).
struct DatabaseRecord: Equatable {
  static let size = 48
  /// The root of an empty tree (`P_INVALID`).
  static let noPage = UInt64.max
  /// The deepest tree that LMDB's cursors can walk (`CURSOR_STACK`).
  static let maximumDepth = 32

  var pad: UInt32
  var flags: UInt16
  var depth: UInt16
  var branchPages: UInt64
  var leafPages: UInt64
  var overflowPages: UInt64
  var entries: UInt64
  var root: UInt64

  init(_ buffer: PageBuffer, _ offset: Int) {
    pad = buffer.integer(offset)
    flags = buffer.integer(offset + 4)
    depth = buffer.integer(offset + 6)
    branchPages = buffer.integer(offset + 8)
    leafPages = buffer.integer(offset + 16)
    overflowPages = buffer.integer(offset + 24)
    entries = buffer.integer(offset + 32)
    root = buffer.integer(offset + 40)
  }

  var isEmpty: Bool { root == Self.noPage }

  /// Checks that the numbers fit each other, whatever the pages hold.
  func checkShape(lastPage: UInt64, _ fault: (_ expected: String, _ found: String) -> Void) {
    if isEmpty {
      if depth != 0 || branchPages != 0 || leafPages != 0 || overflowPages != 0 || entries != 0 {
        fault("an empty tree without pages and rows", "depth \(depth), \(entries) rows")
      }
      return
    }
    if root < 2 || root > lastPage {
      fault("a root from 2 to \(lastPage)", "\(root)")
    }
    if depth == 0 || depth > Self.maximumDepth {
      fault("a depth from 1 to \(Self.maximumDepth)", "\(depth)")
    }
    // At least one row in a leaf; a tree of one leaf has no branches, and any other has some.
    if leafPages == 0 || entries < leafPages || (depth == 1) != (branchPages == 0)
      || depth == 1 && leafPages != 1
    {
      fault(
        "pages and rows that a tree of depth \(depth) can have",
        "\(branchPages) branch pages, \(leafPages) leaf pages, \(entries) rows")
    }
  }
}

/// One of the two pages that a snapshot begins at (`MDB_page` and `MDB_meta` of mdb.c 0.9).
///
/// The commit N writes all of page N modulo 2 but what comes before the size of the map, so that
/// of the two one is of the last commit and the other of the one before it.
struct MetaPage: Equatable {
  static let size = 152
  static let magic: UInt32 = 0xBEEF_C0DE

  var index: UInt64
  var number: UInt64
  var pad: UInt16
  var flags: UInt16
  var bounds: UInt32
  var magic: UInt32
  var version: UInt32
  var address: UInt64
  var mapSize: UInt64
  var free: DatabaseRecord
  var main: DatabaseRecord
  var lastPage: UInt64
  var transactionID: UInt64

  init(_ buffer: PageBuffer, index: UInt64) {
    self.index = index
    number = buffer.integer(0)
    pad = buffer.integer(8)
    flags = buffer.integer(10)
    bounds = buffer.integer(12)
    magic = buffer.integer(16)
    version = buffer.integer(20)
    address = buffer.integer(24)
    mapSize = buffer.integer(32)
    free = DatabaseRecord(buffer, 40)
    main = DatabaseRecord(buffer, 88)
    lastPage = buffer.integer(136)
    transactionID = buffer.integer(144)
  }

  /// The pad of the free list's record is the size of a page.
  var pageSize: Int { Int(free.pad) }

  var hasPossiblePageSize: Bool {
    (256...65536).contains(pageSize) && pageSize & (pageSize - 1) == 0
  }

  /// Whether a walk can begin here.
  var isUsable: Bool {
    magic == Self.magic && version == 1 && flags & 8 != 0 && hasPossiblePageSize
      && lastPage >= 1 && lastPage < 1 << 47
      && (transactionID & 1 == index || transactionID == 0)
  }

  /// Checks the page by itself.
  func check(_ faults: inout FaultList) {
    func expect<T: Equatable>(_ found: T, _ expected: T, _ what: String) {
      guard found != expected else { return }
      faults.add(.meta, page: index, expected: "\(what) \(expected)", found: "\(found)")
    }
    expect(number, index, "page number")
    expect(pad, 0, "pad")
    expect(flags, 8, "page flags")
    expect(bounds, 0, "bounds")
    expect(magic, Self.magic, "magic")
    expect(version, 1, "version")
    expect(address, 0, "address of the map")
    expect(main.pad, 0, "pad of the main database")
    expect(main.flags, 0, "flags of the main database")
    if !hasPossiblePageSize {
      faults.add(
        .meta, page: index, expected: "a page size that is a power of two from 256 to 65536",
        found: "\(pageSize)")
    }
    // `MDB_INTEGERKEY`, and `MDB_NOSUBDIR` where the environment was made as a single file.
    if free.flags != 0x4008 && free.flags != 0x0008 {
      faults.add(
        .meta, page: index, expected: "environment flags 0x4008 or 0x0008",
        found: "0x" + String(free.flags, radix: 16))
    }
    if transactionID & 1 != index && transactionID != 0 {
      faults.add(
        .meta, page: index, expected: index == 0 ? "an even transaction" : "an odd transaction",
        found: "\(transactionID)")
    }
    if lastPage < 1 || lastPage >= 1 << 47 {
      faults.add(.meta, page: index, expected: "a possible last page", found: "\(lastPage)")
    } else if mapSize / UInt64(max(pageSize, 1)) < lastPage + 1 || mapSize > 1 << 48 {
      faults.add(
        .meta, page: index, expected: "a map of at least \(lastPage + 1) pages",
        found: "one of \(mapSize) bytes")
    }
    for (record, name) in [(free, "free list"), (main, "main database")] {
      record.checkShape(lastPage: lastPage) { expected, found in
        faults.add(.meta, page: index, expected: "\(name): \(expected)", found: found)
      }
    }
    if transactionID == 0 && (lastPage != 1 || !free.isEmpty || !main.isEmpty) {
      faults.add(
        .meta, page: index, expected: "no page before the first transaction",
        found: "a last page \(lastPage)")
    }
  }

  /// Checks this page, that of an earlier commit, against that of the next.
  func check(next: MetaPage, _ faults: inout FaultList) {
    let isNew = transactionID == 0 && next.transactionID == 0
    if !isNew && next.transactionID != transactionID + 1 {
      faults.add(
        .meta, page: next.index, expected: "transaction \(transactionID &+ 1)",
        found: "\(next.transactionID)")
    }
    if pageSize != next.pageSize || free.flags != next.free.flags {
      faults.add(
        .meta, page: index, expected: "page size \(next.pageSize) and flags \(next.free.flags)",
        found: "\(pageSize) and \(free.flags)")
    }
    if next.mapSize < mapSize || isNew && next.mapSize != mapSize {
      faults.add(
        .meta, page: next.index, expected: "a map of at least \(mapSize) bytes",
        found: "\(next.mapSize)")
    }
    if next.lastPage < lastPage {
      faults.add(
        .meta, page: next.index, expected: "a last page from \(lastPage)",
        found: "\(next.lastPage)")
    }
  }
}

/// Both meta pages, as far as they can be read, and the one to begin at.
struct MetaPages: Equatable {
  var pages: [MetaPage] = []
  var pageSize = 0
  /// The one of the snapshot that is walked.
  var chosen: MetaPage?
  var fileSize: Int

  /// The other one, where it is that of another commit.
  var other: MetaPage? { pages.first { $0.index != chosen?.index } }

  /// Reads the meta pages, until two readings agree where another process writes them.
  ///
  /// - Parameter transactionID: The commit to begin at; the last one where it is nil.
  init(of source: PageSource, transactionID: UInt64? = nil) throws(LMDBError) {
    var metas = try MetaPages(readOnce: source, transactionID)
    for _ in 0..<100 {
      let again = try MetaPages(readOnce: source, transactionID)
      if again.pages == metas.pages { break }
      metas = again
    }
    self = metas
  }

  private init(readOnce source: PageSource, _ transactionID: UInt64?) throws(LMDBError) {
    let buffer = PageBuffer(count: MetaPage.size)
    func read(_ index: UInt64, at position: Int) -> MetaPage? {
      let outcome = buffer.read(source.descriptor, at: position, count: MetaPage.size)
      return outcome == .full ? MetaPage(buffer, index: index) : nil
    }
    let first = read(0, at: 0)
    // The second lies where the first says; where the first is damaged, where it is found.
    var sizes = [4096, 8192, 16384, 32768, 65536, 2048, 1024, 512, 256]
    if let first, first.hasPossiblePageSize { sizes.insert(first.pageSize, at: 0) }
    var second: MetaPage?
    for size in sizes where second == nil {
      let page = read(1, at: size)
      if let page, page.magic == MetaPage.magic, page.pageSize == size { second = page }
    }
    if second == nil { second = read(1, at: sizes[0]) }
    pages = [first, second].compactMap { $0 }
    let usable = pages.filter { $0.isUsable }
    chosen =
      usable.first { $0.transactionID == transactionID }
      ?? usable.max { $0.transactionID < $1.transactionID }
    if let second, second.isUsable {
      pageSize = second.pageSize
    } else {
      pageSize = chosen?.pageSize ?? 0
    }
    chosen?.free.pad = UInt32(pageSize)
    // Asked for last: pages are written before the meta page that leads to them.
    fileSize = try source.sizeBytes()
  }

  /// Checks both pages, alone and together.
  func check(_ faults: inout FaultList) {
    for index in 0..<UInt64(2) where !pages.contains(where: { $0.index == index }) {
      faults.add(.meta, page: index, expected: "a meta page", found: "the end of the file")
    }
    for page in pages { page.check(&faults) }
    if pages.count == 2, pages.allSatisfy({ $0.isUsable }) {
      let isFirstLater = pages[0].transactionID > pages[1].transactionID
      pages[isFirstLater ? 1 : 0].check(next: pages[isFirstLater ? 0 : 1], &faults)
    }
  }
}
