internal import Archive
internal import Daybook
internal import JSON
internal import MerkleTree
public import Model

/// Writes the archive that Day One exports: `Journal.json`, and media named by their MD5.
///
/// What an entry came with from Day One and has not changed since goes back as it was: a text that is still the
/// same keeps its rich text, and members that are not known here stay.
public struct DayOneWriter: EntryWriter {
  /// What the format could not say so far.
  public private(set) var losses = ExportLosses()
  private var zip: ZipWriter?
  private var writer = JSONWriter()
  /// What has been found of contents: their MD5, by their digest.
  private var checksums: [[UInt8]: String] = [:]
  /// The files of media, by their names.
  private var files: [String: ContentReference] = [:]

  /// Begins an archive.
  public init() {}

  private mutating func begin(_ output: any EntryOutput) throws {
    guard zip == nil else { return }
    var zip = ZipWriter { try output.write($0) }
    try zip.begin("Journal.json", .deflated)
    self.zip = zip
    writer.beginObject()
    writer.member("metadata")
    writer.beginObject()
    writer.member("version", "1.0")
    writer.endObject()
    writer.member("entries")
    writer.beginArray()
  }

  /// Writes an entry behind those before it; false where the format cannot hold it.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - output: Where it goes.
  ///   - content: Reads the contents of its media.
  public mutating func append(
    _ entry: ExportedEntry, to output: any EntryOutput, _ content: ContentReader
  ) throws -> Bool {
    try begin(output)
    losses.add(entry, lacking: [.mood])
    if entry.time.microseconds % 1_000_000 != 0 { losses.add("fractions of seconds") }
    if entry.time.zone == nil, entry.time.offsetSeconds != 0 {
      losses.add("offsets without a zone, written as zones such as GMT+0100")
    }
    writer.write(JSONValue.object(try members(of: entry, content)))
    try flush(isLast: false)
    return true
  }

  /// Writes what stands behind the last entry.
  ///
  /// - Parameters:
  ///   - output: Where it goes.
  ///   - content: Reads the contents of media.
  public mutating func finish(_ output: any EntryOutput, _ content: ContentReader) throws {
    try begin(output)
    writer.endArray()
    writer.endObject()
    try flush(isLast: true)
    try zip?.end()
    for (name, reference) in files.sorted(by: { $0.key < $1.key }) {
      try zip?.begin(name, .stored)
      _ = try content(reference) { try zip?.write($0) }
      try zip?.end()
    }
    try zip?.finish()
  }

  /// Packs what has been written, in pieces that are worth it.
  private mutating func flush(isLast: Bool) throws {
    guard isLast || writer.bytes.count >= 1 << 16 else { return }
    try writer.drain { try zip?.write($0) }
  }

  // MARK: - One entry

  private mutating func members(
    of entry: ExportedEntry, _ content: ContentReader
  ) throws -> JSONObject {
    var members = former(of: entry)
    members["uuid"] = .string(Self.plain(entry.sourceIdentity))
    members["creationDate"] = .string(Self.date(entry.time))
    members["timeZone"] = .string(Self.zone(entry.time))
    members["modifiedDate"] = entry.modified.map { .string(Self.date($0)) }
    members["isAllDay"] = entry.isAllDay ? true : nil
    members["starred"] = .bool(entry.isStarred)
    members["tags"] = entry.givenTags.isEmpty ? nil : .array(entry.givenTags.map(JSONValue.string))
    let former = members["text"]?.string.map { DayOneText.unescaped($0).linesNormalized }
    if former != entry.text {
      members["text"] = .string(DayOneText.escaped(entry.text))
      members["richText"] = nil
    }
    if members["location"] == nil { members["location"] = location(of: entry) }
    if members["weather"] == nil, let weather = entry.string("weather") {
      members["weather"] = .object(["conditionsDescription": .string(weather)])
    }
    for (name, kind, folder) in DayOneMedia.lists {
      let media = entry.media.filter { Self.list(of: $0.kind) == kind }
      let before = members[name]?.array ?? []
      var list: [JSONValue] = []
      for (index, medium) in media.enumerated() {
        let known = index < before.count && before.count == media.count ? before[index].object : nil
        list.append(.object(try self.members(of: medium, known, in: folder, index, content)))
      }
      members[name] = list.isEmpty ? nil : .array(list)
    }
    if entry.media.contains(where: { $0.kind == .other }) {
      losses.add("media of other kinds than Day One knows, written as documents")
    }
    return members
  }

