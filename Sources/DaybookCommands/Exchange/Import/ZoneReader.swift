import CommandLineKit
import Daybook
import Interchange

/// Gives what other diaries' clocks showed its place in time.
struct ZoneReader {
  /// A moment, and what had to be decided to find it.
  struct Reading {
    /// The moment.
    var moment: Moment
    /// What the source did not say.
    var assumed: [Assumption] = []
    /// What a person should know, as a clause.
    var doubt: String?
  }

  /// The zone of clocks of which the source does not say where they hung.
  let zone: Zone
  /// Whether a person named it; else it is assumed.
  let isGiven: Bool
  private let zones: Zones
  private var known: [String: Zone?] = [:]

  init(_ name: String?, in session: Session) throws {
    zones = session.zones
    isGiven = name != nil
    zone = try name.map { try Self.zone(named: $0, in: session) } ?? session.zones.local
  }

  /// The zone as a person knows it.
  var name: String { Self.name(of: zone) }

  /// The zone of a name, or of an offset such as `+01:00`.
  private static func zone(named name: String, in session: Session) throws -> Zone {
    if let zone = session.zones.named(name) ?? fixedZone(name) { return zone }
    throw CommandFailure.usage(
      "the time zone \(name.inQuotes) is not known; write it as Europe/Berlin or +01:00")
  }

  /// The moment of a time of a source.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - isAllDay: Whether its time of day is nothing that anyone wrote.
  mutating func read(_ time: ImportedTime, isAllDay: Bool) -> Reading {
    let (zone, isAssumed, doubt) = place(named: time.zone)
    switch time {
    case .instant(let instant, _):
      var reading = Reading(moment: Self.moment(instant, in: zone))
      if isAssumed { reading.assumed.append(.zone) }
      reading.doubt = doubt
      return reading
    case .clock(let clock, _):
      if let offset = clock.offsetSeconds {
        let instant = (clock.secondsSince1970 - Int64(offset)) * 1_000_000
        return Reading(
          moment: Moment(
            microseconds: instant, offsetSeconds: Int32(offset),
            // A name that contradicts the offset explains nothing.
            zone: time.zone != nil && zone.offset(at: instant) == offset ? zone.name : nil))
      }
      let resolution = zone.resolve(local: clock.secondsSince1970 * 1_000_000)
      var reading = Reading(
        moment: Moment(
          microseconds: resolution.instant, offsetSeconds: Int32(resolution.offset),
          zone: zone.name))
      if isAssumed { reading.assumed.append(.zone) }
      reading.doubt = doubt
      if !isAllDay, let said = Self.doubt(of: resolution, clock, Self.name(of: zone)) {
        reading.assumed.append(.time)
        reading.doubt = [doubt, said].compactMap { $0 }.joined(separator: "; ")
      }
      return reading
    }
  }

  /// The zone of a name, or the one that stands in for it.
  private mutating func place(
    named name: String?
  ) -> (zone: Zone, isAssumed: Bool, doubt: String?) {
    guard let name else { return (zone, !isGiven, nil) }
    let found = known[name] ?? (zones.named(name) ?? Self.fixedZone(name))
    known[name] = .some(found)
    if let found { return (found, false, nil) }
    return (zone, true, "the time zone “\(name)” is not known; \(self.name) was taken")
  }

  /// The zone of an offset, `+01:00`, `+0100`, `GMT+1200` or `UTC-5`: east of Greenwich is plus, as
  /// people write it and POSIX does not.
  private static func fixedZone(_ name: String) -> Zone? {
    var rest = name[...]
    for prefix in ["GMT", "UTC"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(3) }
    guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
    let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard (1...6).contains(digits.utf8.count), parts.count <= 3,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits)
    else { return nil }
    let seconds: Int
    switch digits.utf8.count {
    case 1, 2: seconds = number * 3600
    case 3, 4: seconds = number / 100 * 3600 + number % 100 * 60
    default: seconds = number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
    }
    guard seconds <= 18 * 3600 else { return nil }
    return Zone(offsetSeconds: sign == "-" ? -seconds : seconds)
  }

  private static func moment(_ instant: Int64, in zone: Zone) -> Moment {
    Moment(
      microseconds: instant, offsetSeconds: Int32(zone.offset(at: instant)), zone: zone.name)
  }

  private static func name(of zone: Zone) -> String { zone.name ?? "the time zone" }

  /// What is to be said where a clock skipped a time or showed it twice.
  private static func doubt(
    of resolution: Zone.Resolution, _ clock: WallClock, _ name: String
  ) -> String? {
    switch resolution {
    case .one: nil
    case .gap:
      "\(clock) does not exist in \(name), where clocks went forward; it is moved forward by the gap"
    case .overlap: "\(clock) happened twice in \(name); the earlier one is taken"
    }
  }
}
