/// Reads a date as people and programs write it: one of the forms of ``DateStamp``, whole, and nothing else.
///
/// Words are English. A guess is never made: what is not spelled out in a known form is no date.
struct DateStampParser {
  /// Where the next byte is read.
  private(set) var place: Int
  private let end: Int
  /// Whether the date stands in brackets; without them, a title follows, and less is taken for its part.
  private let isBracketed: Bool

  /// Begins at an offset; no byte at or behind `end` is read.
  init(at place: Int, end: Int, isBracketed: Bool) {
    self.place = place
    self.end = end
    self.isBracketed = isBracketed
  }

  /// The date that a whole text is.
  static func stamp(of text: String) -> DateStamp? {
    let bytes = Array(text.utf8)
    var parser = DateStampParser(at: 0, end: bytes.count, isBracketed: true)
    return parser.stamp(in: bytes.span)
  }

  /// The date that begins here; in brackets, it must fill them.
  mutating func stamp(in text: Span<UInt8>) -> DateStamp? {
    var stamp = DateStamp()
    stamp.form.isBracketed = isBracketed
    if isBracketed {
      skipBlanks(in: text)
      skipWeekday(in: text)
    }
    if isTime(in: text) {
      guard isBracketed, time(in: text, to: &stamp) else { return nil }
    } else {
      guard date(in: text, to: &stamp) else { return nil }
      let dateEnd = place
      if skipToTime(in: text) {
        guard time(in: text, to: &stamp) else { return nil }
      } else {
        place = dateEnd
      }
    }
    guard isBracketed else { return place == end || isBlank(text[place]) ? stamp : nil }
    skipBlanks(in: text)
    return place == end ? stamp : nil
  }

  // MARK: - Dates

  private mutating func date(in text: Span<UInt8>, to stamp: inout DateStamp) -> Bool {
    if letters(in: text) > 0 {
      guard let month = name(in: text, of: Self.months) else { return false }
      stamp.form.order = .nameAndDay
      skip(UInt8(ascii: "."), in: text)
      skipBlanks(in: text)
      guard let day = number(in: text, digits: 1...2) else { return false }
      skipOrdinal(in: text)
      skip(UInt8(ascii: ","), in: text)
      let yearStart = place
      skipBlanks(in: text)
      guard place > yearStart, let year = number(in: text, digits: 4...4) else { return false }
      (stamp.year, stamp.month, stamp.day) = (UInt16(year), UInt8(month), UInt8(day))
      return true
    }
    switch digits(in: text) {
    case 4: return dateFromYear(in: text, to: &stamp)
    case 1, 2: return dateToYear(in: text, to: &stamp)
    default: return false
    }
  }

  /// `2026-11-30`, `2026/11/30`, `2026.11.30`, `2026-Nov-30`.
  private mutating func dateFromYear(in text: Span<UInt8>, to stamp: inout DateStamp) -> Bool {
    guard let year = number(in: text, digits: 4...4), let separator = separator(in: text) else {
      return false
    }
    let month: Int
    if let named = name(in: text, of: Self.months) {
      month = named
    } else if let number = number(in: text, digits: 1...2) {
      month = number
    } else {
      return false
    }
    guard skip(separator, in: text), let day = number(in: text, digits: 1...2) else { return false }
    stamp.form.order = .yearFirst
    stamp.form.separator = separator
    (stamp.year, stamp.month, stamp.day) = (UInt16(year), UInt8(month), UInt8(day))
    return true
  }

