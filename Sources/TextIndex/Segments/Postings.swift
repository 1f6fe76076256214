/// The documents of a segment that hold one word, as bytes.
///
/// Either the gaps between their numbers, each seven bits a byte with the lowest first and the high
/// bit set on all but the last (LEB128, DWARF 4 §7.6); or a bit a document, where that is no longer.
/// The length tells which: no list of gaps is as long as the bits are.
enum Postings {
  /// The bytes of a bit a document.
  static func bitmapByteCount(of documents: Int) -> Int { (documents + 7) / 8 }

  /// Appends ascending numbers.
  static func append(
    _ numbers: ArraySlice<UInt16>, of documents: Int, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    let limit = start + bitmapByteCount(of: documents)
    var previous = -1
    for number in numbers {
      var gap = Int(number) - previous - 1
      previous = Int(number)
      while gap >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: gap) | 0x80)
        gap >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: gap))
      if bytes.count >= limit { break }
    }
    if bytes.count < limit { return }
    bytes.removeSubrange(start...)
    bytes.append(contentsOf: repeatElement(0, count: limit - start))
    for number in numbers { bytes[start + Int(number >> 3)] |= 1 << UInt8(number & 7) }
  }

  /// Calls `body` with each number; numbers that no document has are passed by.
  @inline(__always)
  static func forEach(
    in bytes: Span<UInt8>, of documents: Int, _ body: (Int) -> Void
  ) {
    if bytes.count == bitmapByteCount(of: documents) {
      var first = 0
      for place in bytes.indices {
        var rest = bytes[place]
        while rest != 0 {
          let number = first + rest.trailingZeroBitCount
          if number < documents { body(number) }
          rest &= rest - 1
        }
        first += 8
      }
      return
    }
    var number = -1
    var gap = 0
    var shift = 0
    for place in bytes.indices {
      let byte = bytes[place]
      gap |= Int(byte & 0x7F) << shift
      if byte >= 0x80 {
        // A gap has at most three bytes; what is damaged may say anything.
        shift = min(shift + 7, 21)
        continue
      }
      number += gap + 1
      if number < documents { body(number) }
      gap = 0
      shift = 0
    }
  }
}
