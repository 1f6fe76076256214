import ChangeSets
import EventLog
import LMDB
import Model
import Objects
import Views

/// A view at one size of the log, over a snapshot that may be older: what a follower or a replay has
/// shown, and the fold that takes it over the next commit.
struct FollowedView {
  let context: JournalContext
  private let view: View
  private let index: ViewIndex
  private var overlay = ViewOverlay()
  private(set) var state: WorkingState
  private(set) var size: UInt64
  private var sections: Int
  private var rows: Int

  /// Starts at the state that `index` and the objects have in a snapshot.
  ///
  /// - Parameters:
  ///   - size: How many events that state has folded.
  ///   - log: The log whose commits will be folded.
  init(
    _ context: JournalContext, _ view: View, _ index: ViewIndex, size: UInt64, log: EventLog,
    earlierLog: EventLog?, base: borrowing ReadTransaction, later: borrowing ReadTransaction
  ) throws {
    self.context = context
    self.view = view
    self.index = index
    self.size = size
    state = WorkingState(context.store, log: log, earlierLog: earlierLog)
    try state.noteDevices(log: later)
    sections = try index.sectionCount(in: base)
    rows = try index.rowCount(in: base)
  }

  /// Folds the next commit.
  ///
  /// - Returns: The view's change set, nil where the commit does not show in it.
  mutating func advance(
    logSize: UInt64, rowLimit: Int, base: borrowing ReadTransaction,
    log later: borrowing ReadTransaction
  ) throws -> StampedChangeSet? {
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
    let change = try view.fold(
      state, index: index, overlay: overlay, ranks: true, base: base, log: later)
    overlay.apply(change)
    rows += change.inserted.count - change.removed.count
    sections +=
      change.changeSet.insertedSections.count - change.changeSet.deletedSections.count
    let stamped = StampedChangeSet(
      view: view.name, from: from, to: end, recorded: recorded, changeSet: change.changeSet,
      records: try RecordCapture(context: context, limit: rowLimit)
        .rows(of: change.changeSet, state, base: base, log: later),
      sections: sections, rows: rows)
    lastChange = change
    return change.changeSet.isEmpty ? nil : stamped
  }

  /// What the last commit did to the view's rows.
  private(set) var lastChange: ViewChange?

  /// Ends the commit in memory: the next is folded behind it, over the same snapshot.
  mutating func settle() {
    state.settle()
  }

  /// Writes the commit into the snapshot below, which is that of a writer of its own: the next is
  /// folded over it.
  mutating func flush(in transaction: borrowing WriteTransaction) throws {
    try state.flush(in: transaction)
    if let lastChange { try index.apply(lastChange, in: transaction) }
    overlay = ViewOverlay()
    state.forget()
  }
}
