/// The eight kinds of data item, by the high three bits of an item's first byte (RFC 8949 §3.1).
public enum CBORMajorType: UInt8, Sendable, Hashable, CaseIterable {
  /// An integer of 0 and above.
  case unsigned
  /// An integer below 0.
  case negative
  /// A string of bytes.
  case byteString
  /// A string of UTF-8.
  case textString
  /// An array of data items.
  case array
  /// A map of pairs of data items.
  case map
  /// A data item with a tag before it.
  case tag
  /// `false`, `true`, `null` or a float.
  case simpleOrFloat
}

extension CBORMajorType: CustomStringConvertible {
  /// The kind as a phrase for messages.
  public var description: String {
    switch self {
    case .unsigned: "an unsigned integer"
    case .negative: "a negative integer"
    case .byteString: "a byte string"
    case .textString: "a text string"
    case .array: "an array"
    case .map: "a map"
    case .tag: "a tag"
    case .simpleOrFloat: "a simple value or float"
    }
  }
}
