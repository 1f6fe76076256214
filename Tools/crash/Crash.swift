import Foundation

/// `crash`: writers, watchers and a loop of `compact` and `erase` on one journal, in five processes
/// that are killed at random.
///
///     swift run -c release crash [--seed N] [--seconds S] [--directory DIR]
///
/// After every round: each commit that a writer was told of is in the log, at the place it was told;
/// what was erased is in no file; each watcher's list, made of change sets alone, equals a fresh
/// fetch; the audit finds nothing.
@main
struct Crash {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      switch options.role {
      case .conductor:
        if options.isHelp {
          print(Options.help)
        } else {
          var conductor = try Conductor(options)
          try conductor.run()
        }
      case .writer: try Writer(options).run()
      case .watcher: try Watcher(options).run()
      case .keeper: try Keeper(options).run()
      }
    } catch let error as UsageError {
      complain("\(error.description)\n\(Options.usage)")
      exit(2)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  /// Progress and errors go to stderr.
  static func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

/// Words that cannot be understood.
struct UsageError: Error {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Something that must never be.
struct Violation: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
