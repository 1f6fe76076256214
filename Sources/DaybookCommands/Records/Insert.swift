import CommandLineKit
import Daybook

/// Makes a record.
struct Insert: Command {
  static let name = "insert"
  static let summary = "Makes a record of any entity"
  static let discussion = """
    A value is read by its property's type: name=value; name:=JSON gives JSON, which lists and \
    to-many relationships need, and the empty text: name:='""'. Content is {"file": "PATH"}, a \
    moment is written as for --date, a reference is an id or the end of one.
    """
  static let examples = [
    Example("daybook insert hero name='Ada Lovelace' power=9.5", "a hero"),
    Example("daybook insert team title=Analysts members:='[\"4f1c2a9\"]'", "a team with a member"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument(
        "ENTITY", \.entity, completion: .asked(kind: "entity"), help: "What kind of record"),
      .rest("KEY=VALUE", \.assignments, help: "The values of its properties"),
    ] + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var entity = ""
  var assignments: [Assignment] = []
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    let journal = try session.openForWriting()
    let model = try journal.read { $0.model }
    let reader = session.valueReader(model, journal)
    let values = try reader.values(assignments, of: reader.entity(entity))
    let commit = try journal.commit(
      [.insert(session.newID(), entity: entity, values: values)],
      session.request(options.report, expect: options.expect))
    try session.report(commit, options.report)
    return .done
  }
}
