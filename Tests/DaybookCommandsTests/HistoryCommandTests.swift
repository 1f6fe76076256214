import CommandLineKit
import JSON
import Testing

@Suite struct HistoryCommandTests {
  private let journal: TestJournal
  private let id: String

  init() throws {
    journal = try TestJournal()
    id = try #require(journal.run("add", "-q", "one two three").lines.first)
    journal.variables["DAYBOOK_ACTOR"] = "anna"
    journal.run("edit", id, "one 2 three", "--star")
    journal.variables["DAYBOOK_ACTOR"] = nil
  }

  @Test func `versions are told with when, by whom and what they were`() {
    let created = #""creationTime":"2026-11-30T09:00:00+01:00[Europe/Berlin]""#
    let versions = """
      {"sequence":0,"recorded":"2026-11-30T08:00:00Z","actor":null,"kind":"inserted",\
      "values":{"text":"one two three",\(created)}}
      {"sequence":1,"recorded":"2026-11-30T08:00:01Z","actor":"anna","kind":"updated",\
      "values":{"text":"one 2 three","starred":true,\(created)}}

      """
    #expect(journal.run("history", id, "--format", "jsonl").output == versions)
    let document =
      #"{"versions":["# + versions.split(separator: "\n").joined(separator: ",") + "]}\n"
    #expect(journal.run("history", id, "--format", "json").output == document)
    #expect(journal.run("show", id, "--history", "--format", "json").output == document)
  }

  @Test func `a deleted object has its history, and no values at its end`() {
    journal.run("delete", id)
    let versions = journal.run("history", String(id.suffix(7)), "--format", "json").json
    #expect(versions?["versions"]?.array?.last?["kind"]?.string == "deleted")
    #expect(versions?["versions"]?.array?.last?["values"]?.isNull == true)
  }

  @Test func `differences are marked word by word`() {
    #expect(
      journal.run("history", id, "--diff").output == """
        version 0 (@1)  inserted  Mon 30 Nov 2026, 09:00
              text: one two three
              creationTime: 2026-11-30 09:00
        version 1 (@2)  updated  Mon 30 Nov 2026, 09:00 by anna
              text:
                one [-two-]{+2+} three
              starred: true

        """)
  }

  @Test func `an entry is shown as it was`() {
    let record = journal.run("show", id, "--at", "@1", "--format", "json").json
    #expect(record?["version"]?.int == 0)
    #expect(record?["values"]?["text"]?.string == "one two three")
    #expect(record?["values"]?["title"]?.string == "one two three")
    let now = journal.run("show", id, "--format", "jsonl").json
    #expect(now?["version"]?.int == 1)
    #expect(journal.run("show", id, "--at", "2026-11-30 09:00").output.contains("one 2 three"))
    #expect(
      journal.run("show", id, "--at", "2026-11-30T09:00:00", "--format", "json").output
        == journal.run("show", id, "--at", "@1", "--format", "json").output)
  }

  @Test func `nothing found is status 1, wrong use is 2`() {
    #expect(journal.run("show", id, "--at", "2020").status == 1)
    #expect(journal.run("show", "0000000", "--format", "json").status == 1)
    #expect(journal.run("show", "0000000", "--format", "json").errorKind == "reference")
    #expect(journal.run("show", "xyz").status == 2)
    #expect(journal.run("show", id, "--at", "@3").status == 2)
    #expect(journal.run("show", id, "--at", "@1", "--history").status == 2)
    #expect(journal.run("history", "0000000").status == 2)
    journal.run("delete", id)
    let outcome = journal.run("show", id)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("daybook restore"))
    #expect(journal.run("show", id, "--at", "@2").output.contains("one 2 three"))
  }

  @Test func `an ambiguous end of an id lists the candidates`() throws {
    var ids = [id]
    for _ in 0..<40 { ids += journal.run("add", "-q", "x").lines }
    let ends = Dictionary(grouping: ids) { $0.suffix(1) }
    let (end, alike) = try #require(ends.first { $0.value.count > 1 })
    let outcome = journal.run("show", String(end), "--format", "json")
    #expect(outcome.status == 2)
    #expect(outcome.errorKind == "reference")
    for candidate in alike.prefix(2) { #expect(outcome.errorMessage?.contains(candidate) == true) }
  }

  @Test func `a person reads the day, the tags and the text`() {
    journal.run("edit", id, "--tag", "work", "--mood", "4")
    #expect(
      journal.run("show", id).output == """
        \(id.suffix(7))  Mon 30 Nov 2026, 09:00 Europe/Berlin  ★
        @work · mood 4

        one 2 three

        """)
  }

  @Test func `control characters of a text do not reach the terminal`() throws {
    let other = try #require(journal.run("add", "-q", "red \u{1B}[31m\u{7}").lines.first)
    for words in [["show", other], ["list"], ["search", "red"], ["history", other, "--diff"]] {
      let output = journal.run(words).output
      #expect(!output.contains("\u{1B}") && !output.contains("\u{7}"))
    }
    let stored = journal.run("show", other, "--format", "json").json?["values"]?["text"]?.string
    #expect(stored == "red \u{1B}[31m\u{7}")
  }
}
