/// What was mended in a text whose bytes were no UTF-8.
///
/// Each byte that belongs to no sequence of UTF-8 (The Unicode Standard, table 3-7) is read as
/// Windows-1252, which has a character for every byte; what is UTF-8 around it stays what it is. Surrogates
/// spelled as three bytes, as careless converters write them, become the character of their pair, or
/// U+FFFD where they have no partner. Nothing is left out.
public struct UTF8Repair: Equatable, Sendable {
  /// How many bytes were read as Windows-1252.
  public private(set) var windows1252Bytes = 0
  /// How many lone surrogates were replaced by U+FFFD.
  public private(set) var loneSurrogates = 0
  /// How many pairs of surrogates were joined.
  public private(set) var joinedPairs = 0
  /// How many line feeds come before the first mended place.
  public private(set) var linesBefore = 0

  private var isEmpty: Bool { windows1252Bytes + loneSurrogates + joinedPairs == 0 }
}

extension UTF8Repair: CustomStringConvertible {
  /// What was found and what it was read as.
  public var description: String {
    var parts: [String] = []
    if windows1252Bytes > 0 {
      parts.append("bytes that are no UTF-8, read as Windows-1252: \(windows1252Bytes)")
    }
    if loneSurrogates > 0 {
      parts.append("lone surrogates, replaced by U+FFFD: \(loneSurrogates)")
    }
    if joinedPairs > 0 {
      parts.append("pairs of surrogates, joined to characters: \(joinedPairs)")
    }
    return parts.joined(separator: "; ")
  }
}

extension UTF8Repair {
  /// The text of bytes that ought to be UTF-8, and what had to be mended, if anything.
  ///
  /// - Complexity: linear.
  static func text(of bytes: Span<UInt8>) -> (text: String, repair: UTF8Repair?) {
    if let valid = try? UTF8Span(validating: bytes) { return (String(copying: valid), nil) }
    var repair = UTF8Repair()
    var mended: [UInt8] = []
    mended.reserveCapacity(bytes.count + bytes.count / 8)
    var place = 0
    while place < bytes.count {
      let length = sequenceLength(in: bytes, at: place)
      if length > 0 {
        for offset in 0..<length { mended.append(bytes[place + offset]) }
        if repair.isEmpty, bytes[place] == UInt8(ascii: "\n") { repair.linesBefore += 1 }
        place += length
      } else if let surrogate = surrogate(in: bytes, at: place) {
        place += 3
        if surrogate < 0xDC00, let low = Self.surrogate(in: bytes, at: place), low >= 0xDC00 {
          append(0x10000 + (surrogate & 0x3FF) << 10 + (low & 0x3FF), to: &mended)
          place += 3
          repair.joinedPairs += 1
        } else {
          append(0xFFFD, to: &mended)
          repair.loneSurrogates += 1
        }
      } else {
        append(Windows1252.scalar(of: bytes[place]), to: &mended)
        place += 1
        repair.windows1252Bytes += 1
      }
    }
    return (String(decoding: mended, as: UTF8.self), repair)
  }

  /// The text of bytes that ought to be UTF-8, and what had to be mended, if anything.
  static func text(of bytes: [UInt8]) -> (text: String, repair: UTF8Repair?) {
    text(of: bytes.span)
  }

  /// Whether bytes up to an offset are UTF-8; the last may be cut.
  static func isValid(_ bytes: Span<UInt8>, upTo end: Int) -> Bool {
    var place = 0
    while place < end - 3 {
      let length = sequenceLength(in: bytes, at: place)
      if length == 0 { return false }
      place += length
    }
    return true
  }

  /// The length of the sequence of UTF-8 that begins at `place`, or 0 where none does.
  static func sequenceLength(in bytes: Span<UInt8>, at place: Int) -> Int {
    func isContinuation(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      place + offset < bytes.count && range.contains(bytes[place + offset])
    }
    switch bytes[place] {
    case 0..<0x80: return 1
    case 0xC2...0xDF: return isContinuation(1) ? 2 : 0
    case 0xE0: return isContinuation(1, 0xA0...0xBF) && isContinuation(2) ? 3 : 0
    case 0xED: return isContinuation(1, 0x80...0x9F) && isContinuation(2) ? 3 : 0
    case 0xE1...0xEF: return isContinuation(1) && isContinuation(2) ? 3 : 0
    case 0xF0:
      return isContinuation(1, 0x90...0xBF) && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF1...0xF3:
      return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF4:
      return isContinuation(1, 0x80...0x8F) && isContinuation(2) && isContinuation(3) ? 4 : 0
    default: return 0
    }
  }

  /// The surrogate that three bytes at `place` spell.
  private static func surrogate(in bytes: Span<UInt8>, at place: Int) -> UInt32? {
    guard place + 2 < bytes.count, bytes[place] == 0xED,
      (0xA0...0xBF).contains(bytes[place + 1]), (0x80...0xBF).contains(bytes[place + 2])
    else { return nil }
    return 0xD000 | UInt32(bytes[place + 1] & 0x3F) << 6 | UInt32(bytes[place + 2] & 0x3F)
  }

  /// Appends a number up to 10FFFF as UTF-8 spells scalars, surrogates too.
  @inline(__always)
  static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    func low(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3F) }
    switch scalar {
    case 0..<0x80:
      output.append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      output.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      output.append(low(0))
    case 0x800..<0x10000:
      output.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      output.append(low(6))
      output.append(low(0))
    default:
      output.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      output.append(low(12))
      output.append(low(6))
      output.append(low(0))
    }
  }
}
