import Model
import PredicateSupport
import Predicates
import Testing

/// A text that is refused: of what kind, where, and a word that the message must hold.
struct Refusal: Sendable, CustomTestStringConvertible {
  let text: String
  let kind: PredicateError.Kind
  let column: Int
  let word: String
  var arguments: [Argument] = []

  init(
    _ text: String, _ kind: PredicateError.Kind, _ column: Int, _ word: String,
    _ arguments: [Argument] = []
  ) {
    self.text = text
    self.kind = kind
    self.column = column
    self.word = word
    self.arguments = arguments
  }

  var testDescription: String { text }
}

@Suite struct ErrorTests {
  static let refusals: [Refusal] = [
    // What the grammar has not
    Refusal("", .parse, 1, "the end"),
    Refusal("mood = ", .parse, 8, "expected a value"),
    Refusal("mood 4", .parse, 6, "comparison"),
    Refusal("mood = 4 mood", .parse, 10, "AND, OR or the end"),
    Refusal("text IS NULL", .parse, 6, "= nil"),
    Refusal("mood NOT IN {1}", .parse, 6, "NOT (x IN y)"),
    Refusal("mood IN (1, 2)", .parse, 11, "braces"),
    Refusal("(mood = 4", .parse, 10, "column 1"),
    Refusal("mood = {1, 2", .parse, 13, "}"),
    Refusal("text = 'abc", .parse, 8, "no end"),
    Refusal("text LIKE '\\d'", .parse, 12, "twice"),
    Refusal("in = 'x'", .parse, 1, "#in"),
    Refusal("text CONTAINS[x] 'a'", .parse, 15, "c, d and n"),
    Refusal("mood = 99999999999999999999", .parse, 8, "64 bits"),
    Refusal("mood = 1e400", .parse, 8, "too large"),
    Refusal("mood = 4a", .parse, 9, "blank"),
    Refusal("mood = 100%", .parse, 11, "placeholder"),
    Refusal("media.@foo = 1", .parse, 7, "@count"),
    Refusal("abss(mood) = 1", .parse, 1, "abs"),
    Refusal("Käse = 4 ? 5", .parse, 10, "no meaning"),
    Refusal(String(repeating: "(", count: 200) + "1 = 1", .parse, 101, "deep"),
    Refusal("1" + String(repeating: " + 1", count: 600) + " = 1", .parse, 2003, "operators"),
    // What is refused by name
    Refusal("$x := 4", .parse, 4, ":="),
    Refusal("FETCH(1, 2) = 3", .parse, 1, "FETCH"),
    Refusal("FUNCTION(text, 'length') = 3", .parse, 1, "FUNCTION"),
    Refusal("text UTI-CONFORMS-TO 'x'", .parse, 6, "UTI-CONFORMS-TO"),
    Refusal("text UTI-EQUALS 'x'", .parse, 6, "UTI-EQUALS"),
    Refusal("tags UNION tags", .parse, 6, "UNION"),
    Refusal("tags INTERSECT tags", .parse, 6, "INTERSECT"),
    Refusal("tags MINUS tags", .parse, 6, "MINUS"),
    Refusal("text CONTAINS[cl] 'a'", .parse, 15, "[l]"),
    // Keys
    Refusal("moood = 4", .key, 1, "“mood”"),
    Refusal("starred = YES AND author.lastNaem = 'x'", .key, 26, "“lastName”"),
    Refusal("mood.foo = 4", .key, 6, "“foo”"),
    Refusal("ANY media.tpye = 'image'", .key, 11, "“type”"),
    Refusal("media.@max.widht = 4", .key, 12, "“width”"),
    Refusal("SELF.%K = 4", .key, 6, "“mood”", [.keyPath("mod")]),
    Refusal("%@.mood = 4", .key, 4, "no property", [.record(ObjectID(high: 0, low: 1))]),
    // Types
    Refusal("mood < 'a'", .type, 6, "no order"),
    Refusal("creationTime > '2024-01-01'", .type, 14, "CAST"),
    Refusal("author < author", .type, 1, "an object"),
    Refusal("mood BEGINSWITH '4'", .type, 1, "a whole number"),
    Refusal("text CONTAINS 4", .type, 15, "a whole number"),
    Refusal("mood CONTAINS 4", .type, 1, "CONTAINS"),
    Refusal("mood IN 4", .type, 9, "IN"),
    Refusal("mood BETWEEN {1}", .type, 14, "two bounds"),
    Refusal("mood BETWEEN {1, 'b'}", .type, 14, "bounds"),
    Refusal("mood BETWEEN 4", .type, 14, "bounds"),
    Refusal("ANY mood = 4", .type, 5, "collection"),
    Refusal("media.type = 'image'", .type, 7, "ANY"),
    Refusal("media = nil", .type, 1, "ANY"),
    Refusal("lowercase(media.type) = 'image'", .type, 17, "ANY"),
    Refusal("tags = 'run'", .type, 1, "ANY"),
    Refusal("tags BEGINSWITH 'run'", .type, 1, "ANY"),
    Refusal("media.type IN {'image'}", .type, 7, "ANY"),
    Refusal("text + 1 = 2", .type, 1, "“+”"),
    Refusal("creationTime + 1 = 2", .type, 1, "NSNumber"),
    Refusal("- text = 2", .type, 3, "“-”"),
    Refusal("media.@sum.type = 2", .type, 12, "@sum"),
    Refusal("media.@max = 2", .type, 7, "@max"),
    Refusal("mood.@count = 2", .type, 6, "@count"),
    Refusal("mood[0] = 2", .type, 5, "list"),
    Refusal("day(mood) = 'x'", .type, 5, "moment"),
    Refusal("SUBQUERY(mood, $x, $x = 1).@count = 1", .type, 10, "SUBQUERY"),
    Refusal("bitwiseAnd:with:(rating, 1) = 1", .type, 18, "whole"),
    Refusal("CAST(mood, 'NSArray') = 1", .type, 1, "NSNumber"),
    Refusal("creationTime > CAST('yesterday', 'NSDate')", .type, 16, "yesterday"),
    // Arguments
    Refusal("mood = %@ AND rating > %f", .args, 24, "1 given", [.value(.int(4))]),
    Refusal("mood = %@", .args, 8, "none is given"),
    Refusal("mood = 4", .args, 9, "too many", [.value(.int(4))]),
    Refusal("mood = %d", .args, 8, "number", [.value(.string("4"))]),
    Refusal("mood = %d", .args, 8, "whole", [.value(.double(4.5))]),
    Refusal("%K = 4", .args, 1, "key path", [.value(.int(4))]),
    Refusal("mood = %@", .args, 8, "finite", [.value(.double(.infinity))]),
    Refusal("sqrt(16, 4) = mood", .args, 1, "one argument"),
    Refusal("max(1, 4) = mood", .args, 1, "{1, 2}"),
    Refusal("now(1) = creationTime", .args, 1, "no argument"),
    // Variables and patterns
    Refusal("mood = $MOOD", .variable, 8, "$MOOD"),
    Refusal("SUBQUERY(media, $m, $n.size = 1).@count = 1", .variable, 21, "$n"),
    Refusal("SUBQUERY(media, $m, $m.size = 1).@count = $m", .variable, 43, "$m"),
    Refusal("text MATCHES '('", .regex, 14, "parenthesis"),
    Refusal("text MATCHES '*draft'", .regex, 14, "pattern"),
    Refusal("text MATCHES %@", .regex, 14, "range", [.value(.string("[z-a]"))]),
  ]

