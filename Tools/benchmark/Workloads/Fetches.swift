import Daybook
import FileSystem

/// Questions to a diary, in journals a hundred times apart in size; and a look at every entry, beside
/// `grep` over the same text in one file.
///
/// Expected: a range of the sort key is found by two or three ranks for each of its ends, some 8 µs
/// each with the days around them, and its rows are read one after the other: 150 µs for fifty, and
/// growing with the logarithm. Newest first across the days of all time zones needs the two or three newest
/// days as a whole, which hold one or two entries in the smallest journal and 140 in the greatest: so that
/// has no target. A count of a range is the ranks alone. A scan reads each object and its
/// payload in the order of the file: some 1 µs an entry beside the search in 400 bytes.
enum Fetches {
  private static let samples = 200
  private static let answers = 50
  private static let newest = "ten matches, newest first"

  static func run(_ bench: Bench) throws -> [Measurement] {
    let sizes = [bench.options.rows / 100, bench.options.rows / 10, bench.options.rows]
    var names: [String] = []
    var times: [[Double]] = []
    for size in sizes {
      let diary = try bench.twin(rows: size).diary
      for (place, question) in try questions(to: diary).enumerated() {
        if times.count == place {
          names.append(question.name)
          times.append([])
        }
        times[place].append(question.seconds)
      }
    }
    return zip(names, times).map { name, times in
      Ranks.steady(name, sizes, times, target: name == newest ? nil : .atMost(4))
    } + [
      try scan(bench, rows: bench.options.rows)
    ]
  }

  /// The medians in seconds of questions whose answers have the same size in every journal.
  private static func questions(to diary: Diary) throws -> [(name: String, seconds: Double)] {
    var times: [[Double]] = [[], [], [], []]
    try diary.journal.read { snapshot in
      let view = try snapshot.view("by-day")
      let rows = try snapshot.rowCount(of: view)
      for _ in 0..<samples {
        let place = diary.number(below: rows - answers)
        let ends = [
          try moment(at: place + answers - 1, of: view, in: snapshot),
          try moment(at: place, of: view, in: snapshot),
        ]
        var request = FetchRequest(entity: "entry")
        request.predicate = "creationTime BETWEEN %@"
        request.arguments = [.list(ends.map(Argument.value))]
        request.sort = "creationTime desc"
        request.section = "day(creationTime) desc"
        // Warm, as the file of a diary in use is.
        _ = try snapshot.fetch(request)
        let range = try Time.of { try snapshot.fetch(request) }
        let found = range.result.sections.reduce(0) { $0 + $1.rows.count }
        guard found >= answers else { throw WrongAnswer("\(found) rows and not \(answers)") }
        times[0].append(range.time.elapsed)

        // From a moment of the middle on to the newest, of which ten are shown.
        request.predicate = "creationTime >= %@ AND creationTime <= %@"
        request.arguments = [
          ends[0], try moment(at: 0, of: view, in: snapshot),
        ].map(Argument.value)
        request.limit = 10
        times[1].append(try Time.of { try snapshot.fetch(request) }.time.elapsed)

        let counted = try Time.of { try snapshot.counted(request) }
        guard counted.result.answer >= place + answers, counted.result.work.candidatesRead == 0
        else { throw WrongAnswer("a range is counted as \(counted.result.answer)") }
        times[2].append(counted.time.elapsed)

        // Every third entry or so has it: a few dozen are looked at.
        request.predicate = "text CONTAINS 'theatre'"
        request.arguments = []
        request.section = nil
        times[3].append(
          try time(of: request, in: snapshot))
      }
    }
    return zip(
      [
        "BETWEEN on a view's sort key, \(answers) rows", "ten rows of a range", "a range counted",
        newest,
      ], times.map(\.median)
    ).map { ($0, $1) }
  }

  /// When the entry of a rank was lived.
  private static func moment(
    at place: Int, of view: ViewReader, in snapshot: borrowing Daybook.Snapshot
  ) throws -> Value {
    let page = try snapshot.page(of: view, offset: place, limit: 1)
    guard let id = page.sections.first?.rows.first else { return .null }
    return try snapshot.record(id)?.values["creationTime"] ?? .null
  }

  /// How long it takes to read the view by day until the page is full.
  private static func time(
    of request: FetchRequest, in snapshot: borrowing Daybook.Snapshot
  ) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for plan in try snapshot.plans(request) {
      guard case .view = plan.source, case .merged = plan.order else { continue }
      _ = try snapshot.page(by: plan, request)
      return start.duration(to: clock.now).inSeconds
    }
    throw WrongAnswer("no view serves for the order")
  }

  /// Every entry looked at for a text that is nowhere.
  private static func scan(_ bench: Bench, rows: Int) throws -> Measurement {
    let diary = try bench.twin(rows: rows).diary
    let path = bench.path("texts-\(rows)")
    var texts: [UInt8] = []
    try diary.journal.read { snapshot in
      try snapshot.forEachValue(of: "text", entity: "entry") { _, value in
        if case .string(let text) = value {
          texts += text.utf8
          texts.append(UInt8(ascii: "\n"))
        }
        return true
      }
    }
    try Files.write(texts, to: path)
    texts = []
    var request = FetchRequest(entity: "entry")
    request.predicate = "text CONTAINS[cd] 'zebra'"
    let pairs = try Pairs(
      5,
      ours: {
        let (time, count) = try Time.of {
          try diary.journal.read { try $0.count(by: try $0.plans(request)[0]).answer }
        }
        guard count == 0 else { throw WrongAnswer("\(count) zebras") }
        return time
      },
      bare: {
        try Program.run(["/usr/bin/grep", "-ic", "zebra", path], environment: ["LC_ALL=C"]).time
      })
    return pairs.measurement(
      "every entry looked at for a text", unit: "ms", seconds: 1e-3, target: .atMost(3),
      note: "bare: LC_ALL=C grep -ic over the same text in one file; "
        + "\((Double(rows) / pairs.ours.elapsed.median).rounded(toDigits: 3)) rows a second")
  }
}
