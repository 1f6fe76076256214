import Glibc

extension Files {
  /// Puts a file with this content at a path where nothing stands: never a part of it, and never in
  /// place of what another process put there first.
  ///
  /// Written beside it, synced, and given its name in one step; then the directory is synced.
  ///
  /// - Returns: Whether it was put there; false where something stood there.
  public static func create(
    _ path: String, with content: [UInt8], mode: UInt32 = 0o600
  ) throws(FileError) -> Bool {
    let temporary = "\(path).\(getpid()).new"
    try write(content, to: temporary, mode: mode)
    defer { _ = unsafe unlink(temporary) }
    guard unsafe link(temporary, path) == 0 else {
      if errno == EEXIST { return false }
      throw FileError("make", path, code: errno)
    }
    try synchronizeDirectory(parent(of: path) ?? ".")
    return true
  }
}
