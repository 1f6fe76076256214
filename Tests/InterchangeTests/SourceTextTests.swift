import Interchange
import TestSupport
import Testing

@Suite struct SourceTextTests {
  static let sample = "[2023-03-03 08:00] Käffchen – fertig 🙂\nzweite Zeile\n"

  /// The units of UTF-16 as bytes.
  static func utf16(_ units: some Sequence<UInt16>, isLittle: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + units).flatMap { unit in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittle ? bytes : bytes.reversed()
    }
  }

  static func utf32(_ text: String, isLittle: Bool) -> [UInt8] {
    ([0xFEFF] + text.unicodeScalars.map(\.value)).flatMap { scalar in
      let bytes = (0..<4).map { UInt8(scalar >> (8 * $0) & 0xFF) }
      return isLittle ? bytes : bytes.reversed()
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 is read with and without a mark`(isLittle: Bool, mark: Bool) {
    let source = DecodedText(Self.utf16(Self.sample.utf16, isLittle: isLittle, mark: mark))
    #expect(source.encoding == (isLittle ? .utf16LittleEndian : .utf16BigEndian))
    #expect(source.text().text == Self.sample)
    #expect(source.text().repair == nil)
    #expect(source.doubts.isEmpty == mark)
  }

  @Test(arguments: [true, false])
  func `UTF-32 is read by its mark`(isLittle: Bool) {
    let source = DecodedText(Self.utf32(Self.sample, isLittle: isLittle))
    #expect(source.encoding == (isLittle ? .utf32LittleEndian : .utf32BigEndian))
    #expect(source.text().text == Self.sample)
    #expect(source.doubts.isEmpty)
  }

  @Test func `UTF-16 without a mark is known in scripts that have few NULs`() {
    let body = "今日は雨が降っていたので、家で本を読んだ。夕方には晴れて、川まで歩いた。水鳥が三羽いた。"
    let text = String(repeating: "[2024-01-01 10:00] 朝の散歩\n\(body)\n\n", count: 4)
    let source = DecodedText(Self.utf16(text.utf16, isLittle: true, mark: false))
    #expect(source.encoding == .utf16LittleEndian)
    #expect(source.text().text == text)
  }

  @Test func `a mark of UTF-8 is no character of the text`() {
    let source = DecodedText([0xEF, 0xBB, 0xBF] + Array(Self.sample.utf8))
    #expect(source.encoding == .utf8)
    #expect(source.text().text == Self.sample)
    #expect(source.doubts.isEmpty)
  }

  @Test func `NULs in a file of UTF-8 do not make it UTF-16`() {
    let damaged = Array("[2024-01-01 10:00] one\n".utf8) + [UInt8](repeating: 0, count: 40)
    #expect(DecodedText(damaged).encoding == .utf8)
    let sprinkled = Array("a text with a NUL\0 here and there\0, the same parity or not".utf8)
    #expect(DecodedText(sprinkled).encoding == .utf8)
    #expect(DecodedText(sprinkled).text().text.utf8.count == sprinkled.count)
  }

  @Test func `nothing and single bytes are read`() {
    #expect(DecodedText([]).text().text == "")
    for byte in UInt8.min...UInt8.max {
      #expect(DecodedText([byte]).text().text.unicodeScalars.count == 1)
    }
  }

  @Test func `a unit cut at the end is replaced and said`() {
    let whole = Self.utf16("[2024".utf16, isLittle: true, mark: true)
    let source = DecodedText(whole.dropLast())
    #expect(source.text().text == "[202\u{FFFD}")
    #expect(source.doubts.count == 1)
  }

  @Test func `lone surrogates of UTF-16 are replaced and counted`() {
    let units: [UInt16] = [0x61, 0xD83D, 0x62, 0xDE42, 0x63, 0xD83D, 0xDE42, 0xD83D]
    for isLittle in [true, false] {
      let source = DecodedText(Self.utf16(units, isLittle: isLittle, mark: true))
      let (text, repair) = source.text()
      #expect(text == "a\u{FFFD}b\u{FFFD}c🙂\u{FFFD}")
      #expect(repair?.loneSurrogates == 3)
      #expect(repair?.windows1252Bytes == 0)
    }
  }

  @Test func `numbers beyond the last character are replaced and said`() {
    let source = DecodedText([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0, 0, 0, 0x11, 0])
    #expect(source.text().text == "a\u{FFFD}")
    #expect(source.doubts.count == 1)
  }

  @Test func `bytes that are no UTF-8 are Windows-1252, and UTF-8 around them stays`() {
    let bytes =
      Array("naïve ".utf8) + [0xE9, 0x74, 0xE9, 0x20, 0x93, 0x68, 0x94, 0x80] + Array(" – 🙂".utf8)
    let (text, repair) = DecodedText(bytes).text()
    #expect(text == "naïve été “h”€ – 🙂")
    #expect(repair?.windows1252Bytes == 5)
    #expect(repair?.linesBefore == 0)
  }

  @Test func `half a character is not lost`() {
    let (text, repair) = DecodedText(Array("one\ntwo\ncaf".utf8) + [0xC3]).text()
    #expect(text == "one\ntwo\ncafÃ")
    #expect(repair?.linesBefore == 2)
  }

  @Test func `surrogates spelled in UTF-8 are joined or replaced`() {
    let pair: [UInt8] = [0xED, 0xA0, 0xBD, 0xED, 0xB9, 0x82]
    let (text, repair) = DecodedText([0x61] + pair + [0x62] + pair.prefix(3)).text()
    #expect(text == "a🙂b\u{FFFD}")
    #expect(repair?.joinedPairs == 1)
    #expect(repair?.loneSurrogates == 1)
  }

  @Test func `every byte of Windows-1252 has its own character`() {
    let characters = (UInt8(0x80)...0xFF).map { DecodedText([$0]).text().text }
    #expect(Set(characters).count == 128)
    #expect(characters[0] == "€")
    #expect(characters[0x1F] == "Ÿ")
    #expect(characters[0x20...].elementsEqual((0xA0...0xFF).map { String(Unicode.Scalar($0)) }))
  }

  /// The standard library is the judge of what is UTF-8; what it finds whole must come out untouched,
  /// and what it does not must be said to be mended.
  @Test(arguments: UInt64(1)...40)
  func `mending touches nothing but what is no UTF-8`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces: [[UInt8]] = [
      [0x41], [0x0A], Array("é".utf8), Array("–".utf8), Array("🙂".utf8), [0xC3], [0xE2, 0x80],
      [0xF0, 0x9F, 0x99], [0xFF], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xE0, 0x80, 0x80], [0xF5],
    ]
    for _ in 0..<200 {
      let bytes = (0..<random.below(12)).flatMap { _ in pieces[random.below(pieces.count)] }
      let (text, repair) = DecodedText(bytes).text()
      let judged = String(validating: bytes, as: UTF8.self)
      #expect((repair == nil) == (judged != nil))
      if let judged { #expect(text == judged) }
      #expect(text.unicodeScalars.count { $0 == "🙂" } >= count(of: Array("🙂".utf8), in: bytes))
      #expect(text.utf8.count >= bytes.count)
      #expect(text.unicodeScalars.count { $0 == "\u{FFFD}" } == repair?.loneSurrogates ?? 0)
    }
  }

  private func count(of piece: [UInt8], in bytes: [UInt8]) -> Int {
    guard bytes.count >= piece.count else { return 0 }
    return (0...bytes.count - piece.count).count { Array(bytes[$0..<$0 + piece.count]) == piece }
  }
}
