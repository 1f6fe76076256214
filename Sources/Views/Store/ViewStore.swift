import CBOR
public import EventLog
import JSON
public import LMDB
import MerkleTree
public import Model
import Predicates

/// The projection `views`: what views a journal has, and with what each was built.
///
///     views     name → CBOR [stamp, device, counter, definition as JSON text or null, fingerprint bstr 32]
///
/// Where two devices defined one view apart, the greater (stamp, device, counter) counts. A dropped
/// view keeps its row, without a definition.
public struct ViewStore: Sendable {
  /// The database.
  public let database: Database

  /// The name of the database.
  public static let databaseName = "views"

  /// Names the projection of a journal.
  public init(_ database: Database) {
    self.database = database
  }

  /// One view as the log defines it.
  public struct Entry: Sendable, Hashable {
    /// The view's name.
    public var name: String
    /// The stamp of the event that defined it, 0 for a built-in view.
    var stamp: UInt64
    /// The identity of that event.
    var identity: EventIdentity
    /// The definition, nil where the view was dropped.
    public var definition: ViewDefinition?
    /// The fingerprint of what its rows were built with; zero where they were not.
    var fingerprint: Digest

    /// The name of the database that holds the view's rows.
    public var databaseName: String { "view.\(name)" }
  }

  /// The views that every journal has.
  static let builtIn = Entry(
    name: ViewDefinition.byDayName, stamp: 0,
    identity: EventIdentity(device: DeviceID(.zero), counter: 0), definition: .byDay,
    fingerprint: .zero)

  // MARK: - Rows

  /// The views, by name; dropped ones too.
  public func entries(in transaction: borrowing ReadTransaction) throws -> [Entry] {
    var entries: [Entry] = []
    try transaction.withCursor(in: database) { cursor in
      var found = try cursor.first()
      while found {
        entries.append(
          try Self.entry(
            String(decoding: cursor.keyBytes(), as: UTF8.self), cursor.valueBytes()))
        found = try cursor.next()
      }
    }
    return entries
  }

  /// The view of a name, nil where it was never defined.
  func entry(_ name: String, in transaction: borrowing ReadTransaction) throws -> Entry? {
    try transaction.getBytes(Array(name.utf8), in: database).map { try Self.entry(name, $0) }
  }

  private static func entry(_ name: String, _ row: [UInt8]) throws -> Entry {
    do throws(CBORError) {
      let bytes = row.span
      var cursor = CBORCursor()
      guard try cursor.arrayCount(in: bytes) == 5 else {
        throw CBORError(.unexpected(found: .array, expected: "five elements"), at: 0)
      }
      let stamp = try cursor.unsigned(in: bytes)
      let device = DeviceID(try cursor.identity(in: bytes))
      let counter = try cursor.unsigned(in: bytes)
      let text = try cursor.nullIfPresent(in: bytes) ? nil : try cursor.text(in: bytes)
      let fingerprint = Digest(bytes: try cursor.byteString(in: bytes)) ?? .zero
      return Entry(
        name: name, stamp: stamp, identity: EventIdentity(device: device, counter: counter),
        definition: text.flatMap { ViewDefinition(jsonText: $0) }, fingerprint: fingerprint)
    } catch {
      throw EventLogError.damaged(
        database: databaseName, key: name, reason: error.description)
    }
  }

  func row(of entry: Entry) -> [UInt8] {
    var writer = CBORWriter()
    writer.array(count: 5)
    writer.unsigned(entry.stamp)
    writer.identity(entry.identity.device.bits)
    writer.unsigned(entry.identity.counter)
    if let definition = entry.definition {
      writer.text(definition.json.compactDescription)
    } else {
      writer.null()
    }
    writer.bytes(entry.fingerprint.bytes)
    return writer.bytes
  }

  func write(_ entry: Entry, in transaction: borrowing WriteTransaction) throws {
    try transaction.put(Array(entry.name.utf8), row(of: entry), in: database)
  }

  /// Files the built-in views of a new journal.
  public func create(in transaction: borrowing WriteTransaction) throws {
    try write(Self.builtIn, in: transaction)
  }

  // MARK: - Events

  /// The values of an event that defines a view, or drops it.
  public static func values(
    name: String, definition: ViewDefinition?
  ) -> PropertyValues {
    [
      "name": .string(name),
      "definition": definition.map { .string($0.json.compactDescription) } ?? .null,
    ]
  }

  /// Files an event that defines a view or drops it; of two that were written apart the greater
  /// counts.
  ///
  /// Any other event is left alone.
  public func file(_ event: Event, in transaction: borrowing WriteTransaction) throws {
    guard let entry = Self.entry(of: event) else { return }
    if let current = try self.entry(entry.name, in: transaction.reading),
      (current.stamp, current.identity) > (entry.stamp, entry.identity)
    {
      return
    }
    try write(entry, in: transaction)
  }

  /// Notes again with what rows were built, for views that are still defined as they were.
  public func restoreFingerprints(
    of former: [Entry], in transaction: borrowing WriteTransaction
  ) throws {
    for old in former {
      guard var entry = try self.entry(old.name, in: transaction.reading),
        entry.definition == old.definition
      else { continue }
      entry.fingerprint = old.fingerprint
      try write(entry, in: transaction)
    }
  }

  /// The view that an event defines or drops, nil for any other event.
  static func entry(of event: Event) -> Entry? {
    guard event.header.kind == .viewChanged, let values = event.payload?.values,
      case .string(let name) = values["name"]
    else { return nil }
    var definition: ViewDefinition?
    if case .string(let text) = values["definition"] { definition = ViewDefinition(jsonText: text) }
    return Entry(
      name: name, stamp: event.header.stamp, identity: event.header.identity,
      definition: definition, fingerprint: .zero)
  }

  /// The views that events define, in the order of names.
  static func fold(_ events: [Event]) -> [Entry] {
    var entries = [builtIn.name: builtIn]
    for event in events {
      guard let entry = entry(of: event) else { continue }
      if let current = entries[entry.name],
        (current.stamp, current.identity) > (entry.stamp, entry.identity)
      {
        continue
      }
      entries[entry.name] = entry
    }
    return entries.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
