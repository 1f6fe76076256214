import CLMDB

/// One LMDB transaction, shared by the transaction value and the cursors made from it.
///
/// A reader ends when the last of them goes, so a cursor never outlives its snapshot. A writer
/// ends at its commit or abort; its cursors are dead from then on and trap when used.
@usableFromInline
@safe final class TransactionHandle {
  @usableFromInline let pointer: OpaquePointer
  let environment: Environment
  @usableFromInline let isWriter: Bool

  // One thread at a time has the transaction (its values are not `Sendable`) and no access spans
  // a call, so exclusivity holds without the checks at run time.
  @exclusivity(unchecked) @usableFromInline var isOpen = true
  /// How many spans into pages are lent to closures now; a writer's pages move under a write.
  @exclusivity(unchecked) @usableFromInline var lentSpans = 0
  /// Counts writes, so that a cursor knows when the addresses it keeps are stale.
  @exclusivity(unchecked) @usableFromInline var mutations = 0
  /// The token of each database that this transaction has looked up, by slot.
  @exclusivity(unchecked) @usableFromInline var tokens: ContiguousArray<UInt64>

  /// The databases of the snapshot, those that this transaction made or dropped accounted for.
  private(set) var directory: DatabaseDirectory
  private(set) var created: [String: Database] = [:]
  private(set) var dropped: [String: Database] = [:]

  /// - Parameter isPinned: Whether all databases of the directory were looked up.
  init(
    _ pointer: OpaquePointer, in environment: Environment, directory: DatabaseDirectory,
    isWriter: Bool, isPinned: Bool
  ) {
    unsafe self.pointer = unsafe pointer
    self.environment = environment
    self.directory = directory
    self.isWriter = isWriter
    unsafe tokens = isPinned ? directory.tokens : []
  }

  deinit {
    abort()
  }

  // MARK: Checks

  /// Checks that the database is this transaction's to use.
  @inlinable
  func check(_ database: Database) throws(LMDBError) {
    let index = Int(database.index)
    if unsafe index < tokens.count && tokens[index] == database.token { return }
    try lookUp(database)
  }

  /// Has LMDB look the database up in the snapshot, at its first use.
  ///
  /// LMDB looks up by the name that the slot has at that moment. A drop closes the slot, for a
  /// name that comes later; so the slot is compared first, and none changes meanwhile. What was
  /// looked up once stays this transaction's.
  @usableFromInline
  func lookUp(_ database: Database) throws(LMDBError) {
    precondition(
      database.environment == environment.serial,
      "a database was used in a transaction of another environment")
    let index = Int(database.index)
    let isThere =
      directory.has(database)
      && environment.withDirectory { state in
        guard state.directory.has(database) else { return false }
        var stat = MDB_stat()
        return unsafe mdb_stat(pointer, database.index, &stat) == MDB_SUCCESS
      }
    guard isThere else {
      throw .databaseDropped(
        path: environment.path, name: dropped.first { $0.value == database }?.key)
    }
    setToken(database.token, at: index)
  }

  private func setToken(_ token: UInt64, at index: Int) {
    while unsafe tokens.count <= index { unsafe tokens.append(0) }
    unsafe tokens[index] = token
  }

  /// Checks that the database may be written now, and counts the write.
  @inlinable
  func beginMutation(_ database: Database) throws(LMDBError) {
    try check(database)
    beginMutation()
  }

  @inlinable
  func beginMutation() {
    unsafe precondition(lentSpans == 0, "a write within a closure that is lent bytes of the page")
    unsafe mutations &+= 1
  }

  @usableFromInline
  func failure(_ code: Int32, _ database: Database? = nil) -> LMDBError {
    environment.failure(code, database: database.flatMap { directory.name(of: $0) })
  }

  // MARK: Databases

  /// The handle of a database that the snapshot has.
  func database(named name: String) -> Database? { directory[name] }

  func openDatabase(named name: String) throws(LMDBError) -> Database {
    if let database = directory[name] { return database }
    beginMutation()
    if let database = dropped.removeValue(forKey: name) {
      // Dropped in this transaction and asked for again: it is empty, and its name still stands.
      directory.restore(name, database)
      setToken(database.token, at: Int(database.index))
      return database
    }
    var index: MDB_dbi = 0
    let code = environment.withDirectory { _ in
      unsafe mdb_dbi_open(pointer, name, UInt32(MDB_CREATE), &index)
    }
    guard code == MDB_SUCCESS else { throw failure(code) }
    let database = directory.insert(name, index: index, environment: environment.serial)
    setToken(database.token, at: Int(index))
    created[name] = database
    return database
  }

  /// Empties the database and notes that its name goes with the commit.
  ///
  /// LMDB closes the handle for the whole process in the same call that deletes the name, even if
  /// the transaction aborts later; so that call is the last before the commit.
  func dropDatabase(_ database: Database) throws(LMDBError) {
    try beginMutation(database)
    guard let name = directory.name(of: database) else {
      throw .databaseDropped(path: environment.path, name: nil)
    }
    let code = unsafe mdb_drop(pointer, database.index, 0)
    guard code == MDB_SUCCESS else { throw failure(code, database) }
    directory.remove(name)
    setToken(0, at: Int(database.index))
    dropped[name] = database
  }

  // MARK: Ends

  func commit() throws(LMDBError) {
    unsafe precondition(isOpen && lentSpans == 0, "a commit within a closure that is lent bytes")
    unsafe isOpen = false
    environment.willFinishWriting()
    let code: Int32
    if created.isEmpty && dropped.isEmpty {
      let id = unsafe UInt64(mdb_txn_id(pointer))
      code = unsafe mdb_txn_commit(pointer)
      // A commit of nothing has no number.
      let isNumbered = unsafe code == MDB_SUCCESS && mutations > 0
      environment.finishedWriting(commit: isNumbered ? id : nil)
    } else {
      code = environment.withDirectory { commit(&$0) }
      environment.finishedWriting(commit: nil)
    }
    guard code == MDB_SUCCESS else { throw failure(code) }
  }

  /// Commits a transaction in which databases came or went.
  private func commit(_ state: inout Environment.State) -> Int32 {
    state.seenTransaction = nil
    var code = MDB_SUCCESS
    for (name, database) in dropped where code == MDB_SUCCESS {
      code = unsafe mdb_drop(pointer, database.index, 1)
      // Closed for good, whether or not the commit succeeds; found again where it does not.
      state.forget(name)
    }
    guard code == MDB_SUCCESS else {
      unsafe mdb_txn_abort(pointer)
      return code
    }
    code = unsafe mdb_txn_commit(pointer)
    if code == MDB_SUCCESS {
      for (name, database) in created where dropped[name] == nil {
        state.remember(name, database)
      }
    }
    return code
  }

  func abort() {
    guard unsafe isOpen else { return }
    unsafe isOpen = false
    if !isWriter {
      unsafe mdb_txn_abort(pointer)
      environment.finishedReading()
      return
    }
    environment.willFinishWriting()
    if created.isEmpty {
      unsafe mdb_txn_abort(pointer)
    } else {
      // The abort closes the handles that were opened in it.
      environment.withDirectory { _ in unsafe mdb_txn_abort(pointer) }
    }
    environment.finishedWriting(commit: nil)
  }

  // MARK: The unnamed database

  /// `MAIN_DBI` of mdb.c: the unnamed database, whose keys are the names of the others.
  static let mainIndex: MDB_dbi = 1
  /// `FREE_DBI` of mdb.c: the free list.
  static let freeIndex: MDB_dbi = 0
}
