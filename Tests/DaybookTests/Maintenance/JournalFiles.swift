import Daybook
import Glibc

/// The files of a journal's directory, as they lie there.
struct JournalFiles {
  let path: String

  init(_ path: String) {
    self.path = path
  }

  init(of journal: Journal) {
    path = journal.directory.path
  }

  /// The names of all files but those of locks.
  func names() throws -> [String] {
    try Files.names(in: path).filter { !$0.hasSuffix("-lock") }
  }

  /// What `current` says.
  func current() throws -> String {
    String(decoding: try Files.read("\(path)/current"), as: UTF8.self)
  }

  /// The environment in use, as this process has it open.
  func environment() throws -> Environment {
    try Environment.open(at: "\(path)/\(current().dropLast())", creating: false)
  }

  /// How many of these byte strings, each of eight bytes or more, stand in any file.
  func count(of patterns: some Sequence<[UInt8]>) throws -> Int {
    var search = ByteSearch(patterns)
    for name in try Files.names(in: path) { try search.look(at: Files.read("\(path)/\(name)")) }
    return search.found.count
  }
}

/// Looks for many byte strings at once.
struct ByteSearch {
  private var patterns: [UInt64: [[UInt8]]] = [:]
  private var isPossible = [Bool](repeating: false, count: 1 << 16)
  private(set) var found: Set<[UInt8]> = []

  init(_ patterns: some Sequence<[UInt8]>) {
    for pattern in patterns {
      precondition(pattern.count >= 8)
      self.patterns[Self.word(pattern, at: 0), default: []].append(pattern)
      isPossible[Int(pattern[0]) << 8 | Int(pattern[1])] = true
    }
  }

  mutating func look(at bytes: [UInt8]) {
    guard bytes.count >= 8 else { return }
    for start in 0...bytes.count - 8
    where isPossible[Int(bytes[start]) << 8 | Int(bytes[start + 1])] {
      for pattern in patterns[Self.word(bytes, at: start)] ?? []
      where bytes[start...].starts(with: pattern) {
        found.insert(pattern)
      }
    }
  }

  private static func word(_ bytes: [UInt8], at start: Int) -> UInt64 {
    var word: UInt64 = 0
    for byte in bytes[start..<start + 8] { word = word << 8 | UInt64(byte) }
    return word
  }
}

/// Waits until a file is there, for processes that wait for each other.
func waitFor(_ path: String) {
  for _ in 0..<10_000 where (try? Files.status(of: path)) == nil { usleep(1000) }
}

/// Leaves a file that another process waits for.
func signal(_ path: String) throws {
  try Files.write([], to: path)
}