  /// `30.11.2026`, `11/30/2026`, `30-11-2026`, `30 November 2026`, `30. Nov. 2026`, `30-Nov-2026`.
  private mutating func dateToYear(in text: Span<UInt8>, to stamp: inout DateStamp) -> Bool {
    guard let first = number(in: text, digits: 1...2) else { return false }
    skipOrdinal(in: text)
    let separator = separator(in: text)
    if let separator, let second = number(in: text, digits: 1...2) {
      guard skip(separator, in: text), let year = number(in: text, digits: 4...4) else {
        return false
      }
      stamp.form.order = .yearLast
      stamp.form.separator = separator
      (stamp.year, stamp.month, stamp.day) = (UInt16(year), UInt8(first), UInt8(second))
      return true
    }
    skipBlanks(in: text)
    guard let month = name(in: text, of: Self.months) else { return false }
    while place < end, Self.isSeparator(text[place]) || text[place] == UInt8(ascii: ",") {
      place += 1
    }
    skipBlanks(in: text)
    guard let year = number(in: text, digits: 4...4) else { return false }
    stamp.form.order = .dayAndName
    (stamp.year, stamp.month, stamp.day) = (UInt16(year), UInt8(month), UInt8(first))
    return true
  }

  // MARK: - Times

  private func isTime(in text: Span<UInt8>) -> Bool {
    let count = digits(in: text)
    return (1...2).contains(count) && place + count < end
      && text[place + count] == UInt8(ascii: ":")
  }

  /// Goes over what may stand between a date and a time, and says whether a time follows.
  private mutating func skipToTime(in text: Span<UInt8>) -> Bool {
    let start = place
    if place < end, text[place] | 0x20 == UInt8(ascii: "t") {
      place += 1
      return isTime(in: text)
    }
    skip(UInt8(ascii: ","), in: text)
    skipBlanks(in: text)
    guard place > start else { return false }
    if isBracketed {
      skipWeekday(in: text)
      if letters(in: text) == 2, text[place] | 0x20 == UInt8(ascii: "a"),
        text[place + 1] | 0x20 == UInt8(ascii: "t")
      {
        place += 2
        skipBlanks(in: text)
      }
    }
    return isTime(in: text)
  }

  private mutating func time(in text: Span<UInt8>, to stamp: inout DateStamp) -> Bool {
    guard let hour = number(in: text, digits: 1...2), skip(UInt8(ascii: ":"), in: text),
      let minute = number(in: text, digits: 2...2)
    else { return false }
    if skip(UInt8(ascii: ":"), in: text) {
      guard let second = number(in: text, digits: 2...2) else { return false }
      stamp.second = UInt8(second)
      stamp.hasSeconds = true
    }
    (stamp.hour, stamp.minute) = (UInt8(hour), UInt8(minute))
    stamp.form.hasTime = true
    half(in: text, to: &stamp)
    return stamp.form.order == .none || offset(in: text, to: &stamp)
  }

  /// `AM`, `pm`, `P.M.`, with or without a blank before it.
  ///
  /// Without brackets only a capital M is taken: `09:00 am I late?` is a time and a title.
  private mutating func half(in text: Span<UInt8>, to stamp: inout DateStamp) {
    let start = place
    skipBlanks(in: text)
    guard place < end else { return place = start }
    let letter = text[place]
    let isMorning = letter | 0x20 == UInt8(ascii: "a")
    guard isMorning || letter | 0x20 == UInt8(ascii: "p") else {
      return place = start
    }
    place += 1
    skip(UInt8(ascii: "."), in: text)
    guard place < end, text[place] | 0x20 == UInt8(ascii: "m"), isBracketed || text[place] < 0x60
    else { return place = start }
    place += 1
    skip(UInt8(ascii: "."), in: text)
    guard letters(in: text) == 0 else { return place = start }
    stamp.half = isMorning ? .morning : .afternoon
  }

