extension ObjectID: Codable {
  /// Reads the UUID as text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = ObjectID(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "`\(text)` is no UUID")
    }
    self = id
  }

  /// Writes the UUID as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Moment: Codable {
  /// Reads the moment as RFC 3339 writes it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let moment = Moment(rfc3339: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "`\(text)` is no moment as RFC 3339 writes it")
    }
    self = moment
  }

  /// Writes the moment as RFC 3339 does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rfc3339)
  }
}
