import Daybook

/// What the index for search costs an import: in commits of a thousand, and all in one.
///
/// Expected: words are divided, folded and looked up at some 8 ns a byte, 3 µs a text; postings and
/// vocabularies are written once for each size of segment, three times in small commits and once in a
/// large one, some 0.3 bytes for each byte of text. A commit of text by itself takes 8 µs or more.
enum SearchIndex {
  static func run(_ bench: Bench) throws -> [Measurement] {
    let rows = bench.options.rows
    var measurements: [Measurement] = []
    for (name, size) in [("commits of 1,000", 1000), ("one commit", rows)] {
      let searched = try Notes(
        path: bench.path("searched-\(size)"), seed: UInt64(rows), .searched)
      let plain = try Notes(
        path: bench.path("plain-\(size)"), seed: UInt64(rows), .plain)
      var times: [Double] = [0, 0]
      for _ in 0..<rows / size {
        for (place, notes) in [searched, plain].enumerated() {
          let changes = notes.notes(size)
          let request = notes.request()
          times[place] += try Time.of { try notes.journal.commit(changes, request) }.time.elapsed
        }
      }
      measurements.append(
        Measurement(
          "import with the index, \(name)", unit: "µs an entry",
          ours: times[0] * 1e6 / Double(rows), bare: times[1] * 1e6 / Double(rows),
          target: .atMost(2), note: "bare: the same journal without a searched attribute"))
      let index = try searched.journal.information().databases
        .filter { $0.name.hasPrefix("text.note.") }.map(\.bytes).reduce(0, +)
      measurements.append(
        Measurement(
          "bytes of the index, \(name)", unit: "for each byte of text", ours: Double(index),
          bare: Double(searched.textByteCount), target: .atMost(0.6)))
    }
    return measurements
  }
}
