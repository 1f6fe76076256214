import Testing
import fuzz

@Suite struct FormatFuzzerTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `no format does what none may`(seed: UInt64) throws {
    var fuzzer = FormatFuzzer(seed: seed)
    for _ in 0..<1500 { try fuzzer.check(fuzzer.next()) }
    // Formats that are all refused, or all of one kind, would show nothing.
    #expect(fuzzer.tally.parsed > 100, "\(fuzzer.tally)")
    #expect(fuzzer.tally.refused.count >= 4, "\(fuzzer.tally)")
  }
}
