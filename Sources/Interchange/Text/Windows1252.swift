/// The characters of Windows-1252, as the WHATWG Encoding Standard's index has them.
///
/// The five bytes that Microsoft left free stand for the control characters of the same number, so that
/// every byte is some character and no two are the same.
enum Windows1252 {
  /// The characters of the bytes 80 to 9F; all others have the number of their byte.
  private static let middle: [UInt32] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]

  /// The number of the character that a byte stands for.
  static func scalar(of byte: UInt8) -> UInt32 {
    (0x80...0x9F).contains(byte) ? middle[Int(byte) - 0x80] : UInt32(byte)
  }
}
