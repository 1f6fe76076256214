import EventLog
import LMDB
public import Model
import Views

/// What a journal is and how large, for a person who asks.
public struct JournalInformation: Sendable {
  /// The directory.
  public var path: String
  /// The environment's file in it.
  public var environment: String
  /// The version of the format.
  public var format: UInt64
  /// The journal's identity.
  public var journal: ObjectID
  /// The writing device's identity.
  public var device: ObjectID
  /// When the journal was made, microseconds since 1970.
  public var created: Int64
  /// How many events the log holds.
  public var events: UInt64
  /// How many objects there are.
  public var objects: Int
  /// The size of the environment's file in bytes.
  public var bytes: Int
  /// The root of the log's Merkle tree.
  public var root: [UInt8]
  /// The views with their sections and rows.
  public var views: [(name: String, sections: Int, rows: Int)]
  /// The processes that read, with the commit each reads.
  public var readers: [(process: Int, transaction: UInt64?)]
  /// The databases with their rows and the bytes of their pages.
  public var databases: [(name: String, entries: Int, bytes: Int)]
}

extension Journal {
  /// Describes the journal as it is.
  ///
  /// - Complexity: O(views + databases) reads.
  public func information() throws -> JournalInformation {
    try read { snapshot in
      let meta = try snapshot.meta
      let environment = snapshot.context.environment
      let file = try environment.information()
      var views: [(name: String, sections: Int, rows: Int)] = []
      for name in snapshot.viewNames {
        let view = try snapshot.view(name)
        views.append(
          (name, try snapshot.sectionCount(of: view), try snapshot.rowCount(of: view)))
      }
      var databases: [(name: String, entries: Int, bytes: Int)] = []
      for name in try snapshot.transaction.databaseNames().sorted() {
        guard let database = try snapshot.transaction.database(named: name) else { continue }
        let statistics = try snapshot.transaction.statistics(of: database)
        databases.append((name, statistics.entries, statistics.pages * file.pageSizeBytes))
      }
      return JournalInformation(
        path: directory.path,
        environment: String(environment.path.split(separator: "/").last ?? ""),
        format: meta.format, journal: meta.journal, device: meta.device.bits,
        created: meta.created, events: try snapshot.size, objects: try snapshot.objectCount,
        bytes: file.fileSizeBytes, root: try snapshot.root, views: views,
        readers: try environment.readers().map { ($0.processID, $0.transactionID) },
        databases: databases)
    }
  }
}
