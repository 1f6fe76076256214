import Glibc

/// Why a file or directory could not be read, made or replaced.
public struct FileError: Error, Hashable, CustomStringConvertible {
  /// What was tried, as a verb: "read", "make".
  public var operation: String
  /// The path it was tried on.
  public var path: String
  /// The system's number for the reason (errno.h).
  public var code: Int32

  /// Makes an error of the system's number.
  public init(_ operation: String, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// Whether the path leads nowhere.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// Whether something stands there already.
  public var isTaken: Bool { code == EEXIST || code == ENOTEMPTY }
  /// Whether the file system can only be read, or this user may only read it.
  public var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }

  /// A sentence that names the path and the system's reason.
  public var description: String {
    let reason = unsafe String(cString: strerror(code))
    return "cannot \(operation) \(path): \(reason)"
  }
}
