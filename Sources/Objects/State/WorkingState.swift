import CBOR
public import EventLog
public import LMDB
public import Model

/// The objects before and after the commit at hand: those of a snapshot, under what commits since
/// have changed, in memory.
///
/// The one fold of the project. A writer applies its own events to it and then flushes it; a
/// follower applies the events of other processes to a snapshot that it has shown; a replay applies
/// those of the past. Each sees, of every touched object, what it was and what it is.
///
/// Memory is proportional to the objects touched, not to those there are.
public struct WorkingState {
  /// The two states that a commit lies between.
  public enum Side: Sendable, Hashable {
    /// Before the commit at hand.
    case before
    /// After what has been applied of it.
    case after
  }

  /// One object that the commit at hand touches.
  public struct Touched: Sendable {
    /// Who it is.
    public var id: ObjectID
    /// The object before the commit, nil where it was not there.
    public var before: StoredObject?
    /// The object after what has been applied, nil where it is not there.
    public var after: StoredObject?
    /// Whether an event speaks of it; else only references to it have changed.
    public var isWritten: Bool
  }

  /// One reference, as filed under its target.
  struct Reference: Hashable, Sendable {
    var key: String
    var source: ObjectID
  }

  /// The projections of the snapshot below.
  public let store: ObjectStore
  /// The log that events and payloads are read from, in the snapshot handed in as `log`.
  public let log: EventLog
  /// The log of the snapshot below, for payloads that the later one has forgotten; nil where both are
  /// one, or the snapshot below has none.
  private let earlierLog: EventLog?
  /// Whether only one device has ever written, so that every event knows those before it.
  private var isSingleDevice = false
  /// The greatest identity of which the log has an event, where that was looked up.
  private var greatestKnown: ObjectID?

  private var lastRules: EntityRules?

  private var settledObjects: [ObjectID: StoredObject?] = [:]
  private var settledReferences: [ObjectID: [Reference: UInt64?]] = [:]
  private var pendingReferences: [ObjectID: [Reference: UInt64?]] = [:]
  /// The objects that the commit at hand touches, in the order in which it came to them.
  public private(set) var touched: [Touched] = []
  /// Where each of them stands.
  private var places: [ObjectID: Int] = [:]
  /// The objects that it writes, in the order of their first event.
  public private(set) var written: [ObjectID] = []

  /// Starts on a snapshot.
  ///
  /// - Parameters:
  ///   - store: The projections of the snapshot.
  ///   - log: The log whose events will be applied.
  ///   - earlierLog: The log of the snapshot below, where that is another environment's.
  public init(_ store: ObjectStore, log: EventLog, earlierLog: EventLog? = nil) {
    self.store = store
    self.log = log
    self.earlierLog = earlierLog
  }

  /// Makes room for so many objects that a commit may touch.
  public mutating func reserveCapacity(_ count: Int) {
    touched.reserveCapacity(count)
    places.reserveCapacity(count)
    written.reserveCapacity(count)
  }

  /// Looks whether only one device has ever written, so that every event knows those before it and
  /// nothing need be asked of the log.
  ///
  /// Without this every event is asked about.
  ///
  /// - Parameters:
  ///   - writer: The device whose events are about to be appended, for a writer.
  ///   - later: A snapshot of the log that has the events to be applied.
  public mutating func noteDevices(
    writer: DeviceID? = nil, log later: borrowing ReadTransaction
  ) throws {
    var devices = Set(try log.devices(in: later))
    if let writer { devices.insert(writer) }
    isSingleDevice = devices.count <= 1
  }

  /// Notes that events of other devices may follow, whoever has written so far.
  public mutating func expectOtherDevices() { isSingleDevice = false }

  /// Looks up the greatest identity that the log knows, so that nothing need be asked about greater
  /// ones: identities made here rise (RFC 9562 §5.7), and most that are inserted are new.
  ///
  /// - Precondition: The snapshot below is that of the log.
  public mutating func noteGreatestObject(log later: borrowing ReadTransaction) throws {
    greatestKnown = try log.greatestObject(in: later) ?? .zero
  }

  /// Whether it is certain, without a look at the disk, that nothing was ever known of an object.
  func isNew(_ id: ObjectID) -> Bool {
    greatestKnown.map { id > $0 } ?? false && places[id] == nil
  }

  // MARK: - Reading

