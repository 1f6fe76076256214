import Collation
import Model
import PredicateSupport
import Predicates
import Testing

private enum Entry {
  static let text = Key<Entry, String>("text")
  static let mood = Key<Entry, Int>("mood")
  static let rating = Key<Entry, Double>("rating")
  static let starred = Key<Entry, Bool>("starred")
  static let created = Key<Entry, Moment>("creationTime")
  static let tags = Key<Entry, [String]>("tags")
  static let author = Key<Entry, ToOne<Person>>("author")
  static let media = Key<Entry, ToMany<Medium>>("media")
}

private enum Medium {
  static let type = Key<Medium, String>("type")
  static let width = Key<Medium, Int>("width")
  static let size = Key<Medium, Int>("size")
  static let entry = Key<Medium, ToOne<Entry>>("diaryEntry")
}

private enum Person {
  static let lastName = Key<Person, String>("lastName")
  static let age = Key<Person, Int>("age")
  static let entries = Key<Person, ToMany<Entry>>("entries")
}

@Suite struct BuildingTests {
  private let library = Library.shared

  private static let moment = Moment(microseconds: 1_709_251_200_000_000)

  private static let pairs: [(TypedPredicate<Entry>, String, [any ArgumentConvertible])] = [
    (Entry.mood == 4, "mood == 4", []),
    (Entry.mood != 4, "mood != 4", []),
    (Entry.mood == 4.0, "mood == 4.0", []),
    (Entry.mood == nil, "mood == nil", []),
    (Entry.author != nil, "author != nil", []),
    (Entry.text == "' OR TRUEPREDICATE", "text == %@", ["' OR TRUEPREDICATE"]),
    (Entry.mood > 3 && Entry.starred == true, "mood > 3 AND starred == YES", []),
    (Entry.mood < 2 || !(Entry.rating >= 4), "mood < 2 OR NOT rating >= 4", []),
    (Entry.mood < Entry.rating, "mood < rating", []),
    (Entry.mood.between(3...4), "mood BETWEEN {3, 4}", []),
    (
      Entry.created.between(moment, and: moment), "creationTime BETWEEN {%@, %@}", [moment, moment]
    ),
    (Entry.created >= moment, "creationTime >= %@", [moment]),
    (Entry.mood.in([1, 2, 5]), "mood IN {1, 2, 5}", []),
    (
      Entry.text.contains("cafe", [.caseInsensitive, .diacriticInsensitive]),
      "text CONTAINS[cd] 'cafe'", []
    ),
    (Entry.text.hasPrefix("Str"), "text BEGINSWITH 'Str'", []),
    (Entry.text.hasSuffix("n", .caseInsensitive), "text ENDSWITH[c] 'n'", []),
    (Entry.text.like("*mit*"), "text LIKE '*mit*'", []),
    (Entry.text.matches("[A-Z ]+"), "text MATCHES '[A-Z ]+'", []),
    (
      Entry.text.equals("STRASSE NACH GIESSEN", .caseInsensitive),
      "text ==[c] 'STRASSE NACH GIESSEN'", []
    ),
    (Entry.tags.contains("work"), "tags CONTAINS 'work'", []),
    (any(Entry.tags).equals("RUN", .caseInsensitive), "ANY tags ==[c] 'RUN'", []),
    (none(Entry.tags) == "work", "NONE tags == 'work'", []),
    (all(Entry.tags).in(["work"]), "ALL tags IN {'work'}", []),
    (Entry.author[Person.lastName] == "Müller", "author.lastName == 'Müller'", []),
    (any(Entry.media[Medium.type]) == "image", "ANY media.type == 'image'", []),
    (all(Entry.media[Medium.width]) > 1000, "ALL media.width > 1000", []),
    (Entry.media.count() >= 2, "media.@count >= 2", []),
    (Entry.media[Medium.size].sum() > 5000, "media.#size.@sum > 5000", []),
    (Entry.media[Medium.width].maximum() == 1024, "media.width.@max == 1024", []),
    (Entry.media[Medium.width].average() > 1024.5, "media.width.@avg > 1024.5", []),
    (
      Entry.media.filtered(by: Medium.type == "image" && Medium.width > 700).count() == 2,
      "SUBQUERY(media, $element0, $element0.type == 'image' AND $element0.width > 700).@count == 2",
      []
    ),
    (
      Entry.author[Person.entries].filtered(
        by: Entry.media.filtered(by: Medium.width < 700).count() > 0
      ).count() > 0,
      "SUBQUERY(author.entries, $element0, "
        + "SUBQUERY($element0.media, $element1, $element1.width < 700).@count > 0).@count > 0", []
    ),
    (Entry.media.contains(Library.id("m05")), "media CONTAINS %@", [Library.id("m05")]),
    (Term<Entry, ObjectID>.object == Library.id("e03"), "SELF == %@", [Library.id("e03")]),
    (
      Term<Entry, ObjectID>.object.in([Library.id("e03"), Library.id("e04")]),
      "SELF IN {%@, %@}", [Library.id("e03"), Library.id("e04")]
    ),
    (Entry.author == Library.id("p1"), "author == %@", [Library.id("p1")]),
    (Entry.mood * 2 + Entry.mood - 1 > 10, "mood * 2 + mood - 1 > 10", []),
    ((Entry.mood + 1) / 2 == 2, "(mood + 1) / 2 == 2", []),
    (Entry.text.lowercased == "line one\nline two", "lowercase(text) == 'line one\\nline two'", []),
    (Entry.text.length > 20, "length(text) > 20", []),
    (Entry.created.month == "2024-02", "month(creationTime) == '2024-02'", []),
    (Entry.created.year == 2024, "year(creationTime) == 2024", []),
    (.always, "TRUEPREDICATE", []),
    (.all([]), "TRUEPREDICATE", []),
    (.any([]), "FALSEPREDICATE", []),
    (.any([Entry.mood == 1]), "mood == 1", []),
    (
      .all([Entry.mood == 1, .any([Entry.mood == 2, Entry.mood == 3])]),
      "mood == 1 AND (mood == 2 OR mood == 3)", []
    ),
    (.never && Entry.mood == 1, "FALSEPREDICATE AND mood == 1", []),
  ]

