/// A number as its sign, the greatest double that is not above its magnitude, and what is left over.
///
/// Of two magnitudes the one with the greater double is the greater one, and of two with the same double
/// the one with more left over: the same number gives the same parts as an integer and as a double, and
/// no digit of a 64-bit integer is lost.
struct OrderedNumber {
  /// Whether the number is below 0.
  let isNegative: Bool

  /// The IEEE 754 bits of the double; those of doubles of 0 and above, NaN last, order as they do.
  let floor: UInt64

  /// The magnitude less the double, below 2^10: up to 2^63, where the magnitudes of integers end, doubles
  /// stand at most 2^10 apart.
  let remainder: UInt16

  init(_ int: Int64) {
    let magnitude = int.magnitude
    // A double holds 53 significant bits: those below them are the remainder.
    let significantBits = UInt64.bitWidth - magnitude.leadingZeroBitCount
    let mask = (UInt64(1) << max(0, significantBits - 53)) - 1
    isNegative = int < 0
    floor = Double(magnitude & ~mask).bitPattern
    remainder = UInt16(truncatingIfNeeded: magnitude & mask)
  }

  init(_ double: Double) {
    isNegative = double < 0
    floor = double.isNaN ? Double.nan.bitPattern : double.magnitude.bitPattern
    remainder = 0
  }
}
