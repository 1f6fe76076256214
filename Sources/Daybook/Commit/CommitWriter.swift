import ChangeSets
import EventLog
import LMDB
import MerkleTree
import Model
import Objects
import TextIndex
import Views

/// One commit in the making: the events appended so far, and the objects as they leave them.
struct CommitWriter {
  private(set) var context: JournalContext
  let request: CommitRequest
  /// The log's size before the commit.
  let from: UInt64
  private(set) var state: WorkingState
  private var resolver = ChangeResolver()
  private let appending: Appending
  /// The objects written before those that ``state`` holds, in the order of their first event, and the
  /// greatest of them.
  private var settled: [ObjectID] = []
  private var greatestSettled = ObjectID.zero
  /// The same, where one of them may have come again; nil while all that follow are greater, as
  /// identities made here are.
  private var known: Set<ObjectID>?
  /// How many objects ``state`` may hold.
  private var heldCount: Int

  init(
    _ context: JournalContext, _ request: CommitRequest, device: DeviceID, salts: Salts,
    in transaction: borrowing ReadTransaction
  ) throws {
    self.context = context
    self.request = request
    heldCount = request.heldCount
    appending = Appending(
      try EventAppender(
        context.log, device: device, recorded: request.recorded, actor: request.actor,
        in: transaction),
      salts, WrittenTexts(context.searched))
    from = appending.appender.size
    state = try appending.state(of: context, in: transaction)
  }

  /// The log's size with what has been appended.
  var size: UInt64 { appending.appender.size }

  /// Goes on under another model, over projections that have been built for it in this transaction.
  ///
  /// - Precondition: No object has been written so far.
  mutating func goOn(
    with context: JournalContext, in transaction: borrowing ReadTransaction
  ) throws {
    self.context = context
    appending.texts = WrittenTexts(context.searched)
    state = try appending.state(of: context, in: transaction)
  }

  // MARK: - Appending

  /// Makes room for so many changes to come.
  mutating func reserveCapacity(_ count: Int) { state.reserveCapacity(min(count, heldCount)) }

  /// Resolves a change into events.
  mutating func apply(
    _ change: Change, cause: EventIdentity? = nil, in transaction: borrowing WriteTransaction
  ) throws {
    try resolve(in: transaction) { resolver, state, append in
      try resolver.resolve(
        change, cause: cause, state: &state, base: transaction.reading, append: append)
    }
  }

  /// Lends the resolver, with what appends the events that it asks for.
  mutating func resolve(
    in transaction: borrowing WriteTransaction,
    _ body: (inout ChangeResolver, inout WorkingState, ChangeResolver.Append) throws -> Void
  ) throws {
    let appending = appending
    try body(&resolver, &state) { draft, state in
      try appending.append(draft, &state, in: transaction)
    }
  }

  /// Appends an event as it is, without resolving what it means for others.
  @discardableResult
  mutating func append(
    _ draft: ChangeResolver.Draft, in transaction: borrowing WriteTransaction
  ) throws -> Event {
    try appending.append(draft, &state, in: transaction)
  }

  /// Appends an event of another replica's log, and applies it where it is new.
  ///
  /// The payload of an object that is erased here is not taken in, not even to be deleted again: its
  /// bytes would stay in the page.
  ///
  /// - Returns: The event at its place here, whether it is new, and the values that were not taken in.
  mutating func append(
    header bytes: [UInt8], payload: [UInt8]?, applying isApplied: Bool,
    in transaction: borrowing WriteTransaction
  ) throws -> (event: Event, isNew: Bool, dropped: PropertyValues?) {
    let header = try EventLog.header(bytes)
    let isDropped =
      try payload != nil && header.kind.concernsObject && header.kind != .erased
      && context.log.isErased(header.object, in: transaction.reading)
    let (event, isNew) = try appending.appender.append(
      header: bytes, payload: isDropped ? nil : payload, in: transaction)
    if event.header.identity.device != appending.appender.device { state.expectOtherDevices() }
    if isNew, isApplied {
      appending.texts.note(event)
      try state.apply(event, base: transaction.reading, log: transaction.reading)
    }
    let dropped = try isDropped ? payload.map { try EventLog.payload($0) } : nil
    return (event, isNew, dropped?.values)
  }

