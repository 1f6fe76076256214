internal import Model
internal import YAML

/// Reads the months of RedNotebook: files named `YYYY-MM.txt`, or a backup's archive of them.
///
/// A month is YAML: a mapping of days to their text and categories. Each day is read by itself, so that a
/// damaged one is the matter of one day, and becomes an entry of the whole day. A key without entries is a
/// tag; a category's entries are put below the text, where they can be found, and its name is a tag. The text
/// keeps its markup, which is said in `markup`, and the day as it stands is kept in `extra`.
public enum RedNotebook {
  /// Hands over each day, month by month, and reports on the rest.
  ///
  /// - Parameters:
  ///   - source: The files of months.
  ///   - body: Takes an entry.
  /// - Throws: What `body` throws; nothing is read after that.
  public static func read(
    _ source: ImportSource, _ body: (ImportedEntry) throws -> Void
  ) throws -> ImportReport {
    var report = ImportReport()
    for file in source.files {
      guard let month = month(ofPath: file.path) else {
        let place = SourcePlace(path: file.path)
        if file.name.contains("CONFLICT_BACKUP") || file.name.hasSuffix(".old.txt")
          || file.name.hasSuffix(".new.txt")
        {
          report.doubt(
            place, "a copy that RedNotebook has put aside; it is read if its name is YYYY-MM.txt")
        } else {
          report.leave(place, "not a month, which is named YYYY-MM.txt")
        }
        continue
      }
      guard (1...12).contains(month.month) else {
        report.leave(file, "there is no month \(month.month)")
        continue
      }
      try report.read(file) { try readMonth($0, month, path: file.path, body) }
    }
    return report
  }

  /// The month that a path is named after; nil where it is not named after one.
  static func month(ofPath path: String) -> (year: Int, month: Int)? {
    guard let name = path.split(separator: "/").last, name.utf8.count == 11, name.hasSuffix(".txt")
    else { return nil }
    let parts = name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
      let year = Int(parts[0]), let month = Int(parts[1]), year > 0, month >= 0
    else { return nil }
    return (year, month)
  }

  /// Whether a text begins as a month does: with a day's number as a key.
  static func isMonth(_ text: Span<UInt8>) -> Bool {
    var lines = SourceLines(from: 0, to: text.count)
    while let line = lines.next(in: text) {
      if line.isEmpty || text[line.lowerBound] == UInt8(ascii: "#") { continue }
      return dayNumber(text, line) != nil
    }
    return true
  }

  private static func readMonth(
    _ source: Span<UInt8>, _ month: (year: Int, month: Int), path: String,
    _ body: (ImportedEntry) throws -> Void
  ) throws -> ImportReport {
    var report = ImportReport()
    var keys = ImportKeys()
    let text = SourceText(source)
    for doubt in text.doubts { report.doubt(SourcePlace(path: path), doubt) }
    try text.withBytes(of: source) { bytes in
      for (number, line, range) in days(of: bytes, from: text.start) {
        let place = SourcePlace(path: path, line: line)
        guard let number else {
          report.leave(place, "lines that belong to no day")
          continue
        }
        let clock = WallClock(year: month.year, month: month.month, day: number)
        guard clock.isValid else {
          report.leave(place, "\(clock) is no day of the calendar")
          continue
        }
        guard
          let entry = day(
            bytes.extracting(range), clock, place, &keys, &report)
        else { continue }
        report.read += 1
        try body(entry)
      }
    }
    return report
  }

  /// The days of a month: number, line and bytes; without a number, what stands before the first.
  private static func days(
    of text: Span<UInt8>, from start: Int
  ) -> [(number: Int?, line: Int, range: Range<Int>)] {
    var days: [(number: Int?, line: Int, range: Range<Int>)] = []
    var lines = SourceLines(from: start, to: text.count)
    while let line = lines.next(in: text) {
      if let number = dayNumber(text, line) {
        days.append((number, lines.number, line.lowerBound..<lines.nextStart))
      } else if let last = days.indices.last {
        days[last].range = days[last].range.lowerBound..<lines.nextStart
      } else if !line.isEmpty, text[line.lowerBound] != UInt8(ascii: "#"),
        !text.extracting(line).contains("---")
      {
        days.append((nil, lines.number, line.lowerBound..<lines.nextStart))
      }
    }
    return days
  }

  /// The number of the day whose key a line begins with.
  private static func dayNumber(_ text: Span<UInt8>, _ line: Range<Int>) -> Int? {
    var place = line.lowerBound
    func isQuote() -> Bool {
      place < line.upperBound
        && (text[place] == UInt8(ascii: "'") || text[place] == UInt8(ascii: "\""))
    }
    if isQuote() { place += 1 }
    var number = 0
    let first = place
    while place < line.upperBound, place < first + 2, text[place] &- UInt8(ascii: "0") < 10 {
      number = number * 10 + Int(text[place] & 15)
      place += 1
    }
    guard place > first else { return nil }
    if isQuote() { place += 1 }
    guard place < line.upperBound, text[place] == UInt8(ascii: ":") else { return nil }
    return number
  }

  private static func day(
    _ bytes: Span<UInt8>, _ clock: WallClock, _ place: SourcePlace, _ keys: inout ImportKeys,
    _ report: inout ImportReport
  ) -> ImportedEntry? {
    var assumed: [Assumption] = []
    let (decoded, repair) = UTF8Repair.text(of: bytes)
    if let repair {
      assumed.append(.encoding)
      report.doubt(place, "\(repair)")
    }
    // YAML has no control characters, and a file that was not written to its end is full of NULs.
    var text = decoded
    let strangers = decoded.unicodeScalars.count { isStranger($0) }
    if strangers > 0 {
      text.unicodeScalars.removeAll(where: isStranger)
      report.doubt(place, "control characters, left out: \(strangers)")
    }
    let parsed: YAMLValue?
    do throws(YAMLError) {
      parsed = try YAMLParser.parse(Array(text.utf8))
    } catch {
      report.leave(
        SourcePlace(path: place.path, line: (place.line ?? 1) + error.line - 1),
        "its YAML is broken: \(error.reason)")
      return nil
    }
    guard let day = parsed?.pairs?.first?.value, !day.isNull else { return nil }
    let (content, tags) = content(of: day)
    var entry = ImportedEntry(
      text: content, time: .clock(clock, zone: nil), place: place, assumed: assumed,
      importKey: keys.key(date: clock, text: content))
    entry.tags = tags
    entry.attributes["markup"] = .string("txt2tags")
    if !tags.isEmpty { entry.attributes["extra"] = .string(text.linesNormalized) }
    return entry
  }

  private static func isStranger(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\n" && scalar != "\r" && scalar != "\t"
  }

  /// The text of a day with what its categories hold, and its tags.
  private static func content(of day: YAMLValue) -> (text: String, tags: [String]) {
    // Some hand-made months have the text alone.
    guard let pairs = day.pairs else { return ((day.text ?? "").linesNormalized, []) }
    var parts = [(day["text"]?.text ?? "").linesNormalized]
    var tags: [String] = []
    for pair in pairs where pair.key != "text" {
      let entries = pair.value.pairs?.map(\.key) ?? pair.value.text.map { [$0] } ?? []
      if pair.value.isNull || entries.isEmpty {
        tags.append(pair.key)
      } else if pair.key == "Tags" {
        tags += entries
      } else {
        tags.append(pair.key)
        parts.append(([pair.key] + entries.map { "- \($0)" }).joined(separator: "\n"))
      }
    }
    return (parts.filter { !$0.isEmpty }.joined(separator: "\n\n"), tags)
  }
}
