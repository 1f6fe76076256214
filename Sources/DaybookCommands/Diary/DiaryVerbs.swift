import CommandLineKit

extension DaybookProgram {
  /// The verbs of a diary.
  static let diary: [any Command<Session>.Type] = [
    Add.self, List.self, Show.self, Edit.self, Delete.self, Search.self, History.self, Undo.self,
    Redo.self, Restore.self, Attach.self, Extract.self, Retag.self,
    Move.self,
  ]

  /// The verbs of what is set up once.
  static let settings: [any Command<Session>.Type] = [
    Journals.self, ConfigGet.self, ConfigSet.self, ConfigPath.self,
  ]
}
