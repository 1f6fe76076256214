import CommandLineKit
import Daybook
import JSON

/// Counts tags.
struct TagsCommand: Command {
  static let name = "tags"
  static let summary = "Lists tags, with how many entries have each"
  static let discussion = """
    Tags in the text and beside it count alike, whatever their case and accents. The most frequent comes \
    first. 'daybook retag' gives one another name.
    """
  static let examples = [
    Example("daybook tags", "every tag"),
    Example("daybook tags --on 2026", "those of a year"),
    Example("daybook tags --tagged work", "those that stand beside another"),
  ]
  static let parameters: [Parameter<Self>] = Parameter.table(
    \.filters, as: "FILTERS", under: "Filters")

  var filters = Filters()

  func run(in session: Session) throws -> ExitCode {
    try session.paged {
      let counts = try session.openForReading(readsAhead: filters.isEmpty).read { snapshot in
        try Self.counts(filters, in: snapshot, session)
      }
      try write(counts, session)
      return .done
    }
  }

  /// The tags with their counts, the most frequent first, equal ones by name.
  static func counts(
    _ filters: Filters, in snapshot: borrowing Snapshot, _ session: Session
  ) throws -> [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    try EntryReader.forEach(filters, in: snapshot, session) { entry in
      let written = Tags.occurrences(in: entry.text).map(\.name)
      if written.isEmpty, entry.givenTags.isEmpty { return }
      for name in Tags.normalized(written + entry.givenTags) { counts[name, default: 0] += 1 }
    }
    return counts.map { (name: $0.key, count: $0.value) }.sorted {
      ($1.count, $0.name) < ($0.count, $1.name)
    }
  }

  private func write(_ counts: [(name: String, count: Int)], _ session: Session) throws {
    let console = session.console
    if session.isQuiet {
      for (name, _) in counts { try console.writeLine(name) }
      return
    }
    switch session.format {
    case .text:
      if counts.isEmpty { return session.note("no entry has a tag") }
      let width = counts.map { $0.count.grouped.displayWidth }.max() ?? 0
      for (name, count) in counts {
        let number = String(repeating: " ", count: width - count.grouped.displayWidth)
        try console.writeLine(
          "\(number)\(count.grouped)  \(console.style.cyan("@\(name.terminalSafe)"))")
      }
    case .json, .jsonl:
      let isDocument = session.format == .json
      var writer = JSONWriter()
      if isDocument {
        writer.beginObject()
        writer.member("tags")
        writer.beginArray()
      }
      for (name, count) in counts {
        writer.beginObject()
        writer.member("name", name)
        writer.member("count", count)
        writer.endObject()
        if !isDocument { writer.endLine() }
      }
      if isDocument {
        writer.endArray()
        writer.endObject()
        writer.endLine()
      }
      try console.write(bytes: writer.bytes)
    }
  }
}
