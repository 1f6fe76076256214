import JSON
import Testing

@Suite struct LogCommandTests {
  private let ada = "00000000-0000-7000-8000-00000000000a"

  private func journal() throws -> TestJournal {
    let journal = try TestJournal()
    journal.run("model", "apply", "-", input: heroModel)
    journal.run(
      "apply", input: #"{"op":"insert","entity":"hero","id":"\#(ada)","values":{"name":"Ada"}}"#)
    journal.run("update", ada, "age=36")
    journal.run("insert", "team", "title=Analysts")
    return journal
  }

  @Test func `an event is a line with its bytes last`() throws {
    let journal = try journal()
    journal.variables["DAYBOOK_ACTOR"] = "anna"
    journal.run("update", ada, "age=")
    let lines = journal.run("log", "--format", "jsonl").jsonLines
    #expect(lines.count == 5)
    #expect(
      lines[0].object?.keys == [
        "sequence", "kind", "device", "counter", "commit", "stamp", "recorded", "entity", "object",
        "digest", "actor", "cause", "seen", "values", "header", "payload",
      ])
    #expect(lines.map { $0["sequence"] } == [0, 1, 2, 3, 4])
    #expect(
      lines.map { $0["kind"]?.string } == [
        "modelChanged", "inserted", "updated", "inserted", "updated",
      ])
    let event = lines[2]
    #expect(event["counter"] == 2)
    #expect(event["commit"] == 2)
    #expect(event["recorded"] == "2026-11-30T08:00:02Z")
    #expect(event["entity"] == "hero")
    #expect(event["object"] == .string(ada))
    #expect(event["actor"] == .null)
    #expect(event["cause"] == .null)
    #expect(event["seen"] == [])
    #expect(event["values"] == ["age": 36])
    #expect(event["device"]?.string?.utf8.count == 32)
    #expect(lines[4]["actor"] == "anna")
    #expect(lines[4]["values"] == ["age": .null])
    #expect(lines[0]["entity"] == "")
  }

  @Test func `an undo names what it takes back`() throws {
    let journal = try journal()
    journal.run("undo")
    let lines = journal.run("log", "--format", "jsonl").jsonLines
    let device = lines[3]["device"]?.string ?? ""
    #expect(lines[4]["kind"] == "deleted")
    #expect(lines[4]["cause"] == [.string(device), 3])
  }

  @Test(arguments: [
    (["--from", "1", "--to", "3"], [1, 2]), (["--reverse", "--from", "@2"], [3, 2]),
    (["--kind", "inserted"], [1, 3]), (["00000000-0000-7000-8000-00000000000a"], [1, 2]),
    (["00000a", "--reverse"], [2, 1]), (["00000a", "--from", "2"], [2]), (["--to", "0"], []),
  ])
  func `a part of the log is asked for`(words: [String], sequences: [Int]) throws {
    let lines = try journal().run(["log"] + words + ["--format", "jsonl"]).jsonLines
    #expect(lines.map { $0["sequence"]?.int } == sequences.map(Int64.init))
  }

  @Test func `the history of what is gone can be asked for`() throws {
    let journal = try journal()
    journal.run("delete", ada)
    let lines = journal.run("log", String(ada.suffix(6)), "--format", "jsonl").jsonLines
    #expect(lines.map { $0["kind"] } == ["inserted", "updated", "deleted"])
  }

  @Test(arguments: [
    ["--from", "9"], ["--from", "2", "--to", "1"], ["--kind", "changed"], ["--from", "x"],
  ])
  func `what is no part of the log is refused`(words: [String]) throws {
    let refused = try journal().run(["log"] + words + ["--format", "json"])
    #expect(refused.status == 2)
    #expect(refused.errorKind == "usage")
  }

  @Test func `json is one document`() throws {
    let document = try journal().run("log", "--format", "json").json
    #expect(document?["events"]?.array?.count == 4)
  }

  @Test func `info tells who and how large`() throws {
    let journal = try journal()
    let document = journal.run("info", "--format", "json").json
    #expect(
      document?.object?.keys == [
        "path", "format", "journal", "device", "events", "objects", "bytes", "root", "views",
        "readers", "databases",
      ])
    #expect(document?["path"] == .string(journal.path))
    #expect(document?["format"] == 1)
    #expect(document?["events"] == 4)
    #expect(document?["objects"] == 2)
    #expect(document?["views"] == [["name": "by-day", "sections": 0, "rows": 0]])
    #expect(document?["databases"]?["events"]?["entries"] == 4)
    #expect(document?["root"]?.string?.utf8.count == 64)
    #expect(document?["device"] == journal.run("log", "--format", "jsonl").jsonLines[0]["device"])
  }

  @Test func `a sound journal is said to be sound`() throws {
    let journal = try journal()
    let audit = journal.run("audit")
    #expect(audit.output == "4 events, 2 objects, 1 view: sound\n")
    #expect(audit.status == 0)
    let document = journal.run("audit", "--quick", "--format", "json").json
    #expect(document?.object?.keys == ["events", "objects", "views", "root", "faults"])
    #expect(document?["faults"] == [])
    #expect(document?["root"] == journal.run("info", "--format", "json").json?["root"])
  }

  @Test func `a rebuild finds nothing else than there was`() throws {
    let journal = try journal()
    let check = journal.run("rebuild", "--check", "--format", "json")
    #expect(check.status == 0)
    let projections = check.json?["projections"]?.array ?? []
    #expect(projections.contains(["name": "objects", "rows": 2, "differed": false]))
    #expect(projections.contains(["name": "view.by-day", "rows": 0, "differed": false]))
    let built = journal.run("rebuild", "by-day", "--format", "jsonl")
    #expect(built.output == "{\"name\":\"view.by-day\",\"rows\":0,\"differed\":false}\n")
    #expect(built.status == 0)
    #expect(journal.run("rebuild", "by-dya", "--format", "json").status == 2)
  }
}
