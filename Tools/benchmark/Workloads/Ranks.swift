import Daybook

/// Where an object stands in a view, and what stands at a place: asked of the disk, in journals a
/// hundred times apart in size.
///
/// Expected: an object, its key, then the counted levels (2 at 10,000 rows, 3 at a million), each a
/// descent of LMDB (1 µs where cached) and 64 entries (30 ns each): 4 to 8 µs a rank, with the
/// section's rank and start three of those: 15 to 30 µs, growing with the logarithm.
enum Ranks {
  private static let samples = 1000

  static func run(_ bench: Bench) throws -> [Measurement] {
    let rows = bench.options.rows
    var sizes = [rows / 100, rows / 10, rows]
    var ranks: [Double] = []
    var selects: [Double] = []
    func note(_ diary: Diary) throws {
      let (rank, select) = try measure(diary)
      ranks.append(rank)
      selects.append(select)
    }
    for size in sizes { try note(bench.twin(rows: size).diary) }
    if bench.options.isLong {
      sizes.append(rows * 10)
      try note(longDiary(rows: rows * 10, bench))
    }
    return [
      flat("index path of an object", sizes, ranks),
      flat("object at an index path", sizes, selects),
    ]
  }

  /// A diary of so many entries, of short texts and in great commits: it is its view that is asked, and
  /// that is the same whatever the texts are.
  private static func longDiary(rows: Int, _ bench: Bench) throws -> Diary {
    let diary = try Diary(
      path: bench.path("long.journal"), seed: UInt64(rows), textByteCount: 16)
    while diary.count < rows {
      let count = min(100_000, rows - diary.count)
      try diary.journal.commit(diary.entries(count), diary.request())
    }
    return diary
  }

  /// The medians in seconds.
  private static func measure(_ diary: Diary) throws -> (rank: Double, select: Double) {
    var ranks: [Double] = []
    var selects: [Double] = []
    try diary.journal.read { snapshot in
      let view = try snapshot.view("by-day")
      let rows = try snapshot.rowCount(of: view)
      for _ in 0..<samples {
        let place = diary.number(below: rows)
        guard
          let id = try snapshot.page(of: view, offset: place, limit: 1).sections.first?.rows.first
        else { continue }
        // Asked twice, and the second time counted: the file's pages are in memory, as those of a
        // diary in use are.
        var path: (section: Int, row: Int)?
        for isCounted in [false, true] {
          let (time, found) = try Time.of { try snapshot.indexPath(of: id, in: view) }
          path = found
          if isCounted { ranks.append(time.elapsed) }
        }
        guard let path else { continue }
        let (time, page) = try Time.of {
          try snapshot.page(of: view, offset: path.row, limit: 1, section: path.section)
        }
        guard page.sections.first?.rows.first == id else {
          throw WrongAnswer("the object at section \(path.section), row \(path.row) is another")
        }
        selects.append(time.elapsed)
      }
    }
    return (ranks.median, selects.median)
  }

  /// That something costs about the same in journals of all sizes: the ratio is that of the slowest to
  /// the fastest.
  static func flat(
    _ name: String, _ sizes: [Int], _ times: [Double], target: Target = .atMost(4)
  ) -> Measurement {
    measurement(
      name, sizes, times, ratio: (times.max() ?? 0) / (times.min() ?? 1), target,
      "the ratio is that of the slowest to the fastest")
  }

  /// That something costs no more in a great journal than in a small one, where it may well cost less:
  /// the ratio is that of the greatest journal to the smallest.
  static func steady(
    _ name: String, _ sizes: [Int], _ times: [Double], target: Target? = .atMost(4)
  ) -> Measurement {
    measurement(
      name, sizes, times, ratio: (times.last ?? 0) / (times.first ?? 1), target,
      "the ratio is that of the greatest journal to the smallest")
  }

  private static func measurement(
    _ name: String, _ sizes: [Int], _ times: [Double], ratio: Double, _ target: Target?,
    _ meaning: String
  ) -> Measurement {
    var measurement = Measurement(
      name, unit: "µs", ours: (times.last ?? 0) * 1e6, target: target,
      note: zip(sizes, times)
        .map { "\(($1 * 1e6).rounded(toDigits: 3)) at \($0)" }.joined(separator: ", ")
        + "; \(meaning)")
    measurement.ratio = ratio
    return measurement
  }
}

/// An answer of the library that is not the right one: its cost means nothing then.
struct WrongAnswer: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
