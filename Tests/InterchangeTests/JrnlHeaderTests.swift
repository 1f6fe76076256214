import Interchange
import TestSupport
import Testing

/// What is a header, and what its date means.
@Suite struct JrnlHeaderTests {
  // MARK: - Forms

  @Test(arguments: [
    ("2020-08-21 05:41", "2020-08-21T05:41"), ("2020-8-1 5:41", "2020-08-01T05:41"),
    ("2020/08/21 05:41:20", "2020-08-21T05:41:20"), ("2020.08.21 05:41", "2020-08-21T05:41"),
    ("2020-08-21T05:41:20", "2020-08-21T05:41:20"), ("2020-08-21T05:41Z", "2020-08-21T05:41+00:00"),
    ("2020-08-21T05:41:20+05:30", "2020-08-21T05:41:20+05:30"),
    ("2020-08-21 05:41 -0330", "2020-08-21T05:41-03:30"),
    ("2020-08-21 05:41 UTC", "2020-08-21T05:41+00:00"),
    ("2020-08-21 05:41+02", "2020-08-21T05:41+02:00"), ("2020-08-21", "2020-08-21"),
    ("21.08.2020 05:41", "2020-08-21T05:41"), ("21/08/2020 05:41", "2020-08-21T05:41"),
    ("21-08-2020, 05:41", "2020-08-21T05:41"), ("08/21/2020 05:41 PM", "2020-08-21T17:41"),
    ("21 August 2020 05:41", "2020-08-21T05:41"), ("21. Aug. 2020 05:41", "2020-08-21T05:41"),
    ("21-Aug-2020 05:41", "2020-08-21T05:41"), ("2020-Aug-21 05:41", "2020-08-21T05:41"),
    ("August 21, 2020 5:41 pm", "2020-08-21T17:41"), ("aug 21 2020 at 5:41", "2020-08-21T05:41"),
    ("21st of", nil), ("21st August 2020", "2020-08-21"),
    ("Sept 2, 2020 05:41", "2020-09-02T05:41"),
    ("Friday, 21 August 2020 05:41", "2020-08-21T05:41"),
    ("Fri 2020-08-21 05:41", "2020-08-21T05:41"),
    ("2020-08-21 Fri 05:41", "2020-08-21T05:41"), (" 2020-08-21 05:41 ", "2020-08-21T05:41"),
    ("2020-08-21\u{A0}05:41", "2020-08-21T05:41"),
    ("2020-08-21 12:00:00 AM", "2020-08-21T00:00:00"),
    ("2020-08-21 12:30:00 AM", "2020-08-21T00:30:00"),
    ("2020-08-21 12:00:00 PM", "2020-08-21T12:00:00"),
    ("2020-08-21 12:15:00 pm", "2020-08-21T12:15:00"),
    ("2020-08-21 11:59:59 P.M.", "2020-08-21T23:59:59"),
    ("2020-08-21 11:59:59 a.m.", "2020-08-21T11:59:59"),
    ("2020-08-21 6:05:00\u{202F}PM", "2020-08-21T18:05:00"),
    ("2020-08-21 6:05PM", "2020-08-21T18:05"),
    ("20-08-21 05:41", nil), ("21.08.20 05:41", nil), ("2020-08-21 05:41:20.5", nil),
    ("2020-08-21 5", nil),
    ("2020-08-21 05:41 CEST", nil), ("2020-08-21 20:00-21:00", nil), ("2020-08", nil),
    ("2020", nil),
    ("yesterday", nil), ("1.2.3.4.5", nil), ("10.20.30", nil), ("Friday", nil), ("in 3 days", nil),
    ("2020-08/21 05:41", nil), ("2020-08-21 05:4", nil), ("20200-08-21 05:41", nil),
    ("Augustus 1 2020", nil),
    ("2020-08-21 05:41 PMX", nil), ("2020-08-21 x", nil), ("", nil),
  ])
  func `a date is one of the known forms or none`(written: String, date: String?) {
    let reading = Reading("[\(written)] title\nbody\n")
    if let date {
      #expect(reading.dates == [date])
      #expect(reading.texts == ["title\nbody"])
    } else {
      #expect(reading.entries.isEmpty)
      #expect(reading.report.left.count == 1)
    }
  }

