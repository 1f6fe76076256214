import Model
import PredicateSupport
import Predicates
import Testing

/// A text with the value that it has for the hero `h1`.
struct Worth: Sendable, CustomTestStringConvertible {
  let text: String
  let value: Value

  init(_ text: String, _ value: Value) {
    self.text = text
    self.value = value
  }

  var testDescription: String { text }
}

@Suite struct FunctionTests {
  static let worths: [Worth] = [
    // Arithmetic
    Worth("7 / 2", .int(3)),
    Worth("-7 / 2", .int(-3)),
    Worth("7 / 2.0", .double(3.5)),
    Worth("7 / 0", .null),
    Worth("7.0 / 0", .null),
    Worth("2 ** 3 ** 2", .int(64)),
    Worth("-2 ** 2", .int(4)),
    Worth("2 ** -1", .double(0.5)),
    Worth("2 ** 64", .double(0x1p64)),
    Worth("10 - 4 - 3", .int(3)),
    Worth("2 + 3 * 4", .int(14)),
    Worth("(2 + 3) * 4", .int(20)),
    Worth("9223372036854775807", .int(.max)),
    Worth("-9223372036854775808", .int(.min)),
    Worth("9223372036854775807 + 1", .double(0x1p63)),
    Worth("-9223372036854775808 / -1", .double(0x1p63)),
    Worth("YES + 1", .int(2)),
    Worth("nil + 1", .null),
    Worth("0x1F + 0o17 + 0b101", .int(51)),
    Worth("9.2e-5", .double(9.2e-5)),
    // Functions of numbers
    Worth("abs(-3)", .int(3)),
    Worth("abs:(-3.5)", .double(3.5)),
    Worth("floor(-2.5)", .double(-3)),
    Worth("ceiling(-2.5)", .double(-2)),
    Worth("trunc(-2.5)", .double(-2)),
    Worth("sqrt(-1)", .null),
    Worth("log(1000)", .double(3)),
    Worth("ln(exp(0))", .double(0)),
    Worth("add:to:(1, 2)", .int(3)),
    Worth("from:subtract:(5, 2)", .int(3)),
    Worth("multiply:by:(5, 2)", .int(10)),
    Worth("divide:by:(5, 2)", .int(2)),
    Worth("modulus:by:(-7, 3)", .int(-1)),
    Worth("modulus:by:(7, 0)", .null),
    Worth("modulus:by:(7.5, 2)", .double(1.5)),
    Worth("raise:toPower:(2, 10)", .int(1024)),
    Worth("bitwiseOr:with:(5, 2)", .int(7)),
    Worth("bitwiseXor:with:(7, 2)", .int(5)),
    Worth("leftshift:by:(1, 70)", .int(0)),
    Worth("rightshift:by:(-8, 1)", .int(-4)),
    Worth("onesComplement(0)", .int(-1)),
    // Collections
    Worth("sum({1, nil, 2})", .int(3)),
    Worth("average({1, nil, 2})", .double(1)),
    Worth("count({1, nil})", .int(2)),
    Worth("max({1, nil, 2.5})", .double(2.5)),
    Worth("min({'b', 'a'})", .string("a")),
    Worth("min({})", .null),
    Worth("median({4, 1, 3, 2})", .double(2.5)),
    Worth("mode({1, 2, 2, 3, 3})", .list([.int(2), .int(3)])),
    Worth("stddev({2, 4, 4, 4, 5, 5, 7, 9})", .double(2)),
    Worth("{1, 2, 3}[LAST]", .int(3)),
    Worth("{1, 2, 3}[1]", .int(2)),
    Worth("{1, 2, 3}[3]", .null),
    Worth("{1, 2, 3}[-1]", .null),
    Worth("{1, 2, 3}.@count", .int(3)),
    Worth("TERNARY(power > 5, 'strong', 'weak')", .string("strong")),
    // Texts
    Worth("uppercase('straße')", .string("STRASSE")),
    Worth("lowercase('ÄÖ')", .string("äö")),
    Worth("length('e\u{301}')", .int(2)),
    Worth("length('👩‍👩‍👧')", .int(5)),
    Worth("length(nil)", .null),
    Worth("folded('ÄÖÜ Straße Ångström ø が')", .string("aou strasse angstrom ø が")),
    Worth("noindex(name)", .string("Night Owl")),
    // Casts
    Worth("CAST('42', 'NSNumber')", .int(42)),
    Worth("CAST('4.5', 'NSNumber')", .double(4.5)),
    Worth("CAST('x', 'NSString')", .string("x")),
    Worth("CAST(4.0, 'NSString')", .string("4")),
    Worth("CAST(4.5, 'NSString')", .string("4.5")),
    Worth("CAST(YES, 'NSNumber')", .int(1)),
    Worth("CAST(nil, 'NSDate')", .null),
    Worth("CAST(0, 'NSDate')", .date(Moment(microseconds: 978_307_200_000_000))),
    Worth("CAST(CAST('2001-01-01T00:00:01.5Z', 'NSDate'), 'NSNumber')", .double(1.5)),
    Worth("castObject:toType:(5, 'NSString')", .string("5")),
  ]

