public import LMDB
import MerkleTree

/// The databases of a log in one environment: what every projection can be rebuilt from.
///
/// A value of handles. It holds no transaction and no state, so one serves every thread.
public struct EventLog: Sendable {
  /// UTF-8 name → CBOR: who the journal is, and its format.
  public let meta: Database
  /// Sequence → header.
  public let events: Database
  /// Sequence → payload, absent only where erased.
  public let payloads: Database
  /// `head` → the size and the Merkle peaks.
  public let head: Database
  /// Level ‖ index → the root of a complete subtree, from level 6 on.
  public let merkle: Database
  /// Device ‖ first counter → first sequence ‖ length.
  public let identity: Database
  /// Object ‖ sequence → nothing.
  public let history: Database
  /// Digest ‖ chunk → a MiB of content.
  public let blobs: Database

  /// The version of the format that this build reads and writes.
  public static let format: UInt64 = 1

  /// The names of the databases, in the order of the format's page.
  public static let databaseNames = [
    "meta", "events", "payloads", "head", "merkle", "identity", "history", "blobs",
  ]

  /// Opens the databases that are there.
  ///
  /// - Throws: `EventLogError.notAJournal` where one is missing.
  public init(in transaction: borrowing ReadTransaction) throws {
    func open(_ name: String, in transaction: borrowing ReadTransaction) throws -> Database {
      guard let database = try transaction.database(named: name) else {
        throw EventLogError.notAJournal(reason: "it has no database `\(name)`")
      }
      return database
    }
    meta = try open("meta", in: transaction)
    events = try open("events", in: transaction)
    payloads = try open("payloads", in: transaction)
    head = try open("head", in: transaction)
    merkle = try open("merkle", in: transaction)
    identity = try open("identity", in: transaction)
    history = try open("history", in: transaction)
    blobs = try open("blobs", in: transaction)
  }

  /// Makes the databases of an empty log.
  public init(creatingIn transaction: borrowing WriteTransaction, meta values: Meta) throws {
    meta = try transaction.database(named: "meta")
    events = try transaction.database(named: "events")
    payloads = try transaction.database(named: "payloads")
    head = try transaction.database(named: "head")
    merkle = try transaction.database(named: "merkle")
    identity = try transaction.database(named: "identity")
    history = try transaction.database(named: "history")
    blobs = try transaction.database(named: "blobs")
    try write(values, in: transaction)
    try write(Head(), in: transaction)
  }

  /// How many events the log holds.
  public func size(in transaction: borrowing ReadTransaction) throws -> UInt64 {
    try head(in: transaction).size
  }
}
