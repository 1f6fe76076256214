import Interchange
import Model
import Testing

@Suite struct JSONDiaryTests {
  @Test func `jrnl's JSON is read by the clock on the wall`() throws {
    let reading = try Reading(
      .jrnlJSON,
      #"""
      {"tags": {"@home": 1}, "entries": [
        {"title": "Flood", "body": "", "date": "1937-07-01", "time": "00:00", "tags": [], "starred": false},
        {"title": "At @home", "body": "with #x\n", "date": "2020-02-29", "time": "23:59",
         "tags": ["@home", "#x", "@given tag"], "stared": true},
        {"title": "never", "body": "", "date": "2019-02-29", "time": "10:00"},
        {"title": "odd", "body": "", "date": "2019-02-28", "time": "25:00"},
        {"title": "no tags", "date": "2019-02-28"}]}
      """#)
    #expect(reading.dates == ["1937-07-01T00:00", "2020-02-29T23:59", "2019-02-28"])
    #expect(reading.texts == ["Flood", "At @home\nwith #x", "no tags"])
    #expect(reading.entries.map(\.isStarred) == [false, true, false])
    #expect(reading.entries.map(\.tags) == [[], ["given tag"], []])
    #expect(reading.report.read == 5)
    #expect(reading.report.left.map(\.place.record) == [3, 4])
  }

  @Test func `a message before the JSON and a byte order mark are passed by`() throws {
    let text =
      "┏━━━┓\n┃ 1 entry found ┃\n{\"entries\": [{\"title\": \"A\", \"body\": \"b\", \"date\": \"2023-03-03\", \"time\": \"08:00\"}]}"
    #expect(try Reading(.jrnlJSON, text).texts == ["A\nb"])
    #expect(try Reading(.jrnlJSON, "\u{FEFF}" + text.drop { $0 != "{" }).texts == ["A\nb"])
  }

  @Test func `what jrnl's JSON has beyond its own is kept`() throws {
    let record = #"{"title": "A", "body": "", "date": "2023-03-03", "time": "08:00", "uuid": "X"}"#
    let reading = try Reading(.jrnlJSON, "{\"entries\": [\(record)]}")
    #expect(reading.entries.first?.attributes["extra"] == .string(record))
  }

  @Test(arguments: [
    "{\"version\": 100, \"entries\": RECORDS}", "RECORDS",
  ])
  func `tui-journal's two forms are read`(form: String) throws {
    let records =
      #"[{"id":1,"date":"2023-01-02T03:04:05.123456789Z","title":"T","content":"c\n\nd","tags":["a b"],"priority":3},"#
      + #"{"date":"2023-01-02T03:04:05Z","title":"","content":"c"},{"date":"2023-13-02T03:04:05Z","title":"x","content":"y"}]"#
    let text = form.split(separator: "RECORDS", omittingEmptySubsequences: false).joined(
      separator: records)
    let reading = try Reading(.tuiJournal, text)
    #expect(reading.texts == ["T\nc\n\nd", "c"])
    #expect(reading.dates == ["2023-01-02T03:04:05.123456Z", "2023-01-02T03:04:05Z"])
    #expect(reading.entries.map(\.tags) == [["a b"], []])
    #expect(reading.entries.first?.attributes["extra"] != nil)
    #expect(reading.report.left.count == 1)
  }
}
