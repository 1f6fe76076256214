import CommandLineKit
import TestSupport
import Testing

@Suite struct InternetTimeTests {
  @Test(
    arguments: [
      (0, 0, nil, "1970-01-01T00:00:00Z"),
      (-1, 0, nil, "1969-12-31T23:59:59.999999Z"),
      (
        1_796_026_353_120_450, 3600, "Europe/Berlin",
        "2026-11-30T09:12:33.12045+01:00[Europe/Berlin]"
      ),
      (1_796_026_353_500_000, 0, "Europe/London", "2026-11-30T08:12:33.5+00:00[Europe/London]"),
      (1_796_026_353_000_000, 0, "UTC", "2026-11-30T08:12:33Z[UTC]"),
      (1_796_026_353_000_001, -16_200, nil, "2026-11-30T03:42:33.000001-04:30"),
      (
        -2_840_140_800_000_000, -17_762, "America/New_York",
        "1879-12-31T19:03:58-04:56:02[America/New_York]"
      ),
      (-62_135_596_800_000_000, 0, nil, "0001-01-01T00:00:00Z"),
      (-62_167_219_200_000_000, 0, nil, "0000-01-01T00:00:00Z"),
      (-62_167_219_200_000_001, 0, nil, "-000001-12-31T23:59:59.999999Z"),
      (253_402_300_799_999_999, 0, nil, "9999-12-31T23:59:59.999999Z"),
      (253_402_300_799_999_999, 1, nil, "+010000-01-01T00:00:00.999999+00:00:01"),
    ] as [(Int64, Int, String?, String)])
  func `moments are written in RFC 3339 and read back`(
    microseconds: Int64, offset: Int, zone: String?, text: String
  ) throws {
    #expect(
      InternetTime.text(microseconds: microseconds, offsetSeconds: offset, zone: zone) == text)
    let read = try InternetTime(text)
    #expect(read.microseconds == microseconds)
    #expect(read.offsetSeconds == offset)
    #expect(read.zone == zone)
  }

  @Test func `six digits are written where they are asked for`() {
    #expect(
      InternetTime.text(microseconds: 1_796_026_353_120_450, fraction: .six)
        == "2026-11-30T08:12:33.120450Z")
    #expect(InternetTime.text(microseconds: 0, fraction: .six) == "1970-01-01T00:00:00.000000Z")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `reading gives back what was written`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let limit: Int64 = random.below(2) == 0 ? 300_000_000_000_000_000 : 9_200_000_000_000_000_000
    let microseconds = Int64.random(in: -limit...limit, using: &random)
    let offset = (random.below(2) == 0 ? 1 : 900) * Int.random(in: -90...90, using: &random)
    let zone = [nil, "UTC", "Europe/Berlin", "Etc/GMT+5"][random.below(4)]
    let text = InternetTime.text(microseconds: microseconds, offsetSeconds: offset, zone: zone)
    let read = try InternetTime(text)
    #expect(read.microseconds == microseconds)
    #expect(read.offsetSeconds == offset)
    #expect(read.zone == zone)
  }

  @Test func `the ends of 64 bits are written without a trap`() {
    for offset in [0, -50_000] {
      #expect(
        InternetTime.text(microseconds: .min, offsetSeconds: offset)
          == "-290308-12-21T19:59:05.224192Z")
    }
    for offset in [0, 50_000] {
      #expect(
        InternetTime.text(microseconds: .max, offsetSeconds: offset)
          == "+294247-01-10T04:00:54.775807Z")
    }
    #expect(
      InternetTime.text(microseconds: .max, offsetSeconds: -3600)
        == "+294247-01-10T03:00:54.775807-01:00")
  }

  @Test(
    arguments: [
      ("2026-11-30T08:12", "2026-11-30T08:12:00", nil, false, nil),
      ("2026-11-30 08:12:33", "2026-11-30T08:12:33", nil, false, nil),
      ("2026-11-30t08:12:33z", "2026-11-30T08:12:33", 0, true, nil),
      ("2026-11-30T08:12:33+0530", "2026-11-30T08:12:33", 19_800, false, nil),
      ("2026-11-30T08:12:33-00:00", "2026-11-30T08:12:33", 0, false, nil),
      ("2026-11-30T08:12:33,5+01", "2026-11-30T08:12:33.5", 3600, false, nil),
      ("2026-11-30T08:12:33.1234569Z", "2026-11-30T08:12:33.123456", 0, true, nil),
      ("2026-11-30T08:12:33Z[Europe/Berlin]", "2026-11-30T08:12:33", nil, true, "Europe/Berlin"),
      ("2026-11-30T08:12:33[!Europe/Berlin]", "2026-11-30T08:12:33", nil, false, "Europe/Berlin"),
      ("0099-05-05T00:00:00Z", "0099-05-05T00:00:00", 0, true, nil),
    ] as [(String, String, Int?, Bool, String?)])
  func `usual variants are read`(
    text: String, clock: String, offset: Int?, isZulu: Bool, zone: String?
  ) throws {
    let read = try InternetTime(text)
    #expect(read.localMicroseconds == (try InternetTime(clock)).localMicroseconds)
    #expect(read.offsetSeconds == offset)
    #expect(read.isZulu == isZulu)
    #expect(read.zone == zone)
    if offset == nil, !isZulu { #expect(read.microseconds == nil) }
  }

  @Test(arguments: [
    "", "2026-11-30", "2026-11-30T", "2026-11-30T08", "2026-11-30T8:12", "2026-11-3T08:12",
    "2026-1-30T08:12", "26-11-30T08:12", "2026-11-30T08:12:3", "2026-11-30T08:12:33.",
    "2026-11-30T08:12:33.5.5", "2026-11-30T08:12:33+1", "2026-11-30T08:12:33+01:0",
    "2026-11-30T08:12:33+24:00", "2026-11-30T08:12:33 +01:00", "2026-11-30T08:12:33Zx",
    "2026-11-30T08:12:33[", "2026-11-30T08:12:33[]", "2026-11-30T08:12:33[a/../b]",
    "2026-11-30T08:12:33[u-ca=hebrew]", "2019-02-29T00:00Z", "1900-02-29T00:00Z",
    "2020-08-32T00:00Z", "2021-13-01T00:00Z", "2021-00-01T00:00Z", "2021-01-00T00:00Z",
    "2021-01-01T24:00Z", "2021-01-01T23:60Z", "2021-01-01T23:59:60Z", " 2021-01-01T00:00Z",
    "2021-01-01T00:00Z ", "+2021-01-01T00:00Z", "+999999-01-01T00:00Z", "２０２１-01-01T00:00Z",
    "2021-01-01T00:00Z\u{0}", "2021-01-01T00:00Z\n",
  ])
  func `what is no moment is refused`(text: String) {
    #expect(throws: InvalidArgument.self) { try InternetTime(text) }
  }
}
