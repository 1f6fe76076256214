/// A clock on a wall at one moment, for reckoning from it.
struct WhenClock {
  let when: When
  let now: Int64
  let zone: Zone
  /// A zone that names the place while an offset decides.
  let shownZone: Zone?

  /// The day with which a week begins, Monday being 1.
  let weekStart: Int

  init(_ when: When, now: Int64, zones: Zones, weekStart: Int = 1) throws(InvalidArgument) {
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
    self.weekStart = weekStart
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
        : [
          "\(when.text.quoted) would be day \(today.day) of a month that has \(date.day); "
            + "\(date) is taken"
        ]
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
        first = today.adding(days: 7 * count - (today.weekday - weekStart + 7) % 7)
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
          + "\(offsetText(earlierOffset)), is taken; write \(offsetText(laterOffset)) for the later"
      )
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
