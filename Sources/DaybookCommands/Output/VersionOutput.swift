import CommandLineKit
import Daybook
import JSON

/// Writes the versions of an object: when each was made, by whom, and what it says or changed.
struct VersionOutput {
  let session: Session
  /// Whether texts are shown by what changed in them.
  var isDifference = false

  init(_ session: Session) {
    self.session = session
  }

  /// Writes the versions, the oldest first.
  func write(_ id: ObjectID, in snapshot: borrowing Snapshot) throws -> ExitCode {
    let versions = try snapshot.versions(of: id)
    if session.isQuiet {
      for version in versions { try session.console.writeLine(version.event.sequence.description) }
    } else {
      switch session.format {
      case .text: try writeText(versions, of: id)
      case .json: try writeDocument(versions)
      case .jsonl: try writeLines(versions)
      }
    }
    return versions.isEmpty ? .found : .done
  }

  // MARK: - Machine output

  private func writeDocument(_ versions: [Version]) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("versions")
    writer.beginArray()
    for version in versions { Self.write(version, to: &writer) }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    try session.console.write(bytes: writer.bytes)
  }

  private func writeLines(_ versions: [Version]) throws {
    var writer = JSONWriter()
    for version in versions {
      Self.write(version, to: &writer)
      writer.endLine()
    }
    try session.console.write(bytes: writer.bytes)
  }

  private static func write(_ version: Version, to writer: inout JSONWriter) {
    let header = version.event.header
    writer.beginObject()
    writer.member("sequence", version.event.sequence.rawValue)
    writer.member("recorded", header.recorded.rfc3339)
    writer.member("actor")
    if let actor = header.actor { writer.write(actor) } else { writer.writeNull() }
    writer.member("kind", header.kind.name)
    writer.member("values")
    if let values = version.values { writer.write(values) } else { writer.writeNull() }
    writer.endObject()
  }

  // MARK: - For people

  private func writeText(_ versions: [Version], of id: ObjectID) throws {
    let console = session.console
    let style = console.style
    var previous = PropertyValues()
    for version in versions {
      let header = version.event.header
      let moment = session.dates.moment(session.localMoment(header.recorded))
      let author = header.actor.map { " by \($0.terminalSafe)" } ?? ""
      try console.writeLine(
        "\(style.yellow("version \(version.event.sequence)")) (@\(version.event.sequence.next))  "
          + "\(style.bold(header.kind.name))  "
          + style.dim(moment + author))
      guard let values = version.values else {
        if header.kind.isForgotten(version) {
          try console.writeLine("      \(style.dim("(forgotten)"))")
        }
        previous = PropertyValues()
        continue
      }
      try write(values, after: previous, style)
      previous = values
    }
  }

  /// Writes the values that differ from those of the version before.
  private func write(
    _ values: PropertyValues, after previous: PropertyValues, _ style: Style
  ) throws {
    let console = session.console
    let indent = String(repeating: " ", count: 6)
    let room = max(20, min(console.width, 100) - indent.count)
    for (name, value) in values where previous[name] != value {
      if isDifference, case .string(let new) = value, case .string(let old)? = previous[name] {
        try console.writeLine(indent + style.dim("\(name):"))
        for line in TextDifference(from: old, to: new).lines(style, width: room - 2) {
          try console.writeLine("\(indent)  \(line)")
        }
      } else {
        let shown = "\(name): \(value.shown)".truncated(toWidth: room)
        try console.writeLine(
          indent + style.dim(String(shown.prefix(name.count + 1))) + shown.dropFirst(name.count + 1)
        )
      }
    }
    for (name, _) in previous where values[name] == nil {
      try console.writeLine(indent + style.dim("\(name): (cleared)"))
    }
  }
}

extension EventKind {
  /// Whether a version without values has lost them, and is not that of an end.
  fileprivate func isForgotten(_ version: Version) -> Bool {
    self != .deleted && self != .erased
  }
}
