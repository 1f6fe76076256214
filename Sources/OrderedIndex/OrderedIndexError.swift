/// Why a change or a read of an ordered index was refused; the keys are those of rows.
public enum OrderedIndexError: Error, Equatable, Sendable {
  /// A row with this key is there already.
  case duplicate(key: [UInt8])
  /// There is no row with this key.
  case missing(key: [UInt8])
  /// A row's key has no bytes or more than 510.
  case keyLength(Int)
  /// A builder was given a key that is not greater than the one before.
  case outOfOrder(key: [UInt8])
  /// A builder was started on an index that has rows.
  case notEmpty
  /// The counts do not agree with each other or with the rows.
  ///
  /// - Parameters:
  ///   - level: The level of the entry.
  ///   - key: The entry's boundary; empty for the one before the first boundary.
  ///   - reason: What is wrong, as part of a sentence.
  case damaged(level: Int, key: [UInt8], reason: String)
}

extension OrderedIndexError: CustomStringConvertible {
  /// A sentence that says what was refused, and of which key.
  public var description: String {
    switch self {
    case .duplicate(let key): "The row \(hex(key)) is in the index already."
    case .missing(let key): "The row \(hex(key)) is not in the index."
    case .keyLength(let count): "A row's key has \(count) bytes; it must have 1 to 510."
    case .outOfOrder(let key): "The row \(hex(key)) was appended out of order."
    case .notEmpty: "The index is built from scratch only where it is empty."
    case .damaged(let level, let key, let reason):
      "The index is damaged: the count of level \(level) at \(hex(key)) \(reason). Rebuild it."
    }
  }
}

/// The bytes as hexadecimal digits.
func hex(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  if bytes.isEmpty { return "(start)" }
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
