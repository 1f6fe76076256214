import CommandLineKit
import Daybook

/// What can be counted of entries.
struct EntryStatistics {
  /// How many entries there are.
  private(set) var entries = 0
  /// How many words they have.
  private(set) var words = 0
  /// How many entries each day has, by days since 1970.
  private(set) var perDay: [Int: Int] = [:]
  /// How many words each day has.
  private var wordsPerDay: [Int: Int] = [:]

  /// Counts an entry, on the day that the clock beside it showed.
  mutating func add(_ entry: EntryReader.Entry) {
    let words = WordCount.words(in: entry.text)
    let day = entry.moment.daysSince1970
    entries += 1
    self.words += words
    perDay[day, default: 0] += 1
    wordsPerDay[day, default: 0] += words
  }

  /// The days with entries, in order.
  var days: [Int] { perDay.keys.sorted() }

  /// Words by month, the first of each for its key, in order; months without words between them too.
  var wordsPerMonth: [(month: CivilDate, words: Int)] {
    var sums: [CivilDate: Int] = [:]
    for (day, words) in wordsPerDay {
      let date = CivilDate(daysSince1970: day)
      sums[date.adding(days: 1 - date.day), default: 0] += words
    }
    guard var month = sums.keys.min(), let last = sums.keys.max() else { return [] }
    var months: [(month: CivilDate, words: Int)] = []
    while month <= last {
      months.append((month, sums[month] ?? 0))
      month = month.adding(months: 1)
    }
    return months
  }

  /// The longest run of days that all have entries.
  var longestStreak: Int {
    var longest = 0
    var current = 0
    var previous: Int?
    for day in days {
      current = previous == day - 1 ? current + 1 : 1
      longest = max(longest, current)
      previous = day
    }
    return longest
  }

  /// The run of days that ends today, or yesterday where today has none yet.
  func currentStreak(today: Int) -> Int {
    var day = perDay[today] == nil ? today - 1 : today
    var count = 0
    while perDay[day] != nil {
      count += 1
      day -= 1
    }
    return count
  }
}

extension Moment {
  /// The day that the clock on the wall showed, in days since 1970.
  var daysSince1970: Int {
    let local = microseconds + Int64(offsetSeconds) * 1_000_000
    let day: Int64 = 86_400_000_000
    return Int(local >= 0 ? local / day : (local + 1) / day - 1)
  }
}
