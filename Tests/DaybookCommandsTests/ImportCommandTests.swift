import JSON
import TestSupport
import Testing

@Suite struct ImportCommandTests {
  private let text = """
    [2026-11-01 09:15] A walk *
    Along the river.

    [2026-11-02 22:40:05] Late
    """

  @Test func `entries come in one commit with what was assumed`() throws {
    let journal = try TestJournal()
    let file = try journal.file("diary.txt", text)
    let imported = journal.run("import", file, "--format", "json")
    #expect(imported.status == 0)
    #expect(
      imported.json?.object?.keys == [
        "read", "imported", "unchanged", "left", "doubtful", "format", "changeSets", "objects",
        "deleted",
      ])
    #expect(imported.json?["read"] == 2)
    #expect(imported.json?["imported"] == 2)
    #expect(imported.json?["unchanged"] == 0)
    #expect(imported.json?["left"] == [])
    let first = imported.json?["objects"]?.array?.first?["values"]
    #expect(first?["text"] == "A walk\nAlong the river.")
    #expect(first?["creationTime"] == "2026-11-01T09:15:00+01:00[Europe/Berlin]")
    #expect(first?["starred"] == true)
    #expect(first?["assumed"] == ["zone"])
    #expect(first?["importKey"]?.string?.utf8.count == 32)
    let set = imported.json?["changeSets"]?.array?.first
    #expect(set?["view"] == "by-day")
    #expect(set?["from"] == 0)
    #expect(set?["to"] == 2)
  }

  @Test func `the same source twice brings nothing and a longer one what is new`() throws {
    let journal = try TestJournal()
    journal.run("import", try journal.file("diary.txt", text))
    let copy =
      text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "  \r\n") + "\r\n\r\n[2026-11-03 08:00] New\r\n"
    let again = journal.run("import", "-", "--format", "jsonl", input: copy)
    let report = again.jsonLines.last
    #expect(report?["read"] == 3)
    #expect(report?["imported"] == 1)
    #expect(report?["unchanged"] == 2)
    let third = journal.run("import", "-", "--format", "jsonl", input: copy)
    #expect(
      third.output
        == #"{"read":3,"imported":0,"unchanged":3,"left":[],"doubtful":[],"format":"jrnl"}"# + "\n")
    #expect(third.status == 0)
  }

  @Test func `one undo takes an import back and it can come again`() throws {
    let journal = try TestJournal()
    journal.run("add", "mine")
    journal.run("import", "-", input: text)
    #expect(journal.run("fetch", "entry", "--count").output == "3\n")
    journal.run("undo")
    #expect(journal.run("fetch", "entry", "--count").output == "1\n")
    journal.run("import", "-", input: text)
    #expect(journal.run("fetch", "entry", "--count").output == "3\n")
  }

  @Test func `a dry run reports and writes nothing`() throws {
    let journal = try TestJournal()
    let dry = journal.run("import", "-", "--dry-run", "--format", "json", input: text)
    #expect(dry.json?["imported"] == 2)
    #expect(dry.json?["changeSets"] == [])
    #expect(journal.run("info").status == 3)
    journal.run("import", "-", input: text)
    let known = journal.run("import", "-", "--dry-run", "--format", "json", input: text)
    #expect(known.json?["imported"] == 0)
    #expect(known.json?["unchanged"] == 2)
  }

  @Test func `clocks that skip an hour or show one twice are told of`() throws {
    let journal = try TestJournal()
    let text = """
      [2026-03-29 02:30] skipped

      [2026-10-25 02:30] twice

      [2026-07-01 12:00] summer
      """
    let imported = journal.run("import", "-", "--format", "json", input: text)
    let times = imported.json?["objects"]?.array?.map { $0["values"]?["creationTime"] }
    #expect(
      times == [
        "2026-03-29T03:30:00+02:00[Europe/Berlin]", "2026-10-25T02:30:00+02:00[Europe/Berlin]",
        "2026-07-01T12:00:00+02:00[Europe/Berlin]",
      ])
    let doubtful = imported.json?["doubtful"]?.array ?? []
    #expect(doubtful.map { $0["place"] } == ["standard input:1", "standard input:3"])
    #expect(
      imported.json?["objects"]?.array?.map { $0["values"]?["assumed"] } == [
        ["zone", "time"], ["zone", "time"], ["zone"],
      ])
  }

  @Test func `a zone that is named is not assumed`() throws {
    let journal = try TestJournal()
    let imported = journal.run(
      "import", "-", "--zone", "America/New_York", "--format", "json", input: text)
    let values = imported.json?["objects"]?.array?.first?["values"]
    #expect(values?["creationTime"] == "2026-11-01T09:15:00-05:00[America/New_York]")
    #expect(values?["assumed"] == nil)
    let offset = journal.run(
      "import", "-", "--zone", "+05:30", "--format", "json", input: "[2026-12-01 10:00] x")
    #expect(
      offset.json?["objects"]?.array?.first?["values"]?["creationTime"]
        == "2026-12-01T10:00:00+05:30")
    let unknown = journal.run(
      "import", "-", "--zone", "Mars/Olympus", "--format", "json", input: text)
    #expect(unknown.status == 2)
    #expect(unknown.errorKind == "usage")
  }

  @Test func `what has no date is left with its place and status 1`() throws {
    let journal = try TestJournal()
    let imported = journal.run("import", "-", "--format", "json", input: "no date at all\n")
    #expect(imported.status == 1)
    #expect(imported.json?["read"] == 1)
    #expect(imported.json?["imported"] == 0)
    #expect(imported.json?["left"]?.array?.first?["place"] == "standard input:1")
  }

  @Test func `a folder of days is read by its paths`() throws {
    let journal = try TestJournal()
    let folder = journal.directory.file("days")
    for (path, text) in [
      ("2026/11/30.txt", "[2026-11-30 08:00] Monday"),
      ("2026/11/29.txt", "[2026-11-29 09:00] Sunday"),
      ("2026/11/notes.txt", "not a day"), (".hidden/2026/11/28.txt", "[2026-11-28 09:00] hidden"),
    ] {
      try journal.file(inFolders: "days/\(path)", text)
    }
    let imported = journal.run("import", folder, "--format", "json")
    #expect(imported.status == 1)
    #expect(imported.json?["imported"] == 2)
    #expect(imported.json?["left"]?.array?.count == 1)
    #expect(
      imported.json?["objects"]?.array?.map { $0["values"]?["text"] } == ["Sunday", "Monday"])
  }

  @Test(arguments: [
    ("{\"a\": 1}", "usage"), ("PK\u{3}\u{4}zip", "usage"),
  ])
  func `what is of no known format is refused`(text: String, kind: String) throws {
    let journal = try TestJournal()
    let refused = journal.run("import", "-", "--format", "json", input: text)
    #expect(refused.status == 2)
    #expect(refused.errorKind == kind)
    #expect(journal.run("info").status == 3)
  }

  @Test func `an export for jrnl is read back as it was`() throws {
    let journal = try TestJournal()
    journal.run("import", "-", input: text)
    let exported = journal.run("export", "--as", "jrnl")
    #expect(
      exported.output == """
        [2026-11-01 09:15] A walk *
        Along the river.

        [2026-11-02 22:40:05] Late

        """)
    let again = journal.run("import", "-", "--format", "json", input: exported.output)
    #expect(again.json?["unchanged"] == 2)
    let part = journal.run("export", "--as", "jrnl", "--starred")
    #expect(part.output.hasPrefix("[2026-11-01"))
    #expect(!part.output.contains("Late"))
    #expect(journal.run("export", "--as", "jrnl", "--on", "2020").status == 1)
  }
}
