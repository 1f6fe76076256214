public import EventLog
public import Model

/// What entities and properties of earlier models are called today.
///
/// An event keeps the names of its time for ever. A rename that was written later than the event,
/// by (stamp, device, counter), applies to it; an earlier one does not, so an old name may be given to
/// something new. The order in which a log holds the two is of no account.
public struct NameHistory: Sendable {
  /// The renames, in the order in which they were written.
  private var renames: [(stamp: UInt64, identity: EventIdentity, names: ModelRenames)]

  /// Starts without any.
  public init() {
    renames = []
  }

  /// Whether nothing was ever renamed.
  public var isEmpty: Bool { renames.isEmpty }

  /// Adds the renames of a model change, which was written later than all others.
  public mutating func append(_ names: ModelRenames, stamp: UInt64, identity: EventIdentity) {
    if !names.isEmpty { renames.append((stamp, identity, names)) }
  }

  /// What the entity of an event is called today.
  public func entity(of event: EventHeader) -> String {
    var name = event.entity
    for change in renames where event.precedes(change.stamp, change.identity) {
      name = change.names.entities[name] ?? name
    }
    return name
  }

  /// What the properties in the payload of an event are called today, where it differs.
  public func properties(_ keys: some Sequence<String>, of event: EventHeader) -> [String: String] {
    if renames.isEmpty { return [:] }
    var today: [String: String] = [:]
    for key in keys {
      var name = key
      var entity = event.entity
      for change in renames where event.precedes(change.stamp, change.identity) {
        entity = change.names.entities[entity] ?? entity
        name = change.names.properties[entity]?[name] ?? name
      }
      if name != key { today[key] = name }
    }
    return today
  }
}

extension EventHeader {
  fileprivate func precedes(_ stamp: UInt64, _ identity: EventIdentity) -> Bool {
    self.stamp != stamp ? self.stamp < stamp : self.identity < identity
  }
}
