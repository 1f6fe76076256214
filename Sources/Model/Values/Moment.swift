/// A moment, where it was lived: an instant, and the offset and zone of the clock on the wall.
///
/// Two moments are the same where all three agree; their *order*, everywhere, is that of the
/// instant alone.
public struct Moment: Hashable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z; negative before.
  public var microseconds: Int64
  /// Seconds east of Greenwich that the wall clock showed.
  public var offsetSeconds: Int32
  /// The IANA name of the zone, where it is known; it explains the offset and decides nothing.
  public var zone: String?

  /// Makes a moment.
  public init(microseconds: Int64, offsetSeconds: Int32 = 0, zone: String? = nil) {
    self.microseconds = microseconds
    self.offsetSeconds = offsetSeconds
    self.zone = zone
  }
}
