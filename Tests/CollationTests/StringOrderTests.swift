import Collation
import Foundation
import TestSupport
import Testing

@Suite struct StringOrderTests {
  static let alphabet = [
    "a", "b", "A", "é", "e\u{301}", "\u{323}", "\u{307}", "ä", "z", "日", "🙂", "\u{212B}", "Å", "10",
    "2",
    "\u{AC01}", "\u{FFFD}", " ",
  ]

  static func nfd(_ text: String) -> [UInt8] {
    Array(text.decomposedStringWithCanonicalMapping.utf8)
  }

  static func sorted(_ texts: [String], _ order: StringOrder) -> [String] {
    texts.sorted { order.keyForm(of: $0).lexicographicallyPrecedes(order.keyForm(of: $1)) }
  }

  @Test(arguments: [UInt64](1...10))
  func `compare is the order of decomposed bytes`(seed: UInt64) {
    var generator = TextGenerator(random: SplitMix64(seed: seed), alphabet: Self.alphabet)
    for _ in 0..<2000 {
      let (left, right) = (generator.text(6), generator.text(6))
      #expect(StringOrder.compare.keyForm(of: left) == Self.nfd(left), "\(left)")
      let order = Text.compare(left, right).signum()
      let bytes = (Self.nfd(left), Self.nfd(right))
      let expected =
        bytes.0.lexicographicallyPrecedes(bytes.1)
        ? -1 : bytes.1.lexicographicallyPrecedes(bytes.0) ? 1 : 0
      #expect(order == expected, "\(left) \(right)")
    }
  }

  @Test(arguments: [UInt64](1...5))
  func `a long text counts with the beginning of its form`(seed: UInt64) {
    var generator = TextGenerator(random: SplitMix64(seed: seed), alphabet: Self.alphabet)
    for _ in 0..<100 {
      let text = generator.text(400)
      #expect(StringOrder.compare.keyForm(of: text) == Array(Self.nfd(text).prefix(128)))
      let folded = FoldedText(text, .caseInsensitive).utf8
      #expect(StringOrder.caseInsensitive.keyForm(of: text) == Array(folded.prefix(128)))
      for order in [StringOrder.localized(locale: "de"), .localizedStandard(locale: "")] {
        #expect(order.keyForm(of: text).count <= StringOrder.keyFormLimit)
      }
    }
  }

  @Test func `case counts for nothing where it must not`() {
    let order = StringOrder.caseInsensitive
    #expect(order.keyForm(of: "Anna") == order.keyForm(of: "anna"))
    #expect(order.keyForm(of: "STRASSE") == order.keyForm(of: "straße"))
    #expect(order.keyForm(of: "Éa") == order.keyForm(of: "e\u{301}a"))
    #expect(order.keyForm(of: "a") != order.keyForm(of: "ä"))
  }

  static let orders: [(StringOrder, [String])] = [
    (StringOrder.localized(locale: "de"), ["Item 1", "item 10", "item 2"]),
    (.localizedStandard(locale: "de"), ["Item 1", "item 2", "item 10"]),
    (.localized(locale: "de"), ["a", "ä", "b", "z"]),
    (.localized(locale: "sv"), ["a", "b", "z", "ä"]),
    (.localized(locale: ""), ["apple", "Apple", "éclair", "zebra"]),
    (.compare, ["Zebra", "apple", "e\u{301}", "zebra", "日"]),
    (.caseInsensitive, ["apple", "Banana", "cherry"]),
  ]

  @Test(arguments: orders)
  func `a language has its order`(order: StringOrder, texts: [String]) {
    #expect(Self.sorted(texts.reversed(), order) == texts)
  }

  @Test func `texts that a language takes for equal still have one order`() {
    let order = StringOrder.localizedStandard(locale: "en")
    #expect(order.keyForm(of: "file 01") != order.keyForm(of: "file 1"))
    #expect(Self.sorted(["file 1", "file 01"], order) == ["file 01", "file 1"])
    #expect(order.keyForm(of: "file 1") == order.keyForm(of: "file 1"))
  }

  @Test func `versions tell what an index was built with`() {
    #expect(StringOrder.compare.version.hasPrefix("Unicode "))
    let german = StringOrder.localized(locale: "de").version
    #expect(german.contains("ICU \(Version.icu)") && german.contains("de"))
    #expect(german != StringOrder.localized(locale: "sv").version)
    #expect(Version.unicode.contains("."))
  }

  @Test func `folding keeps what is a letter of its own`() {
    #expect(Text.folded("ÄÖÜß Ångström") == "aoußangstrom".replacing("ß", with: "ss "))
    #expect(Text.folded("øłæ が") == "øłæ が")
    #expect(
      Text.foldedInPlace("Ka\u{308}se Ä", .caseInsensitive).utf8.elementsEqual("ka\u{308}se ä".utf8)
    )
    #expect(Text.foldedInPlace("Ka\u{308}se Ä が", .diacriticInsensitive) == "Kase A が")
  }
}

@Suite struct RegularExpressionTests {
  @Test func `a pattern fits whole texts`() throws {
    let expression = try RegularExpression("[a-z]+")
    #expect(try expression.matches("abc"))
    #expect(try !expression.matches("abc1"))
    #expect(try !expression.matches(""))
    #expect(try RegularExpression("").matches(""))
    #expect(try RegularExpression("ABC", isCaseInsensitive: true).matches("abc"))
    #expect(try !RegularExpression("a.b").matches("a\nb"))
    #expect(try RegularExpression("(?s)a.b").matches("a\nb"))
  }

  @Test(arguments: ["(", "[z-a]", "*a", "\\p{Nothing}", "a{3,1}"])
  func `what is no pattern is refused`(pattern: String) {
    #expect(throws: RegularExpression.InvalidPattern.self) { try RegularExpression(pattern) }
  }

  @Test func `an explosive pattern gives up`() throws {
    let expression = try RegularExpression("(a|aa)+$")
    let text = String(repeating: "a", count: 60) + "b"
    #expect(throws: RegularExpression.LimitExceeded.self) { try expression.matches(text) }
    #expect(try expression.matches("aaa"))
  }

  @Test func `one expression serves many at once`() async throws {
    let expression = try RegularExpression("x[0-9]+")
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 { group.addTask { try expression.matches("x\(number)") } }
      for try await isMatch in group { #expect(isMatch) }
    }
  }
}
