import Collation
import Model
import Predicates
import Testing

@Suite struct TextPartTests {
  private static let model: ObjectModel? = try? ObjectModel.builtIn.merging(
    ModelFile(
      parsing: """
        {"entities": {"book": {
          "attributes": {"title": {"type": "string"}, "blurb": {"type": "string"},
            "year": {"type": "int"}, "names": {"type": "stringList"}},
          "relationships": {"sequel": {"to": "book"}}}}}
        """)
  ).model

  /// What a predicate asks for, each part as its attribute and its needle.
  private func alternatives(_ text: String) throws -> [[String]]? {
    let model = try #require(Self.model)
    return try Predicate(parsing: text, entity: "book", model: model).textAlternatives?
      .map { $0.map { "\($0.property): \($0.needle)" } }
  }

  @Test(arguments: [
    ("title CONTAINS 'a'", [["title: a"]]), ("title BEGINSWITH[c] 'a'", [["title: a"]]),
    ("title ENDSWITH[cd] 'a'", [["title: a"]]), ("title = 'a'", [["title: a"]]),
    ("'a' = title", [["title: a"]]), ("'a' IN title", [["title: a"]]),
    ("title IN {'a', 'b'}", [["title: a"], ["title: b"]]),
    ("title LIKE '*a?b*'", [["title: a", "title: b"]]),
    ("title CONTAINS 'a' AND year > 3", [["title: a"]]),
    ("title CONTAINS 'a' AND blurb CONTAINS 'b'", [["title: a", "blurb: b"]]),
    ("title CONTAINS 'a' OR blurb CONTAINS 'b'", [["title: a"], ["blurb: b"]]),
    (
      "(title CONTAINS 'a' OR title CONTAINS 'b') AND title CONTAINS 'c'",
      [["title: a", "title: c"], ["title: b", "title: c"]]
    ),
  ])
  func `what must stand in a text is known`(_ text: String, _ expected: [[String]]) throws {
    #expect(try alternatives(text) == expected)
  }

  @Test(arguments: [
    "NOT title CONTAINS 'a'", "title CONTAINS 'a' OR year > 3", "title CONTAINS ''", "title = ''",
    "title = NULL", "title != 'a'", "title IN {'a', NULL}", "title LIKE '*'", "title MATCHES 'a.*'",
    "sequel.title CONTAINS 'a'", "names CONTAINS 'a'", "noindex:(title) CONTAINS 'a'",
    "title CONTAINS blurb", "lowercase:(title) CONTAINS 'a'", "year = 3", "TRUEPREDICATE",
  ])
  func `what may hold whatever the text is asks for nothing`(_ text: String) throws {
    #expect(try alternatives(text) == nil)
  }
}
