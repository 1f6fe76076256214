/// A hybrid logical clock: milliseconds since 1970 in the upper 48 bits, a counter in the lower 16.
///
/// Follows Kulkarni et al., "Logical Physical Clocks" (OPODIS 2014), reduced to what a totally
/// ordered log needs: each stamp is greater than every stamp before it, and never behind the wall
/// clock.
public struct HybridClock: Sendable {
  /// The greatest stamp there is, 0 before the first.
  public private(set) var latest: UInt64

  /// Starts behind the greatest stamp of a log.
  public init(after latest: UInt64) {
    self.latest = latest
  }

  /// The next stamp: the wall clock's where it is ahead, else one more than the latest.
  ///
  /// - Parameter microseconds: The wall clock, microseconds since 1970. A clock before 1970 counts
  ///   as 1970.
  public mutating func tick(at microseconds: Int64) -> UInt64 {
    let now = Self.stamp(of: microseconds)
    latest = now > latest ? now : latest + 1
    return latest
  }

  /// The least stamp of a reading of the wall clock.
  static func stamp(of microseconds: Int64) -> UInt64 {
    microseconds <= 0 ? 0 : UInt64(microseconds / 1000) << 16
  }

  /// How many milliseconds a stamp is ahead of a reading of the wall clock; negative behind it.
  public static func lead(of stamp: UInt64, over microseconds: Int64) -> Int64 {
    Int64(stamp >> 16) - microseconds / 1000
  }
}
