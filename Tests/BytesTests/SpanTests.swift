import Bytes
import TestSupport
import Testing

@Suite struct SpanTests {
  @Test(arguments: 0..<UInt64(40))
  func `the first byte of a kind is where a plain search finds it`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Around the thirty-two bytes of a step.
    let bytes = (0..<random.below(200)).map { _ in UInt8(random.below(24)) + 0x18 }
    for start in 0...bytes.count {
      let sought = UInt8(random.below(24)) + 0x18
      #expect(
        bytes.span.place(of: sought, from: start)
          == bytes[start...].firstIndex(of: sought) ?? bytes.count)
      #expect(
        bytes.span.place(from: start) { ($0 < 0x1A ? 1 : 0) | ($0 == sought ? 1 : 0) }
          == bytes[start...].firstIndex { $0 < 0x1A || $0 == sought } ?? bytes.count)
    }
  }

  @Test func `nothing is found in no bytes`() {
    #expect([UInt8]().span.place(of: 0, from: 0) == 0)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 1000])
  func `bytes are copied behind those that are there`(count: Int) {
    let source = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var bytes: [UInt8] = [1, 2]
    bytes.append(copying: source.span)
    bytes.append(copying: source.span.extracting(last: count / 2))
    #expect(bytes == [1, 2] + source + source.suffix(count / 2))
    #expect(source.span.array == source)
  }
}
