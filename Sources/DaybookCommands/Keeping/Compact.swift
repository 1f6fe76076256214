import CommandLineKit
import Daybook
import JSON

/// Gives free pages back to the file system.
struct Compact: Command {
  static let name = "compact"
  static let summary = "Gives unused space back to the file system"
  static let discussion = """
    The journal is written anew beside itself, and takes its own place once it is whole. Others may \
    have it open: readers keep what they see, writers wait. Broken off, nothing is changed. For as \
    long as it takes there must be room for the journal twice.
    """
  static let examples = [Example("daybook compact", "after much was deleted or imported")]
  static let parameters: [Parameter<Self>] = []

  func run(in session: Session) throws -> ExitCode {
    let journal = try session.openForWriting(creating: false)
    let progress = WorkProgress(session.console, unit: "rows")
    let bytes = try journal.compact(session.request(nil), progress: progress.update)
    progress.end()
    if session.isQuiet { return .done }
    if session.format == .text {
      try session.console.writeLine(
        "\(bytes.before.byteText) before, \(bytes.after.byteText) now")
    } else {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("before", bytes.before)
      writer.member("after", bytes.after)
      writer.endObject()
      writer.endLine()
      try session.console.write(bytes: writer.bytes)
    }
    return .done
  }
}
