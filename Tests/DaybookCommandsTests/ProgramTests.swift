import CommandLineKit
import Daybook
import DaybookCommands
import JSON
import TestSupport
import Testing

/// The command line as a whole: its table, its errors, where the journal is.
@Suite struct ProgramTests {
  @Test(
    arguments: [
      "--version", "help", "man", "completion bash", "completion zsh", "completion fish",
    ])
  func `the program explains itself`(line: String) throws {
    let journal = try TestJournal()
    let outcome = journal.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("daybook"))
    #expect(outcome.errors == "")
  }

  @Test func `the table of verbs holds together, and every example is understood`() {
    #expect(DaybookProgram.program.faults() == [])
  }

  @Test func `every verb has its help, which begins with an example of it`() throws {
    let journal = try TestJournal()
    for verb in DaybookProgram.program.commands.map({ $0.name }) {
      let output = journal.run("help", verb).output
      #expect(output.contains("Usage: daybook \(verb)"))
      #expect(output.contains("daybook \(verb)"))
    }
  }

  @Test func `an unknown verb or flag suggests the near one`() throws {
    let journal = try TestJournal()
    let verb = journal.run("lst")
    #expect(verb.status == 2)
    #expect(verb.errors == "daybook: no verb is called 'lst'; did you mean 'list'?\n")
    let flag = journal.run("list", "--taged", "x")
    #expect(flag.status == 2)
    #expect(flag.errors.contains("did you mean --tagged?"))
  }

  @Test func `an error is one JSON object where programs read, also one of the words`() throws {
    let journal = try TestJournal()
    for words in [["--format", "json", "lst"], ["lst", "--format=jsonl"]] {
      let outcome = journal.run(words)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors == """
          {"error":{"kind":"usage","message":"no verb is called 'lst'; did you mean 'list'?"}}

          """)
    }
  }

  @Test func `a reader that has gone ends a command quietly, a full device does not`() throws {
    let journal = try TestJournal()
    journal.run("add", "x")
    let pipe = Recording()
    pipe.failure = .closedPipe
    let ended = journal.run(["list"], recording: pipe)
    #expect(ended.status == 0)
    #expect(ended.errors == "")
    let full = Recording()
    full.failure = .writeFailed(.standard, reason: "No space left on device")
    let failed = journal.run(["list"], recording: full)
    #expect(failed.status == 3)
    #expect(failed.errors.contains("No space left on device"))
  }

  // MARK: - Where the journal is

  /// Runs `add` with an environment and tells where a journal came to be.
  private func place(
    _ words: [String] = [], _ variables: [String: String], in directory: TemporaryDirectory
  ) throws -> String? {
    let recording = Recording()
    _ = DaybookCommandLine.run(
      words + ["add", "-q", "x"], console: recording.console(),
      surroundings: Surroundings(
        now: { 1_796_025_600_000_000 }, random: SplitMix64(seed: 1),
        variable: { variables[$0] }, zones: { .utc }, machine: { [] },
        runProgram: { _ in .done }, say: { _ in }, noteInterrupts: {}, isInterrupted: { false },
        wait: { _ in }))
    for place in [
      "home/.local/share/daybook/default", "home/.local/share/daybook/work", "data/daybook/default",
      "data/daybook/work", "here",
    ] where try Files.status(of: directory.file("\(place)/current")) != nil {
      return place
    }
    return nil
  }

  @Test func `the journal is where the flag, the environment or the default says`() throws {
    func check(_ expected: String?, words: [String] = [], _ names: [String: String]) throws {
      let directory = try TemporaryDirectory()
      let words = words.map { $0.replacing("DIR", with: directory.path) }
      let variables = names.mapValues { $0.replacing("DIR", with: directory.path) }
      #expect(try place(words, variables, in: directory) == expected)
    }
    let home = ["HOME": "DIR/home"]
    try check("home/.local/share/daybook/default", home)
    try check(
      "data/daybook/default", home.merging(["XDG_DATA_HOME": "DIR/data"]) { $1 })
    // A relative one is to be ignored, says the XDG Base Directory specification.
    try check(
      "home/.local/share/daybook/default", home.merging(["XDG_DATA_HOME": "data"]) { $1 })
    try check("here", home.merging(["DAYBOOK_JOURNAL": "DIR/here"]) { $1 })
    try check(
      "home/.local/share/daybook/work", home.merging(["DAYBOOK_JOURNAL": "work"]) { $1 })
    try check(
      "home/.local/share/daybook/work", words: ["--journal", "work"],
      home.merging(["DAYBOOK_JOURNAL": "DIR/here"]) { $1 })
    try check("here", words: ["--journal=DIR/here"], home)
    try check("here", words: ["--journal=DIR/here"], [:])
    try check(nil, [:])
  }

  // MARK: - Pieces

  @Test func `ids are told by seven digits, and more where two end alike`() throws {
    let one = try #require(ObjectID("01999999-0000-7000-8000-00000abcdef1"))
    let two = try #require(ObjectID("01999999-0000-7000-8000-0000fabcdef1"))
    let three = try #require(ObjectID("01999999-0000-7000-8000-000000000002"))
    let four = try #require(ObjectID("01999999-1111-7000-8000-000000000002"))
    let ids = ShortIDs([one, two, three])
    #expect(ids.text(one) == "0abcdef1")
    #expect(ids.text(two) == "fabcdef1")
    #expect(ids.text(three) == "0000002")
    #expect(ShortIDs([one, three]).text(one) == "abcdef1")
    #expect(ShortIDs([three, four]).text(three) == three.hexadecimal)
  }

  @Test func `what changed between two texts rebuilds both`() {
    let cases = [
      ("", ""), ("", "a"), ("a", ""), ("a b c", "a x c"), ("one\ntwo\nthree", "one\nthree\nfour"),
      ("a  b", "a b"), ("é", "e\u{301}x"), ("[-a-] {+b+}", "{+b+} [-a-]"),
      (String(repeating: "w ", count: 4000), String(repeating: "v ", count: 4000)),
    ]
    for (old, new) in cases {
      let parts = TextDifference(from: old, to: new).parts
      var before = ""
      var after = ""
      for part in parts {
        switch part {
        case .kept(let text):
          before += text
          after += text
        case .removed(let text): before += text
        case .added(let text): after += text
        }
      }
      #expect(before == old)
      #expect(after == new)
    }
    #expect(
      TextDifference(from: "a b c", to: "a x c").parts
        == [.kept("a "), .removed("b"), .added("x"), .kept(" c")])
  }
}
