import CLMDB
import Glibc
import Synchronization

/// One open LMDB file: the databases in it, one writer at a time, any number of readers.
///
/// The file is a single file with its lock file beside it (`MDB_NOSUBDIR`), opened with
/// `MDB_NOTLS`. A commit is durable when it returns: nothing of `MDB_NOSYNC`, `MDB_NOMETASYNC`,
/// `MDB_WRITEMAP`, `MDB_MAPASYNC` is used unless `Options.isDurable` is false. An environment must
/// not be used in a forked child; one that is spawned does not inherit the file.
@safe public final class Environment: Sendable {
  nonisolated(unsafe) let pointer: OpaquePointer

  /// The path that the environment was opened at.
  public let path: String
  /// Whether only read transactions are possible.
  public let isReadOnly: Bool

  let file: FileIdentity
  let serial: UInt32
  let options: Options
  private let state = Mutex(State())
  /// The thread that has the write transaction; 0 when there is none.
  private let writer = Atomic<UInt>(0)

  init(_ pointer: sending OpaquePointer, path: String, file: FileIdentity, options: Options) {
    unsafe self.pointer = unsafe pointer
    self.path = path
    self.file = file
    self.options = options
    isReadOnly = options.isReadOnly
    serial = EnvironmentRegistry.nextSerial()
  }

  deinit {
    // Transactions and cursors hold the environment, so none is alive here.
    EnvironmentRegistry.close(self)
  }

  // MARK: Transactions

  /// Runs `body` on a snapshot of the last commit.
  @discardableResult
  public func read<R: ~Copyable>(
    _ body: (borrowing ReadTransaction) throws -> R
  ) throws -> R {
    try body(ReadTransaction(beginReading(pinning: false)))
  }

  /// Runs `body` as the one writer, and commits after it returned; if it throws, nothing is kept.
  ///
  /// Waits for any other writer, in this process or another.
  ///
  /// - Precondition: The thread is not within a write of this environment.
  @discardableResult
  public func write<R: ~Copyable>(
    _ body: (borrowing WriteTransaction) throws -> R
  ) throws -> R {
    let transaction = WriteTransaction(try beginWriting())
    let result = try body(transaction)
    try transaction.commit()
    return result
  }

  /// Begins a snapshot that its owner keeps, as a follower does.
  ///
  /// It has every database, whatever is dropped while it is kept; a snapshot of
  /// ``read(_:)`` may find one that it has not used before dropped by a write of this process.
  public func beginRead() throws(LMDBError) -> ReadTransaction {
    ReadTransaction(try beginReading(pinning: true))
  }

  /// Begins the write transaction, to be committed on the same thread; going without, it aborts.
  package func beginWrite() throws(LMDBError) -> WriteTransaction {
    WriteTransaction(try beginWriting())
  }

  private func beginReading(pinning: Bool) throws(LMDBError) -> TransactionHandle {
    let begun = try state.withLock { state throws(LMDBError) in
      let begun = try beginReading(&state)
      if pinning, let pointer = unsafe OpaquePointer(bitPattern: begun.address) {
        var stat = MDB_stat()
        for database in begun.directory.databases.values {
          _ = unsafe mdb_stat(pointer, database.index, &stat)
        }
      }
      return begun
    }
    guard let pointer = unsafe OpaquePointer(bitPattern: begun.address) else {
      throw .outOfMemory(path: path, bytes: 0)
    }
    return unsafe TransactionHandle(
      pointer, in: self, directory: begun.directory, isWriter: false, isPinned: pinning)
  }

  private func beginWriting() throws(LMDBError) -> TransactionHandle {
    if isReadOnly { throw .readOnlyEnvironment(path: path) }
    precondition(
      writer.load(ordering: .relaxed) != Self.thread,
      "a write transaction was begun within another on the same thread")
    // Counted before the wait: the map may not be moved under a thread that is about to look at it.
    state.withLock { $0.liveTransactions += 1 }
    do throws(LMDBError) {
      let begun = try waitForWriting()
      guard let pointer = unsafe OpaquePointer(bitPattern: begun.address) else {
        throw .outOfMemory(path: path, bytes: 0)
      }
      writer.store(Self.thread, ordering: .relaxed)
      return unsafe TransactionHandle(
        pointer, in: self, directory: begun.directory, isWriter: true, isPinned: false)
    } catch {
      state.withLock { $0.liveTransactions -= 1 }
      throw error
    }
  }

  private static var thread: UInt { UInt(pthread_self()) }

  func finishedReading() {
    state.withLock { $0.liveTransactions -= 1 }
  }

  /// Notes that the write transaction is about to end on its thread.
  func willFinishWriting() {
    writer.store(0, ordering: .relaxed)
  }

  /// Notes the end of the write transaction.
  ///
  /// - Parameter commit: The number of the commit that it made, if it made one in which no
  ///   database came or went.
  func finishedWriting(commit: UInt64?) {
    state.withLock { state in
      state.liveTransactions -= 1
      // Nobody committed between the begin, where the names were compared, and this commit.
      if let commit, state.seenTransaction == commit - 1 { state.seenTransaction = commit }
    }
  }

