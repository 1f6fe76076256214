import Daybook

/// What imported entries are in sum: numbers that a person can compare with the diary they come from.
struct ImportSummary {
  /// How many entries.
  private(set) var count = 0
  /// How many of them have a star.
  private(set) var starred = 0
  /// How many words their texts have.
  private(set) var words = 0
  /// How many media they have.
  var mediaCount = 0
  /// How many entries each year has.
  private(set) var years: [Int: Int] = [:]
  /// The earliest.
  private(set) var first: Moment?
  /// The latest.
  private(set) var last: Moment?

  /// Adds an entry.
  mutating func add(_ values: PropertyValues) {
    count += 1
    if values["starred"] == .bool(true) { starred += 1 }
    if case .string(let text) = values["text"] { words += Self.words(in: text) }
    guard case .date(let moment) = values["creationTime"] else { return }
    if first.map({ moment.microseconds < $0.microseconds }) ?? true { first = moment }
    if last.map({ moment.microseconds > $0.microseconds }) ?? true { last = moment }
    years[moment.year, default: 0] += 1
  }

  /// Runs of anything but blanks.
  private static func words(in text: String) -> Int {
    var count = 0
    var isInWord = false
    for byte in text.utf8 {
      let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte)
      if !isBlank, !isInWord { count += 1 }
      isInWord = !isBlank
    }
    return count
  }
}

extension Moment {
  /// The year on the wall.
  var year: Int { Int(dayText.prefix { $0 != "-" }) ?? 0 }
}
