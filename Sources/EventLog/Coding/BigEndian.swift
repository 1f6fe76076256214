package import LMDB
package import Model

extension ObjectID {
  /// The sixteen bytes as a key.
  package var key: IntegerKey<2> { IntegerKey([high, low]) }

  /// Appends the sixteen bytes.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: high)
    bytes.append(bigEndian: low)
  }
}

extension [UInt8] {
  /// Appends an integer, its most significant byte first, as keys hold them.
  package mutating func append(bigEndian value: UInt64) {
    append(addingCapacity: 8) { room in
      for place: UInt64 in 0..<8 {
        room.append(UInt8(truncatingIfNeeded: value >> (56 - 8 * place)))
      }
    }
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
