public import MerkleTree
public import Model

/// What the Merkle tree commits to: everything about an event but its values, of which it carries
/// the digest.
///
/// The same bytes on every replica.
public struct EventHeader: Sendable, Hashable {
  /// The origin counter of the first event of the same commit.
  public var commit: UInt64
  /// What has happened.
  public var kind: EventKind
  /// Who the event is, everywhere.
  public var identity: EventIdentity
  /// The hybrid clock's reading: rising in the log of each device.
  public var stamp: UInt64
  /// The wall clock's reading, microseconds since 1970, one for the whole commit.
  public var recorded: Int64
  /// The entity's name as it was then; empty where the event speaks of no object.
  public var entity: String
  /// The object; zero where the event speaks of none.
  public var object: ObjectID
  /// SHA-256 of the payload's bytes.
  public var digest: Digest
  /// Who made the commit, where it was said.
  public var actor: String?
  /// The event that this one undoes, restores or erases.
  public var cause: EventIdentity?
  /// For each *other* device, its last event on this object that the author had applied; by device.
  public var seen: [EventIdentity]

  /// Makes a header.
  @inlinable
  public init(
    commit: UInt64, kind: EventKind, identity: EventIdentity, stamp: UInt64, recorded: Int64,
    entity: String, object: ObjectID, digest: Digest, actor: String? = nil,
    cause: EventIdentity? = nil, seen: [EventIdentity] = []
  ) {
    self.commit = commit
    self.kind = kind
    self.identity = identity
    self.stamp = stamp
    self.recorded = recorded
    self.entity = entity
    self.object = object
    self.digest = digest
    self.actor = actor
    self.cause = cause
    self.seen = seen
  }

  /// Whether the author of this event had applied `other`, an event of the same object.
  public func knows(_ other: EventIdentity) -> Bool {
    if other.device == identity.device { return other.counter < identity.counter }
    return seen.contains { $0.device == other.device && $0.counter >= other.counter }
  }
}
