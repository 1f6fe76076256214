internal import Bytes
internal import Daybook
internal import Model

/// Reads the folder of Day One Classic: a property list for each entry, `entries/UUID.doentry`, and its
/// picture, `photos/UUID.jpg`.
///
/// Dates are instants, with the zone in which they were lived.
public enum DayOneClassic {
  /// Hands over each entry in the order of the files, and reports on the rest.
  ///
  /// - Parameters:
  ///   - source: The folder, an archive of it, or one entry.
  ///   - body: Takes an entry.
  /// - Throws: What `body` throws; nothing is read after that.
  public static func read(
    _ source: ImportSource, _ body: (ImportedEntry) throws -> Void
  ) throws -> ImportReport {
    var report = ImportReport()
    let photos = MediaFiles(
      ImportSource(
        folder: source.name,
        files: source.files.filter { !$0.name.lowercased().hasSuffix(".doentry") }))
    for file in source.files where file.name.lowercased().hasSuffix(".doentry") || !source.isFolder
    {
      try report.read(file) { bytes in
        var part = ImportReport()
        let place = SourcePlace(path: file.path)
        do throws(Unreadable) {
          let entry = try entry(bytes, photos, place, &part)
          part.read += 1
          do {
            try body(entry)
          } catch {
            throw Unreadable(passing: error)
          }
        } catch {
          if let passed = error.passed { throw passed }
          part.leave(place, error.reason)
        }
        return part
      }
    }
    return report
  }

  private static func entry(
    _ bytes: Span<UInt8>, _ photos: MediaFiles, _ place: SourcePlace, _ report: inout ImportReport
  ) throws(Unreadable) -> ImportedEntry {
    let record: PropertyListValue
    do throws(PropertyList.Fault) {
      record = try PropertyList.parse(bytes.array)
    } catch {
      // XML has no control characters, and Day One has written them.
      let plain = bytes.array.filter { $0 >= 0x20 || (0x09...0x0D).contains($0) }
      guard plain.count < bytes.count, let mended = try? PropertyList.parse(plain) else {
        throw Unreadable(error.reason)
      }
      report.doubt(place, "control characters, left out: \(bytes.count - plain.count)")
      record = mended
    }
    guard let instant = record["Creation Date"]?.date else {
      throw Unreadable("it has no Creation Date")
    }
    let text = (record["Entry Text"]?.string ?? "").linesNormalized
    let zone = record["Time Zone"]?.string
    let identity = record["UUID"]?.string.flatMap { ObjectID($0.lowercased()) }
    var keys = ImportKeys()
    var entry = ImportedEntry(
      text: text, time: .instant(instant, zone: zone.flatMap { $0.isEmpty ? nil : $0 }),
      isStarred: record["Starred"]?.isTrue ?? false, place: place,
      importKey: identity.map(ImportKeys.key(of:))
        ?? keys.key(
          date: WallClock(secondsSince1970: instant.dividingFloor(by: 1_000_000)), text: text))
    entry.identity = identity
    entry.tags = record["Tags"]?.strings ?? []
    if let location = record["Location"] {
      entry.attributes["latitude"] = location["Latitude"]?.double.map { .double($0) }
      entry.attributes["longitude"] = location["Longitude"]?.double.map { .double($0) }
      let names = ["Place Name", "Locality", "Administrative Area", "Country"]
        .compactMap { location[$0]?.string }.filter { !$0.isEmpty }
      if !names.isEmpty { entry.attributes["place"] = .string(names.joined(separator: ", ")) }
    }
    if let weather = record["Weather"] {
      let parts = [weather["Celsius"]?.string.map { "\($0) °C" }, weather["Description"]?.string]
        .compactMap { $0 }
      if !parts.isEmpty { entry.attributes["weather"] = .string(parts.joined(separator: ", ")) }
    }
    // The binary form is no text that could be kept.
    if !bytes.contains("bplist"),
      ["Creator", "Location", "Weather", "Music", "Activity"].contains(where: { record[$0] != nil })
    {
      entry.attributes["extra"] = .string(UTF8Repair.text(of: bytes).text)
    }
    if let photo = record["UUID"]?.string.flatMap({ photos.file(named: $0) }) {
      var medium = ImportedMedium(.image)
      medium.name = photo.name
      medium.file = photo
      entry.media = [medium]
    }
    return entry
  }
}
