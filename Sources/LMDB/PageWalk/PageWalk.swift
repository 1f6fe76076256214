import CLMDB
import Glibc

/// Reads an environment's file without LMDB, and finds what LMDB would not have written.
///
/// LMDB 0.9 keeps no checksums of its pages and trusts them: a damaged one can crash the process.
/// A walk reads the pages of the last commit's snapshot with `pread`, and checks each number
/// before it is used. What is checked is the structure of a file that has no `MDB_DUPSORT`, as
/// this module writes it (mdb.c 0.9.24):
///
/// - both meta pages, alone and against each other;
/// - each page's number, flags and bounds, and that its nodes fill it without gaps;
/// - keys that rise, within a page and between the keys of the pages above;
/// - each record's depth, pages and rows against what is counted;
/// - the free list's transactions and pages;
/// - that every page up to the last is in one tree, or on the free list once.
///
/// The bytes of keys and values carry no redundancy: what a change makes of them the caller sees
/// in the rows. Nor is there any in the transaction numbers within the free list (which must rise,
/// and end with the snapshot's own), in the keys of branches as long as they still divide the rows
/// the same way, in the size of the map, and in the meta page of the commit before the last,
/// beyond its shape. Bytes that LMDB never reads are not looked at.
public struct PageWalk: ~Copyable {
  /// The faults that are kept of one walk.
  public static let faultLimit = 1000

  private let source: PageSource
  private let ownsDescriptor: Bool
  private let metas: MetaPages
  /// What the meta pages are to be, where a transaction says it.
  private let expectedTransaction: UInt64?

