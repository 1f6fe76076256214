import Collation
import Model
import PredicateSupport
import Predicates
import TestSupport
import Testing

@Suite struct LawTests {
  @Test(arguments: [UInt64](1...20))
  func `printed and parsed again a predicate is the same`(seed: UInt64) throws {
    var generator = PredicateGenerator(random: SplitMix64(seed: seed))
    for _ in 0..<50 {
      let text = generator.predicate(3)
      let predicate = try Predicate(parsing: text, entity: "entry", model: Library.shared.model)
      let again = try Predicate(
        parsing: predicate.text, entity: "entry", model: Library.shared.model)
      #expect(again == predicate, "\(text)")
      #expect(again.hashValue == predicate.hashValue)
      for name in Library.shared.names["entry"] ?? [] {
        let object = Library.id(name)
        let holds = try predicate.matches(object, Library.shared.read)
        #expect(try again.matches(object, Library.shared.read) == holds, "\(text)")
        #expect(try predicate.negated.matches(object, Library.shared.read) != holds, "\(text)")
      }
    }
  }

  @Test(arguments: [UInt64](1...10))
  func `whatever is typed is parsed or refused with its place`(seed: UInt64) {
    let pieces = [
      "mood", "text", "media", "SELF", "(", ")", "{", "}", "[", "]", ",", ".", "@count", "@max",
      "%@", "%K",
      "$x", "ANY", "NOT", "AND", "OR", "IN", "BETWEEN", "CONTAINS[cd]", "MATCHES", "LIKE", "=", "<",
      "!",
      "+", "-", "**", "'a'", "'(", "\"", "#", "#\"a b\"", "4", "0x", "1e", "nil", "SUBQUERY(",
      "CAST(",
      "abs(", "add:to:(", ":=", "é", "\u{301}", "👩‍👩‍👧", "\\", "%", "FIRST", "\0",
    ]
    var random = SplitMix64(seed: seed)
    for _ in 0..<1000 {
      let text = (0..<random.below(12)).map { _ in pieces[random.below(pieces.count)] }
        .joined(separator: random.below(2) == 0 ? " " : "")
      do throws(PredicateError) {
        let predicate = try Predicate(
          parsing: text, arguments: [.value(.int(1))], variables: ["x": .value(.null)],
          entity: "entry", model: Library.shared.model)
        let again = try Predicate(
          parsing: predicate.text, entity: "entry", model: Library.shared.model)
        #expect(again == predicate, "\(text)")
      } catch {
        let column = error.column ?? 0
        #expect(column >= 1 && column <= text.count + 1, "\(text): \(error)")
      }
    }
  }

  /// Letters with and without marks, of several scripts, and what folds to several.
  static let alphabet = [
    "a", "A", "e", "E", "\u{301}", "\u{308}", "é", "É", "ß", "S", "s", "SS", "ı", "I", "i", "İ",
    "ø",
    "K", "\u{212A}", "Å", "σ", "ς", "Σ", "Ά", "й", "и", "ﬁ", "か", "が", "\u{3099}", "👩", "\u{200D}",
    "*",
    "?", "\\", " ",
  ]

