public import Model

/// Writes entries as jrnl keeps them: see ``JrnlWriter``.
public struct JrnlTextWriter: EntryWriter {
  /// What the format could not say so far.
  public private(set) var losses = ExportLosses()
  private var writer = JrnlWriter()
  /// The bytes of the entry at hand.
  private var bytes: [UInt8] = []

  /// Begins a text.
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
    bytes.removeAll(keepingCapacity: true)
    let isWritten = writer.append(
      text: entry.text, date: WallClock(entry.time, isWholeDay: entry.isAllDay),
      isStarred: entry.isStarred, to: &bytes)
    guard isWritten else {
      losses.add("entries outside the years 1 to 9999, which are left out")
      return false
    }
    losses.add(
      entry,
      lacking: [.zone, .tags, .place, .weather, .mood, .media, .modified, .fraction, .extra])
    try output.write(bytes)
    return true
  }

  /// Writes what stands behind the last entry.
  ///
  /// - Parameters:
  ///   - output: Where it goes.
  ///   - content: Reads the contents of media.
  public mutating func finish(_ output: any EntryOutput, _ content: ContentReader) throws {
    if writer.escapedLines > 0 {
      losses.add(
        "lines that jrnl would take for headers, which got a blank before them", writer.escapedLines
      )
    }
    if writer.mistakableTitles > 0 {
      losses.add(
        "titles that end in * without a star, which jrnl takes for one", writer.mistakableTitles)
    }
  }
}
