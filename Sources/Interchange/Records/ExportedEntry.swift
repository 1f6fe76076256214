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
  /// All its tags, folded, sorted.
  public var tags: [String]
  /// Its other values, such as `mood` and `place`.
  public var values: PropertyValues
  /// Its media, in their order.
  public var media: [ExportedMedium]

  /// Takes a record of the entity `entry` and those of its media; nil where it has no text or time.
  public init?(_ record: Record, media: [Record]) {
    var text: String?
    var time: Moment?
    isAllDay = false
    isStarred = false
    givenTags = []
    tags = []
    // One pass over a handful of values costs less than a search for each.
    for (name, value) in record.values {
      switch (name, value) {
      case ("text", .string(let value)): text = value
      case ("creationTime", .date(let value)): time = value
      case ("allDay", .bool(let value)): isAllDay = value
      case ("starred", .bool(let value)): isStarred = value
      case ("modifiedTime", .date(let value)): modified = value
      case ("givenTags", _): givenTags = Self.strings(value)
      case ("tags", _): tags = Self.strings(value)
      default: break
      }
    }
    guard let text, let time else { return nil }
    id = record.id
    self.text = text
    self.time = time
    values = record.values
    self.media = media.map(ExportedMedium.init)
  }

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
