import Model

/// A class that `CAST` makes of a value.
///
/// The names are Foundation's, since the language is; `Content` alone is this program's own. Beside
/// the casts between number, text and moment, a cast of a literal is how a constant that has no
/// literal of its own is written: `CAST('2026-11-30T08:00:00+01:00', 'NSDate')`.
enum CastType: String, Sendable, Hashable, CaseIterable {
  case number = "NSNumber"
  case string = "NSString"
  case date = "NSDate"
  case uuid = "NSUUID"
  case data = "NSData"
  case content = "Content"

  /// The value of a text, nil where the text has none.
  func constant(of text: String) -> Value? {
    switch self {
    case .number:
      Int64(text).map(Value.int) ?? Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .string: .string(text)
    case .date: Moment(rfc3339: text).map(Value.date)
    case .uuid: ObjectID(text).map(Value.uuid)
    case .data: Base64.decode(text).map(Value.data)
    case .content: Self.content(text).map(Value.content)
    }
  }

  /// The text of a value from which `constant(of:)` makes it again, nil for types with literals.
  static func constantText(of value: Value) -> (text: String, type: CastType)? {
    switch value {
    case .date(let moment): (moment.rfc3339, .date)
    case .uuid(let id): (id.description, .uuid)
    case .data(let bytes): (Base64.encode(bytes), .data)
    case .content(let content): ("\(Base64.encode(content.digest)):\(content.size)", .content)
    case .null, .bool, .int, .double, .string, .list: nil
    }
  }

  private static func content(_ text: String) -> ContentReference? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let digest = Base64.decode(String(parts[0])), digest.count == 32,
      let size = UInt64(parts[1])
    else { return nil }
    return ContentReference(digest: digest, size: size)
  }
}
