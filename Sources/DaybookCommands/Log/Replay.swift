import CommandLineKit
import Daybook

/// Prints the row operations of the log's past.
struct Replay: Command {
  static let name = "replay"
  static let summary = "Prints the row operations of the log's past"
  static let discussion = """
    By today's model and definitions, as if the view had always been and what is erased had never \
    been. --from and --to are sizes of the log. With --speed the commits come as they came, X \
    times as fast; without it, at once.
    """
  static let examples = [
    Example("daybook replay --from 40", "what happened to the diary since the log had 40 events"),
    Example("daybook replay --view by-power --speed 3600", "an hour in a second"),
  ]
  static let parameters: [Parameter<Self>] =
    Parameter.table(\.options, as: "OUTPUT", under: "Output") + [
      .option("--from", \.from, "N", help: "The log's size to begin at"),
      .option("--to", \.to, "N", help: "The log's size to end at"),
      .option("--speed", \.speed, "X", help: "Pause between commits as they did, X times as fast"),
    ]

  var options = ReportOptions()
  var from: LogSize?
  var to: LogSize?
  var speed: Double?

  /// The longest wait at once, so that a signal which came just before it is soon seen.
  private static let pauseMilliseconds = 100.0

  func run(in session: Session) throws -> ExitCode {
    if let speed, speed <= 0 {
      throw CommandFailure.usage("--speed must be greater than 0")
    }
    let from = from?.events ?? 0
    if let to = to?.events, to < from {
      throw CommandFailure.usage("--from \(from) is behind --to \(to)")
    }
    let journal = try session.openForReading(readsAhead: true)
    var output = ChangeSetOutput(session, options, isDocument: true)
    var last: Int64?
    do {
      try output.replay(journal, from: from, to: to?.events) { recorded in
        defer { last = recorded }
        guard let speed, let last else { return }
        // A clock that was set back makes no pause.
        var rest = Double(max(0, recorded - last)) / 1000 / speed
        while rest >= 1 {
          if session.surroundings.isInterrupted() { throw ConsoleError.interrupted }
          let pause = min(rest, Self.pauseMilliseconds)
          session.surroundings.wait(Int(pause))
          rest -= pause
        }
      }
    } catch ConsoleError.interrupted {
      try output.end()
      return .interrupted
    }
    try output.end()
    return .done
  }
}
