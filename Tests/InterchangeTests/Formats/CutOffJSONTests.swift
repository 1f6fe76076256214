import Interchange
import Model
import Testing

/// JSON that ends before its last bracket, as a download that was broken off does.
@Suite struct CutOffJSONTests {
  struct Case: CustomTestStringConvertible {
    let format: DiaryFormat
    let text: String
    var testDescription: String { "\(format)" }
  }

  static let cases = [
    Case(
      format: .dayOne,
      text: #"""
        {"metadata":{"version":"1.0"},"entries":[
         {"creationDate":"2024-05-01T08:00:00Z","text":"one, [with] {brackets} and \"quotes\" é"},
         {"creationDate":"2024-05-02T08:00:00Z","text":"two"},
         {"creationDate":"2024-05-03T08:00:00Z","text":"three"}
        ]}
        """#),
    Case(
      format: .jrnlJSON,
      text: #"""
        {"tags": {"@a": 1}, "entries": [
          {"title": "One", "body": "b\nc", "date": "2024-05-01", "time": "08:00", "tags": ["@a"]},
          {"title": "Two", "body": "", "date": "2024-05-02", "time": "08:00", "tags": []}]}
        """#),
    Case(
      format: .tuiJournal,
      text: #"""
        [{"id":1,"date":"2023-01-02T03:04:05Z","title":"T","content":"c\n\nd","tags":[]},
        {"id":2,"date":"2023-01-03T03:04:05Z","title":"U","content":"e","tags":[]}]
        """#),
  ]

  @Test(arguments: cases)
  func `wherever it is cut, what is whole is read and the end is listed`(form: Case) throws {
    let bytes = Array(form.text.utf8)
    let whole = try Reading(form.format, form.text, path: "x.json")
    #expect(whole.report.left.isEmpty && !whole.texts.isEmpty)
    for count in 0..<bytes.count {
      let reading = try Reading(
        form.format, ImportSource(SourceFile(path: "x.json", bytes: Array(bytes[..<count]))))
      #expect(whole.texts.starts(with: reading.texts), "cut at \(count)")
      #expect(reading.report.read == reading.entries.count + reading.report.left.count)
      let end = try #require(reading.report.left.last, "cut at \(count)")
      guard count > 0 else { continue }
      let lines = bytes[..<count].count { $0 == UInt8(ascii: "\n") } + 1
      #expect(end.place.line == lines)
      #expect(end.reason.contains("cut off"))
    }
  }

  @Test(arguments: cases)
  func `it is never taken for text, however little of it there is`(form: Case) throws {
    let bytes = Array(form.text.utf8)
    #expect(try guess(bytes) == .diary(form.format))
    for count in 1..<bytes.count {
      let source = ImportSource(SourceFile(path: "x.json", bytes: Array(bytes[..<count])))
      let guess = try source.guess()
      #expect(guess == nil || guess != .diary(.jrnl) && guess != .diary(.csv), "cut at \(count)")
      #expect(try source.endOfCutOffJSON() != nil)
    }
  }

  @Test func `headers of jrnl, and whole JSON of another kind, are not said to be cut off`() throws
  {
    #expect(try guess(Array("[2024-05-01 08:00] Title".utf8)) == .diary(.jrnl))
    #expect(try guess(Array("[Sat 2024-05-01 08:00] Title".utf8)) == .diary(.jrnl))
    let other = ImportSource(SourceFile(path: "x.json", text: #"[{"a": "]"}, [1], "}"]"#))
    #expect(try other.guess() == nil)
    #expect(try other.endOfCutOffJSON() == nil)
  }

  private func guess(_ bytes: [UInt8]) throws -> FormatGuess? {
    try ImportSource(SourceFile(path: "x.json", bytes: bytes)).guess()
  }
}
