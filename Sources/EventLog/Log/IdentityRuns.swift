public import LMDB
import Model

/// A run of events of one device whose counters and sequences rise together; the rows of the
/// database `identity`.
///
/// Runs are maximal.
public struct IdentityRun: Sendable, Hashable {
  /// The identity of the first event.
  public var first: EventIdentity
  /// Where it stands.
  public var sequence: SequenceNumber
  /// How many events the run has.
  public var count: UInt64

  /// The counter behind the last event's.
  var endCounter: UInt64 { first.counter + count }
  /// The sequence behind the last event's.
  var endSequence: SequenceNumber { SequenceNumber(sequence.rawValue + count) }
}

extension EventLog {
  static func identityKey(_ identity: EventIdentity) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(24)
    identity.device.bits.append(to: &key)
    key.append(bigEndian: identity.counter)
    return key
  }

  /// The run that holds an identity, or the last run of its device that begins before it.
  func run(
    atOrBefore identity: EventIdentity, in transaction: borrowing ReadTransaction
  ) throws -> IdentityRun? {
    try transaction.withCursor(in: self.identity) { cursor in
      guard try cursor.seek(atOrBefore: Self.identityKey(identity)) else { return nil }
      let run = try Self.run(at: &cursor)
      return run.first.device == identity.device ? run : nil
    }
  }

  private static func run(at cursor: inout Cursor) throws -> IdentityRun {
    let run: IdentityRun? = cursor.withEntry { key, row in
      guard key.byteCount == 24, row.byteCount == 16 else { return nil }
      let device = ObjectID(high: key.bigEndianInteger(at: 0), low: key.bigEndianInteger(at: 8))
      return IdentityRun(
        first: EventIdentity(device: DeviceID(device), counter: key.bigEndianInteger(at: 16)),
        sequence: SequenceNumber(row.bigEndianInteger(at: 0)), count: row.bigEndianInteger(at: 8))
    }
    guard let run else {
      throw EventLogError.damaged(
        database: "identity", key: "\(cursor.keyBytes().count) bytes", reason: "a row has 24 and 16"
      )
    }
    return run
  }

  /// Where the event of an identity stands, nil where it is not in the log.
  public func sequence(
    of identity: EventIdentity, in transaction: borrowing ReadTransaction
  ) throws -> SequenceNumber? {
    guard let run = try run(atOrBefore: identity, in: transaction),
      identity.counter < run.endCounter
    else { return nil }
    return SequenceNumber(run.sequence.rawValue + (identity.counter - run.first.counter))
  }

  /// How many events of a device the log holds: the counter of its next.
  public func count(
    of device: DeviceID, in transaction: borrowing ReadTransaction
  ) throws -> UInt64 {
    try run(atOrBefore: EventIdentity(device: device, counter: .max), in: transaction)?
      .endCounter ?? 0
  }

  /// The devices that have written, ascending.
  ///
  /// - Complexity: O(devices · log n).
  public func devices(in transaction: borrowing ReadTransaction) throws -> [DeviceID] {
    var devices: [DeviceID] = []
    try transaction.withCursor(in: identity) { cursor in
      var found = try cursor.first()
      while found {
        let device = try Self.run(at: &cursor).first.device
        devices.append(device)
        // Beyond every run of this device: no counter is that great.
        found = try cursor.seek(
          atOrAfter: Self.identityKey(EventIdentity(device: device, counter: .max)))
      }
    }
    return devices
  }

  /// Every run, by device and counter.
  public func runs(in transaction: borrowing ReadTransaction) throws -> [IdentityRun] {
    var runs: [IdentityRun] = []
    try transaction.withCursor(in: identity) { cursor in
      var found = try cursor.first()
      while found {
        runs.append(try Self.run(at: &cursor))
        found = try cursor.next()
      }
    }
    return runs
  }

  /// Files `count` events of a device, appended together, as part of its last run where they carry
  /// that on.
  func file(
    _ run: IdentityRun, after last: IdentityRun?, in transaction: borrowing WriteTransaction
  ) throws {
    var run = run
    if let last, last.endCounter == run.first.counter, last.endSequence == run.sequence {
      run = IdentityRun(
        first: last.first, sequence: last.sequence, count: last.count + run.count)
    }
    var row: [UInt8] = []
    row.append(bigEndian: run.sequence.rawValue)
    row.append(bigEndian: run.count)
    try transaction.put(Self.identityKey(run.first), row, in: identity)
  }

  /// The greatest stamp in the log, 0 in an empty one.
  ///
  /// The stamps of a device rise, so it is that of the last event of one of the devices.
  public func greatestStamp(in transaction: borrowing ReadTransaction) throws -> UInt64 {
    var greatest: UInt64 = 0
    for device in try devices(in: transaction) {
      let end = EventIdentity(device: device, counter: .max)
      guard let run = try run(atOrBefore: end, in: transaction) else { continue }
      let last = SequenceNumber(run.endSequence.rawValue - 1)
      greatest = max(greatest, try header(at: last, in: transaction).stamp)
    }
    return greatest
  }
}
