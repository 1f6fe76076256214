import EventLog
import LMDB
import Model
import Objects

/// What is left out of a copy of an environment, because it is to be forgotten.
struct Omission {
  /// Sequences whose payloads are left out.
  var payloads: Set<UInt64> = []
  /// Digests of content that nothing refers to any more.
  var blobs: Set<[UInt8]> = []

  /// Whether everything is copied.
  var isEmpty: Bool { payloads.isEmpty && blobs.isEmpty }

  func keeps(_ key: RawSpan, in database: String) -> Bool {
    switch database {
    case "payloads" where !payloads.isEmpty:
      key.byteCount != 8 || !payloads.contains(key.bigEndianInteger())
    case "blobs" where !blobs.isEmpty:
      key.byteCount != 36 || !blobs.contains(Array(key.array.prefix(32)))
    default: true
    }
  }
}

/// Copies an environment row by row in key order, so that no page of the copy holds anything but its
/// rows.
///
/// Never a copy of pages: deleted keys live on in branch pages, and in free ones.
struct EnvironmentCopy {
  /// The bytes that are written before the copy's transaction is committed and another begun: what
  /// LMDB keeps in memory of one.
  private static let batchBytes = 64 << 20

  let target: Environment
  let omission: Omission
  /// The databases that are copied; nil: all.
  var names: [String]?
  /// Is called after each batch.
  var onBatch: () -> Void = {}

  /// Copies the databases of a snapshot into the empty environment.
  ///
  /// - Parameter progress: Is told how many rows have been copied, and of how many.
  func run(
    from source: borrowing ReadTransaction, progress: (MaintenanceProgress) -> Void
  ) throws {
    let names = try names ?? source.databaseNames()
    var total = 0
    for name in names {
      if let database = try source.database(named: name) {
        total += try source.count(of: database)
      }
    }
    var done = 0
    for name in names {
      guard let database = try source.database(named: name) else { continue }
      try target.write { _ = try $0.database(named: name) }
      try source.withCursor(in: database) { cursor in
        var onRow = try cursor.first()
        while onRow {
          try target.write { transaction in
            let copy = try transaction.database(named: name)
            var bytes = 0
            while onRow, bytes < Self.batchBytes {
              bytes += try cursor.withEntry { key, value in
                guard omission.keeps(key, in: name) else { return 0 }
                try transaction.append(key, value, in: copy)
                return key.byteCount + value.byteCount
              }
              done += 1
              if done & 0xFFFF == 0 {
                progress(MaintenanceProgress(what: "rows", done: done, total: total))
              }
              onRow = try cursor.next()
            }
          }
          onBatch()
        }
      }
    }
    progress(MaintenanceProgress(what: "rows", done: done, total: total))
  }
}
