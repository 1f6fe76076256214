import CLMDB
import Glibc

extension Environment {
  /// The error of a code that LMDB returned.
  func failure(_ code: Int32, database: String? = nil) -> LMDBError {
    switch code {
    case MDB_MAP_FULL:
      var information = unsafe MDB_envinfo()
      _ = unsafe mdb_env_info(pointer, &information)
      return .mapFull(path: path, mapSizeBytes: unsafe Int(information.me_mapsize))
    case MDB_READERS_FULL:
      var limit: UInt32 = 0
      _ = unsafe mdb_env_get_maxreaders(pointer, &limit)
      return .readersFull(path: path, limit: Int(limit))
    case MDB_DBS_FULL:
      return .databasesFull(path: path, limit: options.maxDatabases)
    case MDB_BAD_DBI:
      return .databaseDropped(path: path, name: database)
    case MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_PANIC, MDB_CURSOR_FULL, MDB_PAGE_FULL:
      return .corrupted(path: path, database: database)
    default:
      return LMDBError(code: code, path: path)
    }
  }
}

extension LMDBError {
  /// The error of a code that means the same before and after the opening.
  init(code: Int32, path: String) {
    switch code {
    case MDB_TXN_FULL: self = .transactionFull(path: path)
    case MDB_BAD_TXN: self = .transactionFailed(path: path)
    case MDB_MAP_RESIZED:
      self = .busy(path: path, reason: "another process is growing it")
    case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_PANIC: self = .corrupted(path: path, database: nil)
    case ENOENT: self = .missing(path: path)
    case EROFS: self = .readOnlyFileSystem(path: path)
    case EACCES, EPERM: self = .permissionDenied(path: path)
    case ENOMEM: self = .outOfMemory(path: path, bytes: 0)
    case EAGAIN, EBUSY: self = .busy(path: path, reason: "another process holds its locks")
    case ENODEV, ENOLCK, EOPNOTSUPP, ENOSYS:
      self = .unsupportedFileSystem(path: path, code: code)
    case ENOSPC, EDQUOT:
      self = .diskFull(path: path, freeBytes: Self.freeBytes(at: path))
    case EIO:
      // A write that was cut short for want of space is an EIO to LMDB (mdb_page_flush).
      let free = Self.freeBytes(at: path)
      self = free < 16 << 20 ? .diskFull(path: path, freeBytes: free) : .inputOutput(path: path)
    default:
      self = unsafe .other(path: path, code: code, message: String(cString: mdb_strerror(code)))
    }
  }

  /// The bytes that the file system of `path` has left for this user.
  private static func freeBytes(at path: String) -> Int {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return 0 }
    return Int(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(
        by: UInt64(status.f_frsize)
      ).partialValue)
  }
}
