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
    Example("daybook list --by month --on 2024", "a year, under its months"),
    Example("daybook list --today-in-history", "this day in other years"),
    Example("daybook list --where 'mood > %d' --arg 3", "by a predicate, with an argument"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .option(
        "--view", \.view, "NAME", completion: .asked(kind: "view"),
        help: "The view to list, if not by-day"),
      .option(
        "--limit", short: "-n", \.limit, "N", help: "Only the first N rows of the view's order"),
      .option("--by", \.period, "PERIOD", help: "Entries under their day, week, month or year"),
      .flag("--reverse", \.isReversed, help: "The other way round: the oldest first"),
      .flag("--short", \.isShort, help: "A line a row"),
    ] + Parameter.table(\.filters, as: "FILTERS", under: "Filters")

  var view: String?
  var period: Period?
  var limit: Int?
  var isReversed = false
  var isShort = false
  var filters = Filters()

  func run(in session: Session) throws -> ExitCode {
    if let limit, limit < 0 { throw CommandFailure.usage("-n needs a number from 0 on") }
    if period != nil, view != nil {
      throw CommandFailure.usage("--view has sections of its own: give it, or --by")
    }
    return try session.paged { try write(in: session) }
  }

  private func write(in session: Session) throws -> ExitCode {
    try session.openForReading().read { snapshot in
      let name = try view ?? session.configuration()[.view] ?? ViewDefinition.byDayName
      var definition = try snapshot.view(name).definition
      if let period {
        definition = ViewDefinition(
          entity: "entry", section: "\(period.rawValue)(creationTime) desc",
          sort: "creationTime desc")
      }
      var page = try page(of: definition, in: snapshot, name, session)
      if isReversed {
        page.sections = page.sections.reversed().map { ($0.info, $0.rows.reversed()) }
      }
      var output = ListOutput(session)
      output.view = period == nil ? name : nil
      output.isSectioned = definition.section != nil
      if definition.entity == "entry" { show(definition, session.dates, in: &output) }
      let isThere = try output.write(page, in: snapshot)
      if !isThere, session.isText, limit != 0 {
        session.note(filters.isEmpty ? "there is nothing yet" : "nothing matches")
      }
    }
    return .done
  }

  private func page(
    of definition: ViewDefinition, in snapshot: borrowing Snapshot, _ name: String,
    _ session: Session
  ) throws -> ListPage {
    let limit = limit ?? .max
    if filters.isEmpty, period == nil {
      return try snapshot.page(of: snapshot.view(name), limit: limit)
    }
    var request = try filters.request(
      entity: definition.entity, and: definition.predicate, model: snapshot.model, in: session)
    request.sort = definition.sort
    request.locale = definition.locale
    request.section = definition.section
    request.limit = limit
    return try snapshot.fetch(request)
  }

  /// Entries have titles, and days and months have names.
  private func show(
    _ definition: ViewDefinition, _ dates: DateStyle, in output: inout ListOutput
  ) {
    if isShort {
      output.heading = nil
      output.row = EntryRow.shortLines
      return
    }
    output.showsMedia = true
    output.row = EntryRow.linesWithDay
    if definition.section == ViewDefinition.byDay.section {
      output.row = EntryRow.lines
      output.heading = { section, style in
        style.bold(style.underline(dates.day(section.name)))
      }
    } else if definition.section?.contains("month(creationTime)") == true {
      output.heading = { section, style in
        let count = RowOperations.count(section.numberOfObjects, "entry", plural: "entries")
        return "\(style.bold(style.underline(dates.month(section.name))))  \(style.dim(count))"
      }
    }
  }
}

/// A stretch of the calendar by which a list can be sectioned; the function of the predicate language
/// that names it.
enum Period: String, CaseIterable, ArgumentValue {
  case day, week, month, year
}
