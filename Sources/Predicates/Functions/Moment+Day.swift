public import Model

extension Moment {
  /// The day of the moment by its own offset, such as `2026-11-30`: what `day(x)` gives.
  public var dayText: String { CalendarPeriod.day(of: self) }
}
