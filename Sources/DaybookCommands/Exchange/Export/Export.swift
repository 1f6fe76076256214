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
    same journal again, to the last byte. The others are the entries as they are, oldest first, and \
    filters say which:

    jrnl and jrnl-json: as jrnl keeps and writes them. dayone: an archive that Day One reads, with \
    media. markdown: one file, or, where -o is a folder, a file a day with media. csv: a table that \
    spreadsheets open. html: one page with everything in it, or a folder with a page and media; it loads \
    nothing from elsewhere.

    Without --as, the ending of -o decides, and else it is jsonl. What a format cannot hold is told, with \
    how often.
    """
  static let examples = [
    Example("daybook export -o diary.jsonl", "everything, with its history"),
    Example("daybook export -o diary.html", "a page to read and to print"),
    Example("daybook export --as markdown -o notes/", "a file a day, with media"),
    Example("daybook export --as jrnl --from 2026 > journal.txt", "entries, for jrnl"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .option("--as", \.format, "FORMAT", help: "The form to write"),
      .option(
        "--output", short: "-o", \.path, "PATH", completion: .files,
        help: "Where to write, a folder where it ends with /; standard output where it is not given"
      ),
    ] + Parameter.table(\.filters, as: "FILTERS", under: "Filters")

  var format: ExportFormat?
  var path: String?
  var filters = Filters()

  func run(in session: Session) throws -> ExitCode {
    let path = path == "-" ? nil : path
    let format = format ?? path.flatMap(ExportFormat.init(ofPath:)) ?? .jsonl
    if format == .jsonl, !filters.isEmpty {
      throw CommandFailure.usage(
        "jsonl is the log itself, whole, and takes no filters; other formats take them, such as --as jrnl"
      )
    }
    let isFolder =
      try path.map { try $0.hasSuffix("/") || Files.status(of: $0)?.isDirectory == true } ?? false
    if isFolder, !format.canBeFolder {
      throw CommandFailure.usage(
        "\(format.title) is one file, and \(path?.inQuotes ?? "") is a folder; name a file with -o")
    }
    let journal = try session.openForReading(readsAhead: true)
    if isFolder, let path {
      let output = try FolderOutput(path, session.console)
      let isAny = try journal.read {
        try EntryExport(format: format, filters: filters).write($0, to: output, session)
      }
      try output.finish()
      return isAny ? .done : .found
    }
    let output = try ExportOutput(path, session.console)
    let isAny = try journal.read { snapshot in
      format == .jsonl
        ? try writeLog(snapshot, to: output, session)
        : try EntryExport(format: format, filters: filters).write(snapshot, to: output, session)
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
}
