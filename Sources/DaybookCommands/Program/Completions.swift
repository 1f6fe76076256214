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
      for id in try newest(1000, in: snapshot) {
        tags.formUnion(try snapshot.record(id)?.tags ?? [])
      }
      return tags.sorted()
    case "medium":
      var lines: [String] = []
      for id in try newest(200, in: snapshot) where lines.count < 50 {
        guard let entry = try snapshot.record(id), !entry.mediaIDs.isEmpty else { continue }
        lines += try snapshot.media(of: entry).map { "\($0.id.shortText)\t\($0.mediumName)" }
      }
      return lines
    case "id":
      return try newest(50, in: snapshot).map { id in
        let title = try snapshot.record(id)?.values["title"]
        guard case .string(let text) = title else { return id.shortText }
        return "\(id.shortText)\t\(text.terminalSafe.truncated(toWidth: 40))"
      }
    default:
      return []
    }
  }

  /// The newest entries: those that a person has just seen, and that are found at once however many
  /// there are.
  private static func newest(
    _ count: Int, in snapshot: borrowing Snapshot
  ) throws -> [ObjectID] {
    let view = try snapshot.view(ViewDefinition.byDayName)
    return try snapshot.page(of: view, limit: count).sections.flatMap(\.rows)
  }
}