  @Test(arguments: refusals)
  func `a fault is named with its kind, its place and a mend`(refusal: Refusal) throws {
    let error = #expect(throws: PredicateError.self) {
      try Predicate(
        parsing: refusal.text, arguments: refusal.arguments, entity: "entry",
        model: Library.shared.model)
    }
    #expect(error?.kind == refusal.kind)
    #expect(error?.column == refusal.column)
    #expect(error?.message.contains(refusal.word) == true, "\(error?.message ?? "")")
  }

  @Test func `a column counts characters`() throws {
    let error = #expect(throws: PredicateError.self) {
      try Library.shared.matching("text = '👩‍👩‍👧é' AND moood = 1", "entry")
    }
    #expect(error?.column == 17)
    #expect(error?.description.hasSuffix("(column 17)") == true)
  }

  @Test func `an entity that is not there is named`() throws {
    let error = #expect(throws: PredicateError.self) {
      try Predicate(parsing: "TRUEPREDICATE", entity: "entyr", model: Library.shared.model)
    }
    #expect(error?.kind == .key)
    #expect(error?.message.contains("“entry”") == true)
  }

  @Test func `derived attributes that need each other are refused`() throws {
    var entity = Entity(name: "e")
    entity.derived["a"] = DerivedAttribute(name: "a", expression: "b + 1")
    entity.derived["b"] = DerivedAttribute(name: "b", expression: "a + 1")
    entity.derived["c"] = DerivedAttribute(name: "c", expression: "1 +")
    let model = ObjectModel(resolved: ["e": entity], declarations: ModelFile())
    let circle = #expect(throws: PredicateError.self) {
      try Expression(parsing: "a", entity: "e", model: model)
    }
    #expect(circle?.message.contains("a → b → a") == true)
    let wrong = #expect(throws: PredicateError.self) {
      try Expression(parsing: "1 + c", entity: "e", model: model)
    }
    #expect(wrong?.kind == .parse)
    #expect(wrong?.column == 5)
    #expect(wrong?.message.contains("e.c") == true)
  }

  @Test func `a pattern that explodes ends in an error`() throws {
    let text = String(repeating: "a", count: 40) + "b"
    let error = #expect(throws: PredicateError.self) {
      try Library.shared.matching("%@ MATCHES '(a+)+$'", "hero", [.value(.string(text))])
    }
    #expect(error?.kind == .limit)
  }

  @Test func `a pattern from a property that is none is found when it is met`() throws {
    let error = #expect(throws: PredicateError.self) {
      try Library.shared.matching("name MATCHES TERNARY(done = YES, '(', 'x')", "todo")
    }
    #expect(error?.kind == .regex)
  }

  @Test func `the clock must be bound`() throws {
    let predicate = try Predicate(
      parsing: "due > now() AND random() < 5", entity: "todo", model: Library.shared.model)
    #expect(predicate.usesClock)
    let object = Library.id("t08")
    let error = #expect(throws: PredicateError.self) {
      try predicate.matches(object, Library.shared.read)
    }
    #expect(error?.kind == .clock)
    let bound = predicate.binding(now: Moment(microseconds: 0), random: 3 << 33)
    #expect(try bound.matches(object, Library.shared.read))
    #expect(try !bound.negated.matches(object, Library.shared.read))
    let late = predicate.binding(now: Moment(microseconds: .max), random: 3 << 33)
    #expect(try !late.matches(object, Library.shared.read))
    #expect(predicate.text == bound.text)
  }
}
