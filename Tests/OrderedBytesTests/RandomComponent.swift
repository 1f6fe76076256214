import OrderedBytes
import TestSupport

/// Draws components near the places where orders go wrong.
struct RandomComponent {
  var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func component() -> OrderedComponent {
    switch numbers.below(12) {
    case 0: .null
    case 1: .bool(numbers.below(2) == 0)
    case 2, 3, 4, 5: number()
    case 6: .moment(microseconds: int())
    case 7, 8: .string(content())
    case 9: .uuid(high: numbers.next() >> 63, low: numbers.next() >> UInt64(numbers.below(64)))
    case 10: .data(content())
    default: .double([0, -0.0, 1, .nan, .infinity, -.infinity][numbers.below(6)])
    }
  }

  mutating func number() -> OrderedComponent {
    switch numbers.below(4) {
    case 0: .int(int())
    case 1: .double(Double(int()))
    case 2: .double(neighbor(of: Double(int())))
    default: .double(double())
    }
  }

  /// An integer of any length, often beside a power of two, where doubles change their distance.
  mutating func int() -> Int64 {
    let int = Int64(bitPattern: numbers.next()) >> numbers.below(64)
    guard numbers.below(2) == 0 else { return int }
    let power = Int64(1) << numbers.below(64)
    return power &+ Int64(numbers.below(2100) - 1050)
  }

  private mutating func neighbor(of double: Double) -> Double {
    numbers.below(2) == 0 ? double.nextUp : double.nextDown
  }

  /// Any double but NaN; a quarter are subnormal or of few digits.
  private mutating func double() -> Double {
    let pattern = numbers.next()
    let double: Double =
      switch numbers.below(4) {
      case 0: Double(bitPattern: pattern & 0x800F_FFFF_FFFF_FFFF)
      case 1: Double(Int64(numbers.below(2000) - 1000)) / 16
      default: Double(bitPattern: pattern)
      }
    return double.isNaN ? 0.5 : double
  }

  /// Bytes of few kinds, so that beginnings are shared; some longer than what counts.
  mutating func content() -> [UInt8] {
    let alphabet: [UInt8] = [[0, 1, 2], [1, 2, 0x61], [0x61, 0x62], [0, 0xFF], [0, 1]][
      numbers.below(5)]
    let count = numbers.below(3) == 0 ? 120 + numbers.below(16) : numbers.below(12)
    let shared = numbers.below(2) == 0 ? count : numbers.below(count + 1)
    return (0..<count).map { place in
      place < shared ? alphabet[0] : alphabet[numbers.below(alphabet.count)]
    }
  }
}
