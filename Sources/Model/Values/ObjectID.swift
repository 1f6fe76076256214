/// The identity of an object: 128 bits, a UUID, unique across entities and never used again for
/// another object.
///
/// Ordered as its bytes are. UUIDv7 identities (RFC 9562 §5.7) therefore sort by their birth.
public struct ObjectID: Hashable, Comparable, Sendable {
  /// The first eight bytes, big-endian.
  public let high: UInt64
  /// The last eight bytes, big-endian.
  public let low: UInt64

  /// Makes an identity of its two halves.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Hashes the last eight bytes, of which sixty-two bits are random in an identity made here.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(low)
  }

  /// All bits zero: the object of events that speak of no object.
  public static let zero = ObjectID(high: 0, low: 0)

  /// Orders as the bytes do.
  @inlinable
  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

extension ObjectID {
  /// Makes an identity of 16 bytes, nil where there are more or fewer.
  @inlinable
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (offset, byte) in bytes.enumerated() {
      if offset < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
    }
    self.init(high: high, low: low)
  }

  /// The sixteen bytes, in the order in which they are printed.
  @inlinable
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    for half in [high, low] {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: half >> shift))
      }
    }
    return bytes
  }
}

extension ObjectID: CustomStringConvertible, LosslessStringConvertible {
  /// Reads the 36 signs of a UUID (RFC 9562 §4), or its 32 hexadecimal digits without hyphens, in
  /// either case.
  public init?(_ description: String) {
    var digits: [UInt8] = []
    digits.reserveCapacity(32)
    var offset = 0
    for unit in description.utf8 {
      switch unit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(unit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(unit - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(unit - UInt8(ascii: "A") + 10)
      case UInt8(ascii: "-") where [8, 13, 18, 23].contains(offset): break
      default: return nil
      }
      offset += 1
    }
    guard digits.count == 32, offset == 32 || offset == 36 else { return nil }
    self.init(
      high: digits[..<16].reduce(0) { $0 << 4 | UInt64($1) },
      low: digits[16...].reduce(0) { $0 << 4 | UInt64($1) })
  }

  /// The UUID in lower case, with hyphens.
  public var description: String { text(hyphenated: true) }

  /// The 32 hexadecimal digits, in lower case.
  public var hexadecimal: String { text(hyphenated: false) }

  private func text(hyphenated: Bool) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for place in 0..<32 {
      if hyphenated, place == 8 || place == 12 || place == 16 || place == 20 {
        text.append(UInt8(ascii: "-"))
      }
      let half = place < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - place % 16 * 4)) & 15
      text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
