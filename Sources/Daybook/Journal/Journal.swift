public import EventLog
import LMDB
import MerkleTree
public import Model
import Objects
import Synchronization
import Views

/// A diary, or any other journal of records: an append-only log of events, and views that follow
/// from it, in one directory.
///
///     let journal = try Journal.open(at: "/home/anna/diary", making: seed)
///     try journal.commit([.insert(id, entity: "entry", values: ["text": .string("Rain.")])], request)
///     let rows = try journal.read { try $0.view("by-day").rowCount }
///
/// Any number of processes may have a journal open: one writes at a time, readers never wait. Within
/// a process one value serves every thread.
///
/// A read sees the journal as of one commit. Keep it short: while it lasts, the file cannot reuse the
/// pages that later commits have freed.
public final class Journal: Sendable {
  /// How a journal is opened.
  public struct Options: Sendable {
    /// Whether it will only be read.
    public var isReadOnly = false
    /// Whether whole databases will be read in order, so that the system should read ahead.
    public var readsAhead = false
    /// A directory for what reading needs and cannot hold in memory, in files without names that go with
    /// the process; nil: the journal's own, which then must let itself be written.
    public var scratchDirectory: String?
    /// What tells this machine from others, as the content of `/etc/machine-id`.
    public var machine: [UInt8] = []
    /// Is called once where a write has waited two seconds for another process's.
    public var onWait: (@Sendable () -> Void)?
    /// The most that the environment may grow to; for tests of a full one.
    public var mapSizeBytes: Int?
    /// Is called behind each step of a replacement of the environment; for tests that break off there.
    package var onReplacementStep: (@Sendable (ReplacementStep) -> Void)?

    /// Options for a journal that is written and read.
    public init() {}
  }

  /// What a new journal is made from: randomness and a clock's reading, handed in from above.
  public struct Seed: Sendable {
    /// The journal's identity: 16 random bytes.
    public var journal: ObjectID
    /// The writing device's identity: 16 random bytes.
    public var device: ObjectID
    /// Now, microseconds since 1970.
    public var created: Int64

    /// Takes them.
    public init(journal: ObjectID, device: ObjectID, created: Int64) {
      self.journal = journal
      self.device = device
      self.created = created
    }
  }

  /// The journal's directory.
  public let directory: JournalDirectory
  /// How it was opened.
  public let options: Options
  private let current: Mutex<Current>

  /// The directory for files without names.
  var scratchDirectory: String { options.scratchDirectory ?? directory.path }

  /// What this process knows of the environment in use.
  private struct Current {
    var environment: Environment
    var context: JournalContext?
    /// Whether what was left of broken-off replacements has been cleared away.
    var isCleared = false
  }

  private init(_ directory: JournalDirectory, _ options: Options, _ environment: Environment) {
    self.directory = directory
    self.options = options
    current = Mutex(Current(environment: environment))
  }

  /// Opens a journal that is there.
  ///
  /// - Throws: `JournalError.missing`, `EventLogError` or `LMDBError`, each with what is wrong.
  public static func open(at path: String, _ options: Options = Options()) throws -> Journal {
    let directory = options.directory(path)
    guard let environment = try directory.open(options.environment) else {
      throw JournalError.missing(path: path)
    }
    return Journal(directory, options, environment)
  }

  /// Opens a journal, and makes it where there is none.
  public static func open(
    at path: String, _ options: Options = Options(), making seed: Seed
  ) throws -> Journal {
    let directory = options.directory(path)
    if let environment = try directory.open(options.environment) {
      return Journal(directory, options, environment)
    }
    let environment = try directory.create(options.environment) { transaction, environment in
      try JournalContext.create(
        Meta(
          journal: seed.journal, device: DeviceID(seed.device),
          place: JournalDirectory.place(of: environment, machine: options.machine),
          created: seed.created),
        environment, in: path, transaction)
    }
    return Journal(directory, options, environment)
  }

  // MARK: - Environments

  /// The environment in use, as far as this process knows.
  var environment: Environment { current.withLock { $0.environment } }

  /// Goes over to the environment that has replaced the one in use.
  func follow(from old: Environment) throws {
    guard let next = try directory.open(options.environment) else {
      throw JournalError.missing(path: directory.path)
    }
    current.withLock { current in
      if current.environment === old { current = Current(environment: next) }
    }
  }

  /// Clears away what broken-off replacements have left, once for each environment.
  ///
  /// - Parameter environment: The one in use, whose write lock the caller holds.
  func clearLeftovers(beside environment: Environment) throws {
    let isDue = current.withLock { current in
      guard current.environment === environment, !current.isCleared else { return false }
      current.isCleared = true
      return true
    }
    if isDue { try directory.clearLeftovers(of: JournalDirectory.names(of: environment).current) }
  }

  func context(
    of environment: Environment, in transaction: borrowing ReadTransaction
  ) throws -> JournalContext {
    let known = current.withLock { $0.context }
    let context = try JournalContext(environment, reusing: known, in: transaction)
    current.withLock { current in
      if current.environment === environment { current.context = context }
    }
    return context
  }

  // MARK: - Reading

  /// Lends a snapshot of the journal as of its last commit.
  public func read<R: ~Copyable>(_ body: (borrowing Snapshot) throws -> R) throws -> R {
    try body(snapshot())
  }

  /// Begins a read that lasts until the snapshot goes.
  public func snapshot() throws -> Snapshot {
    // Each turn follows one replacement of the environment.
    for _ in 0..<64 {
      let environment = environment
      let transaction = try environment.beginRead()
      let context = try context(of: environment, in: transaction)
      if try context.log.moved(in: transaction) == nil {
        return Snapshot(context, transaction)
      }
      try follow(from: environment)
    }
    throw EventLogError.notAJournal(reason: "its environments name one another in a circle")
  }

  /// A number that is another after each commit, by whichever process: cheap enough to ask again and
  /// again.
  public var pulse: UInt64 { environment.lastTransactionID }
}

extension Journal.Options {
  func directory(_ path: String) -> JournalDirectory {
    var directory = JournalDirectory(path)
    directory.onStep = onReplacementStep
    return directory
  }

  var environment: Environment.Options {
    var options = Environment.Options()
    options.isReadOnly = isReadOnly
    options.readsAhead = readsAhead
    options.onWait = onWait
    if let mapSizeBytes { options.mapSizeBytes = mapSizeBytes }
    // A view has a database of its own.
    options.maxDatabases = 1024
    return options
  }
}