  /// The parts of the writer that an event changes, apart from the resolver that asks for it: by
  /// reference, so that lending them copies none of their buffers.
  private final class Appending {
    var appender: EventAppender
    var salts: Salts
    var texts: WrittenTexts

    init(_ appender: EventAppender, _ salts: Salts, _ texts: WrittenTexts) {
      self.appender = appender
      self.salts = salts
      self.texts = texts
    }

    /// The objects as the projections have them, before what is appended next.
    func state(
      of context: JournalContext, in transaction: borrowing ReadTransaction
    ) throws -> WorkingState {
      var state = WorkingState(context.store, log: context.log)
      try state.noteDevices(writer: appender.device, log: transaction)
      try state.noteGreatestObject(log: transaction)
      return state
    }

    @discardableResult
    func append(
      _ draft: ChangeResolver.Draft, _ state: inout WorkingState,
      in transaction: borrowing WriteTransaction
    ) throws -> Event {
      for (name, value) in draft.values {
        if case .content(let content) = value,
          try !state.log.holds(content, in: transaction.reading)
        {
          throw ChangeError.missingContent(
            entity: draft.entity, property: name, draft.object, content)
        }
      }
      let seen =
        draft.kind.concernsObject
        ? try state.seen(
          of: draft.object, by: appender.device, before: SequenceNumber(appender.size),
          base: transaction.reading, log: transaction.reading) : []
      let event = try appender.append(
        draft.kind, entity: draft.entity, object: draft.object, values: draft.values,
        salt: salts.next(), cause: draft.cause, seen: seen, in: transaction)
      texts.note(event)
      try state.apply(event, base: transaction.reading, log: transaction.reading)
      return event
    }
  }

  // MARK: - Finishing

  /// Where the commit has grown large, brings the projections up to what there is of it, within its
  /// transaction, so that memory does not grow with it.
  ///
  /// Only where neither change sets nor records are wanted, which are those of the commit as a whole, and
  /// where what there is of it can be judged by itself.
  mutating func settle(in transaction: borrowing WriteTransaction) throws {
    if state.touched.count < heldCount { return }
    guard request.views.isEmpty, !request.wantsRecords,
      try resolver.canSettle(state: state, in: transaction.reading)
    else {
      // Asked again when there is twice as much: what keeps it from being judged may stay.
      heldCount = 2 * state.touched.count
      return
    }
    let folded = try fold(in: transaction)
    noteWritten()
    greatestSettled = max(greatestSettled, state.written.max() ?? .zero)
    try apply(folded, in: transaction)
    state = try appending.state(of: context, in: transaction.reading)
    heldCount = request.heldCount
  }

  /// Notes the objects that ``state`` holds as written, each once.
  private mutating func noteWritten() {
    if !settled.isEmpty, known == nil, state.written.contains(where: { $0 <= greatestSettled }) {
      known = Set(settled)
    }
    if known == nil {
      settled += state.written
    } else {
      for id in state.written where known?.insert(id).inserted == true { settled.append(id) }
    }
  }

  /// Ends an import: brings the projections up to it, or leaves them to be rebuilt.
  mutating func finishImport(
    isFolded: Bool, in transaction: borrowing WriteTransaction
  ) throws {
    if isFolded {
      _ = try finish(isJudged: false, in: transaction)
    } else {
      try appending.appender.finish(in: transaction)
    }
  }

