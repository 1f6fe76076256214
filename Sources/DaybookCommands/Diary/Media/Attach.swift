import CommandLineKit
import Daybook

/// Adds files to an entry.
struct Attach: Command {
  static let name = "attach"
  static let summary = "Adds pictures, sound and other files to an entry"
  static let discussion = """
    A file's content is kept in the journal, once however often it is attached; what it is is told by \
    its first bytes and not by its name. It goes with the entry and comes back with it. 'daybook show' \
    names what an entry has, 'daybook extract' writes it out again, 'daybook delete' takes a medium away.
    """
  static let examples = [
    Example("daybook attach 4f1c2a9 beach.jpg song.m4a", "two files of one entry"),
    Example("daybook attach 4f1c2a9 ~/Pictures/*.png", "what a pattern of the shell names"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument("ID", \.id, completion: .asked(kind: "id"), help: "Which entry"),
      .rest("FILE", \.files, isRequired: true, completion: .files, help: "What to add to it"),
    ] + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var id = ""
  var files: [String] = []
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    let attachments = try Attachments(files)
    let journal = try session.openForWriting(creating: false, expect: options.expect)
    let entry = try journal.read { snapshot in
      let id = try session.identity(id, in: snapshot)
      guard try snapshot.entity(of: id) == "entry" else {
        throw CommandFailure.usage("\(id) is no entry, and only entries have media")
      }
      return id
    }
    let changes = try attachments.changes(for: entry, in: journal, session)
    let commit = try journal.commit(
      changes, session.request(options.report, expect: options.expect))
    if session.isText { try MediumLine.tell(changes, in: journal, session) }
    try session.report(commit, options.report)
    return .done
  }
}
