import CommandLineKit
import Daybook
import JSON
import MerkleTree

/// Describes the journal.
struct Info: Command {
  static let name = "info"
  static let summary = "Describes the journal: where it is, who it is, how large"
  static let examples = [
    Example("daybook info", "the journal in use"),
    Example("daybook info --format json", "for a program"),
  ]
  static let parameters: [Parameter<Self>] = []

  func run(in session: Session) throws -> ExitCode {
    let information = try session.openForReading().information()
    if session.isQuiet {
      try session.console.writeLine(information.journal.hexadecimal)
    } else if session.format == .text {
      try writeText(information, session)
    } else {
      var writer = JSONWriter()
      write(information, to: &writer)
      writer.endLine()
      try session.console.write(bytes: writer.bytes)
    }
    return .done
  }

  private func write(_ information: JournalInformation, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("path", information.path)
    writer.member("format", information.format)
    writer.member("journal", information.journal.hexadecimal)
    writer.member("device", information.device.hexadecimal)
    writer.member("events", information.events)
    writer.member("objects", information.objects)
    writer.member("bytes", information.bytes)
    writer.member("root", Hexadecimal.encode(information.root))
    writer.member("views")
    writer.beginArray()
    for view in information.views {
      writer.beginObject()
      writer.member("name", view.name)
      writer.member("sections", view.sections)
      writer.member("rows", view.rows)
      writer.endObject()
    }
    writer.endArray()
    writer.member("readers")
    writer.beginArray()
    for reader in information.readers {
      writer.beginObject()
      writer.member("process", reader.process)
      writer.member("transaction")
      if let transaction = reader.transaction {
        writer.write(transaction)
      } else {
        writer.writeNull()
      }
      writer.endObject()
    }
    writer.endArray()
    writer.member("databases")
    writer.beginObject()
    for database in information.databases {
      writer.member(database.name)
      writer.beginObject()
      writer.member("entries", database.entries)
      writer.member("bytes", database.bytes)
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
  }

  private func writeText(_ information: JournalInformation, _ session: Session) throws {
    let console = session.console
    let style = console.style
    let rows = [
      ("path", information.path),
      ("file", information.environment),
      ("format", String(information.format)),
      ("journal", information.journal.hexadecimal),
      ("device", information.device.hexadecimal),
      ("made", session.localMoment(information.created).minuteText),
      ("events", Int(clamping: information.events).grouped),
      ("objects", information.objects.grouped),
      ("size", information.bytes.byteText),
      ("root", Hexadecimal.encode(information.root)),
    ]
    for (label, text) in rows {
      try console.writeLine("\(style.dim(label.padded(toWidth: 9)))\(text.terminalSafe)")
    }
    let nameWidth =
      (information.views.map(\.name.displayWidth) + information.databases.map(\.name.displayWidth))
      .max() ?? 0
    try console.writeLine("\n\(style.bold("Views"))")
    for view in information.views {
      let sections = RowOperations.count(view.sections, "section")
      let size = "\(RowOperations.count(view.rows, "row")) in \(sections)"
      try console.writeLine("  \(view.name.terminalSafe.padded(toWidth: nameWidth))  \(size)")
    }
    try console.writeLine("\n\(style.bold("Databases"))")
    for database in information.databases {
      let size =
        "\(RowOperations.count(database.entries, "row")), \(database.bytes.byteText)"
      try console.writeLine("  \(database.name.terminalSafe.padded(toWidth: nameWidth))  \(size)")
    }
    guard !information.readers.isEmpty else { return }
    try console.writeLine("\n\(style.bold("Readers"))")
    for reader in information.readers {
      let what = reader.transaction.map { "reads commit \($0)" } ?? "reads nothing now"
      try console.writeLine("  process \(reader.process)  \(what)")
    }
  }
}
