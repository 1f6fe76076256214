import Daybook
import JSON
import Testing

/// A tag that gets another name everywhere.
@Suite struct RetagCommandTests {
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal()
  }

  private var values: [JSONValue] {
    journal.run("list", "--reverse", "--format", "jsonl").jsonLines.compactMap { $0["values"] }
  }

  @Test func `it is renamed in texts and beside them, and one undo takes all of it back`() throws {
    let texts = [
      "#wrok all day with @Wrok, `#wrok` and me@wrok.org", "# wrok\n\n@wrok_life is another",
      "nothing", "Grüße #WROK!",
    ]
    for text in texts { journal.run("add", "--", text) }
    journal.run("add", "given", "--tag", "Wrok", "--tag", "work")
    let before = values
    let outcome = journal.run("retag", "wrok", "work")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "daybook: 3 entries to change\n")
    #expect(outcome.output.hasPrefix("Renamed wrok to work in 3 entries\n"))
    #expect(
      values.compactMap { $0["text"]?.string } == [
        "#work all day with @work, `#wrok` and me@wrok.org", "# wrok\n\n@wrok_life is another",
        "nothing", "Grüße #work!", "given",
      ])
    #expect(values.last?["givenTags"]?.description == #"["work"]"#)
    #expect(journal.run("undo").status == 0)
    #expect(values == before)
  }

  @Test func `filters say which entries are meant`() {
    journal.run("add", "#a one")
    journal.run("add", "#a two")
    #expect(journal.run("retag", "a", "b", "--contains", "two").status == 0)
    #expect(values.compactMap { $0["text"]?.string } == ["#a one", "#b two"])
  }

  @Test func `a name that no text could hold is refused where a text has the old one`() {
    journal.run("add", "#a one")
    let outcome = journal.run("retag", "a", "two words")
    #expect(outcome.status == 2)
    #expect(values.first?["text"]?.string == "#a one")
    journal.run("add", "two", "--tag", "beside")
    #expect(journal.run("retag", "beside", "two words").status == 0)
    #expect(values.last?["givenTags"]?.description == #"["two words"]"#)
  }

  @Test func `a tag that nothing has is nothing found`() {
    journal.run("add", "one")
    #expect(journal.run("retag", "a", "b").status == 1)
    #expect(journal.run("retag", "@", "b").status == 2)
  }
}
