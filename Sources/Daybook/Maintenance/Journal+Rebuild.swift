import EventLog
import LMDB
import Model
public import Objects
import Views

/// What a rebuild found of one projection.
public struct ProjectionReport: Sendable, Hashable {
  /// The projection: `objects`, `inverse`, `unique`, `models`, `views`, `view.` and a view's name, or
  /// `text.` and a searched attribute.
  public var name: String
  /// How many rows it has, by the log.
  public var rows: Int
  /// Whether what was stored was something else.
  public var differed: Bool
  /// The first rows that were, at most a hundred.
  public var faults: [ProjectionFault]
}

extension Journal {
  /// Builds projections anew from the log, or compares them with it.
  ///
  /// Everything is built in one write transaction: readers keep what was there until it commits, a
  /// rebuild that is broken off leaves no trace, and other writers wait.
  ///
  /// - Parameters:
  ///   - names: The views to rebuild; empty: every projection.
  ///   - checkOnly: Whether nothing is to be written.
  ///   - request: When, by whom, and what is asked of the commit.
  ///   - progress: Is told how far the work has come.
  /// - Returns: A report for each projection, in a fixed order.
  /// - Complexity: O(events + rows log rows).
  public func rebuild(
    _ names: [String], checkOnly: Bool = false, _ request: CommitRequest,
    progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws -> [ProjectionReport] {
    if checkOnly {
      return try read { snapshot in
        try snapshot.compareProjections(
          names, spillingTo: scratchDirectory, progress: progress)
      }
    }
    return try withEnvironment { environment in
      try environment.write { transaction in
        try self.rebuildProjections(names, environment, in: transaction, progress: progress)
      }
    }
  }

  /// Runs `body` with the environment in use, again where it has been replaced meanwhile.
  func withEnvironment<R>(_ body: (Environment) throws -> R) throws -> R {
    if options.isReadOnly { throw JournalError.readOnly(path: directory.path) }
    for _ in 0..<64 {
      let environment = environment
      do {
        return try body(environment)
      } catch EventLogError.moved {
        try follow(from: environment)
      }
    }
    throw EventLogError.notAJournal(reason: "its environments name one another in a circle")
  }

  private func rebuildProjections(
    _ names: [String], _ environment: Environment, in transaction: borrowing WriteTransaction,
    progress: (MaintenanceProgress) -> Void
  ) throws -> [ProjectionReport] {
    let log = try EventLog(in: transaction.reading)
    if let next = try log.moved(in: transaction.reading) { throw EventLogError.moved(to: next) }
    var reports: [ProjectionReport] = []
    if names.isEmpty {
      // What was there is compared before it is gone.
      do {
        let former = try JournalContext(environment, reusing: nil, in: transaction.reading)
        reports += try former.compareDefinitions(in: transaction.reading)
        reports += try former.compareObjects(in: transaction.reading, progress: progress)
      } catch EventLogError.damaged(let database, let key, let reason) {
        // Without a model nothing can be compared, and all of it is built anew.
        reports.append(
          ProjectionReport(
            name: database, rows: 0, differed: true,
            faults: [ProjectionFault(database: database, key: key, expected: nil, found: reason)]))
      }
      try rebuildDefinitions(log, in: transaction)
    }
    var context = try JournalContext(environment, reusing: nil, in: transaction.reading)
    let total = try transaction.reading.count(of: log.history)
    if names.isEmpty {
      try context.store.rebuild(from: log, in: transaction) {
        progress(MaintenanceProgress(what: "objects", done: $0, total: total))
      }
    }
    for name in names.isEmpty ? context.catalog.names : names {
      let (rows, faults) = try context.catalog.rebuild(
        name, store: context.store, log: log, spillingTo: scratchDirectory, in: transaction
      ) {
        progress(MaintenanceProgress(what: "view \(name)", done: $0, total: total))
      }
      reports.append(
        ProjectionReport(
          name: "view.\(name)", rows: rows, differed: !faults.isEmpty, faults: faults))
    }
    if names.isEmpty {
      let texts = try context.compareTextIndexes(in: transaction.reading, progress: progress)
      if texts.contains(where: \.differed) {
        try context.buildTextIndexes(anew: true, in: transaction, progress: progress)
      } else {
        try context.buildTextIndexes(in: transaction, progress: progress)
      }
      try context.dropTextIndexes(in: transaction)
      reports += texts
    }
    return reports
  }

  /// Files every model and view that the log defines anew.
  func rebuildDefinitions(
    _ log: EventLog, in transaction: borrowing WriteTransaction
  ) throws {
    let models = try transaction.database(named: ModelHistory.databaseName)
    let views = ViewStore(try transaction.database(named: ViewStore.databaseName))
    // Rows that cannot be read say nothing of what the views' rows were built with.
    let former = (try? views.entries(in: transaction.reading)) ?? []
    try transaction.clear(models)
    try transaction.clear(views.database)
    try views.create(in: transaction)
    try log.forEachDefinition(in: transaction.reading) { event in
      try ModelHistory.file(event, in: models, transaction)
      try views.file(event, in: transaction)
    }
    // What rows were built with is known by the rows alone.
    try views.restoreFingerprints(of: former, in: transaction)
  }
}

extension EventLog {
  /// Calls `body` for the events that change the model or a view, in order.
  func forEachDefinition(
    in transaction: borrowing ReadTransaction, _ body: (Event) throws -> Void
  ) throws {
    for sequence in 0..<(try size(in: transaction)) {
      let header = try header(at: SequenceNumber(sequence), in: transaction)
      if header.kind.concernsObject { continue }
      try body(try event(at: SequenceNumber(sequence), in: transaction))
    }
  }
}

extension Snapshot {
  /// Compares projections with what the log says they must be.
  ///
  /// - Parameter names: The views to compare; empty: every projection.
  func compareProjections(
    _ names: [String], spillingTo directory: String,
    progress: (MaintenanceProgress) -> Void
  ) throws -> [ProjectionReport] {
    let total = try transaction.count(of: context.log.history)
    var reports: [ProjectionReport] = []
    if names.isEmpty {
      reports += try context.compareDefinitions(in: transaction)
      reports += try context.compareObjects(in: transaction, progress: progress)
    }
    for name in names.isEmpty ? viewNames : names {
      let item = try context.catalog.item(name)
      let comparison: (rows: Int, faults: [ProjectionFault])
      do {
        comparison = try item.view.compare(
          item.isCurrent ? item.index : nil, store: context.store, log: context.log,
          spillingTo: directory, in: transaction
        ) {
          progress(MaintenanceProgress(what: "view \(name)", done: $0, total: total))
        }
      } catch EventLogError.damaged(let database, let key, let reason) {
        // What the view reads of other objects cannot be read: a fault of theirs, and so of the view.
        comparison = (
          0,
          [
            ProjectionFault(
              database: "view.\(name)", key: "by \(database) \(key)",
              expected: "a row to follow from",
              found: reason)
          ]
        )
      }
      reports.append(
        ProjectionReport(
          name: "view.\(name)", rows: comparison.rows, differed: !comparison.faults.isEmpty,
          faults: comparison.faults))
    }
    if names.isEmpty {
      reports += try context.compareTextIndexes(in: transaction, progress: progress)
    }
    return reports
  }
}

extension JournalContext {
  /// Compares objects, references and unique values with what the log says they must be.
  func compareObjects(
    in transaction: borrowing ReadTransaction, progress: (MaintenanceProgress) -> Void
  ) throws -> [ProjectionReport] {
    let total = try transaction.count(of: log.history)
    var faults: [String: [ProjectionFault]] = [:]
    var differing: Set<String> = []
    try store.compare(
      with: log, in: transaction,
      progress: { progress(MaintenanceProgress(what: "objects", done: $0, total: total)) },
      report: { fault in
        differing.insert(fault.database)
        if faults[fault.database, default: []].count < 100 {
          faults[fault.database, default: []].append(fault)
        }
      })
    let databases = [
      ("objects", store.objects), ("inverse", store.inverse), ("unique", store.unique),
    ]
    return try databases.map { name, database in
      ProjectionReport(
        name: name, rows: try transaction.count(of: database),
        differed: differing.contains(name), faults: faults[name] ?? [])
    }
  }

