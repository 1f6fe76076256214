import CommandLineKit
import Daybook

/// What completion scripts ask the program for while a person types.
enum Completions {
  /// Writes what completes `prefix`, a line each, with a description after a tab where there is one.
  ///
  /// A journal that cannot be read completes nothing: a shell is no place for an error.
  static func write(kind: String, prefix: String, in session: Session) throws {
    if let lines = settingLines(of: kind, in: session) {
      for line in lines where line.hasPrefix(prefix) { try session.console.writeLine(line) }
      return
    }
    guard let journal = try? session.openForReading(),
      let lines = try? journal.read({ snapshot in try lines(of: kind, in: snapshot) })
    else { return }
    for line in lines where line.hasPrefix(prefix) { try session.console.writeLine(line) }
  }

  /// What needs no journal; nil for other kinds.
  private static func settingLines(of kind: String, in session: Session) -> [String]? {
    switch kind {
    case "journal": session.journalNames
    case "template": (try? Template.names(in: session)) ?? []
    default: nil
    }
  }

  private static func lines(of kind: String, in snapshot: borrowing Snapshot) throws -> [String] {
    switch kind {
    case "view":
      return snapshot.viewNames
    case "entity":
      return snapshot.model.entities.keys.sorted()
    case "tag":
      var tags: Set<String> = []
      let request = FetchRequest(entity: "entry")
      for value in try snapshot.distinctValues(of: "givenTags", request) {
        guard case .list(let elements) = value else { continue }
        for case .string(let name) in elements { tags.insert(name) }
      }
      return tags.sorted()
    case "medium":
      var page = FetchRequest(entity: "medium")
      page.limit = 50
      return try snapshot.fetch(page).sections.flatMap(\.rows).map { id in
        "\(id.shortText)\t\(try snapshot.record(id)?.mediumName ?? "")"
      }
    case "id":
      // The newest entries: those that a person has just seen.
      let view = try snapshot.view("by-day")
      return try snapshot.page(of: view, limit: 50).sections.flatMap(\.rows).map { id in
        let title = try snapshot.record(id)?.values["title"]
        guard case .string(let text) = title else { return id.shortText }
        return "\(id.shortText)\t\(text.terminalSafe.truncated(toWidth: 40))"
      }
    default:
      return []
    }
  }
}
