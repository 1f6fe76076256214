import TestSupport
import Testing

@testable import Collation

@Suite struct LooseNeedleTests {
  /// Letters that fold to others, to several and to none, with long runs of ASCII between them.
  private static let pieces = [
    "a", "A", "b", "e", "é", "E\u{301}", "É", "ß", "ss", "ẞ", "ﬁ", "fi", "İ", "i", "ı", "K",
    "\u{212A}",
    "Å", "\u{212B}", "\u{345}", "ᾳ", "αι", "Σ", "ς", "\u{301}", "\u{308}", "\u{200D}", "が", "か",
    "\u{3099}", "漢", "\u{FA47}", "한", "\u{1112}\u{1161}", "😀", "👍🏽", "👨‍👩‍👧", "क्ष", " ", ". ", ";",
    "\u{37E}",
    "\u{0}", "\u{1}", String(repeating: "ab", count: 40), String(repeating: "xyz ", count: 30),
  ]

  private func text(_ random: inout SplitMix64, _ count: Int) -> String {
    (0..<random.below(count)).map { _ in Self.pieces[random.below(Self.pieces.count)] }.joined()
  }

  private func needle(_ text: String, _ random: inout SplitMix64) -> String {
    let scalars = Array(text.unicodeScalars)
    if scalars.isEmpty || random.below(6) == 0 { return self.text(&random, 4) }
    let start = random.below(scalars.count)
    let count = min(1 + random.below(random.below(4) == 0 ? 60 : 5), scalars.count - start)
    var part = String.UnicodeScalarView()
    part.append(contentsOf: scalars[start..<start + count])
    return random.below(3) == 0 ? String(part).uppercased() : String(part)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `no text that has a needle is ruled out, and most others are`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var found = 0
    var ruledOut = 0
    for _ in 0..<3000 {
      let text = text(&random, 12)
      let word = needle(random.below(2) == 0 ? text : self.text(&random, 12), &random)
      for bits in 0..<4 as Range<UInt8> {
        let options = FoldingOptions(rawValue: bits)
        let needle = Needle(word, options)
        let isThere = FoldedText(text, options).contains(needle.folded)
        // Texts with long stretches of ASCII are folded in parts.
        #expect(
          needle.isContained(in: text) == isThere,
          "\(Array(word.utf8)) in \(Array(text.utf8)), \(bits)")
        guard let loose = LooseNeedle(word, options) else { continue }
        let mayStand = unsafe loose.mayStand(in: text.utf8Span.span.bytes)
        #expect(mayStand || !isThere, "\(Array(word.utf8)) in \(Array(text.utf8)), \(bits)")
        if isThere { found += 1 }
        if !mayStand { ruledOut += 1 }
      }
    }
    #expect(found > 2000 && ruledOut > 2000, "\(found), \(ruledOut)")
  }

  @Test func `what is ruled out is told exactly where texts are plain`() {
    let needle = LooseNeedle("Éclair", [.caseInsensitive, .diacriticInsensitive])
    let texts = [
      ("an eclair", true), ("ÉCLAIR", true), ("e\u{301}clair", true), ("éclaır", false),
      ("éclai", false), ("clair", false), ("é eclai éclai r", false), ("", false),
      ("é" + String(repeating: "eclai", count: 50), false),
    ]
    for (text, isThere) in texts {
      #expect(unsafe needle?.mayStand(in: text.utf8Span.span.bytes) == isThere, "\(text)")
    }
    #expect(LooseNeedle("", []) == nil)
    #expect(LooseNeedle("\u{301}", []) == nil)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `bytes that are no text rule nothing out and end nothing`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let needle = LooseNeedle("é漢b", .caseInsensitive)
    for _ in 0..<2000 {
      let bytes = (0..<random.below(40)).map { _ -> UInt8 in
        [0x61, 0xC3, 0xA9, 0xE6, 0xF0, 0xF4, 0x90, 0x80, 0xFF, 0xC0][random.below(10)]
      }
      let isText = String(validating: bytes, as: UTF8.self) != nil
      let mayStand = unsafe needle?.mayStand(in: bytes.span.bytes) ?? false
      // Surrogates and what is longer than it need be are told from texts by whoever decodes them.
      if !isText, bytes.contains(0xFF) || bytes.contains(0xC0) { #expect(mayStand, "\(bytes)") }
    }
  }
}
