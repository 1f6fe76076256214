import EventLog
import LMDB
import Model
import Objects
import TextIndex
import Views

/// The handles of one environment with the model and the views that its snapshot has.
///
/// A value: it is made for a snapshot, and made anew for the next only where models or views have
/// changed between.
struct JournalContext: Sendable {
  let environment: Environment
  let log: EventLog
  let models: Database
  let store: ObjectStore
  let history: ModelHistory
  var catalog: ViewCatalog
  let projection: RowProjection
  /// The attributes whose texts are indexed.
  let searched: [SearchedAttribute]
  /// The rows that model and views were read from, to see whether they are those of a snapshot.
  private let fingerprint: [[UInt8]]

  init(
    _ environment: Environment, reusing previous: JournalContext?,
    in transaction: borrowing ReadTransaction
  ) throws {
    if let previous, previous.environment === environment {
      let rows = try Self.rows(previous.models, previous.catalog.store.database, in: transaction)
      if rows == previous.fingerprint {
        self = previous
        return
      }
    }
    guard let models = try transaction.database(named: ModelHistory.databaseName),
      let views = try transaction.database(named: ViewStore.databaseName)
    else {
      throw EventLogError.notAJournal(reason: "it has no databases `models` and `views`")
    }
    self.environment = environment
    log = try EventLog(in: transaction)
    self.models = models
    do {
      history = try ModelHistory(models, in: transaction)
      projection = try RowProjection(history.model)
    } catch {
      // No model was stored that did not hold together.
      throw Self.damage(error, in: ModelHistory.databaseName)
    }
    store = try ObjectStore(model: history.model, names: history.names, in: transaction)
    searched = SearchedAttribute.all(of: history.model, names: history.names)
    catalog = try ViewCatalog(ViewStore(views), projection: projection, in: transaction)
    fingerprint = try Self.rows(models, views, in: transaction)
  }

  /// What a row that cannot be understood says of the journal.
  private static func damage(_ error: any Error, in database: String) -> any Error {
    switch error {
    case is EventLogError, is LMDBError: error
    default:
      EventLogError.damaged(database: database, key: "(a model)", reason: "\(error)")
    }
  }

  private init(_ other: JournalContext, _ store: ObjectStore) {
    environment = other.environment
    log = other.log
    models = other.models
    self.store = store
    history = other.history
    catalog = other.catalog
    projection = other.projection
    searched = other.searched
    fingerprint = other.fingerprint
  }

  /// The same model and views over other objects.
  func with(_ store: ObjectStore) -> JournalContext {
    JournalContext(self, store)
  }

  private static func rows(
    _ models: Database, _ views: Database, in transaction: borrowing ReadTransaction
  ) throws -> [[UInt8]] {
    var rows: [[UInt8]] = []
    for database in [models, views] {
      try transaction.withCursor(in: database) { cursor in
        var found = try cursor.first()
        while found {
          rows.append(cursor.keyBytes())
          rows.append(cursor.valueBytes())
          found = try cursor.next()
        }
      }
      rows.append([])
    }
    return rows
  }

  /// Fills the environment of a new journal, its built-in view with it.
  static func create(
    _ meta: Meta, _ environment: Environment, in directory: String,
    _ transaction: borrowing WriteTransaction
  ) throws {
    _ = try EventLog(creatingIn: transaction, meta: meta)
    try ObjectStore.create(in: transaction)
    _ = try transaction.database(named: ModelHistory.databaseName)
    let views = ViewStore(try transaction.database(named: ViewStore.databaseName))
    try views.create(in: transaction)
    var context = try JournalContext(environment, reusing: nil, in: transaction.reading)
    for name in context.catalog.names {
      try context.catalog.rebuild(
        name, store: context.store, log: context.log, spillingTo: directory, in: transaction)
    }
    try context.buildTextIndexes(in: transaction)
  }
}
