import _FoundationICU

/// Canonical decomposition and composition (Unicode Standard Annex #15).
public enum Normalization {
  /// The scalars of the canonical decomposition (NFD) of a text.
  static func decomposed(_ text: String, limit: Int = .max) -> [UInt32] {
    var scalars: [UInt32] = []
    scalars.reserveCapacity(min(text.utf8.count, limit))
    for scalar in text.unicodeScalars {
      let value = scalar.value
      if value < 0x80 {
        // Only a starter ends a run that later marks could still reorder.
        if scalars.count >= limit { return scalars }
        scalars.append(value)
        continue
      }
      if scalars.count >= limit, CharacterData.combiningClass(of: value) == 0 { return scalars }
      let start = scalars.count
      if value < 0xC0 {
        scalars.append(value)
      } else {
        CharacterData.appendDecomposition(of: value, to: &scalars)
      }
      reorder(&scalars, from: start)
    }
    return scalars
  }

  /// Puts the marks that were appended from `start` on into canonical order.
  static func reorder(_ scalars: inout [UInt32], from start: Int) {
    for index in start..<scalars.count {
      let rank = CharacterData.combiningClass(of: scalars[index])
      guard rank > 0 else { continue }
      var place = index
      while place > 0, CharacterData.combiningClass(of: scalars[place - 1]) > rank {
        scalars.swapAt(place, place - 1)
        place -= 1
      }
    }
  }

  /// The text in composed form (NFC): itself where it is ASCII.
  public static func composed(_ text: String) -> String {
    guard !text.isASCII else { return text }
    let units = Array(text.utf16)
    var status = U_ZERO_ERROR
    // NFC grows a text to at most three times its UTF-16 units (UAX #15, "Stability and growth").
    let composed = unsafe [UInt16](unsafeUninitializedCapacity: units.count * 3 + 1) {
      buffer, count in
      let result = unsafe swift_unorm2_normalize(
        swift_unorm2_getNFCInstance(&status), units, Int32(units.count), buffer.baseAddress,
        Int32(buffer.count), &status)
      count = status.rawValue <= U_ZERO_ERROR.rawValue ? Int(result) : 0
    }
    return status.rawValue <= U_ZERO_ERROR.rawValue
      ? String(decoding: composed, as: UTF16.self) : text
  }
}

extension String {
  /// Whether every scalar is below U+0080.
  package var isASCII: Bool {
    unsafe utf8Span.span.bytes.isASCII
  }

  /// Whether both texts have the same UTF-8 bytes, where `==` would take canonically equivalent
  /// ones for the same.
  @inlinable
  package func hasSameBytes(as other: String) -> Bool {
    let left = utf8Span.span
    let right = other.utf8Span.span
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }
}

extension RawSpan {
  /// Whether every byte is below 0x80.
  var isASCII: Bool { endOfASCII(from: 0) == byteCount }

  /// The first place at or behind another whose byte is not below 0x80; the end where there is none.
  func endOfASCII(from start: Int) -> Int {
    var place = start
    while place &+ 16 <= byteCount {
      let bytes = unsafe unsafeLoadUnaligned(fromByteOffset: place, as: SIMD2<UInt64>.self)
      let high = bytes & 0x8080_8080_8080_8080
      if high.x != 0 { return place &+ UInt64(littleEndian: high.x).trailingZeroBitCount >> 3 }
      if high.y != 0 { return place &+ 8 &+ UInt64(littleEndian: high.y).trailingZeroBitCount >> 3 }
      place &+= 16
    }
    while place < byteCount {
      if unsafe unsafeLoad(fromByteOffset: place, as: UInt8.self) >= 0x80 { return place }
      place &+= 1
    }
    return place
  }
}

extension Sequence<UInt32> {
  /// Appends the UTF-8 bytes of the scalars to `bytes`, up to and with the one that reaches
  /// `limit`.
  @inlinable
  package func appendUTF8(to bytes: inout [UInt8], limit: Int = .max) {
    for value in self {
      guard bytes.count < limit else { return }
      switch value {
      case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: value))
      case ..<0x800:
        bytes.append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
      case ..<0x10000:
        bytes.append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
      default:
        bytes.append(UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 0x3F))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
      }
    }
  }
}