  /// `Z`, `UTC`, `GMT`, `+02:00`, `+0200` or `+02`, or nothing; false where it is begun and not well ended.
  private mutating func offset(in text: Span<UInt8>, to stamp: inout DateStamp) -> Bool {
    let start = place
    if isBracketed { skipBlanks(in: text) }
    guard place < end else { return true }
    switch text[place] {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      place += 1
      stamp.offsetSeconds = 0
      return letters(in: text) == 0
    case UInt8(ascii: "U"), UInt8(ascii: "G"):
      guard word("UTC", in: text) || word("GMT", in: text) else { return false }
      stamp.offsetSeconds = 0
      return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let sign: Int32 = text[place] == UInt8(ascii: "-") ? -1 : 1
      place += 1
      let count = digits(in: text)
      guard let hours = number(in: text, digits: 2...2, ofMany: true) else { return false }
      var minutes = 0
      if count == 4 || skip(UInt8(ascii: ":"), in: text) {
        guard let number = number(in: text, digits: 2...2) else { return false }
        minutes = number
      } else if count != 2 {
        return false
      }
      // `20:00-21:00` is a span of time: no zone is so far from Greenwich.
      guard minutes < 60, hours <= 14 else { return false }
      stamp.offsetSeconds = sign * Int32(hours * 3600 + minutes * 60)
      return true
    default:
      place = start
      return true
    }
  }

  // MARK: - Words and numbers

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ].map { Array($0.utf8) }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].map { Array($0.utf8) }

  /// The place, from 1, of a name that stands here in full or by its first three letters (`Sept` too).
  private mutating func name(in text: Span<UInt8>, of names: [[UInt8]]) -> Int? {
    let count = letters(in: text)
    guard count >= 3, count <= 9 else { return nil }
    for (index, name) in names.enumerated() where count <= name.count {
      guard count == 3 || count == name.count || (count == 4 && name.count == 9) else { continue }
      var same = 0
      while same < count, text[place + same] | 0x20 == name[same] { same += 1 }
      if same == count {
        place += count
        return index + 1
      }
    }
    return nil
  }

  private mutating func skipWeekday(in text: Span<UInt8>) {
    guard name(in: text, of: Self.weekdays) != nil else { return }
    skip(UInt8(ascii: "."), in: text)
    skip(UInt8(ascii: ","), in: text)
    skipBlanks(in: text)
  }

  /// Goes over `st`, `nd`, `rd` and `th` behind the number of a day.
  private mutating func skipOrdinal(in text: Span<UInt8>) {
    guard letters(in: text) == 2 else { return }
    if word("st", in: text) || word("nd", in: text) || word("rd", in: text) { return }
    _ = word("th", in: text)
  }

  private mutating func word(_ word: StaticString, in text: Span<UInt8>) -> Bool {
    let bytes = word.description.utf8
    guard letters(in: text) == bytes.count else { return false }
    var offset = 0
    for byte in bytes {
      guard text[place + offset] == byte else { return false }
      offset += 1
    }
    place += offset
    return true
  }

  private func letters(in text: Span<UInt8>) -> Int {
    var last = place
    while last < end, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(text[last] | 0x20) {
      last += 1
    }
    return last - place
  }

  private func digits(in text: Span<UInt8>) -> Int {
    var last = place
    while last < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[last]) { last += 1 }
    return last - place
  }

  /// A number of so many digits; more may follow only if `ofMany`.
  private mutating func number(
    in text: Span<UInt8>, digits range: ClosedRange<Int>, ofMany: Bool = false
  ) -> Int? {
    let all = digits(in: text)
    let count = ofMany ? min(all, range.upperBound) : all
    guard range.contains(count) else { return nil }
    var value = 0
    for offset in 0..<count { value = value * 10 + Int(text[place + offset] & 0xF) }
    place += count
    return value
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")
  }

  private mutating func separator(in text: Span<UInt8>) -> UInt8? {
    guard place < end, Self.isSeparator(text[place]) else { return nil }
    place += 1
    return text[place - 1]
  }

  @discardableResult
  private mutating func skip(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
    guard place < end, text[place] == byte else { return false }
    place += 1
    return true
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Goes over blanks, those that do not break a line (U+00A0, U+202F) among them.
  private mutating func skipBlanks(in text: Span<UInt8>) {
    while place < end {
      if isBlank(text[place]) {
        place += 1
      } else if place + 1 < end, text[place] == 0xC2, text[place + 1] == 0xA0 {
        place += 2
      } else if place + 2 < end, text[place] == 0xE2, text[place + 1] == 0x80,
        text[place + 2] == 0xAF
      {
        place += 3
      } else {
        return
      }
    }
  }
}
