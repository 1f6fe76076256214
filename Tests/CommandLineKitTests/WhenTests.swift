import CommandLineKit
import TestSupport
import Testing

/// Moments as people write them, on Monday 2026-11-30 at 15:04:05.25 in Berlin unless said
/// otherwise.
///
/// The zones are POSIX rules, so that these tests need no zone database.
@Suite struct WhenTests {
  static let now: Int64 = 1_796_047_445_250_000

  /// The rules of today's Berlin, New York and Lord Howe, under their names.
  static let zones: Zones = {
    @Sendable func named(_ name: String) -> Zone? {
      switch name {
      case "Europe/Berlin": Zone(name: name, posixRule: "CET-1CEST,M3.5.0,M10.5.0/3")
      case "America/New_York": Zone(name: name, posixRule: "EST5EDT,M3.2.0,M11.1.0")
      case "Australia/Lord_Howe":
        Zone(name: name, posixRule: "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0")
      case "America/Sao_Paulo": Zone(name: name, posixRule: "<-03>3<-02>,M11.1.0/0,M2.3.0/0")
      case "UTC": .utc
      default: nil
      }
    }
    return Zones(local: named("Europe/Berlin") ?? .utc, named: named)
  }()

  private func moment(_ text: String, at now: Int64 = now) throws -> NamedMoment {
    try When(text).moment(now: now, in: Self.zones)
  }

  private func shown(_ text: String, at now: Int64 = now) throws -> String {
    let moment = try moment(text, at: now)
    return InternetTime.text(
      microseconds: moment.microseconds, offsetSeconds: moment.offsetSeconds, zone: moment.zone)
  }

  private func range(_ text: String, at now: Int64 = now) throws -> String {
    let range = try When(text).range(now: now, in: Self.zones)
    return [range.lower, range.upper].map { instant in
      let offset = Self.zones.local.offset(at: instant)
      let text = InternetTime.text(microseconds: instant, offsetSeconds: offset)
      return String(text.prefix(text.count - 6)) + (offset == 3600 ? "" : "s")
    }.joined(separator: " … ")
  }

