import EventLog
import LMDB
import MerkleTree
import Model
import Objects
import Views

/// The new journal of a damaged one in the making.
struct Salvage {
  private let log: EventLog
  private let judgement: LogJudgement
  private let seed: Journal.Seed
  private let request: CommitRequest
  private let spillDirectory: String
  /// What the new journal says of itself.
  private(set) var meta: Meta
  /// The sequences that verify, by object: those taken over and the loose ones, ascending.
  private var histories: [ObjectID: [SequenceNumber]] = [:]
  /// Objects of which something is to be written anew.
  private var affected: Set<ObjectID> = []
  /// Objects of which a payload is missing in what is taken over, and no later event stands for it.
  private var incomplete: Set<ObjectID> = []
  private var erased: Set<ObjectID> = []

  private(set) var written: UInt64 = 0
  private(set) var objects = 0
  private(set) var renewed: [ObjectID] = []
  private(set) var lost: [ObjectID] = []
  private(set) var faults: [AuditFault] = []

  /// - Parameter transaction: That of the recovered log, which is tidied: payloads that do not verify go.
  init(
    _ log: EventLog, _ judgement: LogJudgement, in transaction: borrowing WriteTransaction,
    seed: Journal.Seed, request: CommitRequest, spillingTo directory: String
  ) throws {
    self.log = log
    self.judgement = judgement
    self.seed = seed
    self.request = request
    spillDirectory = directory
    // A device of its own: what is written anew must not take counters that the old one has given.
    meta = Meta(
      journal: seed.journal, device: DeviceID(seed.device), place: .zero, created: seed.created)
    do {
      let former = try log.meta(in: transaction.reading)
      meta.journal = former.journal
      meta.created = former.created
      meta.others = former.others
    } catch {
      if let journal = try log.journal(in: transaction.reading) { meta.journal = journal }
      faults.append(
        AuditFault(place: "meta", expected: "what the journal says of itself", found: "\(error)"))
    }
    for sequence in judgement.withoutPayload {
      _ = try transaction.delete(at: sequence.rawValue, in: log.payloads)
    }
    try sort(in: transaction.reading)
  }

  /// Looks which objects the events speak of, and what has to be said of them anew.
  private mutating func sort(in transaction: borrowing ReadTransaction) throws {
    let withoutPayload = Set(judgement.withoutPayload)
    var gaps: [ObjectID: [SequenceNumber]] = [:]
    var condensed: [ObjectID: SequenceNumber] = [:]
    for sequence in (0..<judgement.taken).map({ SequenceNumber($0) }) + judgement.loose {
      let header = try log.header(at: sequence, in: transaction)
      guard header.kind.concernsObject else { continue }
      histories[header.object, default: []].append(sequence)
      if header.kind == .erased { erased.insert(header.object) }
      if sequence.rawValue >= judgement.taken {
        affected.insert(header.object)
      } else if withoutPayload.contains(sequence) {
        gaps[header.object, default: []].append(sequence)
      } else if header.kind == .condensed {
        condensed[header.object] = sequence
      }
    }
    for (object, sequences) in gaps where !erased.contains(object) {
      for sequence in sequences where sequence >= condensed[object] ?? .first {
        incomplete.insert(object)
        faults.append(
          AuditFault(
            place: "payloads \(sequence)", expected: "what the event's header names",
            found: "nothing that verifies, of object \(object)"))
      }
    }
    affected.formUnion(incomplete)
    faults.sort { $0.place < $1.place }
  }

  // MARK: - Writing

  /// How many events are taken over in one transaction.
  private static let batchCount: UInt64 = 20_000

  /// Fills the new environment.
  mutating func write(
    to environment: Environment, machine: [UInt8], from source: borrowing ReadTransaction,
    _ progress: (MaintenanceProgress) -> Void
  ) throws {
    meta.place = JournalDirectory.place(of: environment, machine: machine)
    let meta = meta
    try environment.write { try JournalContext.create(meta, environment, in: spillDirectory, $0) }
    try takeOver(to: environment, from: source, progress)
    try copyContents(to: environment, from: source)
    let salts = Salts(request.seed)
    try environment.write { transaction in
      try self.rebuild(environment, in: transaction, progress)
      let from = try EventLog(in: transaction.reading).size(in: transaction.reading)
      try self.writeDefinitions(environment, salts, from: source, in: transaction, progress)
      try self.writeObjects(environment, salts, from: source, in: transaction)
      let context = try JournalContext(environment, reusing: nil, in: transaction.reading)
      self.written = try context.log.size(in: transaction.reading) - from
      self.objects = try context.store.count(in: transaction.reading)
    }
  }

