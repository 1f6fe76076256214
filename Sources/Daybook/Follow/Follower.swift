import ChangeSets
import EventLog
import LMDB
import Model
import Objects
import Views

/// What a follower is told.
public enum FollowedChange: Sendable {
  /// A commit changed the view.
  case changes(StampedChangeSet)
  /// What was shown no longer leads to what is: the view has so many sections and rows at this log
  /// size, and must be read anew.
  case reset(view: String, size: UInt64, sections: Int, rows: Int)
}

/// Follows a view, or any fetch, over the commits of every process: the change set of each in turn, the
/// same that its writer printed, however far behind.
///
/// It keeps the snapshot it has shown until it has folded what came since, and then goes over to the
/// newest. Where the commits between do not explain the new state (another model or definition, a
/// merge of logs, its place in the log gone) it says `reset` and starts from the newest.
///
/// A fetch is followed without being written down: its rows are those of a view that shows the same,
/// where there is one, and are else sorted once and kept in memory. Where the request has an offset or
/// a limit, the part that they name is followed: what falls out of it is a delete, what enters it an
/// insert.
///
/// Not thread-safe: one thread follows with it.
public final class Follower {
  fileprivate enum Source {
    case view(String, RowWindow?)
    case fetch(FetchRequest)
  }

  /// A snapshot that more than one property may hold.
  private final class Held {
    let snapshot: Snapshot
    init(_ snapshot: consuming Snapshot) { self.snapshot = snapshot }
  }

  private let journal: Journal
  private let source: Source
  private let rowLimit: Int
  /// The snapshot under what is shown.
  private var base: Held
  /// The snapshot whose commits are being folded; the same where there are none.
  private var newest: Held
  private var followed: FollowedView
  private var pulse: UInt64
  /// Whether what is shown is to be read anew from `newest`.
  private var isReset = false
  /// A change that was found, and that whoever was to take it did not.
  private var untold: FollowedChange?
  /// Whether what is shown cannot be trusted any more, since a fold broke off.
  private var isBroken = false
  /// Why there is nothing to follow any more; told behind the reset.
  private var failure: (any Error)?

  /// Starts at the journal as it is.
  ///
  /// - Parameters:
  ///   - journal: The journal, which it keeps open.
  ///   - name: The view.
  ///   - rowLimit: How many rows of each change set are wanted with their values.
  /// - Throws: `ViewError` where there is no such view.
  public convenience init(_ journal: Journal, view name: String, rowLimit: Int = .max) throws {
    try self.init(journal, .view(name, nil), rowLimit: rowLimit)
  }

  /// Starts at the journal as it is.
  ///
  /// - Parameters:
  ///   - journal: The journal, which it keeps open.
  ///   - request: What is followed.
  ///   - rowLimit: How many rows of each change set are wanted with their values.
  /// - Throws: `PredicateError` or `ViewError` where the request does not fit the model, or reads the
  ///   clock.
  /// - Complexity: As for the fetch.
  public convenience init(
    _ journal: Journal, following request: FetchRequest, rowLimit: Int = .max
  ) throws {
    try self.init(journal, .fetch(request), rowLimit: rowLimit)
  }

  /// Starts at a part of a view as it is; nil: at all of it.
  convenience init(_ journal: Journal, view name: String, window: RowWindow?) throws {
    try self.init(journal, .view(name, window), rowLimit: 0)
  }

  private init(_ journal: Journal, _ source: Source, rowLimit: Int) throws {
    self.journal = journal
    self.source = source
    self.rowLimit = rowLimit
    base = Held(try journal.snapshot())
    newest = base
    pulse = base.snapshot.transaction.id
    followed = try source.list(in: base.snapshot)
  }

  /// The log's size that has been shown.
  public var shownSize: UInt64 { followed.size }

  /// Whether there may be something new: one look at a number in shared memory.
  public var hasNews: Bool {
    untold != nil || newest !== base || isBroken || failure != nil
      || journal.environment !== base.snapshot.context.environment || journal.pulse != pulse
  }

  /// The change sets of the commits since, in order; nothing where there are none.
  ///
  /// - Throws: `ViewError` where the view was dropped, behind a `reset` to no rows.
  /// - Parameter body: Takes each change as it is found; where it throws, the change is told again.
  public func poll(_ body: (FollowedChange) throws -> Void) throws {
    while let change = try untold ?? fold() {
      untold = change
      try body(change)
      untold = nil
      try show()
    }
  }

  /// The change of the next commit that shows, which is shown from now on; nil where there is none.
  ///
  /// - Throws: `ViewError` where the view was dropped, behind a `reset` to no rows.
  public func next() throws -> FollowedChange? {
    let change = try untold ?? fold()
    untold = nil
    try show()
    return change
  }

  // MARK: - Following

  /// Finds the next change, and leaves what is shown as it is until ``show()``.
  func fold() throws -> FollowedChange? {
    try show()
    if let failure {
      self.failure = nil
      throw failure
    }
    var hasLooked = false
    while true {
      if newest === base {
        // What was committed while the last commits were folded is news as well.
        if hasLooked { return nil }
        hasLooked = true
        if let reset = try look() { return reset }
        if newest === base { return nil }
      }
      if let set = try catchUp() { return .changes(set) }
    }
  }

  /// Folds commits up to the next that shows; nil where none is left, and what is shown is the newest.
  private func catchUp() throws -> StampedChangeSet? {
    do {
      let size = try newest.snapshot.size
      while followed.size < size {
        let set = try followed.fold(
          logSize: size, rowLimit: rowLimit, base: base.snapshot.transaction,
          log: newest.snapshot.transaction)
        if let set { return set }
        followed.show()
      }
      followed = try source.list(in: newest.snapshot, after: followed)
      base = newest
      return nil
    } catch {
      isBroken = true
      newest = base
      throw error
    }
  }

