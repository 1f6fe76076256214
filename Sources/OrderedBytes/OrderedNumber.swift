/// A number as the greatest double that is not above it and what is left over.
///
/// Each part alone orders as the numbers do, floor first: the same number gives the same parts as an
/// integer and as a double, and no digit of a 64-bit integer is lost.
struct OrderedNumber {
  /// The bits of the greatest double ≤ the number, changed so that their order as an integer is the
  /// doubles' order.
  let floor: UInt64

  /// The number less that double, below 2^10: from 2^62 on, where integers end at 2^63, doubles
  /// stand 2^10 apart.
  let remainder: UInt16

  init(_ int: Int64) {
    // A double holds 53 significant bits: those below them are the remainder. Clearing them rounds
    // towards minus infinity, in two's complement for negative integers too.
    let significantBits = Int64.bitWidth - int.magnitude.leadingZeroBitCount
    let mask = (Int64(1) << max(0, significantBits - 53)) - 1
    floor = Self.ordered(Double(int & ~mask))
    remainder = UInt16(truncatingIfNeeded: int & mask)
  }

  init(_ double: Double) {
    floor = double.isNaN ? Self.ordered(.infinity) + 1 : Self.ordered(double)
    remainder = 0
  }

  /// The IEEE 754 bits with the sign flipped, or all of them where the sign is set.
  private static func ordered(_ double: Double) -> UInt64 {
    let bits = double == 0 ? 0 : double.bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
