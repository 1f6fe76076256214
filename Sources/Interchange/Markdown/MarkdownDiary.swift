internal import Model
internal import YAML

/// Reads Markdown: files with front matter, daily notes that are named by their day, and what
/// ``MarkdownWriter`` writes.
///
/// A file is an entry, unless it has the marks of `MarkdownWriter`. Its date is that of the front matter, else
/// that of its name or its path, else the time at which the file was changed, which is then assumed. A title of
/// the front matter becomes the first line of the text, where that does not say it already. Pictures that the
/// text shows are its media, where they are among the files.
public enum MarkdownDiary {
  /// Hands over each entry in the order of the files, and reports on the rest.
  ///
  /// - Parameters:
  ///   - source: A file, or a folder with files and media.
  ///   - body: Takes an entry.
  /// - Throws: What `body` throws; nothing is read after that.
  public static func read(
    _ source: ImportSource, _ body: (ImportedEntry) throws -> Void
  ) throws -> ImportReport {
    var report = ImportReport()
    let isOne = !source.isFolder
    let media = MediaFiles(
      ImportSource(folder: source.name, files: source.files.filter { !isMarkdown($0.name) }))
    var shown: Set<String> = []
    func take(_ entry: ImportedEntry) throws {
      for medium in entry.media { if let file = medium.file { shown.insert(file.path) } }
      try body(entry)
    }
    for file in source.files where isOne || isMarkdown(file.name) {
      try report.read(file) { source in
        var part = ImportReport()
        let text = SourceText(source)
        for doubt in text.doubts { part.doubt(SourcePlace(path: file.path), doubt) }
        try text.withBytes(of: source) { bytes in
          if MarkdownMark.isIn(bytes, from: text.start) {
            part.append(try MarkedMarkdown.read(bytes, from: text.start, file, media, take))
          } else if let entry = entry(bytes, from: text.start, file, media, &part) {
            part.read += 1
            try take(entry)
          }
        }
        return part
      }
    }
    let others = source.files.count { !isOne && !isMarkdown($0.name) && !shown.contains($0.path) }
    if others > 0 {
      report.doubt(
        SourcePlace(path: source.name),
        "files that are no Markdown, and that none of it shows, passed over: \(others)")
    }
    return report
  }

