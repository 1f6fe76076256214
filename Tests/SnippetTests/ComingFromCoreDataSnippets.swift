import Daybook
import Testing

/// A table view's calls, as the delegate of the article makes them.
class Rows {
  var calls: [String] = []
  func beginUpdates() { calls.append("begin") }
  func endUpdates() { calls.append("end") }
  func reloadData() { calls.append("reload") }
  func insertSection(_ index: Int) { calls.append("+§\(index)") }
  func deleteSection(_ index: Int) { calls.append("-§\(index)") }
  func insertRow(_ path: IndexPath) { calls.append("+\(path)") }
  func deleteRow(_ path: IndexPath) { calls.append("-\(path)") }
  func reloadRow(_ path: IndexPath) { calls.append("=\(path)") }
}

@Suite struct ComingFromCoreDataSnippets {
  @Test func `a delegate draws a table`() throws {
    final class Table: Rows, ResultsControllerDelegate {
      func controllerWillChangeContent(_ controller: ResultsController<Hero>) { beginUpdates() }

      func controller(
        _ controller: ResultsController<Hero>,
        didChange section: ChangeSet<ObjectID>.SectionChange, for type: ResultsChangeType
      ) {
        type == .insert ? insertSection(section.index) : deleteSection(section.index)
      }

      func controller(
        _ controller: ResultsController<Hero>, didChange hero: Hero, at indexPath: IndexPath?,
        for type: ResultsChangeType, newIndexPath: IndexPath?
      ) {
        switch (type, indexPath, newIndexPath) {
        case (.delete, let old?, _): deleteRow(old)
        case (.insert, _, let new?): insertRow(new)
        case (.move, let old?, let new?):
          deleteRow(old)
          insertRow(new)
        case (.update, let old?, _): reloadRow(old)
        default: break
        }
      }

      func controllerDidChangeContent(_ controller: ResultsController<Hero>) { endUpdates() }
      func controllerDidReset(_ controller: ResultsController<Hero>) { reloadData() }
    }

    let sample = try Sample()
    let id = try sample.hero("Batman")
    var request = FetchRequest(entity: "hero")
    request.section = "initial"
    request.sort = "name"
    let controller = ResultsController<Hero>(sample.journal, request)
    let table = Table()
    controller.delegate = table
    try controller.performFetch()
    try sample.journal.commit(by: sample.committer) { context in
      try context.update(id, as: Hero.self) { $0.name = "Catman" }
      try context.insert(Hero(name: "Cat"))
    }
    try controller.processChanges()
    #expect(
      table.calls == ["begin", "-§0", "+§0", "+[0, 0]", "-[0, 0]", "+[0, 1]", "end"])
  }
}