  /// Opens the file at `path`, which nobody may be writing; LMDB is not asked about it.
  ///
  /// - Throws: ``LMDBError/missing(path:)``, or another error of the system. A file that is none of
  ///   LMDB's has faults, and no rows.
  public init(path: String) throws(LMDBError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(path: path) : LMDBError(code: errno, path: path)
    }
    do throws(LMDBError) {
      let source = PageSource(descriptor: descriptor, path: path)
      metas = try MetaPages(of: source)
      self.source = source
    } catch {
      close(descriptor)
      throw error
    }
    ownsDescriptor = true
    expectedTransaction = nil
  }

  fileprivate init(_ source: PageSource, transactionID: UInt64) throws(LMDBError) {
    self.source = source
    metas = try MetaPages(of: source, transactionID: transactionID)
    ownsDescriptor = false
    expectedTransaction = transactionID
  }

  deinit {
    if ownsDescriptor { close(source.descriptor) }
  }

  // MARK: Walks

  /// Walks the snapshot of the last commit in the file at `path`, as before it is opened.
  ///
  /// - Parameter progress: Is called now and then with the pages done and all pages; what it
  ///   throws ends the walk.
  /// - Throws: Those of ``init(path:)``; ``LMDBError/busy(path:reason:)`` where the file is being
  ///   written, for which there is ``Environment/walkPages(progress:)``.
  public static func walk(
    path: String, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> Report {
    for _ in 0..<3 {
      let walk = try PageWalk(path: path)
      let report = try walk.report(progress: progress)
      // A fault can come of pages that were written again while they were read.
      if report.isSound { return report }
      if try MetaPages(of: walk.source) == walk.metas { return report }
    }
    throw LMDBError.busy(path: path, reason: "it is written while its pages are read")
  }

  /// Walks the snapshot.
  ///
  /// - Parameter progress: Is called now and then with the pages done and all pages; what it
  ///   throws ends the walk.
  /// - Complexity: Every page of every tree is read once, the first page only of a long value;
  ///   two bytes of memory a page.
  public func report(
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> Report {
    var report = Report()
    report.fileSizeBytes = metas.fileSize
    return try withWalker(progress: progress) { walker in
      metas.check(&walker.faults)
      if let expectedTransaction, metas.chosen?.transactionID != expectedTransaction {
        walker.faults.add(
          .meta, expected: "the transaction \(expectedTransaction) that is read",
          found: metas.chosen.map { "\($0.transactionID)" } ?? "no transaction")
      }
      guard let meta = metas.chosen else {
        walker.faults.add(
          .file, expected: "an LMDB environment", found: "no meta page that a walk can begin at")
        report.faults = walker.faults.faults
        return report
      }
      report.transactionID = meta.transactionID
      report.pageSizeBytes = metas.pageSize
      report.mapSizeBytes = meta.mapSize
      report.pages = walker.account.pages
      if UInt64(walker.account.pages) != meta.lastPage + 1 {
        walker.faults.add(
          .meta, page: meta.index, expected: "a last page that the file can have",
          found: "\(meta.lastPage)")
      }

      var records: [(String, DatabaseRecord)] = []
      report.names = try walkNames(walker, meta) { records.append(($0, $1)) }
      var overflow = report.names.overflowPages
      var pages = report.names.pages
      for (name, record) in records {
        let tree = walker.tree(.database(name), .rows, record)
        let statistics = try walker.walk(tree, lendsValues: false) { _, _ in }
        report.databases[name] = statistics
        overflow += statistics.overflowPages
        pages += statistics.pages
      }
      // Last, so that a page in use that is listed as free is read all the same.
      report.freeList = try walkFreeList(walker, meta)
      overflow += report.freeList.overflowPages
      pages += report.freeList.pages
      for run in walker.account.unclaimed() {
        walker.faults.add(
          .file, page: UInt64(run.lowerBound),
          expected: "\(run.count == 1 ? "the page" : "pages up to \(run.upperBound)") "
            + "in a tree or on the free list",
          found: "neither")
      }
      report.overflowPages = overflow
      report.treePages = pages - overflow
      report.freePages = walker.account.free
      report.faults = walker.faults.faults
      report.omittedFaults = walker.faults.omitted
      try progress(report.pages, report.pages)
      return report
    }
  }

  // MARK: Rows

  /// Lends every row of a database that can be read from the pages, in their order.
  ///
  /// A damaged page costs its own rows, or those of the pages below it, and no others.
  ///
  /// - Returns: What is wrong in this database and in the records of databases; a fault says that
  ///   there is no such database.
  public func forEachRow(
    of database: String, _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Void
  ) throws -> [Fault] {
    try withWalker(progress: { _, _ in }) { walker in
      var found: DatabaseRecord?
      if let meta = metas.chosen {
        _ = try walkNames(walker, meta) { name, record in
          if name == database { found = record }
        }
      }
      if let found {
        let tree = walker.tree(.database(database), .rows, found)
        _ = try walker.walk(tree, lendsValues: true, body)
      } else {
        walker.faults.add(
          .names, expected: "a database \(database)", found: "none of that name")
      }
      return walker.faults.faults
    }
  }

  /// The names of all databases whose records can be read, in byte order.
  public func databaseNames() throws -> [String] {
    var names: [String] = []
    try withWalker(progress: { _, _ in }) { walker in
      guard let meta = metas.chosen else { return }
      _ = try walkNames(walker, meta) { name, _ in names.append(name) }
    }
    return names
  }

  // MARK: Implementation

  private func withWalker<R>(
    progress: (Int, Int) throws -> Void, _ body: (TreeWalker) throws -> R
  ) throws -> R {
    try withoutActuallyEscaping(progress) { progress in
      try body(
        TreeWalker(
          source, pageSize: max(metas.pageSize, 256), pages: accountablePages(),
          fileSize: metas.fileSize, progress: progress))
    }
  }

  /// The pages to account for: all up to the last one, unless the file cannot have so many.
  ///
  /// Pages past the end of the file are free ones, and each takes eight bytes of a list.
  private func accountablePages() -> Int {
    guard let meta = metas.chosen else { return 2 }
    let inFile = metas.fileSize / metas.pageSize
    guard meta.lastPage < UInt64(inFile + metas.fileSize / 8) else { return max(inFile, 2) }
    return Int(meta.lastPage) + 1
  }

  private func walkNames(
    _ walker: TreeWalker, _ meta: MetaPage, _ body: (String, DatabaseRecord) throws -> Void
  ) throws -> DatabaseStatistics {
    let buffer = PageBuffer(count: DatabaseRecord.size)
    return try walker.walk(walker.tree(.names, .names, meta.main), lendsValues: true) {
      key, value in
      guard value.byteCount == DatabaseRecord.size else { return }
      buffer.copy(value)
      let name = unsafe key.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
      try body(name, DatabaseRecord(buffer, 0))
    }
  }

  /// Walks the free list: rows of a transaction and the pages that it let go, the highest first.
  private func walkFreeList(
    _ walker: TreeWalker, _ meta: MetaPage
  ) throws -> DatabaseStatistics {
    var lastTransaction: UInt64?
    let tree = walker.tree(.freeList, .freeList, meta.free)
    let statistics = try walker.walk(tree, lendsValues: true) { key, value in
      guard key.byteCount == 8 else { return }
      let transaction = unsafe UInt64(littleEndian: key.unsafeLoadUnaligned(as: UInt64.self))
      lastTransaction = transaction
      if transaction == 0 || transaction > meta.transactionID {
        walker.faults.add(
          .freeList, key: key.array, expected: "a transaction from 1 to \(meta.transactionID)",
          found: "\(transaction)")
      }
      try Self.checkList(value, key.array, walker)
    }
    guard let other = metas.other, other.isUsable, other.transactionID < meta.transactionID else {
      return statistics
    }
    // Every commit frees at least the root of the records that it found, unless there was none.
    if !other.main.isEmpty && lastTransaction != meta.transactionID {
      walker.faults.add(
        .meta, page: meta.index, expected: "a free list that ends with \(meta.transactionID)",
        found: lastTransaction.map { "one that ends with \($0)" } ?? "an empty one")
    }
    // A commit that looks as if it came two before itself has its own number on its free list.
    let actual = other.transactionID + 2
    if walker.lastTransaction(onFreeList: other.free) == actual {
      walker.faults.add(
        .meta, page: other.index, expected: "the transaction \(actual) of its free list",
        found: "\(other.transactionID)")
    }
    return statistics
  }

  private static func checkList(_ list: RawSpan, _ key: [UInt8], _ walker: TreeWalker) throws {
    func number(_ index: Int) -> UInt64 {
      unsafe UInt64(
        littleEndian: list.unsafeLoadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    let capacity = list.byteCount / 8 - 1
    guard list.byteCount % 8 == 0, capacity >= 0 else {
      walker.faults.add(
        .freeList, key: key, expected: "a list of page numbers", found: "\(list.byteCount) bytes")
      return
    }
    // Room that was reserved for more pages than were left to note stays empty.
    let length = number(0)
    guard length != 0 else { return }
    if length != UInt64(capacity) {
      walker.faults.add(
        .freeList, key: key, expected: "a list of \(capacity) pages", found: "one of \(length)")
    }
    guard capacity > 0 else { return }
    var last = UInt64.max
    for index in 1...Int(min(length, UInt64(capacity))) {
      let page = number(index)
      if page >= last {
        walker.faults.add(
          .freeList, key: key, expected: "pages that fall from \(last)", found: "\(page)")
      }
      last = page
      try walker.claimFree(page, key: key)
    }
  }
}

extension Environment {
  /// Walks the pages of the last commit, whoever writes meanwhile.
  ///
  /// The snapshot is held as long as the walk takes, so the file grows with commits made meanwhile.
  /// Opening an environment reads some of it through LMDB: a file that may be damaged is walked
  /// before, with ``PageWalk/walk(path:progress:)``.
  ///
  /// - Parameter progress: Is called now and then with the pages done and all pages; what it
  ///   throws ends the walk.
  public func walkPages(
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> PageWalk.Report {
    try withPageWalk { try $0.report(progress: progress) }
  }

  /// Lends the pages of the last commit, as a snapshot that is held until `body` returns.
  public func withPageWalk<R: ~Copyable>(
    _ body: (borrowing PageWalk) throws -> R
  ) throws -> R {
    // The map may not be moved while the transaction lives.
    withDirectory { $0.liveTransactions += 1 }
    defer { withDirectory { $0.liveTransactions -= 1 } }
    var descriptor: Int32 = -1
    _ = unsafe mdb_env_get_fd(pointer, &descriptor)
    let source = PageSource(descriptor: descriptor, path: path)
    // Two commits between the beginning and the reading of the meta pages replace both.
    let attempts = 16
    for attempt in 1...attempts {
      // Not through `read`, which compares the databases' names by LMDB's own walk.
      var transaction: OpaquePointer?
      let code = unsafe mdb_txn_begin(pointer, nil, UInt32(MDB_RDONLY), &transaction)
      guard code == MDB_SUCCESS, let transaction = unsafe transaction else {
        guard code == MDB_MAP_RESIZED || code == MDB_READERS_FULL, attempt < attempts else {
          throw failure(code)
        }
        // Any other reading makes room in the map and among the readers.
        withDirectory { $0.liveTransactions -= 1 }
        defer { withDirectory { $0.liveTransactions += 1 } }
        try read { _ in }
        continue
      }
      defer { unsafe mdb_txn_abort(transaction) }
      let id = unsafe UInt64(mdb_txn_id(transaction))
      let walk = try PageWalk(source, transactionID: id)
      if walk.transactionID == id || attempt == attempts { return try body(walk) }
    }
    throw LMDBError.busy(path: path, reason: "it is written faster than a walk can begin")
  }
}

extension PageWalk {
  /// The number of the commit that the walk begins at, or nil where no meta page can be used.
  public var transactionID: UInt64? { metas.chosen?.transactionID }
}
