internal import XML

/// A value of Apple's property lists.
indirect enum PropertyListValue {
  case string(String)
  case integer(Int64)
  case real(Double)
  case bool(Bool)
  /// Microseconds since 1970.
  case date(Int64)
  case data
  case array([PropertyListValue])
  case dictionary([(key: String, value: PropertyListValue)])

  subscript(key: String) -> PropertyListValue? {
    guard case .dictionary(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var strings: [String] {
    guard case .array(let values) = self else { return [] }
    return values.compactMap(\.string)
  }

  var double: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .string(let text): Double(text)
    default: nil
    }
  }

  var isTrue: Bool {
    if case .bool(let value) = self { value } else { false }
  }

  var date: Int64? {
    if case .date(let instant) = self { instant } else { nil }
  }
}

/// Reads property lists, in XML and in the binary form.
enum PropertyList {
  /// Why a text is no property list.
  struct Fault: Error {
    var reason: String
  }

  static func parse(_ bytes: [UInt8]) throws(Fault) -> PropertyListValue {
    if bytes.starts(with: "bplist".utf8) {
      var reader = BinaryPropertyList(bytes: bytes)
      guard let value = reader.value() else { throw Fault(reason: "its binary form is damaged") }
      return value
    }
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLParser.parse(bytes)
    } catch {
      throw Fault(reason: "it is no XML: \(error)")
    }
    guard root.name == "plist", let value = root.elements.first.flatMap(Self.value) else {
      throw Fault(reason: "it is no property list")
    }
    return value
  }

  private static func value(of element: XMLElement) -> PropertyListValue? {
    switch element.name {
    case "string": return .string(element.text)
    case "integer": return Int64(element.text).map { .integer($0) }
    case "real": return Double(element.text).map { .real($0) }
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "date": return ISOClock.instant(element.text).map { .date($0) }
    case "data": return .data
    case "array": return .array(element.elements.compactMap(value))
    case "dict":
      var members: [(key: String, value: PropertyListValue)] = []
      var key: String?
      for child in element.elements {
        if child.name == "key" {
          key = child.text
        } else if let name = key {
          if let value = value(of: child) { members.append((name, value)) }
          key = nil
        }
      }
      return .dictionary(members)
    default: return nil
    }
  }
}

/// Reads the binary form of property lists, `bplist00`, as CFBinaryPList.c describes it: objects, a table of
/// where each begins, and a trailer of 32 bytes that says how wide its numbers are.
private struct BinaryPropertyList {
  let bytes: [UInt8]
  private var offsetWidth = 0
  private var referenceWidth = 0
  private var objectCount = 0
  private var tableOffset = 0
  /// How many objects may still be read: one that is referred to often is read often.
  private var budget = 1 << 16

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func value() -> PropertyListValue? {
    let trailer = bytes.count - 32
    guard trailer >= 8, let count = number(at: trailer + 8, width: 8),
      let top = number(at: trailer + 16, width: 8), let table = number(at: trailer + 24, width: 8)
    else { return nil }
    offsetWidth = Int(bytes[trailer + 6])
    referenceWidth = Int(bytes[trailer + 7])
    objectCount = count
    tableOffset = table
    return object(top, depth: 0)
  }

  private mutating func object(_ index: Int, depth: Int) -> PropertyListValue? {
    budget -= 1
    guard budget > 0, depth < 100, index >= 0, index < objectCount,
      let start = number(at: tableOffset + index * offsetWidth, width: offsetWidth),
      start < bytes.count
    else { return nil }
    let kind = bytes[start] >> 4
    let low = Int(bytes[start] & 15)
    switch kind {
    case 0: return low == 8 ? .bool(false) : low == 9 ? .bool(true) : nil
    case 1: return number(at: start + 1, width: 1 << min(low, 3)).map { .integer(Int64($0)) }
    case 2: return real(at: start + 1, width: 1 << min(low, 3)).map { .real($0) }
    case 3:
      // Seconds since 2001.
      return real(at: start + 1, width: 8).flatMap { seconds in
        abs(seconds) < 1e12 ? .date(Int64((seconds + 978_307_200) * 1e6)) : nil
      }
    case 4: return .data
    case 5, 6:
      guard let (count, place) = count(low, at: start + 1) else { return nil }
      let width = kind == 5 ? 1 : 2
      guard place + count * width <= bytes.count else { return nil }
      if kind == 5 { return .string(String(decoding: bytes[place..<place + count], as: UTF8.self)) }
      let units = (0..<count).map { offset in
        UInt16(bytes[place + 2 * offset]) << 8 | UInt16(bytes[place + 2 * offset + 1])
      }
      return .string(String(decoding: units, as: UTF16.self))
    case 10, 12:
      guard let (count, place) = count(low, at: start + 1) else { return nil }
      return .array(references(count, at: place).compactMap { object($0, depth: depth + 1) })
    case 13:
      guard let (count, place) = count(low, at: start + 1) else { return nil }
      let keys = references(count, at: place)
      let values = references(count, at: place + count * referenceWidth)
      var members: [(key: String, value: PropertyListValue)] = []
      for (key, value) in zip(keys, values) {
        if let key = object(key, depth: depth + 1)?.string,
          let value = object(value, depth: depth + 1)
        {
          members.append((key, value))
        }
      }
      return .dictionary(members)
    default: return nil
    }
  }

  /// A count, which is in the low half of the first byte or, where that is 15, in an integer behind it.
  private func count(_ low: Int, at place: Int) -> (count: Int, place: Int)? {
    if low < 15 { return (low, place) }
    guard place < bytes.count, bytes[place] >> 4 == 1 else { return nil }
    let width = 1 << min(Int(bytes[place] & 15), 3)
    guard let count = number(at: place + 1, width: width), count <= bytes.count else { return nil }
    return (count, place + 1 + width)
  }

  private func references(_ count: Int, at place: Int) -> [Int] {
    guard referenceWidth > 0, place + count * referenceWidth <= bytes.count else { return [] }
    return (0..<count).compactMap { number(at: place + $0 * referenceWidth, width: referenceWidth) }
  }

  /// A number, the high byte first; nil where it lies beyond the bytes or is larger than any offset.
  private func number(at place: Int, width: Int) -> Int? {
    guard place >= 0, (1...8).contains(width), place <= bytes.count - width else { return nil }
    var value: UInt64 = 0
    for byte in bytes[place..<place + width] { value = value << 8 | UInt64(byte) }
    let signed = Int64(bitPattern: value)
    return signed.magnitude < 1 << 48 ? Int(signed) : nil
  }

  private func real(at place: Int, width: Int) -> Double? {
    guard place <= bytes.count - width else { return nil }
    var bits: UInt64 = 0
    for byte in bytes[place..<place + width] { bits = bits << 8 | UInt64(byte) }
    let value =
      width == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    return value.isFinite ? value : nil
  }
}
