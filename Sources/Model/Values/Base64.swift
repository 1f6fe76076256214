/// Base64 with the standard alphabet and padding (RFC 4648 §4), and nothing else.
public enum Base64 {
  /// The text of some bytes, in one line.
  public static func encode(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let padding = UInt8(ascii: "=")
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var group: UInt32 = 0
    var count = 0
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      count += 1
      if count == 3 {
        text.append(alphabet[Int(group >> 18)])
        text.append(alphabet[Int(group >> 12 & 63)])
        text.append(alphabet[Int(group >> 6 & 63)])
        text.append(alphabet[Int(group & 63)])
        group = 0
        count = 0
      }
    }
    if count == 1 {
      text += [alphabet[Int(group >> 2)], alphabet[Int(group << 4 & 63)], padding, padding]
    } else if count == 2 {
      text += [
        alphabet[Int(group >> 10)], alphabet[Int(group >> 4 & 63)], alphabet[Int(group << 2 & 63)],
        padding,
      ]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text, nil where it is not exactly what ``encode(_:)`` writes: white space, a
  /// foreign sign, missing padding and bits set behind the last byte are all refused, so that one
  /// value has one text.
  public static func decode(_ text: String) -> [UInt8]? {
    let units = Array(text.utf8)
    guard units.count.isMultiple(of: 4) else { return nil }
    guard !units.isEmpty else { return [] }
    let padding = units.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(units.count / 4 * 3)
    var group: UInt32 = 0
    var count = 0
    for unit in units.dropLast(padding) {
      guard let digit = digit(of: unit) else { return nil }
      group = group << 6 | digit
      count += 1
      if count == 4 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        group = 0
        count = 0
      }
    }
    switch count {
    case 2:
      guard group & 15 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3:
      guard group & 3 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    default: break
    }
    return bytes
  }

  private static func digit(of unit: UInt8) -> UInt32? {
    switch unit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(unit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(unit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(unit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
