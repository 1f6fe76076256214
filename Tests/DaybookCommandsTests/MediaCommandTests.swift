import CommandLineKit
import Daybook
import JSON
import TestSupport
import Testing

/// Pictures, sound and other files that are kept with entries.
@Suite struct MediaCommandTests {
  private let journal: TestJournal
  /// A picture of 3 by 2 points, as far as its header goes.
  private static let picture: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0]

  init() throws {
    journal = try TestJournal()
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = journal.directory.file(name)
    try Files.write(bytes, to: path)
    return path
  }

  private func media() -> [JSONValue] {
    journal.run("fetch", "medium", "--format", "jsonl").jsonLines
  }

  @Test func `a file goes in with an entry and comes out byte for byte under its name`() throws {
    let beach = try file("beach.jpg", Self.picture)
    let note = try file("note", Array("words\n".utf8))
    let outcome = journal.run("add", "--attach", beach, "At the sea.", "--attach", note)
    let entry = try #require(journal.run("list", "-q").lines.first)
    let ids = media().compactMap { $0["id"]?.string }
    try #require(ids.count == 2)
    #expect(
      outcome.output == """
        Added \(entry.suffix(7)), Mon 30 Nov 2026, 09:00
        Attached \(ids[0].suffix(7))  beach.jpg  image/png, 3 × 2, 29 bytes
        Attached \(ids[1].suffix(7))  note  text/plain, 6 bytes
        by-day  log 0 → 3, 1 section, 1 row
          + [0]    2026-11-30
          + [0,0]  \(entry.suffix(7))  At the sea.

        """)
    let values = try #require(media().first?["values"])
    #expect(values["type"]?.string == "image")
    #expect(values["width"]?.description == "3")
    #expect(values["diaryEntry"]?.string == entry)
    let folder = journal.directory.file("out")
    try Files.makeDirectory(folder)
    #expect(journal.run("extract", ids[0], "-o", folder).status == 0)
    #expect(try Files.read("\(folder)/beach.jpg") == Self.picture)
    #expect(journal.run("extract", ids[0], "-o", folder).status == 2)
    let recording = Recording()
    #expect(journal.run(["extract", ids[1], "-o", "-"], recording: recording).status == 0)
    #expect(recording.outputBytes == Array("words\n".utf8))
  }

  @Test func `lists and entries name their media`() throws {
    let beach = try file("beach.jpg", Self.picture)
    journal.run("add", "--attach", beach, "At the sea.")
    let entry = try #require(journal.run("list", "-q").lines.first)
    #expect(
      journal.run("list").lines.last == "       + beach.jpg  image/png, 3 × 2, 29 bytes")
    #expect(journal.run("list", "--short").lines.last?.hasSuffix("At the sea. +1") == true)
    #expect(
      journal.run("show", entry).lines.contains {
        $0.hasSuffix("beach.jpg  image/png, 3 × 2, 29 bytes")
      })
  }

  @Test func `media go with their entry and come back with it, in their order`() throws {
    let paths = try (0..<5).map { try file("\($0).txt", Array("number \($0)".utf8)) }
    journal.run(["add", "five"] + paths.flatMap { ["--attach", $0] })
    let entry = try #require(journal.run("list", "-q").lines.first)
    let before = journal.run("show", entry, "--format", "json").json?["values"]?["media"]
    #expect(before?.array?.count == 5)
    #expect(journal.run("delete", entry).status == 0)
    #expect(media().isEmpty)
    #expect(journal.run("undo").status == 0)
    #expect(journal.run("show", entry, "--format", "json").json?["values"]?["media"] == before)
  }

  @Test func `content that is attached twice is kept once`() throws {
    let long = try file("long", [UInt8](repeating: 65, count: 3_000_000))
    let other = try file("other", [UInt8](repeating: 65, count: 3_000_000))
    journal.run("add", "one", "--attach", long)
    func rows() -> Int? {
      journal.run("info", "--format", "json").json?["databases"]?["blobs"]?["entries"]?
        .description.wholeNumber
    }
    #expect(rows() == 3)
    let entry = try #require(journal.run("list", "-q").lines.first)
    #expect(journal.run("attach", entry, other).status == 0)
    #expect(rows() == 3)
    #expect(Set(media().compactMap { $0["values"]?["name"]?.string }) == ["long", "other"])
  }

  @Test(arguments: ["nosuch", "."])
  func `a file that is not there, or is none, is wrong use, and nothing is written`(
    name: String
  ) throws {
    journal.run("add", "one")
    let entry = try #require(journal.run("list", "-q").lines.first)
    let path = journal.directory.file(name)
    for words in [["add", "two", "--attach", path], ["attach", entry, path]] {
      let outcome = journal.run(words)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("nothing was saved"))
    }
    #expect(journal.run("info", "--format", "json").json?["events"]?.description == "1")
  }

  @Test func `only entries have media, and an entry with several is no medium`() throws {
    let path = try file("a", [1])
    journal.run("add", "one", "--attach", path, "--attach", path)
    let entry = try #require(journal.run("list", "-q").lines.first)
    let ids = media().compactMap { $0["id"]?.string }
    #expect(journal.run("attach", ids[0], path).status == 2)
    let several = journal.run("extract", entry)
    #expect(several.status == 2)
    #expect(ids.allSatisfy { several.errors.contains($0.suffix(7)) })
    journal.run("delete", ids[1])
    #expect(journal.run("extract", entry, "-o", journal.directory.file("b")).status == 0)
    #expect(try Files.read(journal.directory.file("b")) == [1])
  }

  @Test func `a name that came from elsewhere is never a path`() throws {
    let path = try file("a", [1])
    journal.run("add", "one", "--attach", path)
    let medium = try #require(media().first?["id"]?.string)
    let folder = journal.directory.file("out")
    try Files.makeDirectory(folder)
    for (name, expected) in [("../../evil", "evil"), ("..", "\(medium.suffix(7)).bin")] {
      journal.run("update", medium, "name=\(name)")
      #expect(journal.run("extract", medium, "-o", folder).status == 0)
      #expect(try Files.read("\(folder)/\(expected)") == [1])
    }
  }

  @Test func `a picture is drawn where the terminal can, and else is named`() throws {
    let path = try file("beach.png", Self.picture)
    journal.run("add", "--attach", path, "At the sea.")
    let entry = try #require(journal.run("list", "-q").lines.first)
    func show(_ variables: [String: String], isTerminal: Bool = true) -> String {
      let recording = Recording(variables: variables)
      recording.isTerminal = isTerminal
      return journal.run(["show", entry], recording: recording).output
    }
    #expect(show(["TERM_PROGRAM": "iTerm.app"]).contains("\u{1B}]1337;File=inline=1;size=29;"))
    #expect(show(["KITTY_WINDOW_ID": "1"]).contains("\u{1B}_Ga=T,f=100,q=2,m=0;iVBOR"))
    for variables in [
      [:], ["KITTY_WINDOW_ID": "1", "NO_COLOR": "1"], ["KITTY_WINDOW_ID": "1", "TMUX": "x"],
    ] {
      #expect(!show(variables).contains("iVBOR"))
    }
    #expect(!show(["KITTY_WINDOW_ID": "1"], isTerminal: false).contains("\u{1B}"))
  }
}

extension String {
  fileprivate var wholeNumber: Int? { Int(self) }
}
