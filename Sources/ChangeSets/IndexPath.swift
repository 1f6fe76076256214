/// The place of a row in a sectioned list: its section, and its row within that section.
///
/// Both count from 0. Paths are ordered as the list is read: by section, then by row. Whether a
/// path is meant in the list before a commit (old coordinates) or after it (new coordinates) is
/// said where it is used; the path itself does not know.
public struct IndexPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The section's number in the list, from 0.
  public var section: Int

  /// The row's number in its section, from 0.
  public var row: Int

  /// Makes the path of row `row` of section `section`.
  @inlinable
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Tells whether the first path comes before the second in a list read from its start.
  @inlinable
  public static func < (first: IndexPath, second: IndexPath) -> Bool {
    (first.section, first.row) < (second.section, second.row)
  }

  /// The path as `[section, row]`.
  public var description: String { "[\(section), \(row)]" }
}
