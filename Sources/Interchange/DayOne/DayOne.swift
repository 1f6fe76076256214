internal import JSON
internal import Model

/// Reads the JSON that Day One exports, with its media where they are there.
///
/// A source holds one JSON file for each journal, and beside them folders of media whose files are named by
/// their MD5. Every member of an entry but the date may be missing, and media may lack their file: that is
/// told, and no reason to leave the entry out. Times are instants with the zone in which they were lived;
/// the escapes of the text are undone; and the record itself is kept as it stands.
public enum DayOne {
  /// Hands over each entry in the order of the source, and reports on the rest.
  ///
  /// - Parameters:
  ///   - source: JSON files and media.
  ///   - body: Takes an entry.
  /// - Throws: What `body` throws; nothing is read after that.
  public static func read(
    _ source: ImportSource, _ body: (ImportedEntry) throws -> Void
  ) throws -> ImportReport {
    var report = ImportReport()
    let media = MediaFiles(source)
    var absent = 0
    for file in source.files where file.path.lowercased().hasSuffix(".json") || !source.isFolder {
      try report.read(file) { bytes in
        var reader = JSONRecordReader(path: file.path)
        var keys = ImportKeys()
        try reader.read(
          bytes,
          { record, report throws(Unreadable) in
            var entry = try entry(record, &keys, &report)
            entry.media = DayOneMedia.media(of: record, media, &report)
            if media.isEmpty { absent += entry.media.count }
            return entry
          }, body)
        return reader.report
      }
    }
    if absent > 0 {
      report.doubt(
        SourcePlace(path: source.name),
        "media that are not in this file, which the archive or the folder that it is from has: "
          + "\(absent)")
    }
    return report
  }

  private static func entry(
    _ record: JSONRecordReader.Record, _ keys: inout ImportKeys, _ report: inout ImportReport
  ) throws(Unreadable) -> ImportedEntry {
    let members = record.members
    guard let date = members.text("creationDate") else {
      throw Unreadable("it has no creationDate")
    }
    let zone = members.text("timeZone").flatMap { $0.isEmpty ? nil : $0 }
    guard let time = time(date, zone: zone) else {
      throw Unreadable("its creationDate “\(date)” is no date that the calendar has")
    }
    let text = DayOneText.unescaped((members.text("text") ?? "")).linesNormalized
    let identity = members.text("uuid").flatMap { ObjectID($0.lowercased()) }
    var entry = ImportedEntry(
      text: text, time: time, isStarred: members.isTrue("starred"), place: record.place,
      assumed: record.assumed,
      importKey: identity.map(ImportKeys.key(of:))
        ?? keys.key(date: ISOClock.read(date), text: text))
    entry.identity = identity
    entry.isAllDay = members.isTrue("isAllDay")
    entry.modified = members.text("modifiedDate").flatMap { self.time($0, zone: zone) }
    entry.tags = members.texts("tags")
    entry.attributes = attributes(of: members)
    entry.attributes["extra"] = .string(record.source)
    return entry
  }

  private static func time(_ date: String, zone: String?) -> ImportedTime? {
    if let instant = ISOClock.instant(date) { return .instant(instant, zone: zone) }
    return ISOClock.read(date).map { .clock($0, zone: zone) }
  }

  private static func attributes(of members: JSONObject) -> PropertyValues {
    var values = PropertyValues()
    if let location = members["location"]?.object {
      if let latitude = location["latitude"]?.double, let longitude = location["longitude"]?.double
      {
        values["latitude"] = .double(latitude)
        values["longitude"] = .double(longitude)
      }
      let names = ["userLabel", "placeName", "localityName", "administrativeArea", "country"]
        .compactMap { location.text($0) }
      values["place"] = Self.joined(names, by: ", ")
    }
    if let weather = members["weather"]?.object {
      let degrees = weather["temperatureCelsius"]?.double.map { "\(Self.rounded($0)) °C" }
      values["weather"] = Self.joined(
        [degrees, weather.text("conditionsDescription")].compactMap { $0 }, by: ", ")
    }
    return values
  }

  /// Texts that say something, each once.
  private static func joined(_ texts: [String], by separator: String) -> Value? {
    var seen: Set<String> = []
    let kept = texts.filter { !$0.isEmpty && seen.insert($0).inserted }
    return kept.isEmpty ? nil : .string(kept.joined(separator: separator))
  }

  /// Tenths of a degree, for people.
  private static func rounded(_ degrees: Double) -> String {
    let tenths = (degrees * 10).rounded() / 10
    guard let whole = Int(exactly: tenths) else { return "\(tenths)" }
    return "\(whole)"
  }
}
