import CommandLineKit
import Daybook
import Interchange
import JSON

/// Takes in what another journal or diary holds.
struct Import: Command {
  static let name = "import"
  static let summary = "Takes in what another diary or journal holds"
  static let discussion = """
    The format is guessed where it is not said. All that is read is one commit, which one undo \
    takes back; the same source twice brings no duplicate. A record that cannot be read is listed \
    with its place and reason, and the others are imported: the command then ends with status 1.

    jrnl: the text that jrnl keeps, a file or a folder of days. jsonl: a log, as export writes it; \
    into an empty journal it gives the same journal, into one of the same id the events it lacks.
    """
  static let examples = [
    Example("daybook import --dry-run journal.txt", "see what would come"),
    Example("daybook import journal.txt --zone Europe/Berlin", "entries of jrnl"),
    Example("daybook import diary.jsonl", "the log of another copy"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument(
        "PATH", \.path, completion: .files, help: "A file or a folder; - for standard input"),
      .option("--as", \.format, "FORMAT", help: "What it is"),
      .option(
        "--zone", \.zone, "ZONE",
        help: "Where its clocks hung, such as Europe/Berlin; here, where it is not given"),
      .flag("--dry-run", \.isDryRun, help: "Read and report, and write nothing"),
    ] + Parameter.table(\.report, as: "OUTPUT", under: "Output")

  var path = ""
  var format: ExchangeFormat?
  var zone: String?
  var isDryRun = false
  var report = ReportOptions()

  func run(in session: Session) throws -> ExitCode {
    let source = try ImportSource(path, in: session)
    switch try format ?? source.guessedFormat() {
    case .jrnl: return try importEntries(source, session)
    case .jsonl: return try importLog(source, session)
    }
  }

  // MARK: - Entries

  private func importEntries(_ source: ImportSource, _ session: Session) throws -> ExitCode {
    let zone = try zone.map { try session.zone(named: $0) } ?? session.zones.local
    let journal = try isDryRun ? session.openIfThere() : session.openForWriting()
    let model = try journal?.read { $0.model } ?? .builtIn
    let read = try JrnlImport(source, zone: zone, isZoneGiven: self.zone != nil, model: model)
    var outcome = ImportOutcome(read.report)
    var report = CommitReport(session, report)
    if let journal, !isDryRun {
      let (commit, unchanged) = try commit(read.entries, to: journal, session)
      outcome.unchanged = unchanged
      outcome.imported = read.entries.count - unchanged
      try report.add(commit)
    } else {
      let known = try journal?.read { try Self.importKeys(in: $0) } ?? []
      outcome.unchanged = read.entries.count { Self.isKnown($0, known) }
      outcome.imported = read.entries.count - outcome.unchanged
      outcome.isDryRun = true
    }
    try outcome.write(&report, session)
    return outcome.left.isEmpty ? .done : .found
  }

  /// Commits the entries that the journal does not have yet.
  private func commit(
    _ entries: [PropertyValues], to journal: Journal, _ session: Session
  ) throws -> (Commit, unchanged: Int) {
    let ids = entries.map { _ in session.newID() }
    while true {
      // Another import may come between: then the keys are read anew.
      var known: Set<String> = []
      let size = try journal.read { snapshot in
        known = try Self.importKeys(in: snapshot)
        return try snapshot.size
      }
      var changes: [Change] = []
      for (id, values) in zip(ids, entries) where !Self.isKnown(values, known) {
        changes.append(.insert(id, entity: "entry", values: values))
      }
      var written = 0
      var progress = session.console.progress("Writing", unit: "entries", total: changes.count)
      defer { session.console.clearProgress() }
      do {
        let commit = try journal.commit(session.request(report, expect: size)) {
          if written % 1024 == 0 { session.console.update(&progress, done: written) }
          guard written < changes.count else { return nil }
          written += 1
          return changes[written - 1]
        }
        return (commit, entries.count - changes.count)
      } catch EventLogError.wrongExpectedSize {
        continue
      }
    }
  }

  private static func importKeys(in snapshot: borrowing Snapshot) throws -> Set<String> {
    var keys: Set<String> = []
    try snapshot.forEachValue(of: "importKey", entity: "entry") { _, value in
      if case .string(let key) = value { keys.insert(key) }
      return true
    }
    return keys
  }

  private static func isKnown(_ values: PropertyValues, _ known: Set<String>) -> Bool {
    if case .string(let key) = values["importKey"] { known.contains(key) } else { false }
  }

  // MARK: - Logs

  private func importLog(_ source: ImportSource, _ session: Session) throws -> ExitCode {
    guard case .stream(let name, let start, let rest) = source else {
      throw CommandFailure.usage("a log is one file, and \(path.inQuotes) is a folder")
    }
    if zone != nil {
      throw CommandFailure.usage("--zone is for diaries without one; a log knows its moments")
    }
    let journal = isDryRun ? nil : try session.openForWriting()
    var bytes = Self.stream(start, rest)
    if let journal, path == "-" { bytes = try Self.spooled(bytes, in: journal) }
    var reader = try LogReader(LineReader(bytes), name: name)
    var progress = session.console.progress("Reading", unit: "lines")
    defer { session.console.clearProgress() }
    guard let journal else {
      return try examine(&reader, session).finish(session, report)
    }
    let result: LogImport
    do {
      result = try journal.importLog(session.request(nil), journal: reader.journal) {
        let line = reader.lineNumber
        if line % 1024 == 0 { session.console.update(&progress, done: line) }
        return try reader.next()
      }
    } catch let error as EventLogError where error.isOfEntry {
      throw CommandFailure(.validation, "\(name), line \(reader.lineNumber): \(error)")
    }
    var outcome = ImportOutcome(ImportReport())
    outcome.read = result.read
    outcome.imported = result.imported
    outcome.unchanged = result.unchanged
    outcome.unit = "event"
    return try outcome.finish(session, report)
  }

  /// Counts what an import of a log would bring.
  private func examine(_ reader: inout LogReader, _ session: Session) throws -> ImportOutcome {
    var known: Set<EventIdentity> = []
    if let journal = try session.openIfThere() {
      let expected = try journal.read { snapshot in
        try snapshot.forEachEvent(in: 0..<snapshot.size) { event in
          known.insert(event.header.identity)
          return true
        }
        return try snapshot.meta.journal
      }
      if !known.isEmpty, let found = reader.journal, found != expected {
        throw JournalError.anotherJournal(found: found, expected: expected)
      }
    }
    var outcome = ImportOutcome(ImportReport())
    outcome.isDryRun = true
    outcome.unit = "event"
    while let entry = try reader.next() {
      guard case .event(let header, _) = entry else { continue }
      outcome.read += 1
      if known.contains(try EventHeader(decoding: header.span).identity) {
        outcome.unchanged += 1
      } else {
        outcome.imported += 1
      }
    }
    return outcome
  }
}

extension Import {
  /// A stream of which the start has been read.
  private static func stream(
    _ start: [UInt8], _ rest: @escaping () throws -> [UInt8]
  ) -> () throws -> [UInt8] {
    var start = start
    return {
      if start.isEmpty { return try rest() }
      defer { start = [] }
      return start
    }
  }

