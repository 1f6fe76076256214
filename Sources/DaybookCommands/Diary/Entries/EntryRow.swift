import CommandLineKit
import Daybook

/// How a person sees entries in a list.
enum EntryRow {
  /// How many lines of an entry's text are shown below its title.
  private static let lineLimit = 3

  /// An entry under the heading of its day: time, id, title and marks, and the beginning of what the
  /// text says besides.
  static func lines(
    of record: Record, _ id: String, _ style: Style, width: Int
  ) -> [String] {
    entry(record, behind: lead(of: record, id, style), style, width: width)
  }

  /// An entry under another heading: with its day before the time.
  static func linesWithDay(
    of record: Record, _ id: String, _ style: Style, width: Int
  ) -> [String] {
    entry(record, behind: shortLead(of: record, id, style), style, width: width)
  }

  private static func entry(
    _ record: Record, behind lead: (text: String, columns: Int), _ style: Style, width: Int
  ) -> [String] {
    let indent = String(repeating: " ", count: 7)
    let title = title(of: record, style, isWhole: true, width: width - lead.columns)
    var lines = ["\(lead.text)  \(title.line)"]
    // A title that is too long for its line goes on in those below.
    let body = [title.rest, body(of: record)].filter { !$0.isEmpty }.joined(separator: "\n")
    if body.isEmpty { return lines }
    // The sign that there is more keeps its room.
    let wrapped = body.wrapped(toWidth: max(20, min(width, 100) - indent.count - 2))
    for line in wrapped.prefix(lineLimit) { lines.append(indent + line) }
    if wrapped.count > lineLimit { lines[lines.count - 1] += style.dim(" …") }
    return lines
  }

  /// An entry on one line, with its day.
  static func shortLines(
    of record: Record, _ id: String, _ style: Style, width: Int
  ) -> [String] {
    let lead = shortLead(of: record, id, style)
    let media = record.mediaIDs.isEmpty ? "" : " +\(record.mediaIDs.count)"
    let title = title(
      of: record, style, isWhole: false, width: width - lead.columns - media.displayWidth)
    return ["\(lead.text)  \(title.line)\(style.dim(media))"]
  }

  /// Day, time of day and id, with the columns they take and the gap behind them.
  static func shortLead(
    of record: Record, _ id: String, _ style: Style
  ) -> (text: String, columns: Int) {
    let day = record.creationTime?.dayText ?? ""
    let lead = lead(of: record, id, style)
    return ("\(style.dim(day)) \(lead.text)", day.displayWidth + 1 + lead.columns)
  }

  /// Time of day and id, with the columns they take and the gap behind them.
  private static func lead(
    of record: Record, _ id: String, _ style: Style
  ) -> (text: String, columns: Int) {
    let isAllDay = record.values["allDay"] == .bool(true)
    let time = isAllDay ? "" : record.creationTime?.timeText ?? ""
    return ("\(time.padded(toWidth: 5))  \(style.yellow(id))", 5 + 2 + id.displayWidth + 2)
  }

  /// Star, title, and the tags that the title does not show.
  ///
  /// - Parameters:
  ///   - record: The entry.
  ///   - style: The marks of the output.
  ///   - isWhole: Whether all of the title is wanted, in bold; else what does not fit is cut.
  ///   - width: The columns that there are.
  /// - Returns: The line, and what of the title did not fit on it.
  private static func title(
    of record: Record, _ style: Style, isWhole: Bool, width: Int
  ) -> (line: String, rest: String) {
    let star = record.values["starred"] == .bool(true) ? "★ " : ""
    // Tags beside the text are told nowhere else: a long title leaves them a third of the line.
    let tags = record.givenTags
    let wanted = tags.reduce(0) { $0 + $1.terminalSafe.displayWidth + 2 }
    let kept = wanted <= width / 3 ? wanted : 0
    // No more is read than could be shown.
    let headline = record.headline.prefix(2000)
    var room = max(20, width - star.displayWidth - kept)
    var title = headline.truncated(toWidth: room)
    var rest = ""
    if isWhole, headline.displayWidth > room, let first = headline.wrapped(toWidth: room).first {
      title = first
      rest = String(headline.dropFirst(first.count)).trimmed
    }
    var line = style.yellow(star) + (isWhole ? style.bold(title) : title)
    room = width - star.displayWidth - title.displayWidth
    for tag in tags {
      let shown = "@\(tag.terminalSafe)"
      room -= shown.displayWidth + 1
      if room < 0 { break }
      line += " " + style.cyan(shown)
    }
    return (line, rest)
  }

  /// What the text says beside its title, its lines joined to paragraphs as they are.
  private static func body(of record: Record) -> String {
    guard case .string(let text) = record.values["text"] else { return "" }
    var rest = text[...].drop(while: \.isWhitespace)
    if case .string(let title) = record.values["title"], rest.hasPrefix(title) {
      rest = rest.dropFirst(title.count)
    }
    // No more is read than could be shown.
    let lines = rest.prefix(2000).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }
    return lines.prefix(lineLimit + 1).map { String($0).terminalSafe }.joined(separator: "\n")
      .trimmedAtStart
  }
}

extension String {
  fileprivate var trimmedAtStart: String { String(drop { $0 == " " || $0 == "\t" }) }
}

extension Record {
  /// When an entry was.
  var creationTime: Moment? {
    if case .date(let moment) = values["creationTime"] { moment } else { nil }
  }

  /// The text of an entry.
  var text: String? {
    if case .string(let text) = values["text"] { text } else { nil }
  }

  /// The tags of an entry beside those in its text.
  var givenTags: [String] { values["givenTags"]?.strings ?? [] }

  /// All tags of an entry, folded.
  var tags: [String] { values["tags"]?.strings ?? [] }
}

extension Value {
  /// The texts of a list of them.
  var strings: [String] {
    guard case .list(let values) = self else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
