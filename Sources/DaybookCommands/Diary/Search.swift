import CommandLineKit
import Daybook

/// Finds entries by a text in them.
struct Search: Command {
  static let name = "search"
  static let summary = "Finds entries with a text in them, the newest first"
  static let discussion = """
    Case and accents do not count: "cafe" finds "Café". 'daybook list' has more conditions.
    """
  static let examples = [
    Example("daybook search first snow", "where both words stand side by side"),
    Example("daybook search --limit 3 rain", "the newest three"),
  ]
  static let parameters: [Parameter<Self>] = [
    .text("TEXT", \.words, isRequired: true, help: "What to find"),
    .option("--limit", short: "-n", \.limit, "N", help: "How many to show at the most"),
  ]

  var words: [String] = []
  var limit = 30

  /// How many entries behind the last one shown are looked at to tell how many there are.
  private static let lookahead = 100

  func run(in session: Session) throws -> ExitCode {
    let text = words.joined(separator: " ")
    if text.isEmpty { throw CommandFailure.usage("there is nothing to search for") }
    if limit < 0 { throw CommandFailure.usage("--limit needs a number from 0 on") }
    return try session.paged { try write(text, in: session) }
  }

  private func write(_ text: String, in session: Session) throws -> ExitCode {
    try session.openForReading().read { snapshot in
      var request = FetchRequest(entity: "entry")
      request.predicate = "text CONTAINS[cd] %@"
      request.arguments = [.value(.string(text))]
      request.sort = "creationTime desc"
      request.limit = limit
      request.lookahead = Self.lookahead
      let page = try snapshot.fetch(request)
      var output = ListOutput(session)
      output.isSectioned = false
      var folding = LetterFolding()
      output.row = { record, id, style, width in
        Self.lines(of: record, id, finding: text, style, width: width, &folding)
      }
      _ = try output.write(page, in: snapshot)
      if session.isText {
        switch page.rowCount {
        case 0: session.note("nothing has \(text.inQuotes) in it")
        case nil: session.note("the first \(limit.grouped) are shown; --limit shows more")
        case let count? where count > limit:
          session.note("\(limit.grouped) of \(count.grouped) are shown; --limit shows more")
        default: break
        }
      }
      return page.rowCount == 0 ? .found : .done
    }
  }

  /// Day, id and title, and the place where the text was found, unless that is the title itself.
  private static func lines(
    of record: Record, _ id: String, finding text: String, _ style: Style, width: Int,
    _ folding: inout LetterFolding
  ) -> [String] {
    let lead = EntryRow.shortLead(of: record, id, style)
    if let title = Excerpt(
      of: text, in: record.headline, width: max(20, width - lead.columns - 2), &folding)
    {
      let star = record.values["starred"] == .bool(true) ? style.yellow("★ ") : ""
      return ["\(lead.text)  \(star)\(title.marked(style))"]
    }
    let head = EntryRow.shortLines(of: record, id, style, width: width)
    let indent = String(repeating: " ", count: 11)
    guard let whole = record.text,
      let excerpt = Excerpt(
        of: text, in: whole, width: max(20, min(width, 100) - indent.count), &folding)
    else { return head }
    return head + [indent + excerpt.marked(style)]
  }
}
