import CommandLineKit
import Daybook
import JSON
import TestSupport
import Testing

/// Entries that begin from a template.
@Suite struct TemplateTests {
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal()
    let directory = journal.directory.file(".config/daybook/templates")
    try Files.makeDirectory(directory)
    let text = "# {{weekday}} {{date}} {{time}}\n{{ text }}\n{{other}} {{"
    try Files.write(Array("\(text)\n".utf8), to: "\(directory)/evening.md")
    try Files.write(Array("Grateful for:\n".utf8), to: "\(directory)/thanks")
  }

  private var texts: [String] {
    journal.run("list", "--format", "jsonl").jsonLines.compactMap { $0["values"]?["text"]?.string }
  }

  @Test func `what stands in braces is filled, and what is not known stays`() {
    journal.run("add", "--template", "evening", "It rained.")
    #expect(texts == ["# Monday 2026-11-30 09:00\nIt rained.\n{{other}} {{"])
  }

  @Test func `it is filled as of the entry's own moment`() {
    journal.run("add", "x", "--template", "evening", "--date", "2024-05-05 21:30")
    #expect(texts == ["# Sunday 2024-05-05 21:30\nx\n{{other}} {{"])
  }

  @Test func `what was given cannot fill anything itself`() {
    journal.run("add", "--template", "evening", "{{date}}")
    #expect(texts.first?.contains("\n{{date}}\n") == true)
  }

  @Test func `a template without a place for the text stands before it`() {
    journal.run("add", "--template", "thanks", input: "the sun\n")
    #expect(texts == ["Grateful for:\nthe sun"])
  }

  @Test func `one that is left as it was is no entry`() throws {
    journal.variables["EDITOR"] = "/bin/sh"
    var seen: [UInt8] = []
    journal.runProgram = {
      seen = try Files.read($0.last ?? "")
      return .done
    }
    let outcome = journal.run(
      ["add", "--template", "thanks"], recording: TerminalRecording().recording)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("daybook: nothing saved: the text is as it was"))
    #expect(seen == Array("Grateful for:\n".utf8))
    #expect(texts.isEmpty)
  }

  @Test func `one that is not there is named with those that are`() {
    let outcome = journal.run("add", "x", "--template", "morning")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "daybook: there is no template 'morning'; there are evening, thanks\n")
    #expect(texts.isEmpty)
  }
}
