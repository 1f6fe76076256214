import Model

/// Makes structs of records: a key is a property's name, and `id` the identity.
struct RecordDecoder: Decoder {
  let record: Record
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ record: Record) { self.record = record }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container<Key>(record: record))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw ValueDecoder(.null, []).mismatch([Any].self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw ValueDecoder(.null, []).mismatch(Any.self)
  }

  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let record: Record
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { record.values.compactMap { Key(stringValue: $0.name) } }

    private func value(_ key: Key) -> Value? {
      key.stringValue == "id" ? .uuid(record.id) : record.values[key.stringValue]
    }

    func contains(_ key: Key) -> Bool { value(key) != nil }
    func decodeNil(forKey key: Key) -> Bool { value(key)?.isNull ?? true }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      guard let value = value(key), !value.isNull else {
        if let list = type as? any EmptyList.Type, let empty = list.init() as? T { return empty }
        throw DecodingError.keyNotFound(
          key,
          DecodingError.Context(
            codingPath: [key],
            debugDescription: "the \(record.entity) \(record.id) has no value for it"))
      }
      return try ValueDecoder(value, [key]).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try ValueDecoder(value(key) ?? .null, [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try ValueDecoder(value(key) ?? .null, [key]).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { RecordDecoder(record) }
    func superDecoder(forKey key: Key) throws -> any Decoder {
      ValueDecoder(value(key) ?? .null, [key])
    }
  }
}

/// Makes a property's value of what is stored.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: Value
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ value: Value, _ codingPath: [any CodingKey]) {
    self.value = value
    self.codingPath = codingPath
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "the stored value is \(value)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw mismatch([String: Any].self)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .list(let values): List(values: values, codingPath: codingPath)
    case .data(let bytes): List(values: bytes.map { .int(Int64($0)) }, codingPath: codingPath)
    default: throw mismatch([Any].self)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = value else { throw mismatch(type) }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    switch value {
    case .string(let text): return text
    case .uuid(let id): return id.description
    case .date(let moment): return moment.rfc3339
    default: throw mismatch(type)
    }
  }

  func decode(_ type: Double.Type) throws -> Double {
    switch value {
    case .double(let number): return number
    case .int(let number): return Double(number)
    default:
      guard let seconds = value.referenceSeconds else { throw mismatch(type) }
      return seconds
    }
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard case .int(let number) = value, let found = T(exactly: number) else {
      throw mismatch(type)
    }
    return found
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let type = type as? any PropertyValue.Type {
      guard let found = type.init(propertyValue: value) as? T else { throw mismatch(T.self) }
      return found
    }
    return try T(from: self)
  }

  private struct List: UnkeyedDecodingContainer {
    let values: [Value]
    let codingPath: [any CodingKey]
    var currentIndex = 0
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    private mutating func next(_ type: Any.Type) throws -> ValueDecoder {
      guard !isAtEnd else { throw ValueDecoder(.null, codingPath).mismatch(type) }
      currentIndex += 1
      return ValueDecoder(values[currentIndex - 1], codingPath)
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, values[currentIndex].isNull else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next(type).decode(type) }

    mutating func nestedContainer<Key: CodingKey>(
      keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> { try next(Any.self).container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next([Any].self).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next(Any.self) }
  }
}
