import Interchange
import Testing

@Suite struct JrnlFolderTests {
  @Test func `the path gives the day and the header the time`() throws {
    let reading = try Reading(folder: [
      ("journal/2023/09/13.txt", "[00:05] Past midnight\nx\n"),
      ("journal/2023/09/12.txt", "[06:40] Nets out\nflat sea\n\n[21:15] Nets in\nfew fish\n"),
      ("journal/2023/09/99.txt", "[10:00] impossible day\n"),
      ("journal/2023/notes.txt", "not a day file\n"),
    ])
    #expect(reading.dates == ["2023-09-12T06:40", "2023-09-12T21:15", "2023-09-13T00:05"])
    #expect(reading.texts == ["Nets out\nflat sea", "Nets in\nfew fish", "Past midnight\nx"])
    #expect(reading.entries[1].place.description == "journal/2023/09/12.txt:4")
    #expect(
      reading.report.left.map(\.place.path) == ["journal/2023/09/99.txt", "journal/2023/notes.txt"])
    #expect(reading.report.read == 5)
    #expect(reading.report.handedOver == 3)
    #expect(reading.report.doubtful.isEmpty)
  }

  @Test func `dates in headers serve where they are the day's`() throws {
    let reading = try Reading(folder: [
      ("2023/04/03.txt", "[03/04/2023 10:00] a\n\n[03/04/2023 11:00 PM] b\n"),
      (
        "2023/04/05.txt",
        "[2023-04-05 10:00] a\n\n[2023-04-06 11:00] b\nsee\n[2019-01-01 10:00] old\n"
      ),
    ])
    #expect(
      reading.dates == [
        "2023-04-03T10:00", "2023-04-03T23:00", "2023-04-05T10:00", "2023-04-05T11:00",
      ])
    #expect(reading.texts.last == "b\nsee\n[2019-01-01 10:00] old")
    #expect(
      reading.report.doubtful.map(\.place.description) == ["2023/04/05.txt:3", "2023/04/05.txt:5"])
  }

  @Test func `text without a header is the day's`() throws {
    let reading = try Reading(folder: [
      ("2023/04/03.txt", "loose\n\n[10:00] a\n\n[24:00] b\n"), ("2023/04/04.txt", "only text\n"),
      ("2023/04/05.txt", ""),
    ])
    #expect(reading.dates == ["2023-04-03", "2023-04-03T10:00", "2023-04-03T10:00", "2023-04-04"])
    #expect(reading.texts == ["loose", "a", "[24:00] b", "only text"])
    #expect(reading.entries.map(\.assumed) == [[.date], [], [.date], [.date]])
    #expect(reading.report.read == 4)
  }

  @Test func `times in brackets are text where headers have dates`() throws {
    let reading = try Reading(folder: [
      ("2023/04/03.txt", "[2023-04-03 10:00] a\n[12:30] lunch\n\n[2023-04-03 11:00] b\n")
    ])
    #expect(reading.texts == ["a\n[12:30] lunch", "b"])
    let span = "[10:00-11:00] meeting"
    #expect(
      try Reading(folder: [("2023/04/03.txt", "[10:00] a\n\n\(span)\n")]).texts == ["a\n\n\(span)"])
  }

  @Test func `a file that cannot be read is left`() throws {
    struct Denied: Error {}
    var texts: [String] = []
    let report = try JrnlFolder.read([
      SourceFile(path: "2023/04/03.txt", scratchDirectory: "/tmp") { throw Denied() },
      SourceFile(path: "2023/04/04.txt", text: "[10:00] a\n"),
    ]) { texts.append($0.text) }
    #expect(texts == ["a"])
    #expect(report.read == 2)
    #expect(report.left.map(\.place.path) == ["2023/04/03.txt"])
  }

  @Test(arguments: [
    ("2023/09/12.txt", "2023-09-12"), ("/a/b/2023/9/1.txt", "2023-09-01"),
    ("a.2023/09/12.txt", nil),
    ("2023/09/12.md", nil), ("2023/09/012.txt", nil), ("09/12.txt", nil), ("23/09/12.txt", nil),
    ("2023/09/+2.txt", nil), ("2023/09/.txt", nil), ("2023/00/12.txt", "2023-00-12"), ("", nil),
  ])
  func `day files are named after days`(path: String, day: String?) {
    #expect(JrnlFolder.day(ofPath: path)?.description == day)
  }
}
