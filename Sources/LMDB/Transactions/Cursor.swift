public import CLMDB

/// A place within a database, movable, valid in its transaction.
///
/// It stands on a row or on none: before the first move, after a move that found nothing, and
/// after ``delete()``. From none, ``next()`` moves to the first row and ``previous()`` to the last,
/// but after ``delete()`` to its neighbours. In a write transaction it follows its row when others
/// are written; where its row is deleted by other means, it stands on the one after.
@safe public struct Cursor: ~Copyable {
  @usableFromInline let pointer: OpaquePointer
  @usableFromInline let handle: TransactionHandle
  @usableFromInline let database: Database
  @usableFromInline var keyValue = unsafe MDB_val()
  @usableFromInline var dataValue = unsafe MDB_val()
  @usableFromInline var seenMutations = 0
  @usableFromInline var place = Place.none

  @usableFromInline
  enum Place { case none, row, deleted }

  @usableFromInline
  init(_ pointer: OpaquePointer, of handle: TransactionHandle, in database: Database) {
    unsafe self.pointer = unsafe pointer
    self.handle = handle
    self.database = database
  }

  deinit {
    // LMDB itself closes a writer's cursors at its end (lmdb.h, mdb_cursor_open).
    if unsafe !handle.isWriter || handle.isOpen { unsafe mdb_cursor_close(pointer) }
  }

  /// Whether the cursor stands on a row.
  @inlinable
  public var isOnRow: Bool { place == .row }

  // MARK: Moves

  /// Moves to the first row.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @discardableResult
  public mutating func first() throws(LMDBError) -> Bool { try move(MDB_FIRST) }

  /// Moves to the last row.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @discardableResult
  public mutating func last() throws(LMDBError) -> Bool { try move(MDB_LAST) }

  /// Moves to the row after; from none, to the first one.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @discardableResult
  public mutating func next() throws(LMDBError) -> Bool {
    try move(place == .none ? MDB_FIRST : MDB_NEXT)
  }

  /// Moves to the row before; from none, to the last one.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @discardableResult
  public mutating func previous() throws(LMDBError) -> Bool {
    try move(place == .none ? MDB_LAST : MDB_PREV)
  }

  /// Moves to the row with this key.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @discardableResult
  public mutating func seek<K: ByteRegion & ~Copyable & ~Escapable>(
    exactly key: borrowing K
  ) throws(LMDBError) -> Bool {
    try seek(key, MDB_SET_KEY)
  }

  /// Moves to the first row whose key is not less than `key`; the empty key is before all.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @discardableResult
  public mutating func seek<K: ByteRegion & ~Copyable & ~Escapable>(
    atOrAfter key: borrowing K
  ) throws(LMDBError) -> Bool {
    if key.withBytes({ $0.isEmpty }) { return try first() }
    return try seek(key, MDB_SET_RANGE)
  }

  /// Moves to the last row whose key is not greater than `key`.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @discardableResult
  public mutating func seek<K: ByteRegion & ~Copyable & ~Escapable>(
    atOrBefore key: borrowing K
  ) throws(LMDBError) -> Bool {
    if try seek(atOrAfter: key) {
      let isSame = key.withBytes { sought in
        unsafe keyValue.bytes.bytes.order(to: sought) == 0
      }
      return isSame ? true : try previous()
    }
    return try last()
  }

  /// Moves to the last row whose key is less than `key`.
  ///
  /// - Returns: Whether there is one.
  @inlinable
  @discardableResult
  public mutating func seek<K: ByteRegion & ~Copyable & ~Escapable>(
    before key: borrowing K
  ) throws(LMDBError) -> Bool {
    try seek(atOrAfter: key) ? previous() : last()
  }

  /// Moves to the row after where its key is less than `key`, and otherwise stays.
  ///
  /// - Returns: Whether it moved.
  /// - Precondition: The cursor stands on a row.
  @inlinable
  package mutating func next(before key: [UInt8]) throws(LMDBError) -> Bool {
    precondition(isOnRow, "the cursor is on no row")
    guard try next() else {
      try last()
      return false
    }
    if isBefore(key) { return true }
    try previous()
    return false
  }

  /// Moves on, row by row, to the first whose key is not less than `key`, or past all.
  ///
  /// - Returns: How many rows with smaller keys were come upon.
  @inlinable
  package mutating func skip(before key: [UInt8]) throws(LMDBError) -> Int {
    var count = 0
    while try next() {
      if !isBefore(key) { break }
      count += 1
    }
    return count
  }

  /// Whether the row's key is less than `key`.
  ///
  /// - Precondition: The cursor stands on a row.
  @inlinable
  package mutating func isBefore(_ key: [UInt8]) -> Bool {
    refresh()
    return unsafe keyValue.bytes.bytes.order(to: key.span.bytes) < 0
  }

  // MARK: The row

