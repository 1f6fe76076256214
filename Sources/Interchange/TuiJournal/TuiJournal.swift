internal import JSON
internal import Model

/// Reads what tui-journal exports (`{"version": 100, "entries": […]}`) and the file that its JSON backend
/// keeps (an array).
///
/// Dates are instants in UTC. The title becomes the first line of the text; a priority is kept with the
/// source record.
public enum TuiJournal {
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
    guard let date = members.text("date") else { throw Unreadable("it has no date") }
    guard let clock = ISOClock.read(date) else {
      throw Unreadable("“\(date)” is no date that the calendar has")
    }
    let title = members.text("title") ?? ""
    let content = members.text("content") ?? ""
    let text = [title, content].filter { !$0.isEmpty }.joined(separator: "\n").linesNormalized
    let time = ISOClock.instant(date).map { ImportedTime.instant($0, zone: nil) }
    var entry = ImportedEntry(
      text: text, time: time ?? .clock(clock, zone: nil), place: record.place,
      assumed: record.assumed, importKey: keys.key(date: clock, text: text))
    entry.tags = members.texts("tags")
    if members["priority"]?.int != nil { entry.attributes["extra"] = .string(record.source) }
    return entry
  }
}
