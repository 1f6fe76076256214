import CommandLineKit
import Daybook
import JSON
import MerkleTree

/// Verifies everything that the journal holds.
struct Audit: Command {
  static let name = "audit"
  static let summary = "Verifies everything that the journal holds"
  static let discussion = """
    The engine's pages; the log's sequences, encodings, digests, counters, stamps and Merkle tree; \
    content; and every projection against the log. A fault is one line: where, what was expected, \
    what was found. With a fault the status is 1. --quick looks at the head and the last events \
    alone.
    """
  static let examples = [
    Example("daybook audit", "verify the journal"),
    Example("daybook audit --quick --format json", "a short look, for a program"),
  ]
  static let parameters: [Parameter<Self>] = [
    .flag("--quick", \.isQuick, help: "Look at the head and the last events alone")
  ]

  var isQuick = false

  func run(in session: Session) throws -> ExitCode {
    let console = session.console
    let journal = try session.openForReading(readsAhead: true)
    let progress = WorkProgress(console, unit: "rows")
    var failure: (any Error)?
    let report = try journal.audit(isQuick: isQuick, progress: progress.update) { fault in
      guard session.isText, failure == nil else { return }
      do {
        try console.writeLine(
          "\(console.style.red(fault.place.terminalSafe)): "
            + "expected \(fault.expected), found \(fault.found)".terminalSafe)
      } catch {
        failure = error
      }
    }
    progress.end()
    if let failure { throw failure }
    if session.isQuiet { return report.faults.isEmpty ? .done : .found }
    if session.format == .text {
      let verdict =
        report.faults.isEmpty
        ? console.style.green("sound") : console.style.red("\(report.faults.count) faults")
      try console.writeLine(
        "\(report.events) events, \(report.objects) objects, \(report.views) views: \(verdict)")
    } else {
      try console.write(bytes: Self.document(report))
    }
    return report.faults.isEmpty ? .done : .found
  }

  private static func document(_ report: AuditReport) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("events", report.events)
    writer.member("objects", report.objects)
    writer.member("views", report.views)
    writer.member("root", Hexadecimal.encode(report.root))
    writer.member("faults")
    writer.beginArray()
    for fault in report.faults {
      writer.beginObject()
      writer.member("where", fault.place)
      writer.member("expected", fault.expected)
      writer.member("found", fault.found)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