  @Test(arguments: worths)
  func `an expression has its value`(worth: Worth) throws {
    #expect(try Library.shared.value(of: worth.text, "hero", "h1") == worth.value)
  }

  @Test(arguments: worths)
  func `the canonical spelling is parsed to the same expression`(worth: Worth) throws {
    let model = Library.shared.model
    let expression = try Expression(parsing: worth.text, entity: "hero", model: model)
    let again = try Expression(parsing: expression.text, entity: "hero", model: model)
    #expect(again == expression)
    #expect(again.text == expression.text)
  }

  static let periods: [(String, String, String, String, Int64)] = [
    ("2026-11-30T23:30:00-08:00", "2026-11-30", "2026-W49", "2026-11", 2026),
    ("2026-12-01T00:30:00+01:00", "2026-12-01", "2026-W49", "2026-12", 2026),
    ("2027-01-03T12:00:00Z", "2027-01-03", "2026-W53", "2027-01", 2027),
    ("2024-12-30T12:00:00Z", "2024-12-30", "2025-W01", "2024-12", 2024),
    ("1969-12-31T23:59:59.999999Z", "1969-12-31", "1970-W01", "1969-12", 1969),
    ("0000-02-29T00:00:00Z", "0000-02-29", "0000-W09", "0000-02", 0),
    ("-000001-12-31T00:00:00Z", "-000001-12-31", "-000001-W52", "-000001-12", -1),
    ("+012345-06-07T00:00:00Z", "+012345-06-07", "+012345-W23", "+012345-06", 12345),
  ]

