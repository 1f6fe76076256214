package import CBOR
package import Model

extension CBORWriter {
  /// Writes a payload: its salt, and its values by name.
  package mutating func payload(salt: ObjectID, values: PropertyValues) throws(CBORError) {
    array(count: 2)
    identity(salt)
    map(count: values.count)
    for index in values.indices {
      text(values[index].name)
      try value(values[index].value)
    }
  }
}

extension EventPayload {
  /// Reads a payload.
  ///
  /// - Throws: `CBORError` where the bytes are not what the format writes.
  package init(decoding bytes: Span<UInt8>) throws(CBORError) {
    var cursor = CBORCursor()
    salt = try cursor.salt(in: bytes)
    values = PropertyValues()
    var order = CBORKeyOrder()
    for _ in 0..<(try cursor.mapCount(in: bytes)) {
      let start = cursor.offset
      let name = try cursor.text(in: bytes)
      try order.follow(start..<cursor.offset, in: bytes)
      values.append(try cursor.value(in: bytes), under: name)
    }
    try cursor.expectEnd(of: bytes)
  }

  /// Reads one value of a payload, passing the others by; nil where it is not there.
  package static func value(
    under name: String, in bytes: Span<UInt8>
  ) throws(CBORError) -> Value? {
    var cursor = CBORCursor()
    _ = try cursor.salt(in: bytes)
    let sought = name.utf8Span.span
    for _ in 0..<(try cursor.mapCount(in: bytes)) {
      let range = try cursor.uncheckedTextRange(in: bytes)
      if sought.elementsEqual(bytes.extracting(range)) { return try cursor.value(in: bytes) }
      try cursor.skip(in: bytes)
    }
    return nil
  }
}

extension CBORCursor {
  /// Reads the head of a payload and its salt.
  fileprivate mutating func salt(in bytes: Span<UInt8>) throws(CBORError) -> ObjectID {
    let start = offset
    guard try arrayCount(in: bytes) == 2 else {
      throw CBORError(.unexpected(found: .array, expected: "salt and values"), at: start)
    }
    return try identity(in: bytes)
  }
}
