import Model
import Testing

@Suite struct ModelRenamesTests {
  private let former = #"{"entities":{"a":{"attributes":{"t":{"type":"int"}}}}}"#
  private let latter = #"""
    {"entities":{"b":{"renamedFrom":"a","attributes":{
      "u":{"type":"int","renamedFrom":"t"},"t":{"type":"int"}}},"a":{}}}
    """#

  @Test func `the inverse makes room for the former names, and its own brings all back`() throws {
    let (former, latter) = try (ModelFile(parsing: former), ModelFile(parsing: latter))
    let renames = ModelRenames(from: former, to: latter)
    let inverse = renames.inverse(leaving: latter, mark: "7")
    #expect(inverse.entities == ["b": "a", "a": "a\u{1F}7"])
    #expect(inverse.properties == ["a": ["u": "t", "t": "t\u{1F}7"]])
    let again = inverse.inverse(leaving: former, mark: "8")
    #expect(again.entities == ["a": "b", "a\u{1F}7": "a"])
    #expect(again.properties == ["b": ["t": "u", "t\u{1F}7": "t"]])
    #expect(throws: ModelError.self) {
      try ObjectModel(
        declarations: ModelFile(parsing: "{\"entities\":{\"a\\u001F7\":{}}}"))
    }
  }

  @Test func `renames have one text, which gives them again`() throws {
    let renames = ModelRenames(
      from: try ModelFile(parsing: former), to: try ModelFile(parsing: latter))
    #expect(renames.jsonText == #"{"entities":{"a":"b"},"properties":{"b":{"t":"u"}}}"#)
    #expect(try ModelRenames(parsing: renames.jsonText) == renames)
    #expect(try ModelRenames(parsing: "{}") == ModelRenames())
    for text in [
      "", "[]", #"{"entities":[]}"#, #"{"entities":{"a":1}}"#, #"{"properties":{"a":1}}"#,
    ] {
      #expect(throws: ModelError.self) { try ModelRenames(parsing: text) }
    }
  }
}
