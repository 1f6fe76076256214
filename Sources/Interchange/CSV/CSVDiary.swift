internal import JSON
internal import Model

/// Reads tables whose first row names their columns: a diary of any program that writes CSV.
///
/// Columns are told by their names, in whatever order. Which of `03/04/2026` is the day is decided from all
/// rows. Cells that only this table has are kept, as JSON, in `extra`.
public enum CSVDiary {
  /// Hands over each row in its order, and reports on the rest.
  ///
  /// - Parameters:
  ///   - source: The bytes, in any encoding of ``SourceText``.
  ///   - path: What the source is called in places.
  ///   - body: Takes an entry.
  /// - Throws: What `body` throws; nothing is read after that.
  public static func read(
    _ source: Span<UInt8>, path: String, _ body: (ImportedEntry) throws -> Void
  ) throws -> ImportReport {
    var report = ImportReport()
    let text = SourceText(source)
    for doubt in text.doubts { report.doubt(SourcePlace(path: path), doubt) }
    try text.withBytes(of: source) { bytes in
      let separator = separator(of: bytes, from: text.start)
      var parser = CSVParser(from: text.start, separator: separator)
      guard let head = parser.next(in: bytes) else { return }
      let columns = CSVColumns(head.cells.map { UTF8Repair.text(of: $0).text.trimmed })
      guard columns.isDiary else {
        report.leave(
          SourcePlace(path: path, line: head.line),
          "its first row names no columns of a date and a text, such as “date” and “text”")
        return
      }
      let order = order(of: columns, parser, in: bytes)
      if order.isAssumed {
        let what = order.isDayFirst ? "day before month" : "month before day"
        report.doubt(
          SourcePlace(path: path), "no date tells day from month; all were read with the \(what)")
      }
      var keys = ImportKeys()
      while let row = parser.next(in: bytes) {
        if row.cells.allSatisfy(\.isEmpty) { continue }
        let place = SourcePlace(path: path, line: row.line)
        var reader = CSVRow(row, columns, place, order)
        do throws(Unreadable) {
          let entry = try reader.entry(&keys)
          report.read += 1
          report.doubtful += reader.doubts
          do {
            try body(entry)
          } catch {
            throw Unreadable(passing: error)
          }
        } catch {
          if let passed = error.passed { throw passed }
          report.leave(place, error.reason)
        }
      }
    }
    return report
  }

  /// Whether a text begins as a table of a diary does.
  static func isTable(_ text: Span<UInt8>) -> Bool {
    var parser = CSVParser(from: 0, separator: separator(of: text, from: 0))
    guard let head = parser.next(in: text), head.cells.count > 1 else { return false }
    return CSVColumns(head.cells.map { UTF8Repair.text(of: $0).text.trimmed }).isDiary
  }

  /// The byte between cells, the commonest of those in use in the first row.
  private static func separator(of text: Span<UInt8>, from start: Int) -> UInt8 {
    var lines = SourceLines(from: start, to: text.count)
    guard let first = lines.next(in: text) else { return UInt8(ascii: ",") }
    func count(_ sign: UInt8) -> Int { first.count { text[$0] == sign } }
    return [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
      .max { count($0) < count($1) } ?? UInt8(ascii: ",")
  }

  private static func order(
    of columns: CSVColumns, _ start: CSVParser, in text: Span<UInt8>
  ) -> DayMonthOrder {
    var stamps: [DateStamp] = []
    var parser = start
    guard let column = columns.places[.date] else { return DayMonthOrder(of: [], isSorted: false) }
    while let row = parser.next(in: text) {
      guard column < row.cells.count else { continue }
      let cell = UTF8Repair.text(of: row.cells[column]).text
      if let stamp = DateStampParser.stamp(of: cell), stamp.form.order == .yearLast {
        stamps.append(stamp)
      }
    }
    return DayMonthOrder(of: stamps, isSorted: false)
  }
}

/// One row on its way to an entry.
private struct CSVRow {
  private let row: CSVParser.Row
  private let columns: CSVColumns
  private let place: SourcePlace
  private let order: DayMonthOrder
  private var assumed: [Assumption] = []
  private(set) var doubts: [ImportReport.Note] = []

  init(
    _ row: CSVParser.Row, _ columns: CSVColumns, _ place: SourcePlace, _ order: DayMonthOrder
  ) {
    self.row = row
    self.columns = columns
    self.place = place
    self.order = order
  }