  private func takeOver(
    to environment: Environment, from source: borrowing ReadTransaction,
    _ progress: (MaintenanceProgress) -> Void
  ) throws {
    var next: UInt64 = 0
    while next < judgement.taken {
      let end = min(next + Self.batchCount, judgement.taken)
      try environment.write { transaction in
        let target = try EventLog(in: transaction.reading)
        var appender = try EventAppender(
          target, device: meta.device, recorded: request.recorded, in: transaction.reading)
        for sequence in (next..<end).map({ SequenceNumber($0) }) {
          let bytes = try log.headerBytes(at: sequence, in: source) ?? []
          let header = try EventLog.header(bytes)
          let isForgotten = header.kind != .erased && erased.contains(header.object)
          let payload = isForgotten ? nil : try log.payloadBytes(at: sequence, in: source)
          _ = try appender.append(header: bytes, payload: payload, in: transaction)
        }
        try appender.finish(in: transaction)
      }
      next = end
      progress(MaintenanceProgress(what: "events", done: Int(end), total: Int(judgement.taken)))
    }
  }

  /// Copies the content that is whole and that something refers to which is not erased.
  private func copyContents(
    to environment: Environment, from source: borrowing ReadTransaction
  ) throws {
    var wanted: Set<[UInt8]> = []
    for sequence in (0..<judgement.taken).map({ SequenceNumber($0) }) + judgement.loose {
      let header = try log.header(at: sequence, in: source)
      if erased.contains(header.object) { continue }
      for (_, value) in try log.payload(at: sequence, in: source)?.values ?? [:] {
        if case .content(let content) = value { wanted.insert(content.digest) }
      }
    }
    for digest in wanted.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let size = judgement.contents[digest] else { continue }
      for chunk in 0..<EventLog.blobChunkCount(ofSize: size) {
        try environment.write { transaction in
          let target = try EventLog(in: transaction.reading)
          _ = try log.withBlobChunk(chunk, of: digest, in: source) { bytes in
            try target.writeBlobChunk(chunk, of: digest, bytes.array[...], in: transaction)
          }
        }
      }
    }
  }

  private func rebuild(
    _ environment: Environment, in transaction: borrowing WriteTransaction,
    _ progress: (MaintenanceProgress) -> Void
  ) throws {
    let log = try EventLog(in: transaction.reading)
    let models = try transaction.database(named: ModelHistory.databaseName)
    let views = ViewStore(try transaction.database(named: ViewStore.databaseName))
    try log.forEachDefinition(in: transaction.reading) { event in
      try ModelHistory.file(event, in: models, transaction)
      try views.file(event, in: transaction)
    }
    try environment.buildProjections(
      spillingTo: spillDirectory, in: transaction, progress: progress)
  }

  private func writer(
    _ context: JournalContext, _ salts: Salts, in transaction: borrowing ReadTransaction
  ) throws -> CommitWriter {
    try CommitWriter(context, request, device: meta.device, salts: salts, in: transaction)
  }

  /// Writes the definitions of loose events anew, in their order.
  private mutating func writeDefinitions(
    _ environment: Environment, _ salts: Salts, from source: borrowing ReadTransaction,
    in transaction: borrowing WriteTransaction, _ progress: (MaintenanceProgress) -> Void
  ) throws {
    var salts = salts
    for sequence in judgement.loose {
      let event = try log.event(at: sequence, in: source)
      guard !event.header.kind.concernsObject, let values = event.payload?.values else { continue }
      let context = try JournalContext(environment, reusing: nil, in: transaction.reading)
      // Each is a commit, with salts of its own.
      salts.skip(1)
      var writer = try writer(context, salts, in: transaction.reading)
      let appended = try writer.append(
        ChangeResolver.Draft(
          kind: event.header.kind, entity: "", object: .zero, values: values), in: transaction)
      try ModelHistory.file(appended, in: context.models, transaction)
      try context.catalog.store.file(appended, in: transaction)
      _ = try writer.finish(isJudged: false, in: transaction)
      try environment.buildProjections(
        spillingTo: spillDirectory, in: transaction, progress: progress)
    }
  }

  // MARK: - Objects

  /// What is to be written of one object.
  private struct Renewal {
    var id: ObjectID
    var entity: String
    /// What it is by all events that verify, nil where it is not there.
    var values: PropertyValues?
    var isIncomplete: Bool
  }

  private mutating func writeObjects(
    _ environment: Environment, _ salts: Salts, from source: borrowing ReadTransaction,
    in transaction: borrowing WriteTransaction
  ) throws {
    var salts = salts
    salts.skip(1 << 32)
    let context = try JournalContext(environment, reusing: nil, in: transaction.reading)
    var renewals: [Renewal] = []
    for id in affected.sorted() {
      if let renewal = try renewal(of: id, context, from: source) { renewals.append(renewal) }
    }
    let gone = Set(renewals.filter { $0.values == nil }.map(\.id))
    let coming = Set(renewals.filter { $0.values != nil }.map(\.id))
    var writer = try writer(context, salts, in: transaction.reading)
    for renewal in renewals {
      try write(renewal, gone, coming, context, &writer, in: transaction)
    }
    _ = try writer.finish(isJudged: false, in: transaction)
  }

  /// What an object is by the events that verify; nil where nothing of it can be said under the model.
  private mutating func renewal(
    of id: ObjectID, _ context: JournalContext, from source: borrowing ReadTransaction
  ) throws -> Renewal? {
    let history = histories[id] ?? []
    guard let last = history.last else { return nil }
    let header = try log.header(at: last, in: source)
    let entity = context.history.names.entity(of: header)
    if context.history.model.entity(entity) == nil && !erased.contains(id)
      && !incomplete.contains(id)
    {
      faults.append(
        AuditFault(
          place: "object \(id)", expected: "an entity `\(entity)` in the model",
          found: "a model without it"))
      lost.append(id)
      return nil
    }
    var renewal = Renewal(
      id: id, entity: entity, values: nil, isIncomplete: incomplete.contains(id))
    if erased.contains(id) { return renewal }
    let folded = try context.store.fold(id, history, of: log, in: source)
    guard let object = folded?.object else { return renewal }
    renewal.entity = object.entity
    var values = PropertyValues()
    for entry in object.values {
      values[entry.name] = try WorkingState(context.store, log: log)
        .resolve(entry.value, base: source, log: source)
    }
    renewal.values = values
    return renewal
  }

  private mutating func write(
    _ renewal: Renewal, _ gone: Set<ObjectID>, _ coming: Set<ObjectID>, _ context: JournalContext,
    _ writer: inout CommitWriter, in transaction: borrowing WriteTransaction
  ) throws {
    let id = renewal.id
    func append(
      _ kind: EventKind, _ values: PropertyValues, _ writer: inout CommitWriter
    ) throws {
      try writer.append(
        ChangeResolver.Draft(kind: kind, entity: renewal.entity, object: id, values: values),
        in: transaction)
    }
    let current = try writer.state.object(id, .after, in: transaction.reading)
    if erased.contains(id) {
      if try context.log.isErased(id, in: transaction.reading) { return }
      try append(.erased, PropertyValues(), &writer)
      return
    }
    guard var values = renewal.values else {
      if renewal.isIncomplete {
        // An event must stand for those without payload; what it says is that nothing is known.
        try append(.condensed, PropertyValues(), &writer)
        try append(.deleted, PropertyValues(), &writer)
        lost.append(id)
      } else if current != nil {
        try append(.deleted, PropertyValues(), &writer)
      }
      try clearReferences(to: id, renewal.entity, except: coming, context, &writer, in: transaction)
      return
    }
    for relationship in context.store.model.entity(renewal.entity)?.relationships.values
      ?? [:].values
    where relationship.storage == .stored {
      guard let value = values[relationship.name] else { continue }
      let living = try value.identities.filter { target in
        if coming.contains(target) { return true }
        if gone.contains(target) { return false }
        return try writer.state.object(target, .after, in: transaction.reading) != nil
      }
      values[relationship.name] =
        relationship.isToMany
        ? (living.isEmpty ? nil : .list(living.map(Value.uuid))) : living.first.map(Value.uuid)
    }
    if renewal.isIncomplete {
      try append(.condensed, values, &writer)
      renewed.append(id)
      return
    }
    guard let current else {
      try append(.inserted, values, &writer)
      renewed.append(id)
      return
    }
    var changes = PropertyValues()
    for (name, value) in values {
      let found = try current.values[name].map {
        try writer.state.resolve($0, base: transaction.reading, log: transaction.reading)
      }
      if found != value { changes[name] = value }
    }
    for entry in current.values where values[entry.name] == nil { changes[entry.name] = .null }
    if changes.isEmpty { return }
    try append(.updated, changes, &writer)
    renewed.append(id)
  }

  /// Has the objects that stay no longer refer to one that is gone.
  private func clearReferences(
    to id: ObjectID, _ entity: String, except coming: Set<ObjectID>, _ context: JournalContext,
    _ writer: inout CommitWriter, in transaction: borrowing WriteTransaction
  ) throws {
    let model = context.store.model
    for owner in model.entities.values.sorted(by: { $0.name < $1.name }) {
      for relationship in owner.relationships.values.sorted(by: { $0.name < $1.name })
      where relationship.storage == .stored && relationship.owner == owner.name
        && model.family(of: relationship.target).contains(entity)
      {
        let sources = try writer.state.sources(
          of: id, through: relationship, .after, in: transaction.reading)
        for source in sources where !coming.contains(source) {
          guard let object = try writer.state.object(source, .after, in: transaction.reading),
            case .value(let value)? = object.values[relationship.name]
          else { continue }
          let rest = value.identities.filter { $0 != id }
          try writer.append(
            ChangeResolver.Draft(
              kind: .updated, entity: object.entity, object: source,
              values: [
                relationship.name: relationship.isToMany && !rest.isEmpty
                  ? .list(rest.map(Value.uuid)) : .null
              ]),
            in: transaction)
        }
      }
    }
  }
}
