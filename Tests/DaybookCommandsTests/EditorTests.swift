import CommandLineKit
import Daybook
import JSON
import TestSupport
import Testing

/// What an editor leaves behind, and what becomes of it.
@Suite struct EditorTests {
  private let journal: TestJournal
  private let terminal = Recording()

  init() throws {
    journal = try TestJournal()
    journal.variables["EDITOR"] = "/bin/sh"
    terminal.isTerminal = true
  }

  /// Runs words at a terminal.
  private func run(_ words: String...) -> TestJournal.Outcome {
    let recording = Recording()
    recording.isTerminal = true
    return journal.run(words + ["--color", "never"], recording: recording)
  }

  /// Makes the editor write a text and end.
  private func edit(writing text: String?, status: Int32 = 0) {
    journal.runProgram = { words in
      guard let path = words.last else { return .usage }
      if let text {
        try Files.write(Array(text.utf8), to: path)
      } else {
        try Files.remove(path)
      }
      return ExitCode(rawValue: status)
    }
  }

  private var drafts: [String] {
    get throws {
      let directory = journal.directory.file(".local/state/daybook/drafts")
      guard try Files.status(of: directory) != nil else { return [] }
      return try Files.names(in: directory).map { "\(directory)/\($0)" }
    }
  }

  private var texts: [String] {
    journal.run("list", "--format", "jsonl").jsonLines.compactMap { $0["values"]?["text"]?.string }
  }

  @Test func `what the editor leaves is the text, and its draft goes`() throws {
    edit(writing: "from the editor\n")
    #expect(run("add").status == 0)
    #expect(texts == ["from the editor"])
    #expect(try drafts.isEmpty)
  }

  @Test(arguments: ["", "\n", " \n\t\n", nil] as [String?])
  func `without text nothing is saved`(text: String?) throws {
    edit(writing: text)
    let outcome = run("add")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("daybook: nothing saved: there is no text"))
    #expect(try drafts.isEmpty)
    #expect(try Files.status(of: journal.path) == nil)
  }

  @Test(
    arguments: [
      (1, "ended with status 1"), (137, "ended by signal 9"), (127, "could not be run"),
    ])
  func `an editor that fails keeps what was written, and says where`(
    status: Int32, words: String
  ) throws {
    edit(writing: "typed for an hour", status: status)
    let outcome = run("add")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words))
    let path = try #require(try drafts.first)
    #expect(outcome.errors.contains(path))
    #expect(try Files.read(path) == Array("typed for an hour".utf8))
  }

  @Test func `the draft of a text that cannot be committed is kept`() throws {
    journal.run("add", "one")
    edit(writing: "late")
    let outcome = run("add", "--expect", "0")
    #expect(outcome.status == 4)
    let path = try #require(try drafts.first)
    #expect(outcome.errors.contains(path))
  }

  @Test func `a program that returns at once without a text is given a hint`() throws {
    let outcome = run("add")
    #expect(outcome.errors.contains("code --wait"))
  }

  @Test(
    arguments: [
      ("/bin/sh", ["/bin/sh"]), ("/bin/sh --wait -x", ["/bin/sh", "--wait", "-x"]),
      (#"/bin/sh -c 'a "b" $0'"#, ["/bin/sh", "-c", #"a "b" $0"#]),
      (#""/bin/sh"  \-w "#, ["/bin/sh", "-w"]), ("sh $HOME", ["sh", "$HOME"]),
    ])
  func `the editor's name is split as a shell splits, and nothing is expanded`(
    line: String, words: [String]
  ) throws {
    var seen: [String] = []
    journal.variables["EDITOR"] = line
    journal.runProgram = {
      seen = $0
      return .done
    }
    _ = run("add")
    #expect(Array(seen.dropLast()) == words)
    #expect(seen.last?.hasSuffix(".md") == true)
  }

  @Test func `VISUAL goes before EDITOR, and a blank one is none`() throws {
    var seen: [String] = []
    journal.runProgram = {
      seen = $0
      return .done
    }
    journal.variables["VISUAL"] = "/bin/cat"
    _ = run("add")
    #expect(seen.first == "/bin/cat")
    journal.variables["VISUAL"] = "  "
    _ = run("add")
    #expect(seen.first == "/bin/sh")
  }

  @Test(arguments: ["/no/such/editor --wait", "no-such-editor-anywhere"])
  func `an editor that is not there is named`(line: String) throws {
    journal.variables["EDITOR"] = line
    let outcome = run("add")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'\(line.split(separator: " ")[0])'"))
    #expect(try drafts.isEmpty)
  }

  @Test func `a draft is for its owner alone, and begins with the text`() throws {
    let id = try #require(journal.run("add", "-q", "before").lines.first)
    var found: [UInt8] = []
    journal.runProgram = { words in
      found = try Files.read(words.last ?? "")
      try Files.write(Array("after\n".utf8), to: words.last ?? "")
      return .done
    }
    #expect(run("edit", id).status == 0)
    #expect(found == Array("before\n".utf8))
    #expect(texts == ["after"])
    #expect(try drafts.isEmpty)
  }

  @Test func `a text that is left as it was changes nothing`() throws {
    let id = try #require(journal.run("add", "-q", "before").lines.first)
    let outcome = run("edit", id)
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("daybook: nothing changed: the text is as it was"))
    #expect(journal.run("history", id, "-q").lines.count == 1)
  }

  @Test func `the editor may use the journal, and no lock is in its way`() throws {
    journal.runProgram = { [journal] words in
      #expect(journal.run("list").status == 0 || journal.run("list").status == 3)
      #expect(journal.run("add", "inner").status == 0)
      try Files.write(Array("outer\n".utf8), to: words.last ?? "")
      return .done
    }
    #expect(run("add").status == 0)
    #expect(Set(texts) == ["inner", "outer"])
  }

  @Test func `a late text becomes a new entry at the same moment`() throws {
    let id = try #require(
      journal.run("add", "-q", "first", "--date", "2026-11-01 10:00", "--tag", "t").lines.first)
    journal.runProgram = { [journal] words in
      #expect(journal.run("edit", id, "meanwhile").status == 0)
      try Files.write(Array("late\n".utf8), to: words.last ?? "")
      return .done
    }
    let outcome = run("edit", id)
    #expect(outcome.status == 1)
    let entries = journal.run("list", "--format", "jsonl").jsonLines
    #expect(entries.count == 2)
    let late = try #require(entries.first { $0["values"]?["text"]?.string == "late" })
    let kept = try #require(entries.first { $0["id"]?.string == id })
    #expect(kept["values"]?["text"]?.string == "meanwhile")
    #expect(late["values"]?["creationTime"] == kept["values"]?["creationTime"])
    #expect(late["values"]?["givenTags"] == kept["values"]?["givenTags"])
    #expect(outcome.errors.contains(id))
    #expect(outcome.errors.contains(try #require(late["id"]?.string)))
    #expect(try drafts.isEmpty)
  }

  @Test func `a late text of an entry that is gone becomes a new entry as well`() throws {
    let id = try #require(journal.run("add", "-q", "first").lines.first)
    journal.runProgram = { [journal] words in
      #expect(journal.run("delete", id).status == 0)
      try Files.write(Array("late\n".utf8), to: words.last ?? "")
      return .done
    }
    #expect(run("edit", id).status == 1)
    #expect(texts == ["late"])
  }
}
