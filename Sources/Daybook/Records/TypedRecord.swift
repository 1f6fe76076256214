public import Model

/// A struct whose stored properties are those of an entity: its coding keys are the properties' names.
///
///     struct Hero: TypedRecord {
///       static let entity = "hero"
///       var id = ObjectID.zero
///       var name: String
///       var age: Int?
///       var team: Reference<Team>?
///     }
///
/// Nothing else is needed where the compiler writes the struct's `Codable`. A property may be
/// text, a number, a truth value, a `Moment` or Foundation's `Date`, an `ObjectID` or `UUID`, bytes, a
/// `ContentReference`, a ``Reference``, an enumeration with such a raw value, an optional or an array of
/// these. What the entity derives can be a property too, and is only read; what the struct leaves out, it
/// leaves alone.
///
/// A list without elements is stored as no value, and read as an empty one.
public protocol TypedRecord: FetchableRecord, Codable, Identifiable {
  /// The name of the entity.
  static var entity: String { get }

  /// Who it is; `ObjectID.zero` where it has not been inserted, and is to get an identity then.
  var id: ObjectID { get set }

  /// The name of the property that a key path leads to, for types that say so themselves.
  ///
  /// - Parameter path: A key path from the struct to one of its properties.
  /// - Returns: nil, where it is to be found out: see ``propertyName(of:)``.
  static func propertyName(for path: PartialKeyPath<Self>) -> String?
}

extension TypedRecord {
  /// Takes the values of a record.
  ///
  /// - Throws: `DecodingError` where they are not what the struct needs.
  public init(_ record: Record) throws {
    self = try Self(from: RecordDecoder(record))
  }

  /// The values of its properties by name, null where it has none; its identity is not among them.
  ///
  /// - Throws: `EncodingError` where a property is nothing that can be stored.
  public func propertyValues() throws -> PropertyValues {
    let encoder = RecordEncoder()
    try encode(to: encoder)
    return encoder.values.values
  }

  /// Says nothing: the names are found out.
  public static func propertyName(for path: PartialKeyPath<Self>) -> String? { nil }

  /// The name of the property that a key path leads to.
  ///
  /// Found out by making two values of the struct that differ in one coded property, and looking which
  /// property makes the key path's values differ.
  ///
  /// - Parameter path: A key path from the struct to one of its coded properties.
  /// - Throws: ``TypedRecordError``, where the path leads to no coded property, or to one whose type cannot
  ///   be made up: such a type says the name itself, by ``propertyName(for:)``.
  /// - Complexity: O(p²) for p properties, some microseconds each.
  public static func propertyName<Value>(of path: KeyPath<Self, Value>) throws -> String {
    if let name = propertyName(for: path) { return name }
    let plain = ProbeDecoder(marking: nil)
    let first = try Self.probe(plain)
    for name in plain.keys.names {
      let second = try Self.probe(ProbeDecoder(marking: name))
      if !areEqual(first[keyPath: path], second[keyPath: path]) { return name }
    }
    throw TypedRecordError.noProperty(type: "\(Self.self)", value: "\(Value.self)")
  }

  private static func probe(_ decoder: ProbeDecoder) throws -> Self {
    do {
      return try Self(from: decoder)
    } catch {
      throw TypedRecordError.notProbed(
        type: "\(Self.self)", property: decoder.keys.names.last ?? "", reason: "\(error)")
    }
  }
}

/// Whether two values are the same, as far as they can be compared.
private func areEqual(_ left: Any, _ right: Any) -> Bool {
  func isSame<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
  guard let left = left as? any Equatable else { return true }
  return isSame(left)
}

/// Why the property that a key path leads to could not be found out.
public enum TypedRecordError: Error, Sendable, Hashable {
  /// The path leads to no property that is coded, or to one whose values cannot be compared.
  case noProperty(type: String, value: String)
  /// The struct could not be made of made-up values.
  case notProbed(type: String, property: String, reason: String)
}

extension TypedRecordError: CustomStringConvertible {
  /// A sentence that says what and a mend.
  public var description: String {
    switch self {
    case .noProperty(let type, let value):
      "the key path from \(type) to \(value) leads to no coded property; name it in "
        + "\(type).propertyName(for:)"
    case .notProbed(let type, let property, let reason):
      "no \(type) could be made up to find out what its properties are called, since `\(property)` "
        + "takes no made-up value (\(reason)); name its properties in \(type).propertyName(for:)"
    }
  }
}
