import CommandLineKit
import Daybook

/// Prints the row operations of commits as they are made.
struct Watch: Command {
  static let name = "watch"
  static let summary = "Prints the row operations of commits as they are made"
  static let discussion = """
    Commits of every program that writes to the journal are told, each in a change set of its own, \
    until the command is interrupted; a set that has begun is ended. With --from, the commits \
    since that size of the log are told first.
    """
  static let examples = [
    Example("daybook watch", "follow the diary in the terminal"),
    Example("daybook watch --view by-power --from 40 --format jsonl", "for a program, from 40 on"),
  ]
  static let parameters: [Parameter<Self>] =
    Parameter.table(\.options, as: "OUTPUT", under: "Output") + [
      .option("--from", \.from, "N", help: "The log's size to begin at; now where it is not given")
    ]

  var options = ReportOptions()
  var from: LogSize?

  /// How often the journal is asked whether there is something new: five times within the 100 ms in
  /// which a commit is to be told.
  private static let pauseMilliseconds = 20

  func run(in session: Session) throws -> ExitCode {
    let journal = try session.openForReading()
    var output = ChangeSetOutput(session, options)
    let follower = try Follower(journal, view: options.view, rowLimit: output.rowLimit)
    do {
      if let from {
        try output.replay(journal, from: from.events, to: follower.shownSize)
      }
      while true {
        try output.stopIfInterrupted()
        guard follower.hasNews else {
          session.surroundings.wait(Self.pauseMilliseconds)
          continue
        }
        try follower.poll { change in
          switch change {
          case .changes(let set): try output.write(set)
          case .reset(let view, let size, let sections, let rows):
            try output.writeReset(view: view, size: size, sections: sections, rows: rows)
          }
        }
      }
    } catch ConsoleError.interrupted {
      return .interrupted
    }
  }
}
