import Daybook
import FileSystem

/// Finding texts among all: as one types, the newest thirty; counting what is rare; and looking through
/// everything beside `grep`.
///
/// Expected: a process starts in 2 to 5 ms; vocabularies are some 50 MB at a million texts and are
/// searched at 8 GB/s; then thirty rows of the view are read for what is frequent, at
/// 8 µs with the pages that they lie on; rows between candidates are passed by at 0.1 µs, and of what is
/// rare each candidate's text is read, at 4 µs. A scan finds the text of each object, in order, and looks
/// through its bytes: 0.3 µs a text.
enum Searches {
  static func run(_ bench: Bench) throws -> [Measurement] {
    let rows = bench.options.rows
    let notes = try Notes(path: bench.path("entries"), seed: 1, .entries)
    let file = bench.path("texts")
    let stream = try FileStream.writing(file)
    var samples: [String] = []
    var made = 0
    StandardError.write("  making a journal of \(rows) natural texts…\n")
    while made < rows {
      let count = min(20_000, rows - made)
      var lines: [UInt8] = []
      let changes = notes.notes(count) { text in
        if samples.count < 400 { samples.append(text) }
        lines += text.utf8.map { $0 == 10 ? 32 : $0 }
        lines.append(10)
      }
      try stream.write(lines)
      try notes.journal.commit(changes, notes.request())
      made += count
    }
    let needles = needles(notes.texts.words, samples)
    return try processes(needles, bench, notes.path) + counts(needles, notes.journal)
      + scan(needles, notes.journal, file)
  }

  private typealias Needle = (name: String, text: String)

  /// What is searched for.
  private static func needles(_ words: [String], _ samples: [String]) -> [Needle] {
    let japanese = samples.first { ($0.utf8.first ?? 0) >= 0xE3 } ?? "日本"
    let latin = samples.filter { ($0.utf8.first ?? 0) < 0x80 }
    let pair = latin[7].split(separator: " ")[20...21].joined(separator: " ")
    let accented = words[3000...].first { $0.contains("é") } ?? "é"
    return [
      ("one letter", "e"), ("a common word", words[20]), ("a rare word", words[48_000]),
      ("part of a word", String(words[30_000].dropFirst(2).prefix(4))),
      ("two words", pair), ("two common words", "\(words[120]) \(words[230])"),
      ("nowhere", "qzxvjw"), ("nowhere, with signs", ":-)"),
      ("accents", accented.uppercased()),
      ("accents left out", String(accented.map { $0 == "é" ? "e" : $0 })),
      ("Japanese", String(japanese.prefix(2))),
      ("one sign of Japanese", String(japanese.prefix(1))),
    ]
  }

  private static func processes(
    _ needles: [Needle], _ bench: Bench, _ path: String
  ) throws -> [Measurement] {
    guard let program = bench.options.program else {
      StandardError.write("  processes passed by: --program names no daybook to start\n")
      return []
    }
    let environment = [
      "HOME=\(bench.directory.path)", "TZ=UTC", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
    ]
    return try needles.map { needle in
      var times: [Double] = []
      var processor: [Double] = []
      for turn in 0..<16 {
        let run = try Program.run(
          [program, "--journal", path, "search", "-n", "30", needle.text],
          environment: environment)
        // The first warms what is read.
        if turn == 0 { continue }
        times.append(run.time.elapsed * 1e3)
        processor.append(run.time.processor * 1e3)
      }
      var measurement = Measurement(
        "daybook search, \(needle.name)", unit: "ms", ours: times.median, target: .atMost(30),
        note: "a whole process; p95 \(times.quantile(0.95).rounded(toDigits: 3)); "
          + "processor \(processor.median.rounded(toDigits: 3)) ms")
      measurement.ratio = measurement.ours
      return measurement
    }
  }

  /// Counts by the index beside counts by a scan.
  private static func counts(_ needles: [Needle], _ journal: Journal) throws -> [Measurement] {
    try needles.filter { ["a rare word", "two words", "nowhere"].contains($0.name) }
      .map { needle in
        let index = try (0..<9).map { _ in try count("text", needle.text, journal) }
        let scan = try (0..<3).map { _ in try count("noindex:(text)", needle.text, journal) }
        guard index[0].count == scan[0].count else {
          throw WrongAnswer("\(index[0].count) and \(scan[0].count) texts with \(needle.text)")
        }
        return Measurement(
          "count, \(needle.name)", unit: "ms, bare: a scan", ours: index.map(\.time).median * 1e3,
          bare: scan.map(\.time).median * 1e3,
          target: needle.name == "a rare word" ? .atMost(0.02) : nil,
          note: "\(index[0].count) found")
      }
  }

  /// A scan beside `grep` over the same texts in one file.
  private static func scan(
    _ needles: [Needle], _ journal: Journal, _ file: String
  ) throws -> [Measurement] {
    let word = needles.first { $0.name == "a rare word" }?.text ?? ""
    // Through a pipe: where nobody reads what it counts, GNU grep ends with the first line.
    let grep = ["/bin/sh", "-c", "/usr/bin/grep -ic '\(word)' '\(file)' | /usr/bin/wc -l"]
    let pairs = try Pairs(
      5, ours: { try Time.of { try count("noindex:(text)", word, journal) }.time },
      bare: { try Program.run(grep, environment: ["LC_ALL=C", "PATH=/usr/bin:/bin"]).time })
    return [
      pairs.measurement(
        "a scan", unit: "ms", seconds: 1e-3, target: .atMost(3), note: "bare: LC_ALL=C grep -ic")
    ]
  }

  private static func count(
    _ subject: String, _ needle: String, _ journal: Journal
  ) throws -> (count: Int, time: Double) {
    var request = FetchRequest(entity: "entry")
    request.predicate = "\(subject) CONTAINS[cd] %@"
    request.arguments = [.value(.string(needle))]
    let counted = try Time.of { try journal.read { try $0.count(request) } }
    return (counted.result, counted.time.elapsed)
  }
}
