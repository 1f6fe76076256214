import Model

/// What an expression yields, as far as it is known before any object is read.
///
/// Every type may be null.
public indirect enum ValueType: Sendable, Hashable {
  /// Nothing but null.
  case null
  /// A truth value.
  case bool
  /// A whole number. Where it would not fit into 64 bits, a double takes its place.
  case int
  /// A number of double precision.
  case double
  /// Text.
  case string
  /// A moment.
  case date
  /// Bytes.
  case data
  /// Content by its digest.
  case content
  /// A UUID that is no reference.
  case uuid
  /// An object: its identity as a `uuid` value; the entity where it is known.
  case object(entity: String?)
  /// Several values.
  case list(ValueType)
  /// One or another: an element of a list of several types.
  case mixed

  /// Whether it is a truth value or a number: those compare with each other.
  public var isNumber: Bool {
    switch self {
    case .bool, .int, .double: true
    default: false
    }
  }

  /// Whether it is a list.
  public var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// Whether rows can be sorted and sectioned by it: numbers, texts, moments and identities.
  public var isSortable: Bool {
    switch self {
    case .null, .bool, .int, .double, .string, .date, .uuid, .object: true
    case .data, .content, .list, .mixed: false
    }
  }
}

extension ValueType {
  init(_ type: AttributeType) {
    self =
      switch type {
      case .string: .string
      case .int: .int
      case .double: .double
      case .bool: .bool
      case .date: .date
      case .data: .data
      case .content: .content
      case .uuid: .uuid
      case .stringList: .list(.string)
      }
  }

  init(of value: Value) {
    self =
      switch value {
      case .null: .null
      case .bool: .bool
      case .int: .int
      case .double: .double
      case .string: .string
      case .data: .data
      case .date: .date
      case .content: .content
      case .uuid: .uuid
      case .list(let elements): .list(.joining(elements.map(ValueType.init(of:))))
      }
  }

  /// The one type that all have, `mixed` where there is none, `null` where there is nothing.
  static func joining(_ types: [ValueType]) -> ValueType {
    types.reduce(.null) { $0.joined(with: $1) }
  }

  func joined(with other: ValueType) -> ValueType {
    switch (self, other) {
    case (.null, let type), (let type, .null): return type
    case (.list(let left), .list(let right)): return .list(left.joined(with: right))
    case (.object, .object), (.uuid, .object), (.object, .uuid):
      return self == other ? self : .object(entity: nil)
    default:
      if self == other { return self }
      guard isNumber, other.isNumber else { return .mixed }
      return self == .double || other == .double ? .double : .int
    }
  }

  /// What has an order among itself: one of three families, nil where there is none.
  var ordering: Ordering? {
    switch self {
    case .bool, .int, .double: .number
    case .string: .string
    case .date: .date
    default: nil
    }
  }

  enum Ordering: Hashable {
    case number
    case string
    case date
  }

  /// Whether nothing is known of the value, or that there is none: no operation is refused.
  var isOpen: Bool { self == .null || self == .mixed }

  /// The type in words, with an article.
  var phrase: String {
    switch self {
    case .null: "nil"
    case .bool: "a truth value"
    case .int: "a whole number"
    case .double: "a number"
    case .string: "text"
    case .date: "a moment"
    case .data: "bytes"
    case .content: "content"
    case .uuid: "a UUID"
    case .object(let entity?): "an object (\(entity))"
    case .object(nil): "an object"
    case .list: "a list"
    case .mixed: "a value of no one type"
    }
  }
}
