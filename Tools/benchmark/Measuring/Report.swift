import JSON

/// All measurements of a run, for a person or a program.
struct Report {
  var machine: Machine
  var rows: Int
  var measurements: [(workload: String, measurement: Measurement)] = []

  init(machine: Machine, rows: Int) {
    self.machine = machine
    self.rows = rows
  }

  /// A table with a line a measurement, under the machine's line.
  var table: String {
    var rows = [["workload", "measured", "unit", "journal", "bare", "ratio", "target", "", "note"]]
    for (workload, measurement) in measurements {
      rows.append([
        workload, measurement.name, measurement.unit, measurement.ours.rounded(toDigits: 4),
        measurement.bare?.rounded(toDigits: 4) ?? "", measurement.ratio?.rounded(toDigits: 3) ?? "",
        measurement.target?.text ?? "",
        measurement.isMet.map { $0 ? "met" : "MISSED" } ?? "", measurement.note,
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      var cells = zip(row, widths).map { $0.padded(to: $1) }
      cells[cells.count - 1] = row[row.count - 1]
      return cells.joined(separator: "  ")
    }
    return "\(machine.line)\n\(self.rows) entries of 400 bytes of text\n\n"
      + lines.map(\.withoutTrailingBlanks).joined(separator: "\n")
  }

  /// The same as one JSON document.
  var json: String {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.member("machine")
    writer.beginObject()
    writer.member("processor", machine.processor)
    writer.member("processors", machine.processorCount)
    writer.member("memoryGibibytes", machine.memoryGibibytes)
    writer.member("kernel", machine.kernel)
    writer.member("fileSystem", machine.fileSystem)
    writer.member("load")
    writer.beginArray()
    for load in machine.load { writer.write(load) }
    writer.endArray()
    writer.endObject()
    writer.member("rows", rows)
    writer.member("measurements")
    writer.beginArray()
    for (workload, measurement) in measurements {
      writer.beginObject()
      writer.member("workload", workload)
      writer.member("name", measurement.name)
      writer.member("unit", measurement.unit)
      writer.member("journal", measurement.ours)
      writer.member(ifPresent: "bare", measurement.bare)
      writer.member(ifPresent: "ratio", measurement.ratio)
      writer.member(ifPresent: "target", measurement.target?.text)
      writer.member(ifPresent: "isMet", measurement.isMet)
      if !measurement.note.isEmpty { writer.member("note", measurement.note) }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.text
  }
}

extension String {
  /// The text with blanks behind it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(width - count, 0))
  }

  fileprivate var withoutTrailingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
