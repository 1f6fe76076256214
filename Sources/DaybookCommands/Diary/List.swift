import CommandLineKit
import Daybook

/// Lists entries, or the rows of another view, under their sections.
struct List: Command {
  static let name = "list"
  static let summary = "Lists entries by day, or another view"
  static let discussion = """
    With filters, the rows of the view that match them are listed, in the view's order and under its \
    sections. With --reverse, the rows that would be listed are written the other way round.
    """
  static let examples = [
    Example("daybook list -n 10", "the newest ten"),
    Example("daybook list --from 'last monday' --tagged work", "this and last week's, of one tag"),
    Example("daybook list --on 2024-11 --short", "a month, a line each"),
    Example("daybook list --where 'mood > %d' --arg 3", "by a predicate, with an argument"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .option(
        "--view", \.view, "NAME", completion: .asked(kind: "view"),
        help: "The view to list, if not by-day"),
      .option(
        "--limit", short: "-n", \.limit, "N", help: "Only the first N rows of the view's order"),
      .flag("--reverse", \.isReversed, help: "The other way round: the oldest first"),
      .flag("--short", \.isShort, help: "A line a row"),
    ] + Parameter.table(\.filters, as: "FILTERS", under: "Filters")

  var view: String?
  var limit: Int?
  var isReversed = false
  var isShort = false
  var filters = Filters()

  func run(in session: Session) throws -> ExitCode {
    if let limit, limit < 0 { throw CommandFailure.usage("-n needs a number from 0 on") }
    return try session.paged { try write(in: session) }
  }

  private func write(in session: Session) throws -> ExitCode {
    try session.openForReading().read { snapshot in
      let view = try view ?? session.configuration()[.view] ?? ViewDefinition.byDayName
      let reader = try snapshot.view(view)
      var page = try page(of: reader, in: snapshot, session)
      if isReversed {
        page.sections = page.sections.reversed().map { ($0.info, $0.rows.reversed()) }
      }
      var output = ListOutput(session)
      output.view = view
      output.isSectioned = reader.definition.section != nil
      if reader.definition.entity == "entry" {
        show(reader.definition, session.dates, in: &output)
      }
      let isThere = try output.write(page, in: snapshot)
      if !isThere, session.isText, limit != 0 {
        session.note(filters.isEmpty ? "there is nothing yet" : "nothing matches")
      }
    }
    return .done
  }

  private func page(
    of reader: ViewReader, in snapshot: borrowing Snapshot, _ session: Session
  ) throws -> ListPage {
    let limit = limit ?? .max
    if filters.isEmpty { return try snapshot.page(of: reader, limit: limit) }
    let definition = reader.definition
    var request = try filters.request(
      entity: definition.entity, and: definition.predicate, model: snapshot.model, in: session)
    request.sort = definition.sort
    request.section = definition.section
    request.limit = limit
    return try snapshot.fetch(request)
  }

  /// Entries have titles, and days have names.
  private func show(
    _ definition: ViewDefinition, _ dates: DateStyle, in output: inout ListOutput
  ) {
    if isShort { output.heading = nil }
    guard !isShort, definition.section == ViewDefinition.byDay.section else {
      output.row = EntryRow.shortLines
      return
    }
    output.row = EntryRow.lines
    output.showsMedia = true
    output.heading = { section, style in
      style.bold(style.underline(dates.day(section.name)))
    }
  }
}
