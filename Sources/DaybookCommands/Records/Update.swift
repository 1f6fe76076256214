import CommandLineKit
import Daybook

/// Gives records new values.
struct Update: Command {
  static let name = "update"
  static let summary = "Gives records new values"
  static let discussion = """
    Values are given as to 'insert': name=value, name:=JSON; name= clears. One record is named by \
    its id, several by an entity and what they must match.
    """
  static let examples = [
    Example("daybook update 4f1c2a9 power=10 secretIdentity=", "one record, by its id"),
    Example("daybook update hero --where 'power > 9' team=8d20b1c", "all that match"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument(
        "ID|ENTITY", \.target, completion: .asked(kind: "id"),
        help: "Which record, or what kind of records"),
      .rest("KEY=VALUE", \.assignments, isRequired: true, help: "The new values; KEY= clears"),
      .option(
        "--expect-version", \.expectedVersion, "N",
        help: "Refuse with status 4 where the record's last event is not N"),
    ] + Parameter.table(\.filters, as: "FILTERS", under: "Filters")
    + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var target = ""
  var assignments: [Assignment] = []
  var expectedVersion: UInt64?
  var filters = Filters()
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    let journal = try session.openForWriting(creating: false, expect: options.expect)
    var records: [(id: ObjectID, entity: String)] = []
    let model = try journal.read { snapshot in
      records = try self.records(in: snapshot, session)
      return snapshot.model
    }
    if records.isEmpty {
      throw CommandFailure.nothingMatches
    }
    let reader = session.valueReader(model, journal)
    var read: [String: PropertyValues] = [:]
    var changes: [Change] = []
    for (id, entity) in records {
      if read[entity] == nil {
        read[entity] = try reader.values(assignments, of: reader.entity(entity))
      }
      changes.append(.update(id, values: read[entity] ?? PropertyValues()))
    }
    var versions: [ObjectID: SequenceNumber] = [:]
    if let expectedVersion, let (id, _) = records.first {
      versions[id] = SequenceNumber(expectedVersion)
    }
    let commit = try journal.commit(
      changes, session.request(options.report, expect: options.expect, versions: versions))
    try session.report(commit, options.report)
    return .done
  }

  /// The records that are meant, with their entities.
  private func records(
    in snapshot: borrowing Snapshot, _ session: Session
  ) throws -> [(id: ObjectID, entity: String)] {
    if filters.isEmpty {
      if snapshot.model.entity(target) != nil {
        throw CommandFailure.usage(
          "'\(target)' is an entity, and nothing says which of its records; name them with --where")
      }
      let id = try session.identity(target, in: snapshot, lastWrittenAt: expectedVersion)
      guard let entity = try snapshot.record(id)?.entity else {
        throw JournalError.unknownID(target)
      }
      return [(id, entity)]
    }
    if expectedVersion != nil {
      throw CommandFailure.usage("--expect-version is for one record, named by its id")
    }
    var found: [(id: ObjectID, entity: String)] = []
    let request = try filters.request(entity: target, model: snapshot.model, in: session)
    for section in try snapshot.fetch(request).sections {
      for id in section.rows {
        if let record = try snapshot.record(id) { found.append((id, record.entity)) }
      }
    }
    return found
  }
}
