/// What content says of itself: its type, how large its picture is, how long it plays.
public struct MediaFacts: Sendable, Hashable {
  /// What it is.
  public var type: MediaType
  /// Columns of the picture, where it is known.
  public var width: Int?
  /// Rows of the picture, where it is known.
  public var height: Int?
  /// How long it plays, in seconds, where it is known.
  public var duration: Double?

  /// How many of the first bytes are looked at for the size of a picture: a camera may put a preview
  /// and a colour profile before it.
  private static let prefixByteCount = 1 << 18

  /// Looks at content.
  ///
  /// - Parameters:
  ///   - size: How many bytes it has.
  ///   - read: Gives so many bytes from an offset on, fewer where it ends.
  /// - Complexity: O(1): no more is read than the first bytes, and the headers of a film.
  public init(size: UInt64, read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]) rethrows {
    let bytes = try read(0, Self.prefixByteCount)
    type = MediaType(ofContent: bytes, isWhole: UInt64(bytes.count) == size)
    switch type.mimeType {
    case "video/mp4", "video/quicktime", "video/3gpp", "audio/mp4":
      try readFilm(size: size, read)
    case "audio/wav":
      duration = Self.waveDuration(bytes)
    case "audio/flac":
      duration = Self.flacDuration(bytes)
    default:
      if let found = PictureSize(of: type, bytes) { (width, height) = (found.width, found.height) }
    }
  }

  /// The header of a film, ISO 14496-12 §8.2.2 and §8.3.2: it may stand behind the pictures.
  private mutating func readFilm(
    size: UInt64, _ read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]
  ) rethrows {
    var offset: UInt64 = 0
    // A film has a handful of boxes; a damaged one may have any number.
    for _ in 0..<64 where offset + 8 <= size {
      let head = try read(offset, 16)
      guard head.count >= 8 else { return }
      var length = UInt64(head.bigEndian(at: 0, count: 4))
      if length == 1, head.count == 16 { length = head.bigEndian(at: 8, count: 8) }
      if length == 0 { length = size - offset }
      guard length >= 8, length <= size - offset else { return }
      if head[...].has("moov", at: 4) {
        let header = try read(offset, Int(min(length, UInt64(Self.prefixByteCount))))
        return readFilmHeader(header)
      }
      offset += length
    }
  }

  private mutating func readFilmHeader(_ bytes: [UInt8]) {
    if let place = bytes[...].firstPlace(of: Array("mvhd".utf8)), bytes.count > place + 36 {
      // Version 1 has times of eight bytes in place of four.
      let isLong = bytes[place + 4] == 1
      let at = place + (isLong ? 24 : 16)
      if bytes.count >= at + 12 {
        let scale = bytes.bigEndian(at: at, count: 4)
        let ticks = bytes.bigEndian(at: at + 4, count: isLong ? 8 : 4)
        if scale > 0 { duration = Double(ticks) / Double(scale) }
      }
    }
    // The size stands at the end of each track's header, in 16.16; sound has 0.
    var start = 0
    while let place = bytes[...].firstPlace(of: Array("tkhd".utf8), after: start) {
      start = place + 4
      guard place >= 4, bytes.count > place + 8 else { return }
      let end = place - 4 + Int(bytes.bigEndian(at: place - 4, count: 4))
      guard end <= bytes.count, end - 8 > place else { continue }
      let columns = Int(bytes.bigEndian(at: end - 8, count: 4) >> 16)
      let rows = Int(bytes.bigEndian(at: end - 4, count: 4) >> 16)
      if columns > 0, rows > 0 { (width, height) = (columns, rows) }
    }
  }

  /// Bytes of sound over bytes a second.
  private static func waveDuration(_ bytes: [UInt8]) -> Double? {
    guard let format = bytes[...].firstPlace(of: Array("fmt ".utf8)), bytes.count > format + 20,
      let data = bytes[...].firstPlace(of: Array("data".utf8)), bytes.count >= data + 8
    else { return nil }
    let rate = bytes.littleEndian(at: format + 16, count: 4)
    let length = bytes.littleEndian(at: data + 4, count: 4)
    return rate > 0 ? Double(length) / Double(rate) : nil
  }

  /// RFC 9639 §8.2: twenty bits of rate, and thirty-six of samples, in the first block.
  private static func flacDuration(_ bytes: [UInt8]) -> Double? {
    guard bytes.count >= 26 else { return nil }
    let rate = bytes.bigEndian(at: 18, count: 3) >> 4
    let samples = bytes.bigEndian(at: 21, count: 5) & 0xF_FFFF_FFFF
    return rate > 0 && samples > 0 ? Double(samples) / Double(rate) : nil
  }
}

extension [UInt8] {
  /// The number in `count` bytes, the first the highest; there must be so many.
  func bigEndian(at offset: Int, count: Int) -> UInt64 {
    self[offset..<(offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The number in `count` bytes, the first the lowest; there must be so many.
  func littleEndian(at offset: Int, count: Int) -> UInt64 {
    self[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
