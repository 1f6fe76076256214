public import ChangeSets
import LMDB
import Model
import Objects
import Views

/// A sorted, sectioned list of the objects that a fetch finds, and every change that commits make to it,
/// by whichever context, thread or process.
///
///     let heroes = ResultsController<Hero>(journal, request)
///     try heroes.performFetch()
///     let first = try heroes.object(at: IndexPath(section: 0, row: 0))
///
/// The list stands still until it is told to go on: ``processChanges()`` takes in what has been committed
/// since and tells the ``delegate``, ``changes(pollingEvery:)`` does so whenever there is something new.
/// Either way each commit is one step, in the order of the log, however far behind the controller is;
/// and where the commits do not explain the new list (another model, a log put back) it is a reset,
/// after which the list is read anew.
///
/// Without a name the rows are found once and kept in memory, as sorted keys, or read from a view that
/// shows the same. With a name the controller *is* the view of that name: its rows and counts are on
/// disk, kept in step by every writer, and nothing is found, sorted or kept. What is shown of a row is
/// read from disk when it is asked for.
///
/// A request with an offset or a limit has a true window of the list: what falls out of it is a delete,
/// what enters it an insert.
///
/// Not `Sendable`: a controller belongs to the actor or thread that made it, on which it reads, and on
/// which it calls its delegate. Make one where each list is shown; any number may follow one journal. It
/// holds a snapshot of what it shows, so that the file cannot reuse pages freed since: let it take in
/// commits, or let it go.
public final class ResultsController<Element: FetchableRecord> {
  /// The journal.
  public let journal: Journal
  /// What is fetched: entity, predicate, order, sections, and the part that is shown.
  public let request: FetchRequest
  /// The name of the view that keeps the list; nil: none does.
  public let name: String?
  /// Who defines that view where it is missing.
  private let committer: Committer?
  /// Is told of every change, and held weakly; nil: nobody is.
  public weak var delegate: (any ResultsControllerDelegate<Element>)?

  private var follower: Follower?
  /// Counts the states that have been shown, so that what belongs to an earlier one is known.
  private(set) var generation = 0
  private var isProcessing = false

  /// Makes a controller; nothing is fetched yet.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - request: What is fetched. Its section expression is the first thing that rows are sorted by,
  ///     whatever the sort descriptors say.
  ///   - name: The name of a view that keeps the list on disk, for every process and beyond this one.
  ///   - committer: Defines the view where there is none of the name, or another; nil: then
  ///     ``performFetch()`` throws.
  public init(
    _ journal: Journal, _ request: FetchRequest, named name: String? = nil,
    by committer: Committer? = nil
  ) {
    self.journal = journal
    self.request = request
    self.name = name
    self.committer = committer
  }

  // MARK: - Fetching

  /// Fetches, and tells the delegate nothing; again where it has been fetched before.
  ///
  /// - Throws: `PredicateError` or `ViewError` where the request does not fit the model or reads the
  ///   clock; ``ResultsError/nameTaken(_:)``.
  /// - Complexity: O(log n) for a list that a view keeps, else as for any fetch.
  public func performFetch() throws {
    if let name {
      try defineView(name)
      follower = try Follower(journal, view: name, window: request.window)
    } else {
      follower = try Follower(journal, following: request, rowLimit: 0)
    }
    generation += 1
  }

  /// Sees to it that the view of a name shows what is fetched.
  private func defineView(_ name: String) throws {
    // Another process may define it at the same time: then what it says is looked at again.
    for _ in 0..<8 {
      let (definition, isThere, isSame) = try journal.read { snapshot in
        let asked = try snapshot.view(following: request)
        let found = snapshot.context.catalog.items[name]?.view
        return (
          asked.definition, found != nil || snapshot.brokenViews[name] != nil,
          found?.isSame(as: asked) ?? false
        )
      }
      if isSame { return }
      guard let committer else {
        throw isThere
          ? ResultsError.nameTaken(name) : ViewError.unknownView(name, near: nil)
      }
      do {
        if isThere { _ = try journal.defineView(name, nil, committer.request()) }
        _ = try journal.defineView(name, definition, committer.request())
        return
      } catch ViewError.viewExists, ViewError.unknownView {
        continue
      }
    }
    throw ResultsError.nameTaken(name)
  }

  /// Whether the rows are read from disk; else they are kept in memory.
  public var isMaterialized: Bool { follower?.isMaterialized ?? false }

