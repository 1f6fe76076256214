/// A JSON number as it was written.
///
/// The literal is kept, so that `4` and `4.0` stay apart, no digit of a 64-bit integer is lost in a
/// double, and whoever converts decides what is too large.
public struct JSONNumber: Sendable, Hashable {
  /// The number as RFC 8259 §6 writes it, such as `-12`, `4.0` or `6.02e23`.
  public let literal: String

  /// Keeps a literal that the grammar was found to allow.
  init(unchecked literal: String) {
    self.literal = literal
  }

  /// The number of a literal, or nil where RFC 8259 §6 does not allow it (`+1`, `01`, `1.`, `NaN`).
  public init?(literal: String) {
    var cursor = JSONCursor()
    guard let number = try? cursor.number(in: literal.utf8.span),
      number.literal.utf8.count == literal.utf8.count
    else { return nil }
    self = number
  }

  /// An integer, in decimal.
  public init(_ integer: Int64) { literal = String(integer) }

  /// An integer, in decimal.
  public init(_ integer: Int) { literal = String(integer) }

  /// An integer, in decimal.
  public init(_ integer: UInt64) { literal = String(integer) }

  /// A double, in the fewest digits that read back as the same double; a whole one has `.0` or an
  /// exponent, so that it does not read as an integer.
  ///
  /// - Precondition: `double` is finite: JSON has no other. ``JSONValue/init(_:)-(Double)`` takes all.
  public init(_ double: Double) {
    precondition(double.isFinite, "JSON has no number for \(double)")
    literal = double.description
  }

  /// The integer, where the literal has neither fraction nor exponent and fits 64 bits, else nil.
  public var int: Int64? {
    // The initializer refuses `.`, `e` and overflow, and the grammar has refused a leading `+`.
    Int64(literal)
  }

  /// The nearest double, or nil where that is infinite, as for `1e400`.
  public var double: Double? {
    guard let value = Double(literal), value.isFinite else { return nil }
    return value
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The literal.
  public var description: String { literal }
}
