/// A moment, a stretch of days, or a log's size, as a person writes it.
///
/// | written | meaning |
/// | --- | --- |
/// | `2026-11-30 15:30`, `2026-11-30T15:30:20.5+01:00`, `20261130T1530Z` | that moment |
/// | `2026-11-30`, `2026-335`, `2026-W49-1` | that day |
/// | `2026-W49`, `2026-11`, `november 2026`, `2026` | that week, month, year |
/// | `28 nov`, `november` | the latest one that has begun |
/// | `today`, `yesterday`, `tomorrow`, `now` | |
/// | `monday` | the latest one, today included |
/// | `last friday`, `next friday` | the latest one before today, the first one after today |
/// | `last week`, `this month`, `next year` | weeks begin on Monday |
/// | `3 days ago`, `a week ago`, `in 2 months` | that day; in a shorter month its last |
/// | `5 minutes ago`, `in an hour` | that instant |
/// | `15:30`, `3pm`, `noon`, `midnight` | today |
/// | `@40` | the log at size 40 |
///
/// A day may be followed by a time, with or without `at`; both by `Z`, an offset or an IANA zone, also
/// in brackets, in which the day is then reckoned. Letters may be large or small.
///
/// The whole text must be understood, or reading throws and says why: nothing is guessed from a
/// part. Reading needs neither clock nor zone; ``moment(now:in:)`` and ``range(now:in:)`` do.
public struct When: Hashable, Sendable {
  /// What was written.
  public let text: String
  let day: Day
  let time: TimeOfDay?
  let place: Place

  /// Which days, reckoned from today.
  enum Day: Hashable, Sendable {
    case logSize(UInt64)
    case now
    /// So many microseconds from now.
    case elapsed(Int64)
    /// Days of the calendar.
    case dates(first: CivilDate, next: CivilDate, precision: Precision)
    /// So many days from today.
    case days(Int)
    /// The same day so many months from now.
    case months(Int)
    /// The weekday from Monday, 1: the latest before today, today included, …
    case weekday(Int, Direction)
    /// The whole of a week, month or year, so many from this one.
    case whole(Precision, Int)
    /// The latest such day or month that has begun.
    case yearless(month: Int, day: Int?)
  }

  enum Direction: Hashable, Sendable {
    case latest
    case last
    case next
  }

  /// Where the clock hangs.
  enum Place: Hashable, Sendable {
    case local
    case offset(Int)
    case zone(String)
    /// An offset that decides and a zone that explains.
    case both(offset: Int, zone: String)
    /// UTC, shown in a zone.
    case utcShown(zone: String)
  }

  /// Reads the whole of a text.
  public init(_ text: String) throws(InvalidArgument) {
    self = try WhenReader(text).read()
  }

  init(text: String, day: Day, time: TimeOfDay?, place: Place) {
    self.text = text
    self.day = day
    self.time = time
    self.place = place
  }

  /// The log's size that is meant by `@N`; `nil` for a moment.
  public var logSize: UInt64? {
    if case .logSize(let size) = day { return size }
    return nil
  }
}

extension When: ArgumentValue {
  /// Reads the whole of the word.
  public init(argument: String) throws(InvalidArgument) {
    try self.init(argument)
  }

  /// What was written.
  public var argumentText: String? { text }
}

/// A moment that was named, with the clock that shows it.
public struct NamedMoment: Hashable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z.
  public var microseconds: Int64
  /// Seconds east of Greenwich that the clock shows then.
  public var offsetSeconds: Int
  /// The IANA name of the zone, where it is known.
  public var zone: String?
  /// How exactly it was named; `day` where no time of day was.
  public var precision: Precision
  /// What a person should be told, a sentence each: a time that the clock skipped or showed twice,
  /// a month that was too short.
  public var notes: [String]
}

/// A stretch of time that was named, half open.
public struct NamedRange: Hashable, Sendable {
  /// The first instant, in microseconds since 1970.
  public var lower: Int64
  /// The first instant after it.
  public var upper: Int64
  /// How exactly it was named.
  public var precision: Precision
  /// What a person should be told, as in ``NamedMoment/notes``.
  public var notes: [String]
}

