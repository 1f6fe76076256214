import CommandLineKit
import Daybook
import JSON
import TestSupport
import Testing

/// What is set once for all runs, and the journals that have names.
@Suite struct SettingsTests {
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal()
    journal.isNamed = false
  }

  private var configPath: String { journal.directory.file(".config/daybook/config") }

  @Test func `without settings everything is as by default`() {
    #expect(
      journal.run("config", "get").output == """
        journal = default
        view = by-day
        editor = \n\
        date-style = long
        week-start = monday

        """)
    #expect(journal.run("config", "path").output == "\(configPath)\n")
    #expect(
      journal.run("config", "get", "week-start", "--format", "json").output
        == "{\"week-start\":\"monday\"}\n")
  }

  @Test func `setting one line leaves every other line as it is`() throws {
    try Files.makeDirectory(journal.directory.file(".config/daybook"))
    try Files.write(
      Array("# mine\n\n view=by-day \neditor = code --wait\n".utf8), to: configPath)
    #expect(journal.run("config", "set", "view", "by-name").status == 0)
    #expect(journal.run("config", "set", "week-start", "sunday").status == 0)
    let text = "# mine\n\nview = by-name\neditor = code --wait\nweek-start = sunday\n"
    #expect(try Files.read(configPath) == Array(text.utf8))
    #expect(journal.run("config", "set", "view").status == 0)
    #expect(journal.run("config", "get", "view").output == "by-day\n")
  }

  @Test(
    arguments: [
      ("colour = red", "sets 'colour'"), ("view", "is no 'name = value'"),
      ("week-start = caturday", "none of monday"),
    ])
  func `a line that cannot be understood is named`(line: String, words: String) throws {
    try Files.makeDirectory(journal.directory.file(".config/daybook"))
    try Files.write(Array("# first\n\(line)\n".utf8), to: configPath)
    let outcome = journal.run("list")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("line 2 of \(configPath)"))
    #expect(outcome.errors.contains(words))
  }

  @Test func `a journal is set by a name, or by a path that is the same everywhere`() throws {
    #expect(journal.run("config", "set", "journal", "here/diary").status == 2)
    #expect(journal.run("config", "set", "journal", "~/my diary").status == 0)
    journal.run("add", "x")
    #expect(try Files.status(of: journal.directory.file("my diary/1.mdb")) != nil)
  }

  @Test(arguments: [["week-start", "x"], ["date-style", "roman"], ["no-such", "x"]])
  func `what cannot be used is not set`(words: [String]) throws {
    let outcome = journal.run(["config", "set"] + words)
    #expect(outcome.status == 2)
    #expect(try Files.status(of: configPath) == nil)
  }

  @Test func `a flag goes before the environment, and that before a setting`() throws {
    journal.run("config", "set", "journal", "set")
    journal.run("add", "of the setting")
    journal.variables["DAYBOOK_JOURNAL"] = "environment"
    journal.run("add", "of the environment")
    journal.run("add", "of the flag", "--journal", "flag")
    journal.variables["DAYBOOK_JOURNAL"] = ""
    let names = ["environment", "flag", "set"]
    #expect(journal.run("journals", "-q").lines == names)
    for name in names {
      let listed = journal.run("list", "--journal", name, "--short").output
      #expect(listed.contains(name == "set" ? "of the setting" : "of the \(name)"))
    }
    #expect(journal.run("journals").lines.last?.hasPrefix("* set") == true)
  }

  @Test(
    arguments: [
      ("long", "Mon 30 Nov 2026"), ("iso", "2026-11-30"), ("us", "Mon, Nov 30, 2026"),
    ])
  func `days are written in the style that is set`(style: String, day: String) {
    journal.run("add", "x")
    journal.run("config", "set", "date-style", style)
    #expect(journal.run("list").lines.first == day)
  }

  @Test func `a week begins with the day that is set`() {
    // 2026-11-30 is a Monday.
    journal.run("add", "the day before", "--date", "2026-11-29 12:00")
    #expect(journal.run("list", "-q", "--on", "this week").lines.isEmpty)
    journal.run("config", "set", "week-start", "sunday")
    #expect(journal.run("list", "-q", "--on", "this week").lines.count == 1)
  }

  @Test func `the editor that is set goes before those of the environment`() throws {
    journal.variables["VISUAL"] = "/bin/cat"
    journal.run("config", "set", "editor", "/bin/sh -x")
    var seen: [String] = []
    journal.runProgram = {
      seen = $0
      return .done
    }
    let terminal = TerminalRecording()
    _ = journal.run(["add"], recording: terminal.recording)
    #expect(seen.dropLast() == ["/bin/sh", "-x"])
  }

  @Test func `a list without a view named shows the one that is set`() throws {
    journal.run("add", "b")
    journal.run("add", "a")
    journal.run("view", "create", "by-text", "--entity", "entry", "--sort", "text")
    journal.run("config", "set", "view", "by-text")
    let texts = journal.run("list", "--format", "jsonl").jsonLines.compactMap {
      $0["values"]?["text"]?.string
    }
    #expect(texts == ["a", "b"])
  }

  @Test func `a journal that is damaged is listed with its fault`() throws {
    journal.run("add", "x")
    let folder = journal.directory.file(".local/share/daybook/broken")
    try Files.makeDirectory(folder)
    try Files.write(Array("no environment".utf8), to: "\(folder)/1.mdb")
    try Files.makeDirectory(journal.directory.file(".local/share/daybook/empty"))
    let outcome = journal.run("journals", "--format", "jsonl")
    #expect(outcome.status == 1)
    #expect(outcome.jsonLines.compactMap { $0["name"]?.string } == ["broken", "default"])
    #expect(outcome.jsonLines.first?["fault"] != nil)
  }
}
