import CommandLineKit
import JSON
import Testing

@Suite struct SearchCommandTests {
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal()
    journal.run("add", "Café at noon", "--date", "2026-11-01")
    journal.run("add", input: "A walk\n\nand then, much later, a CAFE\u{301} again by the river\n")
    journal.run("add", "Nothing", "--date", "2026-11-20")
  }

  @Test func `case and accents do not count, and the newest comes first`() {
    let document = journal.run("search", "cafe", "--format", "json").json
    #expect(document?["view"]?.isNull == true)
    #expect(document?["sequence"]?.int == 3)
    let sections = document?["sections"]?.array ?? []
    #expect(sections.count == 1)
    #expect(sections.first?["name"]?.string == "")
    #expect(sections.first?["numberOfObjects"]?.int == 2)
    #expect(
      sections.first?["objects"]?.array?.compactMap { $0["values"]?["title"]?.string }
        == ["A walk", "Café at noon"])
  }

  @Test func `lines have no section`() {
    let lines = journal.run("search", "cafe", "--format", "jsonl").jsonLines
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0["section"] == nil && $0["id"] != nil })
  }

  @Test func `a limit is told, and what is beyond it counted`() {
    let outcome = journal.run("search", "a", "--limit", "1")
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(outcome.errors == "daybook: 1 of 2 are shown; --limit shows more\n")
    let document = journal.run("search", "a", "--limit", "1", "--format", "json").json
    #expect(document?["sections"]?.array?.first?["numberOfObjects"]?.int == 2)
  }

  @Test func `nothing found is an empty list and status 1`() {
    let outcome = journal.run("search", "nowhere", "--format", "json")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    #expect(outcome.json?["sections"]?.array?.first?["objects"]?.array?.isEmpty == true)
    #expect(journal.run("search", "nowhere").errors == "daybook: nothing has 'nowhere' in it\n")
    #expect(journal.run("search", "").status == 2)
  }

  @Test func `a long text that is nowhere is not repeated whole`() {
    let outcome = journal.run("search", String(repeating: "long ", count: 4000))
    #expect(outcome.status == 1)
    #expect(outcome.errors.utf8.count < 120 && outcome.errors.contains("…' in it"))
  }

  @Test func `words are one text, and signs of predicates mean themselves`() {
    #expect(journal.run("search", "at", "noon").status == 0)
    #expect(journal.run("search", "noon", "at").status == 1)
    for text in ["%@", "*", "' OR 1 = 1", "$X", "\\"] {
      #expect(journal.run("search", text).status == 1)
    }
  }

  @Test func `what was found is marked, in the title or in the line that has it`() throws {
    let ids = journal.run("-q", "search", "cafe").lines.map { String($0.suffix(7)) }
    try #require(ids.count == 2)
    #expect(
      journal.run("search", "cafe").output == """
        2026-11-30 09:00  \(ids[0])  A walk
                   and then, much later, a CAFE\u{301} again by the river
        2026-11-01        \(ids[1])  Café at noon

        """)
    let marked = journal.run("search", "cafe", "--color", "always").output
    #expect(marked.contains("a \u{1B}[1m\u{1B}[31mCAFE\u{301}\u{1B}[39m\u{1B}[22m again"))
    #expect(marked.contains("\u{1B}[1m\u{1B}[31mCafé\u{1B}[39m\u{1B}[22m at noon"))
  }

  @Test func `a long line is cut around what was found`() throws {
    let words = (0..<200).map { "word\($0)" }.joined(separator: " ")
    journal.run("add", "Title.\n\(words)")
    let output = journal.run("search", "word100 ").output
    let line = try #require(output.split(separator: "\n").last)
    #expect(line.contains("word99 word100 word101"))
    #expect(line.contains("…"))
    #expect(line.displayWidth <= 80)
  }
}
