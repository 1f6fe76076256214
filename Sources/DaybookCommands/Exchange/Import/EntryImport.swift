import CommandLineKit
import Daybook
import Interchange

/// The entries of another diary on their way into the journal.
///
/// Whatever reads and decides is done before the journal is locked: changes wait in a spool, and the
/// commit only takes them from there.
struct EntryImport {
  /// What was read, and what is to be said of it.
  private(set) var report = ImportReport()
  /// What the entries are in sum, for a person to compare with the diary that they come from; of a dry
  /// run.
  private(set) var summary = ImportSummary()
  /// How many entries were here already.
  private(set) var unchanged = 0
  /// How many entries were here already, and are changed by the import.
  private(set) var updated = 0
  /// What is to be committed.
  let spool: ChangeSpool

  private let session: Session
  private let entity: Entity?
  private let known: KnownEntries
  private let journal: Journal?
  private var zones: ZoneReader
  private var media: MediaStore
  /// The keys of this import, each with a hash of what it named.
  private var keys: [String: Int] = [:]
  /// How many instants had no zone.
  private var zoneless = 0
  /// What every entry of a journal gets besides its own tags.
  private var journalTag: String?
  private var progress: ProgressLine
  private let isDryRun: Bool
  private var count = 0

  /// Prepares an import.
  ///
  /// - Parameters:
  ///   - session: The run.
  ///   - zones: Where clocks hung.
  ///   - known: What the journal has already.
  ///   - model: The model that entries must fit.
  ///   - journal: The journal; nil: there is none yet.
  ///   - isDryRun: Whether nothing is to be written, media neither.
  ///   - scratchDirectory: Where files without names can be made.
  init(
    _ session: Session, zones: ZoneReader, known: KnownEntries, model: ObjectModel,
    journal: Journal?, isDryRun: Bool, scratchDirectory: String
  ) throws {
    self.session = session
    self.journal = journal
    self.isDryRun = isDryRun
    self.zones = zones
    self.known = known
    entity = model.entity("entry")
    spool = try ChangeSpool(in: scratchDirectory)
    media = MediaStore(isDryRun ? nil : journal, scratchDirectory: scratchDirectory)
    progress = session.console.progress("Reading", unit: "entries")
  }

  /// Reads a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - format: What it is.
  ///   - tag: A tag for each of its entries.
  mutating func read(
    _ source: ImportSource, as format: DiaryFormat, taggedAs tag: String? = nil
  ) throws {
    journalTag = tag
    var part = ImportReport()
    let read = try format.read(source) { try take($0, &part) }
    report.append(read)
    for (path, reason) in source.unreadable { leave(path, reason) }
    report.left += part.left
    report.doubtful += part.doubtful
    if zoneless > 0, !zones.isGiven {
      report.doubtful.append(
        ImportReport.Note(
          place: SourcePlace(path: source.name),
          reason: "entries that name no time zone, shown by the clock of \(zones.name): \(zoneless)"
        ))
    }
    zoneless = 0
    session.console.clearProgress()
  }

  /// Lists a source that cannot be read.
  mutating func leave(_ path: String, _ reason: String) {
    report.read += 1
    report.left.append(ImportReport.Note(place: SourcePlace(path: path), reason: reason))
  }

  // MARK: - One entry

  private mutating func take(
    _ entry: ImportedEntry, _ notes: inout ImportReport
  ) throws {
    var values = values(of: entry, &notes)
    // One bad record must not stop the others, as it would in the commit.
    if let error = entity?.validate(values).first {
      notes.left.append(ImportReport.Note(place: entry.place, reason: "\(error)"))
      return
    }
    count += 1
    if isDryRun { summary.add(values) }
    if count % 1024 == 0 { session.console.update(&progress, done: count) }
    // Only records with an identity can be the same and say something else.
    let hash = entry.identity == nil ? 0 : values.hashValue
    let key: String
    switch self.key(of: entry, hash) {
    case .repeated:
      unchanged += 1
      return
    case .new(let free, let doubt):
      key = free
      if let doubt { notes.doubtful.append(ImportReport.Note(place: entry.place, reason: doubt)) }
    }
    if let id = known[key] ?? entry.identity.flatMap({ known[ImportKeys.key(of: $0)] }) {
      try take(entry, values, knownAs: id, &notes)
      return
    }
    values["importKey"] = .string(key)
    let id = session.newID()
    try spool.append(.insert(id, entity: "entry", values: values))
    try addMedia(of: entry, to: id, &notes)
  }

