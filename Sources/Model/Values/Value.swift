/// What an attribute or a relationship of an object can hold.
///
/// Equality is that of the encoded bytes, since "unchanged" means nothing else: `é` composed and
/// decomposed differ, and so do `0.0` and `-0.0`, `4` and `4.0`.
public enum Value: Sendable {
  /// No value: cleared, or never set.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A finite number.
  case double(Double)
  /// Text, kept byte for byte.
  case string(String)
  /// Bytes, kept with the object.
  case data([UInt8])
  /// A moment, where it was lived.
  case date(Moment)
  /// Bytes, kept once in the journal under their digest.
  case content(ContentReference)
  /// A UUID; as the value of a relationship, a reference to the object of that identity.
  case uuid(ObjectID)
  /// Several values, in their order.
  case list([Value])
}

/// Names content by its SHA-256 digest.
public struct ContentReference: Hashable, Sendable, Codable {
  /// The SHA-256 digest of the content, 32 bytes.
  public var digest: [UInt8]
  /// How many bytes the content has.
  public var size: UInt64

  /// Names content of `size` bytes.
  public init(digest: [UInt8], size: UInt64) {
    self.digest = digest
    self.size = size
  }
}

extension Value: Hashable {
  /// Whether both would be encoded as the same bytes.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.content(let left), .content(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    default: false
    }
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): for unit in value.utf8 { hasher.combine(unit) }
    case .data(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .content(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .list(let value): hasher.combine(value)
    }
  }

  /// Whether there is no value.
  @inlinable
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension Value {
  /// The value, or null in place of a list without elements: a cleared list is absent, so none is ever
  /// stored.
  @inlinable
  public var storable: Value {
    if case .list(let elements) = self, elements.isEmpty { .null } else { self }
  }
}
