public import JSON

extension Value {
  /// Reads an attribute's value from JSON.
  ///
  /// `null` and the empty list are no value. An int takes `4` and neither `4.0` nor what 64 bits
  /// cannot hold, a double takes both `4` and `4.0` and nothing infinite, data is base64, content
  /// `{"sha256": 64 hexadecimal digits, "size": bytes}` or `{"file": path}`, a list of strings an
  /// array.
  ///
  /// - Parameters:
  ///   - moment: Reads a moment from its text. ``Moment/init(rfc3339:)`` is tried first; what it
  ///     leaves, such as a moment without offset, depends on a zone and is the caller's to read.
  ///   - file: Keeps the content of a file and names it. By default `{"file": …}` is refused.
  /// - Throws: ``ValueError``, and what the closures throw.
  public init(
    json: JSONValue, as type: AttributeType,
    moment: (String) throws -> Moment = {
      throw ValueError(expected: Self.momentPhrase, insteadOf: $0)
    },
    file: (String) throws -> ContentReference = {
      throw ValueError(expected: Self.contentPhrase, insteadOf: $0)
    }
  ) throws {
    if json.isNull {
      self = .null
      return
    }
    func mismatch(_ expected: String) -> ValueError {
      ValueError(expected: expected, found: json.excerpt)
    }
    switch type {
    case .string:
      guard let text = json.string else { throw mismatch("a string") }
      self = .string(text)
    case .int:
      guard let int = json.int else { throw mismatch(Self.intPhrase) }
      self = .int(int)
    case .double:
      guard let double = json.double else { throw mismatch(Self.doublePhrase) }
      self = .double(double)
    case .bool:
      guard let bool = json.bool else { throw mismatch("true or false") }
      self = .bool(bool)
    case .date:
      guard let text = json.string else { throw mismatch(Self.momentPhrase) }
      self = .date(try Moment(rfc3339: text) ?? moment(text))
    case .data:
      guard let text = json.string, let bytes = Base64.decode(text) else {
        throw mismatch("base64 with its padding")
      }
      self = .data(bytes)
    case .content:
      self = .content(try ContentReference(json: json, file: file))
    case .uuid:
      guard let text = json.string, let id = ObjectID(text) else { throw mismatch("a UUID") }
      self = .uuid(id)
    case .stringList:
      guard let elements = json.array else { throw mismatch("an array of strings") }
      let values = try elements.map { element in
        guard let text = element.string else {
          throw ValueError(expected: "an array of strings", found: "\(element.excerpt) in it")
        }
        return Value.string(text)
      }
      self = values.isEmpty ? .null : .list(values)
    }
  }

  /// Reads a relationship's value from JSON: the id of an object, or an array of ids where it is
  /// to-many.
  ///
  /// `null` and the empty array are no value.
  ///
  /// - Parameter id: Reads an id that is no whole UUID, such as the end of one.
  /// - Throws: ``ValueError``, and what the closure throws.
  public init(
    json: JSONValue, as relationship: Relationship,
    id: (String) throws -> ObjectID = { throw ValueError(expected: "a UUID", insteadOf: $0) }
  ) throws {
    func reference(_ json: JSONValue) throws -> Value {
      guard let text = json.string else {
        throw ValueError(expected: "the id of an object", found: json.excerpt)
      }
      return .uuid(try ObjectID(text) ?? id(text))
    }
    if json.isNull {
      self = .null
    } else if relationship.isToMany {
      guard let elements = json.array else {
        throw ValueError(expected: "an array of ids", found: json.excerpt)
      }
      self = elements.isEmpty ? .null : .list(try elements.map(reference))
    } else {
      self = try reference(json)
    }
  }

  /// The value as JSON, from which `init(json:as:)` makes it again.
  ///
  /// - Parameter moment: Writes a moment.
  public func json(moment: (Moment) -> String = { $0.rfc3339 }) -> JSONValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): JSONValue(value)
    case .double(let value): JSONValue(value)
    case .string(let value): .string(value)
    case .data(let value): .string(Base64.encode(value))
    case .date(let value): .string(moment(value))
    case .content(let value): value.json
    case .uuid(let value): .string(value.description)
    case .list(let values): .array(values.map { $0.json(moment: moment) })
    }
  }

  static let intPhrase = "a whole number of 64 bits, without fraction or exponent"
  static let doublePhrase = "a finite number"
  /// What a moment looks like.
  public static let momentPhrase = "a moment with its offset, such as 2026-11-30T08:12:33+01:00"
  /// What content looks like.
  public static let contentPhrase = "content as {\"sha256\": …, \"size\": …}"
}

extension ContentReference {
  /// The digest in hexadecimal digits and the size in bytes.
  public var json: JSONValue {
    ["sha256": .string(hexadecimalDigest), "size": .number(JSONNumber(size))]
  }

  /// The digest in hexadecimal digits, in lower case.
  public var hexadecimalDigest: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(digest.count * 2)
    for byte in digest { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  init(json: JSONValue, file: (String) throws -> ContentReference) throws {
    let mismatch = ValueError(expected: Value.contentPhrase, found: json.excerpt)
    guard let members = json.object else { throw mismatch }
    if members.count == 1, let path = members["file"]?.string {
      self = try file(path)
      return
    }
    guard members.count == 2, let text = members["sha256"]?.string,
      let size = members["size"]?.number,
      let digest = Self.digest(hexadecimal: text), let bytes = UInt64(size.literal)
    else { throw mismatch }
    self.init(digest: digest, size: bytes)
  }

  private static func digest(hexadecimal text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap {
      UInt8(exactly: Character(Unicode.Scalar($0)).hexDigitValue ?? -1)
    }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension JSONValue {
  /// The value as it would stand in a text, shortened.
  var excerpt: String { compactDescription.shortened }
}
