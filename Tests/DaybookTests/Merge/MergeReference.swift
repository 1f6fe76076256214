import Daybook

/// "State is a function of the set of events", word by word and as slowly as it comes.
struct MergeReference {
  /// One event of an object, as far as its state is concerned.
  struct Fact {
    var kind: EventKind
    var entity = "hero"
    var object: ObjectID
    var identity: EventIdentity
    var stamp: UInt64
    var values: [String: Value]
    var seen: [EventIdentity]

    /// Whether `other`, of the same object, is known to this one.
    func knows(_ other: Fact) -> Bool {
      if other.identity.device == identity.device {
        return other.identity.counter < identity.counter
      }
      return seen.contains {
        $0.device == other.identity.device && $0.counter >= other.identity.counter
      }
    }

    var isWrite: Bool { kind == .inserted || kind == .condensed || kind == .updated }

    /// Whether the event writes an attribute, and what: nil where it does not.
    func written(_ name: String) -> Value? {
      switch kind {
      case .updated: values[name]
      case .inserted, .condensed: values[name] ?? .null
      default: nil
      }
    }
  }

  /// What a set of events of one object says of it, nil where it is gone.
  static func state(_ facts: [Fact]) -> [String: Value]? {
    if facts.contains(where: { $0.kind == .erased }) { return nil }
    let writes = facts.filter(\.isWrite)
    let deletions = facts.filter { $0.kind == .deleted }
    // Gone where every write on it is known to some deletion.
    if writes.allSatisfy({ write in deletions.contains { $0.knows(write) } }) { return nil }
    var values: [String: Value] = [:]
    for name in Set(writes.flatMap(\.values.keys)) {
      let candidates = writes.filter { $0.written(name) != nil }
      let unknown = candidates.filter { write in !candidates.contains { $0.knows(write) } }
      let shown = unknown.max {
        ($0.stamp, $0.identity.device, $0.identity.counter)
          < ($1.stamp, $1.identity.device, $1.identity.counter)
      }
      if let value = shown?.written(name), value != .null { values[name] = value }
    }
    return values
  }
}
