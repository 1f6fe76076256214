import CommandLineKit
import Daybook

/// Takes the last commits back.
struct Undo: Command {
  static let name = "undo"
  static let summary = "Takes the last change back"
  static let discussion = """
    Nothing goes from the log: what was changed is changed back, in one commit. Undos, and what they took \
    back, are passed over, so that undo after undo goes further into the past. Values that others have \
    written since stay.
    """
  static let examples = [
    Example("daybook undo", "the last commit"),
    Example("daybook undo 3", "the last three, in one commit"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument("N", \.count, help: "How many commits, if not one")
    ] + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var count: Int?
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    let count = count ?? 1
    if count < 1 { throw CommandFailure.usage("N is how many commits to take back, 1 or more") }
    let journal = try session.openForWriting(creating: false)
    let commit = try journal.undo(
      count, session.request(options.report, expect: options.expect))
    if session.isText {
      try session.console.writeLine(
        "Took \(RowOperations.count(count, "commit")) back; 'daybook redo' brings "
          + "\(count == 1 ? "it" : "them") again")
      try journal.read { try UndoReport(commit, in: $0).write(in: $0, session) }
    }
    try session.report(commit, options.report)
    commit.noteForgotten(in: session)
    return .done
  }
}

/// Takes the newest undo back.
struct Redo: Command {
  static let name = "redo"
  static let summary = "Takes the newest undo back"
  static let examples = [Example("daybook redo", "after one undo too many")]
  static let parameters: [Parameter<Self>] = Parameter.table(
    \.options, as: "OUTPUT", under: "Output")

  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    let journal = try session.openForWriting(creating: false)
    let commit = try journal.redo(session.request(options.report, expect: options.expect))
    if session.isText {
      try session.console.writeLine("Took the newest undo back")
      try journal.read { try UndoReport(commit, in: $0).write(in: $0, session) }
    }
    try session.report(commit, options.report)
    commit.noteForgotten(in: session)
    return .done
  }
}

extension Commit {
  /// Says of which objects nothing could be taken back.
  fileprivate func noteForgotten(in session: Session) {
    if forgotten.isEmpty { return }
    let shown = forgotten.prefix(10).map(\.description).joined(separator: ", ")
    let rest = forgotten.count > 10 ? " and \((forgotten.count - 10).grouped) more" : ""
    session.note("what was erased stays erased, and is passed over: \(shown)\(rest)")
  }
}
