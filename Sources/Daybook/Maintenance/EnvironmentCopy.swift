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
}

/// Copies an environment row by row in key order, so that no page of the copy holds anything but its
/// rows.
///
/// Never a copy of pages: deleted keys live on in branch pages, and in free ones.
enum EnvironmentCopy {
  /// The bytes that are written before the copy's transaction is committed and another begun: what
  /// LMDB keeps in memory of one.
  private static let batchBytes = 64 << 20

  /// Copies every database of a transaction's snapshot that `isCopied` names into an empty
  /// environment.
  ///
  /// - Parameters:
  ///   - omission: What is left out.
  ///   - progress: Is told how many rows have been copied, and of how many.
  static func copy(
    _ source: borrowing ReadTransaction, to copy: Environment, leavingOut omission: Omission,
    databases isCopied: (String) -> Bool, progress: (MaintenanceProgress) -> Void
  ) throws {
    var total = 0
    var names: [String] = []
    for name in try source.databaseNames().sorted() where isCopied(name) {
      guard let database = try source.database(named: name) else { continue }
      names.append(name)
      total += try source.count(of: database)
    }
    var done = 0
    for name in names {
      guard let database = try source.database(named: name) else { continue }
      try copy.write { _ = try $0.database(named: name) }
      try source.withCursor(in: database) { cursor in
        var onRow = try cursor.first()
        while onRow {
          try copy.write { transaction in
            let target = try transaction.database(named: name)
            var bytes = 0
            while onRow, bytes < batchBytes {
              let isKept = try cursor.withEntry { key, value in
                guard omission.keeps(key, in: name) else { return false }
                try transaction.append(key, value, in: target)
                bytes += key.byteCount + value.byteCount
                return true
              }
              _ = isKept
              done += 1
              if done & 0xFFFF == 0 {
                progress(MaintenanceProgress(what: "rows", done: done, total: total))
              }
              onRow = try cursor.next()
            }
          }
        }
      }
    }
    progress(MaintenanceProgress(what: "rows", done: done, total: total))
  }
}

extension Omission {
  fileprivate func keeps(_ key: RawSpan, in database: String) -> Bool {
    switch database {
    case "payloads" where !payloads.isEmpty:
      key.byteCount != 8 || !payloads.contains(key.bigEndianInteger())
    case "blobs" where !blobs.isEmpty:
      key.byteCount != 36 || !blobs.contains(Array(key.array.prefix(32)))
    default: true
    }
  }
}
