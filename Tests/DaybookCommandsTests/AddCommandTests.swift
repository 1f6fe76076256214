import CommandLineKit
import Daybook
import JSON
import Testing

@Suite struct AddCommandTests {
  @Test func `words become the text, joined by blanks, flags within it aside`() throws {
    let journal = try TestJournal()
    let outcome = journal.run(
      "add", "I", "ran", "-5", "degrees", "--tag", "Sport", "--format=jsonl")
    let id = try #require(outcome.jsonLines.first?["ids"]?.array?.first?.string)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        {"op":"committed","from":0,"to":1,"ids":["\(id)"]}
        {"op":"begin","view":"by-day","from":0,"to":1,"at":"2026-11-30T08:00:00Z"}
        {"op":"insertSection","section":0,"name":"2026-11-30"}
        {"op":"insert","newIndexPath":[0,0],"id":"\(id)","values":{"tags":["sport"],\
        "text":"I ran -5 degrees","title":"I ran -5 degrees","givenTags":["Sport"],\
        "creationTime":"2026-11-30T09:00:00+01:00[Europe/Berlin]"}}
        {"op":"end","sections":1,"rows":1}

        """)
  }

  @Test func `the document has the change set, the record and what is gone`() throws {
    let journal = try TestJournal()
    let outcome = journal.run("add", "--format", "json", "--star", "--mood=4", "Rain.")
    let id = try #require(outcome.json?["objects"]?.array?.first?["id"]?.string)
    let values = """
      {"mood":4,"text":"Rain.","title":"Rain.","starred":true,\
      "creationTime":"2026-11-30T09:00:00+01:00[Europe/Berlin]"}
      """
    #expect(
      outcome.output == """
        {"changeSets":[{"view":"by-day","from":0,"to":1,"at":"2026-11-30T08:00:00Z","operations":[\
        {"op":"insertSection","section":0,"name":"2026-11-30"},\
        {"op":"insert","newIndexPath":[0,0],"id":"\(id)","values":\(values)}],\
        "sections":1,"rows":1}],\
        "objects":[{"id":"\(id)","entity":"entry","version":0,"values":\(values)}],"deleted":[]}

        """)
  }

  @Test func `quiet prints the id alone, whatever the format`() throws {
    let journal = try TestJournal()
    for format in ["text", "json", "jsonl"] {
      let outcome = journal.run("add", "-q", "--format", format, "x")
      #expect(ObjectID(String(outcome.output.dropLast())) != nil)
      #expect(outcome.output.utf8.count == 37)
    }
  }

  @Test func `a batch for a table view stands before the end`() throws {
    let journal = try TestJournal()
    let lines = journal.lines("add", "x", "--batch", "table")
    #expect(
      lines.dropLast().last?.description
        == #"{"op":"batch","stages":[{},{"insertSections":[0]}]}"#)
  }

  @Test(
    arguments: [
      ("one\n", "one"), ("one\n\n", "one\n"), ("one\r\n", "one"),
      ("  one \t\r\ntwo", "  one \t\r\ntwo"),
      ("\u{FEFF}e\u{301}", "\u{FEFF}e\u{301}"), ("a\0b\n", "a\0b"),
    ])
  func `standard input is kept byte for byte, one final newline aside`(
    input: String, text: String
  ) throws {
    let journal = try TestJournal()
    journal.run("add", input: input)
    let entry = journal.run("list", "--format", "jsonl").jsonLines.first
    let stored = entry?["values"]?["text"]?.string
    #expect(stored.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test func `bytes that are not UTF-8 lose nothing of the rest, and are told`() throws {
    let journal = try TestJournal()
    let recording = Recording()
    let outcome = journal.run(
      ["add", "--format", "jsonl"], bytes: [0x67, 0x72, 0xC3, 0x20, 0x61, 0x0A],
      recording: recording)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("U+FFFD"))
    #expect(outcome.jsonLines[3]["values"]?["text"]?.string == "gr\u{FFFD} a")
  }

  @Test(arguments: [["add"], ["add", ""], ["add", " \t"], ["add", "--star", "--tag", "x"]])
  func `without text nothing is saved, and not even a journal made`(words: [String]) throws {
    let journal = try TestJournal()
    let outcome = journal.run(words, input: " \n\n")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors == "daybook: nothing saved: there is no text\n")
    #expect(try Files.status(of: journal.path) == nil)
  }

  @Test func `a text over the limit is refused by name`() throws {
    let journal = try TestJournal()
    let long = String(repeating: "x", count: 64 << 20)
    let accepted = journal.run("add", "-q", input: long + "\n")
    #expect(accepted.status == 0)
    let refused = journal.run("add", "--format", "json", input: long + "xy")
    #expect(refused.status == 2)
    #expect(refused.errorKind == "validation")
    #expect(refused.errorMessage?.contains("64 MiB") == true)
  }

  @Test(
    arguments: [
      ("2024-05-06", "2024-05-06T00:00:00+02:00[Europe/Berlin]", true),
      ("2024-05-06 15:30", "2024-05-06T15:30:00+02:00[Europe/Berlin]", false),
      ("2024-05-06T00:00", "2024-05-06T00:00:00+02:00[Europe/Berlin]", false),
      ("2024-05", "2024-05-01T00:00:00+02:00[Europe/Berlin]", true),
      ("yesterday", "2026-11-29T09:00:00+01:00[Europe/Berlin]", false),
      ("yesterday 9pm", "2026-11-29T21:00:00+01:00[Europe/Berlin]", false),
      ("2026-11-30T03:00-05:00", "2026-11-30T03:00:00-05:00", false),
      (
        "2026-11-30 03:00 America/New_York",
        "2026-11-30T03:00:00-05:00[America/New_York]", false
      ),
    ])
  func `a date is a moment with its clock, or the whole of a day`(
    date: String, moment: String, isAllDay: Bool
  ) throws {
    let journal = try TestJournal()
    let lines = journal.lines("add", "x", "--date", date)
    let values = lines.first { $0["op"]?.string == "insert" }?["values"]
    #expect(values?["creationTime"]?.string == moment)
    #expect(values?["allDay"]?.bool == (isAllDay ? true : nil))
  }

  @Test func `tags lose their sign, and one given twice is one`() throws {
    let journal = try TestJournal()
    let lines = journal.lines("add", "x", "--tag", "@work", "--tag", "#home", "--tag", "work")
    let values = lines.first { $0["op"]?.string == "insert" }?["values"]
    #expect(values?["givenTags"]?.description == #"["work","home"]"#)
    #expect(journal.run("add", "x", "--tag", "@").status == 2)
  }

  @Test func `another size of the log than expected is a lost race`() throws {
    let journal = try TestJournal()
    #expect(journal.run("add", "one", "--expect", "0").status == 0)
    let outcome = journal.run("add", "two", "--expect", "0", "--format", "json")
    #expect(outcome.status == 4)
    #expect(outcome.errorKind == "conflict")
    #expect(journal.run("list", "-q").lines.count == 1)
  }

  @Test func `what came through a pipe and cannot be saved is kept in a draft`() throws {
    let journal = try TestJournal()
    journal.run("add", "one")
    let outcome = journal.run("add", "--expect", "7", input: "precious\n")
    #expect(outcome.status == 4)
    let path = try #require(outcome.errors.split(separator: " ").last.map { String($0.dropLast()) })
    #expect(try Files.read(path) == Array("precious".utf8))
  }

  @Test func `a person is told the id, the day and the rows`() throws {
    let journal = try TestJournal()
    let outcome = journal.run("add", "Walked along the river.")
    let id = try #require(journal.run("list", "-q").lines.first?.suffix(7))
    #expect(
      outcome.output == """
        Added \(id), Mon 30 Nov 2026, 09:00
        by-day  log 0 → 1, 1 section, 1 row
          + [0]    2026-11-30
          + [0,0]  \(id)  Walked along the river.

        """)
  }

  @Test func `words that look like flags are text, and noted`() throws {
    let journal = try TestJournal()
    let outcome = journal.run("add", "see", "--verbose", "and", "-q", "--format", "jsonl")
    #expect(outcome.jsonLines[3]["values"]?["text"]?.string == "see --verbose and -q")
    #expect(outcome.errors.contains("--verbose"))
    let literal = journal.run("add", "--format", "jsonl", "--", "--star", "-q")
    #expect(literal.jsonLines[2]["values"]?["text"]?.string == "--star -q")
  }
}
