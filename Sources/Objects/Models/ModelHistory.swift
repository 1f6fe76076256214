import CBOR
public import EventLog
public import LMDB
public import Model

/// The models that a journal has had: the projection `models`.
///
///     models    sequence u64 of a modelChanged event
///               → CBOR [stamp, device, counter, model as JSON text, ? renames as JSON text]
///
/// The model of today is that of the greatest (stamp, device, counter), as for any value.
public struct ModelHistory: Sendable {
  /// The model of today.
  public private(set) var model: ObjectModel
  /// What entities and properties of earlier models are called today.
  public private(set) var names: NameHistory
  /// The sequence of the event that brought the model of today, nil for that of a new journal.
  public private(set) var version: SequenceNumber?

  /// The name of the database.
  public static let databaseName = "models"

  private struct Row {
    var sequence: SequenceNumber
    var stamp: UInt64
    var identity: EventIdentity
    var change: ModelChange
  }

  /// Reads the models of a journal.
  public init(_ database: Database, in transaction: borrowing ReadTransaction) throws {
    var rows: [Row] = []
    try transaction.withCursor(in: database) { cursor in
      var found = try cursor.first()
      while found {
        rows.append(try Self.row(at: SequenceNumber(cursor.bigEndianKey()), cursor.valueBytes()))
        found = try cursor.next()
      }
    }
    try self.init(rows)
  }

  /// Folds the model changes among events, which ascend by sequence.
  ///
  /// - Throws: `ModelError` where an event's model does not hold together.
  public init(folding events: [Event]) throws {
    try self.init(
      events.compactMap { event in
        ModelChange(event).map {
          Row(
            sequence: event.sequence, stamp: event.header.stamp, identity: event.header.identity,
            change: $0)
        }
      })
  }

  private init(_ unsorted: [Row]) throws {
    // In the order of writing, which no log decides.
    let rows = unsorted.sorted { ($0.stamp, $0.identity) < ($1.stamp, $1.identity) }
    names = NameHistory()
    var previous = ModelFile()
    for row in rows {
      let file = try ModelFile(parsing: row.change.model)
      names.append(
        try row.change.renames(from: previous, to: file), stamp: row.stamp, identity: row.identity)
      previous = file
    }
    let latest = rows.last
    model =
      if let latest { try ObjectModel(declarations: ModelFile(parsing: latest.change.model)) } else
      {
        .builtIn
      }
    version = latest?.sequence
  }

  private static func row(at sequence: SequenceNumber, _ bytes: [UInt8]) throws -> Row {
    do throws(CBORError) {
      var cursor = CBORCursor()
      let count = try cursor.arrayCount(in: bytes.span)
      guard count == 4 || count == 5 else {
        throw CBORError(.unexpected(found: .array, expected: "four elements or five"), at: 0)
      }
      let stamp = try cursor.unsigned(in: bytes.span)
      let device = DeviceID(try cursor.identity(in: bytes.span))
      let counter = try cursor.unsigned(in: bytes.span)
      return Row(
        sequence: sequence, stamp: stamp,
        identity: EventIdentity(device: device, counter: counter),
        change: ModelChange(
          model: try cursor.text(in: bytes.span),
          renames: count == 5 ? try cursor.text(in: bytes.span) : nil))
    } catch {
      throw EventLogError.damaged(
        database: databaseName, key: "\(sequence)", reason: error.description)
    }
  }

  /// The row that a model change leaves, nil for any other event.
  public static func row(of event: Event) -> [UInt8]? {
    guard let change = ModelChange(event) else { return nil }
    var writer = CBORWriter()
    writer.array(count: change.renames == nil ? 4 : 5)
    writer.unsigned(event.header.stamp)
    writer.identity(event.header.identity.device.bits)
    writer.unsigned(event.header.identity.counter)
    writer.text(change.model)
    if let renames = change.renames { writer.text(renames) }
    return writer.bytes
  }

  /// Files a model change.
  public static func file(
    _ event: Event, in database: Database, _ transaction: borrowing WriteTransaction
  ) throws {
    guard let row = row(of: event) else { return }
    try transaction.put(at: event.sequence.rawValue, row, in: database)
  }
}
