public import EventLog
public import LMDB
public import Objects
import OrderedIndex
import Predicates

extension View {
  /// Builds the view's rows from the log, in place of those that are there.
  ///
  /// Objects are folded from the log one by one, their keys sorted and appended in order; the
  /// transaction's other readers keep the rows of before until it commits.
  ///
  /// - Parameters:
  ///   - store: The objects; what the view reads of *other* objects is read from them.
  ///   - directory: Where keys are put aside that do not fit into memory.
  ///   - progress: Is told how many objects have been folded.
  /// - Returns: The rows.
  public func rebuild(
    _ database: Database, store: ObjectStore, log: EventLog, spillingTo directory: String,
    in transaction: borrowing WriteTransaction, progress: (Int) -> Void = { _ in }
  ) throws -> ViewIndex {
    let sorter = try sortedKeys(
      store: store, log: log, spillingTo: directory, base: transaction.reading,
      log: transaction.reading, progress: progress)
    try transaction.clear(database)
    let index = ViewIndex(database, isSectioned: isSectioned)
    try build(index, from: sorter, in: transaction)
    return index
  }

  /// Builds the view's rows as of a log of `size` events, over objects of that time in an environment
  /// of their own.
  public func build(
    _ database: Database, store: ObjectStore, log: EventLog, size: UInt64,
    spillingTo directory: String, later: borrowing ReadTransaction,
    in transaction: borrowing WriteTransaction
  ) throws -> ViewIndex {
    let sorter = try sortedKeys(
      store: store, log: log, size: size, spillingTo: directory, base: transaction.reading,
      log: later, progress: { _ in })
    let index = ViewIndex(database, isSectioned: isSectioned)
    try build(index, from: sorter, in: transaction)
    return index
  }

  /// The keys of all rows that the first `size` events of the log give rise to.
  func sortedKeys(
    store: ObjectStore, log eventLog: EventLog, size: UInt64 = .max,
    spillingTo directory: String, base: borrowing ReadTransaction,
    log: borrowing ReadTransaction, progress: (Int) -> Void
  ) throws -> KeySorter {
    var sorter = KeySorter(spillingTo: directory)
    let state = WorkingState(store, log: eventLog)
    try store.forEachFolded(of: eventLog, size: size, in: log, progress: progress) { folded in
      let object = folded.object
      guard family.contains(object.entity) else { return }
      let key = try state.withReader(.after, base: base, log: log) { read in
        try rowKey(of: object.id, entity: object.entity) { id, property in
          // The object itself as the log says it is; others as they are kept.
          if id == object.id, let value = object.values[property] {
            return try state.resolve(value, base: base, log: log)
          }
          return try read(id, property)
        }
      }
      if let key { try sorter.append(key.bytes) }
    }
    return sorter
  }

  func build(
    _ index: ViewIndex, from sorted: KeySorter,
    in transaction: borrowing WriteTransaction
  ) throws {
    var rows = OrderedIndex.Builder(index.rows)
    var sections: [(key: [UInt8], count: Int)] = []
    var sorter = sorted
    try sorter.forEach { key in
      try rows.append(key, value: [], in: transaction)
      guard isSectioned else { return }
      let section = try sectionKey(ofRow: key)
      if sections.last?.key == section {
        sections[sections.count - 1].count += 1
      } else {
        sections.append((section, 1))
      }
    }
    try rows.finish(in: transaction)
    guard isSectioned else { return }
    var builder = OrderedIndex.Builder(index.sections)
    for section in sections {
      try builder.append(section.key, value: ViewIndex.bytes(section.count), in: transaction)
    }
    try builder.finish(in: transaction)
  }
}

extension ViewCatalog {
  /// Rebuilds one view and notes what it was built with.
  public mutating func rebuild(
    _ name: String, store: ObjectStore, log: EventLog, spillingTo directory: String,
    in transaction: borrowing WriteTransaction, progress: (Int) -> Void = { _ in }
  ) throws {
    var item = try item(name)
    let database = try transaction.database(named: item.entry.databaseName)
    item.index = try item.view.rebuild(
      database, store: store, log: log, spillingTo: directory, in: transaction, progress: progress)
    item.entry.fingerprint = item.view.fingerprint
    item.isCurrent = true
    try self.store.write(item.entry, in: transaction)
    replace(item)
  }
}