  @Test(arguments: pairs.indices)
  func `what is built is what is written`(index: Int) throws {
    let (typed, format, arguments) = Self.pairs[index]
    let built = try Predicate(typed, entity: "entry", model: library.model)
    let parsed = try Predicate(
      parsing: format, arguments: arguments.map { $0.argument }, entity: "entry",
      model: library.model)
    #expect(built == parsed, "\(built) and \(parsed)")
    #expect(try Predicate(parsing: built.text, entity: "entry", model: library.model) == built)
  }

  @Test func `a format takes any values in the order of its placeholders`() throws {
    let predicate = try Predicate(
      "mood IN %@ AND %K == %@ AND rating > %f", [4, 5], Argument.keyPath("author.lastName"),
      "Müller", 4.25, entity: "entry", model: library.model)
    #expect(
      predicate.text == "mood IN {4, 5} AND author.lastName == 'Müller' AND rating > 4.25")
    let open = try Predicate(
      "mood == %@", Int?.none, entity: "entry", model: library.model)
    #expect(open.text == "mood == nil")
  }

  @Test func `a key that the model has not, or has otherwise, is refused`() {
    func refusal(_ typed: TypedPredicate<Entry>) -> PredicateError? {
      #expect(throws: PredicateError.self) {
        try Predicate(typed, entity: "entry", model: library.model)
      }
    }
    let unknown = refusal(Key<Entry, Int>("moood") == 3)
    #expect(unknown?.kind == .key)
    #expect(unknown?.message.contains("mood") == true)
    #expect(unknown?.column == nil)
    #expect(refusal(Key<Entry, String>("mood") == "3")?.kind == .type)
    #expect(refusal(Key<Entry, Int>("text") > 3)?.kind == .type)
    #expect(refusal(any(Entry.media[Key<Medium, String>("width")]) == "x")?.kind == .type)
    #expect(refusal(Entry.text.matches("("))?.kind == .regex)
    #expect(refusal(Key<Entry, String>("author.lastName") == "x")?.kind == .key)
  }

  @Test func `sort keys are built too`() throws {
    let built = try [
      SortDescriptor(
        Entry.author[Person.lastName].descending(.caseInsensitive), entity: "entry",
        model: library.model),
      SortDescriptor(Entry.mood.ascending, entity: "entry", model: library.model),
    ]
    let parsed = try SortDescriptor.list(
      parsing: "author.lastName desc caseInsensitive, mood", entity: "entry", model: library.model)
    #expect(built == parsed)
    #expect(throws: PredicateError.self) {
      try SortDescriptor(
        Key<Entry, [String]>("tags").ascending, entity: "entry", model: library.model)
    }
  }
}
