import Daybook

/// A thousand records in one durable commit, as an import makes them.
///
/// The bare rows go where the journal's do: at random, or one after the other, which costs bare calls
/// a tenth. Notes are what the bare rows stand for; entries are indexed for search as well, for which there
/// are no bare rows, so that of those that come one after the other the ratio is told and has no target.
///
/// Expected bare, at a million rows: 860 KiB appended (215 pages), and at random a leaf of the view
/// for nearly each row (1,000 pages): 1.2 µs a record appending, 10 at random. The journal adds digests
/// for 0.6 µs, encoding and checking for 2, the words of a text for 2.5, and a leaf for each record's
/// first level of counts (a few hundred pages more).
enum BulkCommit {
  private static let size = 1000

  static func run(_ bench: Bench) throws -> [Measurement] {
    let entries = try bench.twin(rows: bench.options.rows)
    let notes = try bench.twin(rows: bench.options.rows, .notes)
    return [
      try rate("entries at random", entries, .random),
      try rate("notes at random", notes, .random),
      try rate("notes one after the other", notes, .rising),
      try rate("entries one after the other", entries, .rising, target: nil),
      try rate(
        "entries at random, with the change set", entries, .random, views: ["by-day"], target: nil),
    ]
  }

  private static func rate(
    _ name: String, _ twin: Twin, _ times: Diary.Times,
    views: [String] = [], target: Target? = .atLeast(0.4)
  ) throws -> Measurement {
    var pages = PagesWritten()
    var barePages = PagesWritten()
    let pairs = try Pairs(
      24,
      ours: {
        let entries = twin.diary.entries(size, times)
        let request = twin.diary.request(views: views)
        return try pages.noting {
          try Time.of { try twin.diary.journal.commit(entries, request) }.time
        }
      },
      bare: {
        try barePages.noting { try Time.of { try twin.bare.commit(size, times) }.time }
      })
    return pairs.rate(
      "commits of 1,000 \(name)", unit: "records/s", of: size, target: target,
      note: "pages \(pages.counts.median.rounded(toDigits: 4)) against "
        + barePages.counts.median.rounded(toDigits: 4))
  }
}