  @Test(arguments: [UInt64](1...20))
  func `a constant is compared as the same value from elsewhere is`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func word(_ length: Int) -> Argument {
      let letters = (0..<random.below(length + 1)).map { _ in
        Self.alphabet[random.below(Self.alphabet.count)]
      }
      return .value(.string(letters.joined()))
    }
    let operators = ["=", "!=", "<", ">=", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "IN"]
    for _ in 0..<200 {
      let (text, needle) = (word(6), word(2))
      let modifier = ["", "[c]", "[d]", "[cd]"][random.below(4)]
      let operation = operators[random.below(operators.count)] + modifier
      let direct = try Library.shared.matching("%@ \(operation) %@", "hero", [text, needle])
      let hidden = try Library.shared.matching(
        "TERNARY(SELF = nil, nil, %@) \(operation) TERNARY(SELF = nil, nil, %@)", "hero",
        [text, needle])
      #expect(direct == hidden, "\(text) \(operation) \(needle)")
    }
  }

  @Test(arguments: [UInt64](1...10))
  func `a long list holds what a short one would`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func value() -> Value {
      switch random.below(6) {
      case 0: .null
      case 1: .bool(random.below(2) == 0)
      case 2: .double(Double(random.below(8)) / 2)
      case 3: .string(["a", "é", "e\u{301}", "4"][random.below(4)])
      case 4:
        .date(Moment(microseconds: Int64(random.below(3)), offsetSeconds: Int32(random.below(2))))
      default: .int(Int64(random.below(4)))
      }
    }
    for _ in 0..<200 {
      let list = (0..<12).map { _ in Argument.value(value()) }
      let one = Argument.value(value())
      let whole = try Library.shared.matching("%@ IN %@", "hero", [one, .list(list)])
      let parts = try Library.shared.matching(
        "%@ IN %@ OR %@ IN %@", "hero",
        [one, .list(Array(list[..<6])), one, .list(Array(list[6...]))])
      #expect(whole == parts)
    }
  }

  @Test func `numbers compare exactly`() throws {
    let big = Argument.value(.int(9_007_199_254_740_993))
    let near = Argument.value(.double(9_007_199_254_740_992))
    let all = Library.shared.names["hero"] ?? []
    #expect(try Library.shared.matching("%@ = %@", "hero", [big, near]).isEmpty)
    #expect(try Library.shared.matching("%@ > %@", "hero", [big, near]) == all)
    #expect(try Library.shared.matching("%@ < 1e300", "hero", [.value(.int(.max))]) == all)
    #expect(try Library.shared.matching("%@ > -1e300", "hero", [.value(.int(.min))]) == all)
    #expect(
      try Library.shared.matching("%@ = 9223372036854775808.0", "hero", [.value(.int(.max))])
        .isEmpty)
    #expect(try Library.shared.matching("-0.0 = 0 AND YES = 1.0", "hero") == all)
  }

  @Test func `joined predicates hold together`() throws {
    let model = Library.shared.model
    func predicate(_ text: String) throws -> Predicate {
      try Predicate(parsing: text, entity: "entry", model: model)
    }
    let one = try predicate("mood = 4 AND starred = YES")
    let other = try predicate("rating > 4 OR text = nil")
    #expect(
      Predicate.all([one, other], entity: "entry")
        == (try predicate("mood = 4 AND starred = YES AND (rating > 4 OR text = nil)")))
    #expect(
      Predicate.any([one, other], entity: "entry")
        == (try predicate("(mood = 4 AND starred = YES) OR rating > 4 OR text = nil")))
    #expect(Predicate.all([], entity: "entry").text == "TRUEPREDICATE")
    #expect(Predicate.any([], entity: "entry").text == "FALSEPREDICATE")
    #expect(Predicate.all([other], entity: "entry") == other)
    #expect(one.negated.text == "NOT (mood == 4 AND starred == YES)")
  }

  @Test func `every kind of argument is printed so that it is parsed again`() throws {
    let moment = Moment(
      microseconds: 1_764_490_353_120_450, offsetSeconds: 3600, zone: "Europe/Berlin")
    let content = ContentReference(digest: (0..<32).map { UInt8($0) }, size: 7)
    let arguments: [Argument] = [
      .value(.null), .value(.bool(false)), .value(.int(.min)), .value(.double(1e300)),
      .value(.double(-0.0)), .value(.string("it's \"\\\n\t\r\u{0}é")), .value(.data([0, 255])),
      .value(.date(moment)), .value(.content(content)), .record(Library.id("e07")),
      .value(.uuid(Library.id("e07"))), .keyPath("author.lastName"),
      .list([.value(.int(1)), .list([.value(.null)]), .keyPath("mood")]),
    ]
    for argument in arguments {
      let predicate = try Predicate(
        parsing: "%@ IN {%@}", arguments: [argument, argument], entity: "entry",
        model: Library.shared.model)
      let again = try Predicate(
        parsing: predicate.text, entity: "entry", model: Library.shared.model)
      #expect(again == predicate, "\(predicate.text)")
    }
  }
}
