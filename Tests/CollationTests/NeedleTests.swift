import Collation
import Foundation
import TestSupport
import Testing

/// Makes short texts of few letters, so that they meet.
struct TextGenerator {
  var random: SplitMix64
  let alphabet: [String]

  mutating func text(_ length: Int) -> String {
    (0..<random.below(length + 1)).map { _ in alphabet[random.below(alphabet.count)] }.joined()
  }
}

@Suite struct NeedleTests {
  /// Composed letters, each of which folds to one: in others Foundation's own search loses its
  /// place.
  static let letters = [
    "a", "A", "e", "E", "é", "É", "ä", "ç", "s", "S", "ı", "ø", "æ", "K", "Å", "α", "ά", "Ά", "й",
    "и",
    "Ё", "е", "日", "1", " ", "-", "🙂",
  ]

  @Test(arguments: [UInt64](1...10))
  func `texts are found where Foundation finds them`(seed: UInt64) {
    var generator = TextGenerator(random: SplitMix64(seed: seed), alphabet: Self.letters)
    for _ in 0..<1000 {
      let (text, word) = (generator.text(6), generator.text(2))
      for bits in 0..<4 as Range<UInt8> {
        let needle = Needle(word, FoldingOptions(rawValue: bits))
        var options: NSString.CompareOptions = []
        if bits & 1 != 0 { options.insert(.caseInsensitive) }
        if bits & 2 != 0 { options.insert(.diacriticInsensitive) }
        func isFound(_ more: NSString.CompareOptions = []) -> Bool {
          (text as NSString).range(of: word, options: options.union(more)).location != NSNotFound
        }
        #expect(needle.isContained(in: text) == isFound(), "\(word) in \(text), \(bits)")
        #expect(needle.isPrefix(of: text) == isFound(.anchored), "\(word) in \(text), \(bits)")
        #expect(
          needle.isSuffix(of: text) == isFound([.anchored, .backwards]),
          "\(word) in \(text), \(bits)")
        #expect(
          needle.equals(text)
            == ((text as NSString).compare(word, options: options) == .orderedSame),
          "\(word) = \(text), \(bits)")
      }
    }
  }

  @Test(arguments: [UInt64](1...10))
  func `normal forms make no difference`(seed: UInt64) {
    let alphabet = Self.letters + ["か", "が", "가", "각", "Ệ", "\u{212B}", "ß", "İ", "ᾳ"]
    var generator = TextGenerator(random: SplitMix64(seed: seed), alphabet: alphabet)
    for _ in 0..<2000 {
      let (text, word) = (generator.text(6), generator.text(2))
      let decomposed = text.decomposedStringWithCanonicalMapping
      for bits in 0..<4 as Range<UInt8> {
        let options = FoldingOptions(rawValue: bits)
        let needle = Needle(word, options)
        let other = Needle(word.decomposedStringWithCanonicalMapping, options)
        #expect(needle.folded == other.folded)
        #expect(
          needle.isContained(in: text) == other.isContained(in: decomposed), "\(word), \(text)")
        #expect(needle.isPrefix(of: decomposed) == other.isPrefix(of: text), "\(word), \(text)")
        #expect(needle.isSuffix(of: text) == other.isSuffix(of: decomposed), "\(word), \(text)")
        #expect(needle.equals(decomposed) == other.equals(text), "\(word), \(text)")
      }
    }
  }

  @Test(arguments: [UInt64](1...10))
  func `bytes and folded forms give one answer`(seed: UInt64) {
    let alphabet =
      Self.letters + [
        "\u{301}", "\u{212A}", ";", "\u{37E}", "ß", "ﬁ", "f", "i", "İ", "\u{200D}", "\u{20E3}", "K",
      ]
    var generator = TextGenerator(random: SplitMix64(seed: seed), alphabet: alphabet)
    for _ in 0..<2000 {
      let (text, word) = (generator.text(6), generator.text(2))
      for bits in 0..<4 as Range<UInt8> {
        let options = FoldingOptions(rawValue: bits)
        let needle = Needle(word, options)
        let form = FoldedText(text, options)
        #expect(needle.isContained(in: text) == form.contains(needle.folded), "\(word) in \(text)")
        #expect(needle.isPrefix(of: text) == form.hasPrefix(needle.folded), "\(word) in \(text)")
        #expect(needle.isSuffix(of: text) == form.hasSuffix(needle.folded), "\(word) in \(text)")
        #expect(needle.equals(text) == (form == FoldedText(word, options)), "\(word) = \(text)")
      }
    }
  }

  static let finds: [(String, String, FoldingOptions, Bool)] = [
    ("Straße", "strasse", FoldingOptions.caseInsensitive, true), ("Straße", "s", [], false),
    ("ß", "s", .caseInsensitive, false), ("İ", "i", .caseInsensitive, false),
    ("İ", "i", [.caseInsensitive, .diacriticInsensitive], true),
    ("ı", "i", [.caseInsensitive, .diacriticInsensitive], false),
    ("e\u{301}", "e", [], false), ("e\u{301}", "é", [], true),
    ("e\u{301}", "e", .diacriticInsensitive, true),
    ("か\u{3099}", "か", .diacriticInsensitive, false),
    ("øłæß", "olaess", .diacriticInsensitive, false),
    ("👨‍👩‍👧", "👩", [], true), ("👍🏽", "👍", [], false), ("각", "가", [], false),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ", .caseInsensitive, true), ("\u{212A}", "k", .caseInsensitive, true),
    ("abc", "", [], false), ("", "", [], false),
  ]

  @Test(arguments: finds)
  func `a needle is found by letters`(
    text: String, word: String, options: FoldingOptions, isFound: Bool
  ) {
    #expect(Needle(word, options).isContained(in: text) == isFound)
  }
}
