import Interchange
import TestSupport
import Testing

@Suite struct JrnlWriterTests {
  private struct Entry: Equatable {
    var text: String
    var date: WallClock
    var isStarred: Bool
  }

  private func write(_ entries: [Entry]) -> (text: String, writer: JrnlWriter) {
    var writer = JrnlWriter()
    var output: [UInt8] = []
    for entry in entries {
      #expect(
        writer.append(
          text: entry.text, date: entry.date, isStarred: entry.isStarred, to: &output))
    }
    return (String(decoding: output, as: UTF8.self), writer)
  }

  private let date = WallClock(year: 2026, month: 11, day: 30, hour: 14, minute: 5)

  @Test func `entries are written as jrnl writes them`() {
    let (text, writer) = write([
      Entry(text: "Title\nbody\n\n  more\n\n", date: date, isStarred: false),
      Entry(
        text: "Starred",
        date: WallClock(year: 99, month: 1, day: 2, hour: 3, minute: 4, second: 5), isStarred: true),
      Entry(text: "", date: WallClock(year: 2026, month: 12, day: 1), isStarred: false),
    ])
    #expect(
      text == """
        [2026-11-30 14:05] Title
        body

          more

        [0099-01-02 03:04:05] Starred *

        [2026-12-01] \n
        """)
    #expect(writer.escapedLines == 0)
    #expect(writer.mistakableTitles == 0)
  }

  @Test func `a date that jrnl cannot have is refused and nothing written`() {
    var writer = JrnlWriter()
    var output: [UInt8] = []
    for year in [-5, 0, 10_000] {
      #expect(
        !writer.append(
          text: "x", date: WallClock(year: year, month: 1, day: 1), isStarred: false, to: &output))
    }
    #expect(output.isEmpty)
    #expect(
      writer.append(text: "x", date: date, isStarred: false, to: &output) && output.first == 0x5B)
  }

  @Test(arguments: [
    ("[2020-01-01 10:00] quoted", true), ("[2020-01-01 10:00]quoted", true),
    ("[2020-01-01 10:00]", true),
    ("[Tuesday] lunch", true), ("[tomorrow] call", true), ("[10.20.30] ver", true),
    ("[over\nlines] x", true), ("[anything long] x", true), ("[ünïcödé] x", true),
    ("\u{FEFF}[2020-01-01 10:00] x", true), ("[x] done", false), ("[Monday] six", false),
    ("[öäüöäü] six", false), (" [2020-01-01 10:00] x", false), ("[Tuesday]: x", false),
    ("[anything](link) x", false), ("x [2020-01-01 10:00] y", false), ("[never closed", false),
    ("2020-01-01 10:00 x", false),
  ])
  func `a line that jrnl could take for a header gets a blank`(line: String, isEscaped: Bool) {
    let (text, writer) = write([
      Entry(text: "[2020-01-01 10:00] a title\n\(line)\nend", date: date, isStarred: false)
    ])
    #expect(writer.escapedLines == (isEscaped ? 1 : 0))
    #expect(
      text
        == "[2026-11-30 14:05] [2020-01-01 10:00] a title\n\(isEscaped ? " " : "")\(line)\nend\n")
    #expect(Reading(text).entries.count == 1)
  }

  @Test func `stars that jrnl will see are counted`() {
    let (text, writer) = write([
      Entry(text: "5*", date: date, isStarred: false),
      Entry(text: "5*", date: date, isStarred: true),
      Entry(text: "x *\n*", date: date, isStarred: false),
      Entry(text: "x\n*", date: date, isStarred: false),
    ])
    #expect(writer.mistakableTitles == 2)
    #expect(Reading(text).texts == ["5*", "5*", "x\n*", "x\n*"])
    #expect(Reading(text).entries.map(\.isStarred) == [false, true, true, false])
  }

  @Test func `what was written is read again without doubles`() {
    let entry = Entry(text: "a\n[2020-01-01 10:00] quoted", date: date, isStarred: false)
    let (text, _) = write([entry])
    var keys = ImportKeys()
    #expect(Reading(text).keys == [keys.key(date: date, text: entry.text)])
  }

  @Test(.timeLimit(.minutes(1)))
  func `writing costs what the text is long`() {
    let open = String(repeating: "[never closed\n", count: 200_000)
    let (text, writer) = write([Entry(text: "a\n\(open)", date: date, isStarred: false)])
    #expect(writer.escapedLines == 0)
    #expect(text.utf8.count == open.utf8.count + 21)
  }

  /// Entries of any text come back as they were, but for what the format cannot hold, and that is counted.
  @Test(arguments: UInt64(1)...80)
  func `reading what was written gives the entries again`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var day = 0
    let entries = (0..<40).map { _ in
      day += random.below(3)
      var date = WallClock(year: 2000 + day / 300, month: 1 + day / 25 % 12, day: 1 + day % 25)
      if random.below(5) > 0 {
        date = WallClock(
          year: date.year, month: date.month, day: date.day, hour: random.below(24),
          minute: random.below(60), second: random.below(2) == 0 ? random.below(60) : nil)
      }
      let lines = (0..<1 + random.below(6)).map { _ in JrnlTextTests.line(&random) }
      return Entry(
        text: lines.joined(separator: "\n"), date: date, isStarred: random.below(4) == 0)
    }.sorted {
      ($0.date.year, $0.date.month, $0.date.day) < ($1.date.year, $1.date.month, $1.date.day)
    }
    let (text, writer) = write(entries)
    let reading = Reading(text)
    #expect(reading.report.left.isEmpty)
    #expect(reading.entries.count == entries.count)
    var escaped = 0
    var mistakable = 0
    for (written, read) in zip(entries, reading.entries) {
      #expect(read.date == written.date)
      #expect(read.assumed.isEmpty)
      var expected = written
      expected.text = kept(written.text)
      let title = JrnlTextTests.trimmed(expected.text.prefix { $0 != "\n" })
      if !written.isStarred, title.hasSuffix("*") {
        mistakable += 1
        if title == "*" || title.hasSuffix(" *") {
          expected.isStarred = true
          expected.text = "\(title.dropLast(2))\(expected.text.drop { $0 != "\n" })"
        }
      }
      #expect(read.isStarred == expected.isStarred)
      let lines = expected.text.split(separator: "\n", omittingEmptySubsequences: false)
      let readLines = read.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == readLines.count)
      for (line, readLine) in zip(lines, readLines) where line != readLine {
        #expect(readLine == " \(line)")
        escaped += 1
      }
    }
    #expect(writer.escapedLines == escaped)
    #expect(writer.mistakableTitles == mistakable)
  }

  private func kept(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while let last = lines.last, JrnlTextTests.trimmed(last).isEmpty { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
