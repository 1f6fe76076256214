/// What a wall clock showed and shows: the offset from UTC at every instant.
///
/// A value made of the transitions of a TZif file (RFC 8536), or of a POSIX rule, or of one offset;
/// it reads nothing. Instants are microseconds since 1970-01-01T00:00:00Z, local times the
/// microseconds that a clock set to UTC would need to show them.
public struct Zone: Hashable, Sendable {
  /// The IANA name, where the zone has one.
  public let name: String?

  /// Instants in seconds at which the offset changes, ascending.
  private let transitions: [Int64]
  /// `offsets[0]` holds before the first transition, `offsets[i + 1]` from `transitions[i]` on.
  private let offsets: [Int]
  /// What holds after the last transition, for ever.
  private let rule: PosixZoneRule?

  /// The zone of one offset, in seconds east of Greenwich.
  public init(offsetSeconds: Int, name: String? = nil) {
    self.init(name: name, transitions: [], offsets: [offsetSeconds], rule: nil)
  }

  /// The zone of a POSIX rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; `nil` where it is none.
  public init?(name: String? = nil, posixRule: String) {
    guard let rule = PosixZoneRule(posixRule) else { return nil }
    self.init(name: name, transitions: [], offsets: [rule.standardOffset], rule: rule)
  }

  init(name: String?, transitions: [Int64], offsets: [Int], rule: PosixZoneRule?) {
    self.name = name
    self.transitions = transitions
    self.offsets = offsets
    self.rule = rule
  }

  /// The same clock under another name.
  func named(_ name: String?) -> Zone {
    Zone(name: name, transitions: transitions, offsets: offsets, rule: rule)
  }

  /// Coordinated Universal Time.
  public static let utc = Zone(offsetSeconds: 0, name: "UTC")

  /// The offset in seconds east of Greenwich at an instant.
  ///
  /// O(log n) in the zone's transitions.
  public func offset(at microseconds: Int64) -> Int {
    offset(atSecond: microseconds.dividedToFloor(by: 1_000_000).quotient)
  }

  private func offset(atSecond second: Int64) -> Int {
    if let rule, second >= transitions.last ?? Int64.min { return rule.offset(at: second) }
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return offsets[low]
  }

  /// What a local time means.
  public enum Resolution: Hashable, Sendable {
    /// The clock showed it once.
    case one(instant: Int64, offset: Int)
    /// The clock skipped it: it is read with the offset before, which is the time moved forward by
    /// `gap` seconds; `offset` is the one that holds then.
    case gap(instant: Int64, offset: Int, gap: Int)
    /// The clock showed it twice, first `earlier` and then `later`.
    case overlap(earlier: Int64, earlierOffset: Int, later: Int64, laterOffset: Int)

    /// The instant that is meant where nothing more is said: the earlier one of an overlap.
    public var instant: Int64 {
      switch self {
      case .one(let instant, _), .gap(let instant, _, _), .overlap(let instant, _, _, _): instant
      }
    }

    /// The offset of ``instant``.
    public var offset: Int {
      switch self {
      case .one(_, let offset), .gap(_, let offset, _), .overlap(_, let offset, _, _): offset
      }
    }
  }

  /// Finds the instants at which the clock showed a local time.
  public func resolve(local microseconds: Int64) -> Resolution {
    // Offsets lie within 26 hours; every offset that could hold at the instant that is sought is
    // one that holds somewhere in this stretch.
    let second = microseconds.dividedToFloor(by: 1_000_000).quotient
    let stretch: Int64 = 26 * 3600
    let changes = changes(from: second - stretch, through: second + stretch)
    var candidates: [Int] = [offset(atSecond: second - stretch)]
    for change in changes where !candidates.contains(change.after) {
      candidates.append(change.after)
    }

    var found: [(instant: Int64, offset: Int)] = []
    for offset in candidates {
      let instant = microseconds - Int64(offset) * 1_000_000
      if self.offset(at: instant) == offset { found.append((instant, offset)) }
    }
    found.sort { $0.instant < $1.instant }
    if let first = found.first {
      guard let last = found.last, found.count > 1 else {
        return .one(instant: first.instant, offset: first.offset)
      }
      return .overlap(
        earlier: first.instant, earlierOffset: first.offset, later: last.instant,
        laterOffset: last.offset)
    }
    for change in changes
    where change.at + Int64(change.before) <= second && second < change.at + Int64(change.after) {
      let instant = microseconds - Int64(change.before) * 1_000_000
      return .gap(
        instant: instant, offset: offset(at: instant), gap: change.after - change.before)
    }
    // No clock does this; the offset that held before is the reading of least surprise.
    return .one(
      instant: microseconds - Int64(candidates[0]) * 1_000_000, offset: candidates[0])
  }

  /// The changes of offset in a stretch of seconds, ascending; entries of the file that change
  /// nothing but the zone's abbreviation are left out.
  private func changes(from first: Int64, through last: Int64)
    -> [(at: Int64, before: Int, after: Int)]
  {
    var instants = transitions.filter { (first...last).contains($0) }
    if let rule {
      let end = transitions.last ?? Int64.min
      instants += rule.transitions(from: first, through: last).filter { $0 > end }
    }
    return instants.compactMap { instant in
      let before = offset(atSecond: instant - 1)
      let after = offset(atSecond: instant)
      return before == after ? nil : (instant, before, after)
    }
  }
}
