import Interchange
import Testing

@Suite struct WallClockTests {
  @Test func `it is written as far as it is known`() {
    #expect(WallClock(year: 99, month: 5, day: 5).description == "0099-05-05")
    #expect(
      WallClock(year: 2026, month: 11, day: 30, hour: 4, minute: 5).description
        == "2026-11-30T04:05")
    #expect(
      WallClock(
        year: 2026, month: 11, day: 30, hour: 4, minute: 5, second: 0, offsetSeconds: -12_600
      ).description == "2026-11-30T04:05:00-03:30")
  }

  @Test(arguments: [
    (2020, 2, 29, 0, 0, true), (2019, 2, 29, 0, 0, false), (1900, 2, 29, 0, 0, false),
    (2000, 2, 29, 23, 59, true), (2020, 4, 31, 0, 0, false), (2020, 0, 1, 0, 0, false),
    (2020, 13, 1, 0, 0, false), (2020, 1, 0, 0, 0, false), (0, 1, 1, 0, 0, false),
    (10_000, 1, 1, 0, 0, false), (2020, 1, 1, 24, 0, false), (2020, 1, 1, 0, 60, false),
  ])
  func `calendar and clock decide what is valid`(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, isValid: Bool
  ) {
    let date = WallClock(year: year, month: month, day: day, hour: hour, minute: minute)
    #expect(date.isValid == isValid)
  }

  @Test func `seconds and offsets have their bounds`() {
    var date = WallClock(year: 2020, month: 1, day: 1, hour: 0, minute: 0, second: 59)
    #expect(date.isValid)
    date.second = 60
    #expect(!date.isValid)
    date.second = 0
    date.offsetSeconds = 64_801
    #expect(!date.isValid)
  }
}
