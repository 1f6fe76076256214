extension OrderedKey {
  /// Where the component that begins at an offset ends, or nil where no whole component stands there.
  ///
  /// Splits the bytes of a key, such as a row's key after its section key. Bare identifiers are no components.
  public static func endOfComponent(
    in bytes: Span<UInt8>, from offset: Int, descending: Bool = false
  ) -> Int? {
    let inversion: UInt8 = descending ? 0xFF : 0
    guard offset >= 0, offset < bytes.count else { return nil }
    let first = bytes[offset] ^ inversion
    let end: Int?
    switch Kind(rawValue: first) {
    case .null: end = offset + 1
    case .moment: end = offset + OrderedComponent.momentByteCount
    case .uuid: end = offset + OrderedComponent.uuidByteCount
    case .string, .data: end = endOfContent(in: bytes, from: offset + 1, inversion: inversion)
    case nil:
      guard first >= numberBase, first < numberBase + 128 else { return nil }
      let isNegative = first < numberBase + 64
      end = endOfGroups(
        in: bytes, from: offset + 1, inversion: isNegative ? ~inversion : inversion)
    }
    guard let end, end <= bytes.count else { return nil }
    return end
  }

  private static func endOfGroups(
    in bytes: Span<UInt8>, from start: Int, inversion: UInt8
  ) -> Int? {
    for place in start..<max(start, bytes.count) where (bytes[place] ^ inversion) & 1 == 0 {
      return place + 1
    }
    return nil
  }

  private static func endOfContent(
    in bytes: Span<UInt8>, from start: Int, inversion: UInt8
  ) -> Int? {
    for place in start..<max(start, bytes.count) {
      switch bytes[place] ^ inversion {
      case 0: return place + 1
      case lowByte:
        // Every ninth bit says whether a byte follows it.
        var bit = 8 * (place + 1)
        while bit / 8 < bytes.count {
          let flags = bytes[bit / 8] ^ inversion
          if flags << UInt8(bit % 8) & 0x80 == 0 { return bit / 8 + 1 }
          bit += 9
        }
        return nil
      default: continue
      }
    }
    return nil
  }
}
