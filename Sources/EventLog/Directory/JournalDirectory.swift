import FileSystem
public import LMDB
public import MerkleTree

/// A journal's directory: `current`, which names the environment in use, and that environment.
///
/// An environment is replaced, never swapped in place: the new one is written completely under the
/// next number; `meta.moved` in the old one names it; `current` names it; the old one goes. Whoever
/// opens the journal between two of these steps finishes the rest.
public struct JournalDirectory: Sendable, Hashable {
  /// The directory's path.
  public let path: String

  /// Names a directory, which need not be there.
  public init(_ path: String) {
    self.path = path
  }

  private var currentPath: String { "\(path)/current" }

  /// The path of an environment in it.
  public func environmentPath(_ name: String) -> String { "\(path)/\(name)" }

  /// The name of the environment of a number.
  public static func environmentName(_ number: UInt64) -> String { "\(number).mdb" }

  /// The number in an environment's name, nil where it is no such name.
  public static func number(of name: String) -> UInt64? {
    guard name.hasSuffix(".mdb"), let number = UInt64(name.dropLast(4)),
      environmentName(number) == name
    else { return nil }
    return number
  }

  // MARK: - Opening

  /// Opens the environment in use, and finishes a replacement that was broken off.
  ///
  /// - Returns: The environment, nil where the directory holds no journal.
  /// - Throws: `EventLogError.notAJournal` where `current` does not say what it should, `LMDBError`
  ///   where the environment cannot be opened.
  public func open(_ options: Environment.Options) throws -> Environment? {
    guard var name = try currentName() else { return nil }
    var isCurrent = true
    // Each turn follows one replacement; more than a few in a row are no accident.
    for _ in 0..<64 {
      guard let environment = try environment(name, options) else {
        // Replaced between the reading of `current` and here.
        guard let next = try currentName(), next != name else {
          throw LMDBError.missing(path: environmentPath(name))
        }
        name = next
        isCurrent = true
        continue
      }
      guard let next = try movedName(in: environment) else {
        if !isCurrent && !options.isReadOnly { try writeCurrent(name) }
        return environment
      }
      try finishReplacement(of: name, by: next, isReadOnly: options.isReadOnly)
      name = next
      isCurrent = !options.isReadOnly
    }
    throw EventLogError.notAJournal(reason: "its environments name one another in a circle")
  }

  /// Names the new environment in `current` and removes the old one, whose `moved` names it already.
  public func finishReplacement(of old: String, by new: String, isReadOnly: Bool) throws {
    if isReadOnly { return }
    guard Self.number(of: new) != nil else {
      throw EventLogError.notAJournal(reason: "`moved` names `\(new)`, which is no environment")
    }
    if try currentName() == old { try writeCurrent(new) }
    try Files.remove(environmentPath(old))
    try Files.remove(environmentPath(old) + "-lock")
  }

  /// An environment of the directory, nil where there is no such file.
  private func environment(
    _ name: String, _ options: Environment.Options
  ) throws -> Environment? {
    do {
      return try Environment.open(at: environmentPath(name), options: options, creating: false)
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }

  private func movedName(in environment: Environment) throws -> String? {
    try environment.read { transaction in
      guard let meta = try transaction.database(named: "meta") else { return nil }
      return try EventLog.moved(meta, in: transaction)
    }
  }

  /// What `current` says; where it is missing, the only environment that no other has replaced.
  private func currentName() throws -> String? {
    do {
      let line = try Files.read(currentPath, limit: 256)
      let name = String(decoding: line, as: UTF8.self)
      guard name.hasSuffix("\n"), Self.number(of: String(name.dropLast())) != nil else {
        throw EventLogError.notAJournal(reason: "\(currentPath) names no environment")
      }
      return String(name.dropLast())
    } catch let error as FileError where error.isMissing {
      return try environmentNames().last
    }
  }

  private func writeCurrent(_ name: String) throws {
    try Files.replace(currentPath, with: Array("\(name)\n".utf8))
  }

  /// The environments there are, by number.
  private func environmentNames() throws -> [String] {
    guard try Files.status(of: path)?.isDirectory == true else { return [] }
    return try Files.names(in: path).compactMap { Self.number(of: $0) }.sorted()
      .map(Self.environmentName)
  }

  // MARK: - Making

  /// Makes the directory and the first environment in it, or finishes what another process began.
  ///
  /// - Parameter initialize: Fills the empty environment. It is not called where another process
  ///   has done so.
  /// - Throws: `EventLogError.notAJournal` where the directory holds something else.
  public func create(
    _ options: Environment.Options,
    initialize: (borrowing WriteTransaction, Environment) throws -> Void
  ) throws -> Environment {
    try prepare()
    let name = Self.environmentName(1)
    let environment = try Environment.open(
      at: environmentPath(name), options: options, creating: true)
    try environment.write { transaction in
      if try transaction.reading.database(named: "meta") == nil {
        try initialize(transaction, environment)
      }
    }
    try self.name(name)
    return environment
  }

  /// Makes the directory, and refuses one that holds something else.
  public func prepare() throws {
    try Files.makeDirectory(path)
    let name = Self.environmentName(1)
    let strangers = try Files.names(in: path).filter { file in
      file != "current" && !file.hasPrefix(name) && !file.hasPrefix("current.")
        && !file.hasPrefix(".")
    }
    if let stranger = strangers.first {
      throw EventLogError.notAJournal(
        reason: "\(path) holds `\(stranger)`; a new journal wants a directory of its own")
    }
  }

  /// Makes a whole environment the one in use.
  public func name(_ name: String) throws {
    try Files.synchronizeDirectory(path)
    try writeCurrent(name)
  }

  /// Where an environment lies: SHA-256 of the machine's id and the file's device and inode number.
  /// Another value than `meta.place` means that the journal was copied, moved or restored.
  ///
  /// - Parameter machine: What tells this machine from others, as `/etc/machine-id` does.
  public static func place(of environment: Environment, machine: [UInt8]) -> Digest {
    let file = environment.fileIdentity
    var bytes = machine
    bytes.append(0)
    bytes.append(bigEndian: file.device)
    bytes.append(bigEndian: file.inode)
    return SHA256.digest(of: bytes)
  }
}
