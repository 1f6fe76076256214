import CommandLineKit
import Daybook
import JSON

/// Counts entries, words and days.
struct Stats: Command {
  static let name = "stats"
  static let summary = "Counts entries and words, with a calendar of your days"
  static let discussion = """
    A streak is a run of days that all have entries; the current one ends today, or yesterday while today \
    has none. The calendar ends with today, or with the last entry that the filters let through; \
    it has as many weeks as fit, and a year at the most. Words are what stands between blanks; of \
    Chinese and Japanese, which have none, every character counts.
    """
  static let examples = [
    Example("daybook stats", "everything up to today"),
    Example("daybook stats --on 2024", "a year"),
    Example("daybook stats --tagged work --format json", "for a program"),
  ]
  static let parameters: [Parameter<Self>] = Parameter.table(
    \.filters, as: "FILTERS", under: "Filters")

  var filters = Filters()

  func run(in session: Session) throws -> ExitCode {
    try session.paged {
      var statistics = EntryStatistics()
      try session.openForReading(readsAhead: filters.isEmpty).read { snapshot in
        try EntryReader.forEach(filters, in: snapshot, session) { statistics.add($0) }
      }
      let today = session.localMoment(session.began).daysSince1970
      if session.isQuiet {
        try session.console.writeLine("\(statistics.entries)")
      } else if session.format.isMachine {
        try writeMachine(statistics, today, session)
      } else {
        try writeText(statistics, today, session)
      }
      return .done
    }
  }

  private func writeMachine(
    _ statistics: EntryStatistics, _ today: Int, _ session: Session
  ) throws {
    let days = statistics.days
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("entries", statistics.entries)
    writer.member("words", statistics.words)
    writer.member("days", days.count)
    writer.member("currentStreak", statistics.currentStreak(today: today))
    writer.member("longestStreak", statistics.longestStreak)
    writer.member("perDay")
    writer.beginObject()
    for day in days {
      writer.member(CivilDate(daysSince1970: day).description, statistics.perDay[day] ?? 0)
    }
    writer.endObject()
    writer.endObject()
    writer.endLine()
    try session.console.write(bytes: writer.bytes)
  }

  // MARK: - For people

  private func writeText(
    _ statistics: EntryStatistics, _ today: Int, _ session: Session
  ) throws {
    let console = session.console
    let style = console.style
    let days = statistics.days
    guard let first = days.first, let last = days.last else {
      return session.note(filters.isEmpty ? "there is nothing yet" : "nothing matches")
    }
    let dates = try session.configuration().dateStyle
    func day(_ number: Int) -> String { dates.day(CivilDate(daysSince1970: number).description) }
    let facts: [(name: String, value: String)] = [
      ("Entries", statistics.entries.grouped),
      (
        "Words",
        "\(statistics.words.grouped), "
          + "\((statistics.words / max(1, statistics.entries)).grouped) an entry"
      ),
      ("Days", "\(days.count.grouped), from \(day(first)) to \(day(last))"),
      (
        "Streak",
        RowOperations.count(statistics.currentStreak(today: today), "day")
          + " now, \(RowOperations.count(statistics.longestStreak, "day")) the longest"
      ),
    ]
    for fact in facts {
      let lines = fact.value.wrapped(toWidth: max(20, console.width - 9))
      try console.writeLine("\(style.bold(fact.name.padded(toWidth: 9)))\(lines[0])")
      for line in lines.dropFirst() {
        try console.writeLine(String(repeating: " ", count: 9) + line)
      }
    }

    // What is planned for days to come has no place in a calendar of those that were.
    let map = HeatMap(
      perDay: statistics.perDay, last: filters.isEmpty ? today : last,
      weekStart: try session.configuration().weekStart, width: min(console.width, 112))
    try console.writeLine()
    let heading = "Entries a day, \(day(map.first)) to \(day(map.last))"
    let isRoom = heading.displayWidth <= console.width
    try console.writeLine(style.bold(isRoom ? heading : "Entries a day to \(day(map.last))"))
    for line in map.lines(style) { try console.writeLine(line) }

    try console.writeLine()
    try writeMonths(statistics.wordsPerMonth, dates, session)
  }

  /// Bars for the last months, a year of them, or all where filters say which.
  private func writeMonths(
    _ months: [(month: CivilDate, words: Int)], _ dates: DateStyle, _ session: Session
  ) throws {
    let console = session.console
    let shown = months.suffix(filters.isEmpty ? 12 : 60)
    try console.writeLine(console.style.bold("Words a month"))
    let names = shown.map { dates.month(String($0.month.description.prefix(7))) }
    let nameWidth = names.map(\.displayWidth).max() ?? 0
    let numberWidth = shown.map { $0.words.grouped.displayWidth }.max() ?? 0
    let room = max(5, min(console.width, 100) - nameWidth - numberWidth - 4)
    let most = max(1, shown.map(\.words).max() ?? 1)
    for (name, month) in zip(names, shown) {
      let number = month.words.grouped
      let gap = String(repeating: " ", count: numberWidth - number.displayWidth)
      let bar = Self.bar(month.words, of: most, width: room)
      try console.writeLine(
        "\(name.padded(toWidth: nameWidth))  \(gap)\(number)"
          + (bar.isEmpty ? "" : "  \(console.style.green(bar))"))
    }
  }

  /// A bar in eighths of a column; what is more than nothing shows.
  private static func bar(_ number: Int, of most: Int, width: Int) -> String {
    let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let length = max(number > 0 ? 1 : 0, number * width * 8 / most)
    return String(repeating: "█", count: length / 8) + eighths[length % 8]
  }
}
