import CommandLineKit
import Daybook
import JSON
import MerkleTree

/// Copies the journal while others use it.
struct Backup: Command {
  static let name = "backup"
  static let summary = "Copies the journal into a directory, while others use it"
  static let discussion = """
    What it makes is a journal: it opens with --journal, and whoever writes to it does so as a device \
    of its own. A backup that is there is replaced in one step, or stays as it is; another journal, or \
    a backup that was written to since, is never replaced.
    """
  static let examples = [
    Example("daybook backup /media/stick/diary", "onto a stick, again and again")
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("DIR", \.directory, completion: .directories, help: "Where to")
  ]

  var directory = ""

  func run(in session: Session) throws -> ExitCode {
    if directory.isEmpty {
      throw CommandFailure.usage("'daybook backup' needs a directory that has a name")
    }
    let journal = try session.openForReading(readsAhead: true)
    let progress = WorkProgress(session.console, unit: "rows")
    try journal.backup(to: directory, progress: progress.update)
    progress.end()
    if session.isQuiet { return .done }
    var options = Journal.Options()
    options.isReadOnly = true
    let information = try Journal.open(at: directory, options).information()
    if session.format == .text {
      try session.console.writeLine(
        "\(RowOperations.count(Int(clamping: information.events), "event")), "
          + "\(information.bytes.byteText), in \(directory.terminalSafe)")
    } else {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("path", directory)
      writer.member("events", information.events)
      writer.member("bytes", information.bytes)
      writer.member("root", Hexadecimal.encode(information.root))
      writer.endObject()
      writer.endLine()
      try session.console.write(bytes: writer.bytes)
    }
    return .done
  }
}
