import CommandLineKit

extension DaybookProgram {
  /// The commands for records of any kind.
  static let records: [any Command<Session>.Type] = [
    ModelShow.self, ModelApply.self, Insert.self, Update.self, Apply.self, Fetch.self,
  ]

  /// The commands for views.
  static let views: [any Command<Session>.Type] = [
    ViewList.self, ViewCreate.self, ViewShow.self, ViewDrop.self,
  ]
}
