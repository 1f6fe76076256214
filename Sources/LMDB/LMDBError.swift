/// What went wrong in an environment: what, where, and what a person can do about it.
public enum LMDBError: Error, Equatable, Sendable {
  /// There is no file at the path.
  case missing(path: String)
  /// The file is something other than an LMDB environment; nothing was written to it.
  case notADatabase(path: String, reason: String)
  /// The file ends before the last page that its header names.
  case truncated(path: String, expectedBytes: Int, foundBytes: Int)
  /// The file's format is of another major version of LMDB.
  case versionMismatch(path: String, found: Int)
  /// The lock file beside the environment cannot be used.
  case lockFile(path: String, reason: String)
  /// The transaction outgrew the map; it is aborted and the environment stays usable.
  case mapFull(path: String, mapSizeBytes: Int)
  /// Every slot for readers is taken by a transaction that is still alive.
  case readersFull(path: String, limit: Int)
  /// The environment holds more named databases than `Options.maxDatabases` has room for.
  case databasesFull(path: String, limit: Int)
  /// The transaction touched more pages than LMDB can keep in one; it is aborted.
  case transactionFull(path: String)
  /// No space is left on the file system; the last committed state is intact.
  case diskFull(path: String, freeBytes: Int)
  /// The device failed to read or write; the last committed state is intact.
  case inputOutput(path: String)
  /// The file system is mounted read-only.
  case readOnlyFileSystem(path: String)
  /// The environment was opened with `isReadOnly`, and a write was asked of it.
  case readOnlyEnvironment(path: String)
  /// The file, its lock file or its directory may not be used by this user.
  case permissionDenied(path: String)
  /// A key has no bytes or more than 511.
  case keyLength(Int)
  /// A value has more than 4 GiB − 1 bytes.
  case valueLength(Int)
  /// An appended key is not greater than the last one; nothing was written.
  case outOfOrder
  /// The file system cannot map files into memory or lock them (as some network and FUSE ones).
  case unsupportedFileSystem(path: String, code: Int32)
  /// Not enough memory or address space for `bytes`.
  case outOfMemory(path: String, bytes: Int)
  /// Others are in the way for the moment; the same call can succeed later.
  case busy(path: String, reason: String)
  /// The database was dropped, in this transaction or before it.
  case databaseDropped(path: String, name: String?)
  /// An earlier call of the transaction failed, so that it can only be aborted.
  case transactionFailed(path: String)
  /// LMDB found pages that cannot be.
  case corrupted(path: String, database: String?)
  /// Any other code of LMDB (negative) or of the system (`errno`).
  case other(path: String, code: Int32, message: String)
}

extension LMDBError: CustomStringConvertible {
  /// A sentence that says what happened, to which file, and how it is mended.
  public var description: String {
    switch self {
    case .missing(let path):
      "There is no file \(path)."
    case .notADatabase(let path, let reason):
      "\(path) is not an LMDB environment: \(reason). It was left as it is; "
        + "put back the right file, from a copy if there is one."
    case .truncated(let path, let expected, let found):
      "\(path) is cut short: \(found) of at least \(expected) bytes are there. "
        + "It was left as it is; restore it from a copy."
    case .versionMismatch(let path, let found):
      "\(path) has version \(found) of LMDB's format; this program reads version 1. "
        + "Use the program that wrote it."
    case .lockFile(let path, let reason):
      "The lock file \(path) cannot be used: \(reason). "
        + "Close every program that has the environment open, delete the lock file, and try again."
    case .mapFull(let path, let size):
      "\(path) has reached its map of \(size) bytes. Nothing of this transaction was kept; "
        + "open it with a larger map and try again."
    case .readersFull(let path, let limit):
      "All \(limit) reader slots of \(path) are taken. "
        + "Close some of the programs that read it and try again."
    case .databasesFull(let path, let limit):
      "\(path) has more than \(limit) named databases. Open it with room for more."
    case .transactionFull(let path):
      "A transaction on \(path) changed too many pages. Nothing of it was kept; "
        + "write the same in several smaller ones."
    case .diskFull(let path, let free):
      "There is no space left for \(path): \(free) bytes are free. Nothing of this transaction "
        + "was kept and everything before it is intact; free some space and try again."
    case .inputOutput(let path):
      "The device could not read or write \(path). Everything committed before is intact; "
        + "look at the disk's health before trying again."
    case .readOnlyFileSystem(let path):
      "\(path) is on a read-only file system. Mount it for writing, or open it for reading only."
    case .readOnlyEnvironment(let path):
      "\(path) is open for reading only. Open it for writing."
    case .permissionDenied(let path):
      "\(path), its lock file or its directory may not be used by this user. "
        + "Change their owner or mode."
    case .keyLength(let count):
      "A key has \(count) bytes; it must have 1 to 511."
    case .valueLength(let count):
      "A value has \(count) bytes; it may have at most 4294967295."
    case .outOfOrder:
      "A key was appended that is not greater than the last one. Put it instead of appending it."
    case .unsupportedFileSystem(let path, let code):
      "The file system of \(path) cannot map or lock files (code \(code)). "
        + "Move the file to a local disk."
    case .outOfMemory(let path, let bytes):
      "There is not enough memory or address space to map \(path) (\(bytes) bytes were asked for). "
        + "Raise the limit on virtual memory, or open it with a smaller map."
    case .busy(let path, let reason):
      "\(path) is busy: \(reason). Try again."
    case .databaseDropped(let path, let name):
      "The database \(name ?? "asked for") is no longer in \(path). Look it up again."
    case .transactionFailed(let path):
      "An earlier step of this transaction on \(path) failed, so nothing of it was kept."
    case .corrupted(let path, let database):
      if let database {
        "\(path) is damaged in its database \(database). Audit it, and restore it from a copy."
      } else {
        "\(path) is damaged. Audit it, and restore it from a copy."
      }
    case .other(let path, let code, let message):
      "LMDB failed on \(path): \(message) (code \(code))."
    }
  }
}
