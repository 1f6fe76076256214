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

  @Test(arguments: [
    ("title CONTAINS[c] 'rain'", ["Rain", "RAINY days"], ["snow", "", "rai n"]),
    ("noindex:(title) CONTAINS 'rain'", ["rain"], ["snow"]),
    ("title CONTAINS 'a' OR title CONTAINS 'b'", ["a", "b"], ["c"]),
    ("title CONTAINS 'a' AND title CONTAINS 'b' AND year > 3", ["ab"], ["a", "b"]),
    ("(title = 'a' OR year > 3) AND title CONTAINS[cd] 'é'", ["e"], ["a"]),
  ])
  func `texts are ruled out by their bytes`(
    _ predicate: String, _ left: [String], _ ruledOut: [String]
  ) throws {
    let model = try #require(Self.model)
    let sieve = try #require(
      try Predicate(parsing: predicate, entity: "book", model: model).textSieve)
    #expect(sieve.property == "title")
    for text in left { #expect(unsafe !sieve.rulesOut(text.utf8Span.span.bytes), "\(text)") }
    for text in ruledOut { #expect(unsafe sieve.rulesOut(text.utf8Span.span.bytes), "\(text)") }
  }

  @Test(arguments: [
    "NOT title CONTAINS 'a'", "title CONTAINS 'a' OR blurb CONTAINS 'b'", "title CONTAINS ''",
    "title CONTAINS 'a' OR year > 3", "lowercase:(title) CONTAINS 'a'", "title = NULL",
    "title CONTAINS[d] '\u{301}'",
  ])
  func `what one text cannot decide rules nothing out`(_ text: String) throws {
    let model = try #require(Self.model)
    #expect(try Predicate(parsing: text, entity: "book", model: model).textSieve == nil)
  }
}
