import Interchange

/// All that a reader hands over and reports, for tests to look at.
struct Reading {
  var entries: [ImportedEntry] = []
  var report = ImportReport()

  /// Reads a file of jrnl's text.
  init(_ bytes: [UInt8], path: String = "journal.txt", undated: WallClock? = nil) {
    report = JrnlText.read(bytes, path: path, undated: undated) { entries.append($0) }
  }

  /// Reads a file of jrnl's text in UTF-8.
  init(_ text: String, undated: WallClock? = nil) {
    self.init(Array(text.utf8), undated: undated)
  }

  /// Reads a folder of day files.
  init(folder files: [(path: String, text: String)]) {
    let sources = files.map { file in SourceFile(path: file.path) { Array(file.text.utf8) } }
    report = JrnlFolder.read(sources) { entries.append($0) }
  }

  var dates: [String] { entries.map(\.date.description) }
  var texts: [String] { entries.map(\.text) }
  var keys: [String] { entries.map(\.importKey) }
  var doubtfulLines: [Int?] { report.doubtful.map(\.place.line) }
  var doubts: [String] { report.doubtful.map { "\($0.place.line ?? 0): \($0.reason)" } }
}
