import Daybook

/// One view built anew from the log, beside a bare scan of headers and payloads, sort and append.
///
/// `Journal.rebuild` compares before it builds, so the building alone is had by defining a view of the
/// same definition under another name: the same code builds its rows. Expected bare: 0.1 µs a payload
/// read, 0.2 sorted, 0.1 appended. The library folds each object from its events: history, header,
/// payload (three rows read, two decoded), evaluates section and sort key, and counts: 1 µs.
enum ViewRebuild {
  static func run(_ bench: Bench) throws -> [Measurement] {
    let twin = try bench.twin(rows: bench.options.rows)
    let diary = twin.diary
    let rows = diary.count
    let pairs = try Pairs(
      3,
      ours: {
        let name = "by-day-again"
        let (time, _) = try Time.of {
          try diary.journal.defineView(name, .byDay, diary.request())
        }
        let built = try diary.journal.read { try $0.rowCount(of: $0.view(name)) }
        guard built == rows else {
          throw WrongAnswer("the view was built with \(built) of \(rows) rows")
        }
        _ = try diary.journal.defineView(name, nil, diary.request())
        return time
      },
      bare: { try Time.of { try twin.bare.rebuild() }.time })
    let (compared, reports) = try Time.of {
      try diary.journal.rebuild(["by-day"], checkOnly: true, diary.request())
    }
    guard reports.allSatisfy({ !$0.differed }) else {
      throw WrongAnswer("the view is not what the log says it must be")
    }
    return [
      pairs.rate(
        "a view of \(rows) rows", unit: "rows/s", of: rows, target: .atLeast(0.4)),
      Measurement(
        "comparing it with the log", unit: "rows/s", ours: Double(rows) / compared.elapsed),
    ]
  }
}
