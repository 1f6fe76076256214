public import EventLog
public import Model

/// What entities and properties of earlier models are called today.
///
/// An event keeps the names of its time for ever. A rename that stands later in the log than the
/// event applies to it; a rename before it does not, so an old name may be given to something new.
public struct NameHistory: Sendable {
  /// The renames, by the sequence of the event that made them, ascending.
  public private(set) var renames: [(sequence: SequenceNumber, names: ModelRenames)]

  /// Starts without any.
  public init() {
    renames = []
  }

  /// Whether nothing was ever renamed.
  public var isEmpty: Bool { renames.isEmpty }

  /// Adds the renames of a model change, which stands behind all others.
  public mutating func append(_ names: ModelRenames, at sequence: SequenceNumber) {
    if !names.isEmpty { renames.append((sequence, names)) }
  }

  /// What the entity of an event at `sequence` is called today.
  public func entity(_ name: String, at sequence: SequenceNumber) -> String {
    var name = name
    for change in renames where change.sequence > sequence {
      name = change.names.entities[name] ?? name
    }
    return name
  }

  /// What the properties in the payload of an event at `sequence` are called today, where it
  /// differs.
  public func properties(
    _ keys: some Sequence<String>, of entity: String, at sequence: SequenceNumber
  ) -> [String: String] {
    if renames.isEmpty { return [:] }
    var today: [String: String] = [:]
    for key in keys {
      var name = key
      var entity = entity
      for change in renames where change.sequence > sequence {
        entity = change.names.entities[entity] ?? entity
        name = change.names.properties[entity]?[name] ?? name
      }
      if name != key { today[key] = name }
    }
    return today
  }
}
