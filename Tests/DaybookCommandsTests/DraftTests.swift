import CommandLineKit
import Daybook
import TestSupport
import Testing

/// Texts that a run could not save are found by the next.
@Suite struct DraftTests {
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal()
    journal.variables["EDITOR"] = "/bin/sh"
  }

  private var folder: String { journal.directory.file(".local/state/daybook/drafts") }

  private func run(_ words: String...) -> TestJournal.Outcome {
    journal.run(words, recording: TerminalRecording().recording)
  }

  @Test func `a text whose run was killed is named by the next one that writes`() throws {
    journal.run("add", "one")
    try Files.makeDirectory(folder)
    // Of a process that has gone, of one that runs, and what is no draft of a text.
    for name in [
      "add-2026-11-30-0800-1234567-77.md", "add-2026-11-30-0801-1234567-78.md", "input-x.md",
    ] {
      try Files.write(Array("typed for an hour".utf8), to: "\(folder)/\(name)")
    }
    journal.isRunning = { $0 == 78 }
    let outcome = run("add")
    #expect(outcome.errors.contains("1 text of earlier runs was not saved"))
    #expect(outcome.errors.contains("\(folder)/add-2026-11-30-0800-1234567-77.md"))
    #expect(journal.run("add", "words need no editor").errors == "")
  }

  @Test func `where no state can be kept a draft finds another place`() throws {
    try Files.write([], to: journal.directory.file(".local"))
    journal.run("add", "one")
    journal.runProgram = { words in
      try Files.write(Array("kept".utf8), to: words.last ?? "")
      return ExitCode(rawValue: 1)
    }
    let outcome = run("add")
    #expect(outcome.status == 2)
    let kept = try Files.names(in: journal.directory.path).filter { $0.hasSuffix(".md") }
    #expect(kept.count == 1)
    #expect(outcome.errors.contains(kept.first ?? "?"))
  }

  @Test func `input that is not UTF-8 is stored repaired, and kept as it was`() throws {
    let bytes: [UInt8] = [0x67, 0x72, 0xC3, 0x20, 0x61, 0x0A]
    let outcome = journal.run(["add", "-q"], bytes: bytes)
    #expect(outcome.status == 0)
    let name = try #require(try Files.names(in: folder).first)
    #expect(outcome.errors.contains("\(folder)/\(name)"))
    #expect(try Files.read("\(folder)/\(name)") == bytes)
  }
}
