import CommandLineKit
import JSON
import Testing

/// Deleting, and the ways back.
@Suite struct UndoCommandTests {
  private let journal: TestJournal
  private let ids: [String]

  init() throws {
    journal = try TestJournal()
    var ids: [String] = []
    for (text, day) in [("one", "2026-11-28"), ("two", "2026-11-29"), ("three", "2026-11-29")] {
      ids += journal.run("add", "-q", text, "--date", day).lines
    }
    self.ids = ids
  }

  private var texts: Set<String> {
    Set(
      journal.run("list", "--format", "jsonl").jsonLines.compactMap {
        $0["values"]?["text"]?.string
      })
  }

  @Test func `a deletion tells the rows that went`() {
    let outcome = journal.run("delete", ids[0], "--format", "jsonl")
    #expect(
      outcome.output == """
        {"op":"committed","from":3,"to":4,"ids":["\(ids[0])"]}
        {"op":"begin","view":"by-day","from":3,"to":4,"at":"2026-11-30T08:00:03Z"}
        {"op":"deleteSection","section":1,"name":"2026-11-28"}
        {"op":"delete","indexPath":[1,0],"id":"\(ids[0])"}
        {"op":"end","sections":1,"rows":2}

        """)
    #expect(
      journal.run("delete", ids[1], "--format", "json").json?["deleted"]?.description
        == "[\"\(ids[1])\"]")
  }

  @Test func `more than can be undone is refused with how many can`() {
    let refused = journal.run("undo", "30", "--format", "json")
    #expect(refused.status == 2)
    #expect(refused.errorMessage == "only 3 commits can be undone, and 30 were asked for")
    #expect(texts == ["one", "two", "three"])
  }

  @Test func `several are deleted by ids or filters, in one commit`() {
    #expect(journal.lines("delete", ids[0], ids[1], ids[0]).first?["ids"]?.array?.count == 2)
    #expect(texts == ["three"])
    journal.run("undo")
    #expect(texts == ["one", "two", "three"])
    #expect(journal.lines("delete", "--on", "2026-11-29").first?["ids"]?.array?.count == 2)
    #expect(texts == ["one"])
  }

  @Test func `a question is asked for several, on a terminal, unless it is answered already`() {
    func delete(_ words: String..., typing: String) -> TestJournal.Outcome {
      let recording = Recording()
      recording.isTerminal = true
      return journal.run(["delete"] + words, input: typing, recording: recording)
    }
    for answer in ["n\n", "\n", ""] {
      let outcome = delete("--on", "2026-11-29", typing: answer)
      #expect(outcome.errors.contains("Delete these 2 records?"))
      #expect(outcome.errors.contains("three"))
      #expect(outcome.status == 1)
      #expect(texts == ["one", "two", "three"])
    }
    #expect(delete("--on", "2026-11-29", typing: "y\n").status == 0)
    #expect(texts == ["one"])
    journal.run("undo")
    #expect(delete("--on", "2026-11-29", "--yes", typing: "").errors == "")
    #expect(texts == ["one"])
    #expect(delete(ids[0], typing: "").errors == "")
    #expect(texts.isEmpty)
  }

  @Test(
    arguments: [
      (["delete"], 2, "usage"), (["delete", "entry"], 2, "usage"),
      (["delete", "0000000"], 2, "reference"),
      (["delete", "--tagged", "none"], 1, "reference"),
      (["delete", "villian", "--starred"], 2, "model"),
      (["undo", "9"], 2, "usage"), (["undo", "0"], 2, "usage"), (["redo"], 2, "usage"),
      (["restore", "0000000"], 2, "reference"),
    ] as [([String], Int32, String?)])
  func `what cannot be done is refused, and nothing is written`(
    words: [String], status: Int32, kind: String?
  ) {
    let outcome = journal.run(words + ["--format", "json"])
    #expect(outcome.status == status)
    #expect(outcome.errorKind == kind)
    #expect(texts == ["one", "two", "three"])
  }

  @Test func `another version than expected is a lost race`() {
    for words in [
      ["delete", ids[0], "--expect-version", "7"], ["delete", ids[0], "--expect", "2"],
      ["undo", "--expect", "2"], ["restore", ids[0], "--at", "@2", "--expect-version", "7"],
    ] {
      #expect(journal.run(words).status == 4)
    }
    #expect(journal.run("delete", ids[0], "--expect-version", "0").status == 0)
  }

  @Test func `undo after undo goes further back, and redo returns`() {
    journal.run("edit", ids[0], "uno")
    journal.run("undo")
    #expect(texts == ["one", "two", "three"])
    journal.run("undo")
    #expect(texts == ["one", "two"])
    journal.run("redo")
    #expect(texts == ["one", "two", "three"])
    journal.run("redo")
    #expect(texts == ["uno", "two", "three"])
    #expect(journal.lines("undo", "3").first?["op"]?.string == "committed")
    #expect(texts == ["one"])
  }

  @Test func `an object comes back as it was`() {
    journal.run("edit", ids[0], "uno")
    journal.run("delete", ids[0])
    #expect(journal.run("restore", String(ids[0].suffix(7))).status == 0)
    #expect(texts == ["uno", "two", "three"])
    #expect(journal.run("restore", ids[0]).status == 2)
    #expect(journal.lines("restore", ids[0], "--at", "@3").count == 4)
    #expect(texts == ["one", "two", "three"])
    let again = journal.run("restore", ids[0], "--at", "@3")
    #expect(again.status == 0)
    #expect(again.errors == "daybook: nothing changed: it is as it was then\n")
  }

  @Test func `a person is told what came of it`() {
    let short = ids[1].suffix(7)
    #expect(
      journal.run("delete", ids[1]).output == """
        Deleted \(short), two
        by-day  log 3 → 4, 2 sections, 2 rows
          − [0,1]  \(short)

        """)
    #expect(
      journal.run("undo").output == """
        Took 1 commit back; 'daybook redo' brings it again
          Mon 30 Nov 2026, 09:00  deleted \(short)  two
        by-day  log 4 → 5, 2 sections, 3 rows
          + [0,1]  \(short)  two

        """)
  }
}
