import CommandLineKit
import Daybook
import Interchange

/// The entries of another diary on their way into the journal.
struct JrnlImport {
  /// What was read, and what is to be said of it.
  private(set) var report = ImportReport()
  /// The entries, in the order of the source.
  private(set) var entries: [PropertyValues] = []

  private let zone: Zone
  /// Whether a person named the zone; else it is assumed.
  private let isZoneGiven: Bool
  private let entity: Entity?
  /// The keys given in this import.
  private var keys: Set<String> = []

  /// Reads a source.
  ///
  /// - Parameters:
  ///   - zone: Where its clocks hung.
  ///   - model: The model that entries must fit.
  init(_ source: ImportSource, zone: Zone, isZoneGiven: Bool, model: ObjectModel) throws {
    self.zone = zone
    self.isZoneGiven = isZoneGiven
    entity = model.entity("entry")
    var notes = ImportReport()
    let read: ImportReport
    switch source {
    case .folder(let files):
      read = JrnlFolder.read(files) { take($0, &notes) }
    case .stream(let name, _, _):
      read = JrnlText.read(try source.contents(), path: name) { take($0, &notes) }
    }
    report = read
    report.left += notes.left
    report.doubtful += notes.doubtful
  }

  private mutating func take(_ entry: ImportedEntry, _ notes: inout ImportReport) {
    let (moment, doubt) = moment(of: entry.date)
    var assumed = entry.assumed.map(\.rawValue)
    if entry.date.offsetSeconds == nil, !isZoneGiven { assumed.append("zone") }
    if let doubt {
      assumed.append("time")
      notes.doubtful.append(ImportReport.Note(place: entry.place, reason: doubt))
    }
    var values: PropertyValues = [
      "text": .string(entry.text), "creationTime": .date(moment),
      "importKey": .string(key(of: entry)),
    ]
    if !entry.date.hasTime { values["allDay"] = .bool(true) }
    if entry.isStarred { values["starred"] = .bool(true) }
    if !assumed.isEmpty { values["assumed"] = .list(assumed.map(Value.string)) }
    // One bad record must not stop the others, as it would in the commit.
    if let error = entity?.validate(values).first {
      notes.left.append(ImportReport.Note(place: entry.place, reason: "\(error)"))
      return
    }
    entries.append(values)
  }

  /// The entry's key, made another's where two files of one source gave the same.
  private mutating func key(of entry: ImportedEntry) -> String {
    var key = entry.importKey
    var ordinal = 1
    while !keys.insert(key).inserted {
      ordinal += 1
      key = "\(entry.importKey)-\(ordinal)"
    }
    return key
  }

  /// The moment that a clock on the wall showed, and what is to be said where it skipped that time
  /// or showed it twice.
  private func moment(of date: WallClock) -> (moment: Moment, doubt: String?) {
    let days = CivilDate(year: date.year, month: date.month, day: date.day)?.daysSince1970 ?? 0
    let seconds = Int64(days) * 86_400 + Int64((date.hour * 60 + date.minute) * 60 + date.second)
    let local = seconds * 1_000_000
    if let offset = date.offsetSeconds {
      return (
        Moment(microseconds: local - Int64(offset) * 1_000_000, offsetSeconds: Int32(offset)), nil
      )
    }
    let resolution = zone.resolve(local: local)
    let moment = Moment(
      microseconds: resolution.instant, offsetSeconds: Int32(resolution.offset), zone: zone.name)
    // Of a whole day the time is nothing that anyone wrote.
    guard date.hasTime else { return (moment, nil) }
    let place = zone.name ?? "the time zone"
    switch resolution {
    case .one: return (moment, nil)
    case .gap:
      return (
        moment,
        "\(date) does not exist in \(place), where clocks went forward; it is moved forward by the "
          + "gap"
      )
    case .overlap:
      return (moment, "\(date) happened twice in \(place); the earlier one is taken")
    }
  }
}
