import EventLog
import Model

/// What a set of events says of one object.
///
/// State is a function of the *set* of events, not of the order in which a log holds them: an event
/// counts for those that know it, and where two devices wrote without knowing of each other the
/// greatest (stamp, device, counter) is shown. On one device that is "the last event wins".
struct ObjectFold {
  /// The object, nil where it never was, is deleted, or is erased.
  private(set) var object: StoredObject?
  /// The stamps of the writes that gave the properties their values, by name.
  private(set) var stamps: [String: UInt64] = [:]
  /// For properties that were written apart on two devices, the values not shown, greatest first.
  private(set) var conflicts: [String: [StoredValue]] = [:]

  /// Folds events of one object, ascending by sequence.
  ///
  /// - Complexity: O(events) where each knows those before it, else O(events²) for the few objects
  ///   that were edited apart.
  init(_ events: [Event], names: NameHistory) {
    if events.contains(where: { $0.header.kind == .erased }) { return }
    // The latest counter of each device: an event that knows these knows all before it.
    var latest: [DeviceID: UInt64] = [:]
    var isLinear = true
    for event in events {
      let header = event.header
      isLinear = latest.allSatisfy {
        header.knows(EventIdentity(device: $0.key, counter: $0.value))
      }
      if !isLinear { break }
      latest[header.identity.device] = header.identity.counter
    }
    if isLinear { foldInOrder(events, names: names) } else { foldApart(events, names: names) }
    guard let last = events.last, object != nil else { return }
    object?.version = last.sequence
    object?.otherVersions = Self.otherVersions(events)
  }

  private mutating func foldInOrder(_ events: [Event], names: NameHistory) {
    // Deletion decides existence only: values live on for an event that brings the object back.
    var current: StoredObject?
    var exists = false
    for event in events {
      let header = event.header
      guard header.kind != .deleted else {
        exists = false
        continue
      }
      // Without its payload an earlier version is forgotten; a later event carries what there is.
      guard let values = event.payload?.values else { continue }
      let entity = names.entity(of: header)
      if current == nil || header.kind != .updated {
        current = StoredObject(id: header.object, entity: entity, version: event.sequence)
        stamps = [:]
      }
      exists = true
      let today = names.properties(
        values.lazy.map(\.name), of: header)
      current?.entity = entity
      current?.values.apply(values, at: event.sequence, names: today)
      for (key, _) in values { stamps[today[key] ?? key] = header.stamp }
    }
    object = exists ? current : nil
  }

  private mutating func foldApart(_ events: [Event], names: NameHistory) {
    let writes = events.filter { $0.header.kind != .deleted && $0.payload != nil }
    let deletions = events.filter { $0.header.kind == .deleted }
    let lives = writes.contains { write in
      !deletions.contains { $0.header.knows(write.header.identity) }
    }
    guard lives, let last = writes.last else { return }
    // What kind of object it is goes as a value that every write writes.
    let latest =
      writes.filter { write in
        !writes.contains { $0.header.knows(write.header.identity) }
      }.max { Self.precedes($0.header, $1.header) } ?? last

    var attributes: [String: [(write: Event, key: String?)]] = [:]
    var today: [[String: String]] = []
    var allNames: Set<String> = []
    for write in writes {
      guard let values = write.payload?.values else { continue }
      let translated = names.properties(
        values.lazy.map(\.name), of: write.header)
      today.append(translated)
      for (key, _) in values { allNames.insert(translated[key] ?? key) }
    }
    for (write, translated) in zip(writes, today) {
      guard let values = write.payload?.values else { continue }
      var written: Set<String> = []
      for (key, _) in values {
        let name = translated[key] ?? key
        attributes[name, default: []].append((write, key))
        written.insert(name)
      }
      // Inserting and condensing write every attribute: nil where they carry none.
      if write.header.kind != .updated {
        for name in allNames.subtracting(written) {
          attributes[name, default: []].append((write, nil))
        }
      }
    }

    var result = StoredObject(
      id: last.header.object, entity: names.entity(of: latest.header),
      version: last.sequence)
    for (name, candidates) in attributes {
      var remaining = candidates.filter { candidate in
        !candidates.contains { $0.write.header.knows(candidate.write.header.identity) }
      }
      remaining.sort { Self.precedes($1.write.header, $0.write.header) }
      guard let winner = remaining.first else { continue }
      result.values[name] = Self.value(of: winner)
      stamps[name] = winner.write.header.stamp
      let shown = Self.plainValue(of: winner)
      let others = remaining.dropFirst().filter { Self.plainValue(of: $0) != shown }
      if !others.isEmpty { conflicts[name] = others.compactMap { Self.value(of: $0) } }
    }
    object = result
  }

  private static func plainValue(of candidate: (write: Event, key: String?)) -> Value {
    candidate.key.flatMap { candidate.write.payload?.values[$0] } ?? .null
  }

  private static func value(of candidate: (write: Event, key: String?)) -> StoredValue? {
    let value = plainValue(of: candidate)
    guard let key = candidate.key, !value.isNull else { return nil }
    return StoredValue(value, under: key, at: candidate.write.sequence)
  }

  /// Whether `left` gives way to `right` where neither knows the other.
  private static func precedes(_ left: EventHeader, _ right: EventHeader) -> Bool {
    if left.stamp != right.stamp { return left.stamp < right.stamp }
    return left.identity < right.identity
  }

  static func otherVersions(_ events: [Event]) -> [SequenceNumber] {
    guard let last = events.last else { return [] }
    var latest: [DeviceID: SequenceNumber] = [:]
    for event in events where event.header.identity.device != last.header.identity.device {
      latest[event.header.identity.device] = event.sequence
    }
    return latest.values.sorted()
  }
}
