public import EventLog
import LMDB
import MerkleTree
public import Model
import Objects
import Views

/// The journal as of one commit.
///
/// Lent by ``Journal/read(_:)``, or kept by whoever asked for it; the snapshot ends with the value.
/// Another process's commits do not show in it.
public struct Snapshot: ~Copyable {
  let context: JournalContext
  let transaction: ReadTransaction

  init(_ context: JournalContext, _ transaction: consuming ReadTransaction) {
    self.context = context
    self.transaction = transaction
  }

  // MARK: - The log

  /// How many events the log holds.
  public var size: UInt64 {
    get throws { try context.log.size(in: transaction) }
  }

  /// The root of the log's Merkle tree, 32 bytes.
  public var root: [UInt8] {
    get throws { try context.log.head(in: transaction).root.bytes }
  }

  /// What the journal says of itself.
  public var meta: Meta {
    get throws { try context.log.meta(in: transaction) }
  }

  /// The model.
  public var model: ObjectModel { context.history.model }

  /// The sequence of the event that brought the model, nil for that of a new journal.
  public var modelVersion: SequenceNumber? { context.history.version }

  // MARK: - Objects

  /// How many objects there are.
  public var objectCount: Int {
    get throws { try context.store.count(in: transaction) }
  }

  /// The objects as they are, for reading.
  var state: WorkingState { WorkingState(context.store, log: context.log) }

  /// The record of an object, nil where there is none.
  public func record(_ id: ObjectID) throws -> Record? {
    guard let object = try context.store.object(id, in: transaction) else { return nil }
    return try record(object)
  }

  /// The record of an object with those of its values alone that are asked for, nil where there is none.
  ///
  /// - Parameters:
  ///   - id: The object.
  ///   - properties: The names of the values; others are neither read nor derived.
  public func record(_ id: ObjectID, with properties: Set<String>) throws -> Record? {
    guard let object = try context.store.object(id, in: transaction) else { return nil }
    return Record(
      id: object.id, entity: object.entity, version: object.version,
      values: try context.projection.values(
        of: object, .after, state, wanted: properties, base: transaction, log: transaction))
  }

  /// The entity of an object, nil where it is not there.
  public func entity(of id: ObjectID) throws -> String? {
    try context.store.object(id, in: transaction)?.entity
  }

  func record(_ object: StoredObject) throws -> Record {
    Record(
      id: object.id, entity: object.entity, version: object.version,
      values: try context.projection.values(
        of: object, .after, state, base: transaction, log: transaction))
  }

  /// The objects whose id, written as 32 hexadecimal digits, ends so.
  ///
  /// - Parameters:
  ///   - suffix: Hexadecimal digits; hyphens are passed by.
  ///   - limit: How many to find at the most.
  /// - Complexity: O(objects): ids are looked at, values are not.
  public func identities(endingIn suffix: String, limit: Int = 2) throws -> [ObjectID] {
    let digits = suffix.lowercased().filter { $0 != "-" }
    if digits.utf8.count == 32, let id = ObjectID(digits) {
      return try context.store.object(id, in: transaction) == nil ? [] : [id]
    }
    return try identities(endingIn: digits, limit: limit, among: context.store.objects)
  }

  /// The objects that are or ever were whose id ends so.
  ///
  /// - Complexity: O(events about objects): keys are looked at, no event is read.
  public func identities(everEndingIn suffix: String, limit: Int = 2) throws -> [ObjectID] {
    let digits = suffix.lowercased().filter { $0 != "-" }
    if digits.utf8.count == 32, let id = ObjectID(digits) {
      return try history(of: id).isEmpty ? [] : [id]
    }
    return try identities(endingIn: digits, limit: limit, among: context.log.history)
  }

  /// The ids that the first sixteen bytes of a database's keys hold, and that end so.
  private func identities(
    endingIn digits: String, limit: Int, among database: Database
  ) throws -> [ObjectID] {
    guard !digits.isEmpty, digits.utf8.count < 32, let pattern = IdentitySuffix(digits) else {
      return []
    }
    var found: Set<ObjectID> = []
    try transaction.withCursor(in: database) { cursor in
      // From the back: what was made last is most likely meant.
      var onRow = try cursor.last()
      while onRow {
        let id: ObjectID? = cursor.withKey { key in
          guard key.byteCount >= 16, pattern.matches(low: key.bigEndianInteger(at: 8)) else {
            return nil
          }
          return ObjectID(high: key.bigEndianInteger(at: 0), low: key.bigEndianInteger(at: 8))
        }
        if let id, pattern.matches(id), found.insert(id).inserted, found.count == limit { return }
        onRow = try cursor.previous()
      }
    }
    return found.sorted()
  }

  /// The one object whose id ends so.
  ///
  /// - Throws: `JournalError.unknownID` or `.ambiguousID` with the candidates.
  public func identity(endingIn suffix: String) throws -> ObjectID {
    let found = try identities(endingIn: suffix, limit: 11)
    guard let id = found.first else { throw JournalError.unknownID(suffix) }
    guard found.count == 1 else {
      throw JournalError.ambiguousID(suffix, candidates: found)
    }
    return id
  }
}

/// The last hexadecimal digits of an id, as masks over its halves.
private struct IdentitySuffix {
  var high: UInt64 = 0
  var highMask: UInt64 = 0
  var low: UInt64 = 0
  var lowMask: UInt64 = 0

  init?(_ digits: String) {
    var shift: UInt64 = 0
    for digit in digits.utf8.reversed() {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      if shift < 64 {
        low |= UInt64(value) << shift
        lowMask |= 15 << shift
      } else {
        high |= UInt64(value) << (shift - 64)
        highMask |= 15 << (shift - 64)
      }
      shift += 4
    }
  }

  func matches(low: UInt64) -> Bool { low & lowMask == self.low }

  func matches(_ id: ObjectID) -> Bool {
    id.low & lowMask == low && id.high & highMask == high
  }
}
