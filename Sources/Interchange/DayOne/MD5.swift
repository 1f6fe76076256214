/// MD5 (RFC 1321) of bytes that come in pieces: the checksum by which Day One names its media.
///
/// It guards against accidents and nothing else.
public struct MD5: Sendable {
  private var state: (UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476
  )
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// Begins with no bytes.
  public init() {}

  /// Takes in more bytes.
  ///
  /// - Parameter bytes: The bytes.
  public mutating func update(_ bytes: [UInt8]) {
    count += UInt64(bytes.count)
    var place = 0
    if !rest.isEmpty {
      let missing = min(64 - rest.count, bytes.count)
      rest += bytes[..<missing]
      place = missing
      guard rest.count == 64 else { return }
      let block = rest
      Self.compress(block.span, at: 0, into: &state)
      rest.removeAll(keepingCapacity: true)
    }
    let span = bytes.span
    while place + 64 <= bytes.count {
      Self.compress(span, at: place, into: &state)
      place += 64
    }
    rest += bytes[place...]
  }

  /// The digest of all bytes taken in so far, as 32 hexadecimal digits in lower case.
  public func finish() -> String {
    var end = self
    var padding: [UInt8] = [0x80]
    padding += [UInt8](repeating: 0, count: (119 - rest.count) % 64)
    let bits = count << 3
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      padding.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    end.update(padding)
    var text: [UInt8] = []
    let digits = Array("0123456789abcdef".utf8)
    for word in [end.state.0, end.state.1, end.state.2, end.state.3] {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        let byte = UInt8(truncatingIfNeeded: word >> shift)
        text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The shifts of each round, §3.4.
  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  /// The integer parts of 2^32 · |sin(i + 1)|, §3.4.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
    0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193,
    0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d,
    0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
    0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122,
    0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244,
    0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
    0xeb86_d391,
  ]

  private static func compress(
    _ bytes: Span<UInt8>, at place: Int, into state: inout (UInt32, UInt32, UInt32, UInt32)
  ) {
    func word(_ index: Int) -> UInt32 {
      let start = place + 4 * index
      return UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]) << 16
        | UInt32(bytes[start + 3]) << 24
    }
    var (a, b, c, d) = state
    for step in 0..<64 {
      let mixed: UInt32
      let index: Int
      switch step >> 4 {
      case 0: (mixed, index) = (b & c | ~b & d, step)
      case 1: (mixed, index) = (d & b | ~d & c, (5 * step + 1) & 15)
      case 2: (mixed, index) = (b ^ c ^ d, (3 * step + 5) & 15)
      default: (mixed, index) = (c ^ (b | ~d), 7 * step & 15)
      }
      let sum = a &+ mixed &+ sines[step] &+ word(index)
      let shift = shifts[(step >> 4) << 2 | step & 3]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
  }
}
