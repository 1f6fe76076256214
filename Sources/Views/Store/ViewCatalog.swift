public import LMDB
import MerkleTree
import Model
import Predicates

/// The views of a journal, checked against its model and joined to their rows on disk.
public struct ViewCatalog: Sendable {
  /// One view with its rows.
  public struct Item: Sendable {
    /// The view.
    public var view: View
    /// Its rows; nil where they have never been built.
    public var index: ViewIndex?
    /// Whether the rows were built with today's definition, model and collator.
    ///
    /// Where they were not, readers sort and scan, and the next writer rebuilds.
    public var isCurrent: Bool
    var entry: ViewStore.Entry
  }

  /// The views by name.
  public private(set) var items: [String: Item] = [:]
  /// Views whose definition does not fit the model, and why.
  public private(set) var broken: [String: ViewError] = [:]
  /// The projection that lists them.
  public let store: ViewStore

  /// Reads and checks the views of a snapshot.
  public init(
    _ store: ViewStore, projection: RowProjection, in transaction: borrowing ReadTransaction
  ) throws {
    self.store = store
    for entry in try store.entries(in: transaction) {
      guard let definition = entry.definition else { continue }
      let view: View
      do {
        view = try View(name: entry.name, definition, projection: projection)
      } catch {
        broken[entry.name] = .broken(name: entry.name, reason: "\(error)")
        continue
      }
      let database = try transaction.database(named: entry.databaseName)
      items[entry.name] = Item(
        view: view, index: database.map { ViewIndex($0, isSectioned: view.isSectioned) },
        isCurrent: database != nil && entry.fingerprint == view.fingerprint, entry: entry)
    }
  }

  /// The view of a name.
  ///
  /// - Throws: `ViewError.unknownView` with a near name, or `.broken`.
  public func item(_ name: String) throws -> Item {
    if let item = items[name] { return item }
    if let error = broken[name] { throw error }
    throw ViewError.unknownView(name, near: nearName(to: name, among: items.keys))
  }

  mutating func replace(_ item: Item) {
    items[item.view.name] = item
  }

  /// Takes the rows of every view for stale: the objects were filed anew, from data that goes on under
  /// other names, and a definition that says the same as before may mean other objects or values.
  public mutating func expire() {
    for name in items.keys { items[name]?.isCurrent = false }
  }

  /// The names, in byte order.
  public var names: [String] {
    items.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The views whose rows do not follow from today's definitions, or are not there.
  public var stale: [Item] {
    names.compactMap { items[$0] }.filter { !$0.isCurrent }
  }
}
