public import Daybook
public import Model

/// An entry on its way into the format of another diary.
public struct ExportedEntry: Sendable {
  /// Who it is.
  public var id: ObjectID
  /// Title and body.
  public var text: String
  /// When it was.
  public var time: Moment
  /// Whether it is of the whole day.
  public var isAllDay: Bool
  /// When it was changed last, where it says so.
  public var modified: Moment?
  /// Whether it has a star.
  public var isStarred: Bool
  /// Its tags beside those in the text, as they were given.
  public var givenTags: [String]
  /// Its other values, such as `mood` and `place`.
  public var values: PropertyValues
  /// Its media, in their order.
  public var media: [ExportedMedium]

  /// The names of the attributes that each entry is told of by members of its own, in the order in which
  /// ``init(_:_:_:media:)`` takes their values.
  public static let leadingNames = [
    "text", "creationTime", "allDay", "starred", "modifiedTime", "givenTags",
  ]

  /// The names of further attributes that some format has a place for.
  private static let furtherNames: Set = [
    "mood", "place", "latitude", "longitude", "weather", "markup", "importKey", "assumed", "extra",
  ]

  /// Takes the values of an object of the entity `entry`; nil where it has no text or time.
  ///
  /// - Parameters:
  ///   - id: Who it is.
  ///   - names: The names of the values: ``leadingNames`` and any others behind them.
  ///   - values: A value for each name, nil where there is none.
  ///   - media: The records of its media.
  public init?(_ id: ObjectID, _ names: [String], _ values: [Value?], media: [Record]) {
    guard case .string(let text)? = values[0], case .date(let time)? = values[1] else { return nil }
    self.id = id
    self.text = text
    self.time = time
    if case .bool(true)? = values[2] { isAllDay = true } else { isAllDay = false }
    if case .bool(true)? = values[3] { isStarred = true } else { isStarred = false }
    if case .date(let moment)? = values[4] { modified = moment }
    givenTags = values[5].map(Self.strings) ?? []
    self.values = PropertyValues()
    for place in Self.leadingNames.count..<names.count {
      if let value = values[place] { self.values[names[place]] = value }
    }
    self.media = media.map(ExportedMedium.init)
  }

  /// Takes a record of the entity `entry` and those of its media; nil where it has no text or time.
  public init?(_ record: Record, media: [Record]) {
    let names =
      Self.leadingNames
      + record.values.map(\.name).filter {
        !Self.leadingNames.contains($0) && !["media", "title", "tags"].contains($0)
      }
    self.init(record.id, names, names.map { record.values[$0] }, media: media)
  }

  /// All its tags, those in the text and those beside it, folded and sorted.
  ///
  /// - Complexity: O(bytes of the text) each time.
  public var tags: [String] {
    let written = Tags.occurrences(in: text).map(\.name)
    return written.isEmpty && givenTags.isEmpty ? [] : Tags.normalized(written + givenTags)
  }

  /// Whether some format has a place for an attribute beside ``leadingNames``.
  static func isKnown(_ name: String) -> Bool { furtherNames.contains(name) }

  /// The text of an attribute.
  func string(_ name: String) -> String? {
    if case .string(let text)? = values[name] { text } else { nil }
  }

  /// The number of an attribute.
  func double(_ name: String) -> Double? {
    if case .double(let number)? = values[name] { number } else { nil }
  }

  /// The whole number of an attribute.
  func int(_ name: String) -> Int64? {
    if case .int(let number)? = values[name] { number } else { nil }
  }

  /// The identity by which other programs know it: the one it came with, else its own.
  var sourceIdentity: ObjectID {
    string("importKey").flatMap { ImportKeys.identity(of: $0) } ?? id
  }

  private static func strings(_ value: Value) -> [String] {
    guard case .list(let values) = value else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}

/// A medium of an exported entry.
public struct ExportedMedium: Sendable {
  /// Who it is.
  public var id: ObjectID
  /// Its values.
  public var values: PropertyValues

  init(_ record: Record) {
    id = record.id
    values = record.values
  }

  /// Its content, where the journal has it.
  var content: ContentReference? {
    if case .content(let content)? = values["content"] { content } else { nil }
  }

  /// The text of an attribute.
  func string(_ name: String) -> String? {
    if case .string(let text)? = values[name] { text } else { nil }
  }

  /// The whole number of an attribute.
  func int(_ name: String) -> Int64? {
    if case .int(let number)? = values[name] { number } else { nil }
  }

  var duration: Double? {
    if case .double(let number)? = values["duration"] { number } else { nil }
  }

  /// What kind of medium it is.
  var kind: MediaType.Kind { string("type").flatMap(MediaType.Kind.init) ?? .other }

  /// Its media type.
  var mimeType: String { string("mimeType") ?? "application/octet-stream" }

  /// A name that no other content has, with the ending of its type.
  var fileName: String? {
    content.map { content in
      let digits = content.hexadecimalDigest.prefix(32)
      return "\(digits).\(MediaType(named: mimeType).fileExtension)"
    }
  }
}