  /// Judges the commit as a whole, brings every projection up to it, and tells what it did.
  mutating func finish(
    isJudged: Bool = true, in transaction: borrowing WriteTransaction
  ) throws -> Commit {
    if isJudged {
      try resolve(in: transaction) { resolver, state, append in
        try resolver.finish(state: &state, in: transaction, append: append)
      }
    } else {
      try state.fileUniqueValues(isJudged: false, in: transaction)
    }
    noteWritten()
    var commit = Commit(from: from, to: size, recorded: request.recorded, ids: settled)
    if commit.isEmpty { return commit }

    let folded = try fold(in: transaction)
    let records = RecordCapture(context: context, limit: request.rowLimit)
    if request.wantsRecords {
      for id in state.written {
        let before = try state.object(id, .before, in: transaction.reading)
        if let object = try state.object(id, .after, in: transaction.reading) {
          commit.records.append(try records.record(object, state, in: transaction.reading))
        } else if before != nil {
          commit.deleted.append(id)
        }
      }
    }
    for name in request.views {
      guard let change = folded.first(where: { $0.item.view.name == name })?.change,
        !change.changeSet.isEmpty
      else { continue }
      commit.changeSets.append(
        StampedChangeSet(
          view: name, from: commit.from, to: commit.to, recorded: commit.recorded,
          changeSet: change.changeSet,
          records: try records.rows(of: change.changeSet, state, in: transaction.reading),
          sections: 0, rows: 0))
    }
    try apply(folded, in: transaction)
    for place in commit.changeSets.indices {
      guard let index = context.catalog.items[commit.changeSets[place].view]?.index else {
        continue
      }
      commit.changeSets[place].sections = try index.sectionCount(in: transaction.reading)
      commit.changeSets[place].rows = try index.rowCount(in: transaction.reading)
    }
    try appending.appender.finish(in: transaction)
    return commit
  }

  /// What a commit does to one view.
  private typealias Folded = (item: ViewCatalog.Item, change: ViewChange)

  /// Folds every view before any projection changes: what was before is read from them.
  private func fold(in transaction: borrowing WriteTransaction) throws -> [Folded] {
    var folded: [Folded] = []
    for name in context.catalog.names {
      // One that is not current is built anew by whoever changed its definition.
      guard let item = context.catalog.items[name], item.isCurrent, let index = item.index else {
        continue
      }
      let change = try item.view.fold(
        state, list: .index(index, item.view), ranks: request.views.contains(name),
        base: transaction.reading, log: transaction.reading)
      folded.append((item, change))
    }
    return folded
  }

  /// Brings every projection up to what has been appended.
  private func apply(_ folded: [Folded], in transaction: borrowing WriteTransaction) throws {
    for (item, change) in folded { try item.index?.apply(change, in: transaction) }
    try state.flush(in: transaction)
    for written in appending.texts.attributes where !written.documents.isEmpty {
      // One that is not current is built anew by whoever changed what it follows from.
      try TextIndex(written.attribute, in: transaction.reading)?
        .append(written.documents, log: context.log, in: transaction)
    }
    appending.texts = WrittenTexts(context.searched)
  }
}

/// Takes the records that a change set names, as they are after the commit at hand.
struct RecordCapture {
  let context: JournalContext
  let limit: Int

  func record(
    _ object: StoredObject, _ state: borrowing WorkingState,
    in transaction: borrowing ReadTransaction
  ) throws -> Record {
    try record(object, state, base: transaction, log: transaction)
  }

  func record(
    _ object: StoredObject, _ state: borrowing WorkingState,
    base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> Record {
    Record(
      id: object.id, entity: object.entity, version: object.version,
      values: try context.projection.values(of: object, .after, state, base: base, log: log))
  }

  func rows(
    of changeSet: ChangeSet<ObjectID>, _ state: borrowing WorkingState,
    in transaction: borrowing ReadTransaction
  ) throws -> [ObjectID: Record] {
    try rows(of: changeSet, state, base: transaction, log: transaction)
  }

  func rows(
    of changeSet: ChangeSet<ObjectID>, _ state: borrowing WorkingState,
    base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> [ObjectID: Record] {
    var records: [ObjectID: Record] = [:]
    for row in changeSet.rows {
      if records.count == limit { break }
      guard row.newPath != nil, let object = try state.object(row.id, .after, in: base) else {
        continue
      }
      records[row.id] = try record(object, state, base: base, log: log)
    }
    return records
  }
}
