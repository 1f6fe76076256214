import CommandLineKit

/// A diary in miniature: every form of parameter that the kit has.
enum Sample {
  static let program = Program<Globals, Void>(
    "diary", version: "1.2.3", summary: "keeps a diary", globals: Globals.self,
    examples: [
      Example("diary add Rain all day", "keeps the words"),
      Example("fortune | diary add", "keeps what comes through the pipe"),
    ],
    sections: [
      .init("Keeping a diary", [Add.self, List.self, Show.self, Edit.self, Undo.self]),
      .init(
        "Any kind of record", listing: .names,
        [Attach.self, Insert.self, ModelShow.self, ModelApply.self, ViewCreate.self]),
    ],
    synonyms: ["new": "add", "rm": "undo"],
    manualSections: [
      .init("EXIT STATUS", [("0", "Done."), ("", ".Plain text with a dot, a \\ and 'quotes'.")])
    ])

  enum Format: String, CaseIterable, ArgumentValue {
    case text
    case json
    case jsonl
  }

  struct Globals: ParameterTable, Equatable {
    static let parameters: [Parameter<Self>] = [
      .option(
        "--journal", \.journal, "PATH", completion: .directories, help: "The journal's directory"),
      .option("--format", \.format, "text|json|jsonl", help: "How results are printed"),
      .flag("--quiet", short: "-q", \.isQuiet, help: "Prints only what a script needs"),
      .option("--color", \.color, "auto|always|never", help: "When output is coloured"),
    ]
    var journal: String?
    var format = Format.text
    var isQuiet = false
    var color = ColorChoice.auto
  }

  struct Filters: ParameterTable, Equatable {
    static let parameters: [Parameter<Self>] = [
      .option("--from", \.from, "WHEN", help: "From this moment on"),
      .option("--contains", \.contains, "TEXT", help: "Whose text contains TEXT"),
      .flag("--starred", \.isStarred, help: "Only starred ones"),
    ]
    var from: String?
    var contains: [String] = []
    var isStarred = false
  }

  struct Add: Command, Equatable {
    static let name = "add"
    static let summary = "Writes an entry"
    static let discussion = "The text is kept as it is.\n\nWithout words it comes\nfrom an editor."
    static let examples = [Example("diary add I ran -5 degrees --tag sport", "keeps the text")]
    static let parameters: [Parameter<Self>] = [
      .text("TEXT", \.words, help: "The text, joined by blanks"),
      .option(
        "--tag", \.tags, "T", completion: .asked(kind: "tags"), help: "A tag that the entry bears"),
      .option("--mood", \.mood, "N", help: "From -5 to 5"),
      .flag("--star", \.isStarred, help: "Marks it"),
      .option("-o", \.output, "FILE", completion: .files, help: "Where the id is written"),
    ]
    var words: [String] = []
    var tags: [String] = []
    var mood: Int?
    var isStarred = false
    var output: String?
    func run(in context: Void) -> ExitCode { .done }
  }

  struct List: Command, Equatable {
    static let name = "list"
    static let summary = "Lists entries"
    static let examples = [Example("diary list -n 5", "the newest five")]
    static let parameters: [Parameter<Self>] =
      [
        .option("-n", \.limit, "N", help: "How many"),
        .option("--order", \.order, "up|down", help: "Which way"),
        .flag("--short", short: "-s", \.isShort, help: "A line each"),
      ] + Parameter.table(\.filters, as: "FILTERS", under: "Filters")
    enum Order: String, CaseIterable, ArgumentValue {
      case up
      case down
    }
    var limit = 20
    var order = Order.down
    var isShort = false
    var filters = Filters()
    func run(in context: Void) -> ExitCode { .done }
  }

  struct Show: Command, Equatable {
    static let name = "show"
    static let summary = "Shows an entry"
    static let examples = [Example("diary show 3fa9c1b", "as it is now")]
    static let parameters: [Parameter<Self>] = [
      .argument("ID", \.id, completion: .asked(kind: "ids"), help: "Which"),
      .option("--at", \.at, "WHEN", help: "As it was then"),
    ]
    var id = ""
    var at: When?
    func run(in context: Void) -> ExitCode { .done }
  }

