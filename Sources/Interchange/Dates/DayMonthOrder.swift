/// Of dates such as `03/04/2026`, which number is the day: decided from all dates of a source.
struct DayMonthOrder {
  /// Whether the first number is the day.
  private(set) var isDayFirst = true
  /// Whether nothing in the source told.
  private(set) var isAssumed = false

  /// Decides.
  ///
  /// - Parameters:
  ///   - all: The dates as they are written, in the order of the source; those that name their month or
  ///     begin with the year tell nothing.
  ///   - givenDay: The day that the source is named after.
  ///   - isSorted: Whether the source runs from old to new; else it may run either way.
  init(of all: [DateStamp], givenDay: WallClock? = nil, isSorted: Bool) {
    let stamps = all.filter { $0.form.order == .yearLast }
    guard let some = stamps.first else { return }
    func possible(dayFirst: Bool) -> Int {
      stamps.count { stamp in
        guard let date = stamp.date(isDayFirst: dayFirst) else { return false }
        return givenDay.map { $0.dayNumber == date.dayNumber } ?? true
      }
    }
    func breaks(dayFirst: Bool) -> Int {
      let dates = stamps.compactMap { $0.date(isDayFirst: dayFirst) }
      let pairs = zip(dates, dates.dropFirst())
      let descents = pairs.count { $1.isEarlier(than: $0) }
      return isSorted ? descents : min(descents, pairs.count { $0.isEarlier(than: $1) })
    }
    let (dayFirst, monthFirst) = (possible(dayFirst: true), possible(dayFirst: false))
    if dayFirst != monthFirst {
      isDayFirst = dayFirst > monthFirst
      return
    }
    // Both are possible, or fail as often: the right one keeps the order of the source.
    let (dayBreaks, monthBreaks) = (breaks(dayFirst: true), breaks(dayFirst: false))
    if dayBreaks != monthBreaks {
      isDayFirst = dayBreaks < monthBreaks
      return
    }
    // Only dates such as 05.05.2026 are the same both ways.
    isAssumed = stamps.contains { $0.month != $0.day }
    // Slashes with AM and PM are American.
    isDayFirst =
      !(some.form.separator == UInt8(ascii: "/") && stamps.contains { $0.half != .whole })
  }
}
