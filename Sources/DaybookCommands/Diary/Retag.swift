import CommandLineKit
import Daybook

/// Gives a tag another name.
struct Retag: Command {
  static let name = "retag"
  static let summary = "Renames a tag in every entry that has it"
  static let discussion = """
    The tag is renamed beside the texts and within them, behind the sign that it has there; in code, \
    links and mail addresses nothing is a tag, and nothing is changed. A name that is there already \
    makes one tag of two. All of it is one commit, so one undo takes it back. Filters say which \
    entries are meant.
    """
  static let examples = [
    Example("daybook retag wrok work", "a slip of the finger, mended everywhere"),
    Example("daybook retag home flat --to 2023", "up to a year's end"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument("OLD", \.old, completion: .asked(kind: "tag"), help: "The name that goes"),
      .argument("NEW", \.new, completion: .asked(kind: "tag"), help: "The name that comes"),
    ] + Parameter.table(\.filters, as: "FILTERS", under: "Filters")
    + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var old = ""
  var new = ""
  var filters = Filters()
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    let rename = TagRename(old: try Tag.name(old), new: try Tag.name(new))
    let journal = try session.openForWriting(creating: false, expect: options.expect)
    // The tag is a condition beside the filters, so that --any does not make one of several of it.
    let request = try journal.read { snapshot in
      let base = try Predicate(
        parsing: "ANY tags =[cd] %@", arguments: [.value(.string(rename.old))], entity: "entry",
        model: snapshot.model)
      return try filters.request(
        entity: "entry", and: base.text, model: snapshot.model, in: session)
    }
    for attempt in 0... {
      let entries = try journal.read { snapshot in
        try snapshot.fetch(request).sections.flatMap(\.rows).compactMap { try snapshot.record($0) }
      }
      if entries.isEmpty { throw CommandFailure.nothingMatches }
      let changes = try entries.map { Change.update($0.id, values: try rename.values(of: $0)) }
      if attempt == 0 { session.noteCount(changes.count, "entry", plural: "entries") }
      var versions: [ObjectID: SequenceNumber] = [:]
      for entry in entries { versions[entry.id] = entry.version }
      do {
        let commit = try journal.commit(
          changes, session.request(options.report, expect: options.expect, versions: versions))
        if session.isText {
          try session.console.writeLine(
            "Renamed \(rename.old.terminalSafe) to \(rename.new.terminalSafe) in "
              + RowOperations.count(commit.ids.count, "entry", plural: "entries"))
        }
        try session.report(commit, options.report)
        return .done
      } catch let error as EventLogError {
        guard case .wrongExpectedVersion = error, attempt < 100 else { throw error }
      }
    }
    return .done
  }
}

extension Session {
  /// Says how many records a change is of, before it is made; of one there is nothing to say.
  func noteCount(_ count: Int, _ noun: String, plural: String? = nil) {
    if count > 1, isText { note(RowOperations.count(count, noun, plural: plural) + " to change") }
  }
}
