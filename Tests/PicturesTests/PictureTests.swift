import Pictures
import TestSupport
import Testing

/// Pictures read, made to fit, and written for a terminal.
@Suite struct PictureTests {
  /// A chunk without a checksum that counts: the reader looks at none.
  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let size = UInt32(content.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32($0))) }
      + Array(name.utf8) + content + [0, 0, 0, 0]
  }

  /// Deflate without packing, RFC 1951 §3.2.4, behind zlib's header.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    let length = [UInt8(count & 255), UInt8(count >> 8)]
    return [0x78, 0x01, 1] + length + length.map { ~$0 } + bytes + [0, 0, 0, 0]
  }

  private static func png(
    width: UInt8, height: UInt8, depth: UInt8 = 8, type: UInt8, rows: [UInt8],
    before: [UInt8] = [], interlace: UInt8 = 0
  ) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", [0, 0, 0, width, 0, 0, 0, height, depth, type, 0, 0, interlace]) + before
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  @Test func `each colour type is read`() {
    let color = Bitmap(png: Self.png(width: 2, height: 1, type: 2, rows: [0, 1, 2, 3, 4, 5, 6]))
    #expect(color?.pixels == [1, 2, 3, 255, 4, 5, 6, 255])
    let gray = Bitmap(png: Self.png(width: 2, height: 1, type: 4, rows: [0, 9, 8, 7, 6]))
    #expect(gray?.pixels == [9, 9, 9, 8, 7, 7, 7, 6])
    let alpha = Bitmap(png: Self.png(width: 1, height: 1, type: 6, rows: [0, 1, 2, 3, 4]))
    #expect(alpha?.pixels == [1, 2, 3, 4])
    let bits = Bitmap(
      png: Self.png(width: 3, height: 1, depth: 1, type: 0, rows: [0, 0b1010_0000]))
    #expect(bits?.pixels == [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255])
    let deep = Bitmap(
      png: Self.png(width: 1, height: 1, depth: 16, type: 0, rows: [0, 0x80, 0xFF]))
    #expect(deep?.pixels == [0x80, 0x80, 0x80, 255])
    let palette = Self.chunk("PLTE", [1, 2, 3, 4, 5, 6]) + Self.chunk("tRNS", [0])
    let indexed = Bitmap(
      png: Self.png(width: 2, height: 1, depth: 4, type: 3, rows: [0, 0x01], before: palette))
    #expect(indexed?.pixels == [1, 2, 3, 0, 4, 5, 6, 255])
  }

  @Test func `each filter is undone`() {
    // Every row is 10, 20, 30; each is written through another filter.
    let rows: [UInt8] =
      [0, 10, 20, 30] + [1, 10, 10, 10] + [2, 0, 0, 0] + [3, 5, 5, 5] + [4, 0, 0, 0]
    let bitmap = Bitmap(png: Self.png(width: 3, height: 5, type: 0, rows: rows))
    let reds = bitmap.map { bitmap in stride(from: 0, to: 60, by: 4).map { bitmap.pixels[$0] } }
    #expect(reds == Array(repeating: [10, 20, 30], count: 5).flatMap(\.self))
  }

  @Test func `what is no picture, or is cut, is none`() {
    let whole = Self.png(width: 2, height: 1, type: 2, rows: [0, 1, 2, 3, 4, 5, 6])
    for count in 0..<(whole.count - 16) { #expect(Bitmap(png: Array(whole.prefix(count))) == nil) }
    #expect(Bitmap(png: Self.png(width: 9, height: 9, type: 2, rows: [0, 1])) == nil)
    #expect(Bitmap(png: Self.png(width: 1, height: 1, type: 5, rows: [0, 1])) == nil)
    #expect(Bitmap(png: Self.png(width: 1, height: 1, type: 0, rows: [7, 1])) == nil)
    #expect(
      Bitmap(png: Self.png(width: 1, height: 1, type: 0, rows: [0, 1], interlace: 1)) == nil)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `no damaged byte is more than can be looked at`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = Self.png(
      width: 2, height: 2, type: 2, rows: [0, 1, 2, 3, 4, 5, 6, 1, 1, 1, 1, 1, 1, 1])
    for _ in 0...Int(random.next() % 3) {
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    if let bitmap = Bitmap(png: bytes) {
      #expect(bitmap.pixels.count == bitmap.width * bitmap.height * 4)
    }
  }

  @Test func `a picture is made to fit by means, and never made larger`() {
    let pixels: [UInt8] = [0, 0, 0, 255, 100, 0, 0, 255, 0, 0, 0, 255, 100, 0, 0, 255]
    let bitmap = Bitmap(width: 2, height: 2, pixels: pixels)
    #expect(bitmap?.fitted(intoWidth: 1, height: 9).pixels == [50, 0, 0, 255])
    #expect(bitmap?.fitted(intoWidth: 5, height: 5) == bitmap)
    #expect(Bitmap(width: 2, height: 2, pixels: [0]) == nil)
  }

  @Test func `sixels name their colours, count runs, and leave what is transparent`() {
    let red: [UInt8] = [255, 0, 0, 255]
    let none: [UInt8] = [0, 0, 0, 0]
    let pixels = Array(repeating: red, count: 5).flatMap(\.self) + none
    let bitmap = Bitmap(width: 6, height: 1, pixels: pixels)
    #expect(bitmap?.sixels == "\u{1B}P0;1;0q\"1;1;6;1#180;2;100;0;0#180!5@-\u{1B}\\")
    let tall = Bitmap(width: 1, height: 7, pixels: Array(repeating: red, count: 7).flatMap(\.self))
    #expect(tall?.sixels.hasSuffix("#180~-#180@-\u{1B}\\") == true)
  }
}
