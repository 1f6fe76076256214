import JSON
import Testing

@Suite struct EditCommandTests {
  private let journal: TestJournal
  private let id: String

  init() throws {
    journal = try TestJournal()
    id = try #require(
      journal.run(
        "add", "-q", "Snow.", "--tag", "Work", "--star", "--date", "2026-11-02"
      ).lines.first)
  }

  private func values(of id: String) -> JSONValue? {
    journal.run("show", id, "--format", "json").json?["values"]
  }

  @Test func `words are the new text, and all else stays`() throws {
    let outcome = journal.run(
      "edit", String(id.suffix(7)), "Rain", "--after", "all.", "--format", "jsonl")
    #expect(
      outcome.output == """
        {"op":"committed","from":1,"to":2,"ids":["\(id)"]}
        {"op":"begin","view":"by-day","from":1,"to":2,"at":"2026-11-30T08:00:01Z"}
        {"op":"update","indexPath":[0,0],"newIndexPath":[0,0],"id":"\(id)",\
        "values":{"tags":["work"],"text":"Rain --after all.","title":"Rain --after all.","allDay":true,"starred":true,\
        "givenTags":["Work"],"creationTime":"2026-11-02T00:00:00+01:00[Europe/Berlin]"}}
        {"op":"end","sections":1,"rows":1}

        """)
  }

  @Test func `a date moves the entry, and one with a time is of no whole day`() throws {
    let lines = journal.lines("edit", id, "--date", "2026-11-29 20:15")
    #expect(
      lines.dropFirst(2).compactMap { $0["op"]?.string } == [
        "deleteSection", "insertSection", "move", "end",
      ])
    let values = values(of: id)
    #expect(values?["creationTime"]?.string == "2026-11-29T20:15:00+01:00[Europe/Berlin]")
    #expect(values?["allDay"] == nil)
  }

  @Test func `star, mood and tags are set and taken away, case and accents of tags aside`() {
    journal.run("edit", id, "--unstar", "--mood", "3", "--tag", "café", "--tag", "work")
    #expect(values(of: id)?["starred"] == nil)
    #expect(values(of: id)?["mood"]?.int == 3)
    #expect(values(of: id)?["givenTags"]?.description == #"["Work","café"]"#)
    journal.run("edit", id, "--untag", "CAFE", "--untag", "@WORK")
    #expect(values(of: id)?["givenTags"] == nil)
  }

  @Test func `a tag in the text is changed there, and the message says so`() throws {
    let other = try #require(journal.run("add", "-q", "with @anna").lines.first)
    let outcome = journal.run("edit", other, "--untag", "anna")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the tag 'anna' stands in the text of \(other.suffix(7))"))
    #expect(values(of: other)?["text"]?.string == "with @anna")
  }

  @Test func `filters name several, in one commit`() {
    journal.run("add", "other", "--tag", "work")
    journal.run("add", "third")
    let lines = journal.lines("edit", "--tagged", "work", "--untag", "work", "--tag", "job")
    #expect(lines.first?["ids"]?.array?.count == 2)
    #expect(journal.run("list", "-q", "--tagged", "job").lines.count == 2)
    #expect(journal.run("list", "-q", "--tagged", "work").lines.isEmpty)
  }

  @Test func `a text is of one entry, by filters too`() {
    #expect(journal.run("edit", "--tagged", "work", "New", "text").status == 0)
    #expect(values(of: id)?["text"]?.string == "New text")
    journal.run("add", "other", "--tag", "work")
    let outcome = journal.run("edit", "--tagged", "work", "Newer text")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("2 entries match"))
    #expect(values(of: id)?["text"]?.string == "New text")
  }

  @Test func `fifty rows are told one by one, more are summed up`() {
    for number in 1..<50 { journal.run("add", "entry \(number)", "--tag", "x") }
    let told = journal.run("edit", "--where", "TRUEPREDICATE", "--mood", "1")
    #expect(told.lines.count == 52)
    #expect(told.lines.first == "Changed 50 entries")
    journal.run("add", "entry 50")
    let summed = journal.run("edit", "--where", "TRUEPREDICATE", "--date", "2024-01-01")
    #expect(
      summed.output == """
        Changed 51 entries
        by-day  log 101 → 152, 1 section, 51 rows
          → 51 rows  − 2 sections  + 1 section

        """)
    let lines = journal.lines("edit", "--where", "TRUEPREDICATE", "--mood", "2")
    #expect(lines.count { $0["op"]?.string == "update" && $0["values"] != nil } == 51)
  }

  @Test func `what is so already is no commit`() {
    let outcome = journal.run("edit", id, "--star", "--format", "json")
    #expect(outcome.status == 0)
    #expect(outcome.output == #"{"changeSets":[],"objects":[],"deleted":[]}"# + "\n")
    #expect(journal.run("history", id, "-q").lines.count == 1)
  }

  @Test func `another version or size than expected is a lost race`() {
    #expect(journal.run("edit", id, "--expect-version", "0", "--mood", "1").status == 0)
    for words in [
      ["--expect-version", "0", "--mood", "2"], ["--expect-version", "0", "text"],
      ["--expect", "1", "--mood", "2"],
    ] {
      let outcome = journal.run(["edit", id] + words + ["--format", "json"])
      #expect(outcome.status == 4)
      #expect(outcome.errorKind == "conflict")
    }
    #expect(values(of: id)?["mood"]?.int == 1)
    #expect(values(of: id)?["text"]?.string == "Snow.")
  }

  @Test(
    arguments: [
      (["edit"], 2, "usage"), (["edit", "zz", "x"], 2, "reference"),
      (["edit", "0000000", "x"], 2, "reference"),
      (["edit", "--tagged", "none", "--star"], 1, "reference"),
      (["edit", "0000000", "--starred", "--mood", "1"], 2, "usage"),
      (["edit", "--starred", "--expect-version", "1", "--mood", "1"], 2, "usage"),
    ] as [([String], Int32, String?)])
  func `what cannot be meant is refused, and nothing is written`(
    words: [String], status: Int32, kind: String?
  ) {
    let outcome = journal.run(words + ["--format", "json"])
    #expect(outcome.status == status)
    #expect(outcome.errorKind == kind)
    #expect(outcome.output == "")
    #expect(journal.run("info", "--format", "json").json?["events"]?.int == 1)
  }

  @Test func `an empty text is refused, and a journal that is not there is not made`() throws {
    #expect(journal.run("edit", id, "").status == 2)
    let other = try TestJournal()
    #expect(other.run("edit", "1234567", "x").status == 3)
  }
}
