import Daybook
import JSON
import TestSupport
import Testing

/// Sources that have gone wrong elsewhere, taken in by the command line.
@Suite struct ImportCaseTests {
  /// The values of all entries, from old to new.
  private func values(_ name: String, _ journal: TestJournal) -> [JSONValue?] {
    let listed = journal.run(
      "fetch", "entry", "--sort", "creationTime asc", "--format", "json")
    return listed.json?["objects"]?.array?.map { $0["values"]?[name] } ?? []
  }

  private func texts(_ values: [JSONValue?]) -> [String?] { values.map { $0?.string } }

  @Test func `dates far back and far ahead stay what they are, and in order`() throws {
    let journal = try TestJournal()
    journal.localZone = "UTC"
    let text = """
      [1969-12-31 23:59] last minute of the sixties
      x

      [1970-01-01 00:00] zero

      [1898-08-01 10:00] Grandfather copied

      [1900-02-28 12:00] no leap day this year

      [0099-05-05 12:00] very old

      [2038-01-19 03:14:08] tick

      [2106-02-07 06:28:16] unsigned tick

      [9999-12-31 23:59] end of the form

      """
    journal.run("import", "-", input: text)
    let dates = [
      "0099-05-05T12:00:00", "1898-08-01T10:00:00", "1900-02-28T12:00:00", "1969-12-31T23:59:00",
      "1970-01-01T00:00:00", "2038-01-19T03:14:08", "2106-02-07T06:28:16", "9999-12-31T23:59:00",
    ]
    #expect(texts(values("creationTime", journal)) == dates.map { "\($0)+00:00[UTC]" })
    let old = journal.run(
      "fetch", "entry", "--where", "creationTime < %@", "--arg",
      #"{"date":"1900-01-01T00:00:00Z"}"#,
      "--count")
    #expect(old.output == "2\n")
    // What is added now is not the latest by date.
    journal.run("add", "now")
    #expect(texts(values("text", journal)).firstIndex(of: "now") == 5)
    for format in ["jrnl", "jrnl-json", "csv", "markdown", "dayone"] {
      let file = journal.directory.file("out.\(format)")
      journal.run("export", "--as", format, "-o", file, "--to", "2020")
      let other = try TestJournal(seed: 3)
      other.localZone = "UTC"
      other.run("import", file, "--as", format)
      #expect(texts(values("creationTime", other)) == dates.prefix(5).map { "\($0)+00:00[UTC]" })
    }
    #expect(journal.run("audit").status == 0)
  }

  private let zones = """
    {"metadata":{"version":"1.0"},"entries":[
    {"uuid":"A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00Z","timeZone":"Pacific\\/Auckland","text":"1"},
    {"uuid":"A2A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00Z","timeZone":"GMT+1200","text":"2"},
    {"uuid":"A3A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00Z","text":"3"},
    {"uuid":"A4A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00Z","timeZone":"Mars/Olympus","text":"4"},
    {"uuid":"A5A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2022-09-03T17:45:00+05:00","timeZone":"Asia/Karachi","text":"5"},
    {"uuid":"A6A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00.250Z","timeZone":"Europe/Kyiv","text":"6"},
    {"uuid":"A7A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00Z","timeZone":"","text":"7"}
    ]}
    """

