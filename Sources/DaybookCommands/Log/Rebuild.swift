import CommandLineKit
import Daybook
import JSON

/// Builds the projections anew from the log.
struct Rebuild: Command {
  static let name = "rebuild"
  static let summary = "Builds views and objects anew from the log"
  static let discussion = """
    Everything is built beside what is there and takes its place in one commit; a rebuild that is \
    broken off leaves no trace. It says what differed, and ends with status 1 where something did. \
    --check only compares.
    """
  static let examples = [
    Example("daybook rebuild --check", "compare everything with the log"),
    Example("daybook rebuild by-day", "build one view anew"),
  ]
  static let parameters: [Parameter<Self>] = [
    .rest(
      "VIEW", \.views, completion: .asked(kind: "view"),
      help: "Only these views; without them, everything"),
    .flag("--check", \.isCheck, help: "Compare, and change nothing"),
  ]

  var views: [String] = []
  var isCheck = false

  /// How many differing rows of a projection are shown to a person.
  private static let faultLimit = 10

  func run(in session: Session) throws -> ExitCode {
    let journal =
      isCheck
      ? try session.openForReading(readsAhead: true) : try session.openForWriting(creating: false)
    let progress = WorkProgress(session.console, unit: "events")
    let reports = try journal.rebuild(
      views, checkOnly: isCheck, session.request(nil), progress: progress.update)
    progress.end()
    try write(reports, session)
    return reports.contains(where: \.differed) ? .found : .done
  }

  private func write(_ reports: [ProjectionReport], _ session: Session) throws {
    if session.isQuiet { return }
    var writer = JSONWriter()
    switch session.format {
    case .text: try writeText(reports, to: session.console)
    case .jsonl:
      for report in reports {
        Self.write(report, to: &writer)
        writer.endLine()
      }
    case .json:
      writer.beginObject()
      writer.member("projections")
      writer.beginArray()
      for report in reports { Self.write(report, to: &writer) }
      writer.endArray()
      writer.endObject()
      writer.endLine()
    }
    try session.console.write(bytes: writer.bytes)
  }

  private static func write(_ report: ProjectionReport, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", report.name)
    writer.member("rows", report.rows)
    writer.member("differed", report.differed)
    writer.endObject()
  }

  private func writeText(_ reports: [ProjectionReport], to console: Console) throws {
    let style = console.style
    let width = reports.map(\.name.displayWidth).max() ?? 0
    let counts = reports.map { RowOperations.count($0.rows, "row") }
    let countWidth = counts.map(\.displayWidth).max() ?? 0
    for (report, count) in zip(reports, counts) {
      let gap = String(repeating: " ", count: countWidth - count.displayWidth)
      let verdict =
        report.differed
        ? style.red(isCheck ? "differs" : "differed, built anew") : style.green("as the log says")
      try console.writeLine(
        "\(report.name.terminalSafe.padded(toWidth: width))  \(gap)\(count)  \(verdict)")
      for fault in report.faults.prefix(Self.faultLimit) {
        let line =
          "  \(fault.key): expected \(fault.expected ?? "no row"), found \(fault.found ?? "no row")"
        try console.writeLine(line.terminalSafe.truncated(toWidth: max(40, console.width)))
      }
      if report.faults.count > Self.faultLimit {
        try console.writeLine("  and \(report.faults.count - Self.faultLimit) more")
      }
    }
  }
}