  mutating func entry(_ keys: inout ImportKeys) throws(Unreadable) -> ImportedEntry {
    if row.isCutOff { doubt("the file ends within quotes; the rest of it is this cell") }
    if row.cells.count > columns.names.count {
      doubt("more cells than columns; they are kept in extra")
    }
    let time = try time()
    let text = [cell(.title), cell(.text)].compactMap { $0 }.joined(separator: "\n")
      .withBreaks.linesNormalized
    let identity = cell(.id).flatMap { ObjectID($0.lowercased()) }
    if case .clock(let clock, _) = time, usesOrder, clock.month != clock.day, order.isAssumed {
      assumed.append(.dayMonthOrder)
    }
    let tags = tags
    let starred = cell(.starred)?.lowercased() ?? ""
    var entry = ImportedEntry(
      text: text, time: time, isStarred: ["true", "yes", "1", "x", "*", "★"].contains(starred),
      place: place,
      importKey: cell(.key) ?? identity.map(ImportKeys.key(of:))
        ?? keys.key(date: time.clock, text: text))
    entry.identity = identity
    entry.tags = tags
    if let allDay = cell(.allDay)?.lowercased() {
      entry.isAllDay = entry.isAllDay || ["true", "yes", "1"].contains(allDay)
    }
    entry.modified = cell(.modified).flatMap { WrittenTime.read($0, zone: time.zone) }
    takeAttributes(into: &entry)
    entry.assumed = assumed
    return entry
  }

  private mutating func time() throws(Unreadable) -> ImportedTime {
    guard let date = cell(.date), !date.isEmpty else { throw Unreadable("it has no date") }
    let zone = cell(.zone).flatMap { $0.isEmpty ? nil : $0 }
    let offset = cell(.offset).flatMap { $0.isEmpty ? nil : $0 }
    var written = date
    if let time = cell(.time), !time.isEmpty { written += " \(time.trimmed)" }
    if let offset, let moment = Moment(rfc3339: "\(written)\(offset)") {
      return .instant(moment.microseconds, zone: zone ?? offset)
    }
    if let time = WrittenTime.read(written, zone: zone ?? offset, isDayFirst: order.isDayFirst) {
      return time
    }
    if written != date,
      let time = WrittenTime.read(date, zone: zone ?? offset, isDayFirst: order.isDayFirst)
    {
      doubt(
        "“\(cell(.time) ?? "")” is no time that the clock has; read as an entry of the whole day")
      return time
    }
    throw Unreadable("“\(written)” is no date that the calendar has")
  }

  private var usesOrder: Bool {
    columns.places[.date].map { place in
      place < row.cells.count
        && DateStampParser.stamp(of: String(decoding: row.cells[place], as: UTF8.self))?.form.order
          == .yearLast
    } ?? false
  }

  /// Tags parted by bars, or by commas where there are none.
  private var tags: [String] {
    guard let place = columns.places[.tags], place < row.cells.count else { return [] }
    let text = UTF8Repair.text(of: row.cells[place]).text.withoutGuard
    let separator: Character = text.contains("|") ? "|" : ","
    return text.split(separator: separator).map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  private mutating func takeAttributes(into entry: inout ImportedEntry) {
    var rest = JSONObject()
    for (name, meaning) in [
      ("place", CSVColumns.Meaning.place), ("weather", .weather), ("markup", .markup),
      ("extra", .extra),
    ] {
      if let text = cell(meaning), !text.isEmpty { entry.attributes[name] = .string(text) }
    }
    if let mood = cell(.mood), !mood.isEmpty {
      if let number = Int64(mood) {
        entry.attributes["mood"] = .int(number)
      } else {
        rest["mood"] = .string(mood)
      }
    }
    if let latitude = cell(.latitude).flatMap({ Double($0) }), latitude.isFinite,
      let longitude = cell(.longitude).flatMap({ Double($0) }), longitude.isFinite
    {
      entry.attributes["latitude"] = .double(latitude)
      entry.attributes["longitude"] = .double(longitude)
    }
    for place in columns.others where place < row.cells.count && !row.cells[place].isEmpty {
      rest[columns.names[place]] = .string(UTF8Repair.text(of: row.cells[place]).text)
    }
    for place in columns.names.count..<max(columns.names.count, row.cells.count) {
      rest["column \(place + 1)"] = .string(UTF8Repair.text(of: row.cells[place]).text)
    }
    if !rest.isEmpty, entry.attributes["extra"] == nil {
      entry.attributes["extra"] = .string(JSONValue.object(rest).compactDescription)
    }
  }

  /// The cell of a meaning, without what keeps a spreadsheet from running it; nil where there is none.
  private mutating func cell(_ meaning: CSVColumns.Meaning) -> String? {
    guard let place = columns.places[meaning], place < row.cells.count else { return nil }
    let (text, repair) = UTF8Repair.text(of: row.cells[place])
    if let repair, !assumed.contains(.encoding) {
      assumed.append(.encoding)
      doubt("\(repair)")
    }
    return text.withoutGuard
  }

  private mutating func doubt(_ reason: String) {
    doubts.append(ImportReport.Note(place: place, reason: reason))
  }
}

extension String {
  /// The text of a cell without the quote that ``CSVWriter`` puts before what a spreadsheet would run.
  fileprivate var withoutGuard: String {
    guard utf8.first == CSVCell.guardSign, let second = utf8.dropFirst().first,
      second == CSVCell.guardSign || CSVCell.isFormulaSign(second)
    else { return self }
    return String(dropFirst())
  }

  /// The text with line feeds for the breaks of HTML, as Daylio writes them.
  fileprivate var withBreaks: String {
    guard contains("<br") else { return self }
    var text = self
    for mark in ["<br>", "<br/>", "<br />"] {
      text = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: "\n")
    }
    return text
  }
}
