package import Model

extension ObjectID {
  /// Appends the sixteen bytes.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: high)
    bytes.append(bigEndian: low)
  }
}

extension [UInt8] {
  /// Appends an integer, its most significant byte first, as keys hold them.
  package mutating func append(bigEndian value: UInt64) {
    append(UInt8(truncatingIfNeeded: value >> 56))
    append(UInt8(truncatingIfNeeded: value >> 48))
    append(UInt8(truncatingIfNeeded: value >> 40))
    append(UInt8(truncatingIfNeeded: value >> 32))
    append(UInt8(truncatingIfNeeded: value >> 24))
    append(UInt8(truncatingIfNeeded: value >> 16))
    append(UInt8(truncatingIfNeeded: value >> 8))
    append(UInt8(truncatingIfNeeded: value))
  }

  /// The integer at an offset, most significant byte first.
  ///
  /// - Precondition: Eight bytes stand there.
  package func bigEndian(at offset: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<offset + 8 { value = value << 8 | UInt64(self[index]) }
    return value
  }
}
