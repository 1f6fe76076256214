public import CLMDB

/// The environment's one writer: a snapshot of its own changes, which all become visible at the
/// commit or not at all.
///
/// Reads go through ``reading``. The value going without a commit aborts.
@safe public struct WriteTransaction: ~Copyable {
  /// The transaction as a snapshot: what was committed before and what this transaction wrote.
  public let reading: ReadTransaction

  init(_ handle: TransactionHandle) {
    reading = ReadTransaction(handle)
  }

  deinit {
    reading.handle.abort()
  }

  /// Makes the changes durable and visible, all of them or, if it throws, none.
  package consuming func commit() throws(LMDBError) {
    try reading.handle.commit()
  }

  // MARK: Databases

  /// The database called `name`, created empty if there is none.
  ///
  /// - Precondition: `name` is not empty and has no NUL.
  public func database(named name: String) throws(LMDBError) -> Database {
    precondition(!name.isEmpty && !name.utf8.contains(0), "a database's name has text without NUL")
    if let database = reading.handle.database(named: name) { return database }
    return try reading.handle.openDatabase(named: name)
  }

  /// Deletes all rows of a database.
  ///
  /// - Complexity: O(pages of the database), most of them not read.
  public func clear(_ database: Database) throws(LMDBError) {
    try reading.handle.beginMutation(database)
    let code = unsafe mdb_drop(reading.handle.pointer, database.index, 0)
    guard code == MDB_SUCCESS else { throw reading.handle.failure(code, database) }
  }

  /// Deletes a database with its rows and its name; the handle is of no use any more.
  public func drop(_ database: Database) throws(LMDBError) {
    try reading.handle.dropDatabase(database)
  }

  // MARK: Rows

  /// Writes a row, in place of any with the same key.
  @inlinable
  public func put<
    K: ByteRegion & ~Copyable & ~Escapable, V: ByteRegion & ~Copyable & ~Escapable
  >(_ key: borrowing K, _ value: borrowing V, in database: Database) throws(LMDBError) {
    try checked(put(key, value, in: database, flags: 0), key, value, database)
  }

  /// Writes the row at `sequence` (a key of eight big-endian bytes).
  @inlinable
  public func put<V: ByteRegion & ~Copyable & ~Escapable>(
    at sequence: UInt64, _ value: borrowing V, in database: Database
  ) throws(LMDBError) {
    try put(IntegerKey(sequence), value, in: database)
  }

  /// Writes a row unless one with the same key is there.
  ///
  /// - Returns: Whether it was written.
  @inlinable
  @discardableResult
  public func putIfAbsent<
    K: ByteRegion & ~Copyable & ~Escapable, V: ByteRegion & ~Copyable & ~Escapable
  >(_ key: borrowing K, _ value: borrowing V, in database: Database) throws(LMDBError) -> Bool {
    let code = try put(key, value, in: database, flags: UInt32(MDB_NOOVERWRITE))
    if code == MDB_KEYEXIST { return false }
    try checked(code, key, value, database)
    return true
  }

  /// Writes a row after all others (`MDB_APPEND`), so that pages fill up wholly.
  ///
  /// - Throws: ``LMDBError/outOfOrder`` where the key is not greater than the last one.
  @inlinable
  public func append<
    K: ByteRegion & ~Copyable & ~Escapable, V: ByteRegion & ~Copyable & ~Escapable
  >(_ key: borrowing K, _ value: borrowing V, in database: Database) throws(LMDBError) {
    let code = try put(key, value, in: database, flags: UInt32(MDB_APPEND))
    if code == MDB_KEYEXIST { throw .outOfOrder }
    try checked(code, key, value, database)
  }

  /// Appends the row at `sequence` (a key of eight big-endian bytes).
  @inlinable
  public func append<V: ByteRegion & ~Copyable & ~Escapable>(
    at sequence: UInt64, _ value: borrowing V, in database: Database
  ) throws(LMDBError) {
    try append(IntegerKey(sequence), value, in: database)
  }

  /// Writes a row, appending where its key is past the last one.
  ///
  /// For keys that mostly rise, such as times and UUIDv7, at no more cost than an append where the
  /// key is the greatest.
  @inlinable
  public func putRising<
    K: ByteRegion & ~Copyable & ~Escapable, V: ByteRegion & ~Copyable & ~Escapable
  >(_ key: borrowing K, _ value: borrowing V, in database: Database) throws(LMDBError) {
    // `MDB_APPEND` finds the last key first, and refuses before it has touched a page.
    var code = try put(key, value, in: database, flags: UInt32(MDB_APPEND))
    if code == MDB_KEYEXIST { code = try put(key, value, in: database, flags: 0) }
    try checked(code, key, value, database)
  }

