package import CBOR
package import MerkleTree
package import Model

/// The keys of a header's map.
private enum HeaderKey {
  static let commit: UInt64 = 1
  static let kind: UInt64 = 2
  static let device: UInt64 = 3
  static let counter: UInt64 = 4
  static let stamp: UInt64 = 5
  static let recorded: UInt64 = 6
  static let entity: UInt64 = 7
  static let object: UInt64 = 8
  static let digest: UInt64 = 9
  static let actor: UInt64 = 10
  static let cause: UInt64 = 11
  static let seen: UInt64 = 12
}

extension CBORWriter {
  /// Writes a header.
  package mutating func header(_ header: EventHeader) {
    let optional = [header.actor != nil, header.cause != nil, !header.seen.isEmpty]
    map(count: 9 + optional.count { $0 })
    unsigned(HeaderKey.commit)
    unsigned(header.commit)
    unsigned(HeaderKey.kind)
    unsigned(header.kind.rawValue)
    unsigned(HeaderKey.device)
    identity(header.identity.device.bits)
    unsigned(HeaderKey.counter)
    unsigned(header.identity.counter)
    unsigned(HeaderKey.stamp)
    unsigned(header.stamp)
    unsigned(HeaderKey.recorded)
    int(header.recorded)
    unsigned(HeaderKey.entity)
    text(header.entity)
    unsigned(HeaderKey.object)
    identity(header.object)
    unsigned(HeaderKey.digest)
    bytes.append(0x58)
    bytes.append(32)
    header.digest.append(to: &bytes)
    if let actor = header.actor {
      unsigned(HeaderKey.actor)
      text(actor)
    }
    if let cause = header.cause {
      unsigned(HeaderKey.cause)
      eventIdentity(cause)
    }
    if !header.seen.isEmpty {
      unsigned(HeaderKey.seen)
      array(count: header.seen.count)
      for identity in header.seen { eventIdentity(identity) }
    }
  }

  private mutating func eventIdentity(_ value: EventIdentity) {
    array(count: 2)
    identity(value.device.bits)
    unsigned(value.counter)
  }
}

extension EventHeader {
  /// Reads a header.
  ///
  /// Keys that this build does not know are passed by: a later writer of the format may add some.
  ///
  /// - Throws: `CBORError` where the bytes are not deterministic CBOR or lack something;
  ///   `EventLogError.unknownFormat` for a kind of event that this build does not know.
  package init(decoding bytes: Span<UInt8>) throws {
    var cursor = CBORCursor()
    var commit: UInt64?
    var kind: UInt64?
    var device: ObjectID?
    var counter: UInt64?
    var stamp: UInt64?
    var recorded: Int64?
    var entity: String?
    var object: ObjectID?
    var digest: Digest?
    var actor: String?
    var cause: EventIdentity?
    var seen: [EventIdentity] = []
    var order = CBORKeyOrder()
    for _ in 0..<(try cursor.mapCount(in: bytes)) {
      let start = cursor.offset
      let key = try cursor.majorType(in: bytes) == .unsigned ? try cursor.unsigned(in: bytes) : nil
      if key == nil { try cursor.skip(in: bytes) }
      try order.follow(start..<cursor.offset, in: bytes)
      switch key {
      case HeaderKey.commit: commit = try cursor.unsigned(in: bytes)
      case HeaderKey.kind: kind = try cursor.unsigned(in: bytes)
      case HeaderKey.device: device = try cursor.identity(in: bytes)
      case HeaderKey.counter: counter = try cursor.unsigned(in: bytes)
      case HeaderKey.stamp: stamp = try cursor.unsigned(in: bytes)
      case HeaderKey.recorded: recorded = try cursor.int(in: bytes)
      case HeaderKey.entity: entity = try cursor.text(in: bytes)
      case HeaderKey.object: object = try cursor.identity(in: bytes)
      case HeaderKey.digest: digest = try cursor.digest(in: bytes)
      case HeaderKey.actor: actor = try cursor.text(in: bytes)
      case HeaderKey.cause: cause = try cursor.eventIdentity(in: bytes)
      case HeaderKey.seen:
        let count = try cursor.arrayCount(in: bytes)
        for _ in 0..<count { seen.append(try cursor.eventIdentity(in: bytes)) }
      default: try cursor.skip(in: bytes)
      }
    }
    try cursor.expectEnd(of: bytes)
    guard let commit, let kind, let device, let counter, let stamp, let recorded, let entity,
      let object, let digest
    else {
      throw CBORError(.unexpected(found: .map, expected: "keys 1 to 9 of a header"), at: 0)
    }
    guard commit <= counter else {
      throw CBORError(
        .unexpected(found: .unsigned, expected: "a commit that begins at \(counter) or before"),
        at: 0)
    }
    // There must be a stamp behind every other.
    guard stamp < .max, counter < .max else { throw CBORError(.integerOutOfRange, at: 0) }
    guard let kind = EventKind(rawValue: kind) else {
      throw EventLogError.unknownFormat(found: "2 or later (event kind \(kind))")
    }
    self.init(
      commit: commit, kind: kind,
      identity: EventIdentity(device: DeviceID(device), counter: counter), stamp: stamp,
      recorded: recorded, entity: entity, object: object, digest: digest, actor: actor,
      cause: cause, seen: seen)
  }
}

