internal import JSON

/// The formats of other diaries that are read.
public enum DiaryFormat: String, CaseIterable, Sendable {
  /// The text of jrnl, a file or a folder of days.
  case jrnl
  /// What `jrnl --format json` writes.
  case jrnlJSON = "jrnl-json"
  /// Day One's JSON, with media where it is an archive or a folder.
  case dayOne = "dayone"
  /// The folder of Day One Classic.
  case dayOneClassic = "dayone-classic"
  /// RedNotebook's months.
  case redNotebook = "rednotebook"
  /// Markdown, with or without front matter.
  case markdown
  /// A table whose first row names its columns.
  case csv
  /// What tui-journal keeps and exports.
  case tuiJournal = "tui-journal"

  /// What it is called to people.
  public var title: String {
    switch self {
    case .jrnl: "jrnl's text"
    case .jrnlJSON: "jrnl's JSON"
    case .dayOne: "Day One's JSON"
    case .dayOneClassic: "Day One Classic"
    case .redNotebook: "RedNotebook"
    case .markdown: "Markdown"
    case .csv: "CSV"
    case .tuiJournal: "tui-journal's JSON"
    }
  }
}

extension DiaryFormat {
  /// Hands over each entry of a source, and reports on the rest.
  ///
  /// - Parameters:
  ///   - source: What is read.
  ///   - body: Takes an entry.
  /// - Throws: What `body` throws, and what opening the source throws; nothing is read after that.
  public func read(
    _ source: ImportSource, _ body: (ImportedEntry) throws -> Void
  ) throws -> ImportReport {
    switch self {
    case .jrnl:
      if source.isFolder { return try JrnlFolder.read(source.files, body) }
      return try Self.eachFile(of: source) { try JrnlText.read($1, path: $0.path, body) }
    case .jrnlJSON:
      return try Self.eachFile(of: source) { try JrnlJSON.read($1, path: $0.path, body) }
    case .tuiJournal:
      return try Self.eachFile(of: source) { try TuiJournal.read($1, path: $0.path, body) }
    case .dayOne: return try DayOne.read(source, body)
    case .dayOneClassic: return try DayOneClassic.read(source, body)
    case .redNotebook: return try RedNotebook.read(source, body)
    case .markdown: return try MarkdownDiary.read(source, body)
    case .csv:
      return try Self.eachFile(of: source) { try CSVDiary.read($1, path: $0.path, body) }
    }
  }

  private static func eachFile(
    of source: ImportSource, _ body: (SourceFile, Span<UInt8>) throws -> ImportReport
  ) throws -> ImportReport {
    guard source.isFolder else {
      return try source.files.first?.withBytes { try body(source.files[0], $0) } ?? ImportReport()
    }
    var report = ImportReport()
    for file in source.files {
      try report.read(file) { try body(file, $0) }
    }
    return report
  }
}
