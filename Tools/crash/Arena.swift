import Daybook
import Foundation
import TestSupport

/// A round's directory: the journal, and the files by which its processes speak to each other.
struct Arena {
  let path: String

  init(_ path: String) {
    self.path = path
  }

  /// The journal's directory.
  var journal: String { "\(path)/journal" }

  /// Is there once everybody is to end.
  var stopFile: String { "\(path)/stop" }
  var isStopped: Bool { unsafe access(stopFile, F_OK) == 0 }

  /// What a process was told is done, a line each; it goes on where its predecessor was killed.
  func acknowledgements(of name: String) -> String { "\(path)/acknowledged.\(name)" }

  /// A text that names its entry and stands nowhere else.
  static func token(of id: ObjectID) -> String { "token\(id.hexadecimal)end" }
}

/// A file that lines are appended to, each whole or not at all.
final class LineLog {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw Violation("cannot write \(path)") }
  }

  func append(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    let count = unsafe write(descriptor, bytes, bytes.count)
    if count != bytes.count {
      throw Violation("a line of \(bytes.count) bytes could not be written")
    }
  }

  deinit { close(descriptor) }

  /// The lines of a file; none where it is not there.
  ///
  /// One that a kill has cut short is left out.
  static func lines(of path: String) throws -> [String] {
    guard unsafe access(path, F_OK) == 0 else { return [] }
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines.dropLast())
  }
}

/// The wall clock, microseconds since 1970.
func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

extension CommitRequest {
  init(_ random: inout SplitMix64) {
    self.init(recorded: now(), seed: Seed(using: &random))
  }
}
