import Archive
import Daybook
import Interchange
import JSON
import Model
import TestSupport
import Testing

@Suite struct DayOneTests {
  private func reading(_ entries: String) throws -> Reading {
    try Reading(
      .dayOne, "{\"metadata\":{\"version\":\"1.0\"},\"entries\":[\(entries)]}",
      path: "Journal.json")
  }

  @Test func `instants keep their zone, whatever it is called`() throws {
    let reading = try reading(
      """
      {"uuid":"A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00Z","timeZone":"Pacific\\/Auckland","text":"a"},
      {"uuid":"A2A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00Z","timeZone":"GMT+1200","text":"b"},
      {"uuid":"A3A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00Z","text":"c"},
      {"uuid":"A5A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2022-09-03T17:45:00+05:00","timeZone":"Asia/Karachi","text":"d"},
      {"uuid":"A6A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00.250Z","timeZone":"Europe/Kyiv","text":"e"},
      {"uuid":"A7A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","creationDate":"2021-05-31T21:00:00Z","timeZone":"","text":"f"}
      """)
    #expect(
      reading.dates == [
        "2021-05-31T21:00:00Z[Pacific/Auckland]", "2021-05-31T21:00:00Z[GMT+1200]",
        "2021-05-31T21:00:00Z", "2022-09-03T12:45:00Z[Asia/Karachi]",
        "2021-05-31T21:00:00.250000Z[Europe/Kyiv]", "2021-05-31T21:00:00Z",
      ])
    #expect(reading.report.left.isEmpty)
  }

  @Test func `identities are the same in any spelling`() throws {
    let reading = try reading(
      """
      {"uuid":"0E0E0E0E0E0E4E0E8E0E0E0E0E0E0E01","creationDate":"2024-01-01T00:00:00Z","text":"Bells"},
      {"uuid":"0e0e0e0e-0e0e-4e0e-8e0e-0e0e0e0e0e01","creationDate":"2024-01-01T00:00:00Z","text":"Bells, and rain"}
      """)
    #expect(Set(reading.keys) == ["uuid:0e0e0e0e-0e0e-4e0e-8e0e-0e0e0e0e0e01"])
    #expect(Set(reading.entries.map(\.identity)).count == 1)
  }

  @Test func `one broken record is listed and the others are read`() throws {
    let reading = try reading(
      """
      {"uuid":"71","creationDate":"2024-05-01T08:00:00Z","text":"one"},
      {"uuid":"73","creationDate":"not-a-date","text":"three"},7,
      {"uuid":"75","creationDate":"2024-05-05T08:00:00Z"},
      {"text":"no date"},{"creationDate":"2024-05-06T08:00:00Z","text":}, {"creationDate":"2024-05-06T08:00:00Z","text":"six"}
      """)
    #expect(reading.texts == ["one", "", "six"])
    #expect(reading.report.read == 7)
    #expect(reading.report.left.map(\.place.record) == [2, 3, 5, 6])
    #expect(reading.report.left.first?.reason.contains("not-a-date") == true)
  }

  @Test func `a file that is cut off gives its whole records`() throws {
    let reading = try Reading(
      .dayOne,
      #"{"entries":[{"creationDate":"2024-05-01T08:00:00Z","text":"one"},{"creationDate":"2024-05-0"#
    )
    #expect(reading.texts == ["one"])
    #expect(reading.report.read == 2)
    #expect(reading.report.left.map(\.place.description) == ["source.txt:1, record 2"])
  }

  @Test func `surrogates without a partner, raw control characters and odd bytes lose no record`()
    throws
  {
    var bytes = Array(
      #"{"entries":[{"creationDate":"2024-05-01T08:00:00Z","text":"a \ud83d b \ud83d\ude00"},"#.utf8
    )
    bytes += Array(#"{"creationDate":"2024-05-01T08:00:00Z","text":"caf"#.utf8) + [0xE9, 0x09]
    bytes += Array(#"x"}]}"#.utf8)
    let reading = try Reading(
      .dayOne, ImportSource(SourceFile(path: "j.json", bytes: bytes)))
    #expect(reading.texts == ["a \u{FFFD} b 😀", "café\tx"])
    #expect(reading.entries.map(\.assumed) == [[.encoding], [.encoding]])
    #expect(reading.report.doubtful.count == 3)
  }

  @Test func `whole days, stars, tags, places and weather are kept, and the record itself`() throws
  {
    let record =
      #"{"creationDate":"2023-06-07T23:00:00Z","timeZone":"Europe/Dublin","isAllDay":true,"starred":true,"#
      + #""modifiedDate":"2023-06-09T10:00:00Z","tags":["two words","x"],"#
      + #""location":{"latitude":53.3,"longitude":-6.25,"placeName":"Pier","country":"Ireland","localityName":"(null)"},"#
      + #""weather":{"temperatureCelsius":14.04,"conditionsDescription":"Rain"},"text":"Ferry"}"#
    let entry = try #require(try reading(record).entries.first)
    #expect(entry.isAllDay)
    #expect(entry.isStarred)
    #expect(entry.tags == ["two words", "x"])
    #expect(entry.modified?.shown == "2023-06-09T10:00:00Z[Europe/Dublin]")
    #expect(entry.attributes["place"] == .string("Pier, Ireland"))
    #expect(entry.attributes["latitude"] == .double(53.3))
    #expect(entry.attributes["weather"] == .string("14 °C, Rain"))
    #expect(entry.attributes["extra"] == .string(record))
  }

  @Test func `media are found by their checksum, and absent ones are told`() throws {
    let json = #"""
      {"entries":[{"creationDate":"2024-05-01T08:00:00Z","text":"![](dayone-moment://X)","photos":[
        {"identifier":"X","md5":"ABCD","type":"jpeg","width":10,"height":0,"caption":"c"},
        {"identifier":"Y"}],"audios":[{"identifier":"Z","md5":"ff","format":"aac","duration":2.5}]}]}
      """#
    let reading = try Reading(
      .dayOne,
      folder: [
        ("Export/Journal.json", json), ("Export/photos/abcd.jpeg", "picture"),
        ("Export/audios/ff.m4a", "sound"),
      ])
    let media = try #require(reading.entries.first?.media)
    #expect(media.map(\.kind) == [.image, .image, .audio])
    #expect(
      media.map(\.file?.path) == ["Export/photos/abcd.jpeg", nil, "Export/audios/ff.m4a"])
    #expect(media[0].md5 == "abcd")
    #expect(media[0].width == 10)
    #expect(media[0].height == nil)
    #expect(media[2].duration == 2.5)
    #expect(reading.report.doubtful.map(\.place.record) == [1])
  }

  @Test func `escapes are undone once, and only where they are escapes`() throws {
    let reading = try reading(
      ##"{"creationDate":"2024-07-20T10:00:00Z","text":"30\\-minute ride \\(easy\\)\\. 3\\.5 km\\!\n\nPath `C:\\-temp` and real \\\\ slash\\.\n\n```\na\\.b\n```\n\n\\[not a link\\]\\(x\\) \\#nohash \\* \\_ \\+ \\x"}"##
    )
    #expect(
      reading.texts == [
        "30-minute ride (easy). 3.5 km!\n\nPath `C:\\-temp` and real \\ slash.\n\n```\na\\.b\n```\n\n"
          + "[not a link](x) #nohash * _ + \\x"
      ])
  }
}
