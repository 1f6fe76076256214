internal import Model

/// Times that a field holds: RFC 3339 with or without a zone, and all dates of ``DateStamp``.
enum WrittenTime {
  /// The time that a text tells; nil where it tells none, or one that calendar and clock have not.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - zone: Where the clock hung, as another field says it.
  ///   - isDayFirst: Of `03/04/2026`, whether 3 is the day.
  static func read(_ text: String, zone: String? = nil, isDayFirst: Bool = true) -> ImportedTime? {
    if let moment = Moment(rfc3339: text) {
      if let name = moment.zone ?? zone { return .instant(moment.microseconds, zone: name) }
      if let instant = ISOClock.instant(text), instant % 1_000_000 != 0 {
        return .instant(instant, zone: offsetName(moment.offsetSeconds))
      }
      if let clock = ISOClock.read(text) { return .clock(clock, zone: nil) }
      return .instant(moment.microseconds, zone: offsetName(moment.offsetSeconds))
    }
    if let clock = ISOClock.read(text) { return .clock(clock, zone: zone) }
    return DateStampParser.stamp(of: text)?.date(isDayFirst: isDayFirst).map {
      .clock($0, zone: zone)
    }
  }

  /// An offset as a zone's name, `+01:00`, or with seconds, `+00:53:28`.
  static func offsetName(_ seconds: Int32) -> String {
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let east = abs(seconds)
    let name = "\(seconds < 0 ? "-" : "+")\(two(east / 3600)):\(two(east / 60 % 60))"
    return east % 60 == 0 ? name : "\(name):\(two(east % 60))"
  }
}
