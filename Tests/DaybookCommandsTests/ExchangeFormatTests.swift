import Archive
import Daybook
import Foundation
import JSON
import TestSupport
import Testing

/// Diaries that come and go through the command line, in each of their formats.
@Suite struct ExchangeFormatTests {
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 2,
    0, 0, 0, 3, 8, 2, 0, 0, 0,
  ]

  /// A Day One archive: an entry with a picture that is there and one that is not, and one of a whole day.
  private func archive(md5: String = "5ba3a4dc0bd44ba81e4d9d4b2d5a8d8e") throws -> [UInt8] {
    let json = """
      {"metadata":{"version":"1.0"},"entries":[
      {"uuid":"0E0E0E0E0E0E4E0E8E0E0E0E0E0E0E01","creationDate":"2024-01-01T00:00:00Z","modifiedDate":"2024-01-01T00:00:05Z",
       "timeZone":"Europe/Berlin","text":"Bells\\\\.\\n\\n![](dayone-moment://X)","starred":true,"tags":["New Year"],
       "richText":"{}","photos":[{"identifier":"X","md5":"\(md5)","type":"png"},{"identifier":"Y","md5":"00","type":"jpeg"}]},
      {"uuid":"0E0E0E0E0E0E4E0E8E0E0E0E0E0E0E02","creationDate":"2023-12-31T23:00:00Z","isAllDay":true,
       "timeZone":"Europe/Berlin","text":"Eve"}]}
      """
    let output = Bytes()
    var zip = ZipWriter { output.bytes += $0 }
    for (name, content) in [
      ("My Journal.json", Array(json.utf8)), ("photos/\(md5).png", Self.png),
      ("__MACOSX/photos/._x.json", [1]),
    ] {
      try zip.begin(name, .deflated)
      try zip.write(content)
      try zip.end()
    }
    try zip.finish()
    return output.bytes
  }

  private final class Bytes {
    var bytes: [UInt8] = []
  }

  private func bytesFile(_ name: String, _ bytes: [UInt8], in journal: TestJournal) throws -> String
  {
    let path = journal.directory.file(name)
    try Files.write(bytes, to: path)
    return path
  }

  @Test func `an archive comes with its media in one commit, and one undo takes it back`() throws {
    let journal = try TestJournal()
    let path = try bytesFile("Export.zip", archive(), in: journal)
    let dry = journal.run("import", path, "--dry-run", "--format", "json")
    #expect(dry.json?["format"] == "dayone")
    #expect(dry.json?["years"] == ["2024": 2])
    #expect(dry.json?["first"] == "2024-01-01T00:00:00+01:00[Europe/Berlin]")
    #expect(dry.json?["media"] == 2)
    #expect(journal.run("info").status == 3)

    let imported = journal.run("import", path, "--format", "json")
    #expect(imported.status == 0)
    #expect(imported.json?["imported"] == 2)
    // The picture has another checksum than it says, and another is missing: told, and not fatal.
    #expect(imported.json?["doubtful"]?.array?.count == 2)
    let set = imported.json?["changeSets"]?.array?.first
    #expect(set?["from"] == 0)
    #expect(set?["to"] == 4)
    let media = journal.run("fetch", "medium", "--format", "json").json?["objects"]?.array ?? []
    #expect(media.compactMap { $0["values"]?["mimeType"]?.string } == ["image/png"])
    #expect(media.compactMap { $0["values"]?["width"]?.int } == [2])
    let entry = journal.run("fetch", "entry", "--where", "starred = YES", "--format", "json")
      .json?["objects"]?.array?.first?["values"]
    #expect(entry?["text"] == "Bells.\n\n![](dayone-moment://X)")
    #expect(entry?["media"]?.array?.count == 2)

    let again = journal.run("import", path, "--format", "json")
    #expect(again.json?["unchanged"] == 2)
    #expect(again.json?["changeSets"] == [])
    journal.run("undo")
    #expect(journal.run("fetch", "entry", "--count").output == "0\n")
    #expect(journal.run("fetch", "medium", "--count").output == "0\n")
    #expect(journal.run("audit").status == 0)
  }

  @Test func `a checksum that agrees is not told`() throws {
    let journal = try TestJournal()
    let path = try bytesFile(
      "Export.zip", archive(md5: "035edcf4f6e677a6903a4cc1717ce513"), in: journal)
    let imported = journal.run("import", path, "--format", "json")
    #expect(imported.json?["doubtful"]?.array?.count == 1)
  }

  @Test func `a record that was changed later changes its entry, and an older one does not`() throws
  {
    let journal = try TestJournal()
    func record(_ text: String, modified: String) -> String {
      """
      {"entries":[{"uuid":"0E0E0E0E0E0E4E0E8E0E0E0E0E0E0E01","creationDate":"2024-01-01T00:00:00Z",
      "modifiedDate":"\(modified)","timeZone":"UTC","text":"\(text)"}]}
      """
    }
    journal.run("import", "-", input: record("Bells", modified: "2024-01-01T00:00:05Z"))
    let newer = journal.run(
      "import", "-", "--format", "json",
      input: record("Bells, and rain", modified: "2024-02-02T00:00:00Z"))
    #expect(newer.json?["imported"] == 1)
    #expect(newer.json?["updated"] == 1)
    let older = journal.run(
      "import", "-", "--format", "json", input: record("Bells", modified: "2024-01-01T00:00:05Z"))
    #expect(older.json?["unchanged"] == 1)
    #expect(older.json?["doubtful"]?.array?.count == 1)
    #expect(journal.run("fetch", "entry", "--count").output == "1\n")
    let text = journal.run("fetch", "entry", "--format", "json").json?["objects"]?.array?.first
    #expect(text?["values"]?["text"] == "Bells, and rain")
  }

  @Test func `jrnl's configuration brings all its journals`() throws {
    let journal = try TestJournal()
    try journal.file(inFolders: "jrnl/journal.txt", "[2020-01-01 10:00] home\n")
    try journal.file(inFolders: "work/2020/01/02.txt", "[11:00] office\n")
    try journal.file(inFolders: "locked.txt", "gAAAAABlongcipher")
    let configuration = try journal.file(
      "jrnl.yaml",
      """
      colors:
        body: none
      journals:
        default:
          journal: ~/jrnl/journal.txt
        work: $PLACE/work
        locked: locked.txt
        gone: /nowhere/journal.txt
      version: v4.6
      """)
    journal.variables["PLACE"] = journal.directory.path
    let imported = journal.run("import", configuration, "--format", "json")
    #expect(imported.status == 1)
    #expect(imported.json?["read"] == 4)
    #expect(imported.json?["imported"] == 2)
    let reasons = imported.json?["left"]?.array?.compactMap { $0["reason"]?.string } ?? []
    #expect(reasons.count == 2)
    #expect(reasons.contains { $0.contains("daybook import --as jrnl -") })
    let work = journal.run("list", "--tagged", "work", "--format", "json")
    #expect(work.output.contains("office"))
    #expect(!work.output.contains("home"))
  }

  @Test(arguments: ["dayone", "markdown", "csv", "jrnl", "jrnl-json"])
  func `what is exported comes back, here as nothing new and elsewhere whole`(format: String) throws
  {
    let journal = try TestJournal()
    journal.run(
      "add", "--date", "2020-02-03 04:05", "--tag", "x y", "--star", "First line.\nbody, \\.")
    journal.run("add", "--date", "2020-02-03 04:05", "Second @tag")
    journal.run("add", "--date", "2021-02-03 04:05", "=1+1")
    let file = journal.directory.file("out")
    let exported = journal.run("export", "--as", format, "-o", file)
    #expect(exported.status == 0)
    let here = journal.run("import", file, "--as", format, "--format", "json")
    #expect(here.json?["read"] == 3)
    #expect(here.json?["unchanged"] == 3)
    let other = try TestJournal(seed: 2)
    let there = other.run("import", file, "--format", "json")
    #expect(there.json?["format"]?.string == (format == "markdown" ? "markdown" : format))
    #expect(there.json?["imported"] == 3)
    func values(_ journal: TestJournal) -> [JSONValue?] {
      journal.run("fetch", "entry", "--sort", "text asc", "--format", "json").json?["objects"]?
        .array?
        .flatMap { entry in
          ["text", "creationTime", "starred"].map { entry["values"]?[$0] }
            + (format == "jrnl" ? [] : [entry["values"]?["givenTags"]])
        } ?? []
    }
    #expect(values(journal) == values(other))
  }

  @Test func `a folder of Markdown has a file a day, and its media`() throws {
    let journal = try TestJournal()
    let path = try bytesFile("Export.zip", archive(), in: journal)
    journal.run("import", path)
    let folder = journal.directory.file("notes") + "/"
    #expect(journal.run("export", "--as", "markdown", "-o", folder).status == 0)
    #expect(try Files.names(in: folder) == ["2024", "media"])
    #expect(try Files.names(in: folder + "2024") == ["2024-01-01.md"])
    #expect(try Files.names(in: folder + "media").count == 1)
    let other = try TestJournal(seed: 2)
    #expect(other.run("import", folder, "--format", "json").json?["imported"] == 2)
    let media = other.run("fetch", "medium", "--format", "json").json?["objects"]?.array
    #expect(media?.compactMap { $0["values"]?["content"]?["size"]?.int } == [Int64(Self.png.count)])
  }

  @Test func `a page has its pictures in it, and a folder beside it`() throws {
    let journal = try TestJournal()
    let path = try bytesFile("Export.zip", archive(), in: journal)
    journal.run("import", path)
    let page = journal.directory.file("diary.html")
    let exported = journal.run("export", "-o", page)
    #expect(exported.status == 0)
    #expect(exported.errors.contains("media without content"))
    let html = String(decoding: try Files.read(page), as: UTF8.self)
    #expect(html.contains("src=\"data:image/png;base64,iVBORw0KGgo"))
    #expect(html.contains("<h2>2024</h2>"))
    #expect(html.contains("January 2024"))
    #expect(html.contains("default-src 'none'"))
    let folder = journal.directory.file("pages") + "/"
    journal.run("export", "--as", "html", "-o", folder)
    #expect(try Files.names(in: folder) == ["index.html", "media"])
    #expect(journal.run("export", "--as", "csv", "-o", folder).status == 2)
  }

  @Test func `what a format cannot hold is told with how often`() throws {
    let journal = try TestJournal()
    journal.run("add", "--tag", "x", "--mood", "3", "a")
    journal.run("add", "--mood", "3", "b")
    let exported = journal.run("export", "--as", "jrnl")
    #expect(exported.errors.contains("moods: 2"))
    #expect(exported.errors.contains("tags beside the text: 1"))
    #expect(exported.output.contains("] a\n"))
    #expect(!journal.run("export", "--as", "markdown").errors.contains("cannot hold"))
  }

  @Test func `what can be guessed is said, and what cannot is refused`() throws {
    let journal = try TestJournal()
    let csv = journal.run("import", "-", input: "date,text\n2020-01-01,x\n")
    #expect(csv.errors.contains("standard input is read as CSV"))
    let broken = journal.run("import", "-", "--format", "json", input: "PK\u{3}\u{4}zip")
    #expect(broken.status == 2)
    #expect(journal.run("import", "-", "--as", "nothing", input: "").status == 2)
  }

  @Test func `an export that cannot be written names what the user named`() throws {
    let journal = try TestJournal()
    _ = journal.run("add", "Rain.")
    let exported = journal.run("export", "-o", "/no/such/x.csv")
    #expect(exported.status != 0)
    #expect(exported.errors.contains("cannot write /no/such/x.csv: "))
    #expect(!exported.errors.contains(".part"))
  }

  @Test func `JSON that is cut off gives what is whole, and says where it ends`() throws {
    let journal = try TestJournal()
    let text =
      #"{"entries": [\#n{"title": "One", "body": "", "date": "2024-05-01", "time": "08:00"},\#n{"title": "Tw"#
    let path = try bytesFile("jrnl.json", Array(text.utf8), in: journal)
    let imported = journal.run("import", path, "--as", "jrnl-json", "--format", "json")
    #expect(imported.status == 1)
    #expect(imported.json?["imported"] == 1)
    #expect(
      imported.json?["left"]?.array?.first?["reason"] == "the JSON is cut off within it")
    let early = try bytesFile("early.json", Array(#"{"ent"#.utf8), in: journal)
    let refused = journal.run("import", early)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("early.json:1: the JSON is cut off here"))
  }

  @Test func `what a model of one's own has added to entries is told as lost`() throws {
    let journal = try TestJournal()
    let model =
      #"{"entities":{"dream":{"parent":"entry","attributes":{"vividness":{"type":"int"}}}}}"#
    let path = try bytesFile("model.json", Array(model.utf8), in: journal)
    #expect(journal.run("model", "apply", path).status == 0)
    _ = journal.run(
      "insert", "dream", "text=Flying.", "creationTime=2024-05-01T08:00:00Z", "vividness=3")
    for format in ["jrnl", "jrnl-json", "markdown", "csv", "html"] {
      let exported = journal.run("export", "--as", format)
      #expect(exported.output.contains("Flying."))
      #expect(exported.errors.contains("values of vividness: 1"), "\(format)")
    }
  }

  @Test(arguments: ["jrnl", "jrnl-json", "markdown", "csv", "dayone"])
  func `what was exported is known when it comes back`(format: String) throws {
    let journal = try TestJournal()
    let diary = try bytesFile(
      "diary.txt",
      Array("[2024-01-01 10:00] One\nbody\n\n[2024-01-02 10:00:30] Two\n\n[2024-01-03] Day\n".utf8),
      in: journal)
    #expect(journal.run("import", diary).status == 0)
    #expect(journal.run("import", try bytesFile("Export.zip", archive(), in: journal)).status == 0)
    #expect(journal.run("add", "Written here.").status == 0)
    let one = try #require(journal.run("list", "--contains", "One", "--quiet").lines.first)
    #expect(journal.run("update", one, "text=One, changed").status == 0)

    let file = journal.directory.file("out.\(format)")
    #expect(journal.run("export", "--as", format, "-o", file).status == 0)
    let back = journal.run("import", file, "--as", format, "--format", "json")
    #expect(back.json?["read"] == 6)
    #expect(back.json?["imported"] == 0)
    #expect(back.json?["unchanged"] == 6)
    #expect(journal.run("import", diary, "--format", "json").json?["imported"] == 0)
  }

  @Test func `one file of a folder or an archive that cannot be read stops no other`() throws {
    let journal = try TestJournal()
    let folder = journal.directory.file("folder")
    try Files.makeDirectory(folder)
    try Files.write(Array("---\ndate: 2024-01-01\n---\nOne".utf8), to: "\(folder)/a.md")
    for (link, target) in [("loop.md", "loop.md"), ("self", "."), ("gone.md", "/no/such")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(link)", withDestinationPath: target)
    }
    let imported = journal.run("import", folder, "--format", "json")
    #expect(imported.status == 1)
    #expect(imported.json?["imported"] == 1)
    #expect(
      Set(imported.json?["left"]?.array?.compactMap { $0["place"]?.string } ?? [])
        == ["\(folder)/loop.md", "\(folder)/gone.md"])

    // The first of two files, whose compression is broken.
    let output = Bytes()
    var zip = ZipWriter { output.bytes += $0 }
    for number in 1...2 {
      let text = (0..<200).map { "\($0 * $0 % 97)" }.joined(separator: " ")
      try zip.begin("\(number).json", .deflated)
      try zip.write(
        Array(
          #"{"metadata":{},"entries":[{"creationDate":"2024-01-0\#(number)T00:00:00Z","text":"\#(text)"}]}"#
            .utf8))
      try zip.end()
    }
    try zip.finish()
    for place in 60..<120 { output.bytes[place] ^= 0xFF }
    let archive = journal.run(
      "import", try bytesFile("broken.zip", output.bytes, in: journal), "--format", "json")
    #expect(archive.json?["imported"] == 1)
    #expect(archive.json?["left"]?.array?.map { $0["place"] } == ["1.json"])
  }
}
