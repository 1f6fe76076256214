import FileSystem
public import LMDB

extension JournalDirectory {
  /// How many replacements are followed in a row before it is taken for a circle.
  private static let hopLimit = 64

  /// Opens the environment in use, and finishes a replacement that was broken off.
  ///
  /// Opened for reading only it changes nothing, and follows `moved`.
  ///
  /// - Returns: The environment, nil where the directory holds no journal, or one that is being made.
  /// - Throws: `EventLogError.notAJournal` where `current` does not say what it should, `LMDBError`
  ///   where the environment cannot be opened.
  public func open(_ options: Environment.Options) throws -> Environment? {
    let current = try currentName()
    guard var name = try current ?? environmentNames().first else { return nil }
    for _ in 0..<Self.hopLimit {
      guard let environment = try environment(name, options, isNamed: current != nil) else {
        // It was replaced since its name was read, or nothing names it yet.
        guard let next = try otherName(than: name) else {
          if current == nil { return nil }
          throw LMDBError.missing(path: filePath(name))
        }
        name = next
        continue
      }
      switch try state(of: environment) {
      case .empty:
        if current == nil { return nil }
        throw EventLogError.notAJournal(reason: "\(filePath(name)) has no database `meta`")
      case .moved(let next):
        name = next
      case .inUse:
        if name == current || options.isReadOnly { return environment }
        if try settle(name, environment) { return environment }
      }
    }
    throw EventLogError.notAJournal(reason: "its environments name one another in a circle")
  }

  private enum State {
    /// Nothing has been committed to it yet.
    case empty
    /// It is the environment in use.
    case inUse
    /// Another has taken its place.
    case moved(to: String)
  }

  private func state(of environment: Environment) throws -> State {
    try environment.read { transaction in
      guard let meta = try transaction.database(named: "meta") else { return .empty }
      guard let next = try EventLog.moved(meta, in: transaction) else { return .inUse }
      guard Self.number(of: next) != nil else {
        throw EventLogError.notAJournal(reason: "`moved` names `\(next)`, which is no environment")
      }
      return .moved(to: next)
    }
  }

  /// An environment of the directory, nil where there is no such file.
  ///
  /// - Parameter isNamed: Whether `current` is there; where it is not, the file may be one that another
  ///   process is making, and an empty one is as good as none.
  private func environment(
    _ name: String, _ options: Environment.Options, isNamed: Bool
  ) throws -> Environment? {
    do {
      return try Environment.open(at: filePath(name), options: options, creating: false)
    } catch {
      switch error {
      case .missing: return nil
      case .notADatabase where !isNamed: return nil
      default: throw error
      }
    }
  }

  /// Where to go on when an environment is not there: where `current` leads now, else the first there
  /// is, from which the chain leads to the one in use.
  private func otherName(than name: String) throws -> String? {
    if let current = try currentName(), current != name { return current }
    return try environmentNames().first { $0 != name }
  }

  /// What `current` says, nil where it is not there.
  func currentName() throws -> String? {
    do {
      let line = try Files.read(currentPath, limit: 256)
      let name = String(decoding: line, as: UTF8.self)
      guard name.hasSuffix("\n"), Self.number(of: String(name.dropLast())) != nil else {
        throw EventLogError.notAJournal(reason: "\(currentPath) names no environment")
      }
      return String(name.dropLast())
    } catch let error as FileError where error.isMissing {
      return nil
    }
  }

  private var currentPath: String { filePath("current") }

  private func writeCurrent(_ name: String) throws {
    try Files.replace(currentPath, with: Array("\(name)\n".utf8))
  }

  /// The environments there are, by number.
  func environmentNames() throws -> [String] {
    guard try Files.status(of: path)?.isDirectory == true else { return [] }
    return try Files.names(in: path).compactMap { Self.number(of: $0) }.sorted()
      .map(Self.environmentName)
  }

  // MARK: - What a replacement leaves

  /// Has `current` name an environment, and clears away what else there is, unless it has been replaced
  /// meanwhile.
  ///
  /// Both under the environment's write lock: whoever replaces it needs that, so a name that is out of
  /// date is never written, and no file is removed that someone is writing.
  ///
  /// - Returns: Whether the environment is the one in use.
  private func settle(_ name: String, _ environment: Environment) throws -> Bool {
    try environment.write { transaction in
      guard case .inUse = try state(of: transaction.reading) else { return false }
      if try currentName() != name { try writeCurrent(name) }
      onStep?(.named)
      try clearLeftovers(of: name)
      onStep?(.removed)
      return true
    }
  }

