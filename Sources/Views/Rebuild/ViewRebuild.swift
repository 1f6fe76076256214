import Bytes
public import EventLog
public import LMDB
public import Objects
import OrderedBytes
import OrderedIndex
import Predicates

extension View {
  /// Builds the view's rows from the log, in place of those that are there.
  ///
  /// Objects are folded from the log one by one, their keys sorted and appended in order; the
  /// transaction's other readers keep the rows of before until it commits.
  ///
  /// - Parameters:
  ///   - former: The rows that are there, nil where none count.
  ///   - store: The objects; what the view reads of *other* objects is read from them.
  ///   - directory: Where keys are put aside that do not fit into memory.
  ///   - progress: Is told how many objects have been folded.
  /// - Returns: The rows, how many there are, and in what those that were there differed.
  func rebuild(
    _ former: ViewIndex?, _ database: Database, store: ObjectStore, log: EventLog,
    spillingTo directory: String, in transaction: borrowing WriteTransaction,
    progress: (Int) -> Void = { _ in }
  ) throws -> (index: ViewIndex, rows: Int, faults: [ProjectionFault]) {
    let sorted = try sortedKeys(
      store: store, log: log, spillingTo: directory, base: transaction.reading,
      log: transaction.reading, progress: progress)
    let faults = try compare(former, with: sorted, in: transaction.reading)
    try transaction.clear(database)
    let index = ViewIndex(database, isSectioned: isSectioned)
    try build(index, from: sorted, in: transaction)
    return (index, sorted.count, faults)
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
    var sorter = KeySorter(
      spillingTo: directory, expecting: try log.count(of: eventLog.history))
    let state = WorkingState(store, log: eventLog)
    var last: (entity: String, isShown: Bool) = ("", false)
    var key = OrderedKey(reservingCapacity: Self.keyLimit)
    try state.withReader(.after, base: base, log: log) { read in
      try store.forEachFolded(
        of: eventLog, size: size, keeping: ownProperties, in: log, progress: progress
      ) { folded in
        if folded.object.entity != last.entity {
          last = (folded.object.entity, family.contains(folded.object.entity))
        }
        guard last.isShown else { return }
        key.removeAll()
        let isRow = try appendKey(ofMember: folded.object.id, to: &key) { id, property in
          // The object itself as the log says it is; others as they are kept.
          guard id == folded.object.id, let value = folded.object.values[property] else {
            return try read(id, property)
          }
          if case .value(let value) = value { return value }
          return try state.resolve(value, base: base, log: log)
        }
        if isRow { try sorter.append(key.bytes) }
      }
    }
    try sorter.finish()
    return sorter
  }

  func build(
    _ index: ViewIndex, from sorted: KeySorter,
    in transaction: borrowing WriteTransaction
  ) throws {
    var rows = OrderedIndex.Builder(index.rows)
    var sections = SectionCounts(self)
    try sorted.forEach { key in
      try rows.append(key, value: [], in: transaction)
      try sections.count(key)
    }
    try rows.finish(in: transaction)
    guard isSectioned else { return }
    var builder = OrderedIndex.Builder(index.sections)
    for section in sections.sections {
      try builder.append(section.key.span, value: ViewIndex.bytes(section.count), in: transaction)
    }
    try builder.finish(in: transaction)
  }
}

/// The sections of rows that come in order, with their numbers of rows.
struct SectionCounts {
  private let view: View
  private(set) var sections: [(key: [UInt8], count: Int)] = []

  init(_ view: View) {
    self.view = view
  }

  /// Counts the next row.
  mutating func count(_ row: Span<UInt8>) throws {
    guard view.isSectioned else { return }
    // Most rows are of the section of the row before, whose key no other section's begins with.
    if let last = sections.indices.last, Self.starts(row, with: sections[last].key) {
      sections[last].count += 1
    } else {
      sections.append((try view.sectionKey(ofRow: row.array), 1))
    }
  }

  private static func starts(_ row: Span<UInt8>, with sectionKey: [UInt8]) -> Bool {
    let key = sectionKey.span
    guard row.count >= key.count else { return false }
    for place in key.indices where row[place] != key[place] { return false }
    return true
  }
}

extension ViewCatalog {
  /// Rebuilds one view and notes what it was built with.
  ///
  /// - Returns: How many rows it has, and in what those that were there differed.
  @discardableResult
  public mutating func rebuild(
    _ name: String, store: ObjectStore, log: EventLog, spillingTo directory: String,
    in transaction: borrowing WriteTransaction, progress: (Int) -> Void = { _ in }
  ) throws -> (rows: Int, faults: [ProjectionFault]) {
    var item = try item(name)
    let database = try transaction.database(named: item.entry.databaseName)
    let (index, rows, faults) = try item.view.rebuild(
      item.isCurrent ? item.index : nil, database, store: store, log: log,
      spillingTo: directory, in: transaction, progress: progress)
    item.index = index
    item.entry.fingerprint = item.view.fingerprint
    item.isCurrent = true
    try self.store.write(item.entry, in: transaction)
    replace(item)
    return (rows, faults)
  }
}
