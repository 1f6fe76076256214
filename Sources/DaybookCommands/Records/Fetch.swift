import CommandLineKit
import Daybook
import JSON

/// Finds records of any entity.
struct Fetch: Command {
  static let name = "fetch"
  static let summary = "Finds records of any entity"
  static let discussion = """
    --arg fills the placeholders %@ %K %d of the predicate in order, --var its $VARIABLES; what \
    they hold is never read as predicate text. --sort is "KEY [asc or desc] [SELECTOR], …", where \
    SELECTOR is compare, caseInsensitive, localized or localizedStandard; without it records come \
    by id. now() and random() have one value for the whole fetch.
    """
  static let examples = [
    Example("daybook fetch hero --where 'power > 9' --sort 'power desc'", "the strongest first"),
    Example(
      "daybook fetch entry --where 'text CONTAINS[cd] %@' --arg '\"lisbon\"' --count", "how many"),
    Example("daybook fetch hero --section 'firstLetter(name)' --sort name", "in sections"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument(
        "ENTITY", \.entity, completion: .asked(kind: "entity"), help: "What kind of records")
    ] + Parameter.table(\.predicate, as: "PREDICATE", under: "Predicate") + [
      .option("--sort", \.sort, "KEYS", help: "What to sort by"),
      .option("--section", \.section, "EXPR", help: "What to group by; asc or desc may follow"),
      .option("--limit", \.limit, "N", help: "At most N records"),
      .option("--offset", \.offset, "N", help: "Leave out the first N"),
      .flag("--count", \.counts, help: "Only how many there are"),
      .option("--distinct", \.distinct, "KEY", help: "Only the different values of KEY, ascending"),
      .flag(
        "--explain", \.explains,
        help: "Say on stderr which way the records are found, and what was read"),
    ]

  var entity = ""
  var predicate = PredicateOptions()
  var sort = ""
  var section: String?
  var limit: Count?
  var offset = Count(0)
  var counts = false
  var distinct: String?
  var explains = false

  func run(in session: Session) throws -> ExitCode {
    if counts, section != nil || limit != nil || offset.number > 0 {
      throw CommandFailure.usage("--count counts all that match; it takes no page and no sections")
    }
    if distinct != nil, section != nil || !sort.isEmpty {
      throw CommandFailure.usage(
        "--distinct gives values, ascending; it takes no sort and no sections")
    }
    return try session.paged { try write(in: session) }
  }

  private func write(in session: Session) throws -> ExitCode {
    try session.openForReading().read { snapshot in
      let request = try request(in: session)
      if let distinct { return try writeValues(of: distinct, request, in: snapshot, session) }
      if counts {
        let counted = try snapshot.counted(request)
        try explain(counted.plan, counted.work, session)
        try write(count: counted.answer, session)
        return .done
      }
      let found = try snapshot.answer(request)
      try explain(found.plan, found.work, session)
      if section == nil, session.format == .json, !session.isQuiet {
        return try writeObjects(found.answer, in: snapshot, session)
      }
      var output = ListOutput(session)
      output.isSectioned = section != nil
      return try output.write(found.answer, in: snapshot) ? .done : .found
    }
  }

  private func request(in session: Session) throws -> FetchRequest {
    var request = FetchRequest(entity: entity)
    request.predicate = predicate.predicate
    (request.arguments, request.variables) = try predicate.resolved(in: session)
    request.sort = sort
    request.locale = session.locale
    request.section = section
    request.now = session.localMoment(session.began)
    request.random = session.surroundings.random.next()
    if distinct == nil {
      request.offset = offset.number
      request.limit = limit?.number ?? .max
    }
    return request
  }

  /// Says beside the answer in which way it was had: in words, or as one JSON object a line.
  private func explain(_ plan: FetchPlan, _ work: FetchWork, _ session: Session) throws {
    guard explains else { return }
    guard session.format.isMachine, !session.isQuiet else {
      return session.note(
        "\(plan); \(RowOperations.count(work.candidatesRead, "row")) of "
          + "\(plan.candidateCount.grouped) read, \(work.matches.grouped) found")
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("explain")
    plan.write(work, to: &writer)
    writer.endObject()
    session.console.writeError(writer.text)
  }

  private func writeObjects(
    _ page: ListPage, in snapshot: borrowing Snapshot, _ session: Session
  ) throws -> ExitCode {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("objects")
    writer.beginArray()
    var isAny = false
    for section in page.sections {
      for id in section.rows {
        guard let record = try snapshot.record(id) else { continue }
        writer.write(record)
        isAny = true
      }
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    try session.console.write(bytes: writer.bytes)
    return isAny ? .done : .found
  }

  private func write(count: Int, _ session: Session) throws {
    guard session.format.isMachine, !session.isQuiet else {
      return try session.console.writeLine(String(count))
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("count", count)
    writer.endObject()
    try session.console.writeLine(writer.text)
  }

  private func writeValues(
    of key: String, _ request: FetchRequest, in snapshot: borrowing Snapshot, _ session: Session
  ) throws -> ExitCode {
    let found = try snapshot.distinct(key, request)
    try explain(found.plan, found.work, session)
    let all = found.answer
    if counts {
      try write(count: all.count, session)
      return .done
    }
    let values = all.dropFirst(offset.number).prefix(limit?.number ?? .max)
    var writer = JSONWriter()
    switch session.format {
    case .json where !session.isQuiet:
      writer.beginObject()
      writer.member("values")
      writer.beginArray()
      for value in values { writer.write(value) }
      writer.endArray()
      writer.endObject()
      writer.endLine()
    case .jsonl where !session.isQuiet:
      for value in values {
        writer.write(value)
        writer.endLine()
      }
    default:
      for value in values { try session.console.writeLine(value.shown) }
    }
    try session.console.write(bytes: writer.bytes)
    return values.isEmpty ? .found : .done
  }
}
