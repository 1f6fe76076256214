import CommandLineKit
import Daybook

/// Brings a record back as it was.
struct Restore: Command {
  static let name = "restore"
  static let summary = "Brings a deleted entry back, or an earlier version"
  static let discussion = """
    Without --at, a deleted record is brought back as it was last. With it, the record is made what it was \
    then: as of a day, month or year at that one's end.
    """
  static let examples = [
    Example("daybook restore 4f1c2a9", "an entry that was deleted"),
    Example("daybook restore 4f1c2a9 --at @40", "as it was when the log had 40 events"),
    Example("daybook restore 4f1c2a9 --at 'last monday'", "as it was at the end of that day"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument("ID", \.id, help: "Which one"),
      .option("--at", \.at, "WHEN", help: "As it was then; @N is a size of the log"),
      .option(
        "--expect-version", \.expectedVersion, "N",
        help: "Refuse with status 4 where the record's last event is not N"),
    ] + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var id = ""
  var at: When?
  var expectedVersion: UInt64?
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    let journal = try session.openForWriting(creating: false)
    let (identity, size) = try journal.read { snapshot in
      (
        try session.identity(id, in: snapshot, includingDeleted: true),
        try at.map { try session.logSize($0, in: snapshot) }
      )
    }
    var versions: [ObjectID: SequenceNumber] = [:]
    if let expectedVersion { versions[identity] = SequenceNumber(expectedVersion) }
    let commit = try journal.restore(
      identity, asOf: size,
      session.request(options.report, expect: options.expect, versions: versions))
    if session.isText {
      if commit.isEmpty {
        session.note("nothing changed: it is as it was then")
      } else {
        try session.console.writeLine(
          "Restored \(session.console.style.yellow(identity.shortText))")
      }
    }
    try session.report(commit, options.report)
    return .done
  }
}
