public import EventLog
import LMDB
public import Model
import Objects
import Predicates
import Views

/// One version of an object: what one event made of it.
public struct Version: Sendable {
  /// The event.
  public var event: Event
  /// Everything the object was after it; nil where it was gone, or where the version is forgotten.
  public var values: PropertyValues?
}

extension Snapshot {
  /// Calls `body` for the events of a range, in order or backwards, until it returns false.
  public func forEachEvent(
    in range: Range<UInt64>, reversed: Bool = false, _ body: (Event) throws -> Bool
  ) throws {
    try context.log.forEachEvent(in: range, reversed: reversed, in: transaction, body)
  }

  /// The event at a sequence.
  ///
  /// - Throws: `JournalError.beyondLog`.
  public func event(at sequence: SequenceNumber) throws -> Event {
    guard try sequence.rawValue < size else {
      throw JournalError.beyondLog(size: try size, asked: sequence.rawValue)
    }
    return try context.log.event(at: sequence, in: transaction)
  }

  /// Where the event of an identity stands; nil where the log does not have it.
  public func sequence(of identity: EventIdentity) throws -> SequenceNumber? {
    try context.log.sequence(of: identity, in: transaction)
  }

  /// The stored bytes of an event: what the tree commits to, and the payload, nil where it is erased.
  public func bytes(
    at sequence: SequenceNumber
  ) throws -> (header: [UInt8], payload: [UInt8]?) {
    (
      try context.log.headerBytes(at: sequence, in: transaction) ?? [],
      try context.log.payloadBytes(at: sequence, in: transaction)
    )
  }

  /// The sequences of an object's events, ascending; none where it never was.
  public func history(of id: ObjectID) throws -> [SequenceNumber] {
    try context.log.history(of: id, in: transaction)
  }

  /// The versions of an object, oldest first: its stored values after each of its events.
  public func versions(of id: ObjectID) throws -> [Version] {
    let history = try history(of: id)
    return try history.indices.map { index in
      let event = try context.log.event(at: history[index], in: transaction)
      let object = try context.store.fold(
        id, Array(history[...index]), of: context.log, in: transaction)?.object
      return Version(event: event, values: try object.map { try storedValues($0) })
    }
  }

  /// An object as it was in a log of `size` events, nil where it was not there.
  ///
  /// Its stored values, and what is derived from them alone; relationships kept at the other end are
  /// left out.
  ///
  /// - Throws: `JournalError.forgotten` where that is erased.
  public func record(_ id: ObjectID, atSize size: UInt64) throws -> Record? {
    let history = try history(of: id).filter { $0.rawValue < size }
    if try context.log.isForgotten(history, in: transaction) {
      throw JournalError.forgotten(id, asOf: size)
    }
    guard
      let object = try context.store.fold(id, history, of: context.log, in: transaction)?.object
    else { return nil }
    var values = try storedValues(object)
    for (name, expression) in context.projection.derived[object.entity] ?? []
    where expression.reads.allSatisfy({ $0.path.isEmpty }) {
      let stored = values
      let value = try expression.evaluate(id) { _, property in stored[property] ?? .null }
      if !value.isNull { values[name] = value }
    }
    return Record(id: id, entity: object.entity, version: object.version, values: values)
  }

  /// How many events the log had once nothing recorded after `moment` was in it: the size that
  /// answers "as of then".
  ///
  /// Order is that of writing, whatever the clocks said: it is the place behind the last event that
  /// was recorded at or before the moment.
  ///
  /// - Complexity: O(events behind the answer).
  public func size(asOf moment: Int64) throws -> UInt64 {
    var answer: UInt64 = 0
    try forEachEvent(in: 0..<size, reversed: true) { event in
      guard event.header.recorded <= moment else { return true }
      answer = event.sequence.rawValue + 1
      return false
    }
    return answer
  }

  func storedValues(_ object: StoredObject) throws -> PropertyValues {
    let state = state
    var values = PropertyValues()
    for entry in object.values {
      values[entry.name] = try state.resolve(entry.value, base: transaction, log: transaction)
    }
    return values
  }
}
