internal import Bytes
internal import JSON
public import Model

/// Writes what `jrnl --format json` writes, for scripts that read that.
///
/// Each entry has `title` (the first line), `body`, `date`, `time` (to the minute), `tags` and `starred`; behind
/// the entries stands how often each tag comes.
public struct JrnlJSONWriter: EntryWriter {
  /// What the format could not say so far.
  public private(set) var losses = ExportLosses()
  private var writer = JSONWriter()
  private var hasBegun = false
  private var tags: [String: Int] = [:]

  /// Begins a text.
  public init() {}

  private mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    writer.beginObject()
    writer.member("entries")
    writer.beginArray()
  }

  /// Writes an entry behind those before it; false where the format cannot hold it.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - output: Where it goes.
  ///   - content: Reads the contents of its media.
  public mutating func append(
    _ entry: ExportedEntry, to output: any EntryOutput, _ content: ContentReader
  ) throws -> Bool {
    let clock = WallClock(entry.time, isWholeDay: false)
    guard clock.isValid else {
      losses.add("entries outside the years 1 to 9999, which are left out")
      return false
    }
    losses.add(
      entry, lacking: [.zone, .place, .weather, .mood, .media, .modified, .seconds, .extra])
    if entry.isAllDay { losses.add("whole days, written as midnight") }
    begin()
    let text = entry.text
    let bytes = text.utf8.span
    let titleEnd = bytes.place(of: UInt8(ascii: "\n"), from: 0)
    writer.beginObject()
    writer.member("title", utf8: bytes.extracting(..<titleEnd))
    writer.member("body", utf8: bytes.extracting(min(titleEnd + 1, bytes.count)...))
    let date = clock.dateDigits
    writer.member("date", utf8: date.span)
    let time = clock.timeDigits
    writer.member("time", utf8: time.span.extracting(first: 5))
    writer.member("tags")
    writer.beginArray()
    // As they were given, where they were; those of the text are folded.
    let given = entry.givenTags
    for tag in entry.tags {
      let name = "@" + (given.isEmpty ? tag : given.last { $0.lowercased() == tag } ?? tag)
      writer.write(name)
      tags[name, default: 0] += 1
    }
    writer.endArray()
    writer.member("starred", entry.isStarred)
    writer.endObject()
    try flush(output, isLast: false)
    return true
  }

  /// Writes what stands behind the last entry.
  ///
  /// - Parameters:
  ///   - output: Where it goes.
  ///   - content: Reads the contents of media.
  public mutating func finish(_ output: any EntryOutput, _ content: ContentReader) throws {
    begin()
    writer.endArray()
    writer.member("tags")
    writer.beginObject()
    for (name, count) in tags.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      writer.member(name, count)
    }
    writer.endObject()
    writer.endObject()
    writer.endLine()
    try flush(output, isLast: true)
  }

  /// Gives what has been written to the output, in pieces that are worth it.
  private mutating func flush(_ output: any EntryOutput, isLast: Bool) throws {
    if isLast || writer.bytes.count >= 1 << 16 { try writer.drain { try output.write($0) } }
  }
}
