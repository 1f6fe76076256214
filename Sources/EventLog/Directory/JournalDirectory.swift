import FileSystem
public import LMDB
public import MerkleTree

/// A journal's directory: `current`, which names the environment in use, and that environment.
///
/// An environment is replaced, never swapped in place. Under the write lock of the old one, N:
///
/// 1. the new one is written completely as N+1, and synced;
/// 2. `meta.moved` in the old one names it;
/// 3. `current` names it;
/// 4. the old one goes.
///
/// Whoever opens the journal for writing between two of these steps does the rest: steps 3 and 4 where
/// step 2 was done, and the removal of N+1 where it was not. So the files there are at any moment are
/// old environments, each of which names the next; the one in use; and what may become the next.
/// `current` tells where to begin, and the chain where it ends.
public struct JournalDirectory: Sendable {
  /// The directory's path.
  public let path: String

  /// Is called behind each step of a replacement.
  ///
  /// Tests break off there.
  package var onStep: (@Sendable (ReplacementStep) -> Void)?

  /// Names a directory, which need not be there.
  public init(_ path: String) {
    self.path = path
  }

  /// Whether there is an environment in the directory, whole or damaged.
  ///
  /// Names are looked at, and no file is opened.
  public var holdsJournal: Bool {
    guard let names = try? Files.names(in: path) else { return false }
    return names.contains { Self.number(of: $0) != nil }
  }

  /// The path of a file in it.
  public func filePath(_ name: String) -> String { "\(path)/\(name)" }

  /// The name of the environment of a number.
  public static func environmentName(_ number: UInt64) -> String { "\(number).mdb" }

  /// The number in an environment's name, nil where it is no such name.
  public static func number(of name: String) -> UInt64? {
    guard name.hasSuffix(".mdb"), let number = UInt64(name.dropLast(4)),
      environmentName(number) == name
    else { return nil }
    return number
  }

  /// The name of an open environment of this directory, and that of the one that would replace it.
  ///
  /// - Throws: `EventLogError.notAJournal` where the environment's file has no number.
  public static func names(
    of environment: Environment
  ) throws -> (current: String, next: String) {
    let name = environment.path.split(separator: "/").last.map(String.init) ?? ""
    guard let number = number(of: name), number < .max else {
      throw EventLogError.notAJournal(reason: "its environment is \(environment.path)")
    }
    return (name, environmentName(number + 1))
  }

  /// Where an environment lies: SHA-256 of the machine's id and the file's device and inode number.
  ///
  /// Another value than `meta.place` means that the journal was copied, moved or restored.
  ///
  /// - Parameters:
  ///   - environment: The environment in use.
  ///   - machine: What tells this machine from others, as `/etc/machine-id` does.
  public static func place(of environment: Environment, machine: [UInt8]) -> Digest {
    let file = environment.fileIdentity
    var bytes = machine
    bytes.append(0)
    bytes.append(bigEndian: file.device)
    bytes.append(bigEndian: file.inode)
    return SHA256.digest(of: bytes)
  }
}

/// What has just been done of the replacement of an environment.
package enum ReplacementStep: String, Sendable, CaseIterable {
  /// The new environment's file is there, with some of its rows.
  case begun
  /// The new environment is complete and synced; nothing names it.
  case written
  /// The old environment names the new one.
  case moved
  /// `current` names the new one.
  case named
  /// The old one is gone.
  case removed
}
