import JSON
import PredicateSupport
import Testing

/// The known questions, asked through the command line: from the objects, and from views that have the
/// predicate, or keys that tell it.
@Suite(.serialized) struct PredicateCommandTests {
  private static func journal(_ world: StoredWorld) throws -> TestJournal {
    let journal = try TestJournal()
    #expect(journal.run("model", "apply", "-", input: world.model).errors == "")
    #expect(journal.run("apply", input: world.script).status == 0)
    return journal
  }

  /// The names of the records that a fetch printed.
  private func names(_ outcome: TestJournal.Outcome) -> [String] {
    (outcome.json?["objects"]?.array ?? []).compactMap { $0["values"]?["id"]?.string }
  }

  private func words(of example: PredicateCase) -> [String] {
    var words = ["--where", example.format]
    for argument in example.words["args"]?.array ?? [] {
      words += ["--arg", StoredWorld.argument(argument).compactDescription]
    }
    for (name, value) in example.words["variables"]?.object ?? [:] {
      words += ["--var", "\(name)=\(StoredWorld.argument(value).compactDescription)"]
    }
    return words
  }

  @Test func `every known question has its answer`() throws {
    let journal = try Self.journal(.shared)
    for example in PredicateCase.all {
      let entity = StoredWorld.entity(example.entity)
      let words = words(of: example)
      let found = journal.run(["fetch", entity] + words + ["--format", "json"])
      guard example.error == nil else {
        #expect(found.status == 2, "\(example.name): \(found.output)")
        #expect(["predicate", "usage"].contains(found.errorKind ?? ""), "\(example.name)")
        continue
      }
      #expect(names(found) == example.expected, "\(example.name): \(found.errors)")
      #expect(found.status == (example.expected.isEmpty ? 1 : 0), "\(example.name)")
      let counted = journal.run(["fetch", entity] + words + ["--count"])
      #expect(counted.output == "\(example.expected.count)\n", "\(example.name)")
    }
  }

  @Test func `a view with the predicate has the same rows`() throws {
    let journal = try Self.journal(.shared)
    // What reads the clock is refused in a view, and a sample is enough: each costs two commits.
    let examples = PredicateCase.all.enumerated().filter { index, example in
      example.error == nil && !example.format.contains("now()") && index % 6 == 0
    }.map(\.element)
    for example in examples {
      let entity = StoredWorld.entity(example.entity)
      let made = journal.run(
        ["view", "create", "case", "--entity", entity] + words(of: example))
      #expect(made.status == 0, "\(example.name): \(made.errors)")
      let shown = journal.run("view", "show", "case", "--format", "json")
      let rows = (shown.json?["sections"]?.array ?? []).flatMap { $0["objects"]?.array ?? [] }
      #expect(
        rows.compactMap { $0["values"]?["id"]?.string } == example.expected, "\(example.name)")
      let found = journal.run(
        ["fetch", entity] + words(of: example) + ["--explain", "--format", "json"])
      #expect(names(found) == example.expected, "\(example.name)")
      let explained = try JSONParser.parse(found.errors)["explain"]
      #expect(explained?["words"]?.string != nil)
      journal.run("view", "drop", "case")
    }
    #expect(journal.run("audit").status == 0)
  }

  @Test func `an odd text is found or refused through the command line`() throws {
    let journal = try Self.journal(.odd)
    for line in OddWorld.questions.split(separator: "\n") {
      let row = try JSONParser.parse(String(line))
      let text = row.array?.first?.string ?? ""
      let found = journal.run("fetch", "wnote", "--where", text, "--format", "json")
      guard let expected = row.array?.last?.array else {
        #expect(found.status == 2, "\(text)")
        continue
      }
      let ids = (found.json?["objects"]?.array ?? []).compactMap { $0["values"]?["id"]?.int }
      #expect(ids == expected.compactMap(\.int), "\(text): \(found.errors)")
      let rest = journal.run("fetch", "wnote", "--where", "NOT (\(text))", "--count")
      #expect(rest.output == "\(8 - expected.count)\n", "\(text)")
    }
  }
}
