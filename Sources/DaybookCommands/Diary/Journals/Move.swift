import CommandLineKit
import Daybook

/// Moves entries to another journal.
struct Move: Command {
  static let name = "move"
  static let summary = "Moves entries to another journal, media and all"
  static let discussion = """
    The entries keep their ids, their moments and their media. They are written to the other journal in \
    one commit and deleted here in another, so that each journal's log tells of it and each one's undo \
    takes its own side back; the other journal is written first, and nothing is ever in neither. \
    Their earlier versions stay in this journal's log. The other journal is made where there is none.
    """
  static let examples = [
    Example("daybook move work 4f1c2a9", "an entry, to the journal 'work'"),
    Example("daybook move work --tagged work --to 2025", "entries that match"),
    Example("daybook move /media/stick/diary 4f1c2a9 --keep", "a copy: it stays here too"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument(
        "JOURNAL", \.destination, completion: .askedOrDirectories(kind: "journal"),
        help: "The other journal, as --journal takes it"),
      .rest("ID", \.words, completion: .asked(kind: "id"), help: "Which entries"),
      .flag("--keep", \.isCopy, help: "Copy them: they stay here as well"),
      .flag("--yes", \.isSure, help: "Do not ask"),
    ] + Parameter.table(\.filters, as: "FILTERS", under: "Filters")
    + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var destination = ""
  var words: [String] = []
  var isCopy = false
  var isSure = false
  var filters = Filters()
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    guard words.isEmpty != filters.isEmpty else {
      throw CommandFailure.usage(
        words.isEmpty
          ? "'daybook move' needs IDs, or filters that say which entries"
          : "entries are named by IDs or by filters: give one of them")
    }
    let source =
      try isCopy
      ? session.openForReading()
      : session.openForWriting(creating: false, expect: options.expect)
    let moving = try source.read { snapshot in
      try Moving(entries(in: snapshot, session), in: snapshot)
    }
    if moving.entries.isEmpty { throw CommandFailure.nothingMatches }
    let other = try session.openOther(destination)
    if other.directory.environmentIdentity == source.directory.environmentIdentity {
      throw CommandFailure.usage("the entries are in the journal \(destination.inQuotes) already")
    }
    if moving.entries.count > 1, !isSure, session.console.isInputTerminal,
      try !session.isConfirmed(moving.entries, "Move", to: destination)
    {
      session.note("nothing is moved")
      return .found
    }
    var report = CommitReport(session, options.report)
    let written = try moving.write(from: source, to: other, session, options.report)
    try tell(moving, session)
    try report.add(written)
    if !isCopy {
      // Whoever changes an entry meanwhile keeps it: the copy there is then of the version before.
      let commit = try source.commit(
        moving.entries.map { .delete($0.id) },
        session.request(
          options.report, expect: options.expect,
          versions: Dictionary(uniqueKeysWithValues: moving.entries.map { ($0.id, $0.version) })))
      try report.add(commit)
    }
    try report.finish()
    return .done
  }

  private func entries(in snapshot: borrowing Snapshot, _ session: Session) throws -> [Record] {
    var ids: [ObjectID] = []
    if words.isEmpty {
      let request = try filters.request(entity: "entry", model: snapshot.model, in: session)
      ids = try snapshot.fetch(request).sections.flatMap(\.rows)
    } else {
      for word in words { ids.append(try session.identity(word, in: snapshot)) }
    }
    return try ids.uniqued.compactMap { id in
      guard let record = try snapshot.record(id) else { return nil }
      guard record.entity == "entry" else {
        throw CommandFailure.usage("\(id.shortText) is a '\(record.entity)', and only entries move")
      }
      return record
    }
  }

  private func tell(_ moving: Moving, _ session: Session) throws {
    guard session.isText else { return }
    let count = RowOperations.count(moving.entries.count, "entry", plural: "entries")
    let media =
      moving.media.isEmpty
      ? "" : " with \(RowOperations.count(moving.media.count, "medium", plural: "media"))"
    try session.console.writeLine(
      "\(isCopy ? "Copied" : "Moved") \(count)\(media) to \(destination.terminalSafe)")
  }
}

/// Entries on their way from one journal to another, with what is kept with them.
struct Moving {
  /// The entries, as they were read.
  let entries: [Record]
  /// Their media.
  let media: [Record]
  /// What each of them is stored as: derived values follow again.
  private let changes: [Change]

  init(_ entries: [Record], in snapshot: borrowing Snapshot) throws {
    var media: [Record] = []
    for entry in entries { media += try snapshot.media(of: entry) }
    self.entries = entries
    self.media = media
    let model = snapshot.model
    changes = (entries + media).map { record in
      var values = PropertyValues()
      let entity = model.entity(record.entity)
      for (name, value) in record.values where entity?.attributes[name] != nil {
        values[name] = value
      }
      if record.entity == "medium" { values["diaryEntry"] = record.values["diaryEntry"] }
      return .insert(record.id, entity: record.entity, values: values)
    }
  }

  /// Writes them to a journal, the contents of media before the one commit that names them.
  ///
  /// What is there already as it is here was written by a move that was broken off, and is passed over.
  func write(
    from source: Journal, to other: Journal, _ session: Session, _ report: ReportOptions
  ) throws -> Commit {
    for medium in media {
      guard let content = medium.mediumContent else { continue }
      try source.read { snapshot in
        guard try snapshot.holds(content) else {
          throw MediaError.damaged(digest: content.hexadecimalDigest)
        }
        try other.store(content) { offset, count in
          try snapshot.bytes(of: content, from: offset, count: count)
        }
      }
    }
    let wanted = Dictionary(uniqueKeysWithValues: (entries + media).map { ($0.id, $0.values) })
    let missing = try other.read { snapshot in
      try changes.filter { change in
        guard let there = try snapshot.record(change.id) else { return true }
        if there.values == wanted[change.id] { return false }
        throw CommandFailure(
          .conflict,
          "the other journal has \(change.id) already, and it says something else; nothing is moved",
          status: .usage)
      }
    }
    return try other.commit(missing, session.request(report))
  }
}

extension JournalDirectory {
  /// What tells the directory from every other, by whatever path it was reached.
  fileprivate var environmentIdentity: [UInt64]? {
    (try? Files.status(of: path)).flatMap { $0 }.map { [$0.device, $0.inode] }
  }
}
