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
    guard try cursor.seekValue(under: name.utf8Span.span, in: bytes) else { return nil }
    return try cursor.value(in: bytes)
  }

  /// Where a text of a payload stands, which is not checked; nil where there is none.
  static func textRange(
    under name: Span<UInt8>, in bytes: Span<UInt8>
  ) throws(CBORError) -> Range<Int>? {
    var cursor = CBORCursor()
    guard try cursor.seekValue(under: name, in: bytes),
      try cursor.majorType(in: bytes) == .textString
    else { return nil }
    return try cursor.uncheckedTextRange(in: bytes)
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

  /// Moves from the beginning of a payload to a value.
  ///
  /// - Returns: Whether it is there.
  fileprivate mutating func seekValue(
    under name: Span<UInt8>, in bytes: Span<UInt8>
  ) throws(CBORError) -> Bool {
    guard try arrayCount(in: bytes) == 2 else {
      throw CBORError(.unexpected(found: .array, expected: "salt and values"), at: 0)
    }
    _ = try byteStringRange(in: bytes)
    for _ in 0..<(try mapCount(in: bytes)) {
      let range = try uncheckedTextRange(in: bytes)
      if name.elementsEqual(bytes.extracting(range)) { return true }
      try pass(in: bytes)
    }
    return false
  }
}
