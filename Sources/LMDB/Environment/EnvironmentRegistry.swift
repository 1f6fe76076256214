import CLMDB
import Glibc
import Synchronization

/// The environments open in this process, by file.
///
/// A file may be open once in a process: closing a second instance would drop the first one's
/// locks (lmdb.h, "Caveats": `fcntl` locks are the process's). Opening and closing are serialised
/// here, since an environment whose last reference has gone is still open until it is closed.
enum EnvironmentRegistry {
  private struct Entry {
    weak var environment: Environment?
    var serial: UInt32
  }

  private static let entries = Mutex<[FileIdentity: Entry]>([:])
  private static let lastSerial = Atomic<UInt32>(0)

  static func nextSerial() -> UInt32 {
    lastSerial.add(1, ordering: .relaxed).newValue & 0xFF_FFFF
  }

  static func close(_ environment: borrowing Environment) {
    let serial = environment.serial
    let file = environment.file
    entries.withLock { entries in
      unsafe mdb_env_close(environment.pointer)
      if entries[file]?.serial == serial { entries[file] = nil }
    }
  }

  /// The open environment of the file at `path`, or one that is opened now.
  static func open(
    at path: String, options: Environment.Options, creating: Bool
  ) throws(LMDBError) -> Environment {
    var pause: UInt32 = 1000
    var attempt = 0
    while true {
      do throws(LMDBError) {
        let found = try entries.withLock { entries throws(LMDBError) -> Environment? in
          try find(path, options, creating, &entries)
        }
        // Judged outside the lock: letting go of an environment takes the lock.
        if let found {
          if found.isReadOnly && !options.isReadOnly {
            throw LMDBError.readOnlyEnvironment(path: path)
          }
          return found
        }
        // The last owner has let go of it, and another thread is about to close it.
        sched_yield()
      } catch {
        // A file that is being made, grown or closed by another process may look wrong for a
        // moment (lmdb.h, "Caveats").
        guard error.mayPass, attempt < 6 else { throw error }
        attempt += 1
        usleep(pause)
        pause *= 2
      }
    }
  }

  private static func find(
    _ path: String, _ options: Environment.Options, _ creating: Bool,
    _ entries: inout [FileIdentity: Entry]
  ) throws(LMDBError) -> Environment? {
    let file = try OpenedFile(path, options: options, creating: creating)
    if let entry = entries[file.identity] {
      return entry.environment
    }
    do throws(LMDBError) {
      var databaseCount = 0
      if try file.size() == 0 {
        guard creating && !options.isReadOnly else {
          throw LMDBError.notADatabase(path: path, reason: "it is empty")
        }
      } else {
        databaseCount = try FileHeader(of: file.descriptor, path: path).databaseCount
      }
      let pointer = try unsafe EnvironmentOpening(
        path: path, options: options, databaseCount: databaseCount
      ).open()
      // LMDB opens the path anew, and makes a file where there is none any more: where the one that was
      // looked at has been removed or replaced meanwhile, that is another.
      guard unsafe file.isOpen(in: pointer, creating: creating) else {
        throw LMDBError.busy(path: path, reason: "it was replaced while it was opened")
      }
      let environment = unsafe Environment(
        pointer, path: path, file: file.identity, options: options)
      entries[file.identity] = Entry(environment: environment, serial: environment.serial)
      return environment
    } catch {
      if file.isNew { unsafe unlink(path) }
      throw error
    }
  }
}

extension LMDBError {
  /// Whether the same call may succeed a moment later.
  fileprivate var mayPass: Bool {
    switch self {
    case .notADatabase, .truncated, .lockFile, .busy: true
    default: false
    }
  }
}

/// The environment's file, opened to look at it.
private struct OpenedFile: ~Copyable {
  let descriptor: Int32
  let path: String
  let identity: FileIdentity
  /// Whether it was made just now.
  let isNew: Bool

  init(_ path: String, options: Environment.Options, creating: Bool) throws(LMDBError) {
    var descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var isNew = false
    if descriptor < 0 && errno == ENOENT && creating && !options.isReadOnly {
      descriptor = unsafe Glibc.open(
        path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, options.fileMode)
      isNew = descriptor >= 0
      if !isNew && errno == EEXIST {
        descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      }
    }
    guard descriptor >= 0 else {
      if errno == ENOTDIR || errno == ENOENT { throw .missing(path: path) }
      throw LMDBError(code: errno, path: path)
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw LMDBError(code: code, path: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      Glibc.close(descriptor)
      throw .notADatabase(
        path: path,
        reason: status.st_mode & S_IFMT == S_IFDIR ? "it is a directory" : "it is no regular file")
    }
    self.descriptor = descriptor
    self.path = path
    self.isNew = isNew
    identity = FileIdentity(status)
  }

  deinit { Glibc.close(descriptor) }

  func size() throws(LMDBError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError(code: errno, path: path) }
    return Int(status.st_size)
  }

