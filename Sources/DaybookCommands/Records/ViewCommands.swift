import CommandLineKit
import Daybook
import JSON

/// Lists the views.
struct ViewList: Command {
  static let name = "view list"
  static let summary = "Lists the views"
  static let examples = [Example("daybook view list", "each view with its sections and rows")]
  static let parameters: [Parameter<Self>] = []

  func run(in session: Session) throws -> ExitCode {
    try session.openForReading().read { snapshot in
      var writer = JSONWriter()
      if session.format == .json, !session.isQuiet {
        writer.beginObject()
        writer.member("views")
        writer.beginArray()
      }
      for name in snapshot.viewNames {
        let view = try snapshot.view(name)
        let sections = try snapshot.sectionCount(of: view)
        let rows = try snapshot.rowCount(of: view)
        if session.isQuiet {
          try session.console.writeLine(name)
        } else if session.format == .text {
          try writeText(view, sections, rows, to: session.console)
        } else {
          write(view, sections, rows, to: &writer)
          if session.format == .jsonl { writer.endLine() }
        }
      }
      if session.format == .json, !session.isQuiet {
        writer.endArray()
        writer.endObject()
        writer.endLine()
      }
      try session.console.write(bytes: writer.bytes)
      for (name, reason) in snapshot.brokenViews.sorted(by: { $0.key < $1.key }) {
        session.note("the view \(name.inQuotes) is not listed: \(reason)")
      }
    }
    return .done
  }

  private func write(_ view: ViewReader, _ sections: Int, _ rows: Int, to writer: inout JSONWriter)
  {
    func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    writer.beginObject()
    writer.member("name", view.name)
    writer.member("entity", view.definition.entity)
    writer.member("where", text(view.definition.predicate))
    writer.member("sort", text(view.definition.sort.isEmpty ? nil : view.definition.sort))
    writer.member("section", text(view.definition.section))
    writer.member("sections", sections)
    writer.member("rows", rows)
    writer.endObject()
  }

  private func writeText(
    _ view: ViewReader, _ sections: Int, _ rows: Int, to console: Console
  ) throws {
    let style = console.style
    let size = "\(RowOperations.count(sections, "section")), \(RowOperations.count(rows, "row"))"
    try console.writeLine("\(style.bold(view.name.terminalSafe))  \(style.dim(size))")
    let definition = view.definition
    let parts = [
      ("entity", definition.entity), ("where", definition.predicate),
      ("section", definition.section), ("sort", definition.sort.isEmpty ? nil : definition.sort),
      ("locale", definition.locale.isEmpty ? nil : definition.locale),
    ]
    for case (let label, let text?) in parts {
      try console.writeLine("  \(style.dim(label.padded(toWidth: 8)))\(text.terminalSafe)")
    }
  }
}

/// Defines a view.
struct ViewCreate: Command {
  static let name = "view create"
  static let summary = "Defines a view, whose rows are kept in step from then on"
  static let discussion = """
    A view is a sorted, sectioned list of records that every commit updates: pages, counts and \
    places cost the same however large it is. Without --sort rows come by id, without --section \
    there is one section named "". EXPR is any scalar expression: name, firstLetter(name), \
    month(creationTime), age / 10 * 10.
    """
  static let examples = [
    Example(
      "daybook view create by-power --entity hero --sort 'power desc, name'", "heroes by power"),
    Example(
      "daybook view create starred --entity entry --where 'starred == TRUE' "
        + "--section 'month(creationTime) desc' --sort 'creationTime desc'",
      "starred entries by month"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument("NAME", \.view, help: "The view's name"),
      .option(
        "--entity", \.entity, "ENTITY", isRequired: true, completion: .asked(kind: "entity"),
        help: "What kind of records it shows"),
    ] + Parameter.table(\.predicate, as: "PREDICATE", under: "Predicate") + [
      .option("--sort", \.sort, "KEYS", help: "What its rows are sorted by"),
      .option("--section", \.section, "EXPR", help: "What groups them; asc or desc may follow"),
    ]

  var view = ""
  var entity: String?
  var predicate = PredicateOptions()
  var sort = ""
  var section: String?

  func run(in session: Session) throws -> ExitCode {
    let (arguments, variables) = try predicate.resolved(in: session)
    let journal = try session.openForWriting()
    let definition = try journal.read { snapshot in
      try snapshot.definition(
        entity: entity ?? "", predicate: predicate.predicate, arguments: arguments,
        variables: variables, sort: sort, section: section, locale: session.locale)
    }
    try session.report(journal.defineView(view, definition, session.request(nil)))
    if session.isText {
      let rows = try journal.read { try $0.rowCount(of: $0.view(view)) }
      try session.console.writeLine(
        "\(session.console.style.bold(view.terminalSafe)) shows \(RowOperations.count(rows, "row"))"
      )
    }
    return .done
  }
}

/// Drops a view.
struct ViewDrop: Command {
  static let name = "view drop"
  static let summary = "Drops a view; the records stay"
  static let examples = [Example("daybook view drop by-power", "drop a view")]
  static let parameters: [Parameter<Self>] = [
    .argument("NAME", \.view, completion: .asked(kind: "view"), help: "The view's name")
  ]

  var view = ""

  func run(in session: Session) throws -> ExitCode {
    let journal = try session.openForWriting(creating: false)
    try session.report(journal.defineView(view, nil, session.request(nil)))
    return .done
  }
}

/// Shows a page of a view.
struct ViewShow: Command {
  static let name = "view show"
  static let summary = "Shows a page of a view"
  static let discussion = """
    --offset and --limit count rows over all sections. A section is named, or given by its place \
    as @N, from 0.
    """
  static let examples = [
    Example("daybook view show by-day --limit 20", "the first twenty rows"),
    Example("daybook view show by-day --section 2026-11-30", "one section"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("NAME", \.view, completion: .asked(kind: "view"), help: "The view's name"),
    .option("--section", \.section, "NAME|@N", help: "Only this section"),
    .option("--offset", \.offset, "N", help: "Leave out the first N rows"),
    .option("--limit", \.limit, "N", help: "At most N rows"),
  ]

  var view = ""
  var section: String?
  var offset = Count(0)
  var limit: Count?

  func run(in session: Session) throws -> ExitCode {
    try session.paged { try write(in: session) }
  }

  private func write(in session: Session) throws -> ExitCode {
    try session.openForReading().read { snapshot in
      let reader = try snapshot.view(view)
      let page = try snapshot.page(
        of: reader, offset: offset.number, limit: limit?.number ?? .max,
        section: section.map { try sectionIndex($0, of: reader, in: snapshot) })
      var output = ListOutput(session)
      output.view = view
      output.isSectioned = reader.definition.section != nil
      // A view without rows is a view, and was found.
      if try !output.write(page, in: snapshot), session.isText { session.note("there are no rows") }
      return .done
    }
  }

  private func sectionIndex(
    _ text: String, of reader: ViewReader, in snapshot: borrowing Snapshot
  ) throws -> Int {
    if let index = try snapshot.sectionIndex(named: text, of: reader) { return index }
    let count = try snapshot.sectionCount(of: reader)
    if text.hasPrefix("@"), let index = Int(text.dropFirst()) {
      if (0..<count).contains(index) { return index }
      throw CommandFailure(
        .reference,
        "the view \(view.inQuotes) has \(RowOperations.count(count, "section")), "
          + "and @\(index) is none of them; they count from 0")
    }
    throw CommandFailure(
      .reference,
      "the view \(view.inQuotes) has no section \(text.inQuotes); "
        + "'daybook view show \(view)' lists them")
  }
}
