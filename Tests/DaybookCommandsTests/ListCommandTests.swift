import JSON
import Testing

@Suite struct ListCommandTests {
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal()
    journal.run("add", "Alpha. Über die Straße @Work", "--date", "2024-11-30 10:00", "--star")
    journal.run("add", "Beta with 100% and %@ in it", "--date", "2026-11-29 10:00", "--tag", "home")
    journal.run("add", "Gamma beta", "--date", "2026-11-29 12:00", "--tag", "Work", "--mood", "4")
    journal.run("add", "Delta", "--date", "2026-11-30 00:00", "--tag", "work", "--tag", "home")
    journal.run("add", "Epsilon 'quoted' \"twice\") OR (1 = 1", "--date", "2026-10-31 23:59:59")
  }

  /// The first words of the entries that are listed.
  private func list(_ words: String...) -> [String] {
    journal.run(["list", "--format", "jsonl"] + words).jsonLines.compactMap {
      $0["values"]?["text"]?.string?.prefix { $0.isLetter }.description
    }
  }

  @Test func `without filters the view's whole order is listed`() {
    #expect(list() == ["Delta", "Gamma", "Beta", "Epsilon", "Alpha"])
    #expect(list("-n", "2") == ["Delta", "Gamma"])
    #expect(list("-n0") == [])
    #expect(list("--reverse") == ["Alpha", "Epsilon", "Beta", "Gamma", "Delta"])
    #expect(list("-n", "2", "--reverse") == ["Gamma", "Delta"])
  }

  @Test(
    arguments: [
      (["--from", "2026-11-29"], ["Delta", "Gamma", "Beta"]),
      (["--to", "2026-10"], ["Epsilon", "Alpha"]),
      (["--to", "2026-11-29"], ["Gamma", "Beta", "Epsilon", "Alpha"]),
      (["--to", "2026-11-29 10:00"], ["Beta", "Epsilon", "Alpha"]),
      (["--on", "2026-11"], ["Delta", "Gamma", "Beta"]),
      (["--on", "2024"], ["Alpha"]),
      (["--on", "today"], ["Delta"]),
      (["--from", "yesterday", "--to", "yesterday"], ["Gamma", "Beta"]),
      (["--contains", "BETA"], ["Gamma", "Beta"]),
      (["--contains", "strasse"], ["Alpha"]),
      (["--contains", "uber", "--contains", "gamma"], []),
      (["--contains", "uber", "--contains", "gamma", "--any"], ["Gamma", "Alpha"]),
      (["--contains", "%@"], ["Beta"]),
      (["--contains", "100%"], ["Beta"]),
      (["--contains", "\") OR (1 = 1"], ["Epsilon"]),
      (["--tagged", "work"], ["Delta", "Gamma", "Alpha"]),
      (["--tagged", "@WORK", "--tagged", "home"], ["Delta"]),
      (["--tagged", "work", "--tagged", "home", "--any"], ["Delta", "Gamma", "Beta", "Alpha"]),
      (["--not-tagged", "work"], ["Beta", "Epsilon"]),
      (["--not-tagged", "work", "--not-tagged", "home", "--any"], ["Epsilon"]),
      (["--starred"], ["Alpha"]),
      (["--today-in-history"], ["Delta", "Alpha"]),
      (["--where", "mood > %d", "--arg", "3"], ["Gamma"]),
      (["--where", "text BEGINSWITH $X", "--var", "X=\"Be\""], ["Beta"]),
      (["--where", "mood = 4 OR starred = YES", "--tagged", "work", "--to", "2025"], ["Alpha"]),
      (["--where", "creationTime < now()"], ["Delta", "Gamma", "Beta", "Epsilon", "Alpha"]),
      (["--where", "FALSEPREDICATE"], []),
      (["--tagged", "work", "-n", "2"], ["Delta", "Gamma"]),
    ])
  func `filters hold all at once, in the view's order`(words: [String], found: [String]) {
    #expect(journal.run(["list"] + words).status == 0)
    let texts = journal.run(["list", "--format", "jsonl"] + words).jsonLines.compactMap {
      $0["values"]?["text"]?.string?.prefix { $0.isLetter }.description
    }
    #expect(texts == found)
  }

  @Test func `filtered lists keep the sections, whose counts are of what matches`() {
    let document = journal.run("list", "--format", "json", "--tagged", "work", "-n", "2").json
    let sections = document?["sections"]?.array ?? []
    #expect(document?["view"]?.string == "by-day")
    #expect(document?["sequence"]?.int == 5)
    #expect(sections.map { $0["name"]?.string } == ["2026-11-30", "2026-11-29"])
    #expect(sections.map { $0["indexTitle"]?.string } == ["2", "2"])
    #expect(sections.map { $0["numberOfObjects"]?.int } == [1, 1])
  }

  @Test func `a count is of the whole section, whatever part is shown`() {
    let document = journal.run("list", "--format", "json", "-n", "2").json
    #expect(document?["sections"]?.array?.map { $0["numberOfObjects"]?.int } == [1, 2])
    #expect(document?["sections"]?.array?.map { $0["objects"]?.array?.count } == [1, 1])
  }

  @Test func `a line of JSON has the record and its section`() throws {
    let line = try #require(journal.run("list", "--format", "jsonl", "-n", "1").lines.first)
    #expect(line.hasSuffix(#"},"section":"2026-11-30"}"#))
    #expect(line.hasPrefix(#"{"id":"019"#) || line.hasPrefix(#"{"id":"01a"#))
  }

  @Test func `another view is listed by its own order and sections`() {
    journal.run(
      "view", "create", "moods", "--entity", "entry", "--where", "mood != nil", "--sort", "mood")
    let document = journal.run("list", "--view", "moods", "--format", "json").json
    #expect(document?["view"]?.string == "moods")
    #expect(document?["sections"]?.array?.count == 1)
    #expect(document?["sections"]?.array?.first?["name"]?.string == "")
    #expect(list("--view", "moods", "--starred") == [])
    #expect(list("--view", "moods") == ["Gamma"])
  }

  @Test func `a predicate is parsed by itself, so that its brackets and columns are its own`() {
    for text in ["mood = 4) OR (mood = nil", "mood ="] {
      let outcome = journal.run("list", "--starred", "--where", text, "--format", "json")
      #expect(outcome.status == 2)
      #expect(outcome.errorKind == "predicate")
    }
    let outcome = journal.run("list", "--starred", "--where", "mood = = 3", "--format", "json")
    #expect(
      (try? JSONParser.parse(outcome.errors))?["error"]?["column"]?.int == 8)
  }

  @Test(
    arguments: [
      (["--from", "sometime"], "usage"), (["--on", "2026-02-30"], "usage"),
      (["--from", "@3"], "usage"),
      (["--arg", "3"], "usage"), (["--where", "mood > %d"], "predicate"),
      (["--where", "mod > 3"], "predicate"), (["--view", "nope"], "usage"), (["-n", "x"], "usage"),
      (["extra"], "usage"),
    ])
  func `wrong use is one line that says what`(words: [String], kind: String) {
    let outcome = journal.run(["list", "--format", "jsonl"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.errorKind == kind)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output == "")
  }

  @Test func `a person reads days, times, ids, titles, stars and tags`() throws {
    let ids = journal.run("list", "-q").lines.map { String($0.suffix(7)) }
    try #require(ids.count == 5)
    let outcome = journal.run("list")
    #expect(
      outcome.output == """
        Mon 30 Nov 2026
        00:00  \(ids[0])  Delta @work @home

        Sun 29 Nov 2026
        12:00  \(ids[1])  Gamma beta @Work
        10:00  \(ids[2])  Beta with 100% and %@ in it @home

        Sat 31 Oct 2026
        23:59  \(ids[3])  Epsilon 'quoted' "twice") OR (1 = 1

        Sat 30 Nov 2024
        10:00  \(ids[4])  ★ Alpha.
               Über die Straße @Work

        """)
    #expect(
      journal.run("list", "--short", "-n", "1").output
        == "2026-11-30 00:00  \(ids[0])  Delta @work @home\n")
  }

  @Test func `nothing to list is no fault, and a journal that is not there is one`() throws {
    #expect(journal.run("list", "--on", "1999", "--format", "json").status == 0)
    let other = try TestJournal()
    let outcome = other.run("list", "--format", "json")
    #expect(outcome.status == 3)
    #expect(outcome.errorKind == "journal")
    #expect(outcome.errorMessage?.contains("daybook add") == true)
  }
}