  @Test(arguments: [
    ("2026-11-30 15:30", "2026-11-30T15:30:00+01:00[Europe/Berlin]", Precision.minute),
    ("2026-11-30T15:30", "2026-11-30T15:30:00+01:00[Europe/Berlin]", .minute),
    ("2026-11-30t15:30:20", "2026-11-30T15:30:20+01:00[Europe/Berlin]", .second),
    ("2026-11-30 15:30:20.5", "2026-11-30T15:30:20.5+01:00[Europe/Berlin]", .instant),
    ("2026-07-01 at 3pm", "2026-07-01T15:00:00+02:00[Europe/Berlin]", .minute),
    ("20261130T153020", "2026-11-30T15:30:20+01:00[Europe/Berlin]", .second),
    ("20261130T1530Z", "2026-11-30T15:30:00Z", .minute),
    ("2026-11-30T15:30:20Z", "2026-11-30T15:30:20Z", .second),
    ("2026-11-30T15:30:20+05:30", "2026-11-30T15:30:20+05:30", .second),
    ("2026-11-30T15:30-0330", "2026-11-30T15:30:00-03:30", .minute),
    ("2026-11-30 15:30 +02", "2026-11-30T15:30:00+02:00", .minute),
    ("2026-11-30 15:30 utc", "2026-11-30T15:30:00Z[UTC]", .minute),
    ("2026-11-30 15:30 GMT", "2026-11-30T15:30:00Z[UTC]", .minute),
    (
      "2026-11-30 15:30 America/New_York", "2026-11-30T15:30:00-05:00[America/New_York]", .minute
    ),
    ("2026-11-30T15:30[America/New_York]", "2026-11-30T15:30:00-05:00[America/New_York]", .minute),
    (
      "2026-11-30T15:30-05:00[America/New_York]", "2026-11-30T15:30:00-05:00[America/New_York]",
      .minute
    ),
    ("2026-11-30T15:30Z[Europe/Berlin]", "2026-11-30T16:30:00+01:00[Europe/Berlin]", .minute),
    ("2026-11-30", "2026-11-30T00:00:00+01:00[Europe/Berlin]", .day),
    ("2026-07-01", "2026-07-01T00:00:00+02:00[Europe/Berlin]", .day),
    ("20240229", "2024-02-29T00:00:00+01:00[Europe/Berlin]", .day),
    ("2026-W49-1", "2026-11-30T00:00:00+01:00[Europe/Berlin]", .day),
    ("2026-w49-7 noon", "2026-12-06T12:00:00+01:00[Europe/Berlin]", .minute),
    ("2026-334", "2026-11-30T00:00:00+01:00[Europe/Berlin]", .day),
    ("2024-366", "2024-12-31T00:00:00+01:00[Europe/Berlin]", .day),
    ("2024", "2024-01-01T00:00:00+01:00[Europe/Berlin]", .year),
    ("2024-11", "2024-11-01T00:00:00+01:00[Europe/Berlin]", .month),
    ("2026-W01", "2025-12-29T00:00:00+01:00[Europe/Berlin]", .week),
    ("0099-05-05", "0099-05-05T00:00:00+02:00[Europe/Berlin]", .day),
    ("9999-12-31 23:59", "9999-12-31T23:59:00+01:00[Europe/Berlin]", .minute),
    ("1898-08-01 12:00", "1898-08-01T12:00:00+02:00[Europe/Berlin]", .minute),
    ("now", "2026-11-30T15:04:05.25+01:00[Europe/Berlin]", .instant),
    ("  Now ", "2026-11-30T15:04:05.25+01:00[Europe/Berlin]", .instant),
    ("now UTC", "2026-11-30T14:04:05.25Z[UTC]", .instant),
    ("today", "2026-11-30T15:04:05.25+01:00[Europe/Berlin]", .instant),
    ("yesterday", "2026-11-29T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("TOMORROW", "2026-12-01T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("yesterday at 3pm", "2026-11-29T15:00:00+01:00[Europe/Berlin]", .minute),
    ("yesterday 15:30", "2026-11-29T15:30:00+01:00[Europe/Berlin]", .minute),
    ("today at noon", "2026-11-30T12:00:00+01:00[Europe/Berlin]", .minute),
    ("tomorrow midnight", "2026-12-01T00:00:00+01:00[Europe/Berlin]", .minute),
    ("yesterday at 3:30 pm", "2026-11-29T15:30:00+01:00[Europe/Berlin]", .minute),
    ("yesterday 3:30\u{202F}PM", "2026-11-29T15:30:00+01:00[Europe/Berlin]", .minute),
    ("yesterday 3:30:20 p.m.", "2026-11-29T15:30:20+01:00[Europe/Berlin]", .second),
    ("yesterday 12am", "2026-11-29T00:00:00+01:00[Europe/Berlin]", .minute),
    ("yesterday 12:15 am", "2026-11-29T00:15:00+01:00[Europe/Berlin]", .minute),
    ("yesterday 12pm", "2026-11-29T12:00:00+01:00[Europe/Berlin]", .minute),
    ("yesterday 11:59:59PM", "2026-11-29T23:59:59+01:00[Europe/Berlin]", .second),
    (
      "yesterday at 3pm America/New_York", "2026-11-29T15:00:00-05:00[America/New_York]", .minute
    ),
    ("15:30", "2026-11-30T15:30:00+01:00[Europe/Berlin]", .minute),
    ("9:30", "2026-11-30T09:30:00+01:00[Europe/Berlin]", .minute),
    ("2026-07-01 9:30:05Z", "2026-07-01T09:30:05Z", .second),
    ("1530", "1530-01-01T00:00:00+01:00[Europe/Berlin]", .year),
    ("at 3pm", "2026-11-30T15:00:00+01:00[Europe/Berlin]", .minute),
    ("noon", "2026-11-30T12:00:00+01:00[Europe/Berlin]", .minute),
    ("15:30Z", "2026-11-30T15:30:00Z", .minute),
    ("15:30+05:30", "2026-11-30T15:30:00+05:30", .minute),
    ("monday", "2026-11-30T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("Friday", "2026-11-27T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("tue", "2026-11-24T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("last monday", "2026-11-23T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("last friday at 9:00", "2026-11-27T09:00:00+01:00[Europe/Berlin]", .minute),
    ("last sunday", "2026-11-29T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("next monday", "2026-12-07T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("next friday", "2026-12-04T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("next tuesday noon", "2026-12-01T12:00:00+01:00[Europe/Berlin]", .minute),
    ("3 days ago", "2026-11-27T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("3 days ago at 8am", "2026-11-27T08:00:00+01:00[Europe/Berlin]", .minute),
    ("1 day ago", "2026-11-29T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("a day ago", "2026-11-29T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("2 weeks ago", "2026-11-16T15:04:05.25+01:00[Europe/Berlin]", .day),
    ("6 months ago", "2026-05-30T15:04:05.25+02:00[Europe/Berlin]", .day),
    ("2 years ago 10:00", "2024-11-30T10:00:00+01:00[Europe/Berlin]", .minute),
    ("0 days ago", "2026-11-30T15:04:05.25+01:00[Europe/Berlin]", .instant),
    ("90 minutes ago", "2026-11-30T13:34:05.25+01:00[Europe/Berlin]", .instant),
    ("an hour ago", "2026-11-30T14:04:05.25+01:00[Europe/Berlin]", .instant),
    ("30 seconds ago", "2026-11-30T15:03:35.25+01:00[Europe/Berlin]", .instant),
    ("5 min ago", "2026-11-30T14:59:05.25+01:00[Europe/Berlin]", .instant),
    ("in 2 hours", "2026-11-30T17:04:05.25+01:00[Europe/Berlin]", .instant),
    ("in a week at 10am", "2026-12-07T10:00:00+01:00[Europe/Berlin]", .minute),
    ("28 nov", "2026-11-28T00:00:00+01:00[Europe/Berlin]", .day),
    ("30 november", "2026-11-30T00:00:00+01:00[Europe/Berlin]", .day),
    ("1 december", "2025-12-01T00:00:00+01:00[Europe/Berlin]", .day),
    ("29 feb", "2024-02-29T00:00:00+01:00[Europe/Berlin]", .day),
    ("28 November 2020 15:30", "2020-11-28T15:30:00+01:00[Europe/Berlin]", .minute),
    ("November 28, 2020", "2020-11-28T00:00:00+01:00[Europe/Berlin]", .day),
    ("nov 28 at 3pm", "2026-11-28T15:00:00+01:00[Europe/Berlin]", .minute),
    ("march 2020", "2020-03-01T00:00:00+01:00[Europe/Berlin]", .month),
    ("may", "2026-05-01T00:00:00+02:00[Europe/Berlin]", .month),
    ("last week", "2026-11-23T00:00:00+01:00[Europe/Berlin]", .week),
  ])
  func `one moment is meant`(text: String, expected: String, precision: Precision) throws {
    let moment = try moment(text)
    #expect(try shown(text) == expected)
    #expect(moment.precision == precision)
    #expect(moment.notes == [])
    #expect(try When(text).logSize == nil)
  }

  @Test(arguments: [
    ("2024", "2024-01-01T00:00:00 … 2025-01-01T00:00:00"),
    ("2024-11", "2024-11-01T00:00:00 … 2024-12-01T00:00:00"),
    ("2024-12", "2024-12-01T00:00:00 … 2025-01-01T00:00:00"),
    ("2024-02-29", "2024-02-29T00:00:00 … 2024-03-01T00:00:00"),
    ("2026-W49", "2026-11-30T00:00:00 … 2026-12-07T00:00:00"),
    ("2026-03-29", "2026-03-29T00:00:00 … 2026-03-30T00:00:00s"),
    ("2026-10-25", "2026-10-25T00:00:00s … 2026-10-26T00:00:00"),
    ("today", "2026-11-30T00:00:00 … 2026-12-01T00:00:00"),
    ("yesterday", "2026-11-29T00:00:00 … 2026-11-30T00:00:00"),
    ("3 days ago", "2026-11-27T00:00:00 … 2026-11-28T00:00:00"),
    ("2 weeks ago", "2026-11-16T00:00:00 … 2026-11-17T00:00:00"),
    ("monday", "2026-11-30T00:00:00 … 2026-12-01T00:00:00"),
    ("last friday", "2026-11-27T00:00:00 … 2026-11-28T00:00:00"),
    ("this week", "2026-11-30T00:00:00 … 2026-12-07T00:00:00"),
    ("last week", "2026-11-23T00:00:00 … 2026-11-30T00:00:00"),
    ("next month", "2026-12-01T00:00:00 … 2027-01-01T00:00:00"),
    ("last month", "2026-10-01T00:00:00s … 2026-11-01T00:00:00"),
    ("this year", "2026-01-01T00:00:00 … 2027-01-01T00:00:00"),
    ("last year", "2025-01-01T00:00:00 … 2026-01-01T00:00:00"),
    ("november", "2026-11-01T00:00:00 … 2026-12-01T00:00:00"),
    ("december", "2025-12-01T00:00:00 … 2026-01-01T00:00:00"),
    ("march 2020", "2020-03-01T00:00:00 … 2020-04-01T00:00:00s"),
    ("28 nov", "2026-11-28T00:00:00 … 2026-11-29T00:00:00"),
    ("yesterday 15:30", "2026-11-29T15:30:00 … 2026-11-29T15:31:00"),
    ("2026-11-30T15:30:20", "2026-11-30T15:30:20 … 2026-11-30T15:30:21"),
    ("2026-11-30T15:30:20.5", "2026-11-30T15:30:20.5 … 2026-11-30T15:30:20.500001"),
    ("now", "2026-11-30T15:04:05.25 … 2026-11-30T15:04:05.250001"),
    ("an hour ago", "2026-11-30T14:04:05.25 … 2026-11-30T14:04:05.250001"),
    ("2026-11-30 America/New_York", "2026-11-30T06:00:00 … 2026-12-01T06:00:00"),
    ("2026-11-30 +10:00", "2026-11-29T15:00:00 … 2026-11-30T15:00:00"),
    ("yesterday UTC", "2026-11-29T01:00:00 … 2026-11-30T01:00:00"),
    ("9999-12-31", "9999-12-31T00:00:00 … +010000-01-01T00:00:00"),
  ])
  func `a range is the whole of what is named`(text: String, expected: String) throws {
    #expect(try range(text) == expected)
    #expect(try When(text).range(now: Self.now, in: Self.zones).notes == [])
  }

  @Test func `a day is reckoned in the zone that is named`() throws {
    // 23:30 in New York is already the next day in Berlin.
    let now = try #require(try InternetTime("2026-11-30T04:30:00Z").microseconds)
    #expect(try shown("today", at: now) == "2026-11-30T05:30:00+01:00[Europe/Berlin]")
    #expect(
      try shown("today 10:00 America/New_York", at: now)
        == "2026-11-29T10:00:00-05:00[America/New_York]")
    #expect(try shown("monday noon -05:00", at: now) == "2026-11-23T12:00:00-05:00")
  }

  @Test func `every weekday is found from every day`() throws {
    for offset in 0..<14 {
      let now = Self.now + Int64(offset) * 86_400_000_000
      let today = CivilDate(daysSince1970: 20_787 + offset)
      for (index, name) in [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
      ]
      .enumerated() {
        func day(_ text: String) throws -> Int {
          let moment = try moment(text, at: now)
          let local = moment.microseconds + Int64(moment.offsetSeconds) * 1_000_000
          return Int(local / 86_400_000_000)
        }
        for (text, reach) in [(name, -6...0), ("last \(name)", -7...(-1)), ("next \(name)", 1...7)]
        {
          let days = try day(text)
          #expect(CivilDate(daysSince1970: days).weekday == index + 1)
          #expect(reach.contains(days - today.daysSince1970))
        }
      }
    }
  }

  @Test(arguments: [
    (
      "2026-03-29 02:30", "2026-03-29T03:30:00+02:00[Europe/Berlin]",
      "2026-03-29 02:30 does not exist in Europe/Berlin, where clocks went forward; it is moved forward by an hour"
    ),
    (
      "2026-10-25 02:30", "2026-10-25T02:30:00+02:00[Europe/Berlin]",
      "2026-10-25 02:30 happened twice in Europe/Berlin; the earlier one, +02:00, is taken; write +01:00 for the later"
    ),
    (
      "2026-10-04 02:10 Australia/Lord_Howe", "2026-10-04T02:40:00+11:00[Australia/Lord_Howe]",
      "2026-10-04 02:10 does not exist in Australia/Lord_Howe, where clocks went forward; it is moved forward by 30 minutes"
    ),
    (
      "2026-11-01 midnight America/Sao_Paulo", "2026-11-01T01:00:00-02:00[America/Sao_Paulo]",
      "2026-11-01 00:00 does not exist in America/Sao_Paulo, where clocks went forward; it is moved forward by an hour"
    ),
    (
      "2026-11-30T15:30+03:00[Europe/Berlin]", "2026-11-30T15:30:00+03:00[Europe/Berlin]",
      "Europe/Berlin is at +01:00 then and not at +03:00; the offset is kept"
    ),
  ])
  func `what the clock did is said`(text: String, expected: String, note: String) throws {
    #expect(try shown(text) == expected)
    #expect(try moment(text).notes == [note])
  }

  @Test(arguments: [
    ("2026-10-25 02:30 +01:00", "2026-10-25T02:30:00+01:00"),
    ("2026-10-25T02:30+02:00", "2026-10-25T02:30:00+02:00"),
    ("2026-10-25T02:30+01:00[Europe/Berlin]", "2026-10-25T02:30:00+01:00[Europe/Berlin]"),
    ("2026-10-25T02:30+02:00[Europe/Berlin]", "2026-10-25T02:30:00+02:00[Europe/Berlin]"),
  ])
  func `an offset says which of two is meant`(text: String, expected: String) throws {
    #expect(try shown(text) == expected)
    #expect(try moment(text).notes == [])
  }

  @Test func `today within the hour that came twice is now`() throws {
    for text in ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"] {
      let now = try #require(try InternetTime(text).microseconds)
      #expect(try moment("today", at: now).microseconds == now)
      #expect(try moment("now", at: now).microseconds == now)
    }
  }

  @Test func `a skipped midnight begins its day later, and says nothing`() throws {
    let range = try When("2026-11-01 America/Sao_Paulo").range(now: Self.now, in: Self.zones)
    #expect(range.lower == (try InternetTime("2026-11-01T03:00:00Z")).microseconds)
    #expect(range.upper == (try InternetTime("2026-11-02T02:00:00Z")).microseconds)
    #expect(range.notes == [])
  }

  @Test func `a month that is too short gives its last day and says so`() throws {
    let now = try #require(try InternetTime("2024-03-31T10:00:00Z").microseconds)
    #expect(try shown("a month ago", at: now) == "2024-02-29T12:00:00+01:00[Europe/Berlin]")
    #expect(try moment("a month ago", at: now).notes.count == 1)
    #expect(try shown("13 months ago", at: now).hasPrefix("2023-02-28T"))
    let leap = try #require(try InternetTime("2024-02-29T10:00:00Z").microseconds)
    #expect(try shown("a year ago", at: leap).hasPrefix("2023-02-28T"))
    #expect(
      try When("a year ago").range(now: leap, in: Self.zones).notes
        == ["'a year ago' would be day 29 of a month that has 28; 2023-02-28 is taken"])
  }

  @Test(arguments: [("@0", 0), ("@40", 40), ("@18446744073709551615", UInt64.max)])
  func `sizes of the log are no moments`(text: String, size: UInt64) throws {
    let when = try When(text)
    #expect(when.logSize == size)
    #expect(throws: InvalidArgument.self) { try when.moment(now: Self.now, in: Self.zones) }
    #expect(throws: InvalidArgument.self) { try when.range(now: Self.now, in: Self.zones) }
  }

  /// Half understood is not understood: each of these begins or ends like a moment.
  @Test(arguments: [
    "", " ", "garbage", "yesterday's lunch", "yesterday at", "yesterday at 3", "yesterday 3", "at",
    "yesterday at 3pm sharp", "tomorrow call mum", "in 3 days ship", "3 days", "days ago", "ago",
    "three days ago", "3 fortnights ago", "-3 days ago", "3.5 days ago", "+3 days ago",
    "3 days ago ago",
    "last", "next", "last day", "this friday", "last last friday", "monday tuesday", "mond", "mo",
    "the day before yesterday", "end of month", "easter", "2026-11-30T", "2026-11-30 T15:30",
    "2026-11-30T15", "2026-11-30T9:30", "2026-11-30T3pm", "2026-11-30Tnoon",
    "2026-11-30T15:30 at 4pm", "2026-11-30 at",
    "2026-11-", "2026-1-5", "2026-11-3", "26-11-30", "2026-11-301", "2026-11-30-1", "2026/11/30",
    "30.11.2026", "12/11/2026", "202611", "2026-W49-", "2026-W4", "2026-W49-12", "20261130 T1530",
    "10.20.30", "1.2.3.4.5", "15:3", "15:30:2", "15:30:20.", "001:30", "3 pm pm", "3:3pm",
    "yesterday 03:30:20.5pm", "15:30 15:30", "15:30 Berlin", "15:30 CET", "15:30 EST", "15:30 +1",
    "15:30 Europe/Berlin Europe/Berlin", "15:30 [Europe/Berlin", "15:30 Europe/Berlin]",
    "15:30 [Europe/Berlin] UTC", "15:30 [u-ca=hebrew]", "15:30 ../../etc", "Europe/Berlin", "UTC",
    "Z",
    "[Europe/Berlin]", "+01:00", "@", "@-1", "@x", "@1 2", "@ 1", "@18446744073709551616", "40@",
    "now at 3pm", "5 minutes ago at 3pm", "last week at 3pm", "2024 15:30", "2024-11 noon",
    "2026-W49 10:00", "november 15:30", "march 2020 noon", "nov 28 20", "28 28 nov", "28th nov",
    "２０２４", "yesterday\u{0}", "today;", "now!",
  ])
  func `what is not understood whole is refused`(text: String) {
    #expect(throws: InvalidArgument.self) { try When(text) }
  }

  @Test(arguments: [
    ("2019-02-29", "'2019-02-29' has day 29, and February 2019 has 28"),
    ("1900-02-29 noon", "'1900-02-29 noon' has day 29, and February 1900 has 28"),
    ("2020-08-32", "'2020-08-32' has day 32, and August 2020 has 31"),
    ("20200431", "'20200431' has day 31, and April 2020 has 30"),
    ("2021-13-01", "'2021-13-01' has month 13, and months are 1 to 12"),
    ("2021-00", "'2021-00' has month 0, and months are 1 to 12"),
    ("2021-01-00", "'2021-01-00' has day 0, and January 2021 has 31"),
    ("0000-01-01", "'0000-01-01' has year 0; years are 1 to 9999"),
    ("2021-366", "'2021-366' has day 366, and 2021 has 365 days"),
    ("2021-W53", "'2021-W53' has week 53, which 2021 has not"),
    ("2021-W00", "'2021-W00' has week 0, which 2021 has not"),
    ("2021-W01-8", "'2021-W01-8' has weekday 8, and weekdays are 1 to 7"),
    (
      "2021-01-01 24:00",
      "'2021-01-01 24:00' has hour 24, and hours are 0 to 23; midnight at the end of a day is 00:00 of the next"
    ),
    ("today 25:00", "'today 25:00' has hour 25, and hours are 0 to 23"),
    ("09:60", "'09:60' has minute 60, and minutes are 0 to 59"),
    (
      "2016-12-31T23:59:60Z",
      "'2016-12-31T23:59:60Z' has second 60, and seconds are 0 to 59; leap seconds are not kept; write 59"
    ),
    ("yesterday 13pm", "'yesterday 13pm' has hour 13 with am or pm, and those are 1 to 12"),
    ("yesterday 0am", "'yesterday 0am' has hour 0 with am or pm, and those are 1 to 12"),
    ("30 feb", "'30 feb' has day 30, and February 2000 has 29"),
    ("29 feb 2023", "'29 feb 2023' has day 29, and February 2023 has 28"),
    ("15:30+24:00", "'15:30+24:00' has an offset that is more than a day or no time"),
  ])
  func `what does not exist is refused with its reason`(text: String, message: String) throws {
    do {
      _ = try When(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test(arguments: [
    ("15:30 No/Where", "the time zone 'No/Where' is not known"),
    ("5000 years ago", "'5000 years ago' is not within the years 1 to 9999"),
    ("in 900000000 days", "'in 900000000 days' is not within the years 1 to 9999"),
    ("1000000000 weeks ago", "'1000000000 weeks ago' is not within the years 1 to 9999"),
    ("1000000000 years ago", "'1000000000 years ago' is not within the years 1 to 9999"),
    ("900000000 hours ago", "'900000000 hours ago' is not within the years 1 to 9999"),
  ])
  func `what cannot be resolved is refused with its reason`(text: String, message: String) throws {
    let when = try When(text)
    for resolve in [
      { _ = try when.moment(now: Self.now, in: Self.zones) },
      { _ = try when.range(now: Self.now, in: Self.zones) },
    ] {
      do {
        try resolve()
        Issue.record("\(text) was resolved")
      } catch let error as InvalidArgument {
        #expect(error.message == message)
      }
    }
  }

  /// Words of the language in any order either give a moment within the years, or are refused.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `random words are understood whole or refused`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let words = [
      "yesterday", "now", "monday", "last", "next", "3", "days", "ago", "at", "3pm", "15:30",
      "noon",
      "2024", "2024-11", "2024-11-05", "2024-W10", "T", "T15:30", "Z", "+01:00", "Europe/Berlin",
      "[Europe/Berlin]", "in", "a", "week", "nov", "28", "@40", "pm", ",", "-", "",
    ]
    for _ in 0..<100 {
      let text = (0...random.below(4)).map { _ in words[random.below(words.count)] }
        .joined(separator: random.below(4) == 0 ? "" : " ")
      guard let when = try? When(text), when.logSize == nil else { continue }
      let range = try when.range(now: Self.now, in: Self.zones)
      let moment = try when.moment(now: Self.now, in: Self.zones)
      #expect(range.lower < range.upper)
      let floating = moment.precision == .day || moment.precision == .instant
      #expect(floating || moment.microseconds == range.lower)
      #expect(moment.microseconds >= range.lower && moment.microseconds < range.upper)
    }
  }
}