  @Test(arguments: periods)
  func `a moment has its day, week, month and year by its own offset`(
    moment: String, day: String, week: String, month: String, year: Int64
  ) throws {
    let argument = Argument.value(.date(try #require(Moment(rfc3339: moment))))
    func value(_ function: String) throws -> Value {
      try Library.shared.value(of: "\(function)(%@)", "hero", "h1", [argument])
    }
    #expect(try value("day") == .string(day))
    #expect(try value("week") == .string(week))
    #expect(try value("month") == .string(month))
    #expect(try value("year") == .int(year))
  }

  static let letters: [(String, String)] = [
    ("", ""), ("apple", "A"), ("é", "É"), ("e\u{301}clair", "É"), ("ßen", "S"), ("ﬁne", "F"),
    ("ǆ", "Ǆ"), ("日記", "日"), ("👩‍👩‍👧 family", "👩‍👩‍👧"), ("9 lives", "9"), ("a\u{308}", "Ä"),
    ("\r\n", "\r\n"),
    (" x", " "),
  ]

  @Test(arguments: letters)
  func `a text stands under its first letter`(text: String, letter: String) throws {
    let value = try Library.shared.value(
      of: "firstLetter(%@)", "hero", "h1", [.value(.string(text))])
    #expect(value == .string(letter))
  }

  @Test func `nothing stands under the empty letter`() throws {
    #expect(try Library.shared.value(of: "firstLetter(text)", "entry", "e10") == .string(""))
    #expect(try Library.shared.value(of: "day(modifiedTime)", "entry", "e01") == .null)
    #expect(try Library.shared.value(of: "title(text)", "entry", "e10") == .null)
  }

  static let titles: [(String, String)] = [
    ("", ""),
    ("One line", "One line"),
    ("First line. Still first.\nSecond", "First line. Still first."),
    ("\n\n  First  \r\n\r\nSecond", "First"),
    ("Only one line. And more.\n", "Only one line."),
    ("Went out. slept well", "Went out."),
    ("Is it? Yes!", "Is it?"),
    ("He said “Stop.” Then he went.", "He said “Stop.”"),
    ("Dr. Who met Mr. Smith. They spoke.", "Dr. Who met Mr. Smith."),
    ("J. R. R. Tolkien wrote. We read.", "J. R. R. Tolkien wrote."),
    ("Pi is 3.14 today. Nice.", "Pi is 3.14 today."),
    ("Bring milk, e.g. oat. Thanks.", "Bring milk, e.g. oat."),
    ("Tee, z. B. grün. Danke.", "Tee, z. B. grün."),
    ("Am 3. Mai war es warm. Schön.", "Am 3. Mai war es warm."),
    ("So did I. Then we left.", "So did I."),
    ("I said no. Then I left.", "I said no."),
    ("See no. 5 first. Then 6.", "See no. 5 first."),
    ("Wait... what? Yes.", "Wait..."),
    ("Really?! Yes.", "Really?!"),
    ("今日は晴れ。明日は雨。", "今日は晴れ。"),
    ("see example.org for more. Bye", "see example.org for more."),
    ("No end", "No end"),
  ]

  @Test(arguments: titles)
  func `a text has a title`(text: String, title: String) throws {
    let value = try Library.shared.value(of: "title(%@)", "hero", "h1", [.value(.string(text))])
    #expect(value == .string(title))
  }

  static let tagged: [(String, [String])] =
    [
      ("nothing here", []),
      ("@work and #Home", ["home", "work"]),
      ("#München #munchen @MÜNCHEN", ["munchen"]),
      ("#a/b #c++ #c# @x-y @snake_case", ["a/b", "c#", "c++", "snake_case", "x-y"]),
      (
        "(#in) “@quoted” #end. #comma, #dash- *#bold* _#emphasis_",
        [
          "bold", "comma", "dash", "emphasis", "end", "in", "quoted",
        ]
      ),
      ("me@example.org, mailto:me@x.org, @user@host.social", []),
      ("https://x.org/#anchor http://x.org/@user see#this", []),
      ("[a link](#anchor) and [another](https://x.org/#b) #real", ["real"]),
      ("# Heading #no\n## @no\ntext #yes\n#tag at the start", ["tag", "yes"]),
      ("`#code` ``#a ` b`` #tag\n```\n#fenced\n```\n#after\n~~~\n@x\n~~~", ["after", "tag"]),
      (
        "#fff #FFF #a1b #a1b2c3 #abcdef #12345678 #dad #cafe #2024 #1",
        ["1", "2024", "cafe", "dad"]
      ),
      ("# #- @ @@ ## #! @-", []),
      ("#日記 と #旅行", ["旅行", "日記"]),
      ("#cafe\u{301}", ["cafe"]),
    ] as [(String, [String])]

  @Test(arguments: tagged)
  func `a text has tags`(text: String, tags: [String]) throws {
    let value = try Library.shared.value(of: "tags(%@)", "hero", "h1", [.value(.string(text))])
    #expect(value == .list(tags.map(Value.string)))
  }

  @Test func `tags are found where they stand`() {
    let text = "e\u{301}\n#a `#b`\r\n(@C)"
    let found = Tags.occurrences(in: text)
    #expect(found.map(\.name) == ["a", "C"])
    #expect(found.map { String(text[$0.range]) } == ["#a", "@C"])
  }

  @Test(
    arguments: [
      // A run of marks that nothing closes is text (CommonMark §6.1), and opens nothing shorter.
      ("a `` b @c", ["c"]), ("a `` b `@c`", []), ("a ``` b `@c` ``@d`` @e", ["e"]),
      ("``@a` @b`` @c", ["c"]), ("`@a`` @b", ["b"]), ("[x](@a) [y](#b", ["b"]),
      (String(repeating: "x", count: 31) + " @tag " + String(repeating: "x", count: 40), ["tag"]),
    ] as [(String, [String])])
  func `code and links hide tags as far as they are closed`(text: String, names: [String]) {
    #expect(Tags.occurrences(in: text).map(\.name) == names)
  }

  @Test(arguments: ["`", "](", "` `` ", "@a`", "http://@", "#", "a``"])
  func `a long line of signs is looked through once`(sign: String) {
    let line = "x " + String(repeating: sign, count: 200_000)
    let clock = ContinuousClock()
    let short = clock.measure { _ = Tags.occurrences(in: String(line.prefix(20_000))) }
    let long = clock.measure { _ = Tags.occurrences(in: line) }
    // Twenty times as long or so; were every sign looked for to the line's end, four hundred times.
    #expect(long < short * 200 + .seconds(1))
  }

  @Test func `given tags and those in the text are one list`() throws {
    let value = try Library.shared.value(
      of: "tags(%@, {'Zug', 'work', 'É'})", "hero", "h1", [.value(.string("#Work @bahn"))])
    #expect(value == .list(["bahn", "e", "work", "zug"].map(Value.string)))
    #expect(try Library.shared.value(of: "tags(nil)", "hero", "h1") == .list([]))
  }
}
