import Glibc

/// A file read or written from front to back.
///
/// Closed when the last reference goes.
public final class FileStream {
  private let descriptor: Int32
  private let path: String

  private init(_ descriptor: Int32, _ path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Opens a file to read.
  public static func reading(_ path: String) throws(FileError) -> FileStream {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("read", path, code: errno) }
    return FileStream(descriptor, path)
  }

  /// Makes a file to write; one that is there is emptied.
  ///
  /// - Parameters:
  ///   - path: Where it is made.
  ///   - mode: Who may do what with it.
  ///   - name: What it is called in errors; nil: its path.
  public static func writing(
    _ path: String, mode: UInt32 = 0o600, named name: String? = nil
  ) throws(FileError) -> FileStream {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError("write", name ?? path, code: errno) }
    return FileStream(descriptor, name ?? path)
  }

  /// Makes a file in a directory that has no name there: it is gone with the stream, or with the
  /// process.
  public static func temporary(in directory: String) throws(FileError) -> FileStream {
    var number = 0
    while true {
      let path = "\(directory)/.run.\(getpid()).\(number)"
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        _ = unsafe unlink(path)
        return FileStream(descriptor, path)
      }
      guard errno == EEXIST else { throw FileError("write", path, code: errno) }
      number += 1
    }
  }

  /// Reads up to `count` bytes; none at the end.
  public func read(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let found = unsafe Glibc.read(descriptor, &bytes, count)
      if found >= 0 {
        bytes.removeLast(count - found)
        return bytes
      }
      if errno != EINTR { throw FileError("read", path, code: errno) }
    }
  }

  /// Reads up to `count` bytes from `offset` on, wherever the stream stands.
  public func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let found = unsafe pread(descriptor, &bytes, count, off_t(offset))
      if found >= 0 {
        bytes.removeLast(count - found)
        return bytes
      }
      if errno != EINTR { throw FileError("read", path, code: errno) }
    }
  }

  /// Writes all bytes behind what was written.
  public func write(_ bytes: borrowing [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileError("write", path, code: errno)
      }
      written += count
    }
  }

  /// How many bytes the file has.
  public var size: UInt64 {
    get throws(FileError) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else {
        throw FileError("look at", path, code: errno)
      }
      return UInt64(status.st_size)
    }
  }

  /// Lends all of the file's bytes, mapped into memory: they are read as they are looked at, and no copy
  /// of them is made.
  ///
  /// A file that is cut short meanwhile ends the process. So this is for files that no other program
  /// can reach, such as those of ``temporary(in:)``.
  public func withMappedBytes<R>(_ body: (Span<UInt8>) throws -> R) throws -> R {
    let size = try Int(self.size)
    // Of nothing there is no mapping.
    if size == 0 { return try body([UInt8]().span) }
    let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else {
      throw FileError("map", path, code: errno)
    }
    defer { unsafe munmap(start, size) }
    let bytes = unsafe UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: size)
    return try unsafe body(bytes.span)
  }

  /// Makes what was written outlast a loss of power.
  public func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError("sync", path, code: errno) }
  }

  deinit {
    close(descriptor)
  }
}
