import CommandLineKit
import Daybook

/// Applies a model file.
struct ModelApply: Command {
  static let name = "model apply"
  static let summary = "Adds to the model what a file declares"
  static let discussion = """
    The file is JSON: {"entities": {"hero": {"attributes": {"name": {"type": "string"}}}}}. What \
    it declares is merged into the model by the names of entities and properties; with --replace \
    it becomes the whole model. "renamedFrom": "old" on an entity, attribute or relationship \
    carries the data over, and "search": true indexes a text for search. A change that stored \
    records would break is refused with their ids.
    """
  static let examples = [
    Example("daybook model apply model.json", "merge a file into the model"),
    Example("daybook model apply --replace model.json", "make it the whole model"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("FILE", \.file, completion: .files, help: "The model file; - for standard input"),
    .flag("--replace", \.replaces, help: "Drop from the model what the file does not declare"),
  ]

  var file = ""
  var replaces = false

  func run(in session: Session) throws -> ExitCode {
    let bytes = try session.contents(of: file)
    let model: ModelFile
    do {
      model = try ModelFile(parsing: bytes)
    } catch {
      throw CommandFailure(.model, "\(session.name(of: file)): \(error)")
    }
    let journal = try session.openForWriting()
    let commit = try journal.applyModel(model, replacing: replaces, session.request(nil))
    try session.report(commit)
    if session.isText {
      let names = try journal.read { $0.model.declarations.entities.keys.sorted() }
      try session.console.writeLine(
        commit.isEmpty
          ? "the model says so already"
          : "the model has \(names.map(\.terminalSafe).joined(separator: ", "))")
    }
    return .done
  }
}
