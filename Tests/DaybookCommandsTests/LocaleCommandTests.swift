import JSON
import Testing

/// The order of a language is that of the command which made the view, wherever it is read.
@Suite struct LocaleCommandTests {
  private func names(_ outcome: TestJournal.Outcome) -> [String?] {
    let sections = outcome.json?["sections"]?.array ?? [["objects": outcome.json?["objects"] ?? []]]
    return sections.flatMap { $0["objects"]?.array ?? [] }.map { $0["values"]?["name"]?.string }
  }

  @Test func `a view keeps the language it was made in`() throws {
    let journal = try TestJournal()
    journal.run("model", "apply", "-", input: heroModel)
    for name in ["Zoe", "Ärla", "Arne"] { journal.run("insert", "hero", "name=\(name)") }

    journal.variables["LANG"] = "sv_SE.UTF-8"
    journal.run("view", "create", "names", "--entity", "hero", "--sort", "name localized")
    let swedish: [String?] = ["Arne", "Zoe", "Ärla"]
    let german: [String?] = ["Ärla", "Arne", "Zoe"]
    #expect(names(journal.run("view", "show", "names", "--format", "json")) == swedish)
    let fetch = ["fetch", "hero", "--sort", "name localized", "--explain", "--format", "json"]
    let found = journal.run(fetch)
    #expect(names(found) == swedish)
    #expect(found.errors.contains("\"view\":\"names\""))

    // Another language is another order, for which the view does not serve.
    journal.variables["LC_ALL"] = "de_DE.UTF-8"
    #expect(names(journal.run("view", "show", "names", "--format", "json")) == swedish)
    let other = journal.run(fetch)
    #expect(names(other) == german)
    #expect(other.errors.contains("\"source\":\"objects\""))
    #expect(names(journal.run("list", "--view", "names", "--format", "json")) == swedish)

    // Written down only where it counts.
    journal.run("view", "create", "plain", "--entity", "hero", "--sort", "name")
    let log = journal.run("log", "--format", "jsonl").output
    #expect(log.contains("sv_SE"))
    #expect(!log.contains("de_DE"))
    #expect(journal.run("rebuild", "--check").status == 0)
  }
}
