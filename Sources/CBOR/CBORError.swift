/// Where and why bytes are not deterministic CBOR, or a value cannot be written as such.
public struct CBORError: Error, Hashable {
  /// The offset of the faulty item, from the start of the bytes; when writing, of the place where it would
  /// have gone.
  public let offset: Int

  /// What is wrong there.
  public let reason: Reason

  /// What can be wrong.
  public enum Reason: Sendable, Hashable {
    /// The bytes end within the item, or before as many items as a count or length claims.
    case truncated
    /// Another kind of item stands here than is asked for; `expected` is a phrase.
    case unexpected(found: CBORMajorType, expected: String)
    /// An integer, length, count or tag is written in more bytes than it needs.
    case notShortest
    /// A float is written in more bytes than it needs to be exact.
    case floatNotShortest
    /// A float is NaN or an infinity.
    case notFinite
    /// A length or count is left open until a break, or a break stands where an item should.
    case indefiniteLength
    /// The low five bits of the first byte are 28, 29 or 30, which RFC 8949 reserves.
    case reserved(additionalInformation: UInt8)
    /// A simple value other than `false`, `true` and `null`.
    case unknownSimpleValue
    /// A text string is not UTF-8.
    case invalidUTF8
    /// A map's key does not stand after the key before it, in the order of their bytes.
    case unsortedKey
    /// A map has the same key twice.
    case duplicateKey
    /// An integer does not fit 64 bits with a sign.
    case integerOutOfRange
    /// Items are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// Bytes follow the last item.
    case trailingBytes(count: Int)
  }

  /// An error at an offset.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension CBORError: CustomStringConvertible {
  /// The place and the reason, such as `byte 12: an integer in more bytes than it needs`.
  public var description: String { "byte \(offset): \(reason)" }
}

extension CBORError.Reason: CustomStringConvertible {
  /// The reason as a phrase.
  public var description: String {
    switch self {
    case .truncated: "the bytes end within an item"
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .notShortest: "an integer, length or tag in more bytes than it needs"
    case .floatNotShortest: "a float in more bytes than it needs"
    case .notFinite: "a float that is not finite"
    case .indefiniteLength: "an indefinite length"
    case .reserved(let information): "the reserved additional information \(information)"
    case .unknownSimpleValue: "a simple value other than false, true and null"
    case .invalidUTF8: "a text that is not UTF-8"
    case .unsortedKey: "a map key out of order"
    case .duplicateKey: "a map key that comes twice"
    case .integerOutOfRange: "an integer that does not fit 64 bits"
    case .tooDeep(let limit): "items nested deeper than \(limit) levels"
    case .trailingBytes(let count): "\(count) bytes after the last item"
    }
  }
}