  @Test func `hours of half a day run from 1 to 12`() {
    let reading = Reading(
      "[2020-08-21 01:00 PM] a\n\n[2020-08-21 13:00 PM] b\n\n[2020-08-21 0:30 AM] c\n")
    #expect(reading.dates == Array(repeating: "2020-08-21T13:00", count: 3))
    #expect(reading.entries.map(\.assumed) == [[], [.date], [.date]])
  }

  @Test(arguments: [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October",
    "November", "December",
  ])
  func `months have long and short names`(name: String) {
    for spelled in [name, String(name.prefix(3)), name.uppercased(), name.lowercased()] {
      let reading = Reading("[2 \(spelled) 2020 05:41] x\n\n[\(spelled) 2, 2020 05:41] y\n")
      #expect(reading.entries.first?.date.day == 2)
      #expect(reading.entries.first.map { monthNames[$0.date.month - 1] } == name)
    }
  }

  private let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October",
    "November", "December",
  ]

  // MARK: - Day and month

  @Test func `one day beyond 12 settles which number is the day`() {
    let dayFirst = Reading("[03/04/2020 10:00] a\n\n[15/04/2020 10:00] b\n\n[02/05/2020 10:00] c\n")
    #expect(dayFirst.dates == ["2020-04-03T10:00", "2020-04-15T10:00", "2020-05-02T10:00"])
    let monthFirst = Reading(
      "[03/04/2020 10:00] a\n\n[04/15/2020 10:00] b\n\n[05/02/2020 10:00] c\n")
    #expect(monthFirst.dates == ["2020-03-04T10:00", "2020-04-15T10:00", "2020-05-02T10:00"])
    #expect(dayFirst.report.doubtful.isEmpty && monthFirst.report.doubtful.isEmpty)
    #expect(dayFirst.entries.allSatisfy { $0.assumed.isEmpty })
  }

  @Test func `else the reading that runs upwards is taken`() {
    let dayFirst = Reading("[01.02.2020 10:00] a\n\n[05.02.2020 10:00] b\n\n[02.03.2020 10:00] c\n")
    #expect(dayFirst.dates == ["2020-02-01T10:00", "2020-02-05T10:00", "2020-03-02T10:00"])
    let monthFirst = Reading(
      "[02.01.2020 10:00] a\n\n[02.05.2020 10:00] b\n\n[03.02.2020 10:00] c\n")
    #expect(monthFirst.dates == ["2020-02-01T10:00", "2020-02-05T10:00", "2020-03-02T10:00"])
  }

  @Test func `what nothing settles is assumed and said`() {
    let reading = Reading("[03.04.2020 10:00] a\n")
    #expect(reading.dates == ["2020-04-03T10:00"])
    #expect(reading.entries[0].assumed == [.dayMonthOrder])
    #expect(reading.doubtfulLines == [nil])
    let american = Reading("[03/04/2020 10:00 AM] a\n")
    #expect(american.dates == ["2020-03-04T10:00"])
    #expect(american.entries[0].assumed == [.dayMonthOrder])
    #expect(Reading("[04.04.2020 10:00] a\n").report.doubtful.isEmpty)
  }

  @Test func `a date of the other order is impossible, not turned around`() {
    let reading = Reading(
      "[13.04.2020 10:00] a\n\n[14.04.2020 10:00] b\n\n[05.15.2020 10:00] c\n\n[16.04.2020 10:00] d\n"
    )
    #expect(reading.entries.map(\.assumed) == [[], [], [.date], []])
    #expect(reading.texts[2] == "[05.15.2020 10:00] c")
  }

  /// A random file written in one order is read in that order.
  @Test(arguments: UInt64(1)...40)
  func `the order of a sorted file is found`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let isDayFirst = random.below(2) == 0
    let separator = ["/", ".", "-"][random.below(3)]
    var dates: [WallClock] = []
    for month in 1...12 {
      dates.append(
        WallClock(year: 2020, month: month, day: 1 + random.below(28), hour: 10, minute: 0))
    }
    let text = dates.map { date in
      let pair = isDayFirst ? [date.day, date.month] : [date.month, date.day]
      return "[\(pair[0])\(separator)\(pair[1])\(separator)2020 10:00] x\n\n"
    }.joined()
    #expect(Reading(text).entries.map(\.date) == dates)
  }

  // MARK: - Headers and look-alikes

  @Test func `brackets of other kinds stay text and the likely ones are listed`() {
    let lines = [
      "[x] done", "[May] short", "[Monday] six letters", "[1] a footnote", "[12:30] lunch",
      "[Tuesday] lunch", "[tomorrow] call", "[in 3 days] ship", "[10.20.30] ver", "[1.2.3.4.5] ip",
      "[20.11.2020 10:00] other form", "[2020-01-01] a day", "[milk and bread] bought",
      "[2020-05-01 20:00-21:00] concert", "[Tuesday]: lunch",
      "[2020-01-01 10:00](https://example.org) link",
      "[2020-01-01 10:00]: note",
      "2020-01-01 10:00 bare", " [2020-01-02 10:00] indented", "x [2020-01-02 10:00] inside",
    ]
    let reading = Reading(
      "[2020-05-01 10:00] first\n\(lines.joined(separator: "\n"))\n\n[2020-05-02 10:00] second\n")
    #expect(reading.texts == ["first\n\(lines.joined(separator: "\n"))", "second"])
    #expect(reading.doubtfulLines == (5...11).map { 2 + $0 } + [2 + 13])
  }

  @Test func `a quoted header is text where headers follow blank lines`() {
    let b = "b\nhe wrote:\n[2019-01-01 10:00] quoted\nrest"
    let c = "c\nthen\n[2031-01-01 10:00] far off\n[2032-01-01 10:00] further"
    let texts = ["a", b, c, "d", "e", "f"]
    let source = texts.enumerated().map { "[2020-05-0\($0.offset + 1) 10:00] \($0.element)\n\n" }
    let reading = Reading(source.joined())
    #expect(reading.texts == texts)
    #expect(reading.doubtfulLines == [5, 10, 11])
    #expect(reading.doubts[0] == "5: “[2019-01-01 10:00]” looks like a header and was kept as text")
  }

  @Test func `a span of time is no header, nor an impossible date`() {
    let reading = Reading("[2020-05-01 10:00] a\n\n[2020-05-01 20:00-21:00] concert\n")
    #expect(reading.texts == ["a\n\n[2020-05-01 20:00-21:00] concert"])
    #expect(reading.doubtfulLines == [3])
  }

  @Test func `a header that someone appended without a blank line is a header`() {
    let reading = Reading(
      "[2020-05-01 10:00] a\n\n[2020-05-02 10:00] b\n\n[2020-05-03 10:00] c\n[2020-05-04 10:00] d\n"
    )
    #expect(reading.texts == ["a", "b", "c", "d"])
    #expect(reading.doubtfulLines == [6])
  }

  @Test func `files without blank lines between entries are read`() {
    let reading = Reading(
      "[2020-05-03 10:00] a\n[2020-05-02 10:00] b\nbody\n[2020-05-01 10:00] c\n[2020-04-01 10:00] d\n"
    )
    #expect(reading.texts == ["a", "b\nbody", "c", "d"])
    #expect(reading.report.doubtful.isEmpty)
  }

  @Test func `two lines alone may be two entries, in doubt`() {
    let reading = Reading("[2020-05-03 10:00] a\n[2020-05-02 10:00] b\n")
    #expect(reading.texts == ["a", "b"])
    #expect(reading.doubtfulLines == [2])
  }

  @Test func `a blank that is missing behind the bracket is no loss`() {
    let reading = Reading(
      "[2020-05-01 10:00] a\n\n[2020-05-02 10:00]b\nbody\n\n[2020-05-03 10:00]\nc\n")
    #expect(reading.texts == ["a", "b\nbody", "\nc"])
    #expect(reading.doubtfulLines == [3, 6])
  }

  @Test func `a source of two parts may have two forms`() {
    let first = (1...9).map { "[2019-05-0\($0) 10:00] a\($0)\n\n" }.joined()
    let second = (1...4).map { "[0\($0).06.2020 10:00] b\($0)\n\n" }.joined()
    let reading = Reading(first + second + "[2020-13-01 10:00] c\n\n[13.06.2020 10:00] d\n")
    #expect(reading.entries.count == 15)
    #expect(reading.dates[9] == "2020-06-01T10:00")
    // Four lines in bodies are no second part.
    let quoted = (1...4).map { "[2019-05-0\($0) 10:00] a\($0)\n[0\($0).06.2020 10:00] b\n\n" }
      .joined()
    #expect(Reading(quoted).entries.count == 4)
    #expect(Reading(quoted).report.doubtful.count == 4)
  }

  @Test func `a day without a time fits between its neighbours or is text`() {
    let reading = Reading(
      "[2020-05-01 10:00] a\n\n[2020-05-02] whole day\n\n[2020-05-03 10:00] b\n\n[2020-06-01] plan\n\n"
        + "[2020-05-04 10:00] c\n[2020-05-04] not apart\n")
    #expect(
      reading.texts == ["a", "whole day", "b\n\n[2020-06-01] plan", "c\n[2020-05-04] not apart"])
    #expect(reading.dates[1] == "2020-05-02")
    #expect(reading.doubtfulLines == [3, 7, 10])
  }

  @Test func `a journal of days alone is read`() {
    let reading = Reading("[2020-05-01] a\n\n[2020-05-02] b\n")
    #expect(reading.dates == ["2020-05-01", "2020-05-02"])
    #expect(reading.entries.allSatisfy { !$0.date.hasTime })
    #expect(reading.report.doubtful.isEmpty)
  }

  @Test func `among days some entries may have a time`() {
    let days = (1...9).map { "[2020-05-0\($0)] a\($0)\n\n" }.joined()
    let reading = Reading("\(days)[2020-05-10 10:00] timed\n\n[2020-05-11] b\n")
    #expect(reading.entries.count == 11)
    #expect(reading.dates[9] == "2020-05-10T10:00")
    #expect(reading.report.doubtful.isEmpty)
  }

  // MARK: - jrnl 1

  @Test func `headers without brackets are known by the whole file`() {
    let reading = Reading(
      "2018-03-05 07:45 Ice on the quay\nGritted it.\n [x] escaped\n\n2018-03-17 07:45 Choir\n"
        + "Sang.\n2018-03-18 was a Sunday\nSlept.\n\n2018-03-18 22:10 am I late?\nDripping.\n")
    #expect(
      reading.texts == [
        "Ice on the quay\nGritted it.\n [x] escaped",
        "Choir\nSang.\n2018-03-18 was a Sunday\nSlept.",
        "am I late?\nDripping.",
      ])
    #expect(reading.dates == ["2018-03-05T07:45", "2018-03-17T07:45", "2018-03-18T22:10"])
    #expect(reading.doubts == ["7: “2018-03-18” looks like a header and was kept as text"])
  }

  @Test func `times in the bodies of a bracketed file are text`() {
    let log = (10...19).map { "2020-05-01 \($0):00 measured" }.joined(separator: "\n")
    let reading = Reading("[2020-05-01 09:00] log\n\(log)\n\n[2020-05-02 09:00] next\n")
    #expect(reading.texts == ["log\n\(log)", "next"])
    #expect(reading.report.doubtful.isEmpty)
  }

  @Test func `a star and an impossible date are read without brackets too`() {
    let reading = Reading("2018-03-05 07:45 Star *\nx\n\n2018-02-30 07:45 Never\ny\n")
    #expect(reading.texts == ["Star\nx", "2018-02-30 07:45 Never\ny"])
    #expect(reading.entries.map(\.isStarred) == [true, false])
    #expect(reading.entries.map(\.assumed) == [[], [.date]])
  }
}