  private static func isMarkdown(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".md") || name.hasSuffix(".markdown")
  }

  /// Whether a text begins with front matter.
  static func hasFrontMatter(_ text: Span<UInt8>) -> Bool {
    MarkdownMark.isIn(text, from: 0) || FrontMatter(text, from: 0).map { !$0.isOpen } ?? false
  }

  // MARK: - One file

  private static func entry(
    _ bytes: Span<UInt8>, from start: Int, _ file: SourceFile, _ media: MediaFiles,
    _ report: inout ImportReport
  ) -> ImportedEntry? {
    let place = SourcePlace(path: file.path)
    var assumed: [Assumption] = []
    let front = FrontMatter(bytes, from: start)
    if let doubt = front?.doubt { report.doubt(SourcePlace(path: file.path, line: 1), doubt) }
    let (decoded, repair) = UTF8Repair.text(
      of: bytes.extracting((front?.bodyStart ?? start)..<bytes.count))
    if let repair {
      assumed.append(.encoding)
      report.doubt(place, "\(repair)")
    }
    let body = decoded.linesNormalized
    let text = Self.text(body, title: front?.isOpen == true ? nil : front?.value("title")?.text)
    // Nothing is no record.
    if text.isEmpty, front == nil { return nil }
    guard let (time, isOwn) = time(of: front, file, place, &assumed, &report) else { return nil }
    var keys = ImportKeys()
    let identity = front?.value("id", "uuid").flatMap {
      $0.text.flatMap { ObjectID($0.lowercased()) }
    }
    var entry = ImportedEntry(
      text: text, time: time, place: place, assumed: assumed,
      importKey: identity.map(ImportKeys.key(of:))
        ?? keys.key(date: isOwn ? time.clock : nil, text: text))
    entry.identity = identity
    if let front, !front.isOpen { take(front, into: &entry, &report) }
    entry.media = MarkdownMedia.media(in: body, media)
    return entry
  }

  /// The body below its title, where it does not begin with that.
  private static func text(_ body: String, title: String?) -> String {
    let body = String(body.drop { $0 == "\n" })
    guard let title, !title.isEmpty else { return body }
    let first = body.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }
    if first == title { return body }
    return body.isEmpty ? title : "\(title)\n\(body)"
  }

  private static func time(
    of front: FrontMatter?, _ file: SourceFile, _ place: SourcePlace,
    _ assumed: inout [Assumption], _ report: inout ImportReport
  ) -> (ImportedTime, isOwn: Bool)? {
    let zone = front?.value("timezone", "tz", "zone")?.text
    let written = front?.value(
      "date", "created", "creation_date", "created_at", "datetime", "day", "date created")?.text
    let ofName = FileDate.date(ofPath: file.path)
    if let written {
      if let time = WrittenTime.read(written, zone: zone) {
        if front?.isOpen == true { assumed.append(.date) }
        // A day whose file is named by it has the time of its name, if that has one.
        return (time, true)
      }
      report.doubt(
        place, "“\(written)” is no date that is understood here, or none that the calendar has")
    }
    if let ofName { return (.clock(ofName, zone: zone), true) }
    guard let modified = file.modified else {
      report.leave(place, "neither its front matter nor its name has a date")
      return nil
    }
    assumed.append(.date)
    report.doubt(
      place, "without a date: kept as an entry of the time at which the file was changed")
    return (.instant(modified, zone: nil), false)
  }

  private static func take(
    _ front: FrontMatter, into entry: inout ImportedEntry, _ report: inout ImportReport
  ) {
    for name in ["tags", "tag", "keywords"] {
      guard let value = front.value(name) else { continue }
      entry.tags += tags(of: value, entry.place, &report)
    }
    entry.isStarred = ["true", "yes", "on", "1"].contains(
      front.value("starred", "star", "favorite", "favourite", "pinned")?.text?.lowercased())
    if let isAllDay = front.value("allday", "all_day")?.text?.lowercased() {
      entry.isAllDay = entry.isAllDay || ["true", "yes"].contains(isAllDay)
    }
    if let mood = front.value("mood")?.text.flatMap({ Int64($0) }) {
      entry.attributes["mood"] = .int(mood)
    }
    for (name, keys) in [
      ("place", ["place", "location"]), ("weather", ["weather"]),
    ] {
      for key in keys {
        if let text = front.value(key)?.text { entry.attributes[name] = .string(text) }
      }
    }
    if let latitude = front.value("latitude", "lat")?.text.flatMap({ Double($0) }),
      let longitude = front.value("longitude", "lon", "lng")?.text.flatMap({ Double($0) }),
      latitude.isFinite, longitude.isFinite
    {
      entry.attributes["latitude"] = .double(latitude)
      entry.attributes["longitude"] = .double(longitude)
    }
    if let modified = front.value("modified", "updated", "lastmod", "date modified")?.text {
      entry.modified = WrittenTime.read(modified, zone: entry.time.zone)
    }
    let known: Set = [
      "title", "date", "created", "tags", "tag", "keywords", "starred", "star", "favorite",
      "favourite", "pinned", "place", "weather", "latitude", "longitude", "lat", "lon", "lng",
      "modified", "updated", "lastmod", "id", "uuid", "timezone", "tz", "zone", "allday",
    ]
    if front.names.contains(where: { !known.contains($0) }) || front.doubt != nil {
      entry.attributes["extra"] = .string(front.source)
    }
  }

  /// Words of a list, or of a text that parts them by commas or blanks; their signs are taken off.
  private static func tags(
    of value: YAMLValue, _ place: SourcePlace, _ report: inout ImportReport
  ) -> [String] {
    let words: [String]
    if let elements = value.elements {
      words = elements.compactMap { element in
        if case .scalar("~", isPlain: true) = element {
          report.doubt(place, "a tag “~”, which means none, was passed over")
          return nil
        }
        return element.text
      }
    } else {
      let text = value.text ?? ""
      words = text.split { $0 == "," || (!text.contains(",") && $0 == " ") }.map(String.init)
    }
    return words.compactMap { word in
      var tag = word[...]
      while tag.first == " " { tag.removeFirst() }
      while tag.last == " " { tag.removeLast() }
      if tag.first == "#" || tag.first == "@" { tag.removeFirst() }
      return tag.isEmpty ? nil : String(tag)
    }
  }
}

extension ImportedTime {
  /// What a clock showed: of an instant, the one in Greenwich.
  var clock: WallClock {
    switch self {
    case .clock(let clock, _): clock
    case .instant(let instant, _):
      WallClock(secondsSince1970: instant.dividingFloor(by: 1_000_000))
    }
  }
}
