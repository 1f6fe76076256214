public import CLMDB
import Glibc

/// A snapshot of the environment, which no later commit changes.
///
/// While it lives, the pages that it can see are not used again, so the file grows with every
/// commit made meanwhile: keep it short, or renew it. It may move to another thread, but is used
/// by one at a time.
///
/// Bytes are lent, not copied: a span is valid within the closure that it is passed to. Within a
/// write transaction no write may be made in such a closure (it traps), since a write moves pages.
@safe public struct ReadTransaction: ~Copyable {
  @usableFromInline let handle: TransactionHandle

  init(_ handle: TransactionHandle) {
    self.handle = handle
  }

  /// The number of the last commit in the snapshot; within a write transaction, its own number.
  public var id: UInt64 {
    unsafe UInt64(mdb_txn_id(handle.pointer))
  }

  // MARK: Databases

  /// The database called `name`, or nil if the snapshot has none.
  public func database(named name: String) throws(LMDBError) -> Database? {
    handle.database(named: name)
  }

  /// The names of all databases, in byte order.
  public func databaseNames() throws(LMDBError) -> [String] {
    handle.directory.databases.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The number of rows, which LMDB keeps.
  @inlinable
  public func count(of database: Database) throws(LMDBError) -> Int {
    try statistics(of: database).entries
  }

  /// The rows and pages of a database.
  public func statistics(of database: Database) throws(LMDBError) -> DatabaseStatistics {
    try handle.check(database)
    var stat = MDB_stat()
    let code = unsafe mdb_stat(handle.pointer, database.index, &stat)
    guard code == MDB_SUCCESS else { throw handle.failure(code, database) }
    guard let statistics = DatabaseStatistics(stat) else {
      throw handle.failure(MDB_CORRUPTED, database)
    }
    return statistics
  }

  /// The pages that the free list holds, ready to be used again.
  ///
  /// - Complexity: O(pages of the free list).
  /// - Precondition: Not within a write transaction, which is taking pages from the list.
  public func freePageCount() throws(LMDBError) -> Int {
    precondition(!handle.isWriter, "the free list is read outside write transactions")
    var count = 0
    let code = unsafe Environment.forEachEntry(
      of: TransactionHandle.freeIndex, in: handle.pointer
    ) { _, value in
      // Each value is a list of page numbers, led by its length (`IDL` of midl.h).
      if value.byteCount >= MemoryLayout<Int>.size {
        count &+= unsafe value.unsafeLoadUnaligned(as: Int.self)
      }
    }
    guard code == MDB_SUCCESS else { throw handle.failure(code) }
    return count
  }

  // MARK: Rows

  /// Lends the value of `key` to `body`, or returns nil if there is no such row.
  ///
  /// - Complexity: O(log n) pages; nothing is copied or allocated.
  @inlinable
  public func get<K: ByteRegion & ~Copyable & ~Escapable, R: ~Copyable>(
    _ key: borrowing K, in database: Database, _ body: (RawSpan) throws -> R
  ) throws -> R? {
    var value = unsafe MDB_val()
    guard try unsafe find(key, in: database, &value) else { return nil }
    unsafe handle.lentSpans &+= 1
    defer { unsafe handle.lentSpans &-= 1 }
    return try unsafe body(value.bytes.bytes)
  }

  /// Lends a large value that is read through once, and gives its pages back to the system behind
  /// `body`: else all of a long content would count as this process's memory while it is read.
  ///
  /// Within a write, whose pages may be its own copies, it does what ``get(_:in:_:)`` does.
  public func getOnce<K: ByteRegion & ~Copyable & ~Escapable, R: ~Copyable>(
    _ key: borrowing K, in database: Database, _ body: (RawSpan) throws -> R
  ) throws -> R? {
    var value = unsafe MDB_val()
    guard try unsafe find(key, in: database, &value) else { return nil }
    unsafe handle.lentSpans &+= 1
    defer {
      unsafe handle.lentSpans &-= 1
      if !handle.isWriter { unsafe Self.release(value.bytes) }
    }
    return try unsafe body(value.bytes.bytes)
  }

  /// Takes whole pages of the map out of memory; they are read from the file again when needed.
  private static func release(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let first = (UInt(bitPattern: start) + page - 1) / page * page
    let end = (UInt(bitPattern: start) + UInt(bytes.count)) / page * page
    guard first < end else { return }
    _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED)
  }

