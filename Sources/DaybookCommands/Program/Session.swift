public import CommandLineKit
import Daybook

/// One run of one command: the console, the clock, and the journal once it is open.
///
/// Belongs to one thread, as its console does.
public final class Session {
  /// Where the command writes and reads.
  public let console: Console
  /// The values of the program's own parameters.
  public let globals: GlobalOptions
  /// What comes from outside.
  public var surroundings: Surroundings
  /// When the run began: what `now` and `yesterday` are reckoned from, all of them alike.
  public let began: Int64

  private var journal: Journal?
  private var identities: IdentityGenerator?
  private var knownZones: Zones?
  private var knownConfiguration: Configuration?

  /// Begins a run.
  public init(console: Console, globals: GlobalOptions, surroundings: Surroundings) {
    self.console = console
    self.globals = globals
    self.surroundings = surroundings
    began = surroundings.now()
  }

  /// How output is written.
  var format: OutputFormat { globals.format }
  /// Whether nothing but ids is written.
  var isQuiet: Bool { globals.isQuiet }
  /// Whether a person reads the output.
  var isText: Bool { globals.format == .text && !globals.isQuiet }

  /// Tells the person something that is no fault.
  func note(_ sentence: String) {
    console.writeError("daybook: \(sentence)")
  }

  // MARK: - Other programs