  private mutating func values(
    of entry: ImportedEntry, _ notes: inout ImportReport
  ) -> PropertyValues {
    let reading = zones.read(entry.time, isAllDay: entry.isAllDay)
    if let doubt = reading.doubt {
      notes.doubtful.append(ImportReport.Note(place: entry.place, reason: doubt))
    }
    if case .instant(_, nil) = entry.time { zoneless += 1 }
    var values = entry.attributes
    values["text"] = .string(entry.text)
    values["creationTime"] = .date(reading.moment)
    if entry.isAllDay { values["allDay"] = .bool(true) }
    if entry.isStarred { values["starred"] = .bool(true) }
    if let modified = entry.modified {
      values["modifiedTime"] = .date(zones.read(modified, isAllDay: false).moment)
    }
    let tags = (entry.tags + [journalTag].compactMap { $0 }).uniqued
    if !tags.isEmpty { values["givenTags"] = .list(tags.map(Value.string)) }
    let assumed = (entry.assumed + reading.assumed).map(\.rawValue).uniqued
    if !assumed.isEmpty { values["assumed"] = .list(assumed.map(Value.string)) }
    return values
  }

  private enum KeyUse {
    case new(String, doubt: String?)
    case repeated
  }

  /// The key of an entry, made another's where something else of this import has it.
  private mutating func key(of entry: ImportedEntry, _ hash: Int) -> KeyUse {
    var key = entry.importKey
    var ordinal = 1
    var doubt: String?
    while let former = keys[key] {
      // Of a record with an identity, a copy is the same record; of others, two are two.
      if entry.identity != nil {
        if former == hash { return .repeated }
        doubt =
          "another record of the source has its id and other content: kept as an entry of its own"
      }
      ordinal += 1
      key = "\(entry.importKey)-\(ordinal)"
    }
    keys[key] = hash
    return .new(key, doubt: doubt)
  }

  private mutating func addMedia(
    of entry: ImportedEntry, to id: ObjectID, _ notes: inout ImportReport
  ) throws {
    for medium in entry.media {
      var values = try media.values(of: medium) { doubt in
        notes.doubtful.append(ImportReport.Note(place: entry.place, reason: doubt))
      }
      values["diaryEntry"] = .uuid(id)
      summary.mediaCount += 1
      try spool.append(.insert(session.newID(), entity: "medium", values: values))
    }
  }

  // MARK: - Entries that are here

  /// The attributes in which a record can differ from the entry that it has become.
  private static let compared = [
    "text", "creationTime", "allDay", "starred", "givenTags", "mood", "place", "latitude",
    "longitude", "weather",
  ]

  /// Takes a record that is here already: where it has an identity and was changed later, the entry
  /// is changed too.
  private mutating func take(
    _ entry: ImportedEntry, _ values: PropertyValues, knownAs id: ObjectID,
    _ notes: inout ImportReport
  ) throws {
    guard entry.identity != nil,
      let (record, changed) = try journal?.read({ try Self.entry(id, in: $0) })
    else {
      unchanged += 1
      return
    }
    var difference = PropertyValues()
    for name in Self.compared where values[name] != record.values[name] {
      difference[name] = values[name] ?? .null
    }
    if !difference.isEmpty, let modified = values["modifiedTime"],
      case .date(let moment) = modified,
      moment.microseconds > changed
    {
      difference["modifiedTime"] = modified
      if let extra = values["extra"] { difference["extra"] = extra }
      try spool.append(.update(id, values: difference))
      updated += 1
    } else {
      if !difference.isEmpty {
        let names = difference.map(\.name).joined(separator: ", ")
        notes.doubtful.append(
          ImportReport.Note(
            place: entry.place,
            reason: "entry \(id.shortText) here differs (\(names)) and is no older: kept as it is"))
      }
      unchanged += 1
    }
    // Media that were absent at first may have been found since.
    if record.values["media"] == nil, entry.media.contains(where: { $0.file != nil }) {
      try addMedia(of: entry, to: id, &notes)
    }
  }

  /// An entry, and when it was changed last: in the diary that it comes from, or here.
  private static func entry(
    _ id: ObjectID, in snapshot: borrowing Snapshot
  ) throws -> (record: Record, changed: Int64)? {
    guard let record = try snapshot.record(id) else { return nil }
    var changed = Int64.min
    if case .date(let moment) = record.values["modifiedTime"] { changed = moment.microseconds }
    let history = try snapshot.history(of: id)
    if history.count > 1, let last = history.last {
      changed = max(changed, try snapshot.event(at: last).header.recorded)
    }
    return (record, changed)
  }
}
