extension ChangeSet {
  /// Makes the change set of a commit from the rows that it touched.
  ///
  /// Which touched rows are reported as moves: those whose section is another, and those left out
  /// of the *kept set* of their section. The kept set is every untouched row, with a largest set of
  /// touched rows such that all of them stand in one relative order before and after; of several
  /// largest sets, the one whose old positions are least, position by position. No smaller number
  /// of moves explains the new list without moving a row that nobody touched.
  ///
  /// The order of `touched`, `vanished` and `appeared` is of no account.
  ///
  /// - Parameters:
  ///   - touched: Each row that the commit touched, once. Untouched rows are not to be given.
  ///   - vanished: The sections there before and not after, by old index.
  ///   - appeared: The sections there after and not before, by new index. Sections in neither list
  ///     are taken to have kept their relative order, as sections sorted by their key do.
  /// - Complexity: O(k log k) for k touched rows and sections, whatever the size of the list.
  @inlinable
  public init(
    touched: [TouchedRow<ID>], vanished: [SectionChange] = [], appeared: [SectionChange] = []
  ) {
    let deletedSections = vanished.sorted { $0.index > $1.index }
    let insertedSections = appeared.sorted { $0.index < $1.index }
    let plan = RowPlan(
      before: touched.map(\.before), after: touched.map(\.after),
      vanished: deletedSections.reversed().map(\.index), appeared: insertedSections.map(\.index))
    var rows: [RowChange] = []
    rows.reserveCapacity(touched.count)
    for row in plan.oldOrder.reversed() {
      if let old = touched[row].before, touched[row].after == nil {
        rows.append(.delete(touched[row].id, at: old.path))
      }
    }
    for row in plan.newOrder where !plan.isKept[row] {
      guard let new = touched[row].after else { continue }
      if let old = touched[row].before {
        rows.append(.move(touched[row].id, from: old.path, to: new.path))
      } else {
        rows.append(.insert(touched[row].id, at: new.path))
      }
    }
    for row in plan.oldOrder where plan.isKept[row] && touched[row].differs {
      if let old = touched[row].before, let new = touched[row].after {
        rows.append(.update(touched[row].id, at: old.path, to: new.path))
      }
    }
    self.init(deletedSections: deletedSections, insertedSections: insertedSections, rows: rows)
  }
}
