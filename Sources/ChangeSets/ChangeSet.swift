/// What one commit did to a sectioned, sorted list: the smallest set of operations on sections and
/// rows that explains the new list.
///
/// Deletes and the origins of moves are in **old coordinates**, the list before the commit; inserts
/// and the targets of moves are in **new coordinates**, the list after it; an update has both. All
/// operations hold at once: no path is shifted by an operation listed before it.
///
/// Rows that the commit did not touch are never named, however far they shift. A touched row that
/// stays is an *update* where it keeps its place among the rows that stay, and a *move* where it
/// does not; a move implies that its values may have changed. Index paths do not decide this: a
/// true move may have two equal paths, and a row that merely shifts has two different ones. At most
/// one operation names a row.
///
/// The order of the operations is canonical, so two change sets of one commit are equal, whichever
/// process made them.
public struct ChangeSet<ID: Hashable & Sendable>: Hashable, Sendable {
  /// A section that came or went, with its number in the state that has it.
  public struct SectionChange: Hashable, Sendable {
    /// The section's number, from 0: in old coordinates for a delete, in new ones for an insert.
    public var index: Int

    /// The section's name in that state.
    public var name: String

    /// Makes a change of the section numbered `index`.
    @inlinable
    public init(index: Int, name: String) {
      self.index = index
      self.name = name
    }
  }

  /// What became of one row.
  public enum RowChange: Hashable, Sendable {
    /// The row left the list; its old path.
    case delete(ID, at: IndexPath)

    /// The row changed its section or its place among the rows that stay; old path, new path.
    case move(ID, from: IndexPath, to: IndexPath)

    /// The row is new to the list; its new path.
    case insert(ID, at: IndexPath)

    /// The row's values changed, its place among the rows that stay did not; old path, new path.
    case update(ID, at: IndexPath, to: IndexPath)

    /// The row's id.
    @inlinable
    public var id: ID {
      switch self {
      case .delete(let id, _), .move(let id, _, _), .insert(let id, _), .update(let id, _, _): id
      }
    }

    /// The path before the commit; `nil` for an insert.
    @inlinable
    public var oldPath: IndexPath? {
      switch self {
      case .delete(_, let path), .move(_, let path, _), .update(_, let path, _): path
      case .insert: nil
      }
    }

    /// The path after the commit; `nil` for a delete.
    @inlinable
    public var newPath: IndexPath? {
      switch self {
      case .insert(_, let path), .move(_, _, let path), .update(_, _, let path): path
      case .delete: nil
      }
    }
  }

  /// The sections that went, by old index, descending.
  public var deletedSections: [SectionChange]

  /// The sections that came, by new index, ascending.
  public var insertedSections: [SectionChange]

  /// The row operations: deletes, descending; then moves and inserts together, ascending by new
  /// path; then updates, ascending by old path.
  ///
  /// Rows of sections that came or went are named here too.
  public var rows: [RowChange]

  /// Makes a change set of operations already in canonical order.
  @inlinable
  public init(
    deletedSections: [SectionChange] = [], insertedSections: [SectionChange] = [],
    rows: [RowChange] = []
  ) {
    self.deletedSections = deletedSections
    self.insertedSections = insertedSections
    self.rows = rows
  }

  /// Whether the list is what it was, so that there is nothing to tell.
  @inlinable
  public var isEmpty: Bool {
    rows.isEmpty && deletedSections.isEmpty && insertedSections.isEmpty
  }
}
