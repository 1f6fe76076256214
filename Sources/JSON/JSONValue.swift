/// A JSON value (RFC 8259), with numbers as they were written and members in their order.
///
/// Two values are equal where they would be written with the same bytes: strings are compared by
/// their UTF-8 (not by canonical equivalence), numbers by their literals, objects with the order of
/// their members.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// The literals `false` and `true`.
  case bool(Bool)
  /// A number, by its literal.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, whose members keep their order.
  case object(JSONObject)

  /// A number of an integer.
  @inlinable public init(_ integer: Int64) {
    self = .number(JSONNumber(integer))
  }

  /// A number of an integer.
  @inlinable public init(_ integer: Int) {
    self = .number(JSONNumber(integer))
  }

  /// A number of a double, or `null` for those that JSON cannot write: NaN and the infinities.
  @inlinable public init(_ double: Double) {
    self = double.isFinite ? .number(JSONNumber(double)) : .null
  }
}

// MARK: - What it holds

extension JSONValue {
  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The boolean that this is, else nil.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The number that this is, else nil.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The 64-bit integer that this is, else nil: see ``JSONNumber/int``.
  public var int: Int64? { number?.int }

  /// The finite double that this number reads as, else nil: see ``JSONNumber/double``.
  public var double: Double? { number?.double }

  /// The string that this is, else nil.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The array that this is, else nil.
  public var array: [JSONValue]? {
    if case .array(let array) = self { array } else { nil }
  }

  /// The object that this is, else nil.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The value of a member, where this is an object that has it, else nil.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// What kind of value this is, in the words of RFC 8259, for messages.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

// MARK: - Equality

extension JSONValue: Hashable {
  /// Whether both would be written with the same bytes.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.isIdenticalUTF8(to: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Feeds the value to a hasher.
  ///
  /// `String` hashes alike what is canonically equivalent, so what is equal here hashes alike.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .number(let number): hasher.combine(number)
    case .string(let string): hasher.combine(string)
    case .array(let array): hasher.combine(array)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension String {
  /// Whether both have the same UTF-8; `==` would also take canonical equivalents.
  func isIdenticalUTF8(to other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a number of an integer.
  public init(integerLiteral value: Int64) { self.init(value) }

  /// Makes a number of a double.
  public init(floatLiteral value: Double) { self.init(value) }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Makes an object of members in their order.
  ///
  /// - Precondition: no name comes twice.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(uniqueMembers: elements))
  }
}

// MARK: - Text

extension JSONValue: CustomStringConvertible {
  /// The value on one line, without blanks between tokens.
  public var compactDescription: String { description(.compact) }

  /// The value over several lines, indented by two blanks, without a newline at the end.
  public var prettyDescription: String { description(.pretty) }

  /// The same as ``compactDescription``.
  public var description: String { compactDescription }

  private func description(_ layout: JSONWriter.Layout) -> String {
    var writer = JSONWriter(layout)
    writer.write(self)
    return writer.text
  }
}
