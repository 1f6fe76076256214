import Model

/// A type that is a property's value as it stands, and so is neither taken apart when it is coded nor made
/// up of parts.
protocol PropertyValue: Codable {
  /// The value.
  var propertyValue: Value { get }
  /// Takes a value; nil where it is another kind.
  init?(propertyValue: Value)
  /// Two that differ.
  static var samples: (Self, Self) { get }
}

extension Moment: PropertyValue {
  var propertyValue: Value { .date(self) }
  init?(propertyValue: Value) {
    guard case .date(let moment) = propertyValue else { return nil }
    self = moment
  }
  static var samples: (Moment, Moment) { (Moment(microseconds: 0), Moment(microseconds: 1)) }
}

extension ObjectID: PropertyValue {
  var propertyValue: Value { .uuid(self) }
  init?(propertyValue: Value) {
    guard case .uuid(let id) = propertyValue else { return nil }
    self = id
  }
  static var samples: (ObjectID, ObjectID) { (.zero, ObjectID(high: 0, low: 1)) }
}

extension Reference: PropertyValue {
  var propertyValue: Value { .uuid(id) }
  init?(propertyValue: Value) {
    guard case .uuid(let id) = propertyValue else { return nil }
    self.init(id)
  }
  static var samples: (Reference, Reference) {
    (Reference(ObjectID.samples.0), Reference(ObjectID.samples.1))
  }
}

extension ContentReference: PropertyValue {
  var propertyValue: Value { .content(self) }
  init?(propertyValue: Value) {
    guard case .content(let content) = propertyValue else { return nil }
    self = content
  }
  static var samples: (ContentReference, ContentReference) {
    (ContentReference(digest: [], size: 0), ContentReference(digest: [], size: 1))
  }
}

/// An array of whatever: what a list without elements, which is stored as no value, is read as.
protocol EmptyList {
  init()
}

extension Array: EmptyList {}

extension Value {
  /// Seconds between 1970 and 2001, from where Foundation's `Date` counts when it is coded.
  private static let referenceDate = 978_307_200.0

  /// The moment as the number that Foundation's `Date` writes for it: seconds since 2001.
  var referenceSeconds: Double? {
    guard case .date(let moment) = self else { return nil }
    return Double(moment.microseconds) / 1e6 - Self.referenceDate
  }

  /// A coded value as an attribute of a type holds it: what has no form of its own when it is coded takes
  /// the attribute's.
  ///
  /// A number of seconds since 2001 becomes a moment, text a UUID, a list of small numbers bytes, a whole
  /// number one of double precision.
  func coerced(to type: AttributeType) -> Value {
    switch (self, type) {
    case (.double(let seconds), .date):
      let microseconds = ((seconds + Self.referenceDate) * 1e6).rounded()
      return abs(microseconds) < 9e18
        ? .date(Moment(microseconds: Int64(microseconds))) : self
    case (.string(let text), .uuid): return ObjectID(text).map(Value.uuid) ?? self
    case (.int(let number), .double): return .double(Double(number))
    case (.list(let elements), .data):
      var bytes: [UInt8] = []
      for case .int(let number) in elements {
        guard let byte = UInt8(exactly: number) else { return self }
        bytes.append(byte)
      }
      return bytes.count == elements.count ? .data(bytes) : self
    default: return self
    }
  }
}

extension Entity {
  /// What of a struct's values can be written: those that are stored, each in its attribute's form.
  func writable(_ values: PropertyValues) -> PropertyValues {
    var writable = PropertyValues()
    for (name, value) in values where derived[name] == nil {
      writable[name] = attributes[name].map { value.coerced(to: $0.type) } ?? value.storable
    }
    return writable
  }
}
