import Daybook

/// One view built anew from the log, beside a bare scan of payloads, sort and append.
///
/// A rebuild compares first. What is measured is a rebuild less a comparison alone, which the library
/// gives by itself. Expected bare: 0.1 µs a payload read, 0.2 sorted, 0.1 appended. The library folds
/// each object from its events: history, header, payload (three rows read, two decoded), evaluates
/// section and sort key, and counts: 1 µs.
enum ViewRebuild {
  static func run(_ bench: Bench) throws -> [Measurement] {
    let twin = try bench.twin(rows: bench.options.rows)
    let diary = twin.diary
    var comparisons: [Double] = []
    let pairs = try Pairs(
      3,
      ours: { _ in
        let compared = try seconds {
          try diary.journal.rebuild(["by-day"], checkOnly: true, diary.request())
        }
        guard compared.result.allSatisfy({ !$0.differed }) else {
          throw WrongAnswer("the view is not what the log says it must be")
        }
        let whole = try seconds { try diary.journal.rebuild(["by-day"], diary.request()) }.seconds
        comparisons.append(compared.seconds)
        return whole - compared.seconds
      },
      bare: { _ in try seconds { try twin.bare.rebuild() }.seconds })
    let ours = Double(diary.count) / pairs.ours.median
    let bare = Double(twin.bare.count) / pairs.bare.median
    return [
      Measurement(
        "a view of \(diary.count) rows", unit: "rows/s", ours: ours, bare: bare,
        target: .atLeast(0.4),
        note: "comparison \(comparisons.median.rounded(toDigits: 3)) s, rebuild less comparison "
          + "\(pairs.ours.median.rounded(toDigits: 3)) s, bare "
          + "\(pairs.bare.median.rounded(toDigits: 3)) s")
    ]
  }
}
