import CommandLineKit
import Daybook

/// Changes entries.
struct Edit: Command {
  static let name = "edit"
  static let summary = "Changes an entry, or what several have in common"
  static let discussion = """
    One entry is named by its id; without any change named, its text is edited in $VISUAL or $EDITOR. \
    Filters name several, which get what is named; a new text is \
    for an entry that alone matches.

    Where an entry was changed by someone else while its text was being edited, nothing is overwritten: the \
    late text becomes a new entry at the same moment, both ids are printed, and the status is 1.
    """
  static let examples = [
    Example("daybook edit 4f1c2a9", "its text, in your editor"),
    Example("daybook edit 4f1c2a9 It rained after all.", "another text"),
    Example("daybook edit 4f1c2a9 --star --tag work --date 'yesterday 8pm'", "what is said of it"),
    Example("daybook edit --tagged wrok --untag wrok --tag work", "a tag of many entries"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument(
        "ID", \.id, completion: .asked(kind: "id"), help: "Which entry, where no filter says"),
      .text("TEXT", \.words, help: "The new text"),
      .option("--date", \.date, "WHEN", help: "When it was"),
      .option(
        "--tag", \.tags, "TAG", completion: .asked(kind: "tag"),
        help: "A tag to add beside the text"),
      .option(
        "--untag", \.untags, "TAG", completion: .asked(kind: "tag"),
        help: "A tag to take away; one in the text is changed there"),
      .flag("--star", \.star, setting: true, help: "Give it a star"),
      .flag("--unstar", \.star, setting: false, help: "Take the star away"),
      .option("--mood", \.mood, "N", help: "How it was, as a number"),
      .option(
        "--expect-version", \.expectedVersion, "N",
        help: "Refuse with status 4 where the entry's last event is not N"),
    ] + Parameter.table(\.filters, as: "FILTERS", under: "Filters")
    + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var id: String?
  var words: [String] = []
  var date: When?
  var tags: [String] = []
  var untags: [String] = []
  var star: Bool?
  var mood: Int?
  var expectedVersion: UInt64?
  var filters = Filters()
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    let changes = try EntryChanges(
      date: date.map { try EntryDate($0, in: session) }, tags: tags.map(Tag.name),
      untags: untags.map(Tag.name), star: star, mood: mood)
    if filters.isEmpty {
      guard let id else {
        throw CommandFailure.usage("'daybook edit' needs an ID, or filters that say which entries")
      }
      let text = words.isEmpty ? nil : words.joined(separator: " ")
      return try editOne(id, text, changes, in: session)
    }
    // Where filters say which entries, all words are text; what looks like an id is a mistake.
    if let id, words.isEmpty, ObjectID(id) != nil || (4...32).contains(id.count) && id.isHexadecimal
    {
      throw CommandFailure.usage(
        "\(id.inQuotes) is an ID, and there are filters too: give one of them")
    }
    if expectedVersion != nil {
      throw CommandFailure.usage("--expect-version is for one entry, named by its ID")
    }
    let text = id.map { ([$0] + words).joined(separator: " ") }
    return try editMatching(text, changes, in: session)
  }

  // MARK: - One entry

  private func editOne(
    _ word: String, _ text: String?, _ changes: EntryChanges, in session: Session
  ) throws -> ExitCode {
    let journal = try session.openForWriting(creating: false, expect: options.expect)
    let entry = try journal.read { try self.entry(word, in: $0, session) }
    if let expectedVersion, entry.version.rawValue != expectedVersion {
      throw EventLogError.wrongExpectedVersion(
        object: entry.id, expected: SequenceNumber(expectedVersion), found: entry.version)
    }
    if text == nil, changes.isEmpty {
      switch try Editor(in: session).edit(
        entry.text ?? "", purpose: Draft.editPurpose(of: entry.id))
      {
      case .nothing(let reason):
        session.note("nothing changed: \(reason)")
        return .done
      case .text(let text, let draft):
        return try draft.keeping { try save(text, changes, of: entry, in: journal, session) }
      }
    }
    if let text {
      if text.isBlank {
        throw CommandFailure.usage(
          "nothing changed: the new text is empty; 'daybook delete' deletes")
      }
      return try save(text, changes, of: entry, in: journal, session)
    }
    return try apply(changes, to: [entry.id], in: journal, session)
  }

  /// The entry that a word names.
  private func entry(
    _ word: String, in snapshot: borrowing Snapshot, _ session: Session
  ) throws -> Record {
    let id = try session.identity(word, in: snapshot, lastWrittenAt: expectedVersion)
    guard let record = try snapshot.record(id) else { throw JournalError.unknownID(word) }
    guard record.entity == "entry" else {
      throw CommandFailure.usage(
        "\(id) is a '\(record.entity)' and no entry; 'daybook update' changes it")
    }
    return record
  }

