import JSON
import Testing

@Suite struct ApplyCommandTests {
  private func journal() throws -> TestJournal {
    let journal = try TestJournal()
    journal.run("model", "apply", "-", input: heroModel)
    journal.run("view", "create", "names", "--entity", "hero", "--sort", "name")
    return journal
  }

  private let ada = "00000000-0000-7000-8000-00000000000a"
  private let team = "00000000-0000-7000-8000-0000000000ff"

  @Test func `all up to a commit line is one commit`() throws {
    let journal = try journal()
    let script = """
      {"op":"insert","entity":"hero","id":"\(ada)","values":{"name":"Ada","team":"\(team)"}}
      {"op":"insert","entity":"team","id":"\(team)","values":{"title":"Analysts"}}
      {"op":"commit"}

      {"op":"update","id":"\(ada)","values":{"name":"Ada L.","team":null}}
      {"op":"delete","id":"\(team)"}
      """
    let applied = journal.run(
      "apply", "--view", "names", "--batch", "table", "--format", "jsonl", input: script)
    #expect(applied.errors == "")
    #expect(
      applied.output == """
        {"op":"committed","from":2,"to":4,"ids":["\(ada)","\(team)"]}
        {"op":"begin","view":"names","from":2,"to":4,"at":"2026-11-30T08:00:02Z"}
        {"op":"insert","newIndexPath":[0,0],"id":"\(ada)","values":{"name":"Ada","team":"\(team)","nameFirstLetter":"A"}}
        {"op":"batch","stages":[{},{"insertRows":[[0,0]]}]}
        {"op":"end","sections":1,"rows":1}
        {"op":"committed","from":4,"to":6,"ids":["\(ada)","\(team)"]}
        {"op":"begin","view":"names","from":4,"to":6,"at":"2026-11-30T08:00:02Z"}
        {"op":"update","indexPath":[0,0],"newIndexPath":[0,0],"id":"\(ada)","values":{"name":"Ada L.","nameFirstLetter":"A"}}
        {"op":"batch","stages":[{"reloadRows":[[0,0]]},{}]}
        {"op":"end","sections":1,"rows":1}

        """)
    #expect(applied.status == 0)
  }

  @Test func `one document tells of all commits and of each object once`() throws {
    let journal = try journal()
    let script = """
      {"op":"insert","entity":"hero","id":"\(ada)","values":{"name":"Ada"}}
      {"op":"insert","entity":"team","id":"\(team)","values":{"title":"Analysts"}}
      {"op":"commit"}
      {"op":"update","id":"\(ada)","values":{"name":"Ada L."}}
      {"op":"delete","id":"\(team)"}
      """
    let document = journal.run(
      "apply", "-", "--view", "names", "--format", "json", input: script
    ).json
    #expect(document?.object?.keys == ["changeSets", "objects", "deleted"])
    #expect(document?["changeSets"]?.array?.count == 2)
    #expect(
      document?["objects"] == [
        [
          "id": .string(ada), "entity": "hero", "version": 4,
          "values": ["name": "Ada L.", "nameFirstLetter": "A"],
        ]
      ])
    #expect(document?["deleted"] == [.string(team)])
  }

  @Test(arguments: [
    (#"{"op":"insert","entity":"hero","values":{"name":"#, "usage", 2),
    (#"{"op":"insert","entity":"hero","values":{"power":-1,"name":"x"}}"#, "validation", 2),
    (#"{"op":"insert","entity":"hero","values":{"nick":"x"}}"#, "validation", 2),
    (#"{"op":"insert","entity":"hero"}"#, "validation", 2),
    (#"{"op":"insert","entity":"ghost"}"#, "model", 2),
    (#"{"op":"upsert","id":"x"}"#, "usage", 2),
    (#"{"op":"delete","id":"00000000-0000-7000-8000-0000000000ee"}"#, "reference", 2),
    (#"{"op":"update","id":"00000000-0000-7000-8000-0000000000ee","values":{}}"#, "reference", 2),
    (#"{"op":"insert","entity":"hero","id":"12","values":{"name":"x"}}"#, "reference", 2),
    (#"{"op":"insert","entity":"hero","values":{"name":"x"},"vlaues":{}}"#, "usage", 2),
    (
      #"{"op":"insert","entity":"hero","values":{"name":"x","team":"00000000-0000-7000-8000-0000000000ee"}}"#,
      "reference", 2
    ),
    (#"[1]"#, "usage", 2),
  ])
  func `at the first error nothing of its commit and nothing after is written`(
    line: String, kind: String, number: Int
  ) throws {
    let journal = try journal()
    let script = """
      {"op":"insert","entity":"hero","values":{"name":"first"}}
      \(line)
      {"op":"commit"}
      {"op":"insert","entity":"hero","values":{"name":"later"}}
      """
    let refused = journal.run("apply", "--format", "jsonl", input: script)
    #expect(refused.status == 2)
    #expect(refused.errorKind == kind)
    #expect(refused.errorMessage?.hasPrefix("line \(number): ") == true)
    #expect(refused.output.isEmpty)
    #expect(journal.run("fetch", "hero", "--count").output == "0\n")
  }

  @Test func `what was committed before an error stays and is told`() throws {
    let journal = try journal()
    let script = """
      {"op":"insert","entity":"hero","id":"\(ada)","values":{"name":"Ada"}}
      {"op":"commit"}
      {"op":"insert","entity":"hero","id":"\(ada)","values":{"name":"Eve"}}
      """
    let refused = journal.run("apply", "--format", "jsonl", input: script)
    #expect(refused.status == 2)
    #expect(refused.errorKind == "validation")
    #expect(refused.errorMessage?.hasPrefix("line 3: ") == true)
    #expect(refused.output == "{\"op\":\"committed\",\"from\":2,\"to\":3,\"ids\":[\"\(ada)\"]}\n")
    #expect(journal.run("fetch", "hero", "--count").output == "1\n")
  }

  @Test func `the earlier of two errors is told, whichever kind it is`() throws {
    let journal = try journal()
    let script = """
      {"op":"insert","entity":"hero","values":{"power":"strong"}}
      no JSON
      """
    let refused = journal.run("apply", "--format", "json", input: script)
    #expect(refused.errorMessage?.hasPrefix("line 1: ") == true)
  }

  @Test func `a refused uniqueness names the later line`() throws {
    let journal = try journal()
    let script = """
      {"op":"insert","entity":"hero","values":{"name":"Ada","secretIdentity":"x"}}
      {"op":"insert","entity":"hero","values":{"name":"Eve"}}
      {"op":"insert","entity":"hero","values":{"name":"Ada","secretIdentity":"x"}}
      {"op":"insert","entity":"hero","values":{"name":"Joe"}}
      """
    let refused = journal.run("apply", "--format", "json", input: script)
    #expect(refused.errorKind == "validation")
    #expect(refused.errorMessage?.hasPrefix("line 3: ") == true)
  }

  @Test func `a script of nothing commits nothing`() throws {
    let journal = try journal()
    let applied = journal.run("apply", "--format", "jsonl", input: "\n{\"op\":\"commit\"}\n\n")
    #expect(applied.status == 0)
    #expect(applied.output.isEmpty)
  }

  @Test func `a moment without an offset is in the local zone`() throws {
    let journal = try journal()
    let script = """
      {"op":"insert","entity":"hero","id":"\(ada)","values":{"name":"Ada","born":"2026-07-01T12:00:00"}}
      """
    journal.run("apply", input: script)
    let born = journal.run("fetch", "hero", "--format", "json").json?["objects"]?.array?[0][
      "values"]?["born"]
    #expect(born == "2026-07-01T12:00:00+02:00[Europe/Berlin]")
  }

  @Test func `a script takes an expected size`() throws {
    let journal = try journal()
    let lost = journal.run(
      "apply", "--expect", "1", "--format", "json",
      input: #"{"op":"insert","entity":"hero","values":{"name":"Ada"}}"#)
    #expect(lost.status == 4)
    #expect(lost.errorKind == "conflict")
  }
}
