import Glibc

/// The few things that a journal asks of a file system, durably done.
///
/// The one wrapper of libc's files below the command line. Foundation's would do, but loading it
/// costs a command more than all of its own work.
public enum Files {
  /// What the system knows of a file.
  public struct Status: Sendable, Hashable {
    /// The number of the file system's device.
    public var device: UInt64
    /// The number of the file on that device.
    public var inode: UInt64
    /// The size in bytes.
    public var size: Int64
    /// When its content was changed last, microseconds since 1970.
    public var modified: Int64
    /// Whether it is a directory.
    public var isDirectory: Bool
    /// Whether it is a plain file, and no device, pipe or socket.
    public var isRegular: Bool
  }

  /// What stands at a path, following links; nil where nothing does.
  public static func status(of path: String) throws(FileError) -> Status? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let error = FileError("look at", path, code: errno)
      if error.isMissing { return nil }
      throw error
    }
    return Status(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000,
      isDirectory: status.st_mode & S_IFMT == S_IFDIR,
      isRegular: status.st_mode & S_IFMT == S_IFREG)
  }

  /// Whether this process may make files in a directory: its permissions and its file system let it.
  public static func isWritable(directory: String) -> Bool {
    unsafe access(directory, W_OK | X_OK) == 0
  }

  /// The names in a directory, in byte order, without `.` and `..`.
  public static func names(in directory: String) throws(FileError) -> [String] {
    guard let stream = unsafe opendir(directory) else {
      throw FileError("list", directory, code: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes a directory and those above it that are missing, each for its owner alone.
  public static func makeDirectory(_ path: String) throws(FileError) {
    if unsafe mkdir(path, 0o700) == 0 { return }
    var error = FileError("make the directory", path, code: errno)
    if error.isMissing, let parent = parent(of: path), parent != path {
      try makeDirectory(parent)
      if unsafe mkdir(path, 0o700) == 0 { return }
      error = FileError("make the directory", path, code: errno)
    }
    if error.isTaken, try status(of: path)?.isDirectory == true { return }
    throw error
  }

  /// The directory that holds a path, nil for a name without one.
  public static func parent(of path: String) -> String? {
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    guard let slash = trimmed.lastIndex(of: "/") else { return nil }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The whole content of a file.
  ///
  /// - Throws: `FileError`, with EFBIG where it has more than `limit` bytes.
  public static func read(_ path: String, limit: Int = 1 << 40) throws(FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("read", path, code: errno) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return content }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileError("read", path, code: errno)
      }
      content.append(contentsOf: chunk[..<count])
      if content.count > limit { throw FileError("read", path, code: EFBIG) }
    }
  }

  /// Puts a file with this content at a path, in place of what was there: at every moment, and
  /// after a loss of power, the old content is there or the new, never less.
  ///
  /// Written beside it, synced, renamed over it; then the directory is synced.
  public static func replace(
    _ path: String, with content: [UInt8], mode: UInt32 = 0o600
  ) throws(FileError) {
    let temporary = "\(path).\(getpid()).new"
    do {
      try write(content, to: temporary, mode: mode)
      try rename(temporary, to: path)
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  /// Writes a new file and syncs it.
  public static func write(
    _ content: [UInt8], to path: String, mode: UInt32 = 0o600
  ) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError("write", path, code: errno) }
    defer { close(descriptor) }
    var written = 0
    while written < content.count {
      let count = unsafe content.withUnsafeBytes { bytes in
        unsafe Glibc.write(
          descriptor, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileError("write", path, code: errno)
      }
      written += count
    }
    guard fsync(descriptor) == 0 else { throw FileError("sync", path, code: errno) }
  }

  /// Moves a file over another and syncs the directory that holds it.
  public static func rename(_ source: String, to destination: String) throws(FileError) {
    guard unsafe Glibc.rename(source, destination) == 0 else {
      throw FileError("rename to", destination, code: errno)
    }
    try synchronizeDirectory(parent(of: destination) ?? ".")
  }

  /// Makes what was made, renamed or removed in a directory outlast a loss of power.
  public static func synchronizeDirectory(_ path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open the directory", path, code: errno) }
    defer { close(descriptor) }
    // A file system that cannot sync a directory says EINVAL; there is nothing more to be had.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw FileError("sync the directory", path, code: errno)
    }
  }

  /// A path in a directory that nothing stands at, for a file of this process.
  public static func unusedPath(
    in directory: String, prefix: String, suffix: String
  ) throws(FileError) -> String {
    var number = 0
    while true {
      let path = "\(directory)/\(prefix).\(getpid()).\(number)\(suffix)"
      if try status(of: path) == nil { return path }
      number += 1
    }
  }

  /// Removes a file; one that is not there is no error.
  public static func remove(_ path: String) throws(FileError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw FileError("remove", path, code: errno)
    }
  }
}