  /// Saves a text that was written from `entry` as it was read.
  private func save(
    _ text: String, _ changes: EntryChanges, of entry: Record, in journal: Journal,
    _ session: Session
  ) throws -> ExitCode {
    var values = changes.values(of: entry)
    values["text"] = .string(text)
    let request = session.request(
      options.report, expect: options.expect, versions: [entry.id: entry.version])
    do {
      let commit = try journal.commit([.update(entry.id, values: values)], request)
      return try tell(commit, changes, [entry], in: session)
    } catch let error as EventLogError {
      guard case .wrongExpectedVersion = error, expectedVersion == nil else { throw error }
      return try saveBeside(entry, values, in: journal, session)
    }
  }

  /// Saves a late text as a new entry: the one it was written from is another by now.
  private func saveBeside(
    _ entry: Record, _ late: PropertyValues, in journal: Journal, _ session: Session
  ) throws -> ExitCode {
    var values = PropertyValues()
    for name in Self.copied { values[name] = entry.values[name] }
    for (name, value) in late { values[name] = value.isNull ? nil : value }
    let id = session.newID()
    let commit = try journal.commit(
      [.insert(id, entity: "entry", values: values)],
      session.request(options.report, expect: options.expect))
    try session.report(commit, options.report)
    session.note(
      "entry \(entry.id) was changed meanwhile and is left as it is; the late text is the new entry \(id)"
    )
    return .found
  }

  /// What an entry has of the moment and place it was lived in, as against where it came from.
  private static let copied = [
    "creationTime", "allDay", "givenTags", "starred", "mood", "place", "latitude", "longitude",
    "weather", "markup",
  ]

  // MARK: - Several

  private func editMatching(
    _ text: String?, _ changes: EntryChanges, in session: Session
  ) throws -> ExitCode {
    let journal = try session.openForWriting(creating: false, expect: options.expect)
    let ids = try journal.read { snapshot in
      try snapshot.fetch(
        filters.request(entity: "entry", model: snapshot.model, in: session)
      ).sections.flatMap(\.rows)
    }
    if ids.isEmpty {
      throw CommandFailure.nothingMatches
    }
    if text == nil, !changes.isEmpty {
      session.noteCount(ids.count, "entry", plural: "entries")
      return try apply(changes, to: ids, in: journal, session)
    }
    // A text, given or edited, is of one entry.
    guard let id = ids.first, ids.count == 1 else {
      throw CommandFailure.usage(
        "\(ids.count.grouped) entries match, and a text is of one; several take --date, --tag, --untag, "
          + "--star, --unstar or --mood")
    }
    return try editOne(id.description, text, changes, in: session)
  }

  /// Writes changes that depend on what an entry has, such as a tag among its tags; where another
  /// writer was first, from what it has then.
  private func apply(
    _ changes: EntryChanges, to ids: [ObjectID], in journal: Journal, _ session: Session
  ) throws -> ExitCode {
    for attempt in 0... {
      let entries = try journal.read { snapshot in
        try ids.compactMap { try snapshot.record($0) }
      }
      var versions: [ObjectID: SequenceNumber] = [:]
      for entry in entries { versions[entry.id] = entry.version }
      if let expectedVersion, let id = ids.first {
        versions[id] = SequenceNumber(expectedVersion)
      }
      do {
        let commit = try journal.commit(
          entries.map { .update($0.id, values: changes.values(of: $0)) },
          session.request(options.report, expect: options.expect, versions: versions))
        return try tell(commit, changes, entries, in: session)
      } catch let error as EventLogError {
        guard case .wrongExpectedVersion = error, expectedVersion == nil, attempt < 100 else {
          throw error
        }
      }
    }
    return .done
  }

  private func tell(
    _ commit: Commit, _ changes: EntryChanges, _ entries: [Record], in session: Session
  ) throws -> ExitCode {
    if session.isText {
      let style = session.console.style
      if commit.isEmpty {
        session.note("nothing changed: it was so already")
      } else if commit.ids.count == 1, let id = commit.ids.first {
        try session.console.writeLine("Changed \(style.yellow(id.shortText))")
      } else {
        try session.console.writeLine(
          "Changed \(RowOperations.count(commit.ids.count, "entry", plural: "entries"))")
      }
    }
    try session.report(commit, options.report)
    let left = changes.tagsInText(of: entries)
    for (tag, id) in left.prefix(10) {
      session.note(
        "the tag '\(tag.terminalSafe)' stands in the text of \(id.shortText); change it there: "
          + "'daybook edit \(id.shortText)'")
    }
    if left.count > 10 { session.note("and in \((left.count - 10).grouped) more") }
    return left.isEmpty ? .done : .found
  }
}

extension String {
  fileprivate var isHexadecimal: Bool {
    utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }
}