  /// An object on one side of the commit at hand.
  ///
  /// - Parameter base: The snapshot below.
  public func object(
    _ id: ObjectID, _ side: Side, in base: borrowing ReadTransaction
  ) throws -> StoredObject? {
    if let place = places[id] {
      return side == .before ? touched[place].before : touched[place].after
    }
    return try settledObject(id, in: base)
  }

  /// What the commit at hand does to an object, nil where it does not touch it.
  public func touched(_ id: ObjectID) -> Touched? { places[id].map { touched[$0] } }

  private func settledObject(
    _ id: ObjectID, in base: borrowing ReadTransaction
  ) throws -> StoredObject? {
    if !settledObjects.isEmpty, let settled = settledObjects[id] { return settled }
    if let greatestKnown, id > greatestKnown { return nil }
    return try store.object(id, in: base)
  }

  /// The value that a stored one stands for: from the log, or from the snapshot below where the log
  /// has forgotten it since.
  public func resolve(
    _ value: StoredValue, base: borrowing ReadTransaction, log later: borrowing ReadTransaction
  ) throws -> Value {
    switch value {
    case .value(let value): return value
    case .payload(let sequence, let key):
      if let value = try log.value(under: key, at: sequence, in: later) { return value }
      if let value = try earlierLog?.value(under: key, at: sequence, in: base) { return value }
      throw StoredValue.missing(key, at: sequence)
    }
  }

