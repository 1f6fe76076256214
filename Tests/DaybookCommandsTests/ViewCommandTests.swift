import JSON
import Testing

@Suite struct ViewCommandTests {
  private func journal() throws -> TestJournal {
    let journal = try TestJournal()
    journal.run("model", "apply", "-", input: heroModel)
    for (name, power) in [("Ada", 9), ("Grace", 9), ("Alan", 7)] {
      journal.run("insert", "hero", "name=\(name)", "power=\(power)")
    }
    return journal
  }

  @Test func `a view is defined once and told as a commit alone`() throws {
    let journal = try journal()
    let created = journal.run(
      "view", "create", "strong", "--entity", "hero", "--where", "power > %@", "--arg", "8",
      "--section", "firstLetter(name) desc", "--sort", "name", "--format", "jsonl")
    #expect(created.output == #"{"op":"committed","from":4,"to":5,"ids":[]}"# + "\n")
    let listed = journal.run("view", "list", "--format", "jsonl")
    #expect(
      listed.lines.last
        == #"{"name":"strong","entity":"hero","where":"power > 8","sort":"name","section":"firstLetter(name) desc","sections":2,"rows":2}"#
    )
    let again = journal.run("view", "create", "strong", "--entity", "hero", "--format", "json")
    #expect(again.status == 2)
    #expect(again.errorKind == "usage")
  }

  @Test func `a view is listed with null for what it does not say`() throws {
    let journal = try journal()
    journal.run("view", "create", "all", "--entity", "hero")
    let listed = journal.run("view", "list", "--format", "json").json?["views"]?.array
    #expect(
      listed?.first?.compactDescription
        == #"{"name":"all","entity":"hero","where":null,"sort":null,"section":null,"sections":1,"rows":3}"#
    )
    #expect(listed?.last?["name"] == "by-day")
  }

  @Test func `a page counts rows over all sections`() throws {
    let journal = try journal()
    journal.run(
      "view", "create", "power", "--entity", "hero", "--section", "power desc", "--sort",
      "power desc, name")
    let page = journal.run(
      "view", "show", "power", "--offset", "1", "--limit", "2", "--format", "json")
    #expect(page.json?["view"] == "power")
    #expect(page.json?["sequence"] == 5)
    let sections = page.json?["sections"]?.array ?? []
    #expect(sections.map { $0["name"] } == ["9", "7"])
    #expect(sections.map { $0["numberOfObjects"] } == [2, 1])
    #expect(sections.map { $0["objects"]?.array?.count } == [1, 1])
    for section in ["7", "@1"] {
      let one = journal.run("view", "show", "power", "--section", section, "--format", "jsonl")
      #expect(one.jsonLines.map { $0["values"]?["name"] } == ["Alan"])
      #expect(one.jsonLines.first?["section"] == "7")
    }
    for section in ["8", "@2"] {
      let none = journal.run("view", "show", "power", "--section", section, "--format", "json")
      #expect(none.status == 2)
      #expect(none.errorKind == "reference")
    }
  }

  @Test func `a view of nothing has its one section`() throws {
    let journal = try journal()
    journal.run("view", "create", "teams", "--entity", "team")
    let page = journal.run("view", "show", "teams", "--format", "json")
    #expect(page.status == 0)
    #expect(
      page.output == """
        {"view":"teams","sequence":5,"sections":[{"name":"","indexTitle":"","numberOfObjects":0,"objects":[]}]}

        """)
  }

  @Test func `a view goes and the built-in one stays`() throws {
    let journal = try journal()
    journal.run("view", "create", "all", "--entity", "hero")
    let dropped = journal.run("view", "drop", "all", "--format", "jsonl")
    #expect(dropped.output == #"{"op":"committed","from":5,"to":6,"ids":[]}"# + "\n")
    #expect(journal.run("view", "show", "all", "--format", "json").status == 2)
    #expect(journal.run("view", "drop", "by-day", "--format", "json").status == 2)
    #expect(journal.run("view", "list", "-q").output == "by-day\n")
  }

  @Test func `a view that reads the clock is refused`() throws {
    let refused = try journal().run(
      "view", "create", "recent", "--entity", "hero", "--where", "born < now()", "--format", "json")
    #expect(refused.status == 2)
    #expect(refused.errorKind == "predicate")
  }
}
