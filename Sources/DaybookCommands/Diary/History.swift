import CommandLineKit
import Daybook

/// Shows the versions of a record.
struct History: Command {
  static let name = "history"
  static let summary = "Shows the versions of an entry, the oldest first"
  static let discussion = """
    A version is the sequence of the event that made it, by which --expect-version and 'daybook log' \
    call it. @N beside it is the size that the log had from then on, by which --at calls the state \
    after it. It is told who wrote it where $DAYBOOK_ACTOR said so.
    """
  static let examples = [
    Example("daybook history 4f1c2a9", "what each change wrote"),
    Example("daybook history 4f1c2a9 --diff", "word by word, what it changed"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "ID", \.id, completion: .asked(kind: "id"), help: "Which one; also one that is deleted"),
    .flag("--diff", \.isDifference, help: "Show what changed in texts, word by word"),
  ]

  var id = ""
  var isDifference = false

  func run(in session: Session) throws -> ExitCode {
    try session.paged { try write(in: session) }
  }

  private func write(in session: Session) throws -> ExitCode {
    try session.openForReading().read { snapshot in
      let identity = try session.identity(id, in: snapshot, includingDeleted: true)
      var output = VersionOutput(session)
      output.isDifference = isDifference
      return try output.write(identity, in: snapshot)
    }
  }
}
