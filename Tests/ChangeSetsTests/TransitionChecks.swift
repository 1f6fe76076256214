import ChangeSets
import StoreSupport
import Testing

/// What a cell of a simulated table shows.
struct ShownRow<ID: Equatable>: Equatable {
  var id: ID
  var isFresh: Bool
}

extension Transition {
  /// Everything that must hold of the engine's answer, whatever the states: expectations are
  /// recorded where they fail.
  func check(
    _ changes: ChangeSet<ID>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let problems = StreamReplay(changes, old: old.list, new: new.list).problems()
    #expect(problems.isEmpty, sourceLocation: sourceLocation)
    #expect(
      throws: Never.self, sourceLocation: sourceLocation,
      performing: {
        // A section that stays keeps the name it had: names are compared where they are new.
        let applied = try changes.applying(to: old.list)
        #expect(applied.map(\.rows) == new.list.map(\.rows), sourceLocation: sourceLocation)
      })

    let named = changes.rows.map(\.id)
    #expect(Set(named).isSubset(of: touched), "an untouched row", sourceLocation: sourceLocation)
    for change in changes.rows {
      guard case .update(let id, _, _) = change else { continue }
      #expect(differing.contains(id), "an update of nothing", sourceLocation: sourceLocation)
    }
    checkBatch(changes.batch(), of: changes, sourceLocation: sourceLocation)
  }

  private func checkBatch(
    _ batch: TableBatch, of changes: ChangeSet<ID>, sourceLocation: SourceLocation
  ) {
    #expect(batch.isEmpty == changes.isEmpty, sourceLocation: sourceLocation)
    for paths in [batch.reloadRows, batch.deleteRows, batch.insertRows, batch.moveRows.map(\.from)]
    {
      #expect(paths == paths.sorted(), "not ascending", sourceLocation: sourceLocation)
    }
    for sections in [batch.deleteSections, batch.insertSections] {
      #expect(sections == sections.sorted(), "not ascending", sourceLocation: sourceLocation)
    }
    let oldRows = old.sections.map(\.rows)
    let newRows = new.sections.map(\.rows)
    var table = TableSimulator(
      oldRows.map { $0.map { ShownRow(id: $0, isFresh: !differing.contains($0)) } })
    #expect(
      throws: Never.self, sourceLocation: sourceLocation,
      performing: {
        try table.perform(
          batch, rowCounts: newRows.map(\.count),
          reloaded: { ShownRow(id: oldRows[$0.section][$0.row], isFresh: true) },
          inserted: { ShownRow(id: newRows[$0.section][$0.row], isFresh: true) })
      })
    #expect(table.cells.map { $0.map(\.id) } == newRows, sourceLocation: sourceLocation)
    // A moved cell is the old one: it alone may show old values.
    let moved = Set(batch.moveRows.map(\.to))
    for (section, cells) in table.cells.enumerated() {
      for (row, cell) in cells.enumerated()
      where !moved.contains(IndexPath(section: section, row: row)) {
        #expect(cell.isFresh, "\(cell.id) shows old values", sourceLocation: sourceLocation)
      }
    }
  }
}