  @Test(arguments: [
    ("UTC", "2021-05-31T21:00:00+00:00[UTC]"),
    ("America/New_York", "2021-05-31T17:00:00-04:00[America/New_York]"),
  ])
  func `odd zones lose no entry, and instants are the same wherever it runs`(
    zone: String, fallback: String
  ) throws {
    let journal = try TestJournal()
    journal.localZone = zone
    let imported = journal.run("import", "-", "--format", "json", input: zones)
    #expect(imported.json?["imported"] == 7)
    let times = journal.run("fetch", "entry", "--sort", "text asc", "--format", "json")
      .json?["objects"]?.array?.map { $0["values"]?["creationTime"]?.string }
    #expect(
      times == [
        "2021-06-01T09:00:00+12:00[Pacific/Auckland]", "2021-06-01T09:00:00+12:00", fallback,
        fallback, "2022-09-03T17:45:00+05:00[Asia/Karachi]",
        "2021-06-01T00:00:00.250000+03:00[Europe/Kyiv]", fallback,
      ])
    let doubts = imported.json?["doubtful"]?.array?.compactMap { $0["reason"]?.string } ?? []
    #expect(doubts.contains { $0.contains("Mars/Olympus") && $0.contains(zone) })
    #expect(doubts.contains { $0.contains("name no time zone") && $0.contains(": 2") })
  }

  @Test(arguments: ["UTC", "Asia/Shanghai", "America/New_York"])
  func `whole days stay on their day, wherever it runs and whatever is edited`(zone: String) throws
  {
    let journal = try TestJournal()
    journal.localZone = zone
    journal.run(
      "import", "-",
      input: """
        {"entries":[
        {"uuid":"F1F1F1F1F1F1F1F1F1F1F1F1F1F1F1F1","creationDate":"2023-06-07T23:00:00Z","timeZone":"Europe/Dublin","isAllDay":true,"text":"Ferry day"},
        {"uuid":"F2F1F1F1F1F1F1F1F1F1F1F1F1F1F1F1","creationDate":"2023-06-08T23:00:00Z","timeZone":"Europe/London","isAllDay":true,"text":"Packing day"},
        {"uuid":"F3F1F1F1F1F1F1F1F1F1F1F1F1F1F1F1","creationDate":"2024-12-23T23:00:00Z","timeZone":"Europe/Berlin","isAllDay":true,"text":"Eve"}]}
        """)
    func days() -> [String?] {
      journal.run("view", "show", "by-day", "--format", "json").json?["sections"]?.array?
        .map { $0["name"]?.string } ?? []
    }
    #expect(days() == ["2024-12-24", "2023-06-09", "2023-06-08"])
    let id = journal.run("fetch", "entry", "--where", "text = 'Ferry day'", "-q").lines.first ?? ""
    journal.run("edit", id, "Ferry day, late")
    #expect(days() == ["2024-12-24", "2023-06-09", "2023-06-08"])
  }

  @Test func `entries of one minute keep the order of the file, and equal ones are two`() throws {
    let journal = try TestJournal()
    let text = """
      [2019-08-24 20:30] B

      [2019-08-24 20:30] A

      [2019-08-23 20:30] earlier but later in the file

      [2019-08-24 20:30] same
      text

      [2019-08-24 20:30] same
      text

      [2019-08-24 20:30] C
      """
    journal.run("import", "-", input: text)
    let order = ["earlier but later in the file", "B", "A", "same\ntext", "same\ntext", "C"]
    #expect(texts(values("text", journal)) == order)
    let same = journal.run("fetch", "entry", "--where", "text BEGINSWITH 'same'", "-q").lines
    #expect(same.count == 2)
    journal.run("delete", same.last ?? "", "--yes")
    let exported = journal.run("export", "--as", "jrnl").output
    let again = journal.run("import", "-", "--format", "json", input: exported)
    #expect(again.json?["imported"] == 0)
    let other = try TestJournal(seed: 4)
    other.run("import", "-", input: exported)
    #expect(
      texts(values("text", other))
        == order.filter { $0 != "same\ntext" }.inserting("same\ntext", at: 3))
  }

  @Test func `other encodings and line ends come as what they are`() throws {
    let journal = try TestJournal()
    func utf16(_ text: String, mark: Bool) -> [UInt8] {
      (mark ? [0xFF, 0xFE] : []) + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    let table = "date,time,title,body\r\n2023-03-03,08:00,Käffchen,Öl\r\n"
    journal.run(["import", "-"], bytes: utf16(table, mark: true))
    journal.run(
      ["import", "-"], bytes: utf16("[2023-03-04 08:00] Zweiter – Tag\nx\n", mark: false))
    journal.run(
      ["import", "-"], bytes: Array("[2023-03-05 08:00] One\rbody\r\r[2023-03-06 08:00] Two\r".utf8)
    )
    journal.run(["import", "-"], bytes: Array("[2023-03-07 08:00] caf".utf8) + [0xE9, 0x0A])
    #expect(
      texts(values("text", journal)) == [
        "Käffchen\nÖl", "Zweiter – Tag\nx", "One\nbody", "Two", "café",
      ])
    #expect(values("assumed", journal).last == ["encoding", "zone"])
  }

  @Test func `families, flags and marks survive every round trip`() throws {
    let journal = try TestJournal()
    let titles = [
      "👩‍👩‍👦 picnic 🏳️‍🌈 🇪🇺! 👍🏽", "יום טוב — שלום 2024", "Z͑ͫ̓a͒l̾g̈o͐ cafe\u{301}", "lone \u{200D} joiner 🇪",
      "\u{202E}evil override\u{202C} ok",
    ]
    let text = titles.enumerated().map { "[2024-06-0\($0 + 1) 10:00] \($1)\nx\n" }
      .joined(separator: "\n")
    journal.run("import", "-", input: text)
    for format in ["jrnl", "jrnl-json", "csv", "markdown", "dayone"] {
      let file = journal.directory.file("out.\(format)")
      journal.run("export", "--as", format, "-o", file)
      let other = try TestJournal(seed: 5)
      other.run("import", file, "--as", format)
      let found = texts(values("text", other)).compactMap { $0.map { Array($0.utf8) } }
      #expect(found == titles.map { Array("\($0)\nx".utf8) })
    }
  }

  @Test func `a very long line and very many tags take no time`() throws {
    let journal = try TestJournal()
    let long = "[2024-11-11 11:11] " + String(repeating: "x", count: 1 << 20) + " needle\nbody\n"
    #expect(journal.run("import", "-", input: long).status == 0)
    let tags =
      "[2024-11-11 11:12] tags\n" + (1...20_000).map { "@tag\($0)" }.joined(separator: " ") + "\n"
    #expect(journal.run("import", "-", input: tags).status == 0)
    #expect(
      journal.run("fetch", "entry", "--where", "text CONTAINS 'needle'", "--count").output == "1\n")
  }
}

extension Array {
  fileprivate func inserting(_ element: Element, at place: Int) -> Array {
    var copy = self
    copy.insert(element, at: place)
    return copy
  }
}
