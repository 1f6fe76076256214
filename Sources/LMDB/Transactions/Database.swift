import Synchronization

/// One named key space of an environment.
///
/// A handle: copy it, keep it, and use it in every later transaction of the environment that it
/// came from. Using it in another environment's transaction traps; using it where it was dropped
/// throws ``LMDBError/databaseDropped(path:name:)``. Keys have 1 to 511 bytes and are ordered as
/// bytes; values have up to 4 GiB − 1.
public struct Database: Sendable, Hashable {
  /// LMDB's handle (`MDB_dbi`), a slot that is used again after a drop.
  @usableFromInline let index: UInt32
  /// Distinguishes this database from any other that ever had the slot, in any environment.
  @usableFromInline let token: UInt64

  init(index: UInt32, token: UInt64) {
    self.index = index
    self.token = token
  }
}

/// The pages and rows of one database in one snapshot.
public struct DatabaseStatistics: Sendable, Hashable {
  /// The rows.
  public var entries: Int
  /// The height of the tree; 0 when empty.
  public var depth: Int
  /// Pages that hold keys and the numbers of the pages below.
  public var branchPages: Int
  /// Pages that hold rows.
  public var leafPages: Int
  /// Pages that hold values too long for a leaf.
  public var overflowPages: Int

  /// All pages of the database.
  public var pages: Int { branchPages + leafPages + overflowPages }
}

/// The databases whose handles are open: by name, and by slot.
///
/// A value: every transaction keeps that of its beginning, so that what others create or drop
/// meanwhile does not change what it sees.
struct DatabaseDirectory: Sendable {
  private(set) var databases: [String: Database] = [:]
  /// The token of the database in each slot; 0 where there is none.
  private(set) var tokens: ContiguousArray<UInt64> = []

  subscript(name: String) -> Database? { databases[name] }

  mutating func insert(_ name: String, index: UInt32, environment: UInt32) -> Database {
    let database = Database(index: index, token: Self.makeToken(environment: environment))
    restore(name, database)
    return database
  }

  mutating func restore(_ name: String, _ database: Database) {
    databases[name] = database
    while tokens.count <= Int(database.index) { tokens.append(0) }
    tokens[Int(database.index)] = database.token
  }

  mutating func remove(_ name: String) {
    guard let database = databases.removeValue(forKey: name) else { return }
    if tokens[Int(database.index)] == database.token { tokens[Int(database.index)] = 0 }
  }

  func has(_ database: Database) -> Bool {
    let index = Int(database.index)
    return index < tokens.count && tokens[index] == database.token
  }

  func name(of database: Database) -> String? {
    databases.first { $0.value == database }?.key
  }

  private static let lastToken = Atomic<UInt64>(0)

  /// The environment's serial number in the upper 24 bits tells a dropped database from one that
  /// was never this environment's.
  private static func makeToken(environment: UInt32) -> UInt64 {
    let serial = lastToken.add(1, ordering: .relaxed).newValue
    return UInt64(environment) << 40 | serial & 0xFF_FFFF_FFFF
  }
}

extension Database {
  var environment: UInt32 { UInt32(token >> 40) }
}
