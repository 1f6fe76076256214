import CommandLineKit
import Daybook
import Interchange
import JSON

/// What an import did, as it is told: the counts add up to what was read.
struct ImportOutcome {
  /// How many records were met.
  var read: Int
  /// How many of them are new here, or changed what is here.
  var imported = 0
  /// How many of those changed what is here.
  var updated = 0
  /// How many of them were here already.
  var unchanged = 0
  /// Those that were not taken, and why.
  var left: [ImportReport.Note]
  /// What could be read in another way.
  var doubtful: [ImportReport.Note]
  /// Whether nothing was written.
  var isDryRun = false
  /// What the source was read as.
  var format = ""
  /// What was read in sum, where nothing was written.
  var summary: ImportSummary? { didSet { isDryRun = summary != nil } }
  /// What is counted.
  var unit = "entry"

  init(_ report: ImportReport) {
    read = report.read
    left = report.left
    doubtful = report.doubtful
  }

  /// Tells what was done, where no commit of one view's rows is to be told.
  func finish(_ session: Session, _ options: ReportOptions) throws -> ExitCode {
    var report = CommitReport(session, options)
    try write(&report, session)
    return .done
  }

  /// Tells what was done, behind the row operations.
  func write(_ report: inout CommitReport, _ session: Session) throws {
    try report.finish(writeMembers)
    if session.isQuiet { return }
    switch session.format {
    case .json: break
    case .jsonl:
      var writer = JSONWriter()
      writer.beginObject()
      writeMembers(to: &writer)
      writer.endObject()
      writer.endLine()
      try session.console.write(bytes: writer.bytes)
    case .text: try writeText(to: session.console)
    }
  }

  private func writeMembers(to writer: inout JSONWriter) {
    writer.member("read", read)
    writer.member("imported", imported)
    writer.member("unchanged", unchanged)
    Self.write("left", left, to: &writer)
    Self.write("doubtful", doubtful, to: &writer)
    writer.member("format", format)
    if updated > 0 { writer.member("updated", updated) }
    if let summary { write(summary, to: &writer) }
  }

  private func write(_ summary: ImportSummary, to writer: inout JSONWriter) {
    writer.member("years")
    writer.beginObject()
    for (year, count) in summary.years.sorted(by: { $0.key < $1.key }) {
      writer.member(String(year), count)
    }
    writer.endObject()
    writer.member(ifPresent: "first", summary.first?.rfc3339)
    writer.member(ifPresent: "last", summary.last?.rfc3339)
    writer.member("starred", summary.starred)
    writer.member("words", summary.words)
    writer.member("media", summary.mediaCount)
  }

  private static func write(
    _ name: String, _ notes: [ImportReport.Note], to writer: inout JSONWriter
  ) {
    writer.member(name)
    writer.beginArray()
    for note in notes {
      writer.beginObject()
      writer.member("place", note.place.description)
      writer.member("reason", note.reason)
      writer.endObject()
    }
    writer.endArray()
  }

  private func writeText(to console: Console) throws {
    let style = console.style
    for (notes, heading) in [
      (left, style.red("left out")), (doubtful, style.yellow("doubtful")),
    ] {
      for note in notes {
        try console.writeLine(
          "\(heading)  \(style.bold(note.place.description.terminalSafe))  "
            + note.reason.terminalSafe)
      }
    }
    if let summary { try write(summary, to: console) }
    let plural = unit == "entry" ? "entries" : "\(unit)s"
    var line = RowOperations.count(imported, unit, plural: plural)
    line += isDryRun ? " would be imported" : " imported"
    if updated > 0 { line += ", \(updated.grouped) of them changes of entries here" }
    if unchanged > 0 { line += ", \(unchanged.grouped) here already" }
    if !left.isEmpty { line += ", \(left.count.grouped) left out" }
    if !doubtful.isEmpty { line += ", \(doubtful.count.grouped) doubtful" }
    try console.writeLine("\(line)  \(style.dim("\(read.grouped) read"))")
  }

  /// A line a year, with a bar, and the ends.
  private func write(_ summary: ImportSummary, to console: Console) throws {
    let style = console.style
    let most = summary.years.values.max() ?? 1
    for (year, count) in summary.years.sorted(by: { $0.key < $1.key }) {
      let bar = String(repeating: "▇", count: max(1, count * 30 / most))
      try console.writeLine(
        "\(String(year).padded(toWidth: 6)) \(style.cyan(bar)) \(count.grouped)")
    }
    if let first = summary.first, let last = summary.last {
      try console.writeLine(
        "\(first.dayText) to \(last.dayText), "
          + "\(RowOperations.count(summary.words, "word")), \(summary.starred.grouped) starred"
          + (summary.mediaCount > 0 ? ", \(summary.mediaCount.grouped) media" : ""))
    }
  }
}