  /// What the entry came with, if it came from Day One.
  private func former(of entry: ExportedEntry) -> JSONObject {
    guard let extra = entry.string("extra"), let members = try? JSONParser.parse(extra).object,
      members["creationDate"] != nil
    else { return JSONObject() }
    return members
  }

  private func location(of entry: ExportedEntry) -> JSONValue? {
    var location = JSONObject()
    if let latitude = entry.double("latitude"), let longitude = entry.double("longitude") {
      location["latitude"] = JSONValue(latitude)
      location["longitude"] = JSONValue(longitude)
    }
    if let place = entry.string("place") { location["placeName"] = .string(place) }
    return location.isEmpty ? nil : .object(location)
  }

  private mutating func members(
    of medium: ExportedMedium, _ former: JSONObject?, in folder: String, _ order: Int,
    _ content: ContentReader
  ) throws -> JSONObject {
    var members = former ?? JSONObject()
    if members["identifier"] == nil { members["identifier"] = .string(Self.plain(medium.id)) }
    members["orderInEntry"] = members["orderInEntry"] ?? JSONValue(order)
    members["caption"] = medium.string("caption").map(JSONValue.string)
    if let width = medium.int("width") { members["width"] = JSONValue(width) }
    if let height = medium.int("height") { members["height"] = JSONValue(height) }
    if let duration = medium.duration { members["duration"] = JSONValue(duration) }
    if members["filename"] == nil, let name = medium.string("name") {
      members[medium.kind == .document ? "pdfName" : "filename"] = .string(name)
    }
    guard let reference = medium.content else { return members }
    guard let md5 = try checksum(of: reference, content) else {
      losses.add("contents of media that are not whole in the journal")
      return members
    }
    let ending = Self.ending(of: medium)
    members["md5"] = .string(md5)
    members["fileSize"] = JSONValue(Int64(clamping: reference.size))
    // A recording has a format and no type.
    if folder == "audios" {
      members["format"] = members["format"] ?? .string(ending == "m4a" ? "aac" : ending)
    } else {
      members["type"] = .string(ending)
    }
    files["\(folder)/\(md5).\(ending)"] = reference
    return members
  }

  private mutating func checksum(
    of reference: ContentReference, _ content: ContentReader
  ) throws -> String? {
    if let known = checksums[reference.digest] { return known }
    var hash = MD5()
    guard try content(reference, { hash.update($0) }) else { return nil }
    let text = hash.finish()
    checksums[reference.digest] = text
    return text
  }

  private static func list(of kind: MediaType.Kind) -> MediaType.Kind {
    kind == .other ? .document : kind
  }

  private static func ending(of medium: ExportedMedium) -> String {
    let ending = MediaType(named: medium.mimeType).fileExtension
    return ending == "jpg" ? "jpeg" : ending
  }

  /// A UUID as Day One writes it.
  private static func plain(_ id: ObjectID) -> String {
    id.description.filter { $0 != "-" }.uppercased()
  }

  /// An instant in whole seconds of UTC.
  private static func date(_ moment: Moment) -> String {
    Moment(microseconds: moment.microseconds.dividingFloor(by: 1_000_000) * 1_000_000).rfc3339
  }

  private static func zone(_ moment: Moment) -> String {
    if let zone = moment.zone { return zone }
    if moment.offsetSeconds == 0 { return "UTC" }
    return "GMT" + WrittenTime.offsetName(moment.offsetSeconds).filter { $0 != ":" }
  }
}
