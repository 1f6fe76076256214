import CommandLineKit

/// A calendar of some weeks, a column each, with a cell for each day: the fuller, the more entries.
///
/// What a cell says is in its shape; colour repeats it.
struct HeatMap {
  /// How many entries each day has, by days since 1970.
  let perDay: [Int: Int]
  /// The last day that is drawn.
  let last: Int
  /// The day with which a week begins.
  let weekStart: Weekday
  /// The columns that there are.
  let width: Int

  private static let shades = ["·", "░", "▒", "▓", "█"]
  private static let labelWidth = 4

  /// How many columns a day takes.
  private var cellWidth: Int { width >= Self.labelWidth + 2 * 53 ? 2 : 1 }
  private var weeks: Int { max(1, min(53, (width - Self.labelWidth) / cellWidth)) }

  /// The first day of the week of the last day.
  private var lastWeek: Int {
    let weekday = CivilDate(daysSince1970: last).weekday
    return last - (weekday - weekStart.number + 7) % 7
  }

  /// The first day that is drawn.
  var first: Int { lastWeek - 7 * (weeks - 1) }

  /// The least number of entries that each shade stands for, from the lightest on.
  private var thresholds: [Int] {
    let most = perDay.filter { (first...last).contains($0.key) }.map(\.value).max() ?? 0
    if most <= 4 { return Array(1...4) }
    return [1, max(2, (most + 3) / 4), max(3, (most + 1) / 2), max(4, most * 3 / 4)]
  }

  /// The lines: months, seven days, and what the shades stand for.
  func lines(_ style: Style) -> [String] {
    let thresholds = thresholds
    var lines = [months]
    for row in 0..<7 {
      let weekday = (weekStart.number - 1 + row) % 7
      var line = style.dim(DateStyle.weekdays[weekday]) + " "
      for week in 0..<weeks {
        let day = first + 7 * week + row
        line += cell(of: day, thresholds, style) + (cellWidth == 2 ? " " : "")
      }
      lines.append(line)
    }
    lines.append(legend(thresholds, style))
    return lines
  }

  private func cell(of day: Int, _ thresholds: [Int], _ style: Style) -> String {
    if day > last { return " " }
    let count = perDay[day] ?? 0
    let shade = thresholds.count { $0 <= count }
    let sign = Self.shades[shade]
    return shade == 0 ? style.dim(sign) : style.green(sign)
  }

  /// The names of months over the weeks in which they begin, as far as there is room.
  private var months: String {
    var line = String(repeating: " ", count: Self.labelWidth)
    var end = 0
    for week in 0..<weeks {
      let start = first + 7 * week
      // The week that has the first of a month; and the first week, unless the next month is near.
      let begins = (start..<start + 7).first { CivilDate(daysSince1970: $0).day == 1 }
      let column = week * cellWidth
      guard let begins, column >= end, column + 3 <= weeks * cellWidth else { continue }
      let date = CivilDate(daysSince1970: begins)
      line += String(repeating: " ", count: column - end)
      // A year is named where it begins.
      let name = DateStyle.months[date.month - 1]
      line += name
      end = column + name.count
    }
    return line
  }

  private func legend(_ thresholds: [Int], _ style: Style) -> String {
    var parts = ["\(Self.shades[0]) none"]
    for (index, least) in thresholds.enumerated() {
      let next = index + 1 < thresholds.count ? thresholds[index + 1] : nil
      let range =
        switch next {
        case nil: "\(least)+"
        case least + 1: "\(least)"
        case let next?: "\(least)–\(next - 1)"
        }
      parts.append("\(Self.shades[index + 1]) \(range)")
    }
    return String(repeating: " ", count: Self.labelWidth) + style.dim(parts.joined(separator: "  "))
  }
}
