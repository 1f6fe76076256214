import JSON
import Testing

@Suite struct RecordCommandTests {
  private func journal() throws -> TestJournal {
    let journal = try TestJournal()
    journal.run("model", "apply", "-", input: heroModel)
    return journal
  }

  @Test func `an insert prints what it wrote and nothing of a view that does not change`() throws {
    let journal = try journal()
    let lines = journal.lines("insert", "hero", "name=Ada", "power=9.5")
    let id = lines[0]["ids"]?.array?.first?.string ?? "?"
    #expect(lines == [["op": "committed", "from": 1, "to": 2, "ids": [.string(id)]]])
  }

  @Test func `an insert prints the row operations of the view that is named`() throws {
    let journal = try journal()
    journal.run("view", "create", "by-name", "--entity", "hero", "--sort", "name")
    let inserted = journal.run(
      "insert", "hero", "name=Ada", "power=9.5", "--view", "by-name", "--format", "jsonl")
    let id = inserted.jsonLines[0]["ids"]?.array?.first?.string ?? "?"
    #expect(
      inserted.output == """
        {"op":"committed","from":2,"to":3,"ids":["\(id)"]}
        {"op":"begin","view":"by-name","from":2,"to":3,"at":"2026-11-30T08:00:02Z"}
        {"op":"insert","newIndexPath":[0,0],"id":"\(id)","values":{"name":"Ada","power":9.5,"nameFirstLetter":"A"}}
        {"op":"end","sections":1,"rows":1}

        """)
  }

  @Test func `who lost a race to a deletion is told so`() throws {
    let journal = try journal()
    let id = journal.lines("insert", "hero", "name=Ada", "power=1")[0]["ids"]?.array?.first?.string
    let entry = journal.lines("add", "Rain.")[0]["ids"]?.array?.first?.string
    let (hero, rain) = (try #require(id), try #require(entry))
    journal.run("delete", hero, rain, "--yes")
    let script = #"{"op":"update","id":"\#(hero)","values":{"name":"Eve"}}"#
    for words in [
      ["update", hero, "name=Eve", "--expect", "3"],
      ["update", hero, "name=Eve", "--expect-version", "1"],
      ["update", String(hero.suffix(7)), "name=Eve", "--expect-version", "1"],
      ["delete", hero, "--yes", "--expect", "3"],
      ["delete", hero, "--yes", "--expect-version", "1"],
      ["edit", rain, "Sun.", "--expect", "3"],
      ["edit", rain, "Sun.", "--expect-version", "2"],
    ] {
      #expect(journal.run(words).status == 4, "\(words)")
    }
    #expect(journal.run("apply", "-", "--expect", "3", input: script).status == 4)
    let refused = journal.run("update", hero, "name=Eve")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("is deleted; 'daybook restore"))
    #expect(journal.run("info", "--format", "json").json?["events"] == 5)
  }

  @Test func `values are read by the types of their properties`() throws {
    let journal = try journal()
    let team =
      journal.lines("insert", "team", "title=Analysts")[0]["ids"]?.array?.first?.string ?? ""
    let picture = try journal.file("portrait.png", "pixels")
    let inserted = journal.run(
      "insert", "hero", "name=Ada=Lovelace", "power=3", "age=-4", "isGood=true",
      "born=1815-12-10 12:00", "aliases:=[\"Countess\",\"a,b\"]", "mark=AQID",
      "key=01890a5d-ac96-774b-bcce-b302099a8057", "secretIdentity:=\"\"", "team=\(team.suffix(7))",
      "portrait:={\"file\":\"\(picture)\"}", "--format", "json")
    #expect(inserted.errors == "")
    #expect(inserted.status == 0)
    let values = inserted.json?["objects"]?.array?.first?["values"]
    #expect(values?["name"] == "Ada=Lovelace")
    #expect(values?["power"] == 3.0)
    #expect(values?["age"] == -4)
    #expect(values?["isGood"] == true)
    #expect(values?["born"] == "1815-12-10T12:00:00+01:00[Europe/Berlin]")
    #expect(values?["aliases"] == ["Countess", "a,b"])
    #expect(values?["mark"] == "AQID")
    #expect(values?["key"] == "01890a5d-ac96-774b-bcce-b302099a8057")
    #expect(values?["secretIdentity"] == "")
    #expect(values?["team"] == .string(team))
    #expect(
      values?["portrait"] == [
        "sha256": "6ec9c2b0eb14010746c8bce8939303b382344b296206612eb8a907a37b2b2f37",
        "size": 6,
      ])
  }

  @Test(arguments: [
    (["power=fast"], "validation", "hero.power"), (["power=-1"], "validation", "power"),
    (["age:=4.0"], "validation", "hero.age"), (["power:=1e400"], "validation", "hero.power"),
    (["nameFirstLetter=A"], "validation", "nameFirstLetter"),
    (["naem=Ada"], "validation", "did you mean “name”"), (["aliases=a,b"], "validation", "aliases"),
    (["born=someday"], "validation", "hero.born"), (["team=fffffff"], "reference", "fffffff"),
    (["name"], "usage", "'name'"), (["=Ada"], "usage", "'=Ada'"),
    (["power:={"], "usage", "power:="),
    (["name=Ada", "name=Eva"], "validation", "name"),
  ])
  func `a wrong value is refused by its name`(words: [String], kind: String, part: String) throws {
    let journal = try journal()
    let refused = journal.run(["insert", "hero"] + words + ["--format", "json"])
    #expect(refused.status == 2)
    #expect(refused.errorKind == kind)
    #expect(refused.errorMessage?.contains(part) == true)
    #expect(refused.output.isEmpty)
    #expect(journal.run("info", "--format", "json").json?["events"] == 1)
  }

  @Test func `an unknown entity is refused with the near one`() throws {
    let refused = try journal().run("insert", "heroo", "name=Ada", "--format", "json")
    #expect(refused.status == 2)
    #expect(refused.errorKind == "model")
    #expect(refused.errorMessage?.contains("`hero`") == true)
  }

  @Test func `an update changes clears and appends no event where nothing changes`() throws {
    let journal = try journal()
    let id =
      journal.lines("insert", "hero", "name=Ada", "power=9.5")[0]["ids"]?.array?.first?.string ?? ""
    let updated = journal.run(
      "update", String(id.suffix(5)), "power=", "age=36", "--format", "json")
    #expect(
      updated.json?["objects"] == [
        [
          "id": .string(id), "entity": "hero", "version": 2,
          "values": ["age": 36, "name": "Ada", "nameFirstLetter": "A"],
        ]
      ])
    #expect(updated.json?["deleted"] == [])
    let same = journal.run("update", id, "age=36", "--format", "jsonl")
    #expect(same.status == 0)
    #expect(same.output.isEmpty)
  }

  @Test func `an update of what matches is one commit`() throws {
    let journal = try journal()
    for name in ["Ada", "Grace", "Alan"] { journal.run("insert", "hero", "name=\(name)") }
    let updated = journal.lines("update", "hero", "--where", "name BEGINSWITH 'A'", "age=36")
    #expect(updated.count == 1)
    #expect(updated[0]["from"] == 4)
    #expect(updated[0]["to"] == 6)
    let nothing = journal.run("update", "hero", "--where", "name == 'Eva'", "age=36")
    #expect(nothing.status == 1)
    let vague = journal.run("update", "hero", "age=36", "--format", "json")
    #expect(vague.status == 2)
    #expect(vague.errorKind == "usage")
  }

  @Test(arguments: [
    ["update", "hero", "--where", "age > 1000", "age=2"], ["delete", "--starred"],
    ["edit", "--starred", "--unstar"],
  ])
  func `a change of what nothing matches says so as a program can read it`(
    words: [String]
  ) throws {
    let journal = try journal()
    journal.run("insert", "hero", "name=Ada")
    let outcome = journal.run(words + ["--format", "jsonl"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errorMessage == "nothing matches")
    #expect(journal.run(words).errors == "daybook: nothing matches\n")
  }

  @Test func `a lost race is told where it was asked for`() throws {
    let journal = try journal()
    let id = journal.lines("insert", "hero", "name=Ada")[0]["ids"]?.array?.first?.string ?? ""
    let lost = journal.run("update", id, "age=1", "--expect", "1", "--format", "json")
    #expect(lost.status == 4)
    #expect(lost.errorKind == "conflict")
    let late = journal.run("update", id, "age=1", "--expect-version", "0", "--format", "json")
    #expect(late.status == 4)
    #expect(
      journal.run("update", id, "age=1", "--expect-version", "1", "--expect", "2").status == 0)
  }

  @Test func `quiet prints ids alone`() throws {
    let journal = try journal()
    let inserted = journal.run("insert", "hero", "name=Ada", "-q")
    #expect(inserted.output.utf8.count == 37)
    #expect(inserted.lines == inserted.lines.filter { $0.split(separator: "-").count == 5 })
  }
}
