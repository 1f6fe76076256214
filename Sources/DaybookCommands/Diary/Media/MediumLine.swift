import CommandLineKit
import Daybook

/// How a person sees a medium: its name, what it is and how large.
enum MediumLine {
  /// The medium on one line, `beach.jpg  image/jpeg, 1600 × 1200, 2.3 MB`.
  ///
  /// - Parameters:
  ///   - medium: A record of the entity `medium`.
  ///   - style: The marks of the output.
  ///   - width: The columns that there are; a long name is cut.
  ///   - isWithID: Whether the end of its id stands before it, by which it can be extracted.
  static func text(
    of medium: Record, _ style: Style, width: Int, isWithID: Bool = false
  ) -> String {
    let facts = facts(of: medium)
    let id = isWithID ? medium.id.shortText : ""
    let room = max(12, width - facts.displayWidth - id.displayWidth - 4)
    let name = medium.mediumName.truncated(toWidth: room)
    return (isWithID ? "\(style.yellow(id))  " : "") + "\(name)  \(style.dim(facts))"
  }

  /// Tells a person what an entry has got.
  static func tell(
    _ changes: [Change], in journal: Journal, _ session: Session
  ) throws {
    let console = session.console
    try journal.read { snapshot in
      for change in changes {
        guard let medium = try snapshot.record(change.id) else { continue }
        let line = text(of: medium, console.style, width: console.width - 9, isWithID: true)
        try console.writeLine("Attached \(line)")
      }
    }
  }

  private static func facts(of medium: Record) -> String {
    var facts: [String] = []
    for name in ["mimeType", "type"] {
      if case .string(let text)? = medium.values[name] {
        facts.append(text.terminalSafe)
        break
      }
    }
    if case .int(let width)? = medium.values["width"],
      case .int(let height)? = medium.values["height"]
    {
      facts.append("\(width) × \(height)")
    }
    if case .double(let seconds)? = medium.values["duration"], seconds >= 0, seconds < 1e9 {
      facts.append(clock(Int(seconds.rounded())))
    }
    if let size = medium.mediumContent?.size { facts.append(size.byteText) }
    return facts.joined(separator: ", ")
  }

  /// Seconds as minutes and seconds, or with hours.
  private static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return seconds < 3600
      ? "\(seconds / 60):\(two(seconds % 60))"
      : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}

extension Record {
  /// What a medium is called, safe to show.
  var mediumName: String {
    guard case .string(let name)? = values["name"], let line = name.firstLine else {
      return "(no name)"
    }
    return line
  }

  /// The content of a medium.
  var mediumContent: ContentReference? {
    if case .content(let content)? = values["content"] { content } else { nil }
  }

  /// The media of an entry, in their order.
  var mediaIDs: [ObjectID] {
    guard case .list(let values)? = values["media"] else { return [] }
    return values.compactMap { if case .uuid(let id) = $0 { id } else { nil } }
  }
}
