import Daybook

/// How many bytes of disk a byte of text takes, log and one view together.
///
/// Expected at 400 bytes of text: a payload of 440 and a header of 125 bytes in leaves that appending
/// fills wholly, seven payloads to a page of 4 KiB: 585 + 130; object 100, history 36; a row of the
/// view with 50 bytes in leaves filled by two thirds: 100. 950 to 1,000 bytes, 2.4 a byte. One by one
/// it is the same rows, and the pages that the last commits freed.
enum DiskSize {
  static func run(_ bench: Bench) throws -> [Measurement] {
    let rows = bench.options.rows
    let twin = try bench.twin(rows: rows)
    let single = min(rows, 10_000)
    let singles = try Twin(
      rows: single, rowsPerCommit: 1, path: bench.path("one-by-one"), seed: 1)
    return [
      measurement("\(rows) entries, 1,000 to a commit", rows, twin),
      measurement("\(single) entries, one to a commit", single, singles),
    ]
  }

  private static func measurement(_ name: String, _ rows: Int, _ twin: Twin) -> Measurement {
    let text = Double(rows * Diary.textByteCount)
    var measurement = Measurement(
      name, unit: "bytes/byte", ours: Double(twin.bytesAsMade.ours) / text,
      bare: Double(twin.bytesAsMade.bare) / text, target: .atMost(2.6),
      note: "the target is the journal's own figure")
    measurement.ratio = measurement.ours
    return measurement
  }
}
