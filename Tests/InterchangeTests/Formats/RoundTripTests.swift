import Archive
import Daybook
import Interchange
import Model
import TestSupport
import Testing

/// The law of every format that is written: what is read back is what was written, as far as the format can
/// say it.
@Suite struct RoundTripTests {
  @Test(arguments: 0..<80 as Range<UInt64>)
  func `a folder of Markdown gives everything back`(seed: UInt64) throws {
    let sample = SampleDiary(seed: seed)
    let output = MemoryOutput(isFolder: true)
    try sample.write(MarkdownWriter(), to: output)
    let reading = try Reading(.markdown, output.source)
    #expect(reading.report.left.isEmpty)
    #expect(reading.report.doubtful.isEmpty)
    // Days are files, so that the order of days comes back, and that within them.
    try sample.compare(reading.entries, keeping: .all, isOrdered: false)
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `a file of Markdown gives everything but media back, in order`(seed: UInt64) throws {
    let sample = SampleDiary(seed: seed)
    let output = MemoryOutput(isFolder: false)
    try sample.write(MarkdownWriter(), to: output)
    let reading = try Reading(
      .markdown, ImportSource(SourceFile(path: "diary.md", bytes: output.bytes)))
    #expect(reading.report.left.isEmpty)
    try sample.compare(reading.entries, keeping: .all.subtracting([.media]), isOrdered: true)
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `Day One's archive gives back all but moods and fractions of seconds`(seed: UInt64) throws {
    let sample = SampleDiary(seed: seed)
    let output = MemoryOutput(isFolder: false)
    try sample.write(DayOneWriter(), to: output)
    let reading = try Reading(.dayOne, output.source)
    #expect(reading.report.left.isEmpty)
    try sample.compare(
      reading.entries, keeping: .all.subtracting([.mood, .fraction, .extra]), isOrdered: true)
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `a table gives everything but media back`(seed: UInt64) throws {
    let sample = SampleDiary(seed: seed)
    let output = MemoryOutput(isFolder: false)
    try sample.write(CSVWriter(), to: output)
    let reading = try Reading(
      .csv, ImportSource(SourceFile(path: "diary.csv", bytes: output.bytes)))
    #expect(reading.report.left.isEmpty)
    #expect(reading.report.doubtful.isEmpty)
    try sample.compare(reading.entries, keeping: .all.subtracting([.media]), isOrdered: true)
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `no cell of a table is a formula`(seed: UInt64) throws {
    let sample = SampleDiary(seed: seed)
    let output = MemoryOutput(isFolder: false)
    try sample.write(CSVWriter(), to: output)
    // Cells begin at a line's start and behind commas; of those in quotes, what is in them counts.
    var isQuoted = false
    var previous = UInt8(ascii: ",")
    for byte in output.bytes.dropFirst(3) {
      let isFirst = previous == UInt8(ascii: ",") || previous == UInt8(ascii: "\n")
      if byte == UInt8(ascii: "\"") {
        if !isQuoted, isFirst {
          isQuoted = true
          previous = UInt8(ascii: ",")
          continue
        }
        isQuoted.toggle()
      } else if isFirst, !isQuoted || previous == UInt8(ascii: ",") {
        // Offsets and coordinates are numbers, and no spreadsheet runs those.
        #expect(byte != UInt8(ascii: "=") && byte != UInt8(ascii: "@"))
      }
      previous = isQuoted && byte == UInt8(ascii: ",") ? 0 : byte
      if isQuoted, previous == UInt8(ascii: "\n") { previous = 0 }
    }
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `jrnl's JSON gives back texts, minutes, stars and tags`(seed: UInt64) throws {
    let sample = SampleDiary(seed: seed)
    let output = MemoryOutput(isFolder: false)
    try sample.write(JrnlJSONWriter(), to: output)
    let reading = try Reading(
      .jrnlJSON, ImportSource(SourceFile(path: "diary.json", bytes: output.bytes)))
    #expect(reading.report.left.isEmpty)
    #expect(reading.texts == sample.entries.map(\.text))
    #expect(reading.entries.map(\.isStarred) == sample.entries.map(\.isStarred))
    #expect(
      reading.dates.map { $0.prefix(16) }
        == sample.entries.map { WallClock($0.time, isWholeDay: false).description.prefix(16) })
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `a page holds every word and runs nothing of it`(seed: UInt64) throws {
    let sample = SampleDiary(seed: seed)
    var overview = HTMLWriter.Overview()
    for entry in sample.entries { overview.add(entry) }
    let output = MemoryOutput(isFolder: false)
    try sample.write(HTMLWriter(title: "<Diary> & more", overview: overview), to: output)
    let page = String(decoding: output.bytes, as: UTF8.self)
    #expect(page.contains("&lt;Diary&gt; &amp; more"))
    let body = page.split(separator: "<main>").last ?? ""
    let articles = body.split(separator: "<article ").dropFirst()
    #expect(articles.count == sample.entries.count)
    // The only script is the page's own, behind the entries.
    #expect(body.split(separator: "<script").count == 2)
    for scheme in ["javascript:", "src=\"http", "url("] {
      #expect(!page.contains(scheme) || !articles.contains { $0.contains("=\"\(scheme)") })
    }
  }
}

/// What an export writes, in memory.
final class MemoryOutput: EntryOutput {
  let isFolder: Bool
  var bytes: [UInt8] = []
  private var files: [(path: String, bytes: [UInt8])] = []

  init(isFolder: Bool) {
    self.isFolder = isFolder
  }

  func write(_ bytes: [UInt8]) {
    if isFolder, let last = files.indices.last {
      files[last].bytes += bytes
    } else {
      self.bytes += bytes
    }
  }

  func begin(_ path: String) {
    files.append((path, []))
  }

  /// The folder, or the archive, as a source.
  var source: ImportSource {
    get throws {
      var files = files
      if !isFolder {
        let bytes = bytes
        let archive = try ZipReader(size: UInt64(bytes.count)) { offset, count in
          let start = min(Int(offset), bytes.count)
          return Array(bytes[start..<min(start + count, bytes.count)])
        }
        files = try archive.members.map { member in
          let next = try archive.open(member)
          var content: [UInt8] = []
          while case let part = try next(), !part.isEmpty { content += part }
          return (member.name, content)
        }
      }
      return ImportSource(
        folder: "export", files: files.map { SourceFile(path: $0.path, bytes: $0.bytes) })
    }
  }
}

/// A diary with all that an entry can have, made of a seed.
struct SampleDiary {
  /// What a format can say.
  enum Part {
    case media, mood, fraction, extra
  }

  private(set) var entries: [ExportedEntry] = []
  private var contents: [[UInt8]: [UInt8]] = [:]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var instant = Int64(random.below(4_000_000_000)) * 1_000_000 - 2_000_000_000_000_000
    for _ in 0..<random.below(12) {
      instant += Int64(random.below(200_000)) * 1_000_000
      if random.below(4) == 0 { instant += Int64(random.below(1_000_000)) }
      append(at: instant, &random)
    }
  }

  private mutating func append(at instant: Int64, _ random: inout SplitMix64) {
    let zones: [(Int32, String?)] = [
      (0, "UTC"), (3600, nil), (-18_000, nil), (20_700, nil), (3600, "Europe/Berlin"), (0, nil),
    ]
    let (offset, zone) = zones[random.below(zones.count)]
    var values: PropertyValues = [
      "text": .string(Self.text(&random)),
      "creationTime": .date(Moment(microseconds: instant, offsetSeconds: offset, zone: zone)),
    ]
    if random.below(5) == 0 { values["allDay"] = .bool(true) }
    if random.below(3) == 0 { values["starred"] = .bool(true) }
    if random.below(3) == 0 {
      let tags = ["home", "Zwei Wörter", "=SUM(1)", "-->", "a,b", "🏖️", "'quoted"]
      values["givenTags"] = .list(
        (0...random.below(3)).map { .string(tags[(random.below(7) + $0) % 7]) })
    }
    if random.below(3) == 0 { values["mood"] = .int(Int64(random.below(11)) - 5) }
    if random.below(3) == 0 {
      values["place"] = .string("Café, \"Pier\" 5")
      values["latitude"] = .double(-33.5)
      values["longitude"] = .double(151.25)
    }
    if random.below(4) == 0 { values["weather"] = .string("Rain; -3 °C") }
    if random.below(4) == 0 { values["extra"] = .string("{\"a\":\"--> b\"}\nline") }
    if random.below(3) == 0 {
      values["modifiedTime"] = .date(
        Moment(microseconds: instant / 1_000_000 * 1_000_000 + 5_000_000))
    }
    let id = ObjectID(high: random.next(), low: random.next())
    var media: [Record] = []
    for _ in 0..<(random.below(3) == 0 ? 1 + random.below(3) : 0) {
      media.append(medium(&random))
    }
    if let entry = ExportedEntry(
      Record(id: id, entity: "entry", version: .first, values: values), media: media)
    {
      entries.append(entry)
    }
  }

  private mutating func medium(_ random: inout SplitMix64) -> Record {
    let bytes = (0..<random.below(3000)).map { _ in UInt8(random.below(256)) }
    var digest = [UInt8](repeating: 0, count: 32)
    for place in digest.indices { digest[place] = UInt8(random.below(256)) }
    contents[digest] = bytes
    let kinds = [
      ("image", "image/png"), ("audio", "audio/mp4"), ("video", "video/mp4"),
      ("document", "application/pdf"),
    ]
    let (kind, mimeType) = kinds[random.below(4)]
    var values: PropertyValues = [
      "type": .string(kind), "mimeType": .string(mimeType),
      "content": .content(ContentReference(digest: digest, size: UInt64(bytes.count))),
      "name": .string("Bild 1.\(kind)"),
    ]
    if random.below(2) == 0 { values["caption"] = .string("a [caption] with -- marks") }
    if random.below(2) == 0 { values["width"] = .int(640) }
    return Record(
      id: ObjectID(high: random.next(), low: random.next()), entity: "medium", version: .first,
      values: values)
  }

  /// Texts of pieces that formats could take for something of theirs.
  private static func text(_ random: inout SplitMix64) -> String {
    let pieces = [
      "Title", "=1+1", "@home", "#tag", "-5 degrees", "'=x", "''", "\"quoted\"", "a\\.b", "\\",
      "\\\\",
      "`code \\.`", "```", "~~~", "`", "``", "<!-- daybook {\"date\":\"2020-01-01T00:00:00Z\"} -->",
      "\\<!-- daybook x", "## 2020-01-01", "---", "date: 2020-01-01", "# Heading", "<b>&amp;</b>",
      "<script>alert(1)</script>", "[link](javascript:x)", "**bold** _em_", "é", "e\u{301}", "🙂👩‍👩‍👦",
      "\u{2028}", "\t", " ", ", ; |", "[2020-01-01 10:00] x", "![](dayone-moment://X)", "\u{1}",
    ]
    var text = ""
    for _ in 0..<random.below(14) {
      text += pieces[random.below(pieces.count)]
      text += ["", " ", "\n", "\n\n"][random.below(4)]
    }
    // Blank lines at the end are no text.
    while let last = text.unicodeScalars.last, last == "\n" || last == " " || last == "\t" {
      text.unicodeScalars.removeLast()
    }
    return text
  }

  func write(_ writer: some EntryWriter, to output: MemoryOutput) throws {
    var writer = writer
    func read(_ content: ContentReference, _ body: ([UInt8]) throws -> Void) throws -> Bool {
      guard let bytes = contents[content.digest] else { return false }
      // In pieces, as a journal gives them.
      for start in stride(from: 0, to: bytes.count, by: 1000) {
        try body(Array(bytes[start..<min(start + 1000, bytes.count)]))
      }
      return true
    }
    for entry in entries {
      let isWritten = try writer.append(entry, to: output, read)
      #expect(isWritten)
    }
    try writer.finish(output, read)
  }

  /// Compares what was read with what was written.
  func compare(_ read: [ImportedEntry], keeping parts: Set<Part>, isOrdered: Bool) throws {
    try #require(read.count == entries.count)
    let read =
      isOrdered
      ? read
      : try entries.map { entry in try #require(read.first { $0.identity == entry.id }) }
    for (entry, copy) in zip(entries, read) {
      #expect(copy.identity == entry.id)
      #expect(copy.text == entry.text)
      #expect(copy.isStarred == entry.isStarred)
      #expect(copy.isAllDay == entry.isAllDay)
      #expect(copy.tags == entry.givenTags)
      let seconds = entry.time.microseconds - entry.time.microseconds % 1_000_000
      let floor = seconds > entry.time.microseconds ? seconds - 1_000_000 : seconds
      guard case .instant(let instant, let zone) = copy.time else {
        Issue.record("\(copy.time) is no instant")
        continue
      }
      #expect(instant == (parts.contains(.fraction) ? entry.time.microseconds : floor))
      let zones = entry.time.zone.map { [$0] } ?? Self.names(of: entry.time.offsetSeconds)
      #expect(zone.map { zones.contains($0) } ?? (entry.time.offsetSeconds == 0))
      #expect((copy.modified == nil) == (entry.modified == nil))
      for name in ["place", "weather", "latitude", "longitude"] {
        #expect(copy.attributes[name] == entry.values[name])
      }
      if parts.contains(.mood) { #expect(copy.attributes["mood"] == entry.values["mood"]) }
      if parts.contains(.extra) { #expect(copy.attributes["extra"] == entry.values["extra"]) }
      if parts.contains(.media) { try compare(copy.media, entry.media) }
    }
  }

  private func compare(_ read: [ImportedMedium], _ written: [ExportedMedium]) throws {
    // Formats list media by kind.
    func key(_ kind: String?) -> String { kind ?? "" }
    let order = ["image", "video", "audio", "document"]
    let sorted = written.enumerated().sorted {
      (order.firstIndex(of: key($0.element.kindName)) ?? 9, $0.offset)
        < (order.firstIndex(of: key($1.element.kindName)) ?? 9, $1.offset)
    }.map(\.element)
    let isByKind = read.map(\.kind.rawValue) != written.compactMap(\.kindName)
    try #require(read.count == written.count)
    for (copy, medium) in zip(read, isByKind ? sorted : written) {
      #expect(copy.kind.rawValue == medium.kindName)
      if case .string(let caption)? = medium.values["caption"] { #expect(copy.caption == caption) }
      if case .int(let width)? = medium.values["width"] { #expect(copy.width == width) }
      if case .string(let name)? = medium.values["name"] { #expect(copy.name == name) }
      let file = try #require(copy.file)
      guard case .content(let content)? = medium.values["content"] else { continue }
      let bytes = try file.withBytes { span in
        var bytes: [UInt8] = []
        for place in span.indices { bytes.append(span[place]) }
        return bytes
      }
      #expect(bytes == contents[content.digest])
    }
  }

  /// The names that an offset has.
  private static func names(of seconds: Int32) -> [String] {
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let sign = seconds < 0 ? "-" : "+"
    let (hours, minutes) = (two(abs(seconds) / 3600), two(abs(seconds) / 60 % 60))
    return ["\(sign)\(hours):\(minutes)", "GMT\(sign)\(hours)\(minutes)"]
      + (seconds == 0 ? ["UTC"] : [])
  }
}

extension ExportedMedium {
  fileprivate var kindName: String? {
    if case .string(let kind)? = values["type"] { kind } else { nil }
  }
}

extension Set<SampleDiary.Part> {
  static let all: Set = [.media, .mood, .fraction, .extra]
}
