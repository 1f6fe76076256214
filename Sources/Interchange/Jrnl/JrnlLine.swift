/// What the beginning of a line is to a reader of jrnl's text.
enum JrnlLine {
  /// A line that could be a header.
  ///
  /// A source has as many as it has entries, and they are all held at once: so what is near the line's
  /// beginning is counted from there, in a byte.
  struct Candidate {
    /// Where the line begins, a byte order mark included.
    let offset: Int
    /// The line, from 1.
    let line: Int
    let stamp: DateStamp
    /// Whether the line before is blank or there is none.
    let isSeparated: Bool
    /// Whether the blank is missing that should follow the bracket.
    let lacksBlank: Bool
    private let dateStart: UInt8
    private let dateCount: UInt8
    private let titleStart: UInt8

    init(
      offset: Int, date: Range<Int>, titleOffset: Int, line: Int, stamp: DateStamp,
      isSeparated: Bool, lacksBlank: Bool
    ) {
      self.offset = offset
      self.line = line
      self.stamp = stamp
      self.isSeparated = isSeparated
      self.lacksBlank = lacksBlank
      // No date is longer than ``longestDate``.
      dateStart = UInt8(date.lowerBound - offset)
      dateCount = UInt8(date.count)
      titleStart = UInt8(titleOffset - offset)
    }

    /// Where the date begins.
    var dateOffset: Int { offset + Int(dateStart) }
    /// Behind the last byte of the date.
    var dateEnd: Int { dateOffset + Int(dateCount) }
    /// Where the title begins: behind the one blank that follows the date.
    var titleOffset: Int { offset + Int(titleStart) }
  }

  /// Brackets around something that a person, or jrnl, may take for a date.
  struct LookAlike {
    var line: Int
    /// The date with its brackets, if it has any.
    var content: Range<Int>
  }

  case candidate(Candidate)
  case lookAlike(LookAlike)
  case text

  /// Brackets that stand further apart hold no date.
  private static let longestDate = 120

  /// How long the content of brackets must be for jrnl 4 to try to understand it as a date, in bytes here
  /// and in characters there.
  private static let shortestFuzzyDate = 7

  /// Looks at the line that begins at an offset.
  init(at offset: Int, line: Int, isSeparated: Bool, in text: Span<UInt8>) {
    var start = offset
    if start + 2 < text.count, text[start] == 0xEF, text[start + 1] == 0xBB, text[start + 2] == 0xBF
    {
      // Files joined by hand have a mark in their midst.
      start += 3
    }
    self = .text
    guard start < text.count else { return }
    switch text[start] {
    case UInt8(ascii: "["):
      var close = start + 1
      let limit = min(text.count, start + Self.longestDate)
      while close < limit, text[close] != UInt8(ascii: "]") {
        if Self.isLineEnd(text[close]) { return }
        close += 1
      }
      guard close < limit else { return }
      let isFollowedByBlank = close + 1 < text.count && Self.isBlank(text[close + 1])
      var parser = DateStampParser(at: start + 1, end: close, isBracketed: true)
      if let stamp = parser.stamp(in: text) {
        // A link or footnote of Markdown is no header.
        guard isFollowedByBlank || !Self.isLink(text, at: close + 1) else { return }
        self = .candidate(
          Candidate(
            offset: offset, date: start + 1..<close,
            titleOffset: close + (isFollowedByBlank ? 2 : 1), line: line, stamp: stamp,
            isSeparated: isSeparated, lacksBlank: !isFollowedByBlank))
      } else if isFollowedByBlank, close - start > Self.shortestFuzzyDate,
        Self.suggestsDate(text, from: start + 1, to: close)
      {
        self = .lookAlike(LookAlike(line: line, content: start..<close + 1))
      }
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let limit = min(text.count, start + Self.longestDate)
      var lineEnd = start
      while lineEnd < limit, !Self.isLineEnd(text[lineEnd]) { lineEnd += 1 }
      var parser = DateStampParser(at: start, end: lineEnd, isBracketed: false)
      guard let stamp = parser.stamp(in: text) else { return }
      self = .candidate(
        Candidate(
          offset: offset, date: start..<parser.place,
          titleOffset: min(parser.place + 1, lineEnd), line: line, stamp: stamp,
          isSeparated: isSeparated, lacksBlank: false))
    default:
      return
    }
  }

  static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func isLink(_ text: Span<UInt8>, at place: Int) -> Bool {
    guard place < text.count else { return false }
    let byte = text[place]
    return byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: ":")
  }

  // MARK: - Look-alikes

  private static let dateWords: Set<String> = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue",
    "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "january", "february", "march",
    "april", "may", "june", "july", "august", "september", "october", "november", "december",
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "today",
    "tomorrow", "yesterday", "tonight", "noon", "midnight", "morning", "afternoon", "evening",
    "night", "now", "ago", "second", "seconds", "minute", "minutes", "hour", "hours", "day",
    "days", "week", "weeks", "month", "months", "year", "years",
  ]

  /// Whether there is a digit or a word of dates in it: enough for jrnl's guesses, which need no more.
  private static func suggestsDate(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    var word = ""
    for place in start..<end {
      let byte = text[place]
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { return true }
      if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) {
        word.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      } else {
        if dateWords.contains(word) { return true }
        word = ""
      }
    }
    return dateWords.contains(word)
  }
}
