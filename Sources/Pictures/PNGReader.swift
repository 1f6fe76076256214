internal import Archive

extension Bitmap {
  /// The most pixels that a picture may have: one that says it has more is not unpacked.
  private static let pixelLimit = 40_000_000

  /// Reads a PNG (W3C PNG, third edition): every colour type and depth, not interlaced.
  ///
  /// Checksums are not looked at: who shows a picture has checked its content as a whole.
  ///
  /// - Returns: nil where the bytes are no such picture.
  public init?(png bytes: [UInt8]) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    var header: PNGHeader?
    var palette: [UInt8] = []
    var transparency: [UInt8] = []
    var packed: [UInt8] = []
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes.number(at: place)
      guard length <= bytes.count - place - 12 else { return nil }
      let content = bytes[(place + 8)..<(place + 8 + length)]
      switch String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self) {
      case "IHDR": header = PNGHeader(Array(content))
      case "PLTE": palette = Array(content)
      case "tRNS": transparency = Array(content)
      case "IDAT": packed += content
      default: break
      }
      place += 12 + length
    }
    guard let header, header.width <= Self.pixelLimit / header.height, packed.count > 2 else {
      return nil
    }
    // Two bytes of zlib's header stand before the deflated rows, each led by the number of its filter.
    let size = (header.rowByteCount + 1) * header.height
    guard var rows = Deflate.unpack(Array(packed.dropFirst(2)), limit: size), rows.count == size
    else { return nil }
    guard header.unfilter(&rows),
      let pixels = header.pixels(of: rows, palette: palette, transparency: transparency)
    else { return nil }
    self.init(width: header.width, height: header.height, pixels: pixels)
  }
}

/// What the first chunk says, §11.2.1.
private struct PNGHeader {
  let width: Int
  let height: Int
  let depth: Int
  let channels: Int
  let isIndexed: Bool

  init?(_ bytes: [UInt8]) {
    guard bytes.count == 13, bytes[10] == 0, bytes[11] == 0, bytes[12] == 0 else { return nil }
    width = bytes.number(at: 0)
    height = bytes.number(at: 4)
    depth = Int(bytes[8])
    guard width > 0, height > 0, [1, 2, 4, 8, 16].contains(depth) else { return nil }
    switch bytes[9] {
    case 0: channels = 1
    case 2: channels = 3
    case 3: channels = 1
    case 4: channels = 2
    case 6: channels = 4
    default: return nil
    }
    isIndexed = bytes[9] == 3
    // Depths of less than a byte are for one channel.
    guard channels == 1 || depth >= 8, !(isIndexed && depth == 16) else { return nil }
  }

  var rowByteCount: Int { (width * channels * depth + 7) / 8 }
  private var pixelByteCount: Int { max(1, channels * depth / 8) }

  /// Undoes the filters of the rows, §9.2: each byte was written as its difference from its neighbours.
  func unfilter(_ rows: inout [UInt8]) -> Bool {
    let stride = rowByteCount + 1
    for row in 0..<height {
      let start = row * stride
      let filter = rows[start]
      guard filter <= 4 else { return false }
      for index in 0..<rowByteCount {
        let place = start + 1 + index
        let left = index >= pixelByteCount ? rows[place - pixelByteCount] : 0
        let up = row > 0 ? rows[place - stride] : 0
        let corner = row > 0 && index >= pixelByteCount ? rows[place - stride - pixelByteCount] : 0
        switch filter {
        case 1: rows[place] &+= left
        case 2: rows[place] &+= up
        case 3: rows[place] &+= UInt8((Int(left) + Int(up)) / 2)
        case 4: rows[place] &+= Self.paeth(Int(left), Int(up), Int(corner))
        default: break
        }
      }
    }
    return true
  }

  /// The neighbour that is nearest to left + up − corner, §9.4.
  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> UInt8 {
    let estimate = left + up - corner
    let distances = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
    if distances.0 <= distances.1, distances.0 <= distances.2 { return UInt8(left) }
    return UInt8(distances.1 <= distances.2 ? up : corner)
  }

  /// The rows as pixels of four bytes.
  func pixels(of rows: [UInt8], palette: [UInt8], transparency: [UInt8]) -> [UInt8]? {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for row in 0..<height {
      let start = row * (rowByteCount + 1) + 1
      for column in 0..<width {
        func sample(_ channel: Int) -> Int {
          switch depth {
          case 8: return Int(rows[start + column * channels + channel])
          // The high byte of two is what a screen shows.
          case 16: return Int(rows[start + (column * channels + channel) * 2])
          default:
            let bit = column * depth
            return Int(rows[start + bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
          }
        }
        if isIndexed {
          let index = sample(0)
          guard index * 3 + 2 < palette.count else { return nil }
          pixels += palette[(index * 3)..<(index * 3 + 3)]
          pixels.append(index < transparency.count ? transparency[index] : 255)
          continue
        }
        let gray = depth < 8 ? sample(0) * 255 / (1 << depth - 1) : sample(0)
        switch channels {
        case 1: pixels += [UInt8(gray), UInt8(gray), UInt8(gray), 255]
        case 2: pixels += [UInt8(gray), UInt8(gray), UInt8(gray), UInt8(sample(1))]
        case 3: pixels += [UInt8(sample(0)), UInt8(sample(1)), UInt8(sample(2)), 255]
        default:
          pixels += [
            UInt8(sample(0)), UInt8(sample(1)), UInt8(sample(2)), UInt8(sample(3)),
          ]
        }
      }
    }
    return pixels
  }
}

extension [UInt8] {
  /// Four bytes as a number, the highest first; there must be so many.
  fileprivate func number(at place: Int) -> Int {
    self[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