  /// Lends the key.
  ///
  /// - Precondition: The cursor stands on a row.
  @inlinable
  public mutating func withKey<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    refresh()
    unsafe handle.lentSpans &+= 1
    defer { unsafe handle.lentSpans &-= 1 }
    return try unsafe body(keyValue.bytes.bytes)
  }

  /// Lends the value.
  ///
  /// - Precondition: The cursor stands on a row.
  @inlinable
  public mutating func withValue<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    refresh()
    unsafe handle.lentSpans &+= 1
    defer { unsafe handle.lentSpans &-= 1 }
    return try unsafe body(dataValue.bytes.bytes)
  }

  /// Lends the key and the value.
  ///
  /// - Precondition: The cursor stands on a row.
  @inlinable
  public mutating func withEntry<R: ~Copyable, E: Error>(
    _ body: (_ key: RawSpan, _ value: RawSpan) throws(E) -> R
  ) throws(E) -> R {
    refresh()
    unsafe handle.lentSpans &+= 1
    defer { unsafe handle.lentSpans &-= 1 }
    return try unsafe body(keyValue.bytes.bytes, dataValue.bytes.bytes)
  }

  /// A copy of the key.
  @inlinable
  public mutating func keyBytes() -> [UInt8] { withKey { $0.array } }

  /// A copy of the value.
  @inlinable
  public mutating func valueBytes() -> [UInt8] { withValue { $0.array } }

  /// The integer of the key's first eight bytes, big-endian.
  ///
  /// - Precondition: The key has eight bytes or more.
  @inlinable
  public mutating func bigEndianKey() -> UInt64 { withKey { $0.bigEndianInteger() } }

  /// Has the processor fetch the row that comes next, where rows were written in the order of their keys.
  ///
  /// LMDB lays each before the last in their page then, and a value that fills a page behind the last.
  /// Elsewhere it does no harm.
  ///
  /// - Precondition: The cursor stands on a row.
  @inlinable
  package mutating func prefetchNext() {
    refresh()
    let size = unsafe UInt(dataValue.mv_size)
    var address: UInt
    let end: UInt
    if size < 2048 {
      end = UInt(bitPattern: unsafe keyValue.mv_data)
      address = end &- min(size &+ 64, 1024)
    } else {
      address = UInt(bitPattern: unsafe dataValue.mv_data) &+ size
      end = address &+ 1024
    }
    while address < end {
      unsafe lmdb_prefetch(UnsafeRawPointer(bitPattern: address))
      address &+= 64
    }
  }

  // MARK: Writes

  /// Deletes the row; ``next()`` then moves to the one after it, ``previous()`` to the one before.
  ///
  /// - Precondition: The cursor stands on a row.
  public mutating func delete() throws(LMDBError) {
    refresh()
    guard handle.isWriter else { throw .readOnlyEnvironment(path: handle.environment.path) }
    handle.beginMutation()
    let code = unsafe mdb_cursor_del(pointer, 0)
    place = .deleted
    guard code == MDB_SUCCESS else { throw handle.failure(code, database) }
  }

  /// Replaces the row's value.
  ///
  /// - Precondition: The cursor stands on a row.
  public mutating func put<V: ByteRegion & ~Copyable & ~Escapable>(
    _ value: borrowing V
  ) throws(LMDBError) {
    refresh()
    guard handle.isWriter else { throw .readOnlyEnvironment(path: handle.environment.path) }
    handle.beginMutation()
    // The page may move under the key while LMDB writes to it.
    let key = unsafe [UInt8](keyValue.bytes)
    let code = value.withBytes { valueSpan in
      unsafe valueSpan.withUnsafeBytes { valueBytes in
        unsafe key.withUnsafeBytes { keyBytes in
          var key = unsafe MDB_val(keyBytes)
          var value = unsafe MDB_val(valueBytes)
          return unsafe mdb_cursor_put(pointer, &key, &value, UInt32(MDB_CURRENT))
        }
      }
    }
    guard code == MDB_SUCCESS else {
      throw handle.rowFailure(
        code, database, keyCount: key.count, valueCount: value.withBytes { $0.byteCount })
    }
  }

  // MARK: Implementation

  @inlinable
  mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
    unsafe precondition(handle.isOpen, "a cursor was used after its transaction")
    return try arrived(unsafe mdb_cursor_get(pointer, &keyValue, &dataValue, operation))
  }

  @inlinable
  mutating func seek<K: ByteRegion & ~Copyable & ~Escapable>(
    _ key: borrowing K, _ operation: MDB_cursor_op
  ) throws(LMDBError) -> Bool {
    unsafe precondition(handle.isOpen, "a cursor was used after its transaction")
    var found = unsafe MDB_val()
    var data = unsafe MDB_val()
    let code = key.withBytes { span in
      unsafe span.withUnsafeBytes { bytes in
        unsafe found = MDB_val(bytes)
        return unsafe mdb_cursor_get(pointer, &found, &data, operation)
      }
    }
    unsafe keyValue = found
    unsafe dataValue = data
    if code == MDB_BAD_VALSIZE { throw .keyLength(key.withBytes { $0.byteCount }) }
    return try arrived(code)
  }

  @inlinable
  mutating func arrived(_ code: Int32) throws(LMDBError) -> Bool {
    place = code == MDB_SUCCESS ? .row : .none
    unsafe seenMutations = handle.mutations
    if code == MDB_SUCCESS {
      // A key without bytes is none that LMDB has written, and callers look at its first.
      if unsafe (1...511).contains(keyValue.mv_size) { return true }
      place = .none
      throw handle.failure(MDB_CORRUPTED, database)
    }
    if code == MDB_NOTFOUND { return false }
    throw handle.failure(code, database)
  }

  /// Makes the addresses of key and value good again after writes.
  @inlinable
  mutating func refresh() {
    precondition(place == .row, "the cursor is on no row")
    if unsafe handle.isWriter && seenMutations != handle.mutations { reload() }
  }

  @usableFromInline
  mutating func reload() {
    unsafe precondition(handle.isOpen, "a cursor was used after its transaction")
    let code = unsafe mdb_cursor_get(pointer, &keyValue, &dataValue, MDB_GET_CURRENT)
    precondition(code == MDB_SUCCESS, "the cursor's row was deleted, and none is after it")
    unsafe seenMutations = handle.mutations
  }
}
