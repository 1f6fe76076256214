import Daybook
import JSON
import TestSupport
import Testing

@Suite struct LogExchangeTests {
  /// A journal with a model, content, a view, an entry and an undo: seven events.
  private func filled(picture count: Int = 10) throws -> TestJournal {
    let journal = try TestJournal(seed: 7)
    journal.run("model", "apply", "-", input: heroModel)
    let picture = try journal.file("portrait.png", String(repeating: "pixel ", count: count))
    journal.run("insert", "hero", "name=Ada", "portrait:={\"file\":\"\(picture)\"}")
    journal.run("insert", "hero", "name=Eve", "portrait:={\"file\":\"\(picture)\"}")
    journal.run("view", "create", "names", "--entity", "hero", "--sort", "name")
    journal.run("add", "Rain", "@home")
    journal.run("update", "hero", "--where", "name == 'Ada'", "power=3")
    journal.run("undo")
    return journal
  }

  private func identity(_ journal: TestJournal) -> [JSONValue?] {
    let info = journal.run("info", "--format", "json").json
    return ["journal", "events", "objects", "root", "views"].map { info?[$0] }
  }

  @Test func `a log goes into an empty journal and is the same there`() throws {
    let journal = try filled(picture: 300_000)
    let exported = journal.run("export")
    let lines = exported.jsonLines
    #expect(lines[0]["journal"]?.string?.utf8.count == 32)
    #expect(lines.dropFirst().allSatisfy { $0["journal"] == nil })
    // Content stands once, chunk by chunk, before the first event that names it.
    let blobs = lines.indices.filter { lines[$0]["blob"] != nil }
    #expect(blobs == [1, 2])
    #expect(lines[1].object?.keys == ["blob", "chunk", "data"])
    #expect(blobs.map { lines[$0]["chunk"] } == [0, 1])

    let copy = try TestJournal(seed: 8)
    let imported = copy.run("import", "-", "--format", "json", input: exported.output)
    #expect(imported.errors == "")
    #expect(imported.json?["read"] == 7)
    #expect(imported.json?["imported"] == 7)
    #expect(identity(copy) == identity(journal))
    #expect(copy.run("export").output == exported.output)
    #expect(copy.run("audit").status == 0)
  }

  @Test func `a log of the same journal brings what is lacking and of another is refused`() throws {
    let journal = try filled()
    let exported = journal.run("export").output
    let copy = try TestJournal(seed: 8)
    copy.run("import", "-", input: exported)
    journal.run("add", "Sun")
    let longer = journal.run("export").output
    let dry = copy.run("import", "-", "--dry-run", "--format", "json", input: longer)
    #expect(dry.json?["imported"] == 1)
    #expect(dry.json?["unchanged"] == 7)
    let more = copy.run("import", "-", "--format", "json", input: longer)
    #expect(more.json?["imported"] == 1)
    #expect(more.json?["unchanged"] == 7)
    #expect(identity(copy) == identity(journal))

    let other = try TestJournal(seed: 9)
    other.run("add", "other")
    let refused = other.run("import", "-", "--format", "json", input: exported)
    #expect(refused.status == 2)
    #expect(refused.errorKind == "usage")
    #expect(other.run("import", "-", "--dry-run", input: exported).status == 2)
    #expect(other.run("info", "--format", "json").json?["events"] == 1)
  }

  /// Ways in which a log can be damaged, by its lines.
  enum Damage: String, CaseIterable {
    case missing, repeated, swapped, changed, cut, noLog, stripped
  }

  @Test(arguments: Damage.allCases)
  func `a damaged log is refused with its line and nothing is written`(damage: Damage) throws {
    let journal = try filled()
    var lines = journal.run("export").lines
    let line: Int
    switch damage {
    case .missing:
      lines.remove(at: 5)
      line = 6
    case .repeated:
      lines.insert(lines[5], at: 5)
      line = 7
    case .swapped:
      lines.swapAt(5, 6)
      line = 6
    case .changed:
      let payload = "\"payload\":\""
      guard let place = lines[5].firstRange(of: payload) else { return }
      let at = lines[5].index(place.upperBound, offsetBy: 10)
      lines[5].replaceSubrange(at...at, with: lines[5][at] == "A" ? "B" : "A")
      line = 6
    case .cut:
      lines[7] = String(lines[7].prefix(lines[7].count / 2))
      line = 8
    case .stripped:
      // A payload that is not there is for an event that erases it to answer for.
      guard let payload = lines[5].firstRange(of: #""payload":""#),
        let end = lines[5][payload.upperBound...].firstIndex(of: "\"")
      else { return }
      lines[5].replaceSubrange(payload.lowerBound...end, with: #""payload":null"#)
      line = lines.count
    case .noLog:
      lines[2] = "{\"text\":\"hello\"}"
      line = 3
    }
    let copy = try TestJournal(seed: 8)
    let refused = copy.run(
      "import", "-", "--format", "json", input: lines.joined(separator: "\n"))
    #expect(refused.status == 2)
    #expect(refused.errorMessage?.contains("line \(line): ") == true)
    #expect(copy.run("log", "--format", "jsonl").output.isEmpty)
  }

  @Test func `a file appears whole or not at all`() throws {
    let journal = try filled()
    let path = journal.directory.file("out.jsonl")
    let exported = journal.run("export", "-o", path)
    #expect(exported.status == 0)
    #expect(exported.output.isEmpty)
    #expect(try Files.read(path) == Array(journal.run("export").output.utf8))
    #expect(
      try Files.names(in: journal.directory.path).filter { $0.contains("out") } == ["out.jsonl"])
    let refused = journal.run(
      "export", "-o", journal.directory.file("no/where"), "--format", "json")
    #expect(refused.status == 3)
    #expect(refused.errorKind == "io")
    let filtered = journal.run("export", "--starred", "--format", "json")
    #expect(filtered.status == 2)
  }
}

extension TestJournal {
  /// Writes a file in folders that are made.
  func file(inFolders name: String, _ text: String) throws {
    let path = directory.file(name)
    if let folder = Files.parent(of: path) { try Files.makeDirectory(folder) }
    try Files.write(Array(text.utf8), to: path)
  }
}
