import Interchange
import Model
import Testing

@Suite struct CSVDiaryTests {
  @Test func `columns are known by their names`() throws {
    let reading = try Reading(
      .csv,
      "\u{FEFF}Title;Full Date;Note;Activities;steps\r\n\"a \"\"q\"\"\";2023-03-03;\"line 1\r\nline; 2\";run | read;900\r\n;2023-03-04;x;;\r\n"
    )
    #expect(
      reading.texts == ["a \"q\"\nline 1\nline; 2", "\nx"].map { $0.hasPrefix("\n") ? "\nx" : $0 })
    #expect(reading.dates == ["2023-03-03", "2023-03-04"])
    #expect(reading.entries.first?.tags == ["run", "read"])
    #expect(reading.entries.first?.attributes["extra"] == .string(#"{"steps":"900"}"#))
    #expect(reading.entries.map(\.place.line) == [2, 4])
  }

  @Test func `times stand beside dates in twelve or twenty-four hours`() throws {
    let reading = try Reading(
      .csv, "date,time,text\n2023-03-03,8:30 am,a\n2023-03-03,12:05 PM,b\n2023-03-03,17:41:20,c\n")
    #expect(reading.dates == ["2023-03-03T08:30", "2023-03-03T12:05", "2023-03-03T17:41:20"])
  }

  @Test(
    arguments: [
      // 13 can only be a day.
      (["03/04/2023", "13/04/2023"], ["2023-04-03", "2023-04-13"]),
      (["03/04/2023", "04/13/2023"], ["2023-03-04", "2023-04-13"]),
      // Both can be read; one of them keeps the order of the file, upwards or downwards.
      (["01/12/2023", "02/11/2023", "03/10/2023", "04/10/2023"], nil),
      (
        ["05/03/2023", "06/03/2023", "01/04/2023", "02/04/2023"],
        ["2023-03-05", "2023-03-06", "2023-04-01", "2023-04-02"]
      ),
      (
        ["03/07/2023", "03/06/2023", "02/10/2023", "02/09/2023"],
        ["2023-03-07", "2023-03-06", "2023-02-10", "2023-02-09"]
      ),
    ] as [([String], [String]?)])
  func `the whole file tells day from month`(dates: [String], expected: [String]?) throws {
    let rows = dates.map { "\($0),x" }.joined(separator: "\n")
    let reading = try Reading(.csv, "date,text\n\(rows)\n")
    #expect(reading.entries.count == dates.count)
    if let expected {
      #expect(reading.dates == expected)
      #expect(reading.report.doubtful.isEmpty)
    }
  }

  @Test func `an order that nothing tells is assumed and told`() throws {
    let reading = try Reading(.csv, "date,text\n03/04/2023,x\n")
    #expect(reading.entries.first?.assumed == [.dayMonthOrder])
    #expect(reading.report.doubtful.count == 1)
  }

  @Test func `rows that are none are listed`() throws {
    let reading = try Reading(
      .csv, "date,text\n2023-02-29,never\n,undated\n\n2023-03-01,good,more\n2023-03-02,\"cut off")
    #expect(reading.texts == ["good", "cut off"])
    #expect(reading.report.left.map(\.place.line) == [2, 3])
    #expect(reading.report.read == 4)
    #expect(reading.report.doubtful.map(\.place.line) == [5, 6])
    #expect(
      reading.entries.first?.attributes["extra"] == .string(#"{"column 3":"more"}"#))
    #expect(try Reading(.csv, "a,b\n1,2\n").report.left.count == 1)
  }
}
