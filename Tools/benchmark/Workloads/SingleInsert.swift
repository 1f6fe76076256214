import Daybook

/// One entry in a durable commit, as `daybook add` makes it: with the place where it now stands.
///
/// Expected in pages of 4 KiB, at a million rows: the path from root to leaf in each of the five
/// databases that bare calls write (3 + 4 + 3 + 3 + 4), the free list, the list of databases and the
/// meta page: 21. The journal adds a leaf for each level of counts (3), one for the section and its
/// level (2), head and identity (2): 28, 1.35 times. Each page is a write of its own, 3 to 10 µs; two
/// syncs of 50 µs and up bind both.
enum SingleInsert {
  static func run(_ bench: Bench) throws -> [Measurement] {
    let twin = try bench.twin(rows: bench.options.rows)
    let diary = twin.diary
    var pages = PagesWritten()
    var barePages = PagesWritten()
    let times = try Pairs(
      400,
      ours: {
        let entry = diary.entries(1)
        let request = diary.request(views: ["by-day"], rowLimit: 1)
        let (time, commit) = try pages.noting {
          try Time.of { try diary.journal.commit(entry, request) }
        }
        guard commit.changeSets.first?.changeSet.rows.first?.newPath != nil else {
          throw WrongAnswer("the commit did not tell the index path")
        }
        return time
      },
      bare: { try barePages.noting { try Time.of { try twin.bare.commit(1) }.time } })
    return [
      times.measurement("a durable insert", unit: "µs", seconds: 1e-6, target: .atMost(2)),
      Measurement(
        "pages written", unit: "pages", ours: pages.counts.median, bare: barePages.counts.median,
        target: .atMost(1.6),
        note: "means \(pages.counts.mean.rounded(toDigits: 3)) against "
          + barePages.counts.mean.rounded(toDigits: 3)),
    ]
  }
}
