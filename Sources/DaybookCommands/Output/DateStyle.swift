import CommandLineKit
import Daybook

/// How days are written for people.
enum DateStyle: String, CaseIterable, ArgumentValue {
  /// `Mon 30 Nov 2026`.
  case long
  /// `2026-11-30`.
  case iso
  /// `Mon, Nov 30, 2026`.
  case us

  /// A day such as `2026-11-30`; what is no day stays as it is.
  func day(_ text: String) -> String {
    guard self != .iso, let date = CivilDate(dayText: text) else { return text }
    let weekday = Self.weekdays[date.weekday - 1]
    let month = Self.months[date.month - 1]
    return self == .us
      ? "\(weekday), \(month) \(date.day), \(date.year)"
      : "\(weekday) \(date.day) \(month) \(date.year)"
  }

  /// A day and the time of day, `Mon 30 Nov 2026, 08:12`, or the day alone.
  func moment(_ moment: Moment, isAllDay: Bool = false) -> String {
    let day = day(moment.dayText)
    if isAllDay { return day }
    return self == .iso ? "\(day) \(moment.timeText)" : "\(day), \(moment.timeText)"
  }

  /// A month such as `2026-11`: `Nov 2026`.
  func month(_ text: String) -> String {
    let parts = text.split(separator: "-")
    guard self != .iso, parts.count == 2, let month = Int(parts[1]), (1...12).contains(month) else {
      return text
    }
    return "\(Self.months[month - 1]) \(parts[0])"
  }

  /// The days of the week, from Monday.
  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  /// The months.
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
