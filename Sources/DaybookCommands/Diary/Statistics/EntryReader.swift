import CommandLineKit
import Daybook

/// Reads of every entry that is meant what statistics are made of.
struct EntryReader {
  /// What an entry says.
  struct Entry {
    /// Its text.
    var text: String
    /// When it was.
    var moment: Moment
    /// Its tags beside the text.
    var givenTags: [String]
  }

  /// Calls `body` with each entry that the filters let through.
  ///
  /// Without filters the stored values are read one after another, and nothing is sorted.
  static func forEach(
    _ filters: Filters, in snapshot: borrowing Snapshot, _ session: Session,
    _ body: (Entry) -> Void
  ) throws {
    var progress = session.console.progress(
      "reading", unit: "entries", total: try snapshot.objectCount)
    var count = 0
    func take(_ text: Value?, _ moment: Value?, _ tags: Value?) {
      count += 1
      if count % 1024 == 0 { session.console.update(&progress, done: count) }
      guard case .string(let text)? = text, case .date(let moment)? = moment else { return }
      body(Entry(text: text, moment: moment, givenTags: tags?.strings ?? []))
    }
    let names = ["text", "creationTime", "givenTags"]
    if filters.isEmpty {
      try snapshot.forEachObject(of: "entry", reading: names) { _, values in
        take(values[0], values[1], values[2])
        return true
      }
    } else {
      let request = try filters.request(entity: "entry", model: snapshot.model, in: session)
      for id in try snapshot.fetch(request).sections.flatMap(\.rows) {
        let values = try snapshot.record(id)?.values ?? PropertyValues()
        take(values[names[0]], values[names[1]], values[names[2]])
      }
    }
    session.console.clearProgress()
  }
}
