import Daybook
import Testing

/// A table view, as far as it takes batches.
private final class Table {
  var operations = 0
  func performBatchUpdates(_ body: () -> Void) { body() }
  func reload(_ paths: [IndexPath]) { operations += paths.count }
  func deleteSections(_ sections: [Int]) { operations += sections.count }
  func insertSections(_ sections: [Int]) { operations += sections.count }
  func deleteRows(_ paths: [IndexPath]) { operations += paths.count }
  func insertRows(_ paths: [IndexPath]) { operations += paths.count }
  func moveRow(at old: IndexPath, to new: IndexPath) { operations += 1 }
}

@Suite struct ChangeSetSnippets {
  @Test func `a change set is read, drawn and applied`() throws {
    let sample = try Sample()
    var request = FetchRequest(entity: "hero")
    request.sort = "name"
    let controller = ResultsController<Hero>(sample.journal, request)
    try controller.performFetch()
    let table = Table()
    try sample.hero("Batman")
    guard case .changes(let set) = try controller.nextChange() else {
      Issue.record("nothing was told")
      return
    }

    for row in set.changeSet.rows {
      switch row {
      case .delete(let id, let old): print("-", old, id)
      case .insert(let id, let new): print("+", new, id)
      case .move(let id, let old, let new): print("~", old, new, id)
      case .update(let id, let old, let new): print("=", old, new, id)
      }
    }

    let batch = set.batch
    table.performBatchUpdates { table.reload(batch.reloadRows) }
    table.performBatchUpdates {
      table.deleteSections(batch.deleteSections)
      table.insertSections(batch.insertSections)
      table.deleteRows(batch.deleteRows)
      table.insertRows(batch.insertRows)
      for move in batch.moveRows { table.moveRow(at: move.from, to: move.to) }
    }
    #expect(table.operations == 1)

    try sample.hero("Robin")
    try sample.hero("Alfred")
    var shown = try controller.snapshot()
    while case .changes(let set) = try controller.nextChange() {
      try shown.apply(set.changeSet)
    }
    #expect(try shown == controller.snapshot() || !shown.reloadedItems.isEmpty)
    #expect(shown.items.count == 3)
  }
}
