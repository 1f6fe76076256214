import Model

/// Takes the values of a struct's properties by name: what is nil is null, and `id` is left out.
struct RecordEncoder: Encoder {
  /// The values so far.
  final class Values {
    var values = PropertyValues()
  }

  let values = Values()
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container<Key>(values: values))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ValueEncoder([]).unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { ValueEncoder([]) }

  private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let values: Values
    var codingPath: [any CodingKey] { [] }

    private func put(_ value: @autoclosure () throws -> Value, _ key: Key) rethrows {
      if key.stringValue != "id" { values.values[key.stringValue] = try value() }
    }

    func encodeNil(forKey key: Key) { put(.null, key) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      try put(ValueEncoder.value(of: value, [key]), key)
    }

    // What is nil would else be passed over, and so never be cleared.
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
      if let value { try encode(value, forKey: key) } else { put(.null, key) }
    }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }

    private func optional(_ value: (some Encodable)?, _ key: Key) throws {
      if let value { try encode(value, forKey: key) } else { put(.null, key) }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { ValueEncoder([key]).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      ValueEncoder([key]).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { ValueEncoder([]) }
    func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder([key]) }
  }
}

/// Takes the value of one property.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  /// The value so far; nil where there is none, or none that can be stored.
  private final class Result {
    var value: Value?
  }

  private let result = Result()
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ codingPath: [any CodingKey]) { self.codingPath = codingPath }

  /// What a value is stored as.
  static func value(of value: some Encodable, _ codingPath: [any CodingKey]) throws -> Value {
    if let value = value as? any PropertyValue { return value.propertyValue }
    let encoder = ValueEncoder(codingPath)
    try value.encode(to: encoder)
    guard let found = encoder.result.value else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath,
          debugDescription: "a property is one value, or a list of values"))
    }
    return found
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Nothing<Key>(codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    result.value = .list([])
    return List(result: result, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { result.value = .null }
  func encode(_ value: Bool) { result.value = .bool(value) }
  func encode(_ value: String) { result.value = .string(value) }
  func encode(_ value: Double) { result.value = .double(value) }
  func encode(_ value: Float) { result.value = .double(Double(value)) }

  private func integer(_ value: some FixedWidthInteger) throws {
    guard let number = Int64(exactly: value) else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath, debugDescription: "whole numbers have 64 bits with a sign"))
    }
    result.value = .int(number)
  }

  func encode(_ value: Int) throws { try integer(value) }
  func encode(_ value: Int8) throws { try integer(value) }
  func encode(_ value: Int16) throws { try integer(value) }
  func encode(_ value: Int32) throws { try integer(value) }
  func encode(_ value: Int64) throws { try integer(value) }
  func encode(_ value: UInt) throws { try integer(value) }
  func encode(_ value: UInt8) throws { try integer(value) }
  func encode(_ value: UInt16) throws { try integer(value) }
  func encode(_ value: UInt32) throws { try integer(value) }
  func encode(_ value: UInt64) throws { try integer(value) }

  func encode(_ value: some Encodable) throws {
    result.value = try Self.value(of: value, codingPath)
  }

  private struct List: UnkeyedEncodingContainer {
    let result: Result
    let codingPath: [any CodingKey]
    var count: Int { if case .list(let values) = result.value { values.count } else { 0 } }

    private func append(_ value: Value) {
      guard case .list(var values) = result.value else { return }
      result.value = nil
      values.append(value)
      result.value = .list(values)
    }

    func encodeNil() { append(.null) }
    func encode(_ value: some Encodable) throws {
      append(try ValueEncoder.value(of: value, codingPath))
    }
    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Nothing<Key>(codingPath: codingPath))
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      ValueEncoder(codingPath).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { ValueEncoder(codingPath) }
  }

  /// Takes nothing: there are no properties within a property.
  private struct Nothing<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey]

    private func refuse(_ value: Any) -> EncodingError {
      EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath,
          debugDescription: "there are no properties within a property: make it an entity of its "
            + "own, and refer to it"))
    }

    func encodeNil(forKey key: Key) throws { throw refuse(key.stringValue) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw refuse(value) }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      KeyedEncodingContainer(Nothing<Nested>(codingPath: codingPath))
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      ValueEncoder(codingPath).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { ValueEncoder(codingPath) }
    func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder(codingPath) }
  }
}
