/// What commits have changed in a view since the snapshot that its index is read from.
///
/// Empty for a writer. A follower that is several commits behind carries one, and so computes over an
/// old snapshot what each writer computed over its own.
public struct ViewOverlay: Sendable {
  var rows = RankOverlay()
  var sections = RankOverlay()
  var sectionCounts: [[UInt8]: Int] = [:]

  /// Starts without changes.
  public init() {}

  /// Takes the rows that a commit removed and inserted.
  mutating func apply(
    removing removed: [RowKey], inserting inserted: [RowKey],
    sections changes: [(key: [UInt8], before: Int, after: Int)]
  ) {
    for key in removed { rows.add(-1, at: key.bytes) }
    for key in inserted { rows.add(1, at: key.bytes) }
    for change in changes {
      sectionCounts[change.key, default: 0] += change.after - change.before
      if change.before == 0 && change.after > 0 { sections.add(1, at: change.key) }
      if change.before > 0 && change.after == 0 { sections.add(-1, at: change.key) }
    }
  }
}
