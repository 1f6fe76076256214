/// Base 64 of RFC 4648 §4: the standard alphabet, padded, on one line.
public enum Base64 {
  /// Returns the encoding of `bytes`, four characters for every three bytes begun.
  @inlinable
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var characters: [UInt8] = []
    characters.reserveCapacity((bytes.count + 2) / 3 * 4)
    encode(bytes, to: &characters)
    return String(decoding: characters, as: UTF8.self)
  }

  /// Appends the encoding of `bytes`, as ASCII, to `characters`.
  @inlinable
  public static func encode(_ bytes: some Collection<UInt8>, to characters: inout [UInt8]) {
    var group: UInt32 = 0
    var held = 0
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      held += 1
      if held == 3 {
        for place in 0..<4 { characters.append(character(sextet(place, of: group))) }
        group = 0
        held = 0
      }
    }
    guard held > 0 else { return }
    group <<= 8 * UInt32(3 - held)
    for place in 0..<4 {
      characters.append(place <= held ? character(sextet(place, of: group)) : padding)
    }
  }

  /// Returns the bytes that `text` encodes, or nil where it is not the encoding of any.
  ///
  /// Nothing is forgiven, so that no two texts decode to the same bytes: white space, characters
  /// of the URL alphabet, absent or misplaced padding and set bits after the last byte
  /// (RFC 4648 §3.5) are all refused.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    decode(Array(text.utf8))
  }

  /// Returns the bytes that `characters` encodes, or nil where it is not the encoding of any.
  public static func decode(_ characters: [UInt8]) -> [UInt8]? {
    guard characters.count.isMultiple(of: 4) else { return nil }
    guard let last = characters.last else { return [] }
    var pads = 0
    if last == padding { pads = characters[characters.count - 2] == padding ? 2 : 1 }

    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var group: UInt32 = 0
    for place in 0..<(characters.count - pads) {
      guard let sextet = sextet(characters[place]) else { return nil }
      group = group << 6 | UInt32(sextet)
      if place % 4 == 3 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        group = 0
      }
    }
    switch pads {
    case 1:
      guard group & 0x3 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    case 2:
      guard group & 0xF == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    default:
      break
    }
    return bytes
  }

  @usableFromInline
  static let padding = UInt8(ascii: "=")

  @inlinable
  static func sextet(_ place: Int, of group: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: group >> (18 - 6 * UInt32(place))) & 0x3F
  }

  @inlinable
  static func character(_ sextet: UInt8) -> UInt8 {
    switch sextet {
    case 0..<26: UInt8(ascii: "A") + sextet
    case 26..<52: UInt8(ascii: "a") + (sextet - 26)
    case 52..<62: UInt8(ascii: "0") + (sextet - 52)
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func sextet(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
