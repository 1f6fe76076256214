/// The title of an entry, found in its text.
enum Title {
  /// The first line where there are more, blank ones aside; of a single line the first sentence.
  ///
  /// - Complexity: O(n) in bytes for a single line; of more lines the first two are read.
  static func of(_ text: String) -> String {
    let units = text.utf8Span.span
    var first: Substring?
    var start = 0
    var index = 0
    while index <= units.count {
      let length = index == units.count ? 1 : lengthOfBreak(units, at: index)
      if length > 0 {
        let line = text.utf8Range(start..<index).trimmed
        if !line.isEmpty {
          if let first { return String(first) }
          first = line
        }
        start = index + length
      }
      index += max(1, length)
    }
    return first.map { String(firstSentence(of: $0)) } ?? ""
  }

  /// How many bytes the line break at a place has, zero where there is none.
  ///
  /// The two of CR LF are taken one by one, with a blank line between them.
  private static func lengthOfBreak(_ units: Span<UInt8>, at index: Int) -> Int {
    switch units[index] {
    case 0x0A...0x0D: 1
    // U+0085
    case 0xC2: index + 1 < units.count && units[index + 1] == 0x85 ? 2 : 0
    // U+2028 and U+2029
    case 0xE2:
      index + 2 < units.count && units[index + 1] == 0x80 && units[index + 2] & 0xFE == 0xA8 ? 3 : 0
    default: 0
    }
  }

  /// A line up to the end of its first sentence: a full stop, question mark, exclamation mark or
  /// ellipsis, and the quotes and brackets that close behind it, before a blank or the end.
  ///
  /// A full stop ends nothing behind an abbreviation, an initial or the day of a German date.
  private static func firstSentence(of line: Substring) -> Substring {
    var index = line.startIndex
    while let candidate = line.utf8[index...].firstIndex(where: canBeginTerminator) {
      let sign = line[candidate]
      let next = line.index(after: candidate)
      guard terminators.contains(sign) else {
        index = next
        continue
      }
      var end = next
      while end < line.endIndex, terminators.contains(line[end]) || closers.contains(line[end]) {
        end = line.index(after: end)
      }
      let isFullWidth = "。！？".contains(sign)
      let isAtBlank = end == line.endIndex || line[end].isWhitespace || isFullWidth
      let isSingleStop = sign == "." && end == next
      if isAtBlank, !isSingleStop || !isWithinSentence(line, stop: candidate) {
        return line[..<end]
      }
      index = end
    }
    return line
  }

  private static func isWithinSentence(_ line: Substring, stop: Substring.Index) -> Bool {
    let rest = line[line.index(after: stop)...].drop(while: \.isWhitespace)
    guard let following = rest.first else { return false }
    let word = String(
      line[..<stop].reversed().prefix { !$0.isWhitespace && !openers.contains($0) }.reversed())
    // "J. Smith", but "So did I. Then …".
    if word.count == 1, let letter = word.first, letter.isUppercase { return letter != "I" }
    // "3. Mai", but "He was 30. Then …".
    if word.count <= 2, word.allSatisfy(\.isWholeNumber) {
      return months.contains(String(rest.prefix(while: \.isLetter)).lowercased())
    }
    let lower = word.lowercased()
    return abbreviations.contains(lower)
      || abbreviationsOfNumbers.contains(lower) && following.isWholeNumber
  }

  /// Whether one of the terminators has this first byte: a letter costs no more than that.
  private static func canBeginTerminator(_ unit: UInt8) -> Bool {
    switch unit {
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), 0xE2, 0xE3, 0xEF: true
    default: false
    }
  }

  private static let terminators: Set<Character> = [".", "!", "?", "…", "。", "！", "？"]
  private static let closers: Set<Character> = [
    "\"", "'", "”", "’", "“", "»", "›", ")", "]", "」", "』",
  ]
  private static let openers: Set<Character> = ["\"", "'", "“", "„", "‘", "‚", "«", "‹", "(", "["]

  /// Words that end in a full stop in the midst of a sentence, in lower case and without the stop;
  /// none that is a word of its own as well.
  private static let abbreviations: Set<String> = [
    // English
    "mr", "mrs", "ms", "mx", "dr", "drs", "prof", "rev", "hon", "st", "sr", "jr", "gen", "capt",
    "lt", "sgt", "messrs", "vs", "etc", "e.g", "i.e", "cf", "approx", "dept", "ltd", "corp", "ave",
    "blvd", "rd", "mt", "ft", "a.m", "p.m", "u.s", "u.k", "u.s.a", "ph.d", "jan", "feb", "apr",
    "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "tue", "tues", "thu", "thur", "thurs",
    "fri",
    // German, where a blank may stand within
    "z.b", "d.h", "u.a", "u.u", "s.o", "s.u", "o.ä", "i.d.r", "z", "d", "u", "o", "usw", "bzw",
    "bspw", "ca", "evtl", "ggf", "inkl", "str", "tel", "vgl", "hr", "fr", "dipl", "ing", "hrsg",
    "sog", "zzgl", "mio", "mrd", "jh", "geb", "gest", "verh",
    // French, Spanish, Italian
    "mme", "mlle", "p.ex", "sra", "srta", "uds", "pág", "dott", "ecc", "pag",
  ]

  /// Those that are abbreviations only before a number.
  private static let abbreviationsOfNumbers: Set<String> = [
    "no", "nos", "nr", "vol", "fig", "p", "pp", "s", "art", "bd", "ch", "kap", "abs", "est",
  ]

  /// The months behind which German writes a day as an ordinal.
  private static let months: Set<String> = [
    "januar", "jänner", "februar", "märz", "april", "mai", "juni", "juli", "august", "september",
    "oktober", "november", "dezember",
  ]
}

extension String {
  /// The part of the text that has some of its UTF-8 bytes, whole scalars.
  fileprivate func utf8Range(_ range: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[start..<utf8.index(start, offsetBy: range.count)]
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring {
    var trimmed = drop(while: \.isWhitespace)
    while let last = trimmed.last, last.isWhitespace { trimmed.removeLast() }
    return trimmed
  }
}
