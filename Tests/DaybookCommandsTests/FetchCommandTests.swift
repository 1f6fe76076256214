import JSON
import Testing

@Suite struct FetchCommandTests {
  private func journal() throws -> TestJournal {
    let journal = try TestJournal()
    journal.run("model", "apply", "-", input: heroModel)
    let script = [("a", "Ada", "9.5"), ("b", "Grace", "9"), ("c", "Alan", "7"), ("d", "Zoë", "1")]
      .map { digit, name, power in
        #"{"op":"insert","entity":"hero","id":"00000000-0000-7000-8000-00000000000\#(digit)","#
          + #""values":{"name":"\#(name)","power":\#(power)}}"#
      }.joined(separator: "\n")
    journal.run("apply", input: script)
    return journal
  }

  private func names(_ outcome: TestJournal.Outcome) -> [String?] {
    outcome.jsonLines.map { $0["values"]?["name"]?.string }
  }

  @Test func `records come by id unless they are sorted`() throws {
    let journal = try journal()
    #expect(
      names(journal.run("fetch", "hero", "--format", "jsonl")) == ["Ada", "Grace", "Alan", "Zoë"])
    let sorted = journal.run("fetch", "hero", "--sort", "power asc", "--format", "jsonl")
    #expect(names(sorted) == ["Zoë", "Alan", "Grace", "Ada"])
    let page = journal.run(
      "fetch", "hero", "--sort", "name desc", "--offset", "1", "--limit", "2", "--format", "jsonl")
    #expect(names(page) == ["Grace", "Alan"])
  }

  @Test func `a record has its members in their order`() throws {
    let journal = try journal()
    let found = journal.run("fetch", "hero", "--where", "name == 'Alan'", "--format", "json")
    #expect(
      found.output == """
        {"objects":[{"id":"00000000-0000-7000-8000-00000000000c","entity":"hero","version":3,\
        "values":{"name":"Alan","power":7.0,"nameFirstLetter":"A"}}]}

        """)
    #expect(found.status == 0)
  }

  @Test func `sections have names titles and counts`() throws {
    let journal = try journal()
    let found = journal.run(
      "fetch", "hero", "--section", "nameFirstLetter", "--sort", "nameFirstLetter, name",
      "--limit", "2", "--format", "json")
    #expect(found.json?.object?.keys == ["view", "sequence", "sections"])
    #expect(found.json?["view"] == .null)
    #expect(found.json?["sequence"] == 5)
    let section = found.json?["sections"]?.array?.first
    #expect(section?.object?.keys == ["name", "indexTitle", "numberOfObjects", "objects"])
    #expect(section?["name"] == "A")
    #expect(section?["numberOfObjects"] == 2)
    #expect(found.json?["sections"]?.array?.count == 1)
    let lines = journal.run(
      "fetch", "hero", "--section", "nameFirstLetter desc", "--limit", "1", "--format", "jsonl")
    #expect(lines.jsonLines.first?.object?.keys.last == "section")
    #expect(lines.jsonLines.first?["section"] == "Z")
  }

  @Test(arguments: [
    (["--where", "name == %@", "--arg", #""Ada""#], 1),
    (["--where", "power > %@", "--arg", "8"], 2),
    (["--where", "%K == %@", "--arg", #"{"key":"name"}"#, "--arg", #""Zoë""#], 1),
    (["--where", "power > $LIMIT", "--var", "LIMIT=6.5"], 3),
    (["--where", "name IN %@", "--arg", #"["Ada","Alan"]"#], 2),
    (["--where", "SELF == %@", "--arg", #"{"id":"00000000-0000-7000-8000-00000000000a"}"#], 1),
    // What an argument holds is a value, whatever it looks like.
    (["--where", "name == %@", "--arg", #""' OR TRUEPREDICATE OR '""#], 0),
    (["--where", "born < %@ OR name == 'Ada'", "--arg", #"{"date":"2000-01-01T00:00:00"}"#], 1),
    (["--where", "now() > CAST(0, 'NSDate')"], 4),
  ])
  func `arguments fill placeholders and count`(words: [String], count: Int) throws {
    let journal = try journal()
    let counted = journal.run(["fetch", "hero"] + words + ["--count", "--format", "json"])
    #expect(counted.errors == "")
    #expect(counted.output == "{\"count\":\(count)}\n")
    #expect(counted.status == 0)
    let found = journal.run(["fetch", "hero"] + words + ["--format", "json"])
    #expect(found.json?["objects"]?.array?.count == count)
    #expect(found.status == (count == 0 ? 1 : 0))
  }

  @Test(arguments: [
    (["--where", "nmae == 'Ada'"], "predicate"), (["--where", "name =="], "predicate"),
    (["--where", "name == %@"], "predicate"), (["--arg", "1"], "usage"),
    (["--where", "name == %@", "--arg", "Ada"], "usage"), (["--var", "X"], "usage"),
    (["--count", "--limit", "3"], "usage"), (["--sort", "nope"], "predicate"),
    (["--where", "a == $A", "--var", "A=1", "--var", "A=2"], "usage"),
  ])
  func `a question that cannot be asked is refused`(words: [String], kind: String) throws {
    let refused = try journal().run(["fetch", "hero"] + words + ["--format", "json"])
    #expect(refused.status == 2)
    #expect(refused.errorKind == kind)
  }

  @Test func `a fault in a predicate has its column`() throws {
    let refused = try journal().run(
      "fetch", "hero", "--where", "power > 1 AND nmae == 'Ada'", "--format", "json")
    #expect((try JSONParser.parse(refused.errors))["error"]?["column"] == 15)
  }

  @Test func `different values ascend`() throws {
    let journal = try journal()
    let letters = journal.run("fetch", "hero", "--distinct", "nameFirstLetter", "--format", "json")
    #expect(letters.output == "{\"values\":[\"A\",\"G\",\"Z\"]}\n")
    let count = journal.run("fetch", "hero", "--distinct", "nameFirstLetter", "--count")
    #expect(count.output == "3\n")
    let text = journal.run("fetch", "hero", "--distinct", "nameFirstLetter", "--offset", "1")
    #expect(text.output == "G\nZ\n")
  }

  @Test func `the way in which records are found is said beside them`() throws {
    let journal = try journal()
    let scan = journal.run("fetch", "hero", "--sort", "name", "--explain", "--format", "jsonl")
    #expect(scan.errors.contains("all 4 objects"))
    #expect(scan.lines.count == 4)
    journal.run("view", "create", "names", "--entity", "hero", "--sort", "name")
    let view = journal.run("fetch", "hero", "--sort", "name", "--explain", "--format", "jsonl")
    #expect(view.errors.contains("the view 'names'"))
    #expect(view.output == scan.output)
  }
}
