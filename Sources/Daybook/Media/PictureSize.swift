/// Columns and rows of a picture, from its own header.
struct PictureSize {
  var width: Int
  var height: Int

  /// Reads the size; nil where the type has none, or the header is not among the bytes.
  init?(of type: MediaType, _ bytes: [UInt8]) {
    let size: (UInt64, UInt64)? =
      switch type.mimeType {
      case "image/png": Self.png(bytes)
      case "image/gif": Self.gif(bytes)
      case "image/bmp": Self.bitmap(bytes)
      case "image/webp": Self.webp(bytes)
      case "image/jpeg": Self.jpeg(bytes)
      case "image/heic", "image/avif": Self.heif(bytes)
      default: nil
      }
    guard let size, size.0 > 0, size.1 > 0 else { return nil }
    width = Int(clamping: size.0)
    height = Int(clamping: size.1)
  }

  /// The header is the first chunk (PNG §11.2.2).
  private static func png(_ bytes: [UInt8]) -> (UInt64, UInt64)? {
    guard bytes.count >= 24 else { return nil }
    return (bytes.bigEndian(at: 16, count: 4), bytes.bigEndian(at: 20, count: 4))
  }

  private static func gif(_ bytes: [UInt8]) -> (UInt64, UInt64)? {
    guard bytes.count >= 10 else { return nil }
    return (bytes.littleEndian(at: 6, count: 2), bytes.littleEndian(at: 8, count: 2))
  }

  /// A negative height says that rows run from the top.
  private static func bitmap(_ bytes: [UInt8]) -> (UInt64, UInt64)? {
    guard bytes.count >= 26 else { return nil }
    if bytes[14] == 12 {
      return (bytes.littleEndian(at: 18, count: 2), bytes.littleEndian(at: 20, count: 2))
    }
    let height = Int32(truncatingIfNeeded: bytes.littleEndian(at: 22, count: 4))
    return (bytes.littleEndian(at: 18, count: 4), UInt64(height.magnitude))
  }

  /// RFC 9649 §2.5 to §2.7: lossy, lossless or extended.
  private static func webp(_ bytes: [UInt8]) -> (UInt64, UInt64)? {
    guard bytes.count >= 30 else { return nil }
    switch bytes[...].text(at: 12, count: 4) {
    case "VP8 ":
      return (
        bytes.littleEndian(at: 26, count: 2) & 0x3FFF,
        bytes.littleEndian(at: 28, count: 2) & 0x3FFF
      )
    case "VP8L":
      let packed = bytes.littleEndian(at: 21, count: 4)
      return ((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1)
    case "VP8X":
      return (bytes.littleEndian(at: 24, count: 3) + 1, bytes.littleEndian(at: 27, count: 3) + 1)
    default:
      return nil
    }
  }

  /// ITU T.81 §B.2.2: the size stands in the header of the frame, behind any number of segments.
  private static func jpeg(_ bytes: [UInt8]) -> (UInt64, UInt64)? {
    var place = 2
    while place + 9 < bytes.count {
      guard bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      // Every start of frame but the tables of codes that share the range.
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (bytes.bigEndian(at: place + 7, count: 2), bytes.bigEndian(at: place + 5, count: 2))
      }
      place += 2 + Int(bytes.bigEndian(at: place + 2, count: 2))
    }
    return nil
  }

  /// ISO 23008-12 §6.5.3: each picture has its extent; the largest is the picture, others are previews
  /// or tiles.
  private static func heif(_ bytes: [UInt8]) -> (UInt64, UInt64)? {
    var best: (UInt64, UInt64)?
    var start = 0
    while let place = bytes[...].firstPlace(of: Array("ispe".utf8), after: start),
      place + 16 <= bytes.count
    {
      let size = (
        bytes.bigEndian(at: place + 8, count: 4), bytes.bigEndian(at: place + 12, count: 4)
      )
      if size.0 > best?.0 ?? 0 { best = size }
      start = place + 4
    }
    return best
  }
}
