internal import Daybook
internal import JSON
public import Model

/// Writes Markdown that people read and ``MarkdownDiary`` reads back whole.
///
/// Each entry has a heading and its text as it stands. What the text does not show (identity, zone, tags, places)
/// is in a comment above the heading, which no page shows: see `MarkdownMark`. A file holds all entries, or, in
/// a folder, those of one day, with media beside them.
public struct MarkdownWriter: EntryWriter {
  /// What the format could not say so far.
  public private(set) var losses = ExportLosses()
  private var day: String?
  private var days: Set<String> = []
  /// The media to be written behind the last entry, each once.
  private var media: [String: ContentReference] = [:]
  private var year = ""

  /// Begins a file or a folder.
  public init() {}

  /// Writes an entry behind those before it; false where the format cannot hold it.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - output: Where it goes.
  ///   - content: Reads the contents of its media.
  public mutating func append(
    _ entry: ExportedEntry, to output: any EntryOutput, _ content: ContentReader
  ) throws -> Bool {
    losses.add(entry, lacking: [])
    let parts = RFC3339Parts(entry.time)
    var text = ""
    if output.isFolder {
      try beginFile(parts.date, output)
    } else if !parts.date.hasPrefix(year) || year.isEmpty {
      text += year.isEmpty ? "" : "\n"
      year = String(parts.date.prefix { $0 != "-" }) + "-"
    } else {
      text += "\n"
    }
    if !output.isFolder, !entry.media.isEmpty { losses.add("media, which only a folder can hold") }
    text += MarkdownMark.line(mark(of: entry, isFolder: output.isFolder)) + "\n"
    let time = entry.isAllDay ? "" : " \(parts.time.prefix(5))"
    text += "## \(parts.date)\(time)\(entry.isStarred ? " ★" : "")\n\n"
    let body = entry.text.linesNormalized
    if body != entry.text {
      losses.add("blank lines at the end of a text, and line ends other than line feeds")
    }
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      text += MarkdownMark.escaped(line) + "\n"
    }
    if output.isFolder { text += shown(entry.media) }
    try output.write(Array(text.utf8))
    return true
  }

  /// Writes what stands behind the last entry.
  ///
  /// - Parameters:
  ///   - output: Where it goes.
  ///   - content: Reads the contents of media.
  public mutating func finish(_ output: any EntryOutput, _ content: ContentReader) throws {
    for (name, reference) in media.sorted(by: { $0.key < $1.key }) {
      try output.begin("media/\(name)")
      if try !content(reference, { try output.write($0) }) {
        losses.add("contents of media that are not whole in the journal")
      }
    }
  }

  /// The days of a file's name come in order, as the entries do; one that comes again gets a number.
  private mutating func beginFile(_ date: String, _ output: any EntryOutput) throws {
    guard date != day else { return try output.write([UInt8(ascii: "\n")]) }
    day = date
    var name = date
    var number = 1
    while !days.insert(name).inserted {
      number += 1
      name = "\(date)-\(number)"
    }
    let year = date.dropLast(6)
    try output.begin("\(year)/\(name).md")
  }

  private func mark(of entry: ExportedEntry, isFolder: Bool) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("date", entry.time.rfc3339)
    writer.member("id", entry.sourceIdentity.description)
    if entry.isAllDay { writer.member("allDay", true) }
    if entry.isStarred { writer.member("starred", true) }
    if !entry.givenTags.isEmpty { writer.member("tags", entry.givenTags) }
    writer.member(ifPresent: "mood", entry.int("mood"))
    for name in ["place", "weather", "markup", "extra"] {
      writer.member(ifPresent: name, entry.string(name))
    }
    for name in ["latitude", "longitude"] {
      writer.member(ifPresent: name, entry.double(name))
    }
    writer.member(ifPresent: "modified", entry.modified?.rfc3339)
    if isFolder, !entry.media.isEmpty {
      writer.member("media")
      writer.beginArray()
      for medium in entry.media {
        writer.beginObject()
        writer.member(ifPresent: "file", medium.fileName.map { "media/\($0)" })
        for name in ["type", "name", "caption"] {
          writer.member(ifPresent: name, medium.string(name))
        }
        for name in ["width", "height"] { writer.member(ifPresent: name, medium.int(name)) }
        writer.member(ifPresent: "duration", medium.duration)
        writer.endObject()
      }
      writer.endArray()
    }
    writer.endObject()
    return writer.text
  }

  /// The lines that show media, behind a mark that parts them from the text.
  private mutating func shown(_ media: [ExportedMedium]) -> String {
    var lines = ""
    for medium in media {
      guard let name = medium.fileName, let content = medium.content else { continue }
      self.media[name] = content
      let caption = (medium.string("caption") ?? medium.string("name") ?? "")
        .filter { $0 != "[" && $0 != "]" && !$0.isNewline }
      lines += "\(medium.kind == .image ? "!" : "")[\(caption)](../media/\(name))\n"
    }
    return lines.isEmpty ? "" : "\n\(MarkdownMark.line(#"{"media":true}"#))\n\(lines)"
  }
}