  struct Edit: Command, Equatable {
    static let name = "edit"
    static let summary = "Changes an entry"
    static let examples = [Example("diary edit 3fa9c1b --unstar", "takes the star away")]
    static let parameters: [Parameter<Self>] = [
      .argument("ID", \.id, help: "Which"),
      .text("TEXT", \.words, help: "The new text"),
      .flag("--star", \.star, setting: true, help: "Marks it"),
      .flag("--unstar", \.star, setting: false, help: "Takes the mark away"),
    ]
    var id: String?
    var words: [String] = []
    var star: Bool?
    func run(in context: Void) -> ExitCode { .done }
  }

  struct Undo: Command, Equatable {
    static let name = "undo"
    static let summary = "Takes commits back"
    static let examples = [Example("diary undo 2", "the last two")]
    static let parameters: [Parameter<Self>] = [.argument("N", \.count, help: "How many")]
    var count: Int? = 1
    func run(in context: Void) -> ExitCode { .done }
  }

  struct Attach: Command, Equatable {
    static let name = "attach"
    static let summary = "Attaches files"
    static let examples = [Example("diary attach 3fa9c1b 'a b.jpg'", "a picture")]
    static let parameters: [Parameter<Self>] = [
      .argument("ID", \.id, help: "To which"),
      .rest("FILE", \.files, isRequired: true, completion: .files, help: "What"),
    ]
    var id = ""
    var files: [String] = []
    func run(in context: Void) -> ExitCode { .done }
  }

  struct Insert: Command, Equatable {
    static let name = "insert"
    static let summary = "Inserts a record"
    static let examples = [Example("diary insert hero name=Ann", "a hero")]
    static let parameters: [Parameter<Self>] = [
      .argument("ENTITY", \.entity, help: "Of which kind"),
      .rest("key=value", \.values, help: "Its values"),
    ]
    var entity = ""
    var values: [String] = []
    func run(in context: Void) -> ExitCode { .done }
  }

  struct ModelShow: Command, Equatable {
    static let name = "model show"
    static let summary = "Prints the model"
    static let examples = [Example("diary model show > model.json", "into a file")]
    static let parameters: [Parameter<Self>] = []
    func run(in context: Void) -> ExitCode { .done }
  }

  struct ModelApply: Command, Equatable {
    static let name = "model apply"
    static let summary = "Changes the model"
    static let examples = [Example("diary model apply model.json", "merges the file")]
    static let parameters: [Parameter<Self>] = [
      .argument("FILE", \.file, completion: .files, help: "A model"),
      .flag("--replace", \.isWhole, help: "Makes it the whole model"),
    ]
    var file = ""
    var isWhole = false
    func run(in context: Void) -> ExitCode { .done }
  }

  struct ViewCreate: Command, Equatable {
    static let name = "view create"
    static let summary = "Makes a view"
    static let examples = [Example("diary view create heroes --entity hero", "all heroes")]
    static let parameters: [Parameter<Self>] = [
      .argument("NAME", \.name, help: "Its name"),
      .option("--entity", \.entity, "E", isRequired: true, help: "Of which kind"),
    ]
    var name = ""
    var entity: String?
    func run(in context: Void) -> ExitCode { .done }
  }

  /// Reads words and returns the command as the type that is expected.
  static func read<Verb: Command<Void>>(_ words: [String], as type: Verb.Type) throws -> (
    command: Verb?, globals: Globals, notes: [String]
  ) {
    let invocation = try program.parse(words)
    guard case .run(let command) = invocation.request else {
      return (nil, invocation.globals, invocation.notes)
    }
    return (command as? Verb, invocation.globals, invocation.notes)
  }

  /// The error that words give.
  static func error(_ words: [String]) -> UsageError? {
    do {
      _ = try program.parse(words)
      return nil
    } catch {
      return error
    }
  }
}
