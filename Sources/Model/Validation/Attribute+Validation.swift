extension Attribute {
  /// The most bytes of UTF-8 that one text may have: 64 MiB.
  public static let textLimitBytes = 64 << 20

  /// Whether this is the attribute's name, byte by byte.
  public func isNamed(_ name: String) -> Bool { self.name.hasSameBytes(as: name) }

  /// Checks one value by itself, against the type and the rules.
  ///
  /// Null conforms to every rule: whether a value is required is a question about the whole object.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - entity: The name of the object's entity.
  ///   - object: The object.
  /// - Returns: The first fault, nil where all is well.
  public func validate(
    _ value: Value, of entity: String, object: ObjectID? = nil
  ) -> ValidationError? {
    if value.isNull { return nil }
    guard let (rule, complaint) = violation(of: value) else { return nil }
    return ValidationError(
      entity: entity, property: name, object: object, rule: rule, complaint: complaint)
  }

  /// What is wrong with a value's type, as the rest of a sentence; nil where it conforms.
  func complaint(ofType value: Value) -> String? {
    switch (type, value) {
    case (.string, .string), (.int, .int), (.bool, .bool), (.data, .data), (.uuid, .uuid):
      return nil
    case (.double, .double(let number)):
      return number.isFinite ? nil : "is \(number), and must be a finite number"
    case (.date, .date(let moment)):
      return moment.complaint
    case (.content, .content(let content)):
      return content.digest.count == 32
        ? nil : "has a digest of \(content.digest.count) bytes, and SHA-256 has 32"
    case (.stringList, .list(let elements)):
      if elements.isEmpty { return "is an empty list, and no value is written as none" }
      for element in elements {
        guard case .string = element else {
          return "has \(element.excerpt) in it, and must be a list of strings"
        }
      }
      return nil
    default:
      return "is \(value.excerpt), and must be \(type.phrase)"
    }
  }

  /// The limit on the length of texts, where a value breaks it.
  func limitComplaint(of value: Value) -> String? {
    switch value {
    case .string(let text):
      return text.utf8.count <= Self.textLimitBytes
        ? nil
        : "has \(text.utf8.count) bytes, and at most \(Self.textLimitBytes) (64 MiB) are allowed"
    case .list(let elements):
      for element in elements {
        if let complaint = limitComplaint(of: element) { return complaint }
      }
      return nil
    default:
      return nil
    }
  }

  /// The first rule that a value breaks by itself, nil where it breaks none.
  func violation(of value: Value) -> (rule: ValidationError.Rule, complaint: String)? {
    if let complaint = complaint(ofType: value) { return (.type, complaint) }
    if let complaint = limitComplaint(of: value) { return (.limit, complaint) }
    return ruleViolation(of: value)
  }

  /// The first of the attribute's own rules that a value of its type breaks.
  func ruleViolation(of value: Value) -> (rule: ValidationError.Rule, complaint: String)? {
    if let minimum, value.isLess(than: minimum) {
      return (.minimum, "is \(value.plainExcerpt), and must be at least \(minimum.plainExcerpt)")
    }
    if let maximum, maximum.isLess(than: value) {
      return (.maximum, "is \(value.plainExcerpt), and must be at most \(maximum.plainExcerpt)")
    }
    guard minimumLength != nil || maximumLength != nil, let (length, unit) = value.length else {
      return nil
    }
    if let minimumLength, length < minimumLength {
      return (.minimumLength, "has \(length) \(unit), and must have at least \(minimumLength)")
    }
    if let maximumLength, length > maximumLength {
      return (.maximumLength, "has \(length) \(unit), and must have at most \(maximumLength)")
    }
    return nil
  }
}

extension AttributeType {
  /// What a value of the type is called in a sentence.
  var phrase: String {
    switch self {
    case .string: "a string"
    case .int: "a whole number"
    case .double: "a number"
    case .bool: "true or false"
    case .date: "a moment"
    case .data: "data"
    case .content: "content"
    case .uuid: "a UUID"
    case .stringList: "a list of strings"
    }
  }
}

extension Moment {
  /// What keeps the moment from being written and read again, as the rest of a sentence.
  fileprivate var complaint: String? {
    if offsetSeconds <= -86_400 || offsetSeconds >= 86_400 {
      return "has an offset of \(offsetSeconds) seconds, and a day has 86400"
    }
    if let zone, !Moment.isZoneName(zone.utf8Span.span) {
      return "has the zone “\(zone.shortened)”, which is no name of the IANA time zone database"
    }
    return nil
  }
}

extension Value {
  /// Whether two numbers or moments of one type stand in this order; false for everything else.
  func isLess(than other: Value) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.date(let left), .date(let right)): left.microseconds < right.microseconds
    default: false
    }
  }

  /// How long the value is, in which units; nil for what has no length.
  var length: (count: Int, unit: String)? {
    switch self {
    case .string(let text):
      let count = text.unicodeScalars.count
      return (count, count == 1 ? "character" : "characters")
    case .data(let bytes): return (bytes.count, bytes.count == 1 ? "byte" : "bytes")
    case .list(let elements): return (elements.count, elements.count == 1 ? "element" : "elements")
    default: return nil
    }
  }

  /// The same as ``excerpt``, but a whole number has no point even where it is a double: where the type
  /// is out of question, the point is in the way.
  var plainExcerpt: String {
    let excerpt = excerpt
    if case .double = self, excerpt.hasSuffix(".0") { return String(excerpt.dropLast(2)) }
    return excerpt
  }

  /// The value as it would stand in a message, shortened.
  var excerpt: String {
    switch self {
    case .string(let text): "“\(text.shortened)”"
    case .double(let number): "\(number)"
    case .date(let moment): moment.rfc3339
    case .data(let bytes): "data of \(bytes.count) bytes"
    default: json().excerpt
    }
  }
}
