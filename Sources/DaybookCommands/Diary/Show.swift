import CommandLineKit
import Daybook
import JSON

/// Shows one record, as it is or as it was.
struct Show: Command {
  static let name = "show"
  static let summary = "Shows one entry, as it is or as it was"
  static let discussion = """
    As of a day, month or year, it is shown as it was at that one's end. What is derived through other \
    records, and what is kept with them, is known of the present alone.
    """
  static let examples = [
    Example("daybook show 4f1c2a9", "an entry, by the end of its id"),
    Example("daybook show 4f1c2a9 --at yesterday", "as it was at the end of yesterday"),
    Example("daybook show 4f1c2a9 --at @40", "as it was when the log had 40 events"),
    Example("daybook show 4f1c2a9 --history", "with all its versions"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("ID", \.id, completion: .asked(kind: "id"), help: "Which one"),
    .option("--at", \.at, "WHEN", help: "As it was then; @N is a size of the log"),
    .flag("--history", \.isWithHistory, help: "All its versions, when and by whom"),
  ]

  var id = ""
  var at: When?
  var isWithHistory = false

  func run(in session: Session) throws -> ExitCode {
    if isWithHistory, at != nil {
      throw CommandFailure.usage("--history shows every version, and --at one: give one of them")
    }
    // A pager shows lines, and would not let a picture through.
    if session.isText, session.console.pictures != nil { return try write(in: session) }
    return try session.paged { try write(in: session) }
  }

  private func write(in session: Session) throws -> ExitCode {
    try session.openForReading().read { snapshot in
      let identity = try find(in: snapshot, session)
      if isWithHistory {
        return try VersionOutput(session).write(identity, in: snapshot)
      }
      guard let record = try record(identity, in: snapshot, session) else {
        throw absent(identity, in: try snapshot.history(of: identity))
      }
      var output = RecordOutput(session)
      if session.isText, record.entity == "entry" { output.media = try snapshot.media(of: record) }
      try output.write(record)
      if session.isText {
        let pictures = record.entity == "medium" ? [record] : output.media
        for medium in pictures { try Picture(medium)?.draw(from: snapshot, in: session) }
      }
      return .done
    }
  }

  /// Of an object that is not there nothing is found, which is no wrong use.
  private func find(in snapshot: borrowing Snapshot, _ session: Session) throws -> ObjectID {
    do {
      return try session.identity(id, in: snapshot, includingDeleted: true)
    } catch let error as JournalError {
      guard case .unknownID = error else { throw error }
      throw CommandFailure(.reference, error.description, status: .found)
    }
  }

  private func record(
    _ id: ObjectID, in snapshot: borrowing Snapshot, _ session: Session
  ) throws -> Record? {
    guard let at else { return try snapshot.record(id) }
    let size = try session.logSize(at, in: snapshot)
    if try size == snapshot.size { return try snapshot.record(id) }
    do {
      return try snapshot.record(id, atSize: size)
    } catch let error as JournalError {
      guard case .forgotten = error else { throw error }
      throw CommandFailure(.reference, error.description, status: .found)
    }
  }

  private func absent(_ id: ObjectID, in history: [SequenceNumber]) -> CommandFailure {
    let message =
      if let at {
        "\(id) was not there as of \(at.text)"
      } else {
        "\(id) is deleted; 'daybook restore \(id.shortText)' brings it back"
      }
    return CommandFailure(.reference, message, status: .found)
  }
}
