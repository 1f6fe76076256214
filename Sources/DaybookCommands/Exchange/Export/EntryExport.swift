import CommandLineKit
import Daybook
import Interchange

/// Writes entries in the format of another diary.
struct EntryExport {
  /// The format.
  let format: ExportFormat
  /// Which entries are meant.
  let filters: Filters

  /// Writes them, from old to new, and tells what the format could not hold.
  ///
  /// - Returns: Whether there was any.
  func write(
    _ snapshot: borrowing Snapshot, to output: any EntryOutput, _ session: Session
  ) throws -> Bool {
    var request = try filters.request(entity: "entry", model: snapshot.model, in: session)
    request.sort = "creationTime asc"
    let ids = try snapshot.fetch(request).sections.flatMap(\.rows)
    let reader = try Reader(snapshot, format)
    var writer = try self.writer(ids, reader, snapshot)
    var count = 0
    var progress = session.console.progress("Exporting", unit: "entries", total: ids.count)
    for id in ids {
      guard let entry = try reader.entry(id, in: snapshot) else { continue }
      let isWritten = try writer.append(entry, to: output) { content, body in
        try snapshot.forEachChunk(of: content) { _, bytes in try body(bytes) }
      }
      if isWritten { count += 1 }
      if count % 256 == 0 { session.console.update(&progress, done: count) }
    }
    try writer.finish(output) { content, body in
      try snapshot.forEachChunk(of: content) { _, bytes in try body(bytes) }
    }
    session.console.clearProgress()
    let losses = writer.losses.counts.map { "\($0.what): \($0.count.grouped)" }
    if !losses.isEmpty {
      session.note(
        "\(format.title) cannot hold everything: \(losses.joined(separator: "; "))")
    }
    return count > 0
  }

  private func writer(
    _ ids: [ObjectID], _ reader: Reader, _ snapshot: borrowing Snapshot
  ) throws -> any EntryWriter {
    switch format {
    case .jrnl, .jsonl: return JrnlTextWriter()
    case .jrnlJSON: return JrnlJSONWriter()
    case .dayOne: return DayOneWriter()
    case .markdown: return MarkdownWriter()
    case .csv: return CSVWriter()
    case .html:
      var overview = HTMLWriter.Overview()
      for id in ids {
        if let entry = try reader.entry(id, in: snapshot) { overview.add(entry) }
      }
      return HTMLWriter(title: "Diary", overview: overview)
    }
  }

  /// Reads entries with what their format can hold or must tell of, and no more.
  private struct Reader {
    private let properties: Set<String>
    /// The entries that have media.
    private let illustrated: Set<ObjectID>

    init(_ snapshot: borrowing Snapshot, _ format: ExportFormat) throws {
      var properties = Set(snapshot.model.entity("entry")?.attributes.keys.map { $0 } ?? [])
      if format == .jrnlJSON || format == .html { properties.insert("tags") }
      self.properties = properties
      var illustrated: Set<ObjectID> = []
      try snapshot.forEachValue(of: "diaryEntry", entity: "medium") { _, value in
        if case .uuid(let id) = value { illustrated.insert(id) }
        return true
      }
      self.illustrated = illustrated
    }

    func entry(_ id: ObjectID, in snapshot: borrowing Snapshot) throws -> ExportedEntry? {
      let isIllustrated = illustrated.contains(id)
      let wanted = isIllustrated ? properties.union(["media"]) : properties
      guard let record = try snapshot.record(id, with: wanted) else { return nil }
      var media: [Record] = []
      if isIllustrated, case .list(let ids)? = record.values["media"] {
        for case .uuid(let id) in ids {
          if let medium = try snapshot.record(id) { media.append(medium) }
        }
      }
      return ExportedEntry(record, media: media)
    }
  }
}