  /// Compares the models and views that are filed with those that the log defines.
  func compareDefinitions(
    in transaction: borrowing ReadTransaction
  ) throws -> [ProjectionReport] {
    var events: [Event] = []
    try log.forEachDefinition(in: transaction) { events.append($0) }
    let models = Dictionary(
      events.compactMap { event in
        ModelHistory.row(of: event).map { (SequenceNumberKey(event.sequence).bytes, $0) }
      }, uniquingKeysWith: { $1 })
    return [
      try compare("models", self.models, with: models, in: transaction),
      try compare(
        "views", catalog.store.database, with: catalog.store.rows(of: events, in: transaction),
        in: transaction),
    ]
  }

  private func compare(
    _ name: String, _ database: Database, with expected: [[UInt8]: [UInt8]],
    in transaction: borrowing ReadTransaction
  ) throws -> ProjectionReport {
    var faults: [ProjectionFault] = []
    var missing = expected
    try transaction.withCursor(in: database) { cursor in
      var onRow = try cursor.first()
      while onRow {
        let key = cursor.keyBytes()
        let found = cursor.valueBytes()
        let wanted = missing.removeValue(forKey: key)
        if wanted != found {
          faults.append(
            ProjectionFault(
              database: name, key: key.hexadecimal, expected: wanted?.hexadecimal,
              found: found.hexadecimal))
        }
        onRow = try cursor.next()
      }
    }
    for (key, value) in missing.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      faults.append(
        ProjectionFault(
          database: name, key: key.hexadecimal, expected: value.hexadecimal, found: nil))
    }
    return ProjectionReport(
      name: name, rows: expected.count, differed: !faults.isEmpty, faults: faults)
  }
}

/// A sequence as a key of a database.
private struct SequenceNumberKey {
  let bytes: [UInt8]

  init(_ sequence: SequenceNumber) {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: sequence.rawValue)
    self.bytes = bytes
  }
}
