/// The rule of a POSIX `TZ` string, which also ends TZif files and holds for all time after their
/// last transition (POSIX.1-2024 XBD 8.3; RFC 8536 §3.3.1 for hours from -167 to 167).
struct PosixZoneRule: Hashable, Sendable {
  /// A day of every year.
  enum Day: Hashable, Sendable {
    /// `Jn`: 1…365, 29 February never counted.
    case julian(Int)
    /// `n`: 0…365, 29 February counted.
    case zeroBased(Int)
    /// `Mm.w.d`: the w-th weekday (0 is Sunday) of a month, 5 being the last.
    case weekday(month: Int, week: Int, weekday: Int)

    /// Days since 1970-01-01 of this day in a year.
    func days(in year: Int) -> Int {
      let first = CivilDate(year: year, month: 1, day: 1)?.daysSince1970 ?? 0
      switch self {
      case .julian(let number):
        return first + number - 1 + (CivilDate.isLeap(year) && number >= 60 ? 1 : 0)
      case .zeroBased(let number):
        return first + number
      case .weekday(let month, let week, let weekday):
        let start = CivilDate(year: year, month: month, day: 1)?.daysSince1970 ?? first
        // 1970-01-01, day 0, was a Thursday, 4.
        let startWeekday = (start + 4).dividedToFloor(by: 7).remainder
        var day = (weekday - startWeekday).dividedToFloor(by: 7).remainder + (week - 1) * 7
        if day >= CivilDate.days(inMonth: month, of: year) { day -= 7 }
        return start + day
      }
    }
  }

  /// When a change happens: a day and seconds after its midnight, by the clock before the change.
  struct Change: Hashable, Sendable {
    let day: Day
    let seconds: Int
  }

  /// Seconds east of Greenwich.
  let standardOffset: Int
  /// The other offset, from `start` to `end` of every year.
  let summer: (offset: Int, start: Change, end: Change)?

  static func == (left: Self, right: Self) -> Bool {
    left.standardOffset == right.standardOffset && left.summer?.offset == right.summer?.offset
      && left.summer?.start == right.summer?.start && left.summer?.end == right.summer?.end
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(standardOffset)
    hasher.combine(summer?.offset)
    hasher.combine(summer?.start)
    hasher.combine(summer?.end)
  }

  /// Reads a rule; `nil` where the text is none.
  init?(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard reader.name(), let west = reader.time(hours: 24) else { return nil }
    standardOffset = -west
    if reader.rest.isEmpty {
      summer = nil
      return
    }
    guard reader.name() else { return nil }
    var offset = standardOffset + 3600
    if let next = reader.rest.first, next != UInt8(ascii: ",") {
      guard let summerWest = reader.time(hours: 24) else { return nil }
      offset = -summerWest
    }
    // Where a rule is not given, POSIX leaves it open; the C library takes the rule of the USA.
    var start = Change(day: .weekday(month: 3, week: 2, weekday: 0), seconds: 7200)
    var end = Change(day: .weekday(month: 11, week: 1, weekday: 0), seconds: 7200)
    if !reader.rest.isEmpty {
      guard reader.take(","), let first = reader.change(), reader.take(","),
        let second = reader.change(), reader.rest.isEmpty
      else { return nil }
      (start, end) = (first, second)
    }
    summer = (offset, start, end)
  }

  /// The offset at a second since 1970.
  func offset(at second: Int64) -> Int {
    guard let summer else { return standardOffset }
    let year = year(of: second)
    var current = standardOffset
    var latest = Int64.min
    for candidate in (year - 1)...(year + 1) {
      let (start, end) = instants(in: candidate)
      // Where one ends as the other begins, as in "summer" all the year, the beginning holds.
      if end <= second, end > latest { (latest, current) = (end, standardOffset) }
      if start <= second, start >= latest { (latest, current) = (start, summer.offset) }
    }
    return current
  }

  /// The seconds at which the offset changes within a stretch, ascending.
  func transitions(from first: Int64, through last: Int64) -> [Int64] {
    guard summer != nil else { return [] }
    return ((year(of: first) - 1)...(year(of: last) + 1)).flatMap { year in
      let (start, end) = instants(in: year)
      return [start, end].filter { (first...last).contains($0) }
    }.sorted()
  }

  private func instants(in year: Int) -> (start: Int64, end: Int64) {
    guard let summer else { return (0, 0) }
    func instant(_ change: Change, _ offset: Int) -> Int64 {
      Int64(change.day.days(in: year)) * 86_400 + Int64(change.seconds - offset)
    }
    return (instant(summer.start, standardOffset), instant(summer.end, summer.offset))
  }

  private func year(of second: Int64) -> Int {
    let local = second + Int64(standardOffset)
    return CivilDate(daysSince1970: Int(local.dividedToFloor(by: 86_400).quotient)).year
  }

  /// Reads the parts of a rule from its bytes.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard let first = rest.first, first == UInt8(ascii: scalar) else { return false }
      rest.removeFirst()
      return true
    }

    /// Three letters or more, or letters, digits and signs between angle brackets.
    mutating func name() -> Bool {
      if take("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        let length = rest.distance(from: rest.startIndex, to: end)
        rest = rest[(end + 1)...]
        return length >= 3
      }
      let letters = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
      rest = rest.dropFirst(letters.count)
      return letters.count >= 3
    }

    mutating func number(upTo limit: Int) -> Int? {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty, digits.count <= 3 else { return nil }
      rest = rest.dropFirst(digits.count)
      let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      return value <= limit ? value : nil
    }

    /// `[+-]h[h[h]][:mm[:ss]]` in seconds.
    mutating func time(hours limit: Int) -> Int? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard let hours = number(upTo: limit) else { return nil }
      var seconds = hours * 3600
      if take(":") {
        guard let minutes = number(upTo: 59) else { return nil }
        seconds += minutes * 60
        if take(":") {
          guard let more = number(upTo: 59) else { return nil }
          seconds += more
        }
      }
      return isNegative ? -seconds : seconds
    }

    mutating func change() -> Change? {
      let day: Day
      if take("M") {
        guard let month = number(upTo: 12), month >= 1, take("."),
          let week = number(upTo: 5), week >= 1, take("."), let weekday = number(upTo: 6)
        else { return nil }
        day = .weekday(month: month, week: week, weekday: weekday)
      } else if take("J") {
        guard let number = number(upTo: 365), number >= 1 else { return nil }
        day = .julian(number)
      } else {
        guard let number = number(upTo: 365) else { return nil }
        day = .zeroBased(number)
      }
      var seconds = 7200
      if take("/") {
        guard let given = time(hours: 167) else { return nil }
        seconds = given
      }
      return Change(day: day, seconds: seconds)
    }
  }
}
