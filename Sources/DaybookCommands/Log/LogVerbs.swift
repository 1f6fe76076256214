import CommandLineKit

extension DaybookProgram {
  /// The commands for the log and what it tells.
  static let log: [any Command<Session>.Type] = [
    Log.self, Watch.self, Replay.self, Audit.self,
  ]
}
