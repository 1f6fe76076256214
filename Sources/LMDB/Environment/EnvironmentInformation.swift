import CLMDB
import Glibc

/// A file, whatever its path: the same on every path to it.
public struct FileIdentity: Sendable, Hashable {
  /// The number of the device that the file is on.
  public var device: UInt64
  /// The file's number on the device.
  public var inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

extension Environment {
  /// The size and state of an environment at one moment.
  public struct Information: Sendable {
    /// The bytes of a page.
    public var pageSizeBytes: Int
    /// The number of the last page in use; pages count from 0.
    public var lastPage: Int
    /// The most that the file may grow to in this process.
    public var mapSizeBytes: Int
    /// The number of the last commit.
    public var lastTransactionID: UInt64
    /// The slots for readers.
    public var maxReaders: Int
    /// The slots that were ever taken since the environment was first opened; see ``readers()``.
    public var readerSlotsInUse: Int
    /// The length of the file.
    public var fileSizeBytes: Int
    /// The device and the number of the file.
    public var file: FileIdentity
  }

  /// A read transaction that some process has open.
  public struct Reader: Sendable, Hashable {
    /// The process.
    public var processID: Int
    /// The commit that it reads, or nil for a slot that is kept but reads nothing.
    public var transactionID: UInt64?
  }

  /// The device and the number of the file.
  public var fileIdentity: FileIdentity { file }

  /// The number of the last commit, by whichever process: cheap enough to ask again and again.
  public var lastTransactionID: UInt64 {
    var information = unsafe MDB_envinfo()
    _ = unsafe mdb_env_info(pointer, &information)
    return unsafe UInt64(information.me_last_txnid)
  }

  /// Whether LMDB writes each commit to the disk before it says that it was made.
  package var isSynchronous: Bool {
    var flags: UInt32 = 0
    _ = unsafe mdb_env_get_flags(pointer, &flags)
    return flags & UInt32(MDB_NOSYNC | MDB_NOMETASYNC | MDB_WRITEMAP | MDB_MAPASYNC) == 0
  }

  /// Size and state now.
  public func information() throws(LMDBError) -> Information {
    var information = unsafe MDB_envinfo()
    var code = unsafe mdb_env_info(pointer, &information)
    guard code == MDB_SUCCESS else { throw failure(code) }
    var statistics = MDB_stat()
    code = unsafe mdb_env_stat(pointer, &statistics)
    guard code == MDB_SUCCESS else { throw failure(code) }
    var descriptor: Int32 = -1
    _ = unsafe mdb_env_get_fd(pointer, &descriptor)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(errno) }
    return unsafe Information(
      pageSizeBytes: Int(statistics.ms_psize), lastPage: Int(information.me_last_pgno),
      mapSizeBytes: Int(information.me_mapsize),
      lastTransactionID: UInt64(information.me_last_txnid),
      maxReaders: Int(information.me_maxreaders),
      readerSlotsInUse: Int(information.me_numreaders), fileSizeBytes: Int(status.st_size),
      file: file)
  }

  /// The read transactions open in all processes.
  public func readers() throws(LMDBError) -> [Reader] {
    var text = ""
    let code = unsafe withUnsafeMutablePointer(to: &text) { text in
      unsafe mdb_reader_list(
        pointer,
        { line, context in
          if let line = unsafe line {
            unsafe context?.assumingMemoryBound(to: String.self).pointee += String(cString: line)
          }
          return 0
        }, text)
    }
    guard code >= 0 else { throw failure(code) }
    // Lines of process, thread and transaction, the last a dash where there is none; other lines
    // are headings (mdb.c, mdb_reader_list).
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let process = Int(words[0]) else { return nil }
      return Reader(processID: process, transactionID: UInt64(words[2]))
    }
  }

  /// Clears the slots of processes that died while reading; every write does so first.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func clearDeadReaders() throws(LMDBError) -> Int {
    var dead: Int32 = 0
    let code = unsafe mdb_reader_check(pointer, &dead)
    guard code == MDB_SUCCESS else { throw failure(code) }
    return Int(dead)
  }

  /// Writes to the disk what commits of an environment that is not durable have left in memory.
  public func synchronize() throws(LMDBError) {
    let code = unsafe mdb_env_sync(pointer, 1)
    guard code == MDB_SUCCESS else { throw failure(code) }
  }

  /// Writes a snapshot as a new environment, and synchronizes it with the disk.
  ///
  /// A compacting copy leaves free pages out. Deleted keys can survive in pages that are copied
  /// whole: a copy erases nothing.
  ///
  /// - Throws: ``LMDBError/other(path:code:message:)`` with `EEXIST` where there is a file at
  ///   `path`. After any error no file is left there.
  public func copy(to path: String, compacting: Bool) throws(LMDBError) {
    let descriptor = unsafe Glibc.open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, options.fileMode)
    guard descriptor >= 0 else { throw LMDBError(code: errno, path: path) }
    do throws(LMDBError) {
      defer { close(descriptor) }
      try copy(to: descriptor, compacting: compacting, path: path)
      guard fsync(descriptor) == 0 else { throw LMDBError(code: errno, path: path) }
    } catch {
      unsafe unlink(path)
      throw error
    }
  }

  /// Writes a snapshot as a new environment to an open file, pipe or socket.
  public func copy(to descriptor: Int32, compacting: Bool) throws(LMDBError) {
    try copy(to: descriptor, compacting: compacting, path: path)
  }

  private func copy(to descriptor: Int32, compacting: Bool, path: String) throws(LMDBError) {
    // The copy reads in a transaction of its own, during which the map may not move.
    withDirectory { $0.liveTransactions += 1 }
    defer { withDirectory { $0.liveTransactions -= 1 } }
    let code = unsafe mdb_env_copyfd2(pointer, descriptor, compacting ? UInt32(MDB_CP_COMPACT) : 0)
    guard code == MDB_SUCCESS else { throw LMDBError(code: code, path: path) }
  }
}
