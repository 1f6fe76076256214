import LMDB
import TextIndex

extension JournalContext {
  /// Builds the text indexes that are not there, or not as this program builds them, and drops those
  /// of attributes that are not searched any more.
  ///
  /// - Parameter isAnew: Whether those that are there are built as well.
  func buildTextIndexes(
    anew isAnew: Bool = false, in transaction: borrowing WriteTransaction,
    progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws {
    for attribute in searched {
      if !isAnew, try TextIndex(attribute, in: transaction.reading) != nil { continue }
      let total = Int(try log.size(in: transaction.reading))
      try TextIndex.build(attribute, from: log, in: transaction) {
        progress(MaintenanceProgress(what: attribute.databaseName, done: $0, total: total))
      }
    }
  }

  /// Drops the indexes of attributes that are not searched any more.
  func dropTextIndexes(in transaction: borrowing WriteTransaction) throws {
    let wanted = Set(searched.map(\.databaseName))
    for name in try transaction.reading.databaseNames()
    where name.hasPrefix(SearchedAttribute.databasePrefix) && !wanted.contains(name) {
      if let database = try transaction.reading.database(named: name) {
        try transaction.drop(database)
      }
    }
  }

  /// Compares the text indexes with what the log says they must be.
  func compareTextIndexes(
    in transaction: borrowing ReadTransaction, progress: (MaintenanceProgress) -> Void
  ) throws -> [ProjectionReport] {
    let total = Int(try log.size(in: transaction))
    return try searched.map { attribute in
      let (documents, faults) = try TextIndex.compare(attribute, with: log, in: transaction) {
        progress(MaintenanceProgress(what: attribute.databaseName, done: $0, total: total))
      }
      return ProjectionReport(
        name: attribute.databaseName, rows: documents, differed: !faults.isEmpty, faults: faults)
    }
  }
}
