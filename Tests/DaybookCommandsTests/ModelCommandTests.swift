import Daybook
import JSON
import TestSupport
import Testing

@Suite struct ModelCommandTests {
  @Test func `a model is applied and shown as it was declared`() throws {
    let journal = try TestJournal()
    let file = try journal.file("model.json", heroModel)
    let applied = journal.run("model", "apply", file, "--format", "jsonl")
    #expect(applied.output == #"{"op":"committed","from":0,"to":1,"ids":[]}"# + "\n")
    #expect(applied.status == 0)

    let shown = journal.run("model", "show", "--format", "jsonl")
    #expect(shown.lines.count == 1)
    #expect(shown.json?["entities"]?.object?.keys == ["hero", "team", "villain"])
    #expect(
      shown.json?["entities"]?["villain"]
        == ["parent": "hero", "attributes": ["plan": ["type": "string"]]])

    // What is shown can be applied again and changes nothing.
    let again = journal.run("model", "apply", "-", "--format", "jsonl", input: shown.output)
    #expect(again.status == 0)
    #expect(again.output.isEmpty)
  }

  @Test func `a model that is not UTF-8 is refused`() throws {
    let journal = try TestJournal()
    let path = journal.directory.file("model.json")
    try Files.write(
      Array(#"{"entities":{"b"#.utf8) + [0xFF] + Array(#"":{"attributes":{}}}}"#.utf8), to: path)
    let refused = journal.run("model", "apply", path, "--format", "json")
    #expect(refused.status == 2 && refused.errorKind == "model")
    #expect(journal.run("log", "--format", "jsonl").output.isEmpty)
  }

  @Test func `a model merges unless it replaces`() throws {
    let journal = try TestJournal()
    journal.run("model", "apply", "-", input: heroModel)
    let other = #"{"entities": {"place": {"attributes": {"name": {"type": "string"}}}}}"#
    journal.run("model", "apply", "-", input: other)
    var names = journal.run("model", "show", "--format", "json").json?["entities"]?.object?.keys
    #expect(names == ["hero", "place", "team", "villain"])
    journal.run("model", "apply", "--replace", "-", input: other)
    names = journal.run("model", "show", "--format", "json").json?["entities"]?.object?.keys
    #expect(names == ["place"])
  }

  @Test func `what stored records would break is refused with their ids`() throws {
    let journal = try TestJournal()
    journal.run("model", "apply", "-", input: heroModel)
    let id =
      journal.lines("insert", "team", "title=Analysts")[0]["ids"]?.array?.first?.string ?? "?"
    let change =
      #"{"entities": {"team": {"attributes": {"motto": {"type": "string", "required": true}}}}}"#
    let refused = journal.run("model", "apply", "-", "--format", "json", input: change)
    #expect(refused.status == 2)
    #expect(refused.errorKind == "model")
    #expect(refused.errorMessage?.contains(id) == true)
  }

  @Test func `a file that is no model is refused with its place`() throws {
    let journal = try TestJournal()
    let refused = journal.run(
      "model", "apply", "-", "--format", "json",
      input: #"{"entities": {"hero": {"attributes": {"name": {"type": "strin"}}}}}"#)
    #expect(refused.status == 2)
    #expect(refused.errorKind == "model")
    #expect(refused.errorMessage?.contains("hero.name") == true)
    #expect(refused.errorMessage?.contains("did you mean “string”") == true)
  }

  @Test func `a person sees the built-in entities too`() throws {
    let journal = try TestJournal()
    journal.run("model", "apply", "-", input: heroModel)
    let shown = journal.run("model", "show")
    #expect(shown.output.contains("entry  built in"))
    #expect(shown.output.contains("villain : hero"))
    #expect(shown.output.contains("⇉ hero"))
    #expect(shown.output.contains("name + secretIdentity together unique"))
  }

  @Test func `a journal that is not there is said to be so`() throws {
    let shown = try TestJournal().run("model", "show", "--format", "json")
    #expect(shown.status == 3)
    #expect(shown.errorKind == "journal")
  }
}
