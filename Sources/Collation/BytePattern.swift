/// Bytes to look for in many others.
///
/// Sixteen places are looked at in one step, each at the two bytes of the pattern that are the
/// rarest in texts, and the whole pattern is compared where both are there (W. Muła, "SIMD-friendly
/// algorithms for substring searching").
package struct BytePattern: Sendable, Hashable {
  /// The bytes; where case is folded, their small letters.
  package let bytes: [UInt8]
  /// For each byte the bit in which case may differ, or zero.
  private let caseBits: [UInt8]
  /// The places of the two rarest bytes.
  private let first: Int
  private let second: Int

  /// Takes a pattern.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, at least one.
  ///   - foldsCase: Whether ASCII letters are found in either case.
  package init(_ bytes: [UInt8], foldingCase foldsCase: Bool = false) {
    precondition(!bytes.isEmpty, "a pattern has a byte")
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    self.bytes = foldsCase ? bytes.map { isLetter($0) ? $0 | 0x20 : $0 } : bytes
    caseBits = bytes.map { foldsCase && isLetter($0) ? 0x20 : 0 }
    let frequencies = bytes.indices.map { place in
      Self.frequency(
        bytes[place], isLast: place + 1 == bytes.count || bytes[place + 1] & 0xC0 != 0x80)
    }
    let places = bytes.indices.sorted { frequencies[$0] < frequencies[$1] }
    first = places[0]
    second = places.count > 1 ? places[1] : places[0]
  }

  /// The bytes of texts from the most frequent on, roughly; zeros stand between the words of an index.
  private static let frequent = Array("\u{0} etaoinsrhldcumfpgwybvkxjqz.,".utf8)

  /// - Parameter isLast: Whether the byte is the last of its scalar.
  private static func frequency(_ byte: UInt8, isLast: Bool) -> Int {
    let byte = (byte | 0x20) &- 0x61 < 26 ? byte | 0x20 : byte
    // Above ASCII the signs of a script share their first bytes, and differ in their last.
    if byte >= 0x80 { return isLast ? 8 : 27 }
    return frequent.firstIndex(of: byte).map { frequent.count - $0 } ?? 0
  }

  /// The first place at or behind `start` where the pattern stands in `text`, nil where there is
  /// none.
  package func firstPlace(in text: RawSpan, from start: Int = 0) -> Int? {
    precondition(start >= 0, "a place in the text")
    let last = text.byteCount - bytes.count
    var place = start
    let firstByte = SIMD16<UInt8>(repeating: bytes[first])
    let secondByte = SIMD16<UInt8>(repeating: bytes[second])
    let firstCase = SIMD16<UInt8>(repeating: caseBits[first])
    let secondCase = SIMD16<UInt8>(repeating: caseBits[second])
    /// Of sixteen places those at which both bytes are there, marked by bytes of ones.
    ///
    /// All places are before `last`, so each byte of the pattern lies within the text.
    func marks(at place: Int) -> SIMD2<UInt64> {
      let one = unsafe text.unsafeLoadUnaligned(
        fromUncheckedByteOffset: place &+ first, as: SIMD16<UInt8>.self)
      let other = unsafe text.unsafeLoadUnaligned(
        fromUncheckedByteOffset: place &+ second, as: SIMD16<UInt8>.self)
      let isFirst = (one | firstCase) .== firstByte
      let isSecond = (other | secondCase) .== secondByte
      return unsafe unsafeBitCast(isFirst, to: SIMD2<UInt64>.self)
        & unsafeBitCast(isSecond, to: SIMD2<UInt64>.self)
    }
    while place &+ 15 <= last {
      // Where nothing fits, four times sixteen places are passed at once.
      if place &+ 63 <= last {
        let marks =
          marks(at: place) | marks(at: place &+ 16) | marks(at: place &+ 32)
          | marks(at: place &+ 48)
        if marks.x | marks.y == 0 {
          place &+= 64
          continue
        }
      }
      let end = min(place &+ 48, last &- 15)
      repeat {
        let marks = marks(at: place)
        if marks.x | marks.y != 0 {
          if let found = match(marks.x, at: place, in: text) { return found }
          if let found = match(marks.y, at: place &+ 8, in: text) { return found }
        }
        place &+= 16
      } while place <= end
    }
    while place <= last {
      if matches(text, at: place) { return place }
      place &+= 1
    }
    return nil
  }

  /// The first of eight places, marked by bytes of ones, at which the pattern stands.
  private func match(_ marks: UInt64, at place: Int, in text: RawSpan) -> Int? {
    var marks = marks
    while marks != 0 {
      let lane = marks.trailingZeroBitCount >> 3
      if matches(text, at: place &+ lane) { return place &+ lane }
      marks &= ~(0xFF << UInt64(lane << 3))
    }
    return nil
  }

  private func matches(_ text: RawSpan, at place: Int) -> Bool {
    for offset in bytes.indices
    where unsafe text.unsafeLoad(fromUncheckedByteOffset: place &+ offset, as: UInt8.self)
      | caseBits[offset] != bytes[offset]
    {
      return false
    }
    return true
  }
}

extension RawSpan {
  /// How many of the bytes in a range are one byte; sixteen are looked at in one step.
  package func count(of byte: UInt8, in range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= byteCount, "a range of the bytes")
    let wanted = SIMD16<UInt8>(repeating: byte)
    let one = SIMD16<UInt8>(repeating: 1)
    var place = range.lowerBound
    var count = 0
    while place &+ 16 <= range.upperBound {
      let bytes = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
      let equal = unsafe unsafeBitCast(bytes .== wanted, to: SIMD16<UInt8>.self)
      count &+= Int((equal & one).wrappedSum())
      place &+= 16
    }
    while place < range.upperBound {
      if unsafe unsafeLoad(fromByteOffset: place, as: UInt8.self) == byte { count &+= 1 }
      place &+= 1
    }
    return count
  }

  /// The sum of integers of two bytes each, big-endian; eight are added in one step.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - offset: Where the first stands.
  package func sum(ofBigEndianPairs count: Int, at offset: Int) -> Int {
    precondition(
      offset >= 0 && count >= 0 && offset + 2 * count <= byteCount, "a range of the bytes")
    let end = offset + 2 * count
    var place = offset
    var sum = 0
    while place &+ 16 <= end {
      // As many steps as sums of bytes cannot leave their sixteen bits in.
      let stop = min(end &- 15, place &+ 16 * 256)
      var first = SIMD8<UInt16>.zero
      var second = SIMD8<UInt16>.zero
      while place < stop {
        let pairs = unsafe unsafeLoadUnaligned(
          fromUncheckedByteOffset: place, as: SIMD8<UInt16>.self)
        first &+= pairs & 0xFF
        second &+= pairs &>> 8
        place &+= 16
      }
      for lane in 0..<8 {
        sum &+= Int(first[lane]) << 8 + Int(second[lane])
      }
    }
    while place < end {
      let high = unsafe unsafeLoad(fromUncheckedByteOffset: place, as: UInt8.self)
      let low = unsafe unsafeLoad(fromUncheckedByteOffset: place &+ 1, as: UInt8.self)
      sum &+= Int(high) << 8 | Int(low)
      place &+= 2
    }
    return sum
  }
}
