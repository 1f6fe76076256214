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

    --against names a checkpoint from 'daybook checkpoint': a smaller log was rolled back, and one that \
    does not begin with the log of then was rewritten. --salvage writes what verifies of a damaged \
    journal into a new one, and lists what does not.
    """
  static let examples = [
    Example("daybook audit", "verify the journal"),
    Example("daybook audit --quick --format json", "a short look, for a program"),
    Example("daybook audit --against diary.checkpoint", "also compare with a checkpoint"),
    Example("daybook audit --salvage ~/saved", "save what verifies of a damaged journal"),
  ]
  static let parameters: [Parameter<Self>] = [
    .flag("--quick", \.isQuick, help: "Look at the head and the last events alone"),
    .option(
      "--against", \.checkpoint, "FILE", completion: .files,
      help: "Compare with a checkpoint that was kept elsewhere"),
    .option(
      "--key", \.key, "KEY", completion: .files,
      help: "The public key of the checkpoint, or a file that holds it"),
    .option(
      "--salvage", \.salvage, "DIR", completion: .directories,
      help: "Write what verifies into a new journal there"),
  ]

  var isQuick = false
  var checkpoint: String?
  var key: String?
  var salvage: String?

  func run(in session: Session) throws -> ExitCode {
    if let salvage {
      if isQuick || checkpoint != nil {
        throw CommandFailure.usage("--salvage saves what it can, and goes with no other check")
      }
      return try Salvage(directory: salvage).run(in: session)
    }
    let console = session.console
    let checkpoint = try self.checkpoint.map { try session.checkpoint(in: $0, key: key) }
    let path = try session.journalPath()
    let progress = WorkProgress(console, unit: "rows")
    let output = FaultOutput(session)
    let report = try Journal.audit(
      at: path, session.readingOptions(of: path, readsAhead: true), isQuick: isQuick,
      against: checkpoint, progress: progress.update, report: output.write)
    progress.end()
    try output.finish()
    if session.isQuiet { return report.faults.isEmpty ? .done : .found }
    if session.format == .text {
      let verdict =
        report.faults.isEmpty
        ? console.style.green("sound")
        : console.style.red(RowOperations.count(report.faults.count, "fault"))
      let counts = [
        RowOperations.count(Int(clamping: report.events), "event"),
        RowOperations.count(Int(clamping: report.objects), "object"),
        RowOperations.count(Int(clamping: report.views), "view"),
      ]
      try console.writeLine("\(counts.joined(separator: ", ")): \(verdict)")
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
    writer.member(faults: report.faults)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
