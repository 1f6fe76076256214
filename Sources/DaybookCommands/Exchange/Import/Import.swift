import CommandLineKit
import Daybook
import Interchange
import JSON

/// Takes in what another journal or diary holds.
struct Import: Command {
  static let name = "import"
  static let summary = "Takes in what another diary or journal holds"
  static let discussion = """
    PATH is a file, a folder or a zip archive. The format is guessed where it is not said, and told. All that \
    is read is one commit, which one undo takes back; the same source twice brings no duplicate. A record \
    that cannot be read is listed with its place and reason, and the others are imported: the command then \
    ends with status 1. What is doubtful is imported and listed as well: what could be read in another way, \
    such as a line that looks like a header and is none, and what had to be decided, such as a date of which \
    either number may be the month. What a source does not say and had to be assumed is kept in `assumed`.

    jrnl: text, a file or a folder of days; or jrnl's configuration, jrnl.yaml, for all its journals, \
    which get their name as a tag. jrnl-json: what jrnl --format json writes. dayone: Day One's JSON, with media \
    where it is a zip or a folder. dayone-classic: its folder. rednotebook: months. markdown: files with front \
    matter, or daily notes. csv: any table whose first row names columns such as date and text. tui-journal: \
    its JSON. jsonl: a log, as export writes it; into an empty journal it gives the same journal, into one of \
    the same id the events it lacks.

    Journals that jrnl has encrypted are read by jrnl: jrnl --format text | daybook import --as jrnl -
    """
  static let examples = [
    Example("daybook import --dry-run journal.txt", "see what would come"),
    Example("daybook import journal.txt --zone Europe/Berlin", "entries of jrnl"),
    Example("daybook import ~/.config/jrnl/jrnl.yaml", "all journals of jrnl"),
    Example("daybook import Export.zip", "Day One, with its media"),
    Example("daybook import diary.jsonl", "the log of another copy"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument(
        "PATH", \.path, completion: .files,
        help: "A file, a folder or an archive; - for standard input"),
      .option("--as", \.format, "FORMAT", help: "What it is"),
      .option(
        "--zone", \.zone, "ZONE",
        help: "Where its clocks hung, such as Europe/Berlin; here, where it is not given"),
      .flag("--dry-run", \.isDryRun, help: "Read and report, and write nothing"),
    ] + Parameter.table(\.report, as: "OUTPUT", under: "Output")

  var path = ""
  var format: ImportFormat?
  var zone: String?
  var isDryRun = false
  var report = ReportOptions()

  func run(in session: Session) throws -> ExitCode {
    let scratchDirectory = try session.scratchDirectory()
    let name = session.name(of: path)
    let source: ImportSource
    do {
      source =
        path == "-"
        ? try ImportSource(
          piped: name, scratchDirectory: scratchDirectory, session.stream(of: path))
        : try ImportSource(path: path, scratchDirectory: scratchDirectory)
    } catch let error as FileError {
      // A path that cannot be read is the words' fault, and not the journal's.
      throw CommandFailure(.io, error.description, status: .usage)
    } catch {
      throw CommandFailure.usage("\(name): \(error)")
    }
    if format == nil || format == .diary(.jrnl), let file = source.files.first, !source.isFolder,
      let configuration = try JrnlConfiguration(of: file)
    {
      return try importEntries("jrnl", session) { entries in
        try JrnlJournals(configuration, beside: path, session).read(
          into: &entries, scratchDirectory: scratchDirectory)
      }
    }
    let format: ImportFormat
    if let given = self.format {
      format = given
    } else {
      format = try guessedFormat(of: source)
    }
    switch format {
    case .jsonl:
      if zone != nil {
        throw CommandFailure.usage("--zone is for diaries without one; a log knows its moments")
      }
      guard let file = source.files.first, !source.isFolder else {
        throw CommandFailure.usage("a log is one file, and \(path.inQuotes) is a folder")
      }
      return try LogImporting(file: file, name: name, isDryRun: isDryRun, report: report)
        .run(in: session)
    case .diary(let format):
      if self.format == nil, session.isText { session.note("\(name) is read as \(format.title)") }
      return try importEntries(format.rawValue, session) { try $0.read(source, as: format) }
    }
  }

  private func guessedFormat(of source: ImportSource) throws -> ImportFormat {
    switch try source.guess() {
    case .diary(let format)?: return .diary(format)
    case .log?: return .jsonl
    case nil:
      if let end = try source.endOfCutOffJSON() {
        throw CommandFailure.usage(
          "\(end): the JSON is cut off here, before anything says which diary it is from; say with --as what "
            + "it is, and what is whole is imported")
      }
      throw CommandFailure.usage(
        "\(source.name.inQuotes) is of no format that is known; say with --as what it is, if it is one of "
          + ImportFormat.argumentValues.joined(separator: ", "))
    }
  }

  // MARK: - Entries

  /// Reads entries and commits those that the journal does not have yet.
  private func importEntries(
    _ format: String, _ session: Session, _ read: (inout EntryImport) throws -> Void
  ) throws -> ExitCode {
    let zones = try ZoneReader(zone, in: session)
    let journal = try isDryRun ? session.openIfThere() : session.openForWriting()
    var report = CommitReport(session, report)
    while true {
      // Another import may come between: then everything is looked at anew.
      let (model, known, size) =
        try journal?.read { ($0.model, try KnownEntries(in: $0), try $0.size) }
        ?? (.builtIn, KnownEntries(), 0)
      var (outcome, spool) = try outcome(
        of: read,
        EntryImport(
          session, zones: zones, known: known, model: model, journal: journal, isDryRun: isDryRun,
          scratchDirectory: session.scratchDirectory()))
      outcome.format = format
      if let journal, !isDryRun {
        guard let commit = try commit(spool, to: journal, at: size, session) else { continue }
        try report.add(commit)
      }
      try outcome.write(&report, session)
      return outcome.left.isEmpty ? .done : .found
    }
  }

  /// Reads entries; what reading needed is given back before the commit, which needs memory of its own.
  private func outcome(
    of read: (inout EntryImport) throws -> Void, _ entries: consuming EntryImport
  ) throws -> (ImportOutcome, ChangeSpool) {
    var entries = entries
    try read(&entries)
    var outcome = ImportOutcome(entries.report)
    outcome.unchanged = entries.unchanged
    outcome.updated = entries.updated
    outcome.imported = entries.report.handedOver - entries.unchanged
    if isDryRun { outcome.summary = entries.summary }
    return (outcome, entries.spool)
  }

  /// The most records whose rows are told to a person, who sees the first of them.
  private static let toldCount = 200_000

  /// Commits what waits in a spool; nil where another commit came first.
  private func commit(
    _ spool: ChangeSpool, to journal: Journal, at size: UInt64, _ session: Session
  ) throws -> Commit? {
    var written = 0
    var progress = session.console.progress("Writing", unit: "records", total: spool.count)
    defer { session.console.clearProgress() }
    do {
      // Row operations are those of the whole commit, which must be held in memory for them.
      let isTold = session.format != .text || spool.count <= Self.toldCount
      return try journal.commit(session.request(isTold ? report : nil, expect: size)) {
        if written % 1024 == 0 { session.console.update(&progress, done: written) }
        written += 1
        return try spool.next()
      }
    } catch EventLogError.wrongExpectedSize {
      return nil
    }
  }
}

extension JrnlConfiguration {
  /// The configuration that a file is; nil where it is none.
  fileprivate init?(of file: SourceFile) throws {
    let name = file.name.lowercased()
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") || name.hasSuffix("jrnl_config") else {
      return nil
    }
    self.init(try file.start(1 << 20))
  }
}

extension Session {
  /// The journal, opened to read it; nil where it is not there.
  func openIfThere() throws -> Journal? {
    do {
      return try openForReading()
    } catch JournalError.missing {
      return nil
    }
  }

  /// A directory for files without names: large ones should not lie in memory, as those of `/tmp` often do.
  func scratchDirectory() throws -> String {
    if let directory = nonEmpty("TMPDIR") { return directory }
    return Files.isWritable(directory: "/var/tmp") ? "/var/tmp" : "/tmp"
  }
}
