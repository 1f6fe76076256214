internal import Model

/// The days of a year as squares, darker where more was written; each leads to its entries.
enum HTMLCalendar {
  private static let cell = 11
  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The full name of a month, from 1.
  static func name(ofMonth month: Int) -> String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    return (1...12).contains(month) ? names[month - 1] : "\(month)"
  }

  /// The day of the week, from Monday, 0.
  static func weekday(_ day: CivilDay) -> Int {
    let days = day.daysSinceEpoch + 3
    return Int(days - days.dividingFloor(by: 7) * 7)
  }

  /// A year's months.
  ///
  /// - Parameters:
  ///   - year: The year.
  ///   - days: How many entries days have, by their text, `2026-11-30`.
  static func html(year: Int, days: [String: Int]) -> String {
    var html = "<div class=\"calendar\">"
    for month in 1...12 { html += self.html(year: year, month: month, days) }
    return html + "</div>\n"
  }

  private static func html(year: Int, month: Int, _ days: [String: Int]) -> String {
    var empty = ""
    var filled = ""
    var total = 0
    var day = CivilDay(year: Int64(year), month: Int64(month), day: 1)
    let first = weekday(day)
    while day.isValid {
      let place = first + Int(day.day) - 1
      let (x, y) = (place % 7 * (cell + 2), place / 7 * (cell + 2))
      let text = dayText(day)
      let count = days[text] ?? 0
      if count == 0 {
        empty += "M\(x) \(y)h\(cell)v\(cell)h-\(cell)z"
      } else {
        total += count
        let level = count >= 6 ? 4 : count >= 3 ? 3 : count
        let what = count == 1 ? "entry" : "entries"
        filled +=
          "<a href=\"#d\(text)\"><rect class=\"l\(level)\" x=\"\(x)\" y=\"\(y)\" width=\"\(cell)\" "
          + "height=\"\(cell)\" rx=\"2\"><title>\(text): \(count) \(what)</title></rect></a>"
      }
      day.day += 1
    }
    let (width, height) = (7 * (cell + 2) - 2, 6 * (cell + 2) - 2)
    let name = monthNames[month - 1]
    let heading =
      total > 0 ? "<a href=\"#m\(monthText(year, month))\">\(name)</a>" : "<span>\(name)</span>"
    return "<div class=\"month\">\(heading)"
      + "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(total) entries in \(name)\">"
      + "<path d=\"\(empty)\"/>\(filled)</svg></div>"
  }

  static func monthText(_ year: Int, _ month: Int) -> String {
    var bytes: [UInt8] = []
    WallClock(year: year, month: month, day: 1).appendDate(to: &bytes)
    return String(decoding: bytes.dropLast(3), as: UTF8.self)
  }

  private static func dayText(_ day: CivilDay) -> String {
    var bytes: [UInt8] = []
    WallClock(year: Int(day.year), month: Int(day.month), day: Int(day.day)).appendDate(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
