import CommandLineKit
import TestSupport
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("a\tb", 2), ("\u{1B}[31m", 4), ("\u{7F}", 0), ("é", 1), ("e\u{301}", 1),
    ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇪🇺", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("☀️", 2), ("⌚", 2),
    ("\u{200B}", 0), ("\u{FEFF}", 0), ("a\u{300}\u{301}\u{302}b", 2), ("क्षि", 3), ("…", 1),
    ("“x”", 3), ("、", 2), ("\u{20000}", 2), ("\u{AD}", 1), ("\r\n", 0), ("─", 1), ("｡", 1),
    ("€", 1),
    ("שלום", 4), ("สวัสดี", 4), ("㍿", 2), ("\u{303F}", 1), ("\u{1F9D1}\u{200D}\u{1F680}", 2),
  ])
  func `clusters take the columns that a terminal gives them`(text: String, width: Int) {
    #expect(text.displayWidth == width)
    #expect(text[...].displayWidth == width)
    #expect(text.reduce(0) { $0 + $1.displayWidth } == width)
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 1, "…"),
    ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("", 0, ""), ("a", 1, "a"),
    ("ab\u{301}", 2, "ab\u{301}"), ("a\u{200B}", 1, "a\u{200B}"),
  ])
  func `cut text fits and splits no cluster`(text: String, width: Int, expected: String) {
    #expect(text.truncated(toWidth: width) == expected)
    #expect(text.truncated(toWidth: width).displayWidth <= width)
  }

  @Test func `padding fills columns, not characters`() {
    #expect("日本".padded(toWidth: 6) == "日本  ")
    #expect("abcdef".padded(toWidth: 3) == "abcdef")
  }

  @Test func `control characters cannot reach the terminal`() {
    #expect("a\u{1B}[2Jb\u{7}\u{9B}".terminalSafe == "a␛[2Jb␇\u{FFFD}")
    #expect("tab\tand\nline".terminalSafe == "tab\tand\nline")
    #expect("x\r\ny\u{7F}\u{0}".terminalSafe == "x␍\ny␡␀")
    #expect("\u{202E}evil\u{2066}".terminalSafe == "\u{FFFD}evil\u{FFFD}")
    #expect("👩‍👩‍👧 e\u{301}".terminalSafe == "👩‍👩‍👧 e\u{301}")
  }
}

@Suite struct WrappingTests {
  @Test(arguments: [
    ("", 10, [""]),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 8, ["one two", "three"]),
    ("one two three", 3, ["one", "two", "thr", "ee"]),
    ("a b", 1, ["a", "b"]),
    ("abcdef", 4, ["abcd", "ef"]),
    ("x abcdefgh", 4, ["x", "abcd", "efgh"]),
    ("one\ntwo", 10, ["one", "two"]),
    ("one\n\ntwo\n", 10, ["one", "", "two", ""]),
    ("  indented text", 10, ["  indented", "text"]),
    ("a  b  c", 10, ["a  b  c"]),
    ("aaa   bbb", 4, ["aaa", "bbb"]),
    ("日本語テキスト", 6, ["日本語", "テキス", "ト"]),
    ("ab日本", 5, ["ab日", "本"]),
    ("日本。日", 4, ["日", "本。", "日"]),
    ("日", 1, ["日"]),
    ("👩‍👩‍👧👩‍👩‍👧", 2, ["👩‍👩‍👧", "👩‍👩‍👧"]),
    ("end   ", 3, ["end"]),
    ("end ", 4, ["end "]),
  ])
  func `lines end at blanks and fit`(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(toWidth: width) == lines)
  }

  /// Nothing but blanks at the ends of lines is ever lost, and every line fits.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `wrapping loses nothing and keeps within the width`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = ["a", "b", " ", "  ", "日", "e\u{301}", "👩‍👩‍👧", "。", "longword", "\n", ","]
    let text = (0..<random.below(60)).map { _ in alphabet[random.below(alphabet.count)] }.joined()
    let width = 2 + random.below(20)
    let lines = text.wrapped(toWidth: width)
    for line in lines { #expect(line.displayWidth <= width) }
    func bare(_ text: String) -> String { text.filter { $0 != " " && $0 != "\n" } }
    #expect(bare(lines.joined()) == bare(text))
    // A line is never broken where the next word would still have fitted.
    if !text.contains(where: { $0 == "\n" || $0.displayWidth == 2 }), text.first != " " {
      for (line, next) in zip(lines, lines.dropFirst()) {
        let word = next.prefix { $0 != " " }
        let wasCut = word.displayWidth + line.displayWidth + 1 > width
        #expect(wasCut)
      }
    }
  }

  @Test(arguments: [
    String(repeating: "x", count: 1_000_000), String(repeating: " ", count: 1_000_000),
    String(repeating: "日", count: 300_000), String(repeating: "ab ", count: 300_000),
    "a" + String(repeating: "\u{301}", count: 100_000),
  ])
  func `a megabyte in one line takes linear time`(text: String) {
    let clock = ContinuousClock()
    let elapsed = clock.measure { #expect(!text.wrapped(toWidth: 80).isEmpty) }
    // Quadratic time would take minutes; this leaves room for slow machines and debug builds.
    #expect(elapsed < .seconds(20))
  }
}

@Suite struct StyleTests {
  @Test func `marks nest and end with their own end`() {
    let style = Style(isEnabled: true)
    #expect(
      style.bold("a\(style.red("b"))c") == "\u{1B}[1ma\u{1B}[31mb\u{1B}[39mc\u{1B}[22m")
    #expect(style.green("") == "")
    #expect(Style(isEnabled: false).bold("a") == "a")
  }
}
