import EventLog
import LMDB

/// What can be read of a log whose file is damaged, as a log of its own: the rows that its pages hold,
/// taken over one by one into an environment that is sound.
enum RecoveredLog {
  /// Lends the log, in a nameless environment.
  ///
  /// - Parameters:
  ///   - file: The damaged environment's file.
  ///   - scratch: A directory that can be written.
  static func with<R>(
    _ file: String, scratch: String,
    _ body: (EventLog, borrowing WriteTransaction) throws -> R
  ) throws -> R {
    let pages = try PageWalk(path: file)
    return try Scratch.with(scratch) { transaction in
      for name in EventLog.databaseNames {
        let database = try transaction.database(named: name)
        _ = try pages.forEachRow(of: name) { key, value in
          // A key that LMDB would not have written is a fault of its page, which is told already.
          guard (1...511).contains(key.byteCount) else { return }
          try transaction.put(key, value, in: database)
        }
      }
      return try body(EventLog(in: transaction.reading), transaction)
    }
  }
}
