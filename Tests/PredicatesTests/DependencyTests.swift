import Model
import PredicateSupport
import Predicates
import Testing

@Suite struct DependencyTests {
  static func reads(_ text: String, _ entity: String = "entry") throws -> Set<String> {
    let expression = try Expression(parsing: text, entity: entity, model: Library.shared.model)
    return Set(
      expression.reads.map { read in
        let path = read.path.map { "\($0.entity).\($0.relationship) > " }.joined()
        return "\(path)\(read.entity).\(read.property)"
      })
  }

  static let told: [(String, [String])] =
    [
      ("mood", ["entry.mood"]),
      ("SELF", []),
      ("1 + 1", []),
      ("author.lastName", ["entry.author", "entry.author > person.lastName"]),
      ("media.@count", ["entry.media"]),
      ("media.@max.width", ["entry.media", "entry.media > medium.width"]),
      ("media[FIRST].type", ["entry.media", "entry.media > medium.type"]),
      ("initial", ["entry.text"]),
      ("writer", ["entry.author", "entry.author > person.firstName"]),
      (
        "author.average",
        [
          "entry.author", "entry.author > person.entries",
          "entry.author > person.entries > entry.mood",
        ]
      ),
      ("TERNARY(starred = YES, mood, rating)", ["entry.starred", "entry.mood", "entry.rating"]),
      (
        "SUBQUERY(media, $m, $m.size > mood AND ANY $m.diaryEntry.tags = 'x').@count",
        [
          "entry.media", "entry.media > medium.size", "entry.mood",
          "entry.media > medium.diaryEntry",
          "entry.media > medium.diaryEntry > entry.tags",
        ]
      ),
    ] as [(String, [String])]

  @Test(arguments: told)
  func `an expression tells what it reads and how it gets there`(
    text: String, reads: [String]
  ) throws {
    #expect(try Self.reads(text) == Set(reads))
  }

  @Test func `what is read is what is told`() throws {
    for example in PredicateCase.all where example.error == nil {
      let predicate = try example.predicate().binding(now: KnownAnswerTests.now)
      let told = Set(predicate.reads.map(\.property))
      for name in Library.shared.names[example.entity] ?? [] {
        _ = try predicate.matches(Library.id(name)) { object, property in
          #expect(told.contains(property), "\(example.format) reads \(property)")
          return Library.shared.read(object, property)
        }
      }
    }
  }

  @Test func `the value's type is known before any object is read`() throws {
    func type(_ text: String) throws -> ValueType {
      try Expression(parsing: text, entity: "entry", model: Library.shared.model).valueType
    }
    #expect(try type("mood + 1") == .int)
    #expect(try type("mood + rating") == .double)
    #expect(try type("mood / 2") == .int)
    #expect(try type("author") == .object(entity: "person"))
    #expect(try type("labels") == .list(.string))
    #expect(try type("creationTime") == .date)
    #expect(try type("year(creationTime)") == .int)
    #expect(try type("writer") == .string)
    #expect(try type("media.@avg.width") == .double)
  }
}
