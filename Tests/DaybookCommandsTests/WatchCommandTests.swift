import CommandLineKit
import JSON
import Testing

@Suite struct WatchCommandTests {
  private func journal() throws -> TestJournal {
    let journal = try TestJournal()
    journal.run("model", "apply", "-", input: heroModel)
    journal.run("view", "create", "names", "--entity", "hero", "--sort", "name")
    try journal.keepOpen()
    return journal
  }

  /// The change sets among lines, without what only writers print.
  private func changeSets(_ output: String) -> [String] {
    output.split(separator: "\n").map(String.init).filter { !$0.contains(#""op":"committed""#) }
  }

  @Test func `a watcher prints what the writers printed`() throws {
    let journal = try journal()
    let recording = Recording()
    var printed: [String] = []
    var steps = 0
    journal.isInterrupted = { steps > 3 }
    journal.onWait = { milliseconds in
      #expect(milliseconds <= 50)
      if steps == 0 { #expect(recording.output.isEmpty) }
      steps += 1
      if steps > 3 { return }
      // Two commits at a time: each is a set of its own.
      for name in ["Ada \(steps)", "Eve \(steps)"] {
        let written = journal.run(
          "insert", "hero", "name=\(name)", "--view", "names", "--batch", "table", "--format",
          "jsonl")
        printed += changeSets(written.output)
      }
    }
    let watched = journal.run(
      ["watch", "--view", "names", "--batch", "table", "--format", "jsonl"], recording: recording)
    #expect(watched.status == 130)
    #expect(printed.count == 6 * 4)
    #expect(changeSets(watched.output) == printed)
    // Each set is handed on whole.
    #expect(recording.writes.filter { $0.output == .standard }.count == 6)
  }

  @Test func `a watcher begins in the past without a gap`() throws {
    let journal = try journal()
    var printed: [String] = []
    func insert(_ name: String) {
      printed += changeSets(
        journal.run("insert", "hero", "name=\(name)", "--view", "names", "--format", "jsonl").output
      )
    }
    journal.run("insert", "hero", "name=Zoe")
    for name in ["Ada", "Eve"] { insert(name) }
    var steps = 0
    journal.isInterrupted = { steps > 1 }
    journal.onWait = { _ in
      if steps == 0 { insert("Joe") }
      steps += 1
    }
    let watched = journal.run("watch", "--view", "names", "--from", "3", "--format", "jsonl")
    #expect(watched.lines == printed)
    #expect(watched.status == 130)
  }

  @Test func `a commit that does not show is not told`() throws {
    let journal = try journal()
    var steps = 0
    journal.isInterrupted = { steps > 1 }
    journal.onWait = { _ in
      if steps == 0 { journal.run("insert", "team", "title=Analysts") }
      steps += 1
    }
    #expect(journal.run("watch", "--view", "names", "--format", "jsonl").output.isEmpty)
  }

  @Test func `a change of the model tells a watcher to start anew`() throws {
    let journal = try journal()
    journal.run("insert", "hero", "name=Ada")
    var steps = 0
    journal.isInterrupted = { steps > 1 }
    journal.onWait = { _ in
      if steps == 0 {
        journal.run(
          "model", "apply", "-",
          input: #"{"entities": {"place": {"attributes": {"name": {"type": "string"}}}}}"#)
      }
      steps += 1
    }
    let watched = journal.run("watch", "--view", "names", "--format", "jsonl")
    #expect(
      watched.output == #"{"op":"reset","view":"names","from":4,"to":4,"sections":1,"rows":1}"#
        + "\n")
  }

  @Test func `a reader that has gone ends a watcher quietly`() throws {
    let journal = try journal()
    let recording = Recording()
    recording.failure = .closedPipe
    var steps = 0
    journal.isInterrupted = { steps > 3 }
    journal.onWait = { _ in
      steps += 1
      journal.run("insert", "hero", "name=Ada", "--view", "names")
    }
    let watched = journal.run(["watch", "--view", "names"], recording: recording)
    #expect(watched.status == 0)
    #expect(watched.errors.isEmpty)
  }

  @Test func `an unknown view is refused`() throws {
    let refused = try journal().run("watch", "--view", "nmaes", "--format", "json")
    #expect(refused.status == 2)
    #expect(refused.errorMessage?.contains("`names`") == true)
  }

  @Test func `a replay tells the past as its writers told it`() throws {
    let journal = try journal()
    var printed: [String] = []
    for words in [["insert", "hero", "name=Ada"], ["insert", "hero", "name=Eve"]] {
      printed += changeSets(
        journal.run(words + ["--view", "names", "--format", "jsonl"]).output)
    }
    printed += changeSets(
      journal.run(
        "update", "hero", "--where", "name == 'Ada'", "name=Zoe", "--view", "names", "--format",
        "jsonl"
      )
      .output)
    let all = journal.run("replay", "--view", "names", "--format", "jsonl")
    #expect(all.lines == printed)
    #expect(all.status == 0)
    let part = journal.run(
      "replay", "--view", "names", "--from", "3", "--to", "4", "--format", "jsonl")
    #expect(part.lines == Array(printed[3..<6]))
    let document = journal.run("replay", "--view", "names", "--format", "json").json
    #expect(document?["changeSets"]?.array?.count == 3)
    #expect(
      document?["changeSets"]?.array?[0].object?.keys == [
        "view", "from", "to", "at", "operations", "sections", "rows",
      ])
    let none = journal.run("replay", "--view", "names", "--from", "5", "--format", "json")
    #expect(none.output == "{\"changeSets\":[]}\n")
    #expect(journal.run("replay", "--from", "99", "--format", "json").status == 2)
  }

  @Test func `a replay pauses as the commits did`() throws {
    let journal = try journal()
    for name in ["Ada", "Eve", "Joe"] { journal.run("insert", "hero", "name=\(name)") }
    var waited = 0
    journal.onWait = { waited += $0 }
    journal.run("replay", "--view", "names", "--speed", "4")
    // Commits are a second apart; of three there are two pauses.
    #expect(waited == 500)
    waited = 0
    journal.run("replay", "--view", "names")
    #expect(waited == 0)
    #expect(journal.run("replay", "--speed", "0", "--format", "json").status == 2)
  }
}
