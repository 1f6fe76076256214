import Daybook
import Interchange

/// The journals that jrnl's configuration names.
struct JrnlJournals {
  private let configuration: JrnlConfiguration
  /// Where paths begin that are not absolute.
  private let directory: String
  private let session: Session

  init(_ configuration: JrnlConfiguration, beside path: String, _ session: Session) {
    self.configuration = configuration
    directory = Files.parent(of: path) ?? "."
    self.session = session
  }

  /// Reads each of them; those that cannot be read are listed.
  func read(into entries: inout EntryImport, scratchDirectory: String) throws {
    for journal in configuration.journals {
      let path = expanded(journal.path)
      let source: ImportSource
      do {
        guard try Files.status(of: path) != nil else {
          entries.leave(path, "journal “\(journal.name)”: there is no such file")
          continue
        }
        source = try ImportSource(path: path, scratchDirectory: scratchDirectory)
      } catch {
        entries.leave(path, "journal “\(journal.name)”: \(error)")
        continue
      }
      let isClassic = source.files.contains { $0.name.hasSuffix(".doentry") }
      let tag = journal.name == "default" || configuration.journals.count == 1 ? nil : journal.name
      try entries.read(source, as: isClassic ? .dayOneClassic : .jrnl, taggedAs: tag)
    }
  }

  /// The path with the home directory for `~` and the values of variables, as jrnl reads it.
  private func expanded(_ path: String) -> String {
    var text = ""
    var rest = path[...]
    if rest == "~" || rest.hasPrefix("~/"), let home = session.nonEmpty("HOME") {
      text = home
      rest = rest.dropFirst()
    }
    while let sign = rest.firstIndex(of: "$") {
      text += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      let isBraced = rest.first == "{"
      let name = rest.drop { $0 == "{" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard let value = session.nonEmpty(String(name)) else {
        text += "$"
        continue
      }
      text += value
      rest = rest[name.endIndex...]
      if isBraced, rest.first == "}" { rest = rest.dropFirst() }
    }
    text += rest
    return text.hasPrefix("/") ? text : "\(directory)/\(text)"
  }
}
