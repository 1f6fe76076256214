internal import Bytes
internal import Daybook
internal import JSON
internal import Model

/// Reads what ``MarkdownWriter`` writes.
enum MarkedMarkdown {
  static func read(
    _ bytes: Span<UInt8>, from start: Int, _ file: SourceFile, _ media: MediaFiles,
    _ body: (ImportedEntry) throws -> Void
  ) throws -> ImportReport {
    var report = ImportReport()
    var keys = ImportKeys()
    var lines = SourceLines(from: start, to: bytes.count)
    var mark: (members: JSONObject, line: Int)?
    var textStart = start
    var textEnd = start
    func finish() throws {
      guard let (members, line) = mark else { return }
      let place = SourcePlace(path: file.path, line: line)
      let (text, repair) = UTF8Repair.text(
        of: bytes.extracting(textStart..<max(textStart, textEnd)))
      if let repair { report.doubt(place, "\(repair)") }
      guard
        var entry = entry(members, text, place, media, &keys, &report)
      else { return report.leave(place, "its mark has no date that is understood") }
      if repair != nil { entry.assumed.append(.encoding) }
      report.read += 1
      try body(entry)
    }
    var isInText = false
    while let line = lines.next(in: bytes) {
      if begins(bytes, line), let members = value(bytes, line) {
        if members["date"] == nil {
          // What follows shows the media, which the mark has named.
          isInText = false
          continue
        }
        try finish()
        mark = (members, lines.number)
        textStart = lines.nextStart
        textEnd = textStart
        isInText = true
        // The heading above the text is the mark's, and no part of it.
        var ahead = lines
        if let heading = ahead.next(in: bytes), !heading.isEmpty,
          bytes[heading.lowerBound] == UInt8(ascii: "#"), members["heading"]?.bool != false
        {
          lines = ahead
          var behind = ahead
          if let blank = behind.next(in: bytes), blank.isEmpty { lines = behind }
          textStart = lines.nextStart
          textEnd = textStart
        }
      } else if isInText, !line.isEmpty {
        textEnd = lines.nextStart
      }
    }
    try finish()
    return report
  }

  private static func begins(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    let opening = MarkdownMark.opening.utf8
    guard line.count > opening.count else { return false }
    return zip(opening, line).allSatisfy { bytes[$1] == $0 }
  }

  private static func value(_ bytes: Span<UInt8>, _ line: Range<Int>) -> JSONObject? {
    MarkdownMark.value(of: String(decoding: bytes.extracting(line).array, as: UTF8.self))
  }

  private static func entry(
    _ members: JSONObject, _ source: String, _ place: SourcePlace, _ media: MediaFiles,
    _ keys: inout ImportKeys, _ report: inout ImportReport
  ) -> ImportedEntry? {
    guard let date = members.text("date"), let moment = Moment(rfc3339: date) else { return nil }
    let text = source.linesNormalized.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(MarkdownMark.unescaped($0)) }.joined(separator: "\n")
    let identity = members.text("id").flatMap { ObjectID($0) }
    let zone = moment.zone ?? WrittenTime.offsetName(moment.offsetSeconds)
    var entry = ImportedEntry(
      text: text, time: .instant(moment.microseconds, zone: zone), place: place,
      importKey: members.text("key") ?? identity.map(ImportKeys.key(of:))
        ?? keys.key(date: nil, text: text))
    entry.identity = identity
    entry.isAllDay = members.isTrue("allDay")
    entry.isStarred = members.isTrue("starred")
    entry.tags = members.texts("tags")
    entry.modified = members.text("modified").flatMap { WrittenTime.read($0) }
    for name in ["place", "weather", "markup", "extra"] {
      if let text = members.text(name) { entry.attributes[name] = .string(text) }
    }
    for name in ["latitude", "longitude"] {
      if let number = members[name]?.double { entry.attributes[name] = .double(number) }
    }
    if let mood = members.whole("mood") { entry.attributes["mood"] = .int(mood) }
    for case let item? in members["media"]?.array?.map(\.object) ?? [] {
      var medium = ImportedMedium(item.text("type").flatMap(MediaType.Kind.init) ?? .other)
      medium.name = item.text("name")
      medium.caption = item.text("caption")
      medium.width = item.whole("width")
      medium.height = item.whole("height")
      medium.duration = item["duration"]?.double
      if let path = item.text("file"), let name = path.split(separator: "/").last {
        medium.file = media.file(named: String(name))
        if medium.file == nil {
          report.doubt(place, "\(path) is not among the files; the entry is imported without it")
        }
      }
      entry.media.append(medium)
    }
    return entry
  }
}
