public import Model

/// An immutable fact at its place in the log.
public struct Event: Sendable {
  /// The place.
  public var sequence: SequenceNumber
  /// What the tree commits to.
  public var header: EventHeader
  /// The values and their salt, nil where they are erased.
  public var payload: EventPayload?

  /// Makes an event.
  @inlinable
  public init(sequence: SequenceNumber, header: EventHeader, payload: EventPayload?) {
    self.sequence = sequence
    self.header = header
    self.payload = payload
  }
}

/// What an event carries beside its header: values, and a salt that makes their digest unguessable
/// once they are erased.
public struct EventPayload: Sendable, Hashable {
  /// 16 random bytes.
  public var salt: ObjectID
  /// The values by name; null clears.
  public var values: PropertyValues

  /// Makes a payload.
  @inlinable
  public init(salt: ObjectID, values: PropertyValues) {
    self.salt = salt
    self.values = values
  }
}
