import CommandLineKit
import Interchange

/// The forms in which entries, or the log, can go.
enum ExportFormat: String, CaseIterable, ArgumentValue {
  /// The text of jrnl.
  case jrnl
  /// What `jrnl --format json` writes.
  case jrnlJSON = "jrnl-json"
  /// The archive of Day One, with media.
  case dayOne = "dayone"
  /// Markdown: a file, or a folder with a file a day.
  case markdown
  /// A page, or a folder with a page and media.
  case html
  /// A table.
  case csv
  /// The log itself, as JSON lines.
  case jsonl

  /// The format that a path's ending tells.
  init?(ofPath path: String) {
    let name = path.lowercased()
    let endings: [(String, ExportFormat)] = [
      (".txt", .jrnl), (".json", .jrnlJSON), (".zip", .dayOne), (".md", .markdown),
      (".markdown", .markdown), (".html", .html), (".htm", .html), (".csv", .csv),
      (".jsonl", .jsonl),
    ]
    guard let format = endings.first(where: { name.hasSuffix($0.0) })?.1 else { return nil }
    self = format
  }

  /// Whether it can be a folder.
  var canBeFolder: Bool { self == .markdown || self == .html }

  /// The attributes of an entry, beside those that every format is told of, which it can hold or must say
  /// that it cannot.
  var furtherNames: [String] {
    switch self {
    case .jrnl, .jrnlJSON: ["mood", "place", "latitude", "weather", "extra"]
    case .dayOne: ["mood", "place", "latitude", "longitude", "weather", "importKey", "extra"]
    case .markdown, .csv:
      ["mood", "place", "latitude", "longitude", "weather", "markup", "importKey", "extra"]
    case .html: ["mood", "place", "weather"]
    case .jsonl: []
    }
  }

  /// What it is called to people.
  var title: String {
    switch self {
    case .jrnl: "jrnl's text"
    case .jrnlJSON: "jrnl's JSON"
    case .dayOne: "Day One's JSON"
    case .markdown: "Markdown"
    case .html: "HTML"
    case .csv: "CSV"
    case .jsonl: "JSON lines"
    }
  }
}
