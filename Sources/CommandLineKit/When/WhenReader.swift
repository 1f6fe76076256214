/// Reads what a person writes for a moment: first the zone from the end, then the day from the
/// beginning, then the time of day; nothing may be left over.
struct WhenReader {
  private let text: String
  private var words: [String] = []
  private var place = When.Place.local

  init(_ text: String) {
    self.text = text
  }

  func read() throws(InvalidArgument) -> When {
    var reader = self
    return try reader.readAll()
  }

  private var notUnderstood: InvalidArgument {
    if text.utf8.count <= 18, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return InvalidArgument(
        "\(text.quoted) is not a moment",
        mend: "a year has four digits, and a size of the log is written @\(text)")
    }
    return InvalidArgument(
      "\(text.quoted) is not a moment",
      mend: "write it as 2026-11-30 15:30, yesterday at 3pm, last friday or 3 days ago")
  }

  private mutating func readAll() throws(InvalidArgument) -> When {
    // Any blank parts words, the narrow one that some systems print before "PM" too.
    words = text.split { $0.isWhitespace }.map(String.init)
    guard let first = words.first else {
      throw InvalidArgument("a moment is missing", mend: notUnderstood.mend)
    }
    if first.hasPrefix("@"), words.count == 1 {
      do {
        return When(
          text: text, day: .logSize(try UInt64(argument: String(first.dropFirst()))), time: nil,
          place: .local)
      } catch {
        throw InvalidArgument(
          "\(text.quoted) is not a size of the log", mend: "write @ and a number, such as @40")
      }
    }
    try takeZone()
    if words.isEmpty { throw notUnderstood }
    let day = try takeDay() ?? .days(0)
    let time = words.isEmpty ? nil : try takeTime()
    guard words.isEmpty else { throw notUnderstood }
    switch day {
    case .now, .elapsed:
      if time != nil {
        throw InvalidArgument(
          "\(text.quoted) names a time of day twice", mend: "name a day and a time, or time ago")
      }
    case .dates(_, _, let precision), .whole(let precision, _):
      if time != nil, precision != .day {
        throw InvalidArgument(
          "\(text.quoted) names a time of day, but more than one day", mend: "name the day too")
      }
    case .yearless(_, nil):
      if time != nil {
        throw InvalidArgument(
          "\(text.quoted) names a time of day, but more than one day", mend: "name the day too")
      }
    default: break
    }
    return When(text: text, day: day, time: time, place: place)
  }

  // MARK: Zone

  private mutating func takeZone() throws(InvalidArgument) {
    var zone: String?
    if let last = words.last, last.hasSuffix("]"), let open = last.firstIndex(of: "[") {
      var reader = ISO8601Reader(text)
      reader.rest = last[open...].utf8
      zone = try reader.bracketedZone()
      guard reader.isAtEnd else { throw notUnderstood }
      words[words.count - 1] = String(last[..<open])
      if words[words.count - 1].isEmpty { words.removeLast() }
    } else if let last = words.last, words.count > 1, let name = Self.zoneName(last) {
      zone = name
      words.removeLast()
    }

    var offset: (seconds: Int, isZulu: Bool)?
    if let last = words.last {
      // An offset stands alone, or at the end of a time: 15:30+01:00, 2026-11-30T15:30Z.
      let begins = last.lastIndex { "+-zZ".contains($0) }
      if let begins,
        words.count > 1 && begins == last.startIndex || last[..<begins].contains(":")
          || last[..<begins].isBasicDateTime
      {
        var reader = ISO8601Reader(text)
        reader.rest = last[begins...].utf8
        if let read = try reader.offset(), reader.isAtEnd {
          offset = read
          words[words.count - 1] = String(last[..<begins])
          if words[words.count - 1].isEmpty { words.removeLast() }
        }
      }
    }
    switch (offset, zone) {
    case (nil, nil): place = .local
    case (nil, let zone?): place = .zone(zone)
    case (let offset?, nil): place = .offset(offset.seconds)
    case (let offset?, let zone?):
      place =
        offset.isZulu ? .utcShown(zone: zone) : .both(offset: offset.seconds, zone: zone)
    }
  }

  /// A word that can only be a zone: with a slash, or UTC.
  ///
  /// Other abbreviations mean different things in different places (CST has three meanings) and are
  /// not taken.
  private static func zoneName(_ word: String) -> String? {
    switch word.lowercased() {
    case "utc", "gmt": return "UTC"
    default:
      guard word.contains("/"), word.first?.isLetter == true, Zones.isPlausible(word) else {
        return nil
      }
      return word
    }
  }

  // MARK: Day

  private mutating func takeDay() throws(InvalidArgument) -> When.Day? {
    let lower = words.map { $0.lowercased() }
    switch lower[0] {
    case "now": return take(1, .now)
    case "today": return take(1, .days(0))
    case "yesterday": return take(1, .days(-1))
    case "tomorrow": return take(1, .days(1))
    case "last", "this", "next":
      guard lower.count > 1 else { throw notUnderstood }
      let count = lower[0] == "last" ? -1 : lower[0] == "next" ? 1 : 0
      switch lower[1] {
      case "week": return take(2, .whole(.week, count))
      case "month": return take(2, .whole(.month, count))
      case "year": return take(2, .whole(.year, count))
      default:
        guard count != 0, let weekday = Self.weekday(lower[1]) else { throw notUnderstood }
        return take(2, .weekday(weekday, count < 0 ? .last : .next))
      }
    default: break
    }
    if let weekday = Self.weekday(lower[0]) { return take(1, .weekday(weekday, .latest)) }
    if let day = try takeDistance(lower) { return day }
    if let day = try takeNamedMonth(lower) { return day }

    var reader = ISO8601Reader(text)
    reader.rest = words[0][...].utf8
    guard let dates = try reader.date() else { return nil }
    if !reader.isAtEnd {
      guard dates.precision == .day, reader.take("T") || reader.take("t") else {
        throw notUnderstood
      }
      guard let rest = String(reader.rest), !rest.isEmpty else { throw notUnderstood }
      words[0] = rest
      isAfterT = true
    } else {
      words.removeFirst()
    }
    return .dates(first: dates.first, next: dates.next, precision: dates.precision)
  }

  /// Whether the time follows a `T`: then it is ISO 8601's alone.
  private var isAfterT = false

  private mutating func take(_ count: Int, _ day: When.Day) -> When.Day {
    words.removeFirst(count)
    return day
  }

  /// `3 days ago`, `an hour ago`, `in 2 weeks`.
  private mutating func takeDistance(_ lower: [String]) throws(InvalidArgument) -> When.Day? {
    let isAhead = lower[0] == "in"
    let start = isAhead ? 1 : 0
    guard lower.count >= start + 2 else { return nil }
    if !isAhead, lower.count < 3 || lower[2] != "ago" { return nil }
    let count: Int
    switch lower[start] {
    case "a", "an", "one": count = 1
    default:
      guard lower[start].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      guard let read = Int(lower[start]), read <= 1_000_000_000 else {
        throw InvalidArgument("\(text.quoted) is not within the years 1 to 9999")
      }
      count = read
    }
    let signed = isAhead ? count : -count
    let taken = 3
    var unit = lower[start + 1]
    if unit.hasSuffix("s"), unit.count > 3 { unit.removeLast() }
    switch unit {
    case "second", "sec": return take(taken, .elapsed(Int64(signed) * 1_000_000))
    case "minute", "min": return take(taken, .elapsed(Int64(signed) * 60_000_000))
    case "hour": return take(taken, .elapsed(Int64(signed) * 3_600_000_000))
    case "day": return take(taken, .days(signed))
    case "week": return take(taken, .days(7 * signed))
    case "month": return take(taken, .months(signed))
    case "year": return take(taken, .months(12 * signed))
    default: return nil
    }
  }

  /// `28 nov 2026`, `november 28, 2026`, `28 nov`, `november 2026`, `november`.
  private mutating func takeNamedMonth(_ lower: [String]) throws(InvalidArgument) -> When.Day? {
    func number(_ index: Int, _ lengths: ClosedRange<Int>) -> Int? {
      guard index < lower.count else { return nil }
      let word = lower[index].hasSuffix(",") ? String(lower[index].dropLast()) : lower[index]
      guard lengths.contains(word.utf8.count), word.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return Int(word)
    }
    let month: Int
    let day: Int?
    var used = 1
    if let named = Self.month(lower[0]) {
      month = named
      day = number(1, 1...2)
      if day != nil { used = 2 }
    } else if let leading = number(0, 1...2), lower.count > 1, let named = Self.month(lower[1]) {
      (month, day, used) = (named, leading, 2)
    } else {
      return nil
    }
    if let year = number(used, 4...4) {
      let date = try CivilDate(checking: year, month, day ?? 1, written: text)
      let next = day == nil ? date.adding(months: 1) : date.adding(days: 1)
      return take(
        used + 1, .dates(first: date, next: next, precision: day == nil ? .month : .day))
    }
    // A leap year stands for the year that is not known yet.
    if let day { _ = try CivilDate(checking: 2000, month, day, written: text) }
    return take(used, .yearless(month: month, day: day))
  }

  private static func weekday(_ word: String) -> Int? {
    let short = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    if let index = short.firstIndex(of: word) { return index + 1 }
    return CivilDate.weekdayNames.firstIndex(of: word).map { $0 + 1 }
  }

  private static func month(_ word: String) -> Int? {
    CivilDate.monthNames.firstIndex { $0 == word || word.count == 3 && $0.hasPrefix(word) }.map {
      $0 + 1
    }
  }

  // MARK: Time

  private mutating func takeTime() throws(InvalidArgument) -> TimeOfDay {
    if !isAfterT, words[0].lowercased() == "at" {
      words.removeFirst()
      if words.isEmpty { throw notUnderstood }
    }
    var word = words[0].lowercased()
    if !isAfterT {
      if word == "noon" || word == "midnight" {
        words.removeFirst()
        return try TimeOfDay(
          hour: word == "noon" ? 12 : 0, minute: 0, precision: .minute, written: text)
      }
      if words.count > 1, let half = Self.half(words[1].lowercased()) {
        words.removeFirst(2)
        return try takeTwelveHours(word, half)
      }
      for suffix in ["a.m.", "p.m.", "am", "pm"] where word.hasSuffix(suffix) {
        word.removeLast(suffix.count)
        words.removeFirst()
        return try takeTwelveHours(word, suffix.hasPrefix("a") ? 0 : 12)
      }
      // People leave the zero out, ISO 8601 does not.
      if word.prefix(while: \.isNumber).count == 1 { word = "0\(word)" }
    }
    var reader = ISO8601Reader(text)
    reader.rest = word[...].utf8
    guard let time = try reader.time(isBasic: isAfterT), reader.isAtEnd else {
      throw notUnderstood
    }
    words.removeFirst()
    return time
  }

  /// The hours that half a day adds.
  private static func half(_ word: String) -> Int? {
    switch word {
    case "am", "a.m.": 0
    case "pm", "p.m.": 12
    default: nil
    }
  }

  /// `3`, `3:30`, `3:30:20`, where 12 comes before 1.
  private func takeTwelveHours(_ word: String, _ half: Int) throws(InvalidArgument) -> TimeOfDay {
    var reader = ISO8601Reader(text)
    reader.rest = word[...].utf8
    guard (1...2).contains(reader.digitCount), let hour = reader.digits(reader.digitCount) else {
      throw notUnderstood
    }
    var minute = 0
    var second = 0
    var precision = Precision.minute
    if reader.take(":") {
      guard reader.digitCount == 2, let read = reader.digits(2) else { throw notUnderstood }
      minute = read
      if reader.take(":") {
        guard reader.digitCount == 2, let read = reader.digits(2) else { throw notUnderstood }
        second = read
        precision = .second
      }
    }
    guard reader.isAtEnd else { throw notUnderstood }
    guard (1...12).contains(hour) else {
      throw InvalidArgument(
        "\(text.quoted) has hour \(hour) with am or pm, and those are 1 to 12")
    }
    return try TimeOfDay(
      hour: hour % 12 + half, minute: minute, second: second, precision: precision, written: text)
  }
}

extension Substring {
  /// Whether it is a date and time without colons, `20261130T1530`, before an offset.
  fileprivate var isBasicDateTime: Bool {
    contains { $0 == "T" || $0 == "t" } && first?.isNumber == true
  }
}
