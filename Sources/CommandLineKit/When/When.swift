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
/// A day may be followed by a time, with or without `at`; both by `Z`, an offset or an IANA zone,
/// also in brackets, in which the day is then reckoned. Letters may be large or small.
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
  ///   time of day that it is now; dates of the calendar, weeks, months and years begin at
  ///   midnight, and ``NamedMoment/precision`` tells.
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
  /// - Parameters:
  ///   - now: Microseconds since 1970, from which days are reckoned.
  ///   - zones: The local zone, and those with a name.
  ///   - weekStart: The day with which `this week` begins, Monday being 1.
  /// - Throws: as ``moment(now:in:)``.
  public func range(
    now: Int64, in zones: Zones, weekStart: Int = 1
  ) throws(InvalidArgument) -> NamedRange {
    let clock = try WhenClock(self, now: now, zones: zones, weekStart: weekStart)
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
