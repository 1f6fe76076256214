import CBOR
public import LMDB
import MerkleTree
public import Model

/// Appends the events of one write transaction: the only way events are added.
///
/// Numbers them, stamps them, hashes them into the tree, and files them under identity and object.
/// ``finish(in:)`` writes what is kept once for all of them; nothing counts before the transaction
/// has committed.
public struct EventAppender {
  /// The most events that a commit may have (format 1).
  public static let commitLimit: UInt64 = 16_000_000
  /// The longest name of an entity, property or actor, in bytes (format 1).
  public static let nameLimit = 128

  private let log: EventLog
  /// The device that writes.
  public let device: DeviceID
  /// The clock's reading for the whole commit, microseconds since 1970.
  public let recorded: Int64
  private let actor: String?
  /// The counter of the first local event: what the commit is known by.
  private let commit: UInt64
  private var clock: HybridClock
  private var head: Head
  /// The local events of this commit.
  private var localCount: UInt64 = 0
  /// The run that is being appended, not filed yet.
  private var run: IdentityRun?
  private var payloadWriter = CBORWriter(reservingCapacity: 1024)
  private var headerWriter = CBORWriter(reservingCapacity: 256)

  /// Starts behind the last event of the log.
  public init(
    _ log: EventLog, device: DeviceID, recorded: Int64, actor: String? = nil,
    in transaction: borrowing ReadTransaction
  ) throws {
    if let actor, actor.utf8.count > Self.nameLimit {
      throw EventLogError.tooLarge(
        what: "the actor's name", size: actor.utf8.count, limit: Self.nameLimit)
    }
    self.log = log
    self.device = device
    self.recorded = recorded
    self.actor = actor
    head = try log.head(in: transaction)
    commit = try log.count(of: device, in: transaction)
    clock = HybridClock(after: try log.greatestStamp(in: transaction))
  }

  /// The log's size with what has been appended.
  public var size: UInt64 { head.size }

  /// Appends an event of this device.
  ///
  /// - Parameters:
  ///   - kind: What the event does.
  ///   - entity: The object's entity; empty where the event concerns none.
  ///   - object: The object; zero where the event concerns none.
  ///   - values: The properties that it sets, by name.
  ///   - salt: 16 random bytes.
  ///   - cause: The event that this one takes back.
  ///   - seen: For each other device, its last event on the object that this state has applied.
  ///   - transaction: The write transaction of the commit.
  /// - Returns: The event at its place.
  public mutating func append(
    _ kind: EventKind, entity: String, object: ObjectID, values: PropertyValues, salt: ObjectID,
    cause: EventIdentity? = nil, seen: [EventIdentity] = [],
    in transaction: borrowing WriteTransaction
  ) throws -> Event {
    guard localCount < Self.commitLimit else {
      throw EventLogError.tooLarge(
        what: "a commit", size: Int(localCount) + 1, limit: Int(Self.commitLimit))
    }
    payloadWriter.removeAll()
    try payloadWriter.payload(salt: salt, values: values)
    let header = EventHeader(
      commit: commit, kind: kind,
      identity: EventIdentity(device: device, counter: commit + localCount),
      stamp: clock.tick(at: recorded), recorded: recorded, entity: entity, object: object,
      digest: SHA256.digest(of: payloadWriter.bytes), actor: actor, cause: cause, seen: seen)
    headerWriter.removeAll()
    headerWriter.header(header)
    let sequence = try write(
      header, headerWriter.bytes, payload: payloadWriter.bytes, in: transaction)
    localCount += 1
    return Event(
      sequence: sequence, header: header, payload: EventPayload(salt: salt, values: values))
  }

  /// Appends an event of any device, as another log holds it.
  ///
  /// - Parameters:
  ///   - bytes: Its header's bytes, which the tree commits to.
  ///   - payload: Its payload's bytes, nil where they are erased.
  ///   - transaction: The write transaction of the commit.
  /// - Returns: The place of the event, and whether it is new: one that is there already with the
  ///   same bytes is left as it is.
  /// - Throws: `EventLogError.identityTaken` where another event has its identity, `.counterGap`
  ///   where events of its device before it are missing, `.unfitEvent` where it cannot be read.
  public mutating func append(
    header bytes: [UInt8], payload: [UInt8]?, in transaction: borrowing WriteTransaction
  ) throws -> (event: Event, isNew: Bool) {
    let header = try EventLog.header(bytes)
    var values: EventPayload?
    if let payload {
      guard SHA256.digest(of: payload) == header.digest else {
        throw EventLogError.unfitEvent(
          header.identity, reason: "its payload is not the one of its header's digest")
      }
      values = try EventLog.payload(payload, of: header.identity)
    }
    try fileRun(in: transaction)
    if let sequence = try log.sequence(of: header.identity, in: transaction.reading) {
      let stored = try log.headerBytes(at: sequence, in: transaction.reading)
      guard stored == bytes else {
        throw EventLogError.identityTaken(
          header.identity, at: sequence, reason: "the headers differ")
      }
      return (Event(sequence: sequence, header: header, payload: values), false)
    }
    let expected = try log.count(of: header.identity.device, in: transaction.reading)
    guard header.identity.counter == expected else {
      throw EventLogError.counterGap(
        device: header.identity.device, expected: expected, found: header.identity.counter)
    }
    let sequence = try write(header, bytes, payload: payload, in: transaction)
    return (Event(sequence: sequence, header: header, payload: values), true)
  }

  private mutating func write(
    _ header: EventHeader, _ bytes: [UInt8], payload: [UInt8]?,
    in transaction: borrowing WriteTransaction
  ) throws -> SequenceNumber {
    let sequence = SequenceNumber(head.size)
    try transaction.append(at: sequence.rawValue, bytes, in: log.events)
    if let payload {
      try transaction.append(at: sequence.rawValue, payload, in: log.payloads)
    }
    if header.kind.concernsObject {
      try transaction.putRising(
        EventLog.historyKey(header.object, sequence), [UInt8](), in: log.history)
    }
    let log = log
    try head.append(leaf: Digest.leaf(bytes)) { level, index, digest in
      if level >= EventLog.lowestMerkleLevel {
        try transaction.put(
          EventLog.merkleKey(level: level, index: index), digest.bytes, in: log.merkle)
      }
    }
    if let open = run, open.endCounter == header.identity.counter,
      open.first.device == header.identity.device
    {
      run?.count += 1
    } else {
      try fileRun(in: transaction)
      run = IdentityRun(first: header.identity, sequence: sequence, count: 1)
    }
    return sequence
  }

  private mutating func fileRun(in transaction: borrowing WriteTransaction) throws {
    guard let open = run else { return }
    let last = try log.run(atOrBefore: open.first, in: transaction.reading)
    try log.file(open, after: last, in: transaction)
    run = nil
  }

  /// Writes what is kept once for all events appended: the head, and the last run.
  public mutating func finish(in transaction: borrowing WriteTransaction) throws {
    try fileRun(in: transaction)
    try log.write(head, in: transaction)
  }
}