  private func state(of transaction: borrowing ReadTransaction) throws -> State {
    guard let meta = try transaction.database(named: "meta") else { return .empty }
    return try EventLog.moved(meta, in: transaction).map(State.moved) ?? .inUse
  }

  /// Removes what replacements, replays and processes that were killed have left: environments that
  /// name another, the next one where it was not finished, scratch files.
  ///
  /// - Precondition: The caller holds the write lock of the environment in use, whose name this is.
  public func clearLeftovers(of name: String) throws {
    guard let number = Self.number(of: name) else { return }
    let files = try Files.names(in: path)
    var removed = false
    func remove(_ file: String) throws {
      try Files.remove(filePath(file))
      removed = true
    }
    for file in files {
      if file.hasPrefix("current.") || file.hasPrefix(".scratch.") || file.hasPrefix(".draft.") {
        try remove(file)
        continue
      }
      guard let other = Self.number(of: file) else { continue }
      if other == number + 1 || (other < number && isReplaced(file)) { try remove(file) }
    }
    // A lock file without its environment: of one that went while another process was opening it.
    for file in files where file.hasSuffix(".mdb-lock") {
      let environment = String(file.dropLast("-lock".count))
      guard let other = Self.number(of: environment), other < number || other == number + 1,
        try Files.status(of: filePath(environment)) == nil
      else { continue }
      try remove(file)
    }
    if removed { try Files.synchronizeDirectory(path) }
  }

  /// Whether an environment names another, so that nothing of it is needed any more.
  private func isReplaced(_ name: String) -> Bool {
    var options = Environment.Options()
    options.isReadOnly = true
    guard let environment = try? environment(name, options, isNamed: true),
      case .moved? = try? state(of: environment)
    else { return false }
    return true
  }

  // MARK: - Making

  /// Makes the directory and the first environment in it, or finishes what another process began.
  ///
  /// - Parameters:
  ///   - options: How the environment is opened.
  ///   - initialize: Fills the empty environment. It is not called where another process has done so.
  /// - Throws: `EventLogError.notAJournal` where the directory holds something else.
  public func create(
    _ options: Environment.Options,
    initialize: (borrowing WriteTransaction, Environment) throws -> Void
  ) throws -> Environment {
    try prepare()
    let name = Self.environmentName(1)
    let environment = try Environment.open(at: filePath(name), options: options, creating: true)
    let isFirst = try environment.write { transaction in
      if case .empty = try state(of: transaction.reading) {
        // The journal may have been made since it was looked for, and its first environment replaced:
        // then this is a new file of the same name.
        if let current = try currentName(), current != name { return false }
        try initialize(transaction, environment)
      }
      return true
    }
    if !isFirst {
      try Files.remove(filePath(name))
      try Files.remove(filePath("\(name)-lock"))
    }
    try Files.synchronizeDirectory(path)
    if isFirst, try settle(name, environment) { return environment }
    guard let other = try open(options) else { throw LMDBError.missing(path: filePath(name)) }
    return other
  }

  /// The name of something in the directory that is no part of a journal; nil where there is none, or no
  /// directory.
  public func stranger() throws -> String? {
    guard try Files.status(of: path) != nil else { return nil }
    return try Files.names(in: path).first { file in
      let environment = file.hasSuffix("-lock") ? String(file.dropLast("-lock".count)) : file
      return Self.number(of: environment) == nil && file != "current"
        && !file.hasPrefix("current.") && !file.hasPrefix(".")
    }
  }

  /// Makes the directory, and refuses one that holds something else.
  public func prepare() throws {
    try Files.makeDirectory(path)
    if let stranger = try stranger() {
      throw EventLogError.notAJournal(
        reason: "\(path) holds `\(stranger)`; a new journal wants a directory of its own")
    }
  }

  /// Makes a complete environment, which nobody has open, the first of the directory.
  ///
  /// - Parameter draft: The name of its file.
  public func adopt(_ draft: String) throws {
    let name = Self.environmentName(1)
    try Files.rename(filePath(draft), to: filePath(name))
    try writeCurrent(name)
  }
}
