import CommandLineKit
import Daybook
import JSON

/// Writes what a commit did to a view: the row operations and section operations of a change set, in
/// their canonical order.
struct RowOperations {
  /// How many rows of a change set a person is shown one by one.
  static let textLimit = 50

  let session: Session
  /// Whether each set is also told as a batch for a table view.
  let isBatched: Bool
  private var writer = JSONWriter()

  init(_ session: Session, isBatched: Bool = false) {
    self.session = session
    self.isBatched = isBatched
  }

  /// Writes a change set in the session's format; for `json`, where a whole document is asked for,
  /// ``write(_:to:)`` is what to call.
  mutating func write(_ set: StampedChangeSet) throws {
    switch session.format {
    case .text: try writeText(set)
    case .jsonl, .json: try writeLines(set)
    }
  }

  // MARK: - Machine output

  /// Writes the lines from `begin` to `end`.
  private mutating func writeLines(_ set: StampedChangeSet) throws {
    beginLine("begin")
    writer.member("view", set.view)
    Self.writeStamp(of: set, to: &writer)
    try endLine()
    for section in set.changeSet.deletedSections {
      Self.write(section, "deleteSection", to: &writer)
      try flushLine()
    }
    for section in set.changeSet.insertedSections {
      Self.write(section, "insertSection", to: &writer)
      try flushLine()
    }
    for row in set.changeSet.rows {
      Self.write(row, set.records, to: &writer)
      try flushLine()
    }
    if isBatched {
      Self.write(set.changeSet.batch(), to: &writer)
      try flushLine()
    }
    beginLine("end")
    writer.member("sections", set.sections)
    writer.member("rows", set.rows)
    try endLine()
  }

  /// Writes the line that tells a follower to start anew.
  mutating func writeReset(view: String, size: UInt64, sections: Int, rows: Int) throws {
    if session.format == .text {
      let style = session.console.style
      return try session.console.writeLine(
        "\(style.bold(view.terminalSafe)) "
          + "starts anew at \(size): \(Self.count(sections, "section")), \(Self.count(rows, "row"))"
      )
    }
    beginLine("reset")
    writer.member("view", view)
    writer.member("from", size)
    writer.member("to", size)
    writer.member("sections", sections)
    writer.member("rows", rows)
    try endLine()
  }

  /// Writes a change set as one object, as the `json` format has it.
  func write(_ set: StampedChangeSet, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("view", set.view)
    Self.writeStamp(of: set, to: &writer)
    writer.member("operations")
    writer.beginArray()
    for section in set.changeSet.deletedSections {
      Self.write(section, "deleteSection", to: &writer)
    }
    for section in set.changeSet.insertedSections {
      Self.write(section, "insertSection", to: &writer)
    }
    for row in set.changeSet.rows { Self.write(row, set.records, to: &writer) }
    if isBatched { Self.write(set.changeSet.batch(), to: &writer) }
    writer.endArray()
    writer.member("sections", set.sections)
    writer.member("rows", set.rows)
    writer.endObject()
  }

  private mutating func beginLine(_ operation: String) {
    writer.beginObject()
    writer.member("op", operation)
  }

  private mutating func endLine() throws {
    writer.endObject()
    try flushLine()
  }

  private mutating func flushLine() throws {
    writer.endLine()
    try session.console.write(bytes: writer.bytes)
    writer.removeAll()
  }

  private static func writeStamp(of set: StampedChangeSet, to writer: inout JSONWriter) {
    writer.member("from", set.from)
    writer.member("to", set.to)
    writer.member("at", set.recorded.rfc3339)
  }

  private static func write(
    _ section: ChangeSet<ObjectID>.SectionChange, _ operation: String, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("op", operation)
    writer.member("section", section.index)
    writer.member("name", section.name)
    writer.endObject()
  }

  private static func write(
    _ row: ChangeSet<ObjectID>.RowChange, _ records: [ObjectID: Record],
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("op", row.operation)
    if let path = row.oldPath {
      writer.member("indexPath")
      writer.write(path)
    }
    if let path = row.newPath {
      writer.member("newIndexPath")
      writer.write(path)
    }
    writer.member("id", row.id.description)
    if row.newPath != nil, let record = records[row.id] { writer.member("values", record.values) }
    writer.endObject()
  }

