import CommandLineKit
import Daybook
import JSON

/// A kind of event, by its name.
struct KindName: ArgumentValue, Hashable {
  /// The kind.
  let kind: EventKind

  /// Reads a kind's name.
  init(argument: String) throws(InvalidArgument) {
    guard let kind = EventKind(name: argument) else {
      throw InvalidArgument(
        "\(argument.quoted) is none of \(Self.argumentValues.joined(separator: ", "))")
    }
    self.kind = kind
  }

  static var argumentValues: [String] { EventKind.allCases.map(\.name) }
}

/// Prints the events of the log.
struct Log: Command {
  static let name = "log"
  static let summary = "Prints the events of the log, oldest first"
  static let discussion = """
    --from and --to are sizes of the log: --from 40 --to 42 are the two events that took it from \
    40 to 42. With an id, only the events of that object. In JSON, header and payload are the \
    stored bytes in base64, to which the log's root commits; the rest of a line is for reading.
    """
  static let examples = [
    Example("daybook log --reverse | head", "the latest events"),
    Example("daybook log 4f1c2a9", "what happened to one object"),
    Example("daybook log --kind deleted --format jsonl", "deletions, for a program"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("ID", \.id, completion: .asked(kind: "id"), help: "Only the events of this object"),
    .option("--from", \.from, "N", help: "The log's size to begin at"),
    .option("--to", \.to, "N", help: "The log's size to end at"),
    .option("--kind", \.kind, "KIND", help: "Only events of this kind"),
    .flag("--reverse", \.isReversed, help: "The latest first"),
  ]

  var id: String?
  var from: LogSize?
  var to: LogSize?
  var kind: KindName?
  var isReversed = false

  func run(in session: Session) throws -> ExitCode {
    try session.paged { try write(in: session) }
  }

  private func write(in session: Session) throws -> ExitCode {
    try session.openForReading(readsAhead: id == nil).read { snapshot in
      let size = try snapshot.size
      for asked in [from, to].compactMap({ $0?.events }) where asked > size {
        throw JournalError.beyondLog(size: size, asked: asked)
      }
      let lower = from?.events ?? 0
      let upper = to?.events ?? size
      guard lower <= upper else {
        throw CommandFailure.usage("--from \(lower) is behind --to \(upper)")
      }
      var output = EventOutput(session)
      try output.begin()
      if let id {
        let object = try session.identity(id, in: snapshot, includingDeleted: true)
        let history = try snapshot.history(of: object)
          .filter { (lower..<upper).contains($0.rawValue) }
        for sequence in isReversed ? history.reversed() : history {
          try write(snapshot.event(at: sequence), to: &output, in: snapshot)
        }
      } else {
        try snapshot.forEachEvent(in: lower..<upper, reversed: isReversed) { event in
          try write(event, to: &output, in: snapshot)
          return true
        }
      }
      try output.end()
    }
    return .done
  }

  private func write(
    _ event: Event, to output: inout EventOutput, in snapshot: borrowing Snapshot
  ) throws {
    if let kind, event.header.kind != kind.kind { return }
    try output.write(event, in: snapshot)
  }
}

/// Writes events in the session's format.
private struct EventOutput {
  private let session: Session
  private var writer = JSONWriter()
  private var numberWidth = 1

  init(_ session: Session) {
    self.session = session
  }

  mutating func begin() throws {
    guard session.format == .json, !session.isQuiet else { return }
    writer.beginObject()
    writer.member("events")
    writer.beginArray()
  }

  mutating func write(_ event: Event, in snapshot: borrowing Snapshot) throws {
    if session.isQuiet {
      return try session.console.writeLine(String(event.sequence.rawValue))
    }
    guard session.format.isMachine else { return try writeText(event) }
    writer.write(event, try snapshot.bytes(at: event.sequence))
    if session.format == .json { return }
    writer.endLine()
    try session.console.write(bytes: writer.bytes)
    writer.removeAll()
  }

  mutating func end() throws {
    guard session.format == .json, !session.isQuiet else { return }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    try session.console.write(bytes: writer.bytes)
  }

  // MARK: - For people

  private mutating func writeText(_ event: Event) throws {
    let console = session.console
    let style = console.style
    let header = event.header
    let number = String(event.sequence.rawValue)
    numberWidth = max(numberWidth, number.utf8.count)
    let place = String(repeating: " ", count: numberWidth - number.utf8.count) + number
    let time = session.localMoment(header.recorded).minuteText
    let kind = header.kind.name.padded(toWidth: 12)
    var line = "\(style.dim(place))  \(time)  \(Self.color(kind, header.kind, style)) "
    if header.kind.concernsObject {
      line += "\(header.entity.terminalSafe) \(style.yellow(header.object.shortText))  "
    }
    if let actor = header.actor { line += style.dim("by \(actor.terminalSafe)  ") }
    line += what(event, room: max(20, console.width - 48))
    try console.writeLine(line)
  }

  private func what(_ event: Event, room: Int) -> String {
    guard let values = event.payload?.values else { return "(forgotten)" }
    switch event.header.kind {
    case .modelChanged:
      return "the model"
    case .viewChanged:
      let name = if case .string(let name) = values["name"] { name.terminalSafe } else { "" }
      return values["definition"]?.isNull == false ? "view \(name)" : "view \(name) dropped"
    default:
      return values.map { "\($0.name)=\($0.value.shown)" }.joined(separator: "  ").terminalSafe
        .truncated(toWidth: room)
    }
  }

  private static func color(_ text: String, _ kind: EventKind, _ style: Style) -> String {
    switch kind {
    case .inserted: style.green(text)
    case .updated, .condensed: style.yellow(text)
    case .deleted, .erased: style.red(text)
    case .modelChanged, .viewChanged: style.magenta(text)
    }
  }
}
