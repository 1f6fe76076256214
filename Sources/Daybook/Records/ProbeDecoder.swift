import Model

/// Makes up a struct: every property gets one value, and the marked one another.
///
/// What the properties are called, and which of them a key path leads to, follows from what two such
/// structs show.
struct ProbeDecoder: Decoder {
  /// The names that were asked for, in their order.
  final class Keys {
    var names: [String] = []
  }

  let marked: String?
  let keys = Keys()
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(marking name: String?) { marked = name }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container<Key>(marked: marked, keys: keys))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    Sample(isSecond: false).unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Sample(isSecond: false) }

  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let marked: String?
    let keys: Keys
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    private func sample(_ key: Key) -> Sample {
      if !keys.names.contains(key.stringValue) { keys.names.append(key.stringValue) }
      return Sample(isSecond: key.stringValue == marked)
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try sample(key).decode(type)
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { sample(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      sample(key).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { Sample(isSecond: false) }
    func superDecoder(forKey key: Key) -> any Decoder { sample(key) }
  }

  /// One of two values of any type that a property may have.
  private struct Sample: Decoder, SingleValueDecodingContainer {
    let isSecond: Bool
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Container<Key>(marked: nil, keys: Keys()))
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { SampleList(isSecond: isSecond) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) -> Bool { isSecond }
    // A UUID is read from text.
    func decode(_ type: String.Type) -> String {
      (isSecond ? ObjectID.samples.1 : ObjectID.samples.0).description
    }

    private func number<T: ExpressibleByIntegerLiteral>(_ type: T.Type) -> T { isSecond ? 1 : 0 }
    func decode(_ type: Double.Type) -> Double { number(type) }
    func decode(_ type: Float.Type) -> Float { number(type) }
    func decode(_ type: Int.Type) -> Int { number(type) }
    func decode(_ type: Int8.Type) -> Int8 { number(type) }
    func decode(_ type: Int16.Type) -> Int16 { number(type) }
    func decode(_ type: Int32.Type) -> Int32 { number(type) }
    func decode(_ type: Int64.Type) -> Int64 { number(type) }
    func decode(_ type: UInt.Type) -> UInt { number(type) }
    func decode(_ type: UInt8.Type) -> UInt8 { number(type) }
    func decode(_ type: UInt16.Type) -> UInt16 { number(type) }
    func decode(_ type: UInt32.Type) -> UInt32 { number(type) }
    func decode(_ type: UInt64.Type) -> UInt64 { number(type) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      if let type = type as? any PropertyValue.Type, let sample = Self.sample(type, isSecond) as? T
      {
        return sample
      }
      // Of a type with few values two are taken.
      if let type = type as? any CaseIterable.Type, let sample = Self.oneCase(type, isSecond) as? T
      {
        return sample
      }
      return try T(from: self)
    }

    private static func sample<T: PropertyValue>(_ type: T.Type, _ isSecond: Bool) -> T {
      isSecond ? T.samples.1 : T.samples.0
    }

    private static func oneCase<T: CaseIterable>(_ type: T.Type, _ isSecond: Bool) -> Any? {
      let cases = Array(T.allCases)
      return isSecond ? cases.last : cases.first
    }
  }

  /// A list without elements, or with one.
  private struct SampleList: UnkeyedDecodingContainer {
    let isSecond: Bool
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { isSecond ? 1 : 0 }
    var isAtEnd: Bool { currentIndex >= (isSecond ? 1 : 0) }

    private mutating func element() -> Sample {
      currentIndex += 1
      return Sample(isSecond: false)
    }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try element().decode(type) }
    mutating func nestedContainer<Key: CodingKey>(
      keyedBy type: Key.Type
    ) -> KeyedDecodingContainer<Key> { element().container(keyedBy: type) }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
      element().unkeyedContainer()
    }
    mutating func superDecoder() -> any Decoder { element() }
  }
}