  /// Goes over to what ``fold()`` has found.
  func show() throws {
    guard isReset else {
      followed.show()
      return
    }
    isReset = false
    if failure == nil { followed = try source.list(in: newest.snapshot) }
    base = newest
  }

  /// Looks for commits.
  private func look() throws -> FollowedChange? {
    let found = Held(try journal.snapshot())
    pulse = found.snapshot.transaction.id
    if !isBroken {
      if try found.snapshot.size == followed.size,
        found.snapshot.context.environment === base.snapshot.context.environment
      {
        followed = try source.list(in: found.snapshot, after: followed)
        base = found
        newest = found
        return nil
      }
      if try follows(to: found.snapshot) {
        newest = found
        followed = try FollowedView(
          base.snapshot.context, followed.view, followed.list, window: followed.window,
          size: followed.size, log: found.snapshot.context.log,
          earlierLog: found.snapshot.context.environment === base.snapshot.context.environment
            ? nil : base.snapshot.context.log,
          later: found.snapshot.transaction)
        return nil
      }
    }
    isBroken = true
    let size = try found.snapshot.size
    var counts = (sections: 0, rows: 0)
    do {
      let reader = try source.list(in: found.snapshot).reader
      counts.sections = try reader.sectionCount(in: found.snapshot.transaction)
      counts.rows = try reader.rowCount(in: found.snapshot.transaction)
    } catch {
      // Without a definition there is nothing to follow any more.
      failure = error
    }
    // Where there is nothing to follow, whoever asks again is told so again.
    isBroken = failure != nil
    isReset = true
    newest = found
    return .reset(view: source.name, size: size, sections: counts.sections, rows: counts.rows)
  }

  /// Whether commits explain how what is shown became the newest.
  private func follows(to newest: borrowing Snapshot) throws -> Bool {
    let shown = base.snapshot.context
    guard try newest.size >= followed.size, newest.context.history.version == shown.history.version
    else { return false }
    if case .view(let name, _) = source {
      guard let view = newest.context.catalog.items[name]?.view,
        view.definition == followed.view.definition
      else { return false }
    }
    // The events that were shown are still those at their places.
    if followed.size > 0, shown.environment !== newest.context.environment {
      let last = SequenceNumber(followed.size - 1)
      return try shown.log.headerBytes(at: last, in: base.snapshot.transaction)
        == newest.context.log.headerBytes(at: last, in: newest.transaction)
    }
    return true
  }

  // MARK: - Reading what is shown

  /// Lends a reader of the list as it is shown, with the snapshots to read it from.
  func read<R>(
    _ body: (ListReader, _ base: borrowing ReadTransaction, _ log: borrowing ReadTransaction) throws
      -> R
  ) throws -> R {
    try body(
      followed.reader, base.snapshot.transaction, newest.snapshot.transaction)
  }

  /// The view that is shown.
  var view: View { followed.view }

  /// Whether the rows are read from disk.
  var isMaterialized: Bool { followed.list.isMaterialized }

  /// What an object was before the commit that ``fold()`` found, or is after it.
  func record(_ id: ObjectID, _ side: WorkingState.Side) throws -> Record? {
    try read { reader, base, log in
      var reader = reader
      reader.side = side
      return try reader.record(id, base: base, log: log)
    }
  }
}

extension Follower.Source {
  /// What is followed, as a reset names it: "" for a fetch.
  fileprivate var name: String {
    switch self {
    case .view(let name, _): name
    case .fetch: ""
    }
  }

  /// The list as a snapshot has it.
  ///
  /// - Parameter previous: What was followed up to the snapshot, whose rows in memory are still true.
  fileprivate func list(
    in snapshot: borrowing Snapshot, after previous: FollowedView? = nil
  ) throws -> FollowedView {
    var (view, list, window): (View, RowList, RowWindow?)
    switch self {
    case .view(let name, let part):
      let item = try snapshot.context.catalog.item(name)
      view = item.view
      window = part
      if item.isCurrent, let index = item.index {
        list = .index(index, view)
      } else if let previous, !previous.list.isMaterialized {
        list = previous.list
      } else {
        list = try snapshot.scan(view)
      }
    case .fetch(let request):
      window = request.window
      if let previous {
        view = previous.view
        list = previous.list.isMaterialized ? try snapshot.list(of: view) : previous.list
      } else {
        view = try snapshot.view(following: request)
        list = try snapshot.list(of: view)
      }
    }
    return try FollowedView(
      snapshot.context, view, list, window: window, size: try snapshot.size,
      log: snapshot.context.log, earlierLog: nil, later: snapshot.transaction)
  }
}

extension FetchRequest {
  /// The part of its rows that it asks for; nil: all of them.
  var window: RowWindow? {
    offset > 0 || limit < .max ? RowWindow(offset: offset, limit: limit) : nil
  }
}

extension Snapshot {
  /// A request as a view is defined: its arguments written out.
  func definition(of request: FetchRequest) throws -> ViewDefinition {
    try definition(
      entity: request.entity, predicate: request.predicate, arguments: request.arguments,
      variables: request.variables, sort: request.sort, section: request.section,
      locale: request.locale)
  }

  /// What a request asks for, where its answer is to be followed.
  func view(following request: FetchRequest) throws -> View {
    let definition = try definition(of: request)
    // As for a view that is kept: its answer must follow from the log alone.
    return try View(name: "", definition, projection: context.projection)
  }

  /// The whole list: that of a view that shows the same, or sorted for it.
  fileprivate func list(of view: View) throws -> RowList {
    try materializedView(of: view)?.list ?? scan(view)
  }
}
