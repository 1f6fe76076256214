import CommandLineKit

/// The table of all verbs.
enum DaybookProgram {
  static let program = Program<GlobalOptions, Session>(
    "daybook", version: "0.1.0",
    summary: "A diary, and any other journal of records, that forgets nothing",
    globals: GlobalOptions.self,
    sections: [])
}
