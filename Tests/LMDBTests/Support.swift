import Glibc
import LMDB
import TestSupport

extension Environment {
  /// A small environment that need not survive the machine, in a directory of the test's own.
  static func scratch(
    in directory: TemporaryDirectory, _ name: String = "test.mdb",
    change: (inout Options) -> Void = { _ in }
  ) throws -> Environment {
    var options = Options(mapSizeBytes: 1 << 30, isDurable: false)
    change(&options)
    return try Environment.open(at: directory.file(name), options: options, creating: true)
  }
}

extension ReadTransaction {
  /// Every row of a database, in order.
  func rows(of database: Database) throws -> [[UInt8]: [UInt8]] {
    var rows: [[UInt8]: [UInt8]] = [:]
    try withCursor(in: database) { cursor in
      while try cursor.next() { rows[cursor.keyBytes()] = cursor.valueBytes() }
    }
    return rows
  }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The whole of a file.
func contents(of path: String) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY)
  defer { close(descriptor) }
  var result: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, 1 << 16)
    }
    if count <= 0 { return result }
    result += buffer[..<count]
  }
}

/// Writes a file anew.
func write(_ content: [UInt8], to path: String) {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  defer { close(descriptor) }
  var done = 0
  while done < content.count {
    let count = unsafe content.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress.map { unsafe $0 + done }, content.count - done)
    }
    if count <= 0 { return }
    done += count
  }
}

func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

/// Waits until a file is there, for processes that wait for each other.
func waitFor(_ path: String) {
  for _ in 0..<60_000 where !exists(path) { usleep(1000) }
}
