import CommandLineKit
import Daybook

/// When an entry was, as a person named it.
struct EntryDate {
  /// The values that say so: `creationTime`, and `allDay` where no time of day was named.
  let values: PropertyValues

  init(_ when: When, in session: Session) throws {
    let named = try when.moment(now: session.began, in: session.zones)
    named.notes.forEach(session.note)
    let moment = Moment(
      microseconds: named.microseconds, offsetSeconds: Int32(named.offsetSeconds), zone: named.zone)
    let day: Int64 = 86_400_000_000
    let local = moment.microseconds + Int64(moment.offsetSeconds) * 1_000_000
    // Days told from today, such as `yesterday`, have the time of day that it is now.
    let isMidnight = local % day == 0
    let isWholeDay = isMidnight && named.precision <= .day
    values = [
      "creationTime": .date(moment), "allDay": isWholeDay ? .bool(true) : .null,
    ]
  }
}

extension Array where Element: Hashable {
  /// The elements, each where it stands first.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
