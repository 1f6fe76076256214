import EventLog
import Testing

/// Stamps rise whatever the clock does.
@Suite struct HybridClockTests {
  @Test func `a stamp is the clock's milliseconds and a counter`() {
    var clock = HybridClock(after: 0)
    #expect(clock.tick(at: 1_500_999) == 1_500 << 16)
    #expect(clock.tick(at: 1_500_999) == 1_500 << 16 | 1)
    #expect(clock.tick(at: 1_501_000) == 1_501 << 16)
  }

  @Test func `a clock that stands, goes back or was before 1970 only counts`() {
    var clock = HybridClock(after: 5 << 16 | 0xFFFF)
    #expect(clock.tick(at: 5_000) == 6 << 16)
    #expect(clock.tick(at: 4_000) == 6 << 16 | 1)
    #expect(clock.tick(at: 0) == 6 << 16 | 2)
    #expect(clock.tick(at: .min) == 6 << 16 | 3)
    var fresh = HybridClock(after: 0)
    #expect(fresh.tick(at: -1) == 1)
  }

  @Test func `the lead over a clock is in milliseconds`() {
    #expect(HybridClock.lead(of: 90_000 << 16 | 7, over: 60_000_000) == 30_000)
    #expect(HybridClock.lead(of: 60_000 << 16, over: 90_000_000) == -30_000)
  }
}
