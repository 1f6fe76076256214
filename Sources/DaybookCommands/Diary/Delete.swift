import CommandLineKit
import Daybook

/// Deletes entries and other records.
struct Delete: Command {
  static let name = "delete"
  static let summary = "Deletes entries or other records"
  static let discussion = """
    Records are named by their ids, entries by filters, and records of another entity by its name and \
    filters. What is deleted can be brought back: 'daybook undo', or 'daybook restore ID' at any later time. \
    So there is a question only before several are deleted by a person at a terminal.
    """
  static let examples = [
    Example("daybook delete 4f1c2a9", "an entry"),
    Example("daybook delete --tagged draft --to 2023", "entries that match"),
    Example("daybook delete hero --where 'power < 1' --yes", "records of another entity"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .rest(
        "ID", \.words, completion: .asked(kind: "id"),
        help: "Which records; with filters, the entity whose records are meant"),
      .flag("--yes", \.isSure, help: "Do not ask"),
      .option(
        "--expect-version", \.expectedVersion, "N",
        help: "Refuse with status 4 where the record's last event is not N"),
    ] + Parameter.table(\.filters, as: "FILTERS", under: "Filters")
    + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var words: [String] = []
  var isSure = false
  var expectedVersion: UInt64?
  var filters = Filters()
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    if words.isEmpty, filters.isEmpty {
      throw CommandFailure.usage("'daybook delete' needs IDs, or filters that say which entries")
    }
    let journal = try session.openForWriting(creating: false, expect: options.expect)
    let records = try journal.read { snapshot in
      try ids(in: snapshot, session).compactMap { try snapshot.record($0) }
    }
    guard let first = records.first else {
      throw CommandFailure.nothingMatches
    }
    var versions: [ObjectID: SequenceNumber] = [:]
    if let expectedVersion {
      guard records.count == 1, filters.isEmpty else {
        throw CommandFailure.usage("--expect-version is for one record, named by its ID")
      }
      versions[first.id] = SequenceNumber(expectedVersion)
    }
    if records.count > 1, !isSure, session.console.isInputTerminal,
      try !session.isConfirmed(records, "Delete")
    {
      session.note("nothing is deleted")
      return .found
    }
    if !session.console.isInputTerminal { session.noteCount(records.count, "record") }
    let commit = try journal.commit(
      records.map { .delete($0.id) },
      session.request(options.report, expect: options.expect, versions: versions))
    if session.isText { try tell(records, commit, session) }
    try session.report(commit, options.report)
    return .done
  }

  private func ids(in snapshot: borrowing Snapshot, _ session: Session) throws -> [ObjectID] {
    if filters.isEmpty {
      if words.count == 1, snapshot.model.entity(words[0]) != nil {
        throw CommandFailure.usage(
          "\(words[0].inQuotes) is an entity, and nothing says which of its records; name them with "
            + "--where, or all with --where TRUEPREDICATE")
      }
      var ids: [ObjectID] = []
      for word in words {
        ids.append(try session.identity(word, in: snapshot, lastWrittenAt: expectedVersion))
      }
      return ids.uniqued
    }
    guard words.count <= 1 else {
      throw CommandFailure.usage(
        "records are named by IDs or by filters; with filters only an entity's name stands beside them"
      )
    }
    let request = try filters.request(
      entity: words.first ?? "entry", model: snapshot.model, in: session)
    return try snapshot.fetch(request).sections.flatMap(\.rows)
  }

  private func tell(_ records: [Record], _ commit: Commit, _ session: Session) throws {
    let console = session.console
    guard records.count == 1, let record = records.first else {
      return try console.writeLine(
        "Deleted \(RowOperations.count(records.count, "record")); 'daybook undo' brings them back")
    }
    let room = max(20, console.width - 18)
    try console.writeLine(
      "Deleted \(console.style.yellow(record.id.shortText)), \(record.headline.truncated(toWidth: room))"
    )
  }
}
