import CommandLineKit
import Daybook
import JSON

/// What `audit --salvage` does: saves what verifies, and tells what does not.
struct Salvage {
  let directory: String

  func run(in session: Session) throws -> ExitCode {
    let console = session.console
    var options = Journal.Options()
    options.machine = session.surroundings.machine()
    let progress = WorkProgress(console, unit: "rows")
    let output = FaultOutput(session)
    let report = try Journal.salvage(
      from: session.journalPath(), to: directory, options,
      making: Journal.Seed(
        journal: session.randomID(), device: session.randomID(),
        created: session.surroundings.now()),
      session.request(nil), progress: progress.update, report: output.write)
    progress.end()
    try output.finish()
    if session.isQuiet { return report.faults.isEmpty ? .done : .found }
    if session.format == .text {
      try writeText(report, console)
    } else {
      try console.write(bytes: Self.document(report))
    }
    return report.faults.isEmpty ? .done : .found
  }

  private func writeText(_ report: SalvageReport, _ console: Console) throws {
    let style = console.style
    for (ids, what) in [
      (report.renewed, style.yellow("written anew")), (report.lost, style.red("lost")),
    ] where !ids.isEmpty {
      let names = ShortIDs(ids)
      try console.writeLine("\(what): " + ids.map { names.text($0) }.joined(separator: " "))
    }
    try console.writeLine(
      "\(RowOperations.count(Int(clamping: report.taken), "event")) taken over, "
        + "\(report.written) written anew: "
        + "\(RowOperations.count(report.objects, "object")) in \(directory.terminalSafe)")
  }

  private static func document(_ report: SalvageReport) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("journal", report.journal.hexadecimal)
    writer.member("taken", report.taken)
    writer.member("written", report.written)
    writer.member("objects", report.objects)
    writer.member("renewed", report.renewed)
    writer.member("lost", report.lost)
    writer.member(faults: report.faults)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
