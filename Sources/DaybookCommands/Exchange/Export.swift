import CommandLineKit
import Daybook
import Interchange
import JSON

/// Writes the journal in a form that others read.
struct Export: Command {
  static let name = "export"
  static let summary = "Writes the journal in a form that others read"
  static let discussion = """
    jsonl is the log itself, whole, with all content: imported into an empty journal it gives the \
    same journal again, to the last byte. jrnl is the entries as jrnl keeps them, oldest first; \
    filters say which. Without --as, the ending of -o decides, and else it is jsonl.
    """
  static let examples = [
    Example("daybook export -o diary.jsonl", "everything, with its history"),
    Example("daybook export --as jrnl --from 2026 > journal.txt", "entries, for jrnl"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .option("--as", \.format, "FORMAT", help: "The form to write"),
      .option(
        "--output", short: "-o", \.path, "PATH", completion: .files,
        help: "Where to write; standard output where it is not given"),
    ] + Parameter.table(\.filters, as: "FILTERS", under: "Filters")

  var format: ExchangeFormat?
  var path: String?
  var filters = Filters()

  func run(in session: Session) throws -> ExitCode {
    let format = format ?? (path?.hasSuffix(".txt") == true ? .jrnl : .jsonl)
    if format == .jsonl, !filters.isEmpty {
      throw CommandFailure.usage(
        "jsonl is the log itself, whole, and takes no filters; --as jrnl takes them")
    }
    let journal = try session.openForReading(readsAhead: true)
    let output = try ExportOutput(path == "-" ? nil : path, session.console)
    let isAny: Bool
    switch format {
    case .jsonl: isAny = try journal.read { try writeLog($0, to: output, session) }
    case .jrnl: isAny = try journal.read { try writeEntries($0, to: output, session) }
    }
    try output.finish()
    return isAny ? .done : .found
  }

  // MARK: - The log

  private func writeLog(
    _ snapshot: borrowing Snapshot, to output: ExportOutput, _ session: Session
  ) throws -> Bool {
    let size = try snapshot.size
    let journal = try snapshot.meta.journal
    var written: Set<[UInt8]> = []
    var writer = JSONWriter()
    var progress = session.console.progress(
      "Exporting", unit: "events", total: Int(clamping: size))
    try snapshot.forEachEvent(in: 0..<size) { event in
      for case (_, .content(let content)) in event.payload?.values ?? PropertyValues()
      where written.insert(content.digest).inserted {
        try snapshot.forEachChunk(of: content) { chunk, bytes in
          writer.beginObject()
          writer.member("blob", content.hexadecimalDigest)
          writer.member("chunk", Int(chunk))
          writer.member("data", Base64.encode(bytes))
          writer.endObject()
          writer.endLine()
          try output.write(&writer)
        }
      }
      let isFirst = event.sequence == .first
      writer.write(
        event, try snapshot.bytes(at: event.sequence), journal: isFirst ? journal : nil)
      writer.endLine()
      try output.write(&writer)
      if event.sequence.rawValue % 1024 == 0 {
        session.console.update(&progress, done: Int(clamping: event.sequence.rawValue))
      }
      return true
    }
    session.console.clearProgress()
    return true
  }

  // MARK: - Entries

  private func writeEntries(
    _ snapshot: borrowing Snapshot, to output: ExportOutput, _ session: Session
  ) throws -> Bool {
    var request = try filters.request(entity: "entry", model: snapshot.model, in: session)
    request.sort = "creationTime asc"
    var jrnl = JrnlWriter()
    var bytes: [UInt8] = []
    var isAny = false
    for section in try snapshot.fetch(request).sections {
      for id in section.rows {
        guard let values = try snapshot.record(id)?.values, case .string(let text) = values["text"],
          case .date(let moment) = values["creationTime"]
        else { continue }
        let isWritten = jrnl.append(
          text: text, date: WallClock(moment, isWholeDay: values["allDay"] == .bool(true)),
          isStarred: values["starred"] == .bool(true), to: &bytes)
        if isWritten {
          isAny = true
        } else {
          session.note("entry \(id) is left out: jrnl has no year \(moment.dayText)")
        }
        try output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    if jrnl.escapedLines > 0 {
      session.note(
        "\(RowOperations.count(jrnl.escapedLines, "line")) that jrnl would take for a header got a "
          + "blank before it")
    }
    if jrnl.mistakableTitles > 0 {
      session.note(
        "titles that end in * without being starred, which jrnl takes for a star: "
          + jrnl.mistakableTitles.grouped)
    }
    return isAny
  }
}

extension WallClock {
  /// What the clock on the wall showed at a moment; seconds only where there were some.
  fileprivate init(_ moment: Moment, isWholeDay: Bool) {
    let offset = Int64(moment.offsetSeconds)
    let seconds = moment.microseconds.floored(by: 1_000_000) + offset
    let days = seconds.floored(by: 86_400)
    let ofDay = Int(seconds - days * 86_400)
    let date = CivilDate(daysSince1970: Int(days))
    if isWholeDay {
      self.init(year: date.year, month: date.month, day: date.day)
    } else {
      self.init(
        year: date.year, month: date.month, day: date.day, hour: ofDay / 3600,
        minute: ofDay / 60 % 60, second: ofDay % 60 == 0 ? nil : ofDay % 60)
    }
  }
}

extension Int64 {
  /// The quotient, rounded down.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : (self + 1) / divisor - 1
  }
}
