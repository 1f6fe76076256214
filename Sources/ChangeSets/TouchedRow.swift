/// Where a row stands in one state of a view, told by ranks.
///
/// A counted index answers the three numbers in O(log n) each; nothing else about the view, and
/// nothing about rows that a commit did not touch, is needed to make a change set.
public struct RowPosition: Hashable, Sendable {
  /// How many rows of the whole view, in all its sections, stand before this one.
  public var rank: Int

  /// The number of the row's section in that state, from 0.
  public var section: Int

  /// The rank of the first row of that section: how many rows stand in the sections before it.
  public var sectionStart: Int

  /// Makes a position; `sectionStart` is at most `rank`.
  @inlinable
  public init(rank: Int, section: Int, sectionStart: Int) {
    self.rank = rank
    self.section = section
    self.sectionStart = sectionStart
  }

  /// The index path in that state.
  @inlinable
  public var path: IndexPath { IndexPath(section: section, row: rank - sectionStart) }
}

/// One row that a commit touched, as it stood before and as it stands after.
///
/// A row is touched where its values, its section, its sort values or its membership in the view
/// differ over the whole commit. A row written and put back as it was is not touched and must be
/// left out: rows left out are never reported, while a touched row may be the one chosen to move.
public struct TouchedRow<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What the row is known by, in both states.
  public var id: ID

  /// Its place before the commit, among all rows of that state; `nil` where it was not in the view.
  public var before: RowPosition?

  /// Its place after the commit, among all rows of that state; `nil` where it is not in the view.
  public var after: RowPosition?

  /// Whether the row's own values differ: a row that stays in place is an update only then.
  ///
  /// It is `false` where only something that the sort or the section looks at through a
  /// relationship changed. It has no bearing on rows that come, go or move.
  public var differs: Bool

  /// Makes a touched row.
  @inlinable
  public init(id: ID, before: RowPosition?, after: RowPosition?, differs: Bool) {
    self.id = id
    self.before = before
    self.after = after
    self.differs = differs
  }
}