  /// Lends the value at `sequence` (a key of eight big-endian bytes) to `body`.
  @inlinable
  public func get<R: ~Copyable>(
    at sequence: UInt64, in database: Database, _ body: (RawSpan) throws -> R
  ) throws -> R? {
    try get(IntegerKey(sequence), in: database, body)
  }

  /// A copy of the value of `key`, or nil if there is no such row.
  @inlinable
  public func getBytes<K: ByteRegion & ~Copyable & ~Escapable>(
    _ key: borrowing K, in database: Database
  ) throws(LMDBError) -> [UInt8]? {
    var value = unsafe MDB_val()
    guard try unsafe find(key, in: database, &value) else { return nil }
    return unsafe [UInt8](value.bytes)
  }

  /// A copy of the value at `sequence`, or nil if there is no such row.
  @inlinable
  public func getBytes(
    at sequence: UInt64, in database: Database
  ) throws(LMDBError) -> [UInt8]? {
    try getBytes(IntegerKey(sequence), in: database)
  }

  /// Whether there is a row with this key.
  @inlinable
  public func contains<K: ByteRegion & ~Copyable & ~Escapable>(
    _ key: borrowing K, in database: Database
  ) throws(LMDBError) -> Bool {
    var value = unsafe MDB_val()
    return try unsafe find(key, in: database, &value)
  }

  /// Whether there is a row at `sequence`.
  @inlinable
  public func contains(at sequence: UInt64, in database: Database) throws(LMDBError) -> Bool {
    try contains(IntegerKey(sequence), in: database)
  }

  @inlinable
  func find<K: ByteRegion & ~Copyable & ~Escapable>(
    _ key: borrowing K, in database: Database, _ value: inout MDB_val
  ) throws(LMDBError) -> Bool {
    try handle.check(database)
    let code = key.withBytes { span in
      unsafe span.withUnsafeBytes { bytes in
        var key = unsafe MDB_val(bytes)
        return unsafe mdb_get(handle.pointer, database.index, &key, &value)
      }
    }
    if code == MDB_SUCCESS { return true }
    if code == MDB_NOTFOUND { return false }
    throw key.withBytes { handle.rowFailure(code, database, keyCount: $0.byteCount, valueCount: 0) }
  }

  // MARK: Cursors

  /// Lends a cursor, on no row yet.
  @inlinable
  public func withCursor<R: ~Copyable>(
    in database: Database, _ body: (inout Cursor) throws -> R
  ) throws -> R {
    var cursor = try beginCursor(in: database)
    return try body(&cursor)
  }

  /// Makes a cursor, on no row yet, that closes when it goes.
  ///
  /// It keeps the snapshot alive. A cursor of a write transaction is dead after the commit or
  /// abort, and traps when it is used then.
  @inlinable
  public func beginCursor(in database: Database) throws(LMDBError) -> Cursor {
    try handle.check(database)
    var pointer: OpaquePointer?
    let code = unsafe mdb_cursor_open(handle.pointer, database.index, &pointer)
    guard code == MDB_SUCCESS, let pointer = unsafe pointer else {
      throw handle.failure(code, database)
    }
    return unsafe Cursor(pointer, of: handle, in: database)
  }
}

extension DatabaseStatistics {
  /// Reads a database's record; nil where no file could hold as much as it says.
  init?(_ stat: MDB_stat) {
    // An address has 48 bits, and a page has 2^12 bytes or more.
    let counts = [stat.ms_branch_pages, stat.ms_leaf_pages, stat.ms_overflow_pages]
    guard (0..<1 << 48).contains(stat.ms_entries),
      counts.allSatisfy({ (0..<1 << 36).contains($0) })
    else { return nil }
    entries = Int(stat.ms_entries)
    depth = Int(stat.ms_depth)
    branchPages = Int(stat.ms_branch_pages)
    leafPages = Int(stat.ms_leaf_pages)
    overflowPages = Int(stat.ms_overflow_pages)
  }
}

extension TransactionHandle {
  /// The error of a call that took a key and a value.
  @usableFromInline
  func rowFailure(
    _ code: Int32, _ database: Database, keyCount: Int, valueCount: Int
  ) -> LMDBError {
    switch code {
    case MDB_BAD_VALSIZE:
      (1...511).contains(keyCount) ? .valueLength(valueCount) : .keyLength(keyCount)
    default:
      failure(code, database)
    }
  }
}

extension MDB_val {
  /// A value that LMDB only reads from.
  @inlinable
  @unsafe init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.init(
      mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }

  @inlinable
  @unsafe var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: mv_data, count: mv_size)
  }
}
