import Model
import TestSupport
import Testing

@Suite struct MomentRFC3339Tests {
  struct Known: Sendable, CustomTestStringConvertible {
    let microseconds: Int64
    var offset: Int32 = 0
    var zone: String?
    let text: String
    var testDescription: String { text }
  }

  static let known: [Known] = [
    Known(microseconds: 0, text: "1970-01-01T00:00:00Z"),
    Known(microseconds: -1, text: "1969-12-31T23:59:59.999999Z"),
    Known(microseconds: 1_796_026_413_120_450, text: "2026-11-30T08:13:33.120450Z"),
    Known(
      microseconds: 1_796_026_353_000_000, offset: 3600, zone: "Europe/Berlin",
      text: "2026-11-30T09:12:33+01:00[Europe/Berlin]"),
    Known(
      microseconds: 1_657_239_247_000_000, zone: "Europe/London",
      text: "2022-07-08T00:14:07+00:00[Europe/London]"),
    Known(microseconds: 951_782_400_000_000, text: "2000-02-29T00:00:00Z"),
    Known(microseconds: 951_782_400_000_000, offset: -34_200, text: "2000-02-28T14:30:00-09:30"),
    Known(microseconds: -2_203_891_200_000_000, text: "1900-03-01T00:00:00Z"),
    Known(microseconds: -2_203_977_600_000_000, text: "1900-02-28T00:00:00Z"),
    Known(microseconds: 253_402_300_799_999_999, text: "9999-12-31T23:59:59.999999Z"),
    Known(microseconds: 253_402_300_800_000_000, text: "+010000-01-01T00:00:00Z"),
    Known(microseconds: -62_135_596_800_000_000, text: "0001-01-01T00:00:00Z"),
    Known(microseconds: -62_167_219_200_000_000, text: "0000-01-01T00:00:00Z"),
    Known(microseconds: -62_167_219_200_000_001, text: "-000001-12-31T23:59:59.999999Z"),
    Known(microseconds: -377_705_116_800_000_000, text: "-009999-01-01T00:00:00Z"),
    Known(microseconds: .max, text: "+294247-01-10T04:00:54.775807Z"),
    Known(microseconds: .min, text: "-290308-12-21T19:59:05.224192Z"),
    Known(microseconds: .max, offset: 86_399, text: "+294247-01-11T04:00:53.775807+23:59:59"),
    Known(microseconds: .min, offset: -86_399, text: "-290308-12-20T19:59:06.224192-23:59:59"),
    Known(microseconds: -2_440_000_000_000_000, offset: 3208, text: "1892-09-05T07:06:48+00:53:28"),
  ]

  @Test(arguments: known)
  func `known moments have known texts`(_ known: Known) {
    let moment = Moment(
      microseconds: known.microseconds, offsetSeconds: known.offset, zone: known.zone)
    #expect(moment.rfc3339 == known.text)
    #expect(Moment(rfc3339: known.text) == moment)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `every moment is read back from its text`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let moment = random.moment()
      #expect(Moment(rfc3339: moment.rfc3339) == moment, "\(moment.rfc3339)")
    }
  }

  @Test func `days follow one another as in a calendar that is counted`() {
    var (year, month, day) = (1895, 1, 1)
    var microseconds = Int64(-2_366_755_200_000_000)
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: width - String(number).count) + String(number)
    }
    while year < 2105 {
      let text = Moment(microseconds: microseconds).rfc3339
      #expect(text == "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T00:00:00Z")
      microseconds += 86_400_000_000
      let isLeap = year % 4 == 0 && year != 1900 && year != 2100
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      day += 1
      if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test(arguments: [
    ("2026-11-30t08:12:33z", "2026-11-30T08:12:33Z"),
    ("2026-11-30 08:12:33Z", "2026-11-30T08:12:33Z"),
    ("2026-11-30T08:12:33-00:00", "2026-11-30T08:12:33Z"),
    ("2026-11-30T08:12:33.1+01:00", "2026-11-30T08:12:33.100000+01:00"),
    ("2026-11-30T08:12:33.123456999Z", "2026-11-30T08:12:33.123456Z"),
    ("1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ("2017-01-01T00:59:60.5+01:00", "2017-01-01T01:00:00.500000+01:00"),
    ("2026-11-30T09:12:33+01:00[!Europe/Berlin]", "2026-11-30T09:12:33+01:00[Europe/Berlin]"),
    (
      "2026-11-30T09:12:33+01:00[Europe/Berlin][u-ca=hebrew]",
      "2026-11-30T09:12:33+01:00[Europe/Berlin]"
    ),
    ("2026-11-30T09:12:33+01:00[u-ca=hebrew]", "2026-11-30T09:12:33+01:00"),
    ("2026-11-30T09:12:33+01:00[+01:00]", "2026-11-30T09:12:33+01:00"),
  ])
  func `other lawful forms are read`(text: String, canonical: String) {
    #expect(Moment(rfc3339: text)?.rfc3339 == canonical)
  }

  @Test(arguments: [
    "", "2026", "2026-11-30", "2026-11-30T08:12:33", "2026-11-30T08:12Z", "2026-11-30T08:12:33Zx",
    "2026-11-30T08:12:33.Z", "2026-11-30T08:12:33,5Z", "2026-11-31T08:12:33Z",
    "2026-02-29T08:12:33Z",
    "1900-02-29T00:00:00Z", "2026-00-10T00:00:00Z", "2026-13-10T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-11-30T24:00:00Z", "2026-11-30T08:60:00Z", "2026-11-30T08:12:61Z", "2026-11-30T08:12:60Z",
    "2026-11-30T08:12:33+24:00", "2026-11-30T08:12:33+01:60", "2026-11-30T08:12:33+0100",
    "2026-11-30T08:12:33+1:00", "2026-11-30T08:12:33Z[", "2026-11-30T08:12:33Z[]",
    "2026-11-30T08:12:33Z[Europe/Berlin", "2026-11-30T08:12:33Z[Europe Berlin]",
    "2026-11-30T08:12:33Z[Europe/Berlin][Europe/Rome]", "2026-11-30T08:12:33Z[!u-ca=hebrew]",
    "26-11-30T08:12:33Z", "+2026-11-30T08:12:33Z", "-000000-01-01T00:00:00Z",
    " 2026-11-30T08:12:33Z",
    "２０26-11-30T08:12:33Z", "+294247-01-10T04:00:54.775808Z", "-290308-12-21T19:59:05.224191Z",
    "+999999-12-31T23:59:59Z", "-999999-01-01T00:00:00Z",
  ])
  func `what is no moment is none`(text: String) {
    #expect(Moment(rfc3339: text) == nil)
  }
}