  /// Makes room for a value of `count` bytes under `key` and lets `fill` write it in place.
  ///
  /// Bytes that `fill` leaves unwritten are zero. If it throws, the row is there all the same, to
  /// be aborted with the transaction.
  @inlinable
  public func reserve<K: ByteRegion & ~Copyable & ~Escapable>(
    _ key: borrowing K, count: Int, in database: Database,
    _ fill: (inout OutputRawSpan) throws -> Void
  ) throws {
    try reading.handle.beginMutation(database)
    var value = unsafe MDB_val(mv_size: count, mv_data: nil)
    let code = key.withBytes { span in
      unsafe span.withUnsafeBytes { bytes in
        var key = unsafe MDB_val(bytes)
        return unsafe mdb_put(
          reading.handle.pointer, database.index, &key, &value, UInt32(MDB_RESERVE))
      }
    }
    guard code == MDB_SUCCESS else {
      throw key.withBytes {
        reading.handle.rowFailure(code, database, keyCount: $0.byteCount, valueCount: count)
      }
    }
    guard count > 0 else { return }
    // The page may be fresh from malloc: what is not written must not reach the disk.
    unsafe UnsafeMutableRawBufferPointer(start: value.mv_data, count: count)
      .initializeMemory(as: UInt8.self, repeating: 0)
    unsafe reading.handle.lentSpans &+= 1
    defer { unsafe reading.handle.lentSpans &-= 1 }
    var output = unsafe OutputRawSpan(
      buffer: UnsafeMutableRawBufferPointer(start: value.mv_data, count: count),
      initializedCount: 0)
    try fill(&output)
  }

  /// Deletes a row.
  ///
  /// - Returns: Whether there was one.
  @inlinable
  @discardableResult
  public func delete<K: ByteRegion & ~Copyable & ~Escapable>(
    _ key: borrowing K, in database: Database
  ) throws(LMDBError) -> Bool {
    try reading.handle.beginMutation(database)
    let code = key.withBytes { span in
      unsafe span.withUnsafeBytes { bytes in
        var key = unsafe MDB_val(bytes)
        return unsafe mdb_del(reading.handle.pointer, database.index, &key, nil)
      }
    }
    if code == MDB_SUCCESS { return true }
    // Nothing was changed, and what counts writes decides whether a commit has a number.
    unsafe reading.handle.mutations &-= 1
    if code == MDB_NOTFOUND { return false }
    throw key.withBytes {
      reading.handle.rowFailure(code, database, keyCount: $0.byteCount, valueCount: 0)
    }
  }

  /// Deletes the row at `sequence` (a key of eight big-endian bytes).
  ///
  /// - Returns: Whether there was one.
  @inlinable
  @discardableResult
  public func delete(at sequence: UInt64, in database: Database) throws(LMDBError) -> Bool {
    try delete(IntegerKey(sequence), in: database)
  }

  @inlinable
  func put<K: ByteRegion & ~Copyable & ~Escapable, V: ByteRegion & ~Copyable & ~Escapable>(
    _ key: borrowing K, _ value: borrowing V, in database: Database, flags: UInt32
  ) throws(LMDBError) -> Int32 {
    try reading.handle.beginMutation(database)
    let code = key.withBytes { keySpan in
      value.withBytes { valueSpan in
        unsafe keySpan.withUnsafeBytes { keyBytes in
          unsafe valueSpan.withUnsafeBytes { valueBytes in
            var key = unsafe MDB_val(keyBytes)
            var value = unsafe MDB_val(valueBytes)
            return unsafe mdb_put(reading.handle.pointer, database.index, &key, &value, flags)
          }
        }
      }
    }
    if code != MDB_SUCCESS { unsafe reading.handle.mutations &-= 1 }
    return code
  }

  @inlinable
  func checked<K: ByteRegion & ~Copyable & ~Escapable, V: ByteRegion & ~Copyable & ~Escapable>(
    _ code: Int32, _ key: borrowing K, _ value: borrowing V, _ database: Database
  ) throws(LMDBError) {
    if code == MDB_SUCCESS { return }
    let keyCount = key.withBytes { $0.byteCount }
    let valueCount = value.withBytes { $0.byteCount }
    throw reading.handle.rowFailure(
      code, database, keyCount: keyCount, valueCount: valueCount)
  }
}