  /// Whether LMDB has opened this very file.
  ///
  /// If not, it is closed, and what LMDB made goes again.
  func isOpen(in environment: OpaquePointer, creating: Bool) -> Bool {
    var descriptor: Int32 = -1
    var status = stat()
    _ = unsafe mdb_env_get_fd(environment, &descriptor)
    if unsafe fstat(descriptor, &status) == 0, FileIdentity(status) == identity { return true }
    var information = unsafe MDB_envinfo()
    _ = unsafe mdb_env_info(environment, &information)
    let isNew = unsafe information.me_last_txnid == 0
    unsafe mdb_env_close(environment)
    if isNew && !creating { unsafe unlink(path) }
    return false
  }
}

/// One opening of an environment by LMDB, with the ways out of what can be in its way.
private struct EnvironmentOpening {
  var path: String
  var options: Environment.Options
  var databaseCount: Int

  func open() throws(LMDBError) -> sending OpaquePointer {
    var mapSize = max(options.mapSizeBytes, 1 << 16)
    var flags = UInt32(MDB_NOSUBDIR | MDB_NOTLS)
    if options.isReadOnly { flags |= UInt32(MDB_RDONLY) }
    if !options.readsAhead { flags |= UInt32(MDB_NORDAHEAD) }
    if !options.isDurable { flags |= UInt32(MDB_NOSYNC | MDB_NOMETASYNC) }
    while true {
      var pointer: OpaquePointer?
      let code = unsafe attempt(mapSize: mapSize, flags: flags, &pointer)
      if code == MDB_SUCCESS, let pointer = unsafe pointer { return unsafe pointer }
      switch code {
      case ENOMEM where mapSize > 1 << 30:
        mapSize = max(mapSize / 2, 1 << 30)
      case ENOMEM:
        throw .outOfMemory(path: path, bytes: mapSize)
      case EROFS, EACCES, EPERM:
        // Without a lock file nobody can write: the file system forbids it, or, where only the
        // directory does, nobody has opened the environment for it.
        guard options.isReadOnly, flags & UInt32(MDB_NOLOCK) == 0, canGoWithoutLocks(code) else {
          throw LMDBError(code: code, path: path)
        }
        flags |= UInt32(MDB_NOLOCK)
      case MDB_INVALID, MDB_VERSION_MISMATCH:
        // The file itself was found good.
        throw .lockFile(
          path: path + "-lock",
          reason: code == MDB_INVALID
            ? "it is damaged" : "it is in use by another version or build of LMDB")
      case EINVAL:
        throw .unsupportedFileSystem(path: path, code: code)
      default:
        throw LMDBError(code: code, path: path)
      }
    }
  }

  private func attempt(
    mapSize: Int, flags: UInt32, _ pointer: inout OpaquePointer?
  ) -> Int32 {
    var code = unsafe mdb_env_create(&pointer)
    guard code == MDB_SUCCESS, let environment = unsafe pointer else { return code }
    code = unsafe mdb_env_set_mapsize(environment, mapSize)
    if code == MDB_SUCCESS {
      // The rows of the unnamed database are looked at before LMDB has the file: others may add
      // to them, so there is room for as many again.
      let count = max(options.maxDatabases, databaseCount + 64)
      code = unsafe mdb_env_set_maxdbs(environment, UInt32(clamping: count))
    }
    if code == MDB_SUCCESS {
      code = unsafe mdb_env_set_maxreaders(environment, UInt32(clamping: options.maxReaders))
    }
    if code == MDB_SUCCESS {
      code = unsafe mdb_env_open(environment, path, flags, options.fileMode)
    }
    if code == MDB_SUCCESS {
      // LMDB opens the data file without it, so that a spawned process would keep it open.
      var descriptor: Int32 = -1
      code = unsafe mdb_env_get_fd(environment, &descriptor)
      if code == MDB_SUCCESS && fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0 { code = errno }
    }
    if code != MDB_SUCCESS {
      unsafe mdb_env_close(environment)
      unsafe pointer = nil
    }
    return code
  }

  private func canGoWithoutLocks(_ code: Int32) -> Bool {
    if code == EROFS { return true }
    var status = statvfs()
    if unsafe statvfs(path, &status) == 0, status.f_flag & UInt(ST_RDONLY) != 0 {
      return true
    }
    return unsafe access(path + "-lock", F_OK) != 0 && errno == ENOENT
  }
}