/// What an event is about, read from its header without the rest of it: for passes over the whole log.
package struct EventSubject: Sendable {
  /// What has happened.
  package var kind: EventKind?
  /// The hybrid clock's reading.
  package var stamp: UInt64 = 0
  /// The entity's name as it was then.
  package var entity = ""
  /// The object.
  package var object = ObjectID.zero

  /// Reads a header as far as its eighth key.
  ///
  /// Nothing beyond that is looked at.
  ///
  /// - Parameter likelyEntity: The entity that it often is, which then need not be made anew.
  package init(header bytes: Span<UInt8>, likelyEntity: String) throws(CBORError) {
    var cursor = CBORCursor()
    for _ in 0..<(try cursor.mapCount(in: bytes)) {
      switch try cursor.unsigned(in: bytes) {
      case HeaderKey.kind: kind = EventKind(rawValue: try cursor.unsigned(in: bytes))
      case HeaderKey.stamp: stamp = try cursor.unsigned(in: bytes)
      case HeaderKey.commit, HeaderKey.counter: _ = try cursor.unsigned(in: bytes)
      case HeaderKey.recorded: _ = try cursor.int(in: bytes)
      case HeaderKey.device: _ = try cursor.byteStringRange(in: bytes)
      case HeaderKey.entity:
        let start = cursor.offset
        let range = try cursor.uncheckedTextRange(in: bytes)
        if likelyEntity.utf8Span.span.elementsEqual(bytes.extracting(range)) {
          entity = likelyEntity
        } else {
          cursor.offset = start
          entity = try cursor.text(in: bytes)
        }
      case HeaderKey.object:
        object = try cursor.identity(in: bytes)
        return
      default: try cursor.skip(in: bytes)
      }
    }
  }
}

extension Span<UInt8> {
  func elementsEqual(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for place in indices where self[place] != other[place] { return false }
    return true
  }
}

extension CBORCursor {
  fileprivate mutating func eventIdentity(
    in bytes: Span<UInt8>
  ) throws(CBORError) -> EventIdentity {
    let start = offset
    guard try arrayCount(in: bytes) == 2 else {
      throw CBORError(.unexpected(found: .array, expected: "device and counter"), at: start)
    }
    let device = DeviceID(try identity(in: bytes))
    return EventIdentity(device: device, counter: try unsigned(in: bytes))
  }

  package mutating func digest(in bytes: Span<UInt8>) throws(CBORError) -> Digest {
    let start = offset
    guard let digest = Digest(bytes: try byteString(in: bytes)) else {
      throw CBORError(.unexpected(found: .byteString, expected: "32 bytes"), at: start)
    }
    return digest
  }
}