  /// Runs `body` while no other thread begins a transaction or touches the handles.
  func withDirectory<R: Sendable>(_ body: (inout State) -> R) -> R {
    state.withLock { body(&$0) }
  }

  // MARK: Beginning

  /// What the threads of this process share about the environment.
  struct State: Sendable {
    /// Transactions begun or about to begin, of both kinds.
    var liveTransactions = 0
    var directory = DatabaseDirectory()
    /// The last commit whose names were compared with `directory`.
    var seenTransaction: UInt64?
    /// Counts changes of LMDB's table of handles.
    var generation = 0

    mutating func remember(_ name: String, _ database: Database) {
      directory.restore(name, database)
      generation += 1
    }

    mutating func forget(_ name: String) {
      directory.remove(name)
      generation += 1
    }
  }

  private struct Begun: Sendable {
    var address: UInt
    var directory: DatabaseDirectory
  }

  /// Begins a read transaction, with the handles of all databases in its snapshot open.
  ///
  /// `mdb_dbi_open` may be used by one transaction of a process at a time, and a handle is good
  /// only in transactions begun after the one that opened it has ended (lmdb.h, mdb_dbi_open). So
  /// handles are opened here, under the mutex, in a transaction that ends before another begins;
  /// only a writer that creates a database opens one itself.
  private func beginReading(_ state: inout State) throws(LMDBError) -> Begun {
    for _ in 0..<Self.attempts {
      let transaction = try unsafe begin(UInt32(MDB_RDONLY), alone: state.liveTransactions == 0)
      let id = unsafe UInt64(mdb_txn_id(transaction))
      if state.seenTransaction == id { return unsafe begun(transaction, &state) }
      let unknown: [String]
      do throws(LMDBError) {
        unknown = try unsafe compareNames(in: transaction, &state)
      } catch {
        unsafe mdb_txn_abort(transaction)
        throw error
      }
      if unknown.isEmpty {
        state.seenTransaction = id
        return unsafe begun(transaction, &state)
      }
      try unsafe openDatabases(unknown, in: transaction, &state)
    }
    throw .busy(path: path, reason: "its databases change faster than they can be opened")
  }

  private static let attempts = 64

  private func begun(_ transaction: OpaquePointer, _ state: inout State) -> Begun {
    state.liveTransactions += 1
    return Begun(address: UInt(bitPattern: transaction), directory: state.directory)
  }

  private func waitForWriting() throws(LMDBError) -> Begun {
    // Readers that died without leaving keep their pages from being used again.
    var dead: Int32 = 0
    _ = unsafe mdb_reader_check(pointer, &dead)
    let wait = options.onWait.map {
      WaitWatchdog.shared.begin(milliseconds: options.waitMilliseconds, $0)
    }
    defer { if let wait { WaitWatchdog.shared.end(wait) } }

    for _ in 0..<Self.attempts {
      let generation = state.withLock { $0.generation }
      let transaction = try unsafe begin(0, alone: false)
      let directory: DatabaseDirectory?
      do throws(LMDBError) {
        directory = try state.withLock { state throws(LMDBError) in
          // A handle opened while this thread waited is beyond the table that it was given.
          if state.generation != generation { return nil }
          let id = unsafe UInt64(mdb_txn_id(transaction)) - 1
          if state.seenTransaction == id { return state.directory }
          let unknown = try unsafe compareNames(in: transaction, &state)
          if unknown.isEmpty {
            state.seenTransaction = id
            return state.directory
          }
          let reader = try unsafe begin(UInt32(MDB_RDONLY), alone: false)
          try unsafe openDatabases(unknown, in: reader, &state)
          return nil
        }
      } catch {
        unsafe mdb_txn_abort(transaction)
        throw error
      }
      if let directory {
        return Begun(address: UInt(bitPattern: transaction), directory: directory)
      }
      unsafe mdb_txn_abort(transaction)
    }
    throw .busy(path: path, reason: "its databases change faster than they can be opened")
  }

  /// Begins an LMDB transaction, making room for it where others left none.
  ///
  /// - Parameter alone: Whether no other transaction of this process is alive, nor can begin.
  private func begin(_ flags: UInt32, alone: Bool) throws(LMDBError) -> OpaquePointer {
    var transaction: OpaquePointer?
    var code = unsafe mdb_txn_begin(pointer, nil, flags, &transaction)
    if code == MDB_READERS_FULL {
      var dead: Int32 = 0
      _ = unsafe mdb_reader_check(pointer, &dead)
      code = unsafe mdb_txn_begin(pointer, nil, flags, &transaction)
    }
    if code == MDB_MAP_RESIZED {
      try adoptMapSize(isReading: flags != 0, alone: alone)
      code = unsafe mdb_txn_begin(pointer, nil, flags, &transaction)
    }
    guard code == MDB_SUCCESS, let transaction = unsafe transaction else { throw failure(code) }
    return unsafe transaction
  }

