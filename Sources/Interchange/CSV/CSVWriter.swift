public import Model

/// Writes a table, a row an entry, that spreadsheets open and run nothing of.
///
/// Cells that would be formulas are kept from being so by a quote: see `CSVCell`. Dates and times stand in
/// columns of their own, as the clock on the wall showed them, with the offset and the zone beside them.
public struct CSVWriter: EntryWriter {
  /// What the format could not say so far.
  public private(set) var losses = ExportLosses()
  private var hasBegun = false

  private static let columns = [
    "date", "time", "offset", "zone", "allDay", "starred", "mood", "tags", "text", "place",
    "latitude", "longitude", "weather", "modified", "markup", "extra", "id",
  ]

  /// Begins a table.
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
    var row: [UInt8] = []
    begin(&row)
    losses.add(entry, lacking: [.media])
    if entry.givenTags.contains(where: { $0.contains("|") }) {
      losses.add("tags with a bar in them, which will be read as two")
    }
    let parts = RFC3339Parts(entry.time)
    func text(_ text: String?) {
      if let text { CSVCell.append(text, to: &row) }
      row.append(UInt8(ascii: ","))
    }
    func plain(_ text: String?) {
      if let text { row += text.utf8 }
      row.append(UInt8(ascii: ","))
    }
    plain(parts.date)
    plain(parts.time)
    plain(parts.offset)
    text(entry.time.zone)
    plain(entry.isAllDay ? "true" : nil)
    plain(entry.isStarred ? "true" : nil)
    plain(entry.int("mood").map { "\($0)" })
    text(Self.tags(of: entry))
    text(entry.text)
    text(entry.string("place"))
    plain(entry.double("latitude").map { "\($0)" })
    plain(entry.double("longitude").map { "\($0)" })
    text(entry.string("weather"))
    plain(entry.modified?.rfc3339)
    text(entry.string("markup"))
    text(entry.string("extra"))
    plain(entry.sourceIdentity.description)
    row[row.count - 1] = UInt8(ascii: "\r")
    row.append(UInt8(ascii: "\n"))
    try output.write(row)
    return true
  }

  /// Writes what stands behind the last entry.
  ///
  /// - Parameters:
  ///   - output: Where it goes.
  ///   - content: Reads the contents of media.
  public mutating func finish(_ output: any EntryOutput, _ content: ContentReader) throws {
    var row: [UInt8] = []
    begin(&row)
    if !row.isEmpty { try output.write(row) }
  }

  /// The tags, parted by bars; a bar behind the last where a comma would be taken to part them.
  private static func tags(of entry: ExportedEntry) -> String? {
    if entry.givenTags.isEmpty { return nil }
    let text = entry.givenTags.joined(separator: " | ")
    return text.contains(",") && !text.contains("|") ? text + " |" : text
  }

  private mutating func begin(_ row: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    // With a byte order mark, spreadsheets take it for UTF-8.
    row += [0xEF, 0xBB, 0xBF]
    row += Self.columns.joined(separator: ",").utf8
    row += "\r\n".utf8
  }
}

/// The parts of a moment's text: `2026-11-30`, `08:12:33`, `+01:00`.
struct RFC3339Parts {
  let date: String
  let time: String
  let offset: String

  init(_ moment: Moment) {
    let text = Moment(
      microseconds: moment.microseconds, offsetSeconds: moment.offsetSeconds, zone: "UTC"
    ).rfc3339
    let parts = text.prefix { $0 != "[" }.split(separator: "T", maxSplits: 1)
    date = parts.first.map(String.init) ?? ""
    let rest = parts.count > 1 ? parts[1] : ""
    time = String(rest.prefix { $0 != "+" && $0 != "-" && $0 != "Z" })
    offset = String(rest.dropFirst(time.count))
  }
}
