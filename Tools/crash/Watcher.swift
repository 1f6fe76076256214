import Daybook
import Foundation

/// Follows a view, makes its list of change sets alone, and compares that with a fresh fetch.
struct Watcher {
  private let arena: Arena
  private let journal: Journal
  private let follower: Follower
  private var list: [ChangeSets.Section<ObjectID>]

  init(_ options: Options) throws {
    arena = options.arena
    var journalOptions = Journal.Options()
    journalOptions.isReadOnly = options.seed % 2 == 0
    journal = try Journal.open(at: arena.journal, journalOptions)
    // The snapshot that the list is read in and the one that is followed may lie apart.
    var start: (Follower, [ChangeSets.Section<ObjectID>])?
    while start == nil {
      let follower = try Follower(journal, view: ViewDefinition.byDayName)
      let (size, list) = try Self.fetch(journal)
      if follower.shownSize == size { start = (follower, list) }
    }
    guard let start else { throw Violation("nothing to follow") }
    (follower, list) = start
  }

  func run() throws {
    var watcher = self
    var comparisons = 0
    while true {
      let isLast = arena.isStopped
      try watcher.poll()
      let (size, fresh) = try Self.fetch(journal)
      if size == follower.shownSize {
        comparisons += 1
        if fresh != watcher.list {
          throw Violation("the followed list of size \(size) is not the one fetched")
        }
        if isLast { break }
      } else if isLast {
        // What was committed before the stop is still to be shown.
        continue
      }
      usleep(2000)
    }
    if comparisons == 0 { throw Violation("a watcher compared nothing") }
  }

  private mutating func poll() throws {
    guard follower.hasNews else { return }
    var list = list
    try follower.poll { change in
      switch change {
      case .changes(let set): list = try set.changeSet.applying(to: list)
      case .reset(view: _, let size, sections: _, rows: _):
        throw Violation("a follower lost its place at size \(size)")
      }
    }
    self.list = list
  }

  private static func fetch(
    _ journal: Journal
  ) throws -> (size: UInt64, list: [ChangeSets.Section<ObjectID>]) {
    try journal.read { snapshot in
      let page = try snapshot.page(of: snapshot.view(ViewDefinition.byDayName))
      return (
        try snapshot.size, page.sections.map { Section(name: $0.info.name, rows: $0.rows) }
      )
    }
  }
}
