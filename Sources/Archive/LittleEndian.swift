/// The numbers of ZIP's records, the low byte first (APPNOTE.TXT §4.1.9).
extension [UInt8] {
  /// The number of `width` bytes at an offset.
  ///
  /// - Precondition: They are there.
  func number(at offset: Int, width: Int) -> UInt64 {
    var value: UInt64 = 0
    for place in (0..<width).reversed() { value = value << 8 | UInt64(self[offset + place]) }
    return value
  }

  /// Appends the low `width` bytes of a number.
  mutating func append(_ number: some BinaryInteger, width: Int) {
    var rest = UInt64(truncatingIfNeeded: number)
    for _ in 0..<width {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
