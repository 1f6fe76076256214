/// A value as one component of an ``OrderedKey``.
///
/// All components stand in one order: nil; then booleans, integers and doubles by the number that they are;
/// then moments, strings, identifiers and data.
public enum OrderedComponent: Sendable, Hashable {
  /// The absence of a value: before every other.
  case null
  /// A boolean: `false` is the number 0, `true` the number 1.
  case bool(Bool)
  /// An integer, exact against every double.
  case int(Int64)
  /// A double. -0 is 0; the infinities stand at both ends of the numbers; NaN, of which there is but one
  /// here, stands after them.
  case double(Double)
  /// A moment, by its microseconds since 1970-01-01T00:00:00Z.
  case moment(microseconds: Int64)
  /// A string by the bytes of its key form (UTF-8 or a collation key), of which the first
  /// ``significantByteCount`` count.
  case string([UInt8])
  /// An identifier of 128 bits, by its bytes.
  case uuid(high: UInt64, low: UInt64)
  /// Data by its bytes, of which the first ``significantByteCount`` count.
  case data([UInt8])

  /// How many bytes of a string or of data count.
  ///
  /// LMDB's keys end at 511 bytes; this many leave room for three strings at their longest
  /// (``maximumStringByteCount``), an identifier and four numbers.
  public static let significantByteCount = 128

  /// The most bytes that a number takes in a key; most take 2 to 5.
  public static let maximumNumberByteCount = 11

  /// The bytes that a moment takes in a key.
  public static let momentByteCount = 9

  /// The most bytes that a string or data takes in a key; without bytes below 2 it takes two more than
  /// it has.
  public static let maximumStringByteCount = 147

  /// The bytes that an identifier takes in a key.
  public static let uuidByteCount = 17
}
