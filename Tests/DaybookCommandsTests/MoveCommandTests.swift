import CommandLineKit
import Daybook
import JSON
import TestSupport
import Testing

/// Entries that go from one journal to another.
@Suite struct MoveCommandTests {
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal()
    journal.isNamed = false
  }

  private func entries(_ name: String) -> [JSONValue] {
    journal.run("list", "--journal", name, "--format", "jsonl").jsonLines.map {
      $0["values"] ?? .null
    }
  }

  private func texts(_ name: String) -> [String] {
    entries(name).compactMap { $0["text"]?.string }
  }

  @Test
  func `an entry arrives with its id, moment, tags and media, and each side has its own undo`()
    throws
  {
    let photo = journal.directory.file("photo")
    try Files.write([UInt8](repeating: 7, count: 1_500_000), to: photo)
    journal.run(
      "add", "at #work", "--date", "2024-05-06 15:30 America/New_York", "--tag", "Office", "--star",
      "--attach", photo)
    journal.run("add", "stays")
    let id = try #require(journal.run("list", "-q", "--starred").lines.first)
    let before = journal.run("show", id, "--format", "json").json?["values"]

    let outcome = journal.run("move", "work", id)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("Moved 1 entry with 1 medium to work\n"))
    #expect(texts("default") == ["stays"])
    #expect(
      journal.run("show", id, "--journal", "work", "--format", "json").json?["values"] == before)
    let copy = journal.directory.file("copy")
    #expect(journal.run("extract", id, "-o", copy, "--journal", "work").status == 0)
    #expect(try Files.read(copy) == Files.read(photo))

    #expect(journal.run("undo").status == 0)
    #expect(texts("default").count == 2)
    #expect(texts("work") == ["at #work"])
    #expect(journal.run("undo", "--journal", "work").status == 0)
    #expect(texts("work").isEmpty)
    for name in ["default", "work"] {
      #expect(journal.run("audit", "--journal", name).status == 0)
    }
  }

  @Test func `entries that filters name move in one commit on each side, and back`() throws {
    for number in 0..<5 {
      journal.run("add", "\(number)", "--tag", number % 2 == 0 ? "even" : "odd")
    }
    #expect(journal.run("move", "other", "--tagged", "even").status == 0)
    #expect(Set(texts("other")) == ["0", "2", "4"])
    #expect(journal.run("move", "default", "--tagged", "even", "--journal", "other").status == 0)
    #expect(texts("default").count == 5)
    #expect(texts("other").isEmpty)
    journal.run("undo")
    #expect(Set(texts("default")) == ["1", "3"])
  }

  @Test func `a copy leaves the entry where it is, and a second one changes nothing`() throws {
    journal.run("add", "x")
    let id = try #require(journal.run("list", "-q").lines.first)
    for _ in 0..<2 { #expect(journal.run("move", "other", id, "--keep").status == 0) }
    #expect(texts("default") == ["x"])
    #expect(texts("other") == ["x"])
    #expect(
      journal.run("info", "--journal", "other", "--format", "json").json?["events"]?.description
        == "1")
  }

  @Test func `what says something else there already is not written over`() throws {
    journal.run("add", "x")
    let id = try #require(journal.run("list", "-q").lines.first)
    journal.run("move", "other", id, "--keep")
    journal.run("edit", id, "y")
    let outcome = journal.run("move", "other", id)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("nothing is moved"))
    #expect(texts("default") == ["y"])
    #expect(texts("other") == ["x"])
  }

  @Test func `a journal is no destination for itself, by whichever path`() throws {
    journal.run("add", "x")
    let id = try #require(journal.run("list", "-q").lines.first)
    for name in ["default", journal.directory.file(".local/share/daybook/../daybook/default")] {
      #expect(journal.run("move", name, id).status == 2)
    }
    #expect(texts("default") == ["x"])
  }

  @Test func `without saying which, nothing moves`() {
    journal.run("add", "x")
    #expect(journal.run("move", "other").status == 2)
    #expect(journal.run("move", "other", "--tagged", "none").status == 1)
    #expect(texts("default") == ["x"])
  }
}
