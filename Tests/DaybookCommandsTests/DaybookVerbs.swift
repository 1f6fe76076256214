import CommandLineKit

@testable import DaybookCommands

/// The verbs of the program.
enum DaybookVerbs {
  static let all = DaybookProgram.program.commands.map { $0.name } + ["help", "completion", "man"]
}
