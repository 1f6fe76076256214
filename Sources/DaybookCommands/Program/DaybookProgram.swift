package import CommandLineKit

/// The table of all verbs: what is understood, explained and completed.
package enum DaybookProgram {
  /// The table.
  package static let program = Program<GlobalOptions, Session>(
    "daybook", version: "0.1.0",
    summary: "A diary, and any other journal of records, that forgets nothing",
    globals: GlobalOptions.self,
    examples: [
      Example("daybook add I ran -5 degrees @sport", "write an entry"),
      Example("daybook list --from monday", "read what was written this week"),
      Example("daybook edit 4f1c2a9", "change an entry in your editor"),
      Example("daybook undo", "take the last change back"),
    ],
    sections: [
      .init("Keeping a diary", diary),
      .init("More", listing: .names, moreOfDiary),
      .init("Records", listing: .names, records),
      .init("Views, log", listing: .names, views + log),
      .init("Keeping", listing: .names, keeping),
      .init("Elsewhere", listing: .names, elsewhere),
      .init("Settings", listing: .names, settings),
    ],
    synonyms: [
      "new": "add", "write": "add", "ls": "list", "find": "search", "grep": "search",
      "cp": "move", "mv": "move", "cat": "show", "rm": "delete", "remove": "delete",
      "revert": "undo", "query": "fetch",
    ],
    manualSections: [
      .init(
        "EXIT STATUS",
        [
          ("0", "the work was done"),
          (
            "1",
            "the work was done and found something, or found nothing where something was looked for"
          ),
          ("2", "the words could not be understood, or nothing was written; one line says why"),
          ("3", "the journal, a file or a stream cannot be used; nothing is lost"),
          ("4", "another writer was first, and --expect or --expect-version asked to be told"),
          ("130", "interrupted; what was committed stays"),
        ]),
      .init(
        "ENVIRONMENT",
        [
          ("DAYBOOK_JOURNAL", "the journal, as --journal takes it"),
          ("DAYBOOK_ACTOR", "who makes the changes, kept with each of them"),
          ("VISUAL, EDITOR", "the editor, with its arguments"),
          ("XDG_CONFIG_HOME", "where settings and templates are: $XDG_CONFIG_HOME/daybook"),
          ("XDG_DATA_HOME", "where journals are: $XDG_DATA_HOME/daybook"),
          ("XDG_STATE_HOME", "where drafts are: $XDG_STATE_HOME/daybook/drafts"),
          ("NO_COLOR", "no colour, where it is not empty"),
          ("TZ", "the local time zone"),
        ]),
    ])
}
