import Daybook
import FileSystem

/// Commands from start to end, beside a program that starts with the same libraries and commits one
/// row.
///
/// Expected: starting 1 ms (linked statically) to 4 ms, opening and mapping 0.2 ms, the commit itself
/// (see the single insert). A list of ten reads some thirty pages. Private memory is the runtime's, the
/// handles' and one commit's pages: a few MiB, whatever the journal holds. An export as JSON reads an object and a
/// text, makes a string of it, looks for tags and writes as many bytes: 2 µs an entry; the other forms take
/// what their layout takes.
enum WholeProcess {
  static func run(_ bench: Bench) throws -> [Measurement] {
    guard let program = bench.options.program else {
      StandardError.write("  passed by: --program names no daybook to start\n")
      return []
    }
    let diary = try bench.twin(rows: bench.options.rows).diary
    let empty = bench.path("empty.mdb")
    // A home and a zone of its own: a person's settings are none of the figures.
    let environment = [
      "HOME=\(bench.directory.path)", "TZ=UTC", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
    ]
    let add = [program, "--journal", diary.path, "add"] + "Rain all day, and a long letter.".words
    let list = [program, "--journal", diary.path, "list", "-n", "10"]
    var measurements: [Measurement] = []
    for (name, words) in [("daybook add", add), ("daybook list -n 10", list)] {
      let pairs = try Pairs(
        40, ours: { try time(words, environment) },
        bare: { try time(EmptyProgram.words(committingTo: empty), environment) })
      measurements.append(
        pairs.measurement(
          name, unit: "ms", seconds: 1e-3, note: "bare: an empty program with one durable commit"))
      measurements.append(
        Measurement(
          "\(name), private memory", unit: "KiB",
          ours: Double(try Program.privateMemory(words, environment: environment)),
          bare: Double(
            try Program.privateMemory(
              EmptyProgram.words(committingTo: empty), environment: environment))))
    }
    // The same addition to a journal of a thousand entries: the larger one should not be felt.
    let small = try bench.twin(rows: 1000).diary
    let addToSmall = add.map { $0 == diary.path ? small.path : $0 }
    let sizes = try Pairs(
      60, ours: { try time(add, environment) }, bare: { try time(addToSmall, environment) })
    measurements.append(
      sizes.measurement(
        "daybook add, \(bench.options.rows) entries", unit: "ms, bare: 1000 entries",
        seconds: 1e-3, target: .atMost(1.3)))
    let complete = [program, "--journal", diary.path, "__complete", "id", ""]
    let completions = try (0..<30).map { _ in try time(complete, environment) }
    var completion = Measurement(
      "completing an id", unit: "ms", ours: completions.elapsed.median * 1e3, target: .atMost(50),
      note: "p95 \((completions.elapsed.quantile(0.95) * 1e3).rounded(toDigits: 3))")
    completion.ratio = completion.ours
    measurements.append(completion)
    for format in ["jrnl-json", "jrnl", "csv", "markdown", "html"] {
      let export = [program, "--journal", diary.path, "export", "--as", format]
      let exports = try (0..<5).map { _ in try time(export, environment) }
      measurements.append(
        Measurement(
          "daybook export --as \(format)", unit: "µs an entry, the start of the process with them",
          ours: exports.elapsed.median * 1e6 / Double(bench.options.rows)))
    }
    let starts = try (0..<20).map { _ in try time(EmptyProgram.words(), environment) }
    measurements.append(
      Measurement(
        "an empty program without a commit", unit: "ms", ours: starts.elapsed.median * 1e3))
    return measurements
  }

  private static func time(_ words: [String], _ environment: [String]) throws -> Time {
    let run = try Program.run(words, environment: environment)
    guard run.status == 0 else {
      throw WrongAnswer("\(words.joined(separator: " ")) ended with \(run.status)")
    }
    return run.time
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
