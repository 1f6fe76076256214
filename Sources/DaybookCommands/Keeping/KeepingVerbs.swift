import CommandLineKit

extension DaybookProgram {
  /// The commands that keep a journal small, safe and provable.
  static let keeping: [any Command<Session>.Type] = [
    Compact.self, Erase.self, Backup.self, MakeCheckpoint.self, Prove.self, Verify.self,
    Rebuild.self,
  ]
}
