import Collation
import Testing

@testable import TextIndex

@Suite struct WordScannerTests {
  private func words(_ text: String, keepingIota: Bool = false) -> [String] {
    var scanner = WordScanner(keepingIota: keepingIota)
    scanner.read(text)
    var words: [String] = []
    for run in scanner.runs {
      scanner.forEachWord(of: run) {
        words.append(String(decoding: scanner.letters[$0], as: UTF8.self))
      }
    }
    return words
  }

  @Test func `words are letters and digits, folded, and signs are words of their own`() {
    #expect(
      words("Rain, at 10:30 — with Anna@example.org!") == [
        "rain", ",", "at", "10", ":", "30", "—", "with", "anna", "@", "example", ".", "org", "!",
      ])
    #expect(
      words("Straße ÉTÉ e\u{301}te\u{301} İstanbul ﬁn") == [
        "strasse", "ete", "ete", "istanbul", "ﬁn".folded,
      ])
  }

  @Test func `one blank is nothing, and others are words`() {
    #expect(words("a b") == ["a", "b"])
    #expect(words("a  b\n\tc\u{A0}d ") == ["a", "  ", "b", "\n\t", "c", "\u{A0}", "d"])
    #expect(words("") == [])
    #expect(words(" ") == [])
  }

  @Test func `scripts without blanks stand as pairs`() {
    #expect(words("今日は晴") == ["今日", "日は", "は晴"])
    #expect(words("今日、晴。") == ["今日", "日、", "、晴", "晴。"])
    #expect(words("「晴」, ok！") == ["「晴", "晴」", ",", "ok", "！"])
    #expect(words("ＯＫ　１") == ["ＯＫ".folded, "　", "１"])
    #expect(words("が") == ["か"])
    #expect(words("ok雨ok") == ["ok", "雨", "ok"])
  }

  @Test func `marks are dropped, and an iota subscript is one or is none`() {
    #expect(words("\u{301}a\u{308}") == ["a"])
    #expect(words("\u{301}") == [])
    #expect(words("ᾳ") == ["α"])
    #expect(words("ᾳ", keepingIota: true) == ["αι"])
  }

  @Test func `long words stand in pieces of which each part is in one`() {
    let alphabet = (0..<200).map { String(UnicodeScalar(UInt8(97 + $0 * 7 % 26))) }
    for length in [63, 64, 65, 96, 97, 128, 129, 200] {
      let text = alphabet[..<length].joined()
      let pieces = words(text)
      #expect(pieces.allSatisfy { $0.utf8.count <= WordScanner.longestWord })
      #expect(pieces.first.map { text.hasPrefix($0) } == true)
      #expect(pieces.last.map { text.hasSuffix($0) && $0.utf8.count >= 32 } == true)
      for start in 0...(length - WordScanner.longestPart) {
        let part = alphabet[start..<start + WordScanner.longestPart].joined()
        #expect(pieces.contains { $0.contains(part) })
      }
    }
  }

  @Test func `under any options a folded scalar has the form of the scalar`() {
    var plain = SearchFolding()
    var iota = SearchFolding(keepingIota: true)
    func form(_ scalars: some Sequence<Unicode.Scalar>, _ folding: inout SearchFolding) -> [UInt32]
    {
      var result: [UInt32] = []
      for scalar in scalars {
        let form = folding.form(of: scalar.value)
        for place in 0..<form.count { result.append(folding.scalar(place, of: form).scalar) }
      }
      return result
    }
    func letters(_ text: String, _ options: FoldingOptions) -> String.UnicodeScalarView {
      String(decoding: FoldedText(text, options).utf8, as: UTF8.self).unicodeScalars
    }
    var failures: [UInt32] = []
    // All that has case, marks or a decomposition: neither ideographs nor what is unassigned.
    let blocks: [ClosedRange<UInt32>] = [
      0...0x3400, 0xA000...0xAC80, 0xD700...0xD7FF, 0xF900...0x11FFF, 0x16A00...0x16FFF,
      0x1BC00...0x1FFFF, 0x2F800...0x2FA1F, 0xE0000...0xE01EF,
    ]
    for value in blocks.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let expected = form([scalar], &plain)
      let isEqual =
        form(letters(text, []), &plain) == expected
        && form(letters(text, .diacriticInsensitive), &plain) == expected
        && form(letters(text, .caseInsensitive), &iota) == form([scalar], &iota)
        && form(letters("a" + text, [.caseInsensitive, .diacriticInsensitive]), &plain)
          == [0x61] + expected
        && form(Text.foldedInPlace(text, .caseInsensitive).unicodeScalars, &iota)
          == form([scalar], &iota)
        && form(
          Text.foldedInPlace("a" + text, [.caseInsensitive, .diacriticInsensitive]).unicodeScalars,
          &plain) == [0x61] + expected
        && form(Text.foldedInPlace(text, .diacriticInsensitive).unicodeScalars, &plain)
          == expected
      if !isEqual { failures.append(value) }
    }
    #expect(failures == [])
  }
}

extension String {
  fileprivate var folded: String {
    String(
      decoding: FoldedText(self, [.caseInsensitive, .diacriticInsensitive]).utf8, as: UTF8.self)
  }
}
