import ChangeSets
import EventLog
import LMDB
import Model
import Objects
import Views

/// A list at one size of the log, over a snapshot that may be older: what a follower or a replay has
/// shown, and the fold that takes it over the next commit.
///
/// A commit is taken in two steps. ``fold(logSize:rowLimit:base:log:)`` finds out what it does while the
/// list can still be read as it was, and ``show(in:)`` goes over to what it is.
struct FollowedView {
  let context: JournalContext
  let view: View
  let window: RowWindow?
  private(set) var list: RowList
  /// The list after the commit that is folded and not shown yet, where it had to be made.
  private var next: RowList?
  private(set) var state: WorkingState
  /// How many events have been folded.
  private(set) var size: UInt64
  /// What the last folded commit did to the list.
  private var change: ViewChange?
  /// Whether a folded commit is not shown yet.
  private(set) var isPending = false

  /// Starts at the state that a list and the objects have in a snapshot.
  ///
  /// - Parameters:
  ///   - context: The model and the handles of the snapshot.
  ///   - view: What the list shows.
  ///   - list: Its rows in the snapshot.
  ///   - window: The part of it that is followed; nil: all of it.
  ///   - size: How many events that state has folded.
  ///   - log: The log whose commits will be folded.
  ///   - earlierLog: The log of the snapshot, where that is another environment's.
  ///   - later: A snapshot of the log that has those commits.
  init(
    _ context: JournalContext, _ view: View, _ list: RowList, window: RowWindow? = nil,
    size: UInt64, log: EventLog, earlierLog: EventLog?, later: borrowing ReadTransaction
  ) throws {
    self.context = context
    self.view = view
    self.list = list
    self.window = window
    self.size = size
    state = WorkingState(context.store, log: log, earlierLog: earlierLog)
    try state.noteDevices(log: later)
  }

  /// Folds the next commit, and leaves the list as it was.
  ///
  /// - Returns: The list's change set, nil where the commit does not show in it.
  mutating func fold(
    logSize: UInt64, rowLimit: Int, base: borrowing ReadTransaction,
    log later: borrowing ReadTransaction
  ) throws -> StampedChangeSet? {
    state.settle()
    let log = state.log
    let from = size
    let end = try log.commitEnd(from: SequenceNumber(from), size: logSize, in: later).rawValue
    var recorded: Int64 = 0
    for sequence in from..<end {
      let event = try log.event(at: SequenceNumber(sequence), in: later)
      recorded = event.header.recorded
      try state.apply(event, base: base, log: later)
    }
    size = end
    let change = try view.fold(state, list: list, ranks: true, base: base, log: later)
    self.change = change
    isPending = true
    var changeSet = change.changeSet
    if let window {
      var next = list
      next.apply(change)
      changeSet = try change.changeSet(
        within: window, before: list, after: next, state, base: base, log: later)
      self.next = next
    }
    if changeSet.isEmpty { return nil }
    let rows =
      try list.rowCount(in: base) + change.inserted.count - change.removed.count
    let sections =
      try reader.sectionCount(in: base) + changeSet.insertedSections.count
      - changeSet.deletedSections.count
    return StampedChangeSet(
      view: view.name, from: from, to: end, recorded: recorded, changeSet: changeSet,
      records: try RecordCapture(context: context, limit: rowLimit)
        .rows(of: changeSet, state, base: base, log: later),
      sections: sections, rows: window.map { (0..<rows).clamped(to: $0.ranks).count } ?? rows)
  }

  /// Shows the folded commit: from now on the list is read as it is after it.
  mutating func show() {
    guard isPending, let change else { return }
    isPending = false
    if let next {
      list = next
      self.next = nil
    } else {
      list.apply(change)
    }
  }

  /// Writes the commit into the snapshot below, which is that of a writer of its own: the next is
  /// folded over it.
  mutating func flush(_ index: ViewIndex, in transaction: borrowing WriteTransaction) throws {
    try state.flush(in: transaction)
    if let change { try index.apply(change, in: transaction) }
    list = .index(index, view)
    isPending = false
    state.forget()
  }

  /// Reads the list as it is shown.
  var reader: ListReader {
    ListReader(
      list: list, view: view, window: window, context: context, state: state,
      side: isPending ? .before : .after)
  }
}
