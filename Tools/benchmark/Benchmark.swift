import FileSystem
import Glibc

/// `benchmark`: what the journal costs beside the same work done by bare LMDB calls.
///
///     swift run -c release benchmark [--rows N] [--only NAMES] [--long] [--directory DIR]
///                                    [--program DAYBOOK] [--json] [--list]
///
/// Every figure is a pair: the library's and the bare one, measured in turns within one run, so that
/// what the machine does meanwhile befalls both. Absolute times belong to the machine, ratios to the
/// project. Build it as the program is built (`Tools/Support/build.bash`), where whole processes are
/// to be compared.
@main
struct Benchmark {
  static func main() {
    // The program that a command is compared with: this one, which does nothing else then.
    if let mode = EmptyProgram(CommandLine.arguments) { return mode.run() }
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.isHelp {
        print(Options.help)
      } else if options.isList {
        for workload in Workloads.all {
          print("\(workload.name.padded(to: 14))\(workload.summary)")
        }
      } else {
        try run(options)
      }
    } catch let error as UsageError {
      complain("\(error.description)\n\(Options.usage)")
      exit(2)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    let directory = try WorkDirectory(under: options.directory)
    defer { directory.remove() }
    let machine = Machine(directory: directory.path)
    var report = Report(machine: machine, rows: options.rows)
    let bench = Bench(options: options, directory: directory)
    for workload in Workloads.all where options.includes(workload.name) {
      complain("\(workload.name): \(workload.summary)")
      for measurement in try workload.run(bench) {
        complain("  \(measurement.line)")
        report.measurements.append((workload.name, measurement))
      }
    }
    report.machine.noteEnd()
    print(options.isJSON ? report.json : report.table)
  }

  /// Progress and errors go to stderr: stdout has the report alone.
  private static func complain(_ line: String) {
    StandardError.write(line + "\n")
  }
}

/// What every workload is given: options, a place on the disk, and journals that several of them use.
final class Bench {
  let options: Options
  let directory: WorkDirectory
  private var journals: [String: Twin] = [:]

  init(options: Options, directory: WorkDirectory) {
    self.options = options
    self.directory = directory
  }

  /// The journal of so many records and its bare twin, made on first use.
  func twin(rows: Int, _ kind: Diary.Kind = .entries) throws -> Twin {
    let name = "\(kind)-\(rows)"
    if let twin = journals[name] { return twin }
    StandardError.write("  making a journal of \(rows) \(kind)…\n")
    let twin = try Twin(
      rows: rows, rowsPerCommit: 1000, path: directory.file(name), seed: UInt64(rows), kind)
    journals[name] = twin
    return twin
  }

  /// A path that nothing stands at.
  func path(_ name: String) -> String { directory.file(name) }
}
