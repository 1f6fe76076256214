public import EventLog
public import Model

/// An object as a reader sees it: everything it shows, derived values included.
public struct Record: Sendable, Hashable {
  /// Who it is.
  public var id: ObjectID
  /// What kind of object it is.
  public var entity: String
  /// The sequence of its last event.
  public var version: SequenceNumber
  /// Its values by name: stored and derived attributes and relationships; what has no value is left
  /// out.
  public var values: PropertyValues

  /// Makes a record.
  public init(id: ObjectID, entity: String, version: SequenceNumber, values: PropertyValues) {
    self.id = id
    self.entity = entity
    self.version = version
    self.values = values
  }
}
