import Daybook

/// A thousand entries in one durable commit, as an import makes them.
///
/// The bare rows go where the journal's do: at random, or one after the other, which costs bare calls
/// a tenth. Beside bare rows at random the journal's rising ones are told, too, since a fixed set of
/// rows is what the other figures are measured by.
///
/// Expected bare, at a million rows: 860 KiB appended (215 pages), and at random a leaf of the view
/// for nearly each row (1,000 pages): 3 µs an entry appending, 15 at random. The journal adds two
/// digests of 0.5 µs, encoding and checking 3 µs, and a leaf for each entry's first level of counts
/// (a few hundred pages more): under 2.5 times.
enum BulkCommit {
  private static let size = 1000

  static func run(_ bench: Bench) throws -> [Measurement] {
    let twin = try bench.twin(rows: bench.options.rows)
    return [
      try rate("at random", twin, .random),
      try rate("one after the other", twin, .rising),
      try rate(
        "one after the other, bare ones at random", twin, .rising, bare: .random, target: nil),
      try rate("at random, with the change set", twin, .random, views: ["by-day"], target: nil),
    ]
  }

  private static func rate(
    _ name: String, _ twin: Twin, _ times: Diary.Times, bare bareTimes: Diary.Times? = nil,
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
        try barePages.noting { try Time.of { try twin.bare.commit(size, bareTimes ?? times) }.time }
      })
    return pairs.rate(
      "commits of 1,000, \(name)", unit: "entries/s", of: size, target: target,
      note: "pages \(pages.counts.median.rounded(toDigits: 4)) against "
        + barePages.counts.median.rounded(toDigits: 4))
  }
}
