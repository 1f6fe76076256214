import CommandLineKit
import Daybook
import JSON
import Testing

@testable import DaybookCommands

/// Entries, words, days and tags, counted.
@Suite struct StatisticsTests {
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal()
  }

  @Test(
    arguments: [
      ("", 0), ("one", 1), ("one  two\n\tthree", 3), ("don't e-mail me: 3 x - 4", 6),
      ("Grüße aus Köln", 3), ("山を歩いた。", 5), ("日本 trip 2026", 4), ("👍 … —", 0),
      ("안녕 세계", 2), ("e\u{301}te\u{301} was", 2),
    ])
  func `words are what blanks part and has a letter or a digit, ideographs each`(
    text: String, count: Int
  ) {
    #expect(WordCount.words(in: text) == count)
  }

  private func add(_ day: String, _ text: String) {
    journal.run("add", text, "--date", "\(day) 12:00")
  }

  @Test func `the document counts entries, words, days and streaks`() {
    for day in ["2026-11-30", "2026-11-29", "2026-11-29", "2026-11-27", "2026-11-26", "2026-11-25"]
    {
      add(day, "two words")
    }
    #expect(
      journal.run("stats", "--format", "json").output
        == #"{"entries":6,"words":12,"days":5,"currentStreak":2,"longestStreak":3,"#
        + #""perDay":{"2026-11-25":1,"2026-11-26":1,"2026-11-27":1,"2026-11-29":2,"2026-11-30":1}}"#
        + "\n")
    #expect(
      journal.run("stats", "--on", "2026-11-29", "--format", "json").json?["entries"]?.description
        == "2")
    #expect(journal.run("stats", "-q").output == "6\n")
  }

  @Test func `a streak goes on while today has no entry yet, and ends with the day before`() {
    for day in ["2026-11-29", "2026-11-28"] { add(day, "x") }
    func current() -> String? {
      journal.run("stats", "--format", "json").json?["currentStreak"]?.description
    }
    #expect(current() == "2")
    journal.now += 86_400_000_000
    #expect(current() == "0")
  }

  @Test func `a day is that of the clock beside the entry`() {
    journal.run("add", "x", "--date", "2026-11-30T02:00+14:00")
    journal.run("add", "x", "--date", "2026-11-30T22:00-11:00")
    #expect(
      journal.run("stats", "--format", "json").json?["perDay"]?.description
        == #"{"2026-11-30":2}"#)
  }

  @Test func `an empty journal has statistics`() {
    journal.run("add", "x")
    journal.run("delete", "--starred")
    journal.run("undo")
    #expect(
      journal.run("stats", "--format", "json").output
        == #"{"entries":0,"words":0,"days":0,"currentStreak":0,"longestStreak":0,"perDay":{}}"#
        + "\n")
  }

  @Test(arguments: [40, 80, 112, 200])
  func `the calendar fits the terminal, and each day stands in the row of its weekday`(width: Int) {
    var perDay: [Int: Int] = [:]
    // 2026-11-30 was a Monday: every Monday has entries.
    let monday = CivilDate(year: 2026, month: 11, day: 30)?.daysSince1970 ?? 0
    for week in 0..<60 { perDay[monday - 7 * week] = 1 }
    let map = HeatMap(perDay: perDay, last: monday, weekStart: .monday, width: width)
    let lines = map.lines(Style(isEnabled: false))
    #expect(lines.count == 9)
    #expect(lines.allSatisfy { $0.displayWidth <= width })
    let weeks = min(53, (width - 4) / (width >= 110 ? 2 : 1))
    #expect(lines[1].count { $0 == "░" } == weeks)
    #expect(lines[2...7].allSatisfy { !$0.contains("░") })
    #expect(map.first == monday - 7 * (weeks - 1))
  }

  @Test func `a week may begin on Sunday`() {
    let monday = CivilDate(year: 2026, month: 11, day: 30)?.daysSince1970 ?? 0
    let lines = HeatMap(perDay: [monday: 9], last: monday, weekStart: .sunday, width: 60)
      .lines(Style(isEnabled: false))
    #expect(lines[1].hasPrefix("Sun "))
    #expect(lines[2].hasPrefix("Mon ") && lines[2].hasSuffix("█"))
    #expect(lines[3].hasPrefix("Tue ") && lines[3].hasSuffix(" "))
  }

  @Test func `what a person sees says everything without colour`() {
    for day in ["2026-10-05", "2026-11-28", "2026-11-29", "2026-11-30"] {
      add(day, "three small words")
    }
    add("2026-11-30", "more")
    let recording = TerminalRecording(columns: 44).recording
    #expect(
      journal.run(["stats"], recording: recording).output == """
        Entries  5
        Words    13, 2 an entry
        Days     4, from Mon 5 Oct 2026 to Mon 30
                 Nov 2026
        Streak   3 days now, 3 days the longest

        Entries a day to Mon 30 Nov 2026
                Apr May  Jun Jul Aug  Sep Oct Nov
        Mon ·······························░·······▒
        Tue ·······································\u{20}
        Wed ·······································\u{20}
        Thu ·······································\u{20}
        Fri ·······································\u{20}
        Sat ······································░\u{20}
        Sun ······································░\u{20}
            · none  ░ 1  ▒ 2  ▓ 3  █ 4+

        Words a month
        Oct 2026   3  █████████
        Nov 2026  10  ██████████████████████████████

        """)
  }

  @Test func `tags are counted once an entry, in texts and beside them, the most frequent first`() {
    journal.run("add", "@work and #Work and `@code`", "--tag", "WORK", "--tag", "Ärger")
    journal.run("add", "@home", "--date", "2024-01-01")
    journal.run("add", "me@work.de @work")
    #expect(
      journal.run("tags", "--format", "json").output
        == #"{"tags":[{"name":"work","count":2},{"name":"arger","count":1},{"name":"home","count":1}]}"#
        + "\n")
    #expect(journal.run("tags").output == "2  @work\n1  @arger\n1  @home\n")
    #expect(journal.run("tags", "-q", "--on", "2024").output == "home\n")
    #expect(journal.run("tags", "--format", "jsonl").jsonLines.count == 3)
  }
}
