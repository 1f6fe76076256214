import CommandLineKit
import Daybook
import JSON
import TestSupport
import Testing

/// `compact`, `erase`, `backup`, `checkpoint`, `prove`, `verify`, and what an audit compares with.
@Suite struct KeepingCommandTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal() }

  /// Writes an entry and gives its id.
  private func add(_ text: String) throws -> String {
    let line = try #require(journal.lines("add", text).first)
    return try #require(line["ids"]?.array?.first?.string)
  }

  @Test func `compact says how much there was and is`() throws {
    for number in 0..<20 { _ = try add("entry \(number)") }
    let outcome = journal.run("compact", "--format", "json")
    #expect(outcome.status == 0)
    let before = try #require(outcome.json?["before"]?.int)
    let after = try #require(outcome.json?["after"]?.int)
    #expect(before > 0 && after > 0 && after < before)
    #expect(journal.run("compact").output.hasSuffix(" now\n"))
    #expect(journal.run("compact", "-q").output.isEmpty)
    #expect(journal.run("audit", "-q").status == 0)
  }

  @Test func `commands on a journal that is not there change nothing`() {
    for words in [
      ["compact"], ["erase", "4f1c2a9", "--yes"], ["backup", journal.directory.file("b")],
      ["checkpoint"], ["prove", "0"], ["audit"],
    ] {
      #expect(journal.run(words).status == 3, "\(words)")
    }
    #expect((try? Files.names(in: journal.directory.path)) == [])
  }

  @Test func `erase asks for the id, and only on a terminal`() throws {
    let id = try add("a secret, zq19xk")
    let refused = journal.run("erase", id)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--yes"))
    for answer in ["", "y\n", "yes\n", "4f1c2a9\n", "\(id.suffix(3))\n"] {
      let recording = Recording()
      recording.isTerminal = true
      let outcome = journal.run(["erase", id], input: answer, recording: recording)
      #expect(outcome.status == 1, "\(answer)")
      #expect(outcome.errors.contains("nothing is erased"))
    }
    #expect(journal.run("show", id).status == 0)
    let recording = Recording()
    recording.isTerminal = true
    let outcome = journal.run(
      ["erase", id, "--color", "never"], input: "\(id.suffix(7))\n", recording: recording)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("Erased \(id.suffix(7))\n"))
    #expect(journal.run("show", id).status != 0)
    for name in try Files.names(in: journal.path) {
      let text = String(decoding: try Files.read("\(journal.path)/\(name)"), as: UTF8.self)
      #expect(!text.contains("zq19xk"))
    }
    #expect(journal.run("audit", "-q").status == 0)
  }

  @Test func `erase tells the row operations that it causes`() throws {
    let ids = [try add("one"), try add("two")]
    let lines = journal.lines("erase", ids[0], "--yes")
    #expect(lines.first?["op"]?.string == "committed")
    #expect(lines.contains { $0["op"]?.string == "delete" && $0["id"]?.string == ids[0] })
    #expect(lines.last?["rows"]?.int == 1)
    // What is erased is no wish that can be granted twice.
    #expect(journal.run("erase", ids[0], "--yes").status == 2)
    #expect(journal.run("erase", "0000000", "--yes").status == 2)
  }

  @Test func `earlier versions go, and drafts with them`() throws {
    let id = try add("the first words, zq77pd")
    journal.run("edit", id, "the last words")
    let drafts = journal.directory.file(".local/state/daybook/drafts")
    try Files.makeDirectory(drafts)
    let draft = "\(drafts)/edit-\(id.suffix(7))-2026-11-30-0800-abcdefg.md"
    let other = "\(drafts)/add-2026-11-30-0800-abcdefg.md"
    for path in [draft, other] { try Files.write(Array("zq77pd".utf8), to: path) }
    #expect(journal.run("erase", id, "--versions", "--yes").status == 0)
    #expect(try Files.names(in: drafts) == ["add-2026-11-30-0800-abcdefg.md"])
    #expect(
      journal.run("show", id, "--format", "json").json?["values"]?["text"]?.string
        == "the last words")
    let earlier = journal.run("show", id, "--at", "@1", "--format", "json")
    #expect(earlier.status == 1)
    #expect(earlier.errorMessage?.contains("forgotten") == true)
    #expect(journal.run("undo").status == 2)
  }

  @Test func `a backup opens as a journal`() throws {
    let id = try add("kept twice")
    let path = journal.directory.file("backup")
    let outcome = journal.run("backup", path, "--format", "json")
    #expect(outcome.status == 0)
    #expect(outcome.json?["events"]?.int == 1)
    #expect(journal.run("backup", path).status == 0)
    let shown = try Journal.open(at: path).read { try $0.record($0.identity(endingIn: id)) }
    #expect(shown?.values["text"] == .string("kept twice"))
    #expect(journal.run("backup", journal.path).status == 2)
  }

  @Test func `a checkpoint is signed by a key of this journal's own, and verifies`() throws {
    let file = journal.directory.file("now.checkpoint")
    _ = try add("one")
    let first = journal.run("checkpoint", "-o", file)
    #expect(first.status == 0 && first.output.isEmpty)
    #expect(first.errors.contains("made a key in"))
    _ = try add("two")
    let second = journal.run("checkpoint")
    #expect(second.errors.isEmpty)
    #expect(second.lines.first?.hasPrefix("daybook/") == true && second.lines[1] == "2")
    let verified = journal.run("verify", file, "--format", "json")
    #expect(verified.status == 0 && verified.json?["size"]?.int == 1)
    #expect(
      journal.run(["verify", "-", "--format", "json"], input: second.output).json?["size"]?.int
        == 2)
    #expect(journal.run("audit", "--against", file).status == 0)
    #expect(journal.run("audit", "--quick", "--against", file).status == 0)

    // A changed one does not verify, and is compared with nothing.
    let forged = try journal.file(
      "forged", String(decoding: Files.read(file), as: UTF8.self).replacing("\n1\n", with: "\n2\n"))
    let refused = journal.run("verify", forged, "--format", "json")
    #expect(refused.status == 1 && refused.errorKind == "validation")
    #expect(journal.run("audit", "--against", forged).status == 2)

    // Elsewhere the key is not known, and can be named.
    let keys = journal.directory.file(".local/share/daybook/keys")
    let name = try #require(try Files.names(in: keys).first { $0.hasSuffix(".pub") })
    let key = String(decoding: try Files.read("\(keys)/\(name)"), as: UTF8.self).dropLast()
    for name in try Files.names(in: keys) { try Files.remove("\(keys)/\(name)") }
    let unknown = journal.run("verify", file)
    #expect(unknown.status == 1 && unknown.errors.contains("--key"))
    #expect(journal.run("verify", file, "--key", String(key)).status == 0)
    #expect(journal.run("verify", file, "--key", try journal.file("k", "\(key)\n")).status == 0)
  }

  @Test func `a proof verifies without the journal`() throws {
    let id = try add("one")
    _ = try add("two")
    let file = journal.directory.file("0.tlog-proof")
    #expect(journal.run("prove", "0", "-o", file).status == 0)
    #expect(journal.run("prove", "2").status == 2)
    let outcome = journal.run("verify", file, "--format", "json")
    #expect(outcome.status == 0)
    #expect(outcome.json?["sequence"]?.int == 0 && outcome.json?["size"]?.int == 2)
    #expect(outcome.json?["object"]?.string == id)
    let text = String(decoding: try Files.read(file), as: UTF8.self)
    let forged = try journal.file("forged", text.replacing("\nindex 0\n", with: "\nindex 1\n"))
    #expect(journal.run("verify", forged).status == 1)
    #expect(journal.run("verify", try journal.file("empty", "")).status == 1)
    #expect(journal.run("verify", journal.directory.file("none")).status == 2)
  }

  @Test func `an audit finds a journal that was rolled back`() throws {
    _ = try add("one")
    let backup = journal.directory.file("backup")
    journal.run("backup", backup)
    _ = try add("two")
    let file = journal.directory.file("checkpoint")
    journal.run("checkpoint", "-o", file)
    try Files.rename(journal.path, to: journal.directory.file("newer"))
    try Files.rename(backup, to: journal.path)
    let outcome = journal.run("audit", "--against", file, "--format", "json")
    #expect(outcome.status == 1)
    let faults = try #require(outcome.json?["faults"]?.array)
    #expect(faults.map { $0["where"]?.string } == ["checkpoint"])
    #expect(faults.first?["found"]?.string == "1 events: the log was rolled back")
  }

  @Test func `what verifies of a damaged journal is saved, and what does not is told`() throws {
    let ids = try (0..<3).map { try add("entry \($0), zq\($0)damage") }
    let saved = journal.directory.file("saved")
    let sound = journal.run("audit", "--salvage", saved, "--format", "json")
    #expect(sound.status == 0)
    #expect(sound.json?["taken"]?.int == 3 && sound.json?["faults"]?.array?.isEmpty == true)
    #expect(journal.run("audit", "--salvage", saved).status == 2)

    // A bit of one text, wherever it stands.
    let file = "\(journal.path)/1.mdb"
    var bytes = try Files.read(file)
    let text = Array("zq1damage".utf8)
    for place in 0..<bytes.count - text.count where bytes[place...].starts(with: text) {
      bytes[place] ^= 1
    }
    try Files.write(bytes, to: file)
    let audit = journal.run("audit", "--format", "json")
    #expect(audit.status == 1)
    #expect(audit.json?["faults"]?.array?.first?["where"]?.string == "payloads 1")
    let second = journal.directory.file("second")
    let salvage = journal.run("audit", "--salvage", second, "--format", "json")
    #expect(salvage.status == 1)
    #expect(salvage.json?["lost"]?.array?.map(\.string) == [ids[1]])
    #expect(salvage.json?["objects"]?.int == 2)
    #expect(
      try Journal.open(at: second).read { try $0.record($0.identity(endingIn: ids[2])) } != nil)
    #expect(journal.run("audit", "--salvage", second, "--quick").status == 2)
  }
}