  /// Maps what another process, with a larger map, has grown the file to.
  private func adoptMapSize(isReading: Bool, alone: Bool) throws(LMDBError) {
    let busy = LMDBError.busy(
      path: path,
      reason: "it outgrew the map of this process, which has transactions open in it")
    if isReading {
      // The caller holds the mutex.
      guard alone else { throw busy }
      let code = unsafe mdb_env_set_mapsize(pointer, 0)
      guard code == MDB_SUCCESS else { throw failure(code) }
    } else {
      try state.withLock { state throws(LMDBError) in
        guard state.liveTransactions == 1 else { throw busy }
        let code = unsafe mdb_env_set_mapsize(pointer, 0)
        guard code == MDB_SUCCESS else { throw failure(code) }
      }
    }
  }

  // MARK: Handles

  /// Forgets the databases that others dropped, and returns the names that have no handle yet.
  private func compareNames(
    in transaction: OpaquePointer, _ state: inout State
  ) throws(LMDBError) -> [String] {
    var unknown: [String] = []
    var known = 0
    var names = Set<String>()
    let directory = state.directory
    let code = unsafe Self.forEachName(in: transaction) { name in
      names.insert(name)
      if directory[name] == nil { unknown.append(name) } else { known += 1 }
    }
    guard code == MDB_SUCCESS else { throw failure(code) }
    if known < directory.databases.count {
      for (name, database) in directory.databases where !names.contains(name) {
        // An open handle would answer for its name without a look at the file (mdb_dbi_open).
        unsafe mdb_dbi_close(pointer, database.index)
        state.forget(name)
      }
    }
    return unknown
  }

  /// Opens the handles of `names` and ends the transaction, so that they are the process's.
  private func openDatabases(
    _ names: [String], in transaction: OpaquePointer, _ state: inout State
  ) throws(LMDBError) {
    var opened: [(String, MDB_dbi)] = []
    for name in names {
      var index: MDB_dbi = 0
      let code = unsafe mdb_dbi_open(transaction, name, 0, &index)
      switch code {
      case MDB_SUCCESS: opened.append((name, index))
      case MDB_NOTFOUND:
        // The same snapshot lists the name, and a search does not find it: its keys are out of order.
        unsafe mdb_txn_abort(transaction)
        throw .corrupted(path: path, database: name)
      default:
        unsafe mdb_txn_abort(transaction)
        throw failure(code, database: name)
      }
    }
    let code = unsafe mdb_txn_commit(transaction)
    guard code == MDB_SUCCESS else { throw failure(code) }
    for (name, index) in opened {
      _ = state.directory.insert(name, index: index, environment: serial)
    }
    state.generation += 1
  }

  static func forEachName(in transaction: OpaquePointer, _ body: (String) -> Void) -> Int32 {
    unsafe forEachEntry(of: TransactionHandle.mainIndex, in: transaction) { key, value in
      // The record of a database is an `MDB_db` of mdb.c.
      guard value.byteCount == 48 else { return }
      unsafe key.withUnsafeBytes { unsafe body(String(decoding: $0, as: UTF8.self)) }
    }
  }

  static func forEachEntry(
    of index: MDB_dbi, in transaction: OpaquePointer, _ body: (RawSpan, RawSpan) -> Void
  ) -> Int32 {
    var cursor: OpaquePointer?
    var code = unsafe mdb_cursor_open(transaction, index, &cursor)
    guard code == MDB_SUCCESS, let cursor = unsafe cursor else { return code }
    defer { unsafe mdb_cursor_close(cursor) }
    var key = unsafe MDB_val()
    var value = unsafe MDB_val()
    code = unsafe mdb_cursor_get(cursor, &key, &value, MDB_FIRST)
    while code == MDB_SUCCESS {
      unsafe body(key.bytes.bytes, value.bytes.bytes)
      code = unsafe mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
    }
    return code == MDB_NOTFOUND ? MDB_SUCCESS : code
  }
}

extension Environment {
  /// Opens the environment at `path`, or returns the one that this process has open already.
  ///
  /// It closes when its last reference and the last transaction and cursor go.
  ///
  /// - Parameters:
  ///   - options: Of no effect, but for `isReadOnly`, where the process has it open.
  ///   - creating: Whether to make the file where there is none (or an empty one).
  /// - Throws: Among others ``LMDBError/missing(path:)``,
  ///   ``LMDBError/notADatabase(path:reason:)`` (an empty file is none, unless `creating`),
  ///   ``LMDBError/truncated(path:expectedBytes:foundBytes:)``. The file is as it was.
  public static func open(
    at path: String, options: Options = Options(), creating: Bool
  ) throws(LMDBError) -> Environment {
    try EnvironmentRegistry.open(at: path, options: options, creating: creating)
  }
}
