public import Model

/// What can stand in a predicate as a value: it becomes an ``Argument``, and no text of it is parsed.
public protocol ArgumentConvertible: Sendable {
  /// The argument.
  var argument: Argument { get }
}

extension Argument: ArgumentConvertible {
  /// Itself.
  public var argument: Argument { self }
}

extension Value: ArgumentConvertible {
  /// The value.
  public var argument: Argument { .value(self) }
}

extension Optional: ArgumentConvertible where Wrapped: ArgumentConvertible {
  /// What it holds, or null.
  public var argument: Argument { self?.argument ?? .value(.null) }
}

extension Array: ArgumentConvertible where Element: ArgumentConvertible {
  /// A list; of numbers from 0 to 255 the list of those, and no bytes: `Value.data` makes bytes.
  public var argument: Argument { .list(map(\.argument)) }
}

// MARK: - Families

/// Types whose values can be equal to each other.
///
/// The families are those of the language: numbers and truth values are one.
public protocol ValueFamily {
  /// What the model must say of a property for it to be of the family.
  static var kind: ValueFamilyKind { get }
}

/// Families whose values stand in an order.
public protocol OrderedFamily: ValueFamily {}

/// The families, as a value.
public enum ValueFamilyKind: String, Sendable, Hashable {
  /// Truth values, whole numbers and numbers of double precision.
  case number = "a number"
  /// Texts.
  case text = "text"
  /// Moments.
  case moment = "a moment"
  /// Objects and UUIDs.
  case identity = "an object or a UUID"
  /// Bytes.
  case bytes = "bytes"
  /// Content by its digest.
  case content = "content"
  /// Lists of texts.
  case texts = "a list of texts"

  /// Whether an expression of a type belongs to the family.
  func holds(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (_, .null), (_, .mixed), (.text, .string), (.moment, .date), (.identity, .uuid),
      (.identity, .object), (.bytes, .data), (.content, .content), (.texts, .list(.string)):
      true
    case (.number, _): type.isNumber
    default: false
    }
  }
}

/// Numbers and truth values.
public enum NumberFamily: OrderedFamily {
  /// A number.
  public static var kind: ValueFamilyKind { .number }
}

/// Texts.
public enum TextFamily: OrderedFamily {
  /// A text.
  public static var kind: ValueFamilyKind { .text }
}

/// Moments.
public enum MomentFamily: OrderedFamily {
  /// A moment.
  public static var kind: ValueFamilyKind { .moment }
}

/// Objects and UUIDs.
public enum IdentityFamily: ValueFamily {
  /// An object or a UUID.
  public static var kind: ValueFamilyKind { .identity }
}

/// Bytes.
public enum BytesFamily: ValueFamily {
  /// Bytes.
  public static var kind: ValueFamilyKind { .bytes }
}

/// Content.
public enum ContentFamily: ValueFamily {
  /// Content.
  public static var kind: ValueFamilyKind { .content }
}

/// Lists of texts.
public enum TextListFamily: ValueFamily {
  /// A list of texts.
  public static var kind: ValueFamilyKind { .texts }
}

/// A Swift type whose values a property can have.
public protocol PropertyType: Sendable {
  /// The values with which its own can be equal.
  associatedtype Family: ValueFamily
}

/// A Swift type whose values can be written into a predicate.
public protocol ConstantType: PropertyType, ArgumentConvertible {}

/// A Swift type of numbers.
public protocol NumberType: ConstantType where Family == NumberFamily {}

extension String: ConstantType {
  /// Texts.
  public typealias Family = TextFamily
  /// The text.
  public var argument: Argument { .value(.string(self)) }
}

extension Int: NumberType {
  /// Numbers.
  public typealias Family = NumberFamily
  /// The number.
  public var argument: Argument { .value(.int(Int64(self))) }
}

extension Int64: NumberType {
  /// Numbers.
  public typealias Family = NumberFamily
  /// The number.
  public var argument: Argument { .value(.int(self)) }
}

extension Double: NumberType {
  /// Numbers.
  public typealias Family = NumberFamily
  /// The number.
  public var argument: Argument { .value(.double(self)) }
}

extension Bool: NumberType {
  /// Numbers.
  public typealias Family = NumberFamily
  /// The truth value.
  public var argument: Argument { .value(.bool(self)) }
}

extension Moment: ConstantType {
  /// Moments.
  public typealias Family = MomentFamily
  /// The moment.
  public var argument: Argument { .value(.date(self)) }
}

extension ObjectID: ConstantType {
  /// Objects and UUIDs.
  public typealias Family = IdentityFamily
  /// The object.
  public var argument: Argument { .record(self) }
}

extension ContentReference: ConstantType {
  /// Content.
  public typealias Family = ContentFamily
  /// The content.
  public var argument: Argument { .value(.content(self)) }
}

/// Bytes as the value of a property.
public struct Bytes: ConstantType, Hashable {
  /// Bytes.
  public typealias Family = BytesFamily
  /// The bytes.
  public var bytes: [UInt8]

  /// Makes a value of bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The bytes.
  public var argument: Argument { .value(.data(bytes)) }
}

extension Array: PropertyType where Element == String {
  /// Lists of texts.
  public typealias Family = TextListFamily
}

/// A reference to one object of a record type, as the value of a property.
public enum ToOne<Target>: PropertyType {
  /// Objects and UUIDs.
  public typealias Family = IdentityFamily
}

/// References to any number of objects of a record type, as the value of a property.
public enum ToMany<Target>: Sendable {}

/// Several values, as what a path through a to-many relationship finds.
public enum Many<Element: PropertyType>: Sendable {}
