import CommandLineKit
public import Daybook
import Foundation

extension Committer {
  /// Whoever runs the program, with the machine's clock and randomness.
  ///
  /// `EXAMPLE_CLOCK`, seconds since 1970, stops the clock there: a transcript is the same every day.
  public static let user = Committer(
    ProcessInfo.processInfo.environment["USER"],
    now: {
      let fixed = ProcessInfo.processInfo.environment["EXAMPLE_CLOCK"].flatMap(Double.init)
      let seconds = fixed ?? Date().timeIntervalSince1970
      return Moment(microseconds: Int64(seconds * 1_000_000))
    },
    random: { .random(in: .min ... .max) })
}

extension Journal {
  /// The journal that the program's first word names, with a model merged into it.
  public static func example(_ model: String) throws -> Journal {
    let path = CommandLine.arguments.dropFirst().first ?? "example-journal"
    let journal = try Journal.open(at: path, by: .user)
    _ = try journal.applyModel(ModelFile(parsing: model), Committer.user.request())
    return journal
  }
}

/// What a person, or the system, asks of the program.
public enum Input: Sendable {
  /// A line: its first word, and the rest.
  case command(String, String)
  /// There are no more lines.
  case end
  /// The process is to end.
  case terminate
}

/// What is asked, as it comes; a line that is no terminal's is written out, as a terminal would show it.
///
/// Lines are read on a thread of their own, so that a signal is heard while nobody writes.
public func inputs() -> some AsyncSequence<Input, Never> {
  let (stream, continuation) = AsyncStream.makeStream(of: Input.self)
  Signals.note()
  Thread.detachNewThread {
    while !Signals.isStopRequested { Thread.sleep(forTimeInterval: 0.02) }
    continuation.yield(.terminate)
  }
  Thread.detachNewThread {
    while let line = readLine() {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      continuation.yield(.command(words.first ?? "", words.count > 1 ? words[1] : ""))
    }
    continuation.yield(.end)
  }
  let isTerminal = isatty(0) == 1
  return stream.map { input in
    if case .command(let verb, let rest) = input, !isTerminal {
      say("> \(verb)\(rest.isEmpty ? "" : " ")\(rest)")
    }
    return input
  }
}

/// Prints a line, which is seen at once, whoever reads it.
public func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