  /// Whether a program can be found, by its path or on `$PATH`.
  func hasProgram(_ name: String) -> Bool {
    func isFile(_ path: String) -> Bool {
      (try? Files.status(of: path)).map { $0.map { !$0.isDirectory } ?? false } ?? false
    }
    if name.contains("/") { return isFile(name) }
    let path = nonEmpty("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { isFile("\($0)/\(name)") }
  }

  /// Writes long output through `$PAGER`, or `less`, where a person reads it on a terminal.
  ///
  /// An empty `$PAGER` and `cat` want none.
  func paged(_ body: () throws -> ExitCode) throws -> ExitCode {
    let line = surroundings.variable("PAGER") ?? "less"
    guard isText, console.allowsPager, let program = ShellWords.split(line)?.first,
      program != "cat", hasProgram(program)
    else { return try body() }
    // Once the pager has the output, it is no terminal any more.
    if console.style.isEnabled { console.color = .always }
    try console.flush()
    var status = ExitCode.done
    try surroundings.page(line) {
      status = try body()
      try console.flush()
    }
    return status
  }

  /// Lets a person on a terminal see a source as a program renders it, and everyone else the source.
  func rendered(by line: String, _ body: () throws -> Void) throws {
    guard isText, console.allowsPager, let program = ShellWords.split(line)?.first,
      hasProgram(program)
    else { return try body() }
    try console.flush()
    try surroundings.page(line) {
      try body()
      try console.flush()
    }
  }

  // MARK: - Settings

  /// What a person has set for all runs.
  func configuration() throws -> Configuration {
    if let knownConfiguration { return knownConfiguration }
    // Without a home nothing can have been set.
    let path = try? configurationPath()
    let configuration = try Configuration(at: path)
    knownConfiguration = configuration
    return configuration
  }

  /// How days are written.
  var dates: DateStyle { (try? configuration())?.dateStyle ?? .long }

  // MARK: - The journal

  /// The directory of the journal that is meant.
  func journalPath() throws -> String {
    if globals.journal?.isEmpty == true { throw CommandFailure.usage("--journal needs a path") }
    let named =
      try globals.journal ?? nonEmpty("DAYBOOK_JOURNAL") ?? configuration()[.journal] ?? "default"
    return try journalPath(named: named)
  }

  /// The directory of a journal that is called by its path, or by a name among the default's siblings.
  func journalPath(named name: String) throws -> String {
    // A shell has done this for a word; what stands in a file it has not seen.
    if name.hasPrefix("~/"), let home = nonEmpty("HOME") { return home + name.dropFirst() }
    if name.contains("/") || name == "." || name == ".." { return name }
    return try "\(dataDirectory())/\(name)"
  }

  /// The directory that holds the journals which are called by a name alone.
  func dataDirectory() throws -> String {
    try "\(directory(of: "XDG_DATA_HOME", orAtHome: ".local/share"))/daybook"
  }

  /// The directory for drafts and what else outlasts a run without being data.
  func stateDirectory() throws -> String {
    try "\(directory(of: "XDG_STATE_HOME", orAtHome: ".local/state"))/daybook"
  }

  /// A directory of the XDG Base Directory specification, by which a relative path is to be ignored.
  func directory(of name: String, orAtHome place: String) throws -> String {
    if let path = nonEmpty(name), path.hasPrefix("/") { return path }
    guard let home = nonEmpty("HOME") else {
      throw CommandFailure(
        .journal, "neither $\(name) nor $HOME says where it is; give a path with --journal")
    }
    return "\(home)/\(place)"
  }

  /// The language in which localized orders sort, as the environment says it: `de_DE` of
  /// `de_DE.UTF-8`; empty where it says none.
  var locale: String {
    let value = nonEmpty("LC_ALL") ?? nonEmpty("LC_COLLATE") ?? nonEmpty("LANG") ?? ""
    let name = value.prefix { $0 != "." && $0 != "@" }
    let isName = name.utf8.allSatisfy { Character(Unicode.Scalar($0)).isLetter || $0 == 0x5F }
    return name == "C" || name == "POSIX" || !isName ? "" : String(name)
  }

  func nonEmpty(_ variable: String) -> String? {
    surroundings.variable(variable).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The journal, opened to read it.
  ///
  /// - Parameter readsAhead: Whether whole databases will be read in order.
  /// - Throws: A failure of status 3 where it is not there.
  func openForReading(readsAhead: Bool = false) throws -> Journal {
    if let journal { return journal }
    let path = try journalPath()
    let opened = try Journal.open(at: path, readingOptions(of: path, readsAhead: readsAhead))
    journal = opened
    return opened
  }

  /// How a journal is opened that will only be read, be it from a medium that cannot be written.
  func readingOptions(of path: String, readsAhead: Bool) -> Journal.Options {
    var options = Journal.Options()
    options.isReadOnly = true
    options.readsAhead = readsAhead
    if !Files.isWritable(directory: path) {
      options.scratchDirectory = nonEmpty("TMPDIR") ?? "/tmp"
    }
    return options
  }

  /// The journal, opened to write to it.
  ///
  /// - Parameter creating: Whether it is made where there is none. Commands that change what is
  ///   there say no.
  func openForWriting(creating: Bool = true) throws -> Journal {
    if let journal, !journal.options.isReadOnly { return journal }
    let opened = try open(at: journalPath(), creating: creating)
    journal = opened
    return opened
  }

  /// The journal, opened to write what depends on what is there.
  ///
  /// - Parameters:
  ///   - creating: Whether it is made where there is none.
  ///   - expect: The log's size that the caller saw. The commit asks it again; but what is no longer
  ///     there is not looked for in vain before that.
  /// - Throws: `EventLogError.wrongExpectedSize`.
  func openForWriting(creating: Bool = true, expect: UInt64?) throws -> Journal {
    let journal = try openForWriting(creating: creating)
    if let expect {
      let size = try journal.read { try $0.size }
      if size != expect { throw EventLogError.wrongExpectedSize(expected: expect, found: size) }
    }
    return journal
  }

  private func open(at path: String, creating: Bool) throws -> Journal {
    var options = Journal.Options()
    options.machine = surroundings.machine()
    let say = surroundings.say
    options.onWait = { say("daybook: waiting for another program to finish writing …") }
    guard creating else { return try Journal.open(at: path, options) }
    return try Journal.open(
      at: path, options,
      making: Journal.Seed(
        journal: randomID(), device: randomID(), created: surroundings.now()))
  }

  /// Another journal than the one in use, opened to write to it, and made where there is none.
  func openOther(_ name: String) throws -> Journal {
    if name.isEmpty { throw CommandFailure.usage("the other journal needs a name") }
    return try open(at: journalPath(named: name), creating: true)
  }

  /// What a commit needs from here.
  ///
  /// - Parameters:
  ///   - report: The view whose change set is wanted, and how; nil: none is.
  ///   - expect: The log's size that the caller saw.
  ///   - versions: The last events of objects that the caller saw.
  func request(
    _ report: ReportOptions? = ReportOptions(), expect: UInt64? = nil,
    versions: [ObjectID: SequenceNumber] = [:]
  ) -> CommitRequest {
    var request = CommitRequest(
      recorded: surroundings.now(), seed: CommitRequest.Seed(using: &surroundings.random))
    request.actor = nonEmpty("DAYBOOK_ACTOR")
    request.expectedSize = expect
    request.expectedVersions = versions
    guard !isQuiet, let report else { return request }
    request.views = [report.view]
    switch format {
    case .text: request.rowLimit = RowOperations.textLimit
    case .jsonl: break
    case .json: request.wantsRecords = true
    }
    return request
  }

  // MARK: - Identities

  /// A new identity, greater than those before it in this run.
  func newID() -> ObjectID {
    var generator =
      identities
      ?? IdentityGenerator(
        milliseconds: UInt64(max(0, surroundings.now() / 1000)), using: &surroundings.random)
    let id = generator.next()
    identities = generator
    return id
  }

  /// Sixteen random bytes.
  func randomID() -> ObjectID {
    ObjectID(high: surroundings.random.next(), low: surroundings.random.next())
  }

  /// The object that a word names: a UUID, or the end of one that only one object has.
  ///
  /// - Parameter includingDeleted: Whether objects that are no longer there can be meant.
  func identity(
    _ word: String, in snapshot: borrowing Snapshot, includingDeleted: Bool = false
  ) throws -> ObjectID {
    guard word.isIdentitySuffix else {
      throw CommandFailure(
        .reference, "\(word.inQuotes) is no id: ids are hexadecimal digits, such as 4f1c2a9")
    }
    if !includingDeleted {
      do { return try snapshot.identity(endingIn: word) } catch JournalError.unknownID {
        let deleted = try snapshot.identities(everEndingIn: word, limit: 2)
        guard deleted.count == 1, let id = deleted.first else { throw JournalError.unknownID(word) }
        throw CommandFailure(
          .reference, "\(id) is deleted; 'daybook restore \(id.shortText)' brings it back")
      }
    }
    // Who names a few digits most likely means an object that is there.
    do { return try snapshot.identity(endingIn: word) } catch JournalError.unknownID {}
    let found = try snapshot.identities(everEndingIn: word, limit: 11)
    guard let id = found.first else { throw JournalError.unknownID(word) }
    guard found.count == 1 else { throw JournalError.ambiguousID(word, candidates: found) }
    return id
  }

  /// The object that some digits name, of which the caller has seen an event as the last.
  ///
  /// - Parameter version: The event's sequence; nil: none is expected.
  /// - Throws: `EventLogError.wrongExpectedVersion` where the object was deleted since.
  func identity(
    _ word: String, in snapshot: borrowing Snapshot, lastWrittenAt version: UInt64?
  ) throws -> ObjectID {
    guard let version else { return try identity(word, in: snapshot) }
    let id = try identity(word, in: snapshot, includingDeleted: true)
    if try snapshot.entity(of: id) == nil {
      throw EventLogError.wrongExpectedVersion(
        object: id, expected: SequenceNumber(version), found: try snapshot.history(of: id).last)
    }
    return id
  }

  // MARK: - Time

  /// The zones of this machine; a person is told once where the local one is not known.
  var zones: Zones {
    if let knownZones { return knownZones }
    let zones = surroundings.zones()
    knownZones = zones
    if let text = zones.note { note(text) }
    return zones
  }

  /// The moment that a person named, with the clock on the wall there.
  func moment(_ when: When) throws -> Moment {
    let named = try when.moment(now: began, in: zones)
    named.notes.forEach(note)
    return Moment(
      microseconds: named.microseconds, offsetSeconds: Int32(named.offsetSeconds), zone: named.zone)
  }

  /// The moment that a text names; for values whose text is no RFC 3339.
  func moment(_ text: String) throws -> Moment {
    if let moment = Moment(rfc3339: text) { return moment }
    return try moment(When(text))
  }

  /// The stretch of time that a person named.
  func range(_ when: When) throws -> NamedRange {
    let range = try when.range(
      now: began, in: zones, weekStart: configuration().weekStart.number)
    range.notes.forEach(note)
    return range
  }

  /// An instant as the wall clock here shows it.
  func localMoment(_ microseconds: Int64) -> Moment {
    let zone = zones.local
    return Moment(
      microseconds: microseconds, offsetSeconds: Int32(zone.offset(at: microseconds)),
      zone: zone.name)
  }

  /// The log's size as of what a person named: `@N`, or all that was recorded before the end of the
  /// moment, day or month.
  func logSize(_ when: When, in snapshot: borrowing Snapshot) throws -> UInt64 {
    if let size = when.logSize {
      let reached = try snapshot.size
      guard size <= reached else { throw JournalError.beyondLog(size: reached, asked: size) }
      return size
    }
    return try snapshot.size(asOf: range(when).upper - 1)
  }
}

extension String {
  /// Whether it could be the end of a UUID.
  fileprivate var isIdentitySuffix: Bool {
    !isEmpty && utf8.count <= 36 && allSatisfy { $0.isHexDigit && $0.isASCII || $0 == "-" }
      && contains { $0 != "-" }
  }

  /// The text between quotes, on one line and shortened where it is long.
  var inQuotes: String {
    "'\(String(map { $0.isNewline ? " " : $0 }).terminalSafe.truncated(toWidth: 60))'"
  }
}
