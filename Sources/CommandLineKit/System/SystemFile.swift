import Glibc

/// Small files of the system, read whole.
enum SystemFile {
  /// The bytes of a regular file of at most `limit` bytes; `nil` where there is none or it cannot
  /// be read.
  static func bytes(at path: String, limit: Int) -> [UInt8]? {
    // Opening a pipe would wait for its writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { return nil }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let size = max(Int(status.st_size) - bytes.count, 0) + 1
      var count = 0
      bytes += unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        count = unsafe read(descriptor, buffer.baseAddress, size)
        filled = max(0, count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { return bytes }
    }
    return nil
  }

  /// The path after all links, or `nil` where it does not exist.
  static func resolvedPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
