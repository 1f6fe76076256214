/// The title of an entry, found in its text.
enum Title {
  /// The first line where there are more, blank ones aside; of a single line the first sentence.
  static func of(_ text: String) -> String {
    var lines = text.split(whereSeparator: \.isNewline).lazy
      .map { $0.trimmed }.filter { !$0.isEmpty }.makeIterator()
    guard let first = lines.next() else { return "" }
    if lines.next() != nil { return String(first) }
    return String(firstSentence(of: first))
  }

  /// A line up to the end of its first sentence: a full stop, question mark, exclamation mark or
  /// ellipsis, and the quotes and brackets that close behind it, before a blank or the end.
  ///
  /// A full stop ends nothing behind an abbreviation, an initial or the day of a German date.
  private static func firstSentence(of line: Substring) -> Substring {
    var index = line.startIndex
    while index < line.endIndex {
      let sign = line[index]
      let next = line.index(after: index)
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
      if isAtBlank, !isSingleStop || !isWithinSentence(line, stop: index) {
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

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring {
    var trimmed = drop(while: \.isWhitespace)
    while let last = trimmed.last, last.isWhitespace { trimmed.removeLast() }
    return trimmed
  }
}