  /// The size of the log whose list is shown.
  public var shownSize: UInt64? { follower?.shownSize }

  // MARK: - Changes

  /// Whether there may be something new: one look at a number in shared memory.
  public var hasNews: Bool { follower?.hasNews ?? false }

  /// Takes in everything that has been committed since, commit by commit, and tells the ``delegate``.
  ///
  /// The delegate is called before this returns, on the thread that calls it. A call from within the
  /// delegate does nothing.
  ///
  /// - Returns: How many commits changed the list, a reset among them.
  /// - Throws: ``ResultsError/notFetched``; where the view was dropped, `ViewError`, behind a reset to an
  ///   empty list; what ``FetchableRecord/init(_:)`` throws, behind a reset.
  @discardableResult
  public func processChanges() throws -> Int {
    var count = 0
    while try nextChange() != nil { count += 1 }
    return count
  }

  /// Takes in the next commit that changes the list, and tells the ``delegate``; nil where there is none.
  ///
  /// - Throws: As ``processChanges()``.
  public func nextChange() throws -> ResultsChange<Element>? {
    guard let follower else { throw ResultsError.notFetched }
    if isProcessing { return nil }
    isProcessing = true
    defer { isProcessing = false }
    guard let change = try follower.fold() else { return nil }
    switch change {
    case .reset:
      try follower.show()
      generation += 1
      delegate?.controllerDidReset(self)
      return .reset
    case .changes(let set):
      let changes: ResultsChangeSet<Element>
      do {
        changes = ResultsChangeSet(
          from: set.from, to: set.to, recorded: set.recorded, changeSet: set.changeSet,
          elements: try elements(of: set, follower), numberOfSections: set.sections,
          numberOfObjects: set.rows)
      } catch {
        // What cannot be handed over cannot be shown row by row.
        try follower.show()
        generation += 1
        delegate?.controllerDidReset(self)
        throw error
      }
      try tell(changes, follower)
      return .changes(changes)
    }
  }

  private func elements(
    of set: StampedChangeSet, _ follower: Follower
  ) throws -> [ObjectID: Element] {
    var elements: [ObjectID: Element] = [:]
    elements.reserveCapacity(set.changeSet.rows.count)
    for row in set.changeSet.rows {
      let side: WorkingState.Side = row.newPath == nil ? .before : .after
      if let record = try follower.record(row.id, side) {
        elements[row.id] = try Element(record)
      }
    }
    return elements
  }

  // MARK: - Reading

  /// Lends a reader of the list as it is shown.
  func read<R>(
    _ body: (ListReader, _ base: borrowing ReadTransaction, _ log: borrowing ReadTransaction) throws
      -> R
  ) throws -> R {
    guard let follower else { throw ResultsError.notFetched }
    return try follower.read(body)
  }
}

extension ResultsController {
  /// Goes over to the new list, and tells the delegate what it wants to know.
  private func tell(_ changes: ResultsChangeSet<Element>, _ follower: Follower) throws {
    func show() throws {
      try follower.show()
      generation += 1
    }
    guard let delegate else { return try show() }
    if let delegate = delegate as? any ResultsControllerSnapshotDelegate<Element> {
      try show()
      var snapshot = try snapshot()
      snapshot.reloadedItems = changes.changeSet.updatedIDs
      delegate.controller(self, didChangeContentWith: snapshot)
      return
    }
    if let delegate = delegate as? any ResultsControllerDifferenceDelegate<Element>,
      !follower.view.isSectioned, let difference = changes.changeSet.difference
    {
      try show()
      delegate.controller(self, didChangeContentWith: difference)
      return
    }
    delegate.controllerWillChangeContent(self)
    try show()
    for section in changes.changeSet.deletedSections {
      delegate.controller(self, didChange: section, for: .delete)
    }
    for section in changes.changeSet.insertedSections {
      delegate.controller(self, didChange: section, for: .insert)
    }
    for row in changes.changeSet.rows {
      guard let element = changes.elements[row.id] else { continue }
      delegate.controller(
        self, didChange: element, at: row.oldPath, for: row.type, newIndexPath: row.newPath)
    }
    delegate.controllerDidChangeContent(self)
  }
}

extension ChangeSet.RowChange {
  /// What became of the row, as a delegate is told.
  public var type: ResultsChangeType {
    switch self {
    case .delete: .delete
    case .insert: .insert
    case .move: .move
    case .update: .update
    }
  }
}
