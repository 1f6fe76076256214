import Interchange
import Model

/// All that a reader hands over and reports, for tests to look at.
struct Reading {
  var entries: [ImportedEntry] = []
  var report = ImportReport()

  /// Reads a file of jrnl's text.
  init(_ bytes: [UInt8], path: String = "journal.txt", undated: WallClock? = nil) {
    report = JrnlText.read(bytes.span, path: path, undated: undated) { entries.append($0) }
  }

  /// Reads a file of jrnl's text in UTF-8.
  init(_ text: String, undated: WallClock? = nil) {
    self.init(Array(text.utf8), undated: undated)
  }

  /// Reads a folder of day files.
  init(folder files: [(path: String, text: String)]) throws {
    let sources = files.map { SourceFile(path: $0.path, text: $0.text) }
    report = try JrnlFolder.read(sources) { entries.append($0) }
  }

  /// Reads a source in any format.
  init(_ format: DiaryFormat, _ source: ImportSource) throws {
    report = try format.read(source) { entries.append($0) }
  }

  /// Reads a file of text in any format.
  init(_ format: DiaryFormat, _ text: String, path: String = "source.txt") throws {
    try self.init(format, ImportSource(SourceFile(path: path, text: text)))
  }

  /// Reads files of text in any format.
  init(_ format: DiaryFormat, folder files: [(path: String, text: String)]) throws {
    try self.init(
      format,
      ImportSource(
        folder: "folder", files: files.map { SourceFile(path: $0.path, text: $0.text) }))
  }

  var dates: [String] { entries.map(\.time.shown) }
  var texts: [String] { entries.map(\.text) }
  var keys: [String] { entries.map(\.importKey) }
  var doubtfulLines: [Int?] { report.doubtful.map(\.place.line) }
  var doubts: [String] { report.doubtful.map { "\($0.place.line ?? 0): \($0.reason)" } }
}

extension SourceFile {
  /// A file of a text.
  init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// A file of bytes.
  init(path: String, bytes: [UInt8]) {
    self.init(path: path, scratchDirectory: "/tmp") {
      var rest = bytes
      return {
        defer { rest = [] }
        return rest
      }
    }
  }
}

extension ImportedTime {
  /// The time as tests compare it.
  var shown: String {
    switch self {
    case .clock(let clock, let zone): "\(clock)" + (zone.map { "[\($0)]" } ?? "")
    case .instant(let instant, let zone):
      Moment(microseconds: instant).rfc3339 + (zone.map { "[\($0)]" } ?? "")
    }
  }
}

/// A text in some encoding, decoded.
struct DecodedText {
  let source: SourceText
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    source = SourceText(bytes.span)
  }

  var encoding: TextEncoding { source.encoding }
  var doubts: [String] { source.doubts }

  func text() -> (text: String, repair: UTF8Repair?) { source.text(of: bytes.span) }
}

extension ImportedEntry {
  /// What the clock showed; of an instant, the one in Greenwich.
  var date: WallClock {
    switch time {
    case .clock(let clock, _): clock
    case .instant(let instant, _): WallClock(secondsSince1970: instant / 1_000_000)
    }
  }
}

extension ImportedEntry: Equatable {
  static func == (left: ImportedEntry, right: ImportedEntry) -> Bool {
    left.text == right.text && left.time == right.time && left.isAllDay == right.isAllDay
      && left.isStarred == right.isStarred && left.place == right.place
      && left.assumed == right.assumed && left.importKey == right.importKey
      && left.tags == right.tags && left.attributes == right.attributes
  }
}
