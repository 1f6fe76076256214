import CommandLineKit
import Daybook
import JSON

/// Writes lists of records: sections with rows, or rows alone.
struct ListOutput {
  let session: Session
  /// The view that the list is of; nil where it is of none.
  var view: String?
  /// Whether the list has sections, or is one run of rows under none.
  var isSectioned = true
  /// How a row is shown to a person, by a short form of its id: its lines.
  var row: (Record, _ id: String, Style, _ width: Int) -> [String] = { record, id, style, width in
    let room = max(20, width - id.displayWidth - 2)
    return ["\(style.yellow(id))  \(record.summary.truncated(toWidth: room))"]
  }
  /// How the name of a section is shown to a person; nil: not at all.
  var heading: ((SectionInfo, Style) -> String)? = { section, style in
    let name = section.name.isEmpty ? "(no name)" : section.name.terminalSafe
    return "\(style.bold(name))  \(style.dim(RowOperations.count(section.numberOfObjects, "row")))"
  }

  /// Whether the media of entries are named below their rows.
  var showsMedia = false

  init(_ session: Session) {
    self.session = session
  }

  /// Writes a part of a list.
  ///
  /// - Returns: Whether there was a row.
  func write(_ page: ListPage, in snapshot: borrowing Snapshot) throws -> Bool {
    if session.isQuiet {
      for section in page.sections {
        for id in section.rows { try session.console.writeLine(id.description) }
      }
    } else {
      switch session.format {
      case .text: try writeText(page, in: snapshot)
      case .jsonl: try writeLines(page, in: snapshot)
      case .json: try writeDocument(page, in: snapshot)
      }
    }
    return page.sections.contains { !$0.rows.isEmpty }
  }

  private func writeText(_ page: ListPage, in snapshot: borrowing Snapshot) throws {
    let console = session.console
    let style = console.style
    let width = console.width
    let ids = ShortIDs(page.sections.lazy.flatMap(\.rows))
    var isFirst = true
    for (info, rows) in page.sections {
      if let heading, isSectioned, !rows.isEmpty {
        if !isFirst { try console.writeLine() }
        try console.writeLine(heading(info, style))
      }
      isFirst = false
      for id in rows {
        guard let record = try snapshot.record(id) else { continue }
        for line in row(record, ids.text(id), style, width) { try console.writeLine(line) }
        guard showsMedia else { continue }
        let indent = String(repeating: " ", count: 7)
        for medium in try snapshot.media(of: record) {
          try console.writeLine(
            "\(indent)+ \(MediumLine.text(of: medium, style, width: width - 9))")
        }
      }
    }
  }

  private func writeLines(_ page: ListPage, in snapshot: borrowing Snapshot) throws {
    var writer = JSONWriter()
    for (info, rows) in page.sections {
      for id in rows {
        guard let record = try snapshot.record(id) else { continue }
        writer.write(record, section: isSectioned ? info.name : nil)
        writer.endLine()
        try flush(&writer)
      }
    }
  }

  private func writeDocument(_ page: ListPage, in snapshot: borrowing Snapshot) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("view")
    if let view { writer.write(view) } else { writer.writeNull() }
    writer.member("sequence", try snapshot.size)
    writer.member("sections")
    writer.beginArray()
    for (info, rows) in page.sections {
      writer.beginObject()
      writer.member("name", info.name)
      writer.member("indexTitle", info.indexTitle)
      writer.member("numberOfObjects", info.numberOfObjects)
      try writeObjects(rows, to: &writer, in: snapshot)
      writer.endObject()
    }
    writer.endArray()
    try end(&writer)
  }

  private func writeObjects(
    _ ids: [ObjectID], to writer: inout JSONWriter, in snapshot: borrowing Snapshot
  ) throws {
    writer.member("objects")
    writer.beginArray()
    for id in ids {
      if let record = try snapshot.record(id) { writer.write(record) }
    }
    writer.endArray()
  }

  private func end(_ writer: inout JSONWriter) throws {
    writer.endObject()
    writer.endLine()
    try flush(&writer)
  }

  private func flush(_ writer: inout JSONWriter) throws {
    try session.console.write(bytes: writer.bytes)
    writer.removeAll()
  }
}
