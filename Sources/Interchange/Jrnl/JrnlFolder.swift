/// A file of a source that has several, read when it is its turn.
public struct SourceFile {
  /// Its path, with `/` between the names.
  public var path: String
  /// Reads it whole.
  public var contents: () throws -> [UInt8]

  /// Makes a file that is yet to be read.
  public init(path: String, contents: @escaping () throws -> [UInt8]) {
    self.path = path
    self.contents = contents
  }
}

/// Reads the folders of jrnl: text as of ``JrnlText`` in files named `YYYY/MM/DD.txt`.
///
/// The path is the authority for the day; the headers give the time. Text before a first header is an entry
/// of that day. A file that is named otherwise, names no day of the calendar, or cannot be read is
/// listed as left.
public enum JrnlFolder {
  /// Hands over each entry of the day files in the order of their days, and reports on the rest.
  ///
  /// - Throws: What `body` throws; nothing is read after that.
  public static func read<Failure: Error>(
    _ files: some Sequence<SourceFile>, _ body: (ImportedEntry) throws(Failure) -> Void
  ) throws(Failure) -> ImportReport {
    var report = ImportReport()
    var days: [(day: WallClock, file: SourceFile)] = []
    for file in files {
      guard let day = day(ofPath: file.path) else {
        leave(file, "not a day file, which is named YYYY/MM/DD.txt", in: &report)
        continue
      }
      guard day.isValid else {
        leave(file, "\(day) is no day of the calendar", in: &report)
        continue
      }
      days.append((day, file))
    }
    days.sort { ($0.day.dayNumber, $0.file.path) < ($1.day.dayNumber, $1.file.path) }
    for (day, file) in days {
      let bytes: [UInt8]
      do {
        bytes = try file.contents()
      } catch {
        leave(file, "it cannot be read: \(error)", in: &report)
        continue
      }
      var reader = JrnlReader(bytes, path: file.path, undated: day, givenDay: day)
      report.append(try reader.read(body))
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

  private static func leave(_ file: SourceFile, _ reason: String, in report: inout ImportReport) {
    report.read += 1
    report.left.append(ImportReport.Note(place: SourcePlace(path: file.path), reason: reason))
  }
}