  /// A stream that has been read to its end into a file without a name: a journal must not be kept
  /// from other writers while a pipe is waited for.
  private static func spooled(
    _ read: () throws -> [UInt8], in journal: Journal
  ) throws -> () throws -> [UInt8] {
    let file = try FileStream.temporary(in: journal.directory.path)
    while true {
      let part = try read()
      if part.isEmpty { break }
      try file.write(part)
    }
    var offset = 0
    return {
      let part = try file.read(1 << 16, at: offset)
      offset += part.count
      return part
    }
  }
}

extension EventLogError {
  /// Whether an event that was to be appended is at fault, and not the journal.
  fileprivate var isOfEntry: Bool {
    switch self {
    case .identityTaken, .counterGap, .unfitEvent: true
    default: false
    }
  }
}

extension Session {
  /// The journal, opened to read it; nil where it is not there.
  fileprivate func openIfThere() throws -> Journal? {
    do {
      return try openForReading()
    } catch JournalError.missing {
      return nil
    }
  }

  /// The zone of a name, or of an offset such as `+01:00`.
  fileprivate func zone(named name: String) throws -> Zone {
    if let zone = zones.named(name) { return zone }
    if name.hasPrefix("+") || name.hasPrefix("-"),
      let offset = try? InternetTime("2000-01-01T00:00:00\(name)").offsetSeconds
    {
      return Zone(offsetSeconds: offset)
    }
    throw CommandFailure.usage(
      "the time zone \(name.inQuotes) is not known; write it as Europe/Berlin or +01:00")
  }
}