  /// Two stages, always: whoever applies them goes by their places.
  private static func write(_ batch: TableBatch, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("op", "batch")
    writer.member("stages")
    writer.beginArray()
    writer.beginObject()
    writer.member(unlessEmpty: "reloadRows", batch.reloadRows)
    writer.endObject()
    writer.beginObject()
    writer.member(unlessEmpty: "deleteSections", batch.deleteSections)
    writer.member(unlessEmpty: "insertSections", batch.insertSections)
    writer.member(unlessEmpty: "deleteRows", batch.deleteRows)
    writer.member(unlessEmpty: "insertRows", batch.insertRows)
    if !batch.moveRows.isEmpty {
      writer.member("moveRows")
      writer.beginArray()
      for move in batch.moveRows {
        writer.beginArray()
        writer.write(move.from)
        writer.write(move.to)
        writer.endArray()
      }
      writer.endArray()
    }
    writer.endObject()
    writer.endArray()
    writer.endObject()
  }

  // MARK: - For people

  private func writeText(_ set: StampedChangeSet) throws {
    let console = session.console
    let style = console.style
    let stamp =
      "log \(set.from) → \(set.to), \(Self.count(set.sections, "section")), "
      + Self.count(set.rows, "row")
    try console.writeLine("\(style.bold(set.view.terminalSafe))  \(style.dim(stamp))")
    if set.changeSet.rows.count > Self.textLimit {
      return try console.writeLine("  \(sum(of: set.changeSet, style))")
    }
    var lines: [(sign: String, place: String, what: String)] = []
    for section in set.changeSet.deletedSections {
      lines.append((style.red("−"), "[\(section.index)]", title(of: section, style)))
    }
    for section in set.changeSet.insertedSections {
      lines.append((style.green("+"), "[\(section.index)]", title(of: section, style)))
    }
    let ids = ShortIDs(set.changeSet.rows.lazy.map(\.id))
    for row in set.changeSet.rows {
      let what = what(row, ids.text(row.id), set.records[row.id], style)
      lines.append((row.sign(style), row.place, what))
    }
    let width = lines.map(\.place.displayWidth).max() ?? 0
    for line in lines {
      try console.writeLine(
        "  \(line.sign) \(style.dim(line.place.padded(toWidth: width)))  \(line.what)")
    }
  }

  private func title(of section: ChangeSet<ObjectID>.SectionChange, _ style: Style) -> String {
    style.bold(section.name.isEmpty ? "(no name)" : section.name.terminalSafe)
  }

  private func what(
    _ row: ChangeSet<ObjectID>.RowChange, _ id: String, _ record: Record?, _ style: Style
  ) -> String {
    guard let record else { return style.yellow(id) }
    // Sign, blanks, the widest pair of paths and the id leave this much of a line.
    let room = max(20, session.console.width - 40)
    return "\(style.yellow(id))  \(record.headline.truncated(toWidth: room))"
  }

  private func sum(of set: ChangeSet<ObjectID>, _ style: Style) -> String {
    var counts: [(sign: String, count: Int)] = []
    for row in set.rows {
      let sign = row.sign(style)
      if let place = counts.firstIndex(where: { $0.sign == sign }) {
        counts[place].count += 1
      } else {
        counts.append((sign, 1))
      }
    }
    var parts = counts.map { "\($0.sign) \(Self.count($0.count, "row"))" }
    if !set.deletedSections.isEmpty {
      parts.append("\(style.red("−")) \(Self.count(set.deletedSections.count, "section"))")
    }
    if !set.insertedSections.isEmpty {
      parts.append("\(style.green("+")) \(Self.count(set.insertedSections.count, "section"))")
    }
    return parts.joined(separator: "  ")
  }

  /// A number with what it counts.
  static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number.grouped) \(number == 1 ? noun : plural ?? "\(noun)s")"
  }
}

extension ChangeSet<ObjectID>.RowChange {
  /// The name in machine output.
  fileprivate var operation: String {
    switch self {
    case .delete: "delete"
    case .move: "move"
    case .insert: "insert"
    case .update: "update"
    }
  }

  fileprivate func sign(_ style: Style) -> String {
    switch self {
    case .delete: style.red("−")
    case .move: style.cyan("→")
    case .insert: style.green("+")
    case .update: style.yellow("~")
    }
  }

  /// The path, or both where they differ, or where equal ones are a true move.
  fileprivate var place: String {
    switch self {
    case .delete(_, let path), .insert(_, let path): path.text
    case .update(_, let old, let new) where old == new: old.text
    case .update(_, let old, let new), .move(_, let old, let new): "\(old.text) → \(new.text)"
    }
  }
}

extension IndexPath {
  fileprivate var text: String { "[\(section),\(row)]" }
}
