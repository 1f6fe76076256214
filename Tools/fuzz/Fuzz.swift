import Foundation

/// `fuzz`: format strings of predicates, expressions and sort keys, made of known ones by changes that
/// know the grammar, and of bytes that know nothing.
///
///     swift run -c release fuzz [--seed N] [--seconds S]
///
/// Each must be parsed or refused with its place, in bounded time and memory; what is parsed must be
/// printed so that it is parsed to the same again, and be evaluated or end in an error.
@main
struct Fuzz {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.isHelp { return print(Options.help) }
      try run(options)
    } catch let error as UsageError {
      complain("\(error.description)\n\(Options.usage)")
      exit(2)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    var fuzzer = FormatFuzzer(seed: options.seed)
    let clock = ContinuousClock()
    let start = clock.now
    var slowest = (seconds: 0.0, text: "")
    var nextReport = 10.0
    while true {
      let elapsed = clock.now - start
      if elapsed >= .seconds(options.seconds) { break }
      if elapsed >= .seconds(nextReport) {
        complain("\(Int(nextReport)) s: \(fuzzer.tally), \(residentMegabytes) MB")
        nextReport += 10
      }
      let format = fuzzer.next()
      // On the processor: what else the machine does is no fault of the format.
      let began = Foundation.clock()
      try fuzzer.check(format)
      let duration = Double(Foundation.clock() - began) / Double(CLOCKS_PER_SEC)
      if duration > slowest.seconds { slowest = (duration, format.text) }
      if duration > FormatFuzzer.secondsLimit {
        throw Violation("\(duration) s for \(format.text.debugDescription)")
      }
      if residentMegabytes > FormatFuzzer.megabytesLimit {
        throw Violation("\(residentMegabytes) MB after \(format.text.debugDescription)")
      }
    }
    print("seed \(options.seed): \(fuzzer.tally), \(residentMegabytes) MB at the most")
    print("the slowest took \(slowest.seconds) s: \(slowest.text.debugDescription)")
  }

  /// The most memory that the process ever had, in MB.
  private static var residentMegabytes: Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return 0 }
    return (Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0) / 1024
  }

  /// Progress and errors go to stderr.
  static func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
