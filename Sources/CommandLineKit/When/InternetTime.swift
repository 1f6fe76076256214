/// A moment as it is written in RFC 3339 with the suffix of RFC 9557.
public struct InternetTime: Hashable, Sendable {
  /// What the clock showed: the microseconds since 1970 that a clock set to UTC would show so.
  public var localMicroseconds: Int64
  /// Seconds east of Greenwich; `nil` where none is written, or `Z` beside a zone that is not UTC:
  /// the zone says what the clock showed, ``isZulu`` that the time is UTC's.
  public var offsetSeconds: Int?
  /// Whether the offset is written `Z`: the instant is UTC's, and nothing is said of the local
  /// clock.
  public var isZulu: Bool
  /// The zone in brackets.
  public var zone: String?

  /// The instant, where an offset is written.
  public var microseconds: Int64? {
    isZulu
      ? localMicroseconds
      : offsetSeconds.map { localMicroseconds - Int64($0) * 1_000_000 }
  }

  /// Reads a date and time: `2026-11-30T08:12:33.12+01:00[Europe/Berlin]`.
  ///
  /// `T` may be a blank, letters may be small, seconds may be missing, and so may offset and zone;
  /// whoever reads decides what a moment without offset is. Years have four digits, or a sign and
  /// six as ``text(microseconds:offsetSeconds:zone:fraction:)`` writes them. Days and times that do
  /// not exist are refused, among them hour 24 and second 60. Fractions are cut after six digits.
  public init(_ text: String) throws(InvalidArgument) {
    var reader = ISO8601Reader(text)
    func shape() -> InvalidArgument {
      InvalidArgument(
        "\(text.quoted) is not a date and time", mend: "write 2026-11-30T08:12:33+01:00")
    }
    let date: CivilDate
    if let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      reader.rest = reader.rest.dropFirst()
      guard reader.digitCount == 6, let year = reader.digits(6), reader.take("-"),
        let month = reader.digits(2), reader.take("-"), let day = reader.digits(2)
      else { throw shape() }
      guard
        let found = CivilDate(
          year: sign == UInt8(ascii: "-") ? -year : year, month: month, day: day),
        abs(found.year) <= InternetTime.yearLimit
      else {
        throw InvalidArgument("\(text.quoted) names a day that does not exist")
      }
      date = found
    } else {
      guard reader.digitCount == 4, let year = reader.digits(4), reader.take("-"),
        reader.digitCount == 2, let month = reader.digits(2), reader.take("-"),
        reader.digitCount == 2, let day = reader.digits(2)
      else { throw shape() }
      date =
        try year == 0
        ? InternetTime.dayOfYearZero(month, day, text)
        : CivilDate(checking: year, month, day, written: text)
    }
    guard reader.take("T") || reader.take("t") || reader.take(" "),
      let time = try reader.time(isBasic: false)
    else { throw shape() }
    let offset = try reader.offset()
    let zone = try reader.bracketedZone()
    guard reader.isAtEnd else { throw shape() }

    localMicroseconds = Int64(date.daysSince1970) * 86_400_000_000 + time.microseconds
    isZulu = offset?.isZulu ?? false
    offsetSeconds = isZulu && !(zone.map(Zones.isUTC) ?? true) ? nil : offset?.seconds
    self.zone = zone
  }

  /// Years that fit into microseconds of 64 bits, with room for offsets.
  private static let yearLimit = 292_000

  private static func dayOfYearZero(_ month: Int, _ day: Int, _ text: String)
    throws(InvalidArgument) -> CivilDate
  {
    guard let date = CivilDate(year: 0, month: month, day: day) else {
      throw InvalidArgument("\(text.quoted) names a day that does not exist")
    }
    return date
  }

  /// How many digits of a second are written.
  public enum Fraction: Hashable, Sendable {
    /// None, or up to six without zeros at the end.
    case asNeeded
    /// Always six.
    case six
  }

  /// A moment in RFC 3339 with its offset and, where a zone is known, `[Europe/Berlin]` after it.
  ///
  /// - An offset of nothing is `Z` where no zone, or UTC, is known, and else `+00:00` (RFC 9557 §2:
  ///   `Z` says nothing of the local clock).
  /// - An offset with seconds, as clocks kept before standard time had, is written with them
  ///   (`-04:56:02`), beyond RFC 3339, so that reading gives back what was written.
  /// - Years beyond 0…9999 have a sign and six digits.
  ///
  /// Reading what this writes gives the same instant, offset and zone back, for years up to 292,000
  /// in either direction.
  public static func text(
    microseconds: Int64, offsetSeconds: Int = 0, zone: String? = nil,
    fraction: Fraction = .asNeeded
  ) -> String {
    let local = microseconds.addingReportingOverflow(Int64(offsetSeconds) * 1_000_000)
    // At the ends of 64 bits a local time may not fit; the instant itself is then shown in UTC.
    if local.overflow { return text(microseconds: microseconds, zone: zone, fraction: fraction) }
    let (days, timeOfDay) = local.partialValue.dividedToFloor(by: 86_400_000_000)
    let (seconds, micros) = Int(timeOfDay).quotientAndRemainder(dividingBy: 1_000_000)
    var text = CivilDate(daysSince1970: Int(days)).description
    text.reserveCapacity(48)
    text += "T\((seconds / 3600).digits(2)):\((seconds / 60 % 60).digits(2))"
    text += ":\((seconds % 60).digits(2))"
    if fraction == .six || micros > 0 {
      var digits = micros.digits(6)
      if fraction == .asNeeded { while digits.hasSuffix("0") { digits.removeLast() } }
      text += ".\(digits)"
    }
    if offsetSeconds == 0, zone.map(Zones.isUTC) ?? true {
      text += "Z"
    } else {
      let east = Int(offsetSeconds.magnitude)
      text += offsetSeconds < 0 ? "-" : "+"
      text += "\((east / 3600).digits(2)):\((east / 60 % 60).digits(2))"
      if east % 60 != 0 { text += ":\((east % 60).digits(2))" }
    }
    if let zone { text += "[\(zone)]" }
    return text
  }
}
