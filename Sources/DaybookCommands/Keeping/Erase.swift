import CommandLineKit
import Daybook

/// Forgets a record, or its earlier versions, for good.
struct Erase: Command {
  static let name = "erase"
  static let summary = "Forgets an entry or another record for good"
  static let discussion = """
    Its text, tags, media and everything that was derived from them are in no file of the journal \
    afterwards, and no undo brings them back; what the model deletes with it goes too. That it was \
    there stays in the log, so that checkpoints taken before still prove. With --versions it stays as \
    it is, and only its earlier versions go.

    Backups, exports and copies made before are not reached, and neither is what a file system keeps \
    of files that are gone.
    """
  static let examples = [
    Example("daybook erase 4f1c2a9", "an entry; it asks for the id to be typed again"),
    Example("daybook erase 4f1c2a9 --versions", "keep the entry, forget what it said before"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument("ID", \.id, completion: .asked(kind: "id"), help: "Which one"),
      .flag("--versions", \.isOfVersions, help: "Only its earlier versions"),
      .flag("--yes", \.isSure, help: "Do not ask"),
    ] + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var id = ""
  var isOfVersions = false
  var isSure = false
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    let journal = try session.openForWriting(creating: false)
    let identity = try journal.read {
      try session.identity(id, in: $0, includingDeleted: !isOfVersions)
    }
    if !isSure {
      guard session.console.isInputTerminal else {
        throw CommandFailure.usage(
          "what is erased never comes back; --yes says that it is meant")
      }
      guard try isMeant(identity, in: journal, session) else {
        session.note("nothing is erased")
        return .found
      }
    }
    let request = session.request(options.report, expect: options.expect)
    let progress = WorkProgress(session.console, unit: "rows")
    let commit =
      isOfVersions
      ? try journal.eraseVersions(of: identity, request, progress: progress.update)
      : try journal.erase([identity], request, progress: progress.update)
    progress.end()
    try removeDrafts(of: identity, in: session)
    if session.isText {
      try session.console.writeLine(
        isOfVersions
          ? "Erased the earlier versions of \(identity.shortText)" : "Erased \(identity.shortText)")
    }
    try session.report(commit, options.report)
    return .done
  }

  /// Shows what would go, and asks for its id.
  private func isMeant(
    _ id: ObjectID, in journal: Journal, _ session: Session
  ) throws -> Bool {
    let console = session.console
    let style = console.errorStyle
    let record = try journal.read { try $0.record(id) }
    let headline = record?.headline ?? "(deleted)"
    let room = max(20, console.width - 12)
    console.writeError(
      "  \(style.yellow(id.shortText))  \(headline.truncated(toWidth: room).terminalSafe)")
    let what = isOfVersions ? "its earlier versions" : "it"
    let answer = try console.readLine(
      prompt: "Type \(id.shortText) to erase \(what) for good: ")
    guard let answer = answer?.split(separator: " ").first?.lowercased() else { return false }
    return answer.count >= 7 && id.hexadecimal.hasSuffix(answer.filter { $0 != "-" })
  }

  /// Removes drafts that a failed edit of the record has left.
  private func removeDrafts(of id: ObjectID, in session: Session) throws {
    let directory = try session.draftDirectory()
    guard try Files.status(of: directory)?.isDirectory == true else { return }
    for name in try Files.names(in: directory) where name.hasPrefix(Draft.prefix(of: id)) {
      try Files.remove("\(directory)/\(name)")
    }
  }
}
