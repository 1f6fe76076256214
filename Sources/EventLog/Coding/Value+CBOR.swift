package import CBOR
package import Model

/// The tags of the format, and the widths that go with them.
enum ValueTag {
  /// A UUID (IANA registry of CBOR tags).
  static let uuid: UInt64 = 37
  /// A moment: [µs, offset east in seconds, ? zone].
  static let moment: UInt64 = 40000
  /// Content kept in `blobs`: [digest, size].
  static let content: UInt64 = 40001
}

extension CBORWriter {
  /// Writes a value as payloads hold it.
  ///
  /// - Throws: `CBORError` where a double is not finite.
  package mutating func value(_ value: Value) throws(CBORError) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value): int(value)
    case .double(let value): try double(value)
    case .string(let value): text(value)
    case .data(let value): bytes(value)
    case .date(let moment):
      tag(ValueTag.moment)
      array(count: moment.zone == nil ? 2 : 3)
      int(moment.microseconds)
      int(Int64(moment.offsetSeconds))
      if let zone = moment.zone { text(zone) }
    case .content(let reference):
      tag(ValueTag.content)
      array(count: 2)
      bytes(reference.digest)
      unsigned(reference.size)
    case .uuid(let id):
      tag(ValueTag.uuid)
      identity(id)
    case .list(let values):
      array(count: values.count)
      for element in values { try self.value(element) }
    }
  }

  /// Writes sixteen bytes as a byte string.
  package mutating func identity(_ id: ObjectID) {
    bytes.append(0x50)
    id.append(to: &bytes)
  }
}

extension CBORCursor {
  /// Reads a value as payloads hold it.
  ///
  /// - Throws: `CBORError` where the bytes are no value, or not written as the format writes it.
  package mutating func value(in bytes: Span<UInt8>) throws(CBORError) -> Value {
    try value(in: bytes, depth: 0)
  }

  private mutating func value(in bytes: Span<UInt8>, depth: Int) throws(CBORError) -> Value {
    switch try majorType(in: bytes) {
    case .unsigned, .negative: return .int(try int(in: bytes))
    case .byteString: return .data(try byteString(in: bytes))
    case .textString: return .string(try text(in: bytes))
    case .array:
      guard depth < 8 else { throw CBORError(.tooDeep(limit: 8), at: offset) }
      var values: [Value] = []
      for _ in 0..<(try arrayCount(in: bytes)) {
        values.append(try value(in: bytes, depth: depth + 1))
      }
      return .list(values)
    case .map: throw CBORError(.unexpected(found: .map, expected: "a value"), at: offset)
    case .tag:
      let start = offset
      switch try tag(in: bytes) {
      case ValueTag.uuid: return .uuid(try identity(in: bytes))
      case ValueTag.moment: return .date(try moment(in: bytes))
      case ValueTag.content: return .content(try contentReference(in: bytes))
      default:
        throw CBORError(.unexpected(found: .tag, expected: "tag 37, 40000 or 40001"), at: start)
      }
    case .simpleOrFloat:
      switch try simpleOrFloat(in: bytes) {
      case .bool: return .bool(try bool(in: bytes))
      case .null:
        try null(in: bytes)
        return .null
      case .double: return .double(try double(in: bytes))
      }
    }
  }

  /// Reads sixteen bytes.
  package mutating func identity(in bytes: Span<UInt8>) throws(CBORError) -> ObjectID {
    let start = offset
    let range = try byteStringRange(in: bytes)
    guard range.count == 16 else {
      throw CBORError(.unexpected(found: .byteString, expected: "16 bytes"), at: start)
    }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for index in range.lowerBound..<range.lowerBound + 8 { high = high << 8 | UInt64(bytes[index]) }
    for index in range.lowerBound + 8..<range.upperBound { low = low << 8 | UInt64(bytes[index]) }
    return ObjectID(high: high, low: low)
  }

  private mutating func moment(in bytes: Span<UInt8>) throws(CBORError) -> Moment {
    let start = offset
    let count = try arrayCount(in: bytes)
    guard count == 2 || count == 3 else {
      throw CBORError(
        .unexpected(found: .array, expected: "2 or 3 elements of a moment"), at: start)
    }
    let microseconds = try int(in: bytes)
    guard let offsetSeconds = Int32(exactly: try int(in: bytes)) else {
      throw CBORError(.integerOutOfRange, at: start)
    }
    return Moment(
      microseconds: microseconds, offsetSeconds: offsetSeconds,
      zone: count == 3 ? try text(in: bytes) : nil)
  }

  private mutating func contentReference(
    in bytes: Span<UInt8>
  ) throws(CBORError) -> ContentReference {
    let start = offset
    guard try arrayCount(in: bytes) == 2 else {
      throw CBORError(.unexpected(found: .array, expected: "digest and size"), at: start)
    }
    let digest = try byteString(in: bytes)
    guard digest.count == 32 else {
      throw CBORError(.unexpected(found: .byteString, expected: "32 bytes"), at: start)
    }
    return ContentReference(digest: digest, size: try unsigned(in: bytes))
  }
}

extension Value {
  /// How many bytes the value has as payloads hold it; for short ones an upper bound.
  ///
  /// - Complexity: O(elements); text is not looked at.
  package var encodedCount: Int {
    func head(_ count: Int) -> Int { count < 24 ? 1 : count < 256 ? 2 : count < 65536 ? 3 : 5 }
    switch self {
    case .null, .bool: return 1
    case .int, .double: return 9
    case .string(let text): return head(text.utf8.count) + text.utf8.count
    case .data(let bytes): return head(bytes.count) + bytes.count
    case .date(let moment): return 18 + (moment.zone.map { 2 + $0.utf8.count } ?? 0)
    case .content: return 47
    case .uuid: return 19
    case .list(let values): return values.reduce(head(values.count)) { $0 + $1.encodedCount }
    }
  }
}
