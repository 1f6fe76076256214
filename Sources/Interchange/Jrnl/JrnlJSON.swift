internal import JSON
internal import Model

/// Reads what `jrnl --format json` writes.
///
/// Titles and bodies are joined by a line feed, as jrnl has parted them; what stood between them is not
/// known any more. Dates are those of the clock on the wall, to the minute. Tags that a text has are in it
/// already. Some versions of jrnl wrote `stared`.
public enum JrnlJSON {
  /// Hands over each entry in its order, and reports on the rest.
  ///
  /// - Parameters:
  ///   - source: The bytes, in any encoding of ``SourceText``.
  ///   - path: What the source is called in places.
  ///   - body: Takes an entry.
  /// - Throws: What `body` throws; nothing is read after that.
  public static func read(
    _ source: Span<UInt8>, path: String, _ body: (ImportedEntry) throws -> Void
  ) throws -> ImportReport {
    var reader = JSONRecordReader(path: path)
    var keys = ImportKeys()
    try reader.read(
      source,
      { record, report throws(Unreadable) in try entry(record, &keys) }, body)
    return reader.report
  }

  private static func entry(
    _ record: JSONRecordReader.Record, _ keys: inout ImportKeys
  ) throws(Unreadable) -> ImportedEntry {
    let members = record.members
    guard let day = members.text("date") else { throw Unreadable("it has no date") }
    let time = members.text("time")
    guard let clock = ISOClock.read(time.map { "\(day) \($0)" } ?? day) else {
      throw Unreadable("“\(day)\(time.map { " \($0)" } ?? "")” is no date that the calendar has")
    }
    let title = members.text("title") ?? ""
    let body = members.text("body") ?? ""
    let text = (body.isEmpty ? title : "\(title)\n\(body)").linesNormalized
    var entry = ImportedEntry(
      text: text, time: .clock(clock, zone: nil),
      isStarred: members.isTrue("starred") || members.isTrue("stared"), place: record.place,
      assumed: record.assumed, importKey: keys.key(date: clock, text: text))
    // jrnl lists the tags that it finds in the text; others were given.
    let folded = text.lowercased()
    entry.tags = members.texts("tags").filter { !folded.contains($0.lowercased()) }.map { tag in
      tag.first.map { "@#".contains($0) } ?? false ? String(tag.dropFirst()) : tag
    }
    let known: Set = ["title", "body", "date", "time", "tags", "starred", "stared"]
    if members.keys.contains(where: { !known.contains($0) }) {
      entry.attributes["extra"] = .string(record.source)
    }
    return entry
  }
}
