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
  /// One walk over the entries, behind one that puts them in order: of each entry no more is read than the
  /// format can hold or must tell of, and memory is that of the identities.
  ///
  /// - Returns: Whether there was any.
  func write(
    _ snapshot: borrowing Snapshot, to output: any EntryOutput, _ session: Session
  ) throws -> Bool {
    let ids = try self.ids(in: snapshot, session)
    let illustrated = try Self.illustrated(in: snapshot)
    let names = names(in: snapshot.model)
    var writer = try writer(ids, snapshot)
    var count = 0
    var progress = session.console.progress("Exporting", unit: "entries", total: ids.count)
    try snapshot.forEachObject(ids, of: "entry", reading: names) { id, values in
      let media = illustrated.contains(id) ? try Self.media(of: id, in: snapshot) : []
      guard let entry = ExportedEntry(id, names, values, media: media) else { return true }
      let isWritten = try writer.append(entry, to: output) { content, body in
        try snapshot.forEachChunk(of: content) { _, bytes in try body(bytes) }
      }
      if isWritten { count += 1 }
      if count % 256 == 0 { session.console.update(&progress, done: count) }
      return true
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
    _ ids: [ObjectID], _ snapshot: borrowing Snapshot
  ) throws -> any EntryWriter {
    switch format {
    case .jrnl, .jsonl: return JrnlTextWriter()
    case .jrnlJSON: return JrnlJSONWriter()
    case .dayOne: return DayOneWriter()
    case .markdown: return MarkdownWriter()
    case .csv: return CSVWriter()
    case .html:
      var overview = HTMLWriter.Overview()
      let names = ExportedEntry.leadingNames
      try snapshot.forEachObject(ids, of: "entry", reading: names) { id, values in
        if let entry = ExportedEntry(id, names, values, media: []) { overview.add(entry) }
        return true
      }
      return HTMLWriter(title: "Diary", overview: overview)
    }
  }

  // MARK: - What is read

  /// The entries that are meant, from old to new; those of one moment by their identities.
  private func ids(in snapshot: borrowing Snapshot, _ session: Session) throws -> [ObjectID] {
    if !filters.isEmpty {
      var request = try filters.request(entity: "entry", model: snapshot.model, in: session)
      request.sort = "creationTime asc"
      return try snapshot.fetch(request).sections.flatMap(\.rows)
    }
    var entries: [(time: Int64, id: ObjectID)] = []
    try snapshot.forEachObject(of: "entry", reading: ["creationTime"]) { id, values in
      if case .date(let moment)? = values[0] { entries.append((moment.microseconds, id)) }
      return true
    }
    entries.sort { ($0.time, $0.id) < ($1.time, $1.id) }
    return entries.map(\.id)
  }

  /// The names of what is read of each entry: what the format can hold or must tell of, and whatever a
  /// model of one's own has added, which none can hold.
  private func names(in model: ObjectModel) -> [String] {
    let builtIn = ObjectModel.builtIn.entity("entry")
    var added: Set<String> = []
    for entity in model.family(of: "entry").compactMap({ model.entity($0) }) {
      added.formUnion(entity.attributes.keys)
      added.formUnion(entity.relationships.values.filter { $0.storage == .stored }.map(\.name))
    }
    return ExportedEntry.leadingNames + format.furtherNames
      + added.filter { builtIn?.property($0) == nil }.sorted()
  }

  /// The entries that have media.
  private static func illustrated(in snapshot: borrowing Snapshot) throws -> Set<ObjectID> {
    var illustrated: Set<ObjectID> = []
    try snapshot.forEachReference(through: "diaryEntry", of: "medium") { entry, _ in
      illustrated.insert(entry)
    }
    return illustrated
  }

  private static func media(
    of id: ObjectID, in snapshot: borrowing Snapshot
  ) throws -> [Record] {
    var media: [Record] = []
    guard case .list(let ids)? = try snapshot.record(id, with: ["media"])?.values["media"] else {
      return []
    }
    for case .uuid(let id) in ids {
      if let medium = try snapshot.record(id) { media.append(medium) }
    }
    return media
  }
}
