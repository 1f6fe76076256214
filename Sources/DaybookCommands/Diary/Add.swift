import CommandLineKit
import Daybook

/// Writes an entry.
struct Add: Command {
  static let name = "add"
  static let summary = "Writes an entry"
  static let discussion = """
    The text is the words, joined by blanks; without words it is read from standard input where that is no \
    terminal, and else written in $VISUAL or $EDITOR. It is kept byte for byte, but for one newline at the \
    end of what is read or edited. After the first word of the text only whole long flags are flags, so \
    that "-5" stays text. Without any text nothing is saved, and the status is 2.

    A template is a file NAME.md in ~/.config/daybook/templates; in it {{text}}, {{date}}, {{time}}, \
    {{weekday}} and {{journal}} stand for what they name.

    A --date without a time, such as 2026-11-30, is of the whole day; of a day told from today, such as \
    yesterday, it is this time of day.
    """
  static let examples = [
    Example("daybook add I ran -5 degrees @sport", "an entry of now, with a tag in its text"),
    Example("daybook add --date 'yesterday at 9pm' --star Fireworks.", "an entry of another time"),
    Example("date | daybook add --tag log", "an entry of what a program writes"),
    Example("daybook add --attach beach.jpg At the sea.", "an entry with a picture"),
    Example("daybook add --template evening", "an entry that begins from a template"),
    Example("daybook add", "an entry written in your editor"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .text("TEXT", \.words, help: "The text of the entry"),
      .option("--date", \.date, "WHEN", help: "When it was, if not now"),
      .option(
        "--tag", \.tags, "TAG", completion: .asked(kind: "tag"),
        help: "A tag beside those in the text"
      ),
      .flag("--star", \.isStarred, help: "Give it a star"),
      .option("--mood", \.mood, "N", help: "How it was, as a number"),
      .option(
        "--attach", \.files, "FILE", completion: .files,
        help: "A picture, sound or other file to keep with it"),
      .option(
        "--template", \.template, "NAME", completion: .asked(kind: "template"),
        help: "Begin from a text in the directory of templates"),
    ] + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var words: [String] = []
  var date: When?
  var tags: [String] = []
  var isStarred = false
  var mood: Int?
  var files: [String] = []
  var template: String?
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    var values = PropertyValues()
    // What can be wrong with the words is said before a person begins to write.
    if let date {
      for (name, value) in try EntryDate(date, in: session).values where !value.isNull {
        values[name] = value
      }
    }
    let names = try tags.map(Tag.name)
    if !names.isEmpty { values["givenTags"] = .list(names.uniqued.map(Value.string)) }
    if isStarred { values["starred"] = .bool(true) }
    if let mood { values["mood"] = .int(Int64(mood)) }
    let attachments = try Attachments(files)

    let template = try template.map { try Template(named: $0, in: session) }
    /// The text between the words of the template.
    func composed(_ given: String?) throws -> String {
      guard let template else { return given ?? "" }
      var moment = session.localMoment(session.began)
      if case .date(let date)? = values["creationTime"] { moment = date }
      return try template.text(given, of: moment, in: session)
    }

    if !words.isEmpty {
      let text = words.joined(separator: " ")
      if text.isBlank { throw Self.nothingSaved("there is no text") }
      if date == nil { noteDate(before: text, in: session) }
      return try save(composed(text), values, attachments, in: session)
    }
    if !session.console.isInputTerminal {
      let text = try EntryText.ofInput(in: session)
      if text.isBlank { throw Self.nothingSaved("there is no text") }
      do {
        return try save(composed(text), values, attachments, in: session)
      } catch {
        // What came through a pipe may never come again.
        var failure = CommandFailure(error)
        do {
          let draft = try Draft("add", text: text, in: session)
          failure.message += "; the text is kept in \(draft.path)"
        } catch {
          failure.message += "; nor could it be kept: \(CommandFailure(error))"
        }
        throw failure
      }
    }
    // A journal that cannot be used is better known before writing than after it.
    do { _ = try session.openForWriting(creating: false) } catch JournalError.missing {}
    switch try Editor(in: session).edit(composed(nil), purpose: "add") {
    case .nothing(let reason): throw Self.nothingSaved(reason)
    case .text(let text, let draft):
      return try draft.keeping { try save(text, values, attachments, in: session) }
    }
  }

  /// Tells whoever comes from a diary that reads `yesterday: …` how a moment is given here; the text stays
  /// as it is.
  private func noteDate(before text: String, in session: Session) {
    guard let colon = text.firstRange(of: ": "),
      text[..<colon.lowerBound].utf8.count <= 40
    else { return }
    let prefix = String(text[..<colon.lowerBound])
    guard prefix.contains(where: \.isLetter) || prefix.contains("-"),
      let when = try? When(prefix), when.logSize == nil
    else { return }
    session.note(
      "\("\(prefix):".inQuotes) is kept as text; --date \(ChildProcess.quoted(prefix)) says when it was"
    )
  }

  private static func nothingSaved(_ reason: String) -> CommandFailure {
    .usage("nothing saved: \(reason)")
  }

  private func save(
    _ text: String, _ given: PropertyValues, _ attachments: Attachments, in session: Session
  ) throws -> ExitCode {
    if text.isBlank { throw Self.nothingSaved("there is no text") }
    guard text.utf8.count <= Attribute.textLimitBytes else {
      throw CommandFailure(.validation, "\(EntryText.tooLong); nothing was saved")
    }
    let journal = try session.openForWriting()
    let id = session.newID()
    let media = try attachments.changes(for: id, in: journal, session)
    let request = session.request(options.report, expect: options.expect)
    var values = given
    values["text"] = .string(text)
    if values["creationTime"] == nil {
      values["creationTime"] = .date(session.localMoment(request.recorded))
    }
    let commit = try journal.commit(
      [.insert(id, entity: "entry", values: values)] + media, request)
    if session.isText, case .date(let moment)? = values["creationTime"] {
      let style = session.console.style
      try session.console.writeLine(
        "Added \(style.yellow(id.shortText)), \(session.dates.moment(moment, isAllDay: values["allDay"] != nil))"
      )
      try MediumLine.tell(media, in: journal, session)
    }
    try session.report(commit, options.report)
    return .done
  }
}