extension When {
  /// The one moment that is meant.
  ///
  /// - Without a time of day, days told from today (`yesterday`, `monday`, `3 days ago`) keep the
  ///   time of day that it is now; dates of the calendar, weeks, months and years begin at midnight,
  ///   and ``NamedMoment/precision`` tells.
  /// - A time that the clock skipped is moved forward by the gap; of one that it showed twice the
  ///   earlier is taken, unless an offset says which. Both are noted.
  /// - An offset that does not fit the zone beside it decides, and that is noted.
  ///
  /// - Throws: where a log's size was written, the zone is not known, or the year is not within
  ///   1…9999.
  public func moment(now: Int64, in zones: Zones) throws(InvalidArgument) -> NamedMoment {
    let clock = try WhenClock(self, now: now, zones: zones)
    if case .elapsed(let microseconds) = day {
      return try clock.elapsed(microseconds)
    }
    if day == .now, time == nil { return try clock.elapsed(0) }
    let (first, _, precision, notes) = try clock.days()
    if let time {
      return try clock.moment(first, time.microseconds, precision: time.precision, notes)
    }
    switch day {
    case .days(0): return try clock.elapsed(0)
    case .days, .months, .weekday:
      return try clock.moment(first, clock.timeOfDay, precision: precision, notes)
    default:
      return try clock.moment(first, 0, precision: precision, notes)
    }
  }

  /// The whole of what is meant: the year, month, week, day, minute or second; an instant is one
  /// microsecond long.
  ///
  /// - Throws: as ``moment(now:in:)``.
  public func range(now: Int64, in zones: Zones) throws(InvalidArgument) -> NamedRange {
    let clock = try WhenClock(self, now: now, zones: zones)
    let isInstant =
      if case .elapsed = day { true } else { day == .now && time == nil }
    if isInstant || time != nil {
      let moment = try moment(now: now, in: zones)
      let length: Int64 =
        switch moment.precision {
        case .minute: 60_000_000
        case .second: 1_000_000
        default: 1
        }
      return NamedRange(
        lower: moment.microseconds, upper: moment.microseconds + length,
        precision: moment.precision, notes: moment.notes)
    }
    let (first, next, precision, notes) = try clock.days()
    // A day begins with its first instant: where midnight was skipped, with the end of the gap.
    // That needs no note, for nothing was moved that a person had named.
    let lower = clock.resolve(first, 0).instant
    let upper = clock.resolve(next, 0).instant
    return NamedRange(lower: lower, upper: max(lower, upper), precision: precision, notes: notes)
  }
}

/// A clock on a wall at one moment, for reckoning from it.
private struct WhenClock {
  let when: When
  let now: Int64
  let zone: Zone
  /// A zone that names the place while an offset decides.
  let shownZone: Zone?

  init(_ when: When, now: Int64, zones: Zones) throws(InvalidArgument) {
    if when.logSize != nil {
      throw InvalidArgument("\(when.text.quoted) is a size of the log and no moment")
    }
    func find(_ name: String) throws(InvalidArgument) -> Zone {
      guard let zone = zones.named(name) else {
        throw InvalidArgument(
          "the time zone \(name.quoted) is not known",
          mend: "write it as Europe/Berlin, or as an offset such as +01:00")
      }
      return zone
    }
    self.when = when
    self.now = now
    switch when.place {
    case .local: (zone, shownZone) = (zones.local, nil)
    case .offset(let seconds): (zone, shownZone) = (Zone(offsetSeconds: seconds), nil)
    case .zone(let name): (zone, shownZone) = (try find(name), nil)
    case .both(let seconds, let name):
      (zone, shownZone) = (Zone(offsetSeconds: seconds), try find(name))
    case .utcShown(let name): (zone, shownZone) = (.utc, try find(name))
    }
  }

  private var localNow: Int64 { now + Int64(zone.offset(at: now)) * 1_000_000 }
  private var today: CivilDate {
    CivilDate(daysSince1970: Int(localNow.dividedToFloor(by: 86_400_000_000).quotient))
  }
  var timeOfDay: Int64 { localNow.dividedToFloor(by: 86_400_000_000).remainder }

  func resolve(_ date: CivilDate, _ timeOfDay: Int64) -> Zone.Resolution {
    zone.resolve(local: Int64(date.daysSince1970) * 86_400_000_000 + timeOfDay)
  }

  func elapsed(_ microseconds: Int64) throws(InvalidArgument) -> NamedMoment {
    let (instant, overflow) = now.addingReportingOverflow(microseconds)
    if overflow { throw tooFar }
    let shown = shownZone ?? zone
    let offset = shown.offset(at: instant)
    let day = CivilDate(
      daysSince1970: Int(
        (instant + Int64(offset) * 1_000_000).dividedToFloor(by: 86_400_000_000).quotient))
    guard (1...9999).contains(day.year) else { throw tooFar }
    return NamedMoment(
      microseconds: instant, offsetSeconds: offset, zone: shown.name, precision: .instant,
      notes: [])
  }

  private var tooFar: InvalidArgument {
    InvalidArgument("\(when.text.quoted) is not within the years 1 to 9999")
  }

