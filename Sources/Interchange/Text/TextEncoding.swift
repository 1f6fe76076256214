/// How the bytes of a source spell its characters.
public enum TextEncoding: String, Sendable, CaseIterable {
  /// UTF-8, perhaps with bytes in it that no UTF-8 has.
  case utf8 = "UTF-8"
  /// UTF-16, the low byte first.
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16, the high byte first.
  case utf16BigEndian = "UTF-16BE"
  /// UTF-32, the low byte first.
  case utf32LittleEndian = "UTF-32LE"
  /// UTF-32, the high byte first.
  case utf32BigEndian = "UTF-32BE"
}

extension TextEncoding {
  /// How many bytes are looked at where no byte order mark tells.
  private static let sampleLength = 4096

  /// The encoding that a byte order mark at the start names, and the length of the mark.
  static func marked(_ bytes: Span<UInt8>) -> (encoding: TextEncoding, markLength: Int)? {
    func begins(_ mark: [UInt8]) -> Bool {
      guard bytes.count >= mark.count else { return false }
      for place in mark.indices where bytes[place] != mark[place] { return false }
      return true
    }
    if begins([0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    // The mark of UTF-32LE begins with that of UTF-16LE. Text of UTF-16 that starts with a NUL is not
    // written by anything, so the longer mark wins.
    if bytes.count.isMultiple(of: 4), begins([0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
    if bytes.count.isMultiple(of: 4), begins([0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
    if begins([0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if begins([0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  /// The encoding of bytes without a mark, told from where NULs stand.
  ///
  /// Western text in UTF-16 has a NUL in every other byte. Text of other scripts has them only in its
  /// blanks, digits and line ends, but then what lies between is no UTF-8. NULs of a damaged UTF-8 file
  /// stand in even and odd places alike.
  static func unmarked(_ bytes: Span<UInt8>) -> TextEncoding {
    let end = min(bytes.count, sampleLength) & ~1
    var evenNULs = 0
    var oddNULs = 0
    for place in stride(from: 0, to: end, by: 2) {
      if bytes[place] == 0 { evenNULs += 1 }
      if bytes[place + 1] == 0 { oddNULs += 1 }
    }
    let (more, fewer) = (max(evenNULs, oddNULs), min(evenNULs, oddNULs))
    let pairs = end / 2
    guard more >= 2, fewer * 8 <= more else { return .utf8 }
    let isWestern = more * 5 >= pairs * 2
    let isOther = more * 20 >= pairs && !UTF8Repair.isValid(bytes, upTo: end)
    guard isWestern || isOther else { return .utf8 }
    return oddNULs > evenNULs ? .utf16LittleEndian : .utf16BigEndian
  }

  /// The number of bytes in one unit.
  var unitLength: Int {
    switch self {
    case .utf8: 1
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    }
  }

  /// The unit whose first byte is at `place`.
  @inline(__always)
  func unit(in bytes: Span<UInt8>, at place: Int) -> UInt32 {
    switch self {
    case .utf8:
      UInt32(bytes[place])
    case .utf16LittleEndian:
      UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
    case .utf16BigEndian:
      UInt32(bytes[place]) << 8 | UInt32(bytes[place + 1])
    case .utf32LittleEndian:
      UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
        | UInt32(bytes[place + 3]) << 24
    case .utf32BigEndian:
      UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
        | UInt32(bytes[place + 3])
    }
  }
}
