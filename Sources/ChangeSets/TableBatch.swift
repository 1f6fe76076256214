/// A change set in the form that a table view takes, in two stages of which each is legal by
/// itself.
///
/// 1. `reloadRows`: the updates, against the old list's numbers, with the new content. They have a
///    stage of their own because tables refuse a reload beside a move to or from the same path.
/// 2. All the rest, as one block: sections and rows deleted and the origins of moves in old
///    coordinates, sections and rows inserted and the targets of moves in new coordinates.
///
/// Against tables that refuse them or are not known to do the right thing, the second stage has no
/// row operation that a section operation implies, no move out of a deleted section or into an
/// inserted one, and no move between equal paths: such moves are split into the delete and the
/// insert that remain of them. A row that moves brings its old cell along: refresh it where its
/// values are shown.
///
/// Every list is ascending; moves ascend by their origin.
public struct TableBatch: Hashable, Sendable {
  /// A row's way from its old path to its new one.
  public struct Move: Hashable, Sendable {
    /// The path before, in old coordinates.
    public var from: IndexPath

    /// The path after, in new coordinates.
    public var to: IndexPath

    /// Makes a move from an old path to a new one.
    @inlinable
    public init(from: IndexPath, to: IndexPath) {
      self.from = from
      self.to = to
    }
  }

  /// First stage: the rows to show anew, in old coordinates.
  public var reloadRows: [IndexPath]

  /// Second stage: the sections that go, in old coordinates.
  public var deleteSections: [Int]

  /// Second stage: the sections that come, in new coordinates.
  public var insertSections: [Int]

  /// Second stage: the rows that go, in old coordinates.
  public var deleteRows: [IndexPath]

  /// Second stage: the rows that come, in new coordinates.
  public var insertRows: [IndexPath]

  /// Second stage: the rows that move, within and between sections that stay.
  public var moveRows: [Move]

  /// Makes a batch of lists that are ascending already.
  @inlinable
  public init(
    reloadRows: [IndexPath] = [], deleteSections: [Int] = [], insertSections: [Int] = [],
    deleteRows: [IndexPath] = [], insertRows: [IndexPath] = [], moveRows: [Move] = []
  ) {
    self.reloadRows = reloadRows
    self.deleteSections = deleteSections
    self.insertSections = insertSections
    self.deleteRows = deleteRows
    self.insertRows = insertRows
    self.moveRows = moveRows
  }

  /// Whether there is nothing to do in the second stage: the list has the rows and order it had.
  @inlinable
  public var keepsStructure: Bool {
    deleteSections.isEmpty && insertSections.isEmpty && deleteRows.isEmpty && insertRows.isEmpty
      && moveRows.isEmpty
  }

  /// Whether there is nothing to do at all.
  @inlinable
  public var isEmpty: Bool { reloadRows.isEmpty && keepsStructure }
}

extension ChangeSet {
  /// The change set as a table view takes it.
  ///
  /// - Complexity: O(k log k) for k operations.
  public func batch() -> TableBatch {
    var batch = TableBatch(
      deleteSections: deletedSections.reversed().map(\.index),
      insertSections: insertedSections.map(\.index))
    let gone = Set(batch.deleteSections)
    let come = Set(batch.insertSections)
    for change in rows {
      switch change {
      case .delete(_, let old):
        if !gone.contains(old.section) { batch.deleteRows.append(old) }
      case .insert(_, let new):
        if !come.contains(new.section) { batch.insertRows.append(new) }
      case .update(_, let old, _):
        batch.reloadRows.append(old)
      case .move(_, let old, let new):
        let leavesStanding = !gone.contains(old.section)
        let entersStanding = !come.contains(new.section)
        if leavesStanding, entersStanding, old != new {
          batch.moveRows.append(TableBatch.Move(from: old, to: new))
        } else {
          if leavesStanding { batch.deleteRows.append(old) }
          if entersStanding { batch.insertRows.append(new) }
        }
      }
    }
    // Reloads and inserts ascend as the canonical order has them.
    batch.deleteRows.sort()
    batch.moveRows.sort { $0.from < $1.from }
    return batch
  }
}