  /// The first day meant, the day after the last, how exactly, and what to note.
  func days() throws(InvalidArgument) -> (CivilDate, CivilDate, Precision, [String]) {
    func day(_ date: CivilDate, _ notes: [String] = []) throws(InvalidArgument)
      -> (CivilDate, CivilDate, Precision, [String])
    {
      guard (1...9999).contains(date.year) else { throw tooFar }
      return (date, date.adding(days: 1), .day, notes)
    }
    switch when.day {
    case .logSize, .now, .elapsed:
      return try day(today)
    case .dates(let first, let next, let precision):
      return (first, next, precision, [])
    case .days(let count):
      return try day(today.adding(days: count))
    case .months(let count):
      let date = today.adding(months: count)
      let notes =
        date.day == today.day
        ? []
        : ["\(when.text.quoted) would be day \(today.day) of a month that has \(date.day); \(date) is taken"]
      return try day(date, notes)
    case .weekday(let weekday, let direction):
      let since = (today.weekday - weekday + 7) % 7
      switch direction {
      case .latest: return try day(today.adding(days: -since))
      case .last: return try day(today.adding(days: since == 0 ? -7 : -since))
      case .next: return try day(today.adding(days: 7 - since))
      }
    case .whole(let precision, let count):
      let first: CivilDate
      let next: CivilDate
      switch precision {
      case .week:
        first = today.adding(days: 1 - today.weekday + 7 * count)
        next = first.adding(days: 7)
      case .month:
        first = today.adding(days: 1 - today.day).adding(months: count)
        next = first.adding(months: 1)
      default:
        first = today.adding(days: 1 - today.dayOfYear).adding(months: 12 * count)
        next = first.adding(months: 12)
      }
      guard (1...9999).contains(first.year) else { throw tooFar }
      return (first, next, precision, [])
    case .yearless(let month, let number):
      // The latest one, so that a diary's "28 nov" is never in the future; 29 February may be
      // years away.
      for year in stride(from: today.year, through: today.year - 8, by: -1) {
        guard let date = CivilDate(year: year, month: month, day: number ?? 1), date <= today
        else { continue }
        if number == nil { return (date, date.adding(months: 1), .month, []) }
        return try day(date)
      }
      throw InvalidArgument(
        "\(when.text.quoted) names a day that does not exist")
    }
  }

  func moment(
    _ date: CivilDate, _ timeOfDay: Int64, precision: Precision, _ notes: [String]
  ) throws(InvalidArgument) -> NamedMoment {
    let resolution = resolve(date, timeOfDay)
    var notes = notes
    let instant = resolution.instant
    let offset = (shownZone ?? zone).offset(at: instant)
    let name = (shownZone ?? zone).name ?? "the local time zone"
    switch resolution {
    case .one: break
    case .gap(_, _, let gap):
      notes.append(
        "\(date) \(clockText(timeOfDay)) does not exist in \(name), where clocks went forward; "
          + "it is moved forward by \(gapText(gap))")
    case .overlap(_, let earlierOffset, _, let laterOffset):
      notes.append(
        "\(date) \(clockText(timeOfDay)) happened twice in \(name); the earlier one, "
          + "\(offsetText(earlierOffset)), is taken; write \(offsetText(laterOffset)) for the later")
    }
    var shownOffset = offset
    if case .both(let written, let zoneName) = when.place {
      // The offset written is what the clock showed; the zone explains it and decides nothing.
      shownOffset = written
      if written != offset {
        notes.append(
          "\(zoneName) is at \(offsetText(offset)) then and not at \(offsetText(written)); "
            + "the offset is kept")
      }
    }
    return NamedMoment(
      microseconds: instant, offsetSeconds: shownOffset, zone: (shownZone ?? zone).name,
      precision: precision, notes: notes)
  }

  private func clockText(_ timeOfDay: Int64) -> String {
    let seconds = Int(timeOfDay / 1_000_000)
    let minutes = "\((seconds / 3600).digits(2)):\((seconds / 60 % 60).digits(2))"
    return seconds % 60 == 0 ? minutes : "\(minutes):\((seconds % 60).digits(2))"
  }

  private func gapText(_ seconds: Int) -> String {
    switch seconds {
    case 3600: "an hour"
    case let hours where hours % 3600 == 0: "\(hours / 3600) hours"
    case let minutes where minutes % 60 == 0: "\(minutes / 60) minutes"
    default: "\(seconds) seconds"
    }
  }

  private func offsetText(_ seconds: Int) -> String {
    let east = Int(seconds.magnitude)
    let sign = seconds < 0 ? "-" : "+"
    let minutes = "\(sign)\((east / 3600).digits(2)):\((east / 60 % 60).digits(2))"
    return east % 60 == 0 ? minutes : "\(minutes):\((east % 60).digits(2))"
  }
}