  /// The value of a property that an object keeps or shows; derived ones are not known here.
  ///
  /// - Returns: A to-one reference as a uuid, to-many ones as a list of uuids in their order, null
  ///   where there is none or the object is not there.
  public func value(
    of id: ObjectID, _ property: String, _ side: Side,
    base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> Value {
    guard let object = try object(id, side, in: base) else { return .null }
    if let value = object.values[property] { return try resolve(value, base: base, log: log) }
    guard let shown = store.rules[object.entity]?.shown(property) else { return .null }
    let members = try members(of: id, shown, side, in: base)
    if shown.relationship.isToMany {
      return members.isEmpty ? .null : .list(members.map(Value.uuid))
    }
    return members.first.map(Value.uuid) ?? .null
  }

  /// The objects whose references a relationship shows, in its order: that of joining where the
  /// other side is to-one, else that of identities.
  private func members(
    of id: ObjectID, _ shown: EntityRules.ShownRelationship, _ side: Side,
    in base: borrowing ReadTransaction
  ) throws -> [ObjectID] {
    var members = try references(to: id, side, in: base).filter { $0.key.key == shown.key }
      .map { (source: $0.key.source, stamp: $0.value) }
    if shown.source.isToMany {
      members.sort { $0.source < $1.source }
    } else {
      members.sort { ($0.stamp, $0.source) < ($1.stamp, $1.source) }
    }
    return members.map(\.source)
  }

  /// Every stored reference to an object, with the stamp of the write that made it.
  func references(
    to target: ObjectID, _ side: Side, in base: borrowing ReadTransaction
  ) throws -> [Reference: UInt64] {
    var references = try store.references(to: target, in: base)
    for (reference, stamp) in settledReferences[target] ?? [:] { references[reference] = stamp }
    if side == .after {
      for (reference, stamp) in pendingReferences[target] ?? [:] { references[reference] = stamp }
    }
    return references
  }

  /// The objects that refer to `target` through a stored relationship of this owner and name.
  public func sources(
    of target: ObjectID, through relationship: Relationship, _ side: Side,
    in base: borrowing ReadTransaction
  ) throws -> [ObjectID] {
    try references(to: target, side, in: base).keys
      .filter { $0.key == relationship.key }.map(\.source).sorted()
  }

  /// The objects from which a relationship leads to `target`, wherever its references are kept.
  public func origins(
    of target: ObjectID, through relationship: Relationship, _ side: Side,
    in base: borrowing ReadTransaction
  ) throws -> [ObjectID] {
    switch relationship.storage {
    case .stored: return try sources(of: target, through: relationship, side, in: base)
    case .inverse(let name):
      return try object(target, side, in: base)?.values.references(name) ?? []
    }
  }

  // MARK: - Applying

  /// Applies one event of the commit at hand.
  ///
  /// - Parameters:
  ///   - event: The event, in the log already. Kinds that speak of no object change nothing here.
  ///   - base: The snapshot below.
  ///   - later: A snapshot of the log that has the event.
  public mutating func apply(
    _ event: Event, base: borrowing ReadTransaction, log later: borrowing ReadTransaction
  ) throws {
    let header = event.header
    guard header.kind.concernsObject else { return }
    let id = header.object
    let place = try touch(id, isWritten: true, in: base)
    let current = touched[place].after

    var otherVersions: [SequenceNumber] = []
    if !isSingleDevice {
      let frontier = try frontier(of: id, current, before: event.sequence, log: later)
      guard frontier.values.allSatisfy({ header.knows($0.identity) }) else {
        let events = try log.events(of: id, through: event.sequence, in: later)
        let fold = ObjectFold(events, names: store.names)
        touched[place].after = fold.object
        try replace(referencesOf: current, with: fold.object, in: base) { fold.stamps[$0] ?? 0 }
        return
      }
      otherVersions = frontier.values.filter { $0.identity.device != header.identity.device }
        .map(\.sequence).sorted()
    }

    var next: StoredObject?
    switch header.kind {
    case .deleted, .erased:
      next = nil
    case .inserted, .condensed, .updated:
      // Where the payload is forgotten there is nothing to apply: a later event carries it.
      guard let values = event.payload?.values else { return }
      let entity = store.names.entity(of: header)
      if header.kind == .updated {
        next = try current ?? revived(id, before: event.sequence, log: later)
      }
      if next == nil { next = StoredObject(id: id, entity: entity, version: event.sequence) }
      next?.entity = entity
      next?.version = event.sequence
      next?.values.apply(
        values, at: event.sequence,
        names: store.names.isEmpty
          ? [:] : store.names.properties(values.lazy.map(\.name), of: header))
      next?.otherVersions = otherVersions
    case .modelChanged, .viewChanged:
      return
    }
    touched[place].after = next
    if relationships(of: current).isEmpty && relationships(of: next).isEmpty { return }
    let writtenNames = event.payload?.values
    try replace(referencesOf: current, with: next, in: base) { name in
      // Only what this event writes is joined anew.
      writtenNames?[name] != nil ? header.stamp : nil
    }
  }

  /// What a deleted object was, for an update that brings it back.
  private func revived(
    _ id: ObjectID, before sequence: SequenceNumber, log later: borrowing ReadTransaction
  ) throws -> StoredObject? {
    guard sequence > .first else { return nil }
    let events = try log.events(
      of: id, through: SequenceNumber(sequence.rawValue - 1), in: later)
    return ObjectFold(events.filter { $0.header.kind != .deleted }, names: store.names).object
  }

  /// The last events of each device on an object, before the one at `sequence`.
  private func frontier(
    of id: ObjectID, _ current: StoredObject?, before sequence: SequenceNumber,
    log later: borrowing ReadTransaction
  ) throws -> [DeviceID: (sequence: SequenceNumber, identity: EventIdentity)] {
    let versions =
      if let current { current.otherVersions + [current.version] } else {
        try log.history(of: id, in: later).filter { $0 < sequence }
      }
    var frontier: [DeviceID: (sequence: SequenceNumber, identity: EventIdentity)] = [:]
    for version in versions {
      let identity = try log.header(at: version, in: later).identity
      frontier[identity.device] = (version, identity)
    }
    return frontier
  }

  /// For each device but `device`, the last event on an object that this state has applied.
  public func seen(
    of id: ObjectID, by device: DeviceID, before sequence: SequenceNumber,
    base: borrowing ReadTransaction, log later: borrowing ReadTransaction
  ) throws -> [EventIdentity] {
    if isSingleDevice { return [] }
    let current = try object(id, .after, in: base)
    return try frontier(of: id, current, before: sequence, log: later).values
      .map(\.identity).filter { $0.device != device }.sorted()
  }

  /// Marks an object as touched and tells where it stands among the touched.
  @discardableResult
  private mutating func touch(
    _ id: ObjectID, isWritten: Bool, in base: borrowing ReadTransaction
  ) throws -> Int {
    if let place = places[id] {
      if isWritten && !touched[place].isWritten {
        touched[place].isWritten = true
        written.append(id)
      }
      return place
    }
    let object = try settledObject(id, in: base)
    places[id] = touched.count
    touched.append(Touched(id: id, before: object, after: object, isWritten: isWritten))
    if isWritten { written.append(id) }
    return touched.count - 1
  }

  /// Puts an object's references in place of those that it had, and marks as touched the objects at
  /// their ends.
  ///
  /// - Parameter stamp: The stamp of the write that gave a relationship its value, nil where the
  ///   value is the old one.
  private mutating func replace(
    referencesOf old: StoredObject?, with new: StoredObject?,
    in base: borrowing ReadTransaction, stamp: (String) -> UInt64?
  ) throws {
    guard let id = (new ?? old)?.id else { return }
    let (oldRelationships, newRelationships) = (relationships(of: old), relationships(of: new))
    for relationship in oldRelationships {
      for target in old?.values.references(relationship.relationship.name) ?? [] {
        let reference = Reference(key: relationship.key, source: id)
        if new?.values.refers(to: target, through: relationship.relationship.name) != true {
          pendingReferences[target, default: [:]].updateValue(nil, forKey: reference)
        }
      }
    }
    for relationship in newRelationships {
      let name = relationship.relationship.name
      guard let stamp = stamp(name) else { continue }
      for target in new?.values.references(name) ?? [] {
        pendingReferences[target, default: [:]]
          .updateValue(stamp, forKey: Reference(key: relationship.key, source: id))
      }
    }
    try touchTargets(oldRelationships, of: old, butOf: new, in: base)
    try touchTargets(newRelationships, of: new, butOf: old, in: base)
  }

  private mutating func relationships(
    of object: StoredObject?
  ) -> [EntityRules.StoredRelationship] {
    object.flatMap { rules(of: $0.entity)?.stored } ?? []
  }

  /// The rules of an entity: most often those that were asked for last.
  mutating func rules(of entity: String) -> EntityRules? {
    if let lastRules, lastRules.entity.name == entity { return lastRules }
    lastRules = store.rules[entity]
    return lastRules
  }

  /// Marks as touched the objects that show a relationship which one of two states holds and the
  /// other does not.
  private mutating func touchTargets(
    _ relationships: [EntityRules.StoredRelationship], of object: StoredObject?,
    butOf other: StoredObject?, in base: borrowing ReadTransaction
  ) throws {
    for relationship in relationships where relationship.relationship.inverse != nil {
      let name = relationship.relationship.name
      for target in object?.values.references(name) ?? []
      where other?.values.refers(to: target, through: name) != true {
        try touch(target, isWritten: false, in: base)
      }
    }
  }

  // MARK: - Between commits

  /// Ends the commit at hand: what was after it is before the next.
  public mutating func settle() {
    for touched in touched where touched.isWritten {
      settledObjects[touched.id] = .some(touched.after)
    }
    for (target, references) in pendingReferences {
      settledReferences[target, default: [:]].merge(references) { $1 }
    }
    pendingReferences = [:]
    touched = []
    places = [:]
    written = []
  }

  /// Forgets everything that is held in memory: the snapshot below has it now.
  public mutating func forget() {
    settledObjects = [:]
    settledReferences = [:]
    pendingReferences = [:]
    touched = []
    places = [:]
    written = []
  }

  /// How many objects are held in memory beside the snapshot.
  public var overlayCount: Int { settledObjects.count + touched.count }

  /// Writes what the commit at hand changed into the projections.
  ///
  /// - Precondition: The snapshot below is that of the transaction.
  public func flush(in transaction: borrowing WriteTransaction) throws {
    var writer = CBORWriter(reservingCapacity: 256)
    let places = touched.indices.filter { touched[$0].isWritten }
      .sorted { touched[$0].id < touched[$1].id }
    for place in places {
      let id = touched[place].id
      if let object = touched[place].after {
        writer.removeAll()
        writer.row(of: object)
        try transaction.putRising(id.key, writer.bytes, in: store.objects)
      } else if touched[place].before != nil {
        _ = try transaction.delete(id.key, in: store.objects)
      }
    }
    for (target, references) in pendingReferences.sorted(by: { $0.key < $1.key }) {
      for (reference, stamp) in references {
        let key = ObjectStore.inverseKey(target, reference.key, reference.source)
        if let stamp {
          try transaction.put(key, stamp.bigEndianBytes, in: store.inverse)
        } else {
          _ = try transaction.delete(key, in: store.inverse)
        }
      }
    }
  }
}

extension StoredValues {
  /// The objects that a stored relationship names, in its order.
  func references(_ name: String) -> [ObjectID] {
    switch self[name] {
    case .value(.uuid(let id)): [id]
    case .value(.list(let values)):
      values.compactMap { if case .uuid(let id) = $0 { id } else { nil } }
    default: []
    }
  }

  func refers(to target: ObjectID, through name: String) -> Bool {
    references(name).contains(target)
  }
}
