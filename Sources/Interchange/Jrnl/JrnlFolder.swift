/// Reads the folders of jrnl: text as of ``JrnlText`` in files named `YYYY/MM/DD.txt`.
///
/// The path is the authority for the day; the headers give the time. Text before a first header is an entry
/// of that day. A file that is named otherwise, names no day of the calendar, or cannot be read is
/// listed as left.
public enum JrnlFolder {
  /// Hands over each entry of the day files in the order of their days, and reports on the rest.
  ///
  /// - Throws: What `body` throws; nothing is read after that.
  public static func read(
    _ files: some Sequence<SourceFile>, _ body: (ImportedEntry) throws -> Void
  ) throws -> ImportReport {
    var report = ImportReport()
    var days: [(day: WallClock, file: SourceFile)] = []
    for file in files {
      guard let day = day(ofPath: file.path) else {
        report.leave(file, "not a day file, which is named YYYY/MM/DD.txt")
        continue
      }
      guard day.isValid else {
        report.leave(file, "\(day) is no day of the calendar")
        continue
      }
      days.append((day, file))
    }
    days.sort { ($0.day.dayNumber, $0.file.path) < ($1.day.dayNumber, $1.file.path) }
    for (day, file) in days {
      try report.read(file) { bytes in
        try JrnlText.read(bytes, path: file.path, undated: day, givenDay: day, body)
      }
    }
    return report
  }

  /// The day that a path is named after, valid or not; nil where it is not named after one.
  public static func day(ofPath path: String) -> WallClock? {
    let names = path.split(separator: "/").suffix(3)
    guard names.count == 3, let last = names.last, last.hasSuffix(".txt") else { return nil }
    let parts = names.dropLast() + [last.dropLast(4)]
    let widths = [4...4, 1...2, 1...2]
    var numbers: [Int] = []
    for (part, width) in zip(parts, widths) {
      guard width.contains(part.utf8.count),
        part.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    return WallClock(year: numbers[0], month: numbers[1], day: numbers[2])
  }
}
