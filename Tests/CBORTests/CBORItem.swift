import CBOR
import TestSupport

/// Any data item, as a tree: a second reading of the bytes for the tests to compare with.
indirect enum CBORItem: Equatable, Sendable {
  case unsigned(UInt64)
  case negative(Int64)
  case bytes([UInt8])
  case text(String)
  case array([CBORItem])
  case map([Pair])
  case tag(UInt64, CBORItem)
  case bool(Bool)
  case null
  case double(Double)

  struct Pair: Equatable, Sendable {
    var key: CBORItem
    var value: CBORItem
  }

  static func map(_ pairs: KeyValuePairs<CBORItem, CBORItem>) -> CBORItem {
    .map(pairs.map { Pair(key: $0.key, value: $0.value) })
  }

  var encoded: [UInt8] {
    get throws {
      var writer = CBORWriter()
      try write(to: &writer)
      return writer.bytes
    }
  }

  func write(to writer: inout CBORWriter) throws {
    switch self {
    case .unsigned(let value): writer.unsigned(value)
    case .negative(let value): writer.int(value)
    case .bytes(let value): writer.bytes(value)
    case .text(let value): writer.text(value)
    case .array(let items):
      writer.array(count: items.count)
      for item in items { try item.write(to: &writer) }
    case .map(let pairs):
      writer.map(count: pairs.count)
      for pair in pairs {
        try pair.key.write(to: &writer)
        try pair.value.write(to: &writer)
      }
    case .tag(let number, let item):
      writer.tag(number)
      try item.write(to: &writer)
    case .bool(let value): writer.bool(value)
    case .null: writer.null()
    case .double(let value): try writer.double(value)
    }
  }

  /// Reads one item and refuses what follows it.
  init(decoding bytes: [UInt8]) throws {
    var cursor = CBORCursor()
    self = try CBORItem(reading: &cursor, in: bytes.span)
    try cursor.expectEnd(of: bytes.span)
  }

  init(reading cursor: inout CBORCursor, in bytes: Span<UInt8>) throws {
    switch try cursor.majorType(in: bytes) {
    case .unsigned: self = .unsigned(try cursor.unsigned(in: bytes))
    case .negative: self = .negative(try cursor.int(in: bytes))
    case .byteString: self = .bytes(try cursor.byteString(in: bytes))
    case .textString: self = .text(try cursor.text(in: bytes))
    case .array:
      var items: [CBORItem] = []
      for _ in 0..<(try cursor.arrayCount(in: bytes)) {
        items.append(try CBORItem(reading: &cursor, in: bytes))
      }
      self = .array(items)
    case .map:
      var pairs: [Pair] = []
      var order = CBORKeyOrder()
      for _ in 0..<(try cursor.mapCount(in: bytes)) {
        let start = cursor.offset
        let key = try CBORItem(reading: &cursor, in: bytes)
        try order.follow(start..<cursor.offset, in: bytes)
        pairs.append(Pair(key: key, value: try CBORItem(reading: &cursor, in: bytes)))
      }
      self = .map(pairs)
    case .tag:
      let number = try cursor.tag(in: bytes)
      self = .tag(number, try CBORItem(reading: &cursor, in: bytes))
    case .simpleOrFloat:
      switch try cursor.simpleOrFloat(in: bytes) {
      case .bool: self = .bool(try cursor.bool(in: bytes))
      case .null:
        try cursor.null(in: bytes)
        self = .null
      case .double: self = .double(try cursor.double(in: bytes))
      }
    }
  }

  static func random(depth: Int, using numbers: inout SplitMix64) throws -> CBORItem {
    switch numbers.below(depth > 0 ? 11 : 8) {
    case 0, 1: return .unsigned(numbers.next() >> UInt64(numbers.below(64)))
    case 2: return .negative(~Int64(numbers.next() >> UInt64(1 + numbers.below(63))))
    case 3: return .bytes((0..<numbers.below(30)).map { _ in UInt8(numbers.below(256)) })
    case 4:
      let scalars: [Unicode.Scalar] = ["a", "\0", "é", "€", "😀", "\u{301}"]
      var text = ""
      for _ in 0..<numbers.below(15) {
        text.unicodeScalars.append(scalars[numbers.below(scalars.count)])
      }
      return .text(text)
    case 5: return numbers.below(3) == 0 ? .null : .bool(numbers.below(2) == 0)
    case 6, 7: return .double(double(using: &numbers))
    case 8:
      return .array(
        try (0..<numbers.below(4)).map { _ in try random(depth: depth - 1, using: &numbers) })
    case 9:
      var pairs: [[UInt8]: Pair] = [:]
      for _ in 0..<numbers.below(4) {
        let key = try random(depth: 0, using: &numbers)
        pairs[try key.encoded] = Pair(
          key: key, value: try random(depth: depth - 1, using: &numbers))
      }
      let sorted = pairs.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      return .map(sorted.map { $0.value })
    default:
      return .tag(
        numbers.next() >> UInt64(numbers.below(64)), try random(depth: depth - 1, using: &numbers))
    }
  }

  /// A finite double of any width, subnormals of each included.
  private static func double(using numbers: inout SplitMix64) -> Double {
    while true {
      let double: Double =
        switch numbers.below(4) {
        case 0: Double(Float16(bitPattern: UInt16(truncatingIfNeeded: numbers.next())))
        case 1: Double(Float(bitPattern: UInt32(truncatingIfNeeded: numbers.next())))
        case 2: Double(Int64(bitPattern: numbers.next()) >> numbers.below(64))
        default: Double(bitPattern: numbers.next())
        }
      if double.isFinite { return double }
    }
  }
}

/// The bytes of hexadecimal digits.
func hexadecimal(_ digits: String) -> [UInt8] {
  let digits = Array(digits.replacing(" ", with: ""))
  return stride(from: 0, to: digits.count, by: 2).compactMap {
    UInt8(String(digits[$0..<($0 + 2)]), radix: 16)
  }
}
