import CommandLineKit
import Daybook
import JSON

/// Writes one record.
struct RecordOutput {
  let session: Session
  /// What is kept with an entry.
  var media: [Record] = []

  init(_ session: Session) {
    self.session = session
  }

  /// Writes a record in the session's format.
  func write(_ record: Record) throws {
    if session.isQuiet { return try session.console.writeLine(record.id.description) }
    switch session.format {
    case .json, .jsonl:
      var writer = JSONWriter()
      writer.write(record)
      writer.endLine()
      try session.console.write(bytes: writer.bytes)
    case .text where record.entity == "entry":
      try writeEntry(record)
    case .text:
      try writeValues(record)
    }
  }

  private func writeEntry(_ record: Record) throws {
    let console = session.console
    let style = console.style
    var head = style.yellow(record.id.shortText)
    if let moment = record.creationTime {
      let isAllDay = record.values["allDay"] == .bool(true)
      head += "  " + style.bold(session.dates.moment(moment, isAllDay: isAllDay))
      if !isAllDay, let zone = moment.zone { head += " " + style.dim(zone) }
    }
    if record.values["starred"] == .bool(true) { head += "  " + style.yellow("★") }
    try console.writeLine(head)
    var marks: [String] = []
    if !record.tags.isEmpty {
      marks.append(record.tags.map { style.cyan("@\($0.terminalSafe)") }.joined(separator: " "))
    }
    for name in ["mood", "place", "weather"] {
      if let value = record.values[name] { marks.append("\(name) \(value.shown)") }
    }
    if !marks.isEmpty { try console.writeLine(marks.joined(separator: style.dim(" · "))) }
    for medium in media {
      let line = MediumLine.text(of: medium, style, width: console.width - 2, isWithID: true)
      try console.writeLine("+ \(line)")
    }
    guard let text = record.text else { return }
    try console.writeLine()
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      // A line that a person wrote in one piece is broken between words for a person to read.
      for part in String(line).terminalSafe.wrapped(toWidth: min(console.width, 100)) {
        try console.writeLine(part)
      }
    }
  }

  private func writeValues(_ record: Record) throws {
    let console = session.console
    let style = console.style
    try console.writeLine("\(style.yellow(record.id.shortText))  \(style.bold(record.entity))")
    let width = record.values.map(\.name.displayWidth).max() ?? 0
    for (name, value) in record.values {
      let shown: String
      if case .string(let text) = value {
        shown = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
          .map { String($0).terminalSafe }
          .joined(separator: "\n" + String(repeating: " ", count: width + 4))
      } else {
        shown = value.shown
      }
      try console.writeLine("  \(style.dim(name.padded(toWidth: width)))  \(shown)")
    }
  }
}
