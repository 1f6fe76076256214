/// What an attribute can hold.
public enum AttributeType: String, Sendable, Hashable, CaseIterable {
  /// Text.
  case string
  /// A whole number of 64 bits.
  case int
  /// A finite number of double precision.
  case double
  /// A truth value.
  case bool
  /// A moment with the offset and zone of its wall clock.
  case date
  /// Bytes kept with the object.
  case data
  /// Bytes kept once in the journal, by digest.
  case content
  /// A UUID that is no reference.
  case uuid
  /// Texts in their order.
  case stringList
}

/// One stored, typed property of an entity.
public struct Attribute: Sendable, Hashable {
  /// The name, unique among the properties of its entity.
  public var name: String
  /// What it can hold.
  public var type: AttributeType
  /// Whether an object must have a value.
  public var isRequired = false
  /// What an inserted object gets where nothing is said.
  public var defaultValue: Value?
  /// The least number or moment allowed.
  public var minimum: Value?
  /// The greatest number or moment allowed.
  public var maximum: Value?
  /// The least length allowed: Unicode scalars of text, bytes of data, elements of a list.
  public var minimumLength: Int?
  /// The greatest length allowed, in the same units.
  public var maximumLength: Int?
  /// Whether the text is indexed for search: what finds parts of words at once, at some 0.3 bytes on
  /// disk for each byte of text.
  public var isSearched = false

  /// Makes an attribute without rules.
  public init(name: String, type: AttributeType) {
    self.name = name
    self.type = type
  }
}

/// A property computed from others, in no payload: any scalar expression of the predicate language.
public struct DerivedAttribute: Sendable, Hashable {
  /// The name, unique among the properties of its entity.
  public var name: String
  /// The expression, as the model's author wrote it.
  public var expression: String

  /// Makes a derived attribute.
  public init(name: String, expression: String) {
    self.name = name
    self.expression = expression
  }
}
