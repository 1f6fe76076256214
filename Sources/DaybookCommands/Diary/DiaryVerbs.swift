import CommandLineKit

extension DaybookProgram {
  /// The verbs of every day.
  static let diary: [any Command<Session>.Type] = [
    Add.self, List.self, Show.self, Edit.self, Delete.self, Search.self, Undo.self,
  ]

  /// The other verbs of a diary.
  static let moreOfDiary: [any Command<Session>.Type] = [
    History.self, Redo.self, Restore.self, Stats.self, TagsCommand.self, Retag.self, Attach.self,
    Extract.self, Move.self,
  ]

  /// The verbs of what is set up once.
  static let settings: [any Command<Session>.Type] = [
    Journals.self, ConfigGet.self, ConfigSet.self, ConfigPath.self,
  ]
}
