import CommandLineKit

extension DaybookProgram {
  /// The verbs of every day.
  static let diary: [any Command<Session>.Type] = [
    Add.self, List.self, Show.self, Edit.self, Delete.self, Search.self, Undo.self,
  ]

  /// The other verbs of a diary.
  static let moreOfDiary: [any Command<Session>.Type] = [
    History.self, Redo.self, Restore.self, Stats.self, TagsCommand.self, Retag.self, Attach.self,
    Extract.self,
  ]

  /// The verbs by which entries come and go, and other journals.
  static let elsewhere: [any Command<Session>.Type] = exchange + [Move.self, Journals.self]

  /// The verbs of what is set up once.
  static let settings: [any Command<Session>.Type] = [
    ConfigGet.self, ConfigSet.self, ConfigPath.self, Info.self,
  ]
}
