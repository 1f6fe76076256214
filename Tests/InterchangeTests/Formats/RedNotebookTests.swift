import Interchange
import Model
import Testing

@Suite struct RedNotebookTests {
  @Test func `days are whole days, with categories below and as tags`() throws {
    let reading = try Reading(
      .redNotebook,
      folder: [
        (
          "data/2023-05.txt",
          "5:\n  Work:\n    lunch: null\n  idea: null\n  text: \"Hello **bold** #tag\\n\\n  indented \\U0001F642\"\n"
            + "6: {text: flow}\n12:\n  Tags:\n    a b: null\n  text: 'it''s'\n31:\n  text: last\n"
        ),
        ("data/2023-06.txt", "31:\n  text: never\n"), ("data/2023-13.txt", "1:\n  text: x\n"),
        ("data/2023-07.txt", ""), ("data/tags.txt", "?"),
        ("data/2023-05.CONFLICT_BACKUP1.txt", "5: {text: other}"),
      ])
    #expect(reading.dates == ["2023-05-05", "2023-05-06", "2023-05-12", "2023-05-31"])
    #expect(
      reading.texts == [
        "Hello **bold** #tag\n\n  indented 🙂\n\nWork\n- lunch", "flow", "it's", "last",
      ])
    #expect(reading.entries.map(\.tags) == [["Work", "idea"], [], ["a b"], []])
    #expect(reading.entries.map(\.isAllDay) == [true, true, true, true])
    #expect(reading.entries.first?.attributes["markup"] == .string("txt2tags"))
    #expect(
      reading.report.left.map(\.place.path) == [
        "data/2023-06.txt", "data/2023-13.txt", "data/tags.txt",
      ])
    #expect(reading.report.read == 7)
    #expect(reading.report.doubtful.count == 1)
  }

  @Test func `one broken day is the matter of one`() throws {
    let reading = try Reading(
      .redNotebook, "1:\n  text: a\n2:\n  text: \"never ends\n3:\n  text: b\0\0\n",
      path: "2023-05.txt")
    #expect(reading.texts == ["a", "b"])
    #expect(reading.report.left.count == 1)
    #expect(reading.report.left.first?.place.line.map { (3...5).contains($0) } == true)
    #expect(reading.report.doubtful.map(\.place.line) == [5])
  }
}
