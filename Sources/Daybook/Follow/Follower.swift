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

/// Follows a view over the commits of every process: the change set of each in turn, the same that
/// its writer printed, however far behind.
///
/// It keeps the snapshot it has shown until it has folded what came since, and then goes over to the
/// newest. Where the commits between do not explain the new state (another model or definition, a
/// merge of logs, its place in the log gone) it says `reset` and starts from the newest.
///
/// Not thread-safe: one thread follows with it.
public final class Follower {
  private let journal: Journal
  private let name: String
  private let rowLimit: Int
  private var shown: Snapshot
  private var size: UInt64
  private var pulse: UInt64

  /// Starts at the journal as it is.
  ///
  /// - Parameters:
  ///   - journal: The journal, which it keeps open.
  ///   - name: The view.
  ///   - rowLimit: How many rows of each change set are wanted with their values.
  /// - Throws: `ViewError` where there is no such view.
  public init(_ journal: Journal, view name: String, rowLimit: Int = .max) throws {
    self.journal = journal
    self.name = name
    self.rowLimit = rowLimit
    shown = try journal.snapshot()
    pulse = shown.transaction.id
    size = try shown.size
    _ = try shown.view(name)
  }

  /// The log's size that has been shown.
  public var shownSize: UInt64 { size }

  /// Whether there may be something new: one look at a number in shared memory.
  public var hasNews: Bool {
    journal.environment !== shown.context.environment || journal.pulse != pulse
  }

  /// The change sets of the commits since, in order; nothing where there are none.
  ///
  /// - Throws: `ViewError` where the view was dropped, behind a `reset` to no rows.
  /// - Parameter body: Takes each change as it is found.
  public func poll(_ body: (FollowedChange) throws -> Void) throws {
    let newest = try journal.snapshot()
    let newSize = try newest.size
    pulse = newest.transaction.id
    if newSize == size && newest.context.environment === shown.context.environment {
      shown = newest
      return
    }
    if try follows(from: shown, to: newest) {
      let item = try shown.context.catalog.item(name)
      if let index = item.index {
        var followed = try FollowedView(
          shown.context, item.view, index, size: size, log: newest.context.log,
          earlierLog: shown.context.environment === newest.context.environment
            ? nil : shown.context.log,
          base: shown.transaction, later: newest.transaction)
        while followed.size < newSize {
          let set = try followed.advance(
            logSize: newSize, rowLimit: rowLimit, base: shown.transaction,
            log: newest.transaction)
          if let set { try body(.changes(set)) }
          followed.settle()
        }
      }
    } else {
      let view: ViewReader
      do {
        view = try newest.view(name)
      } catch {
        // Without a definition there is nothing to follow any more.
        try body(.reset(view: name, size: newSize, sections: 0, rows: 0))
        throw error
      }
      try body(
        .reset(
          view: name, size: newSize, sections: try newest.sectionCount(of: view),
          rows: try newest.rowCount(of: view)))
    }
    size = newSize
    shown = newest
  }

  /// Whether commits explain how one snapshot became the other.
  private func follows(
    from shown: borrowing Snapshot, to newest: borrowing Snapshot
  ) throws -> Bool {
    let size = try newest.size
    guard size >= self.size,
      newest.context.history.version == shown.context.history.version,
      let old = shown.context.catalog.items[name], let new = newest.context.catalog.items[name],
      old.isCurrent, new.isCurrent, old.view.definition == new.view.definition
    else { return false }
    // The events that were shown are still those at their places.
    if self.size > 0, shown.context.environment !== newest.context.environment {
      let last = SequenceNumber(self.size - 1)
      return try shown.context.log.headerBytes(at: last, in: shown.transaction)
        == newest.context.log.headerBytes(at: last, in: newest.transaction)
    }
    return true
  }
}
