import Interchange
import Model
import Testing

@Suite struct MarkdownDiaryTests {
  private func entry(_ text: String, path: String = "notes/a.md") throws -> ImportedEntry {
    try #require(try Reading(.markdown, text, path: path).entries.first)
  }

  @Test func `titles are texts, whatever they look like`() throws {
    let colon = try entry(
      "---\ntitle: TODO: roof: part 2\ndate: 2020-02-10T20:43:31-08:00\n---\nbody a\n")
    #expect(colon.text == "TODO: roof: part 2\nbody a")
    #expect(colon.time.shown == "2020-02-10T20:43:31-08:00")
    let date = try entry("---\ntitle: 2023-01-01\ndate: 2023-01-01\n---\nbody b\n")
    #expect(date.text == "2023-01-01\nbody b")
    #expect(date.time.shown == "2023-01-01")
    #expect(date.isAllDay)
    let repeated = try entry("---\ntitle: Beach\ndate: 2023-03-03\n---\n\n# Beach\n\nsand\n")
    #expect(repeated.text == "# Beach\n\nsand")
  }

  @Test func `tags are words, and what is none is told`() throws {
    let reading = try Reading(
      .markdown,
      "---\ntitle: \"Flags\"\ndate: 2023-02-02 07:00\ntags: [no, on, 1.0, null, ~]\n---\nbody c\n",
      path: "c.md")
    #expect(reading.entries.first?.tags == ["no", "on", "1.0", "null"])
    #expect(reading.report.doubtful.count == 1)
    #expect(
      try entry("---\ndate: 2023-03-03\ntags:\n  - 🏖️\n  - \"two words\"\n  - '#x'\n---\nd").tags
        == [
          "🏖️", "two words", "x",
        ])
    #expect(try entry("---\ndate: 2023-03-03\ntags: a, b c\n---\nd").tags == ["a", "b c"])
    #expect(try entry("---\ndate: 2023-03-03\ntags: a b\n---\nd").tags == ["a", "b"])
  }

  @Test func `rules in the text are its own`() throws {
    #expect(
      try entry("---\ntitle: Rules\ndate: 2023-04-04\n---\nabove\n\n---\n\nbelow\n---\nend\n").text
        == "Rules\nabove\n\n---\n\nbelow\n---\nend")
  }

  @Test func `front matter that never ends swallows nothing`() throws {
    let text = "---\ntitle: never closed\ndate: 2023-05-05\n\nbody g"
    let reading = try Reading(.markdown, text + "\n", path: "g.md")
    #expect(reading.texts == [text])
    #expect(reading.dates == ["2023-05-05"])
    #expect(reading.entries.first?.assumed == [.date])
    #expect(reading.report.doubtful.count == 1)
  }

  @Test(arguments: [
    ("2024-05-06.md", "2024-05-06"), ("Journal/2024-05-06 Monday.md", "2024-05-06"),
    ("20240506.md", "2024-05-06"), ("2024/05/06.md", "2024-05-06"),
    ("2024-05-06T07.08 x.md", "2024-05-06T07:08"), ("note 2024_05_06.markdown", "2024-05-06"),
  ])
  func `files without front matter have the date of their name`(path: String, date: String) throws {
    let reading = try Reading(
      .markdown, folder: [(path, "# Heading is the title\n\nno front matter\n")])
    #expect(reading.dates == [date])
    #expect(reading.texts == ["# Heading is the title\n\nno front matter"])
    #expect(reading.report.doubtful.isEmpty)
  }

  @Test func `a file without any date is left where nothing dates it`() throws {
    let reading = try Reading(.markdown, folder: [("2023-02-30.md", "x"), ("12345678.md", "y")])
    #expect(reading.entries.isEmpty)
    #expect(reading.report.left.count == 2)
    #expect(reading.report.read == 2)
  }

  @Test func `pictures that a text shows are its media`() throws {
    let reading = try Reading(
      .markdown,
      folder: [
        (
          "vault/2024-05-06.md",
          "![[beach.png|300]] and ![the sea](img/sea%201.jpg \"t\") and ![x](https://a.b/c.png) ![[beach.png]]"
        ),
        ("vault/img/sea 1.jpg", "jpeg"), ("vault/beach.png", "png"), ("vault/data.xlsx", "?"),
      ])
    let media = try #require(reading.entries.first?.media)
    #expect(media.map(\.name) == ["beach.png", "sea 1.jpg"])
    #expect(media.map(\.caption) == [nil, "the sea"])
    #expect(reading.report.doubtful.map(\.reason).filter { $0.hasSuffix(": 1") }.count == 1)
  }

  @Test func `stars, moods, places and what is not known are kept`() throws {
    let entry = try entry(
      "---\ndate: 2023-03-03\nstarred: yes\nmood: 4\nlocation: Pier\nlat: 1.5\nlon: -2\nlayout: post\n---\nd"
    )
    #expect(entry.isStarred)
    #expect(entry.attributes["mood"] == .int(4))
    #expect(entry.attributes["place"] == .string("Pier"))
    #expect(entry.attributes["longitude"] == .double(-2))
    guard case .string(let extra)? = entry.attributes["extra"] else {
      Issue.record("the front matter is not kept")
      return
    }
    #expect(extra.contains("layout: post"))
  }
}
