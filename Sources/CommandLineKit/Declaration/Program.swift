/// A program: its commands under headings, and the parameters that every command takes.
///
/// Beside the declared commands it answers to `help [VERB]`, `completion SHELL`, `man`, `--help`,
/// `-h`, `--version` and, for completion scripts alone, `__complete KIND PREFIX`.
public struct Program<Globals: ParameterTable, Context>: Sendable {
  /// Commands that belong together.
  public struct Section: Sendable {
    /// How the overview shows the commands.
    public enum Listing: Sendable {
      /// A line each, with the summary.
      case summaries
      /// The names alone, side by side, so that many fit a screen.
      case names
    }

    /// What stands above them.
    public let heading: String
    /// How the overview shows them.
    public let listing: Listing
    /// The commands in the order of help.
    public let commands: [any Command<Context>.Type]

    /// Makes a section.
    public init(
      _ heading: String, listing: Listing = .summaries, _ commands: [any Command<Context>.Type]
    ) {
      self.heading = heading
      self.listing = listing
      self.commands = commands
    }
  }

  /// A part of the manual that no table holds: exit statuses, environment, files.
  public struct ManualSection: Sendable {
    /// The heading, in capitals by custom.
    public let title: String
    /// Terms with their meaning; a term may be empty for plain text.
    public let items: [(term: String, meaning: String)]

    /// Makes a section.
    public init(_ title: String, _ items: [(term: String, meaning: String)]) {
      self.title = title
      self.items = items
    }
  }

  /// The name by which it is called.
  public let name: String
  /// Its version, as `--version` prints it.
  public let version: String
  /// What it is, in a phrase.
  public let summary: String
  /// Uses to begin from.
  public let examples: [Example]
  /// The commands.
  public let sections: [Section]
  /// Words that people try, with the verb they mean; for suggestions only.
  public let synonyms: [String: String]
  /// Further parts of the manual.
  public let manualSections: [ManualSection]

  /// Declares a program.
  public init(
    _ name: String, version: String, summary: String, globals: Globals.Type,
    examples: [Example] = [], sections: [Section], synonyms: [String: String] = [:],
    manualSections: [ManualSection] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.examples = examples
    self.sections = sections
    self.synonyms = synonyms
    self.manualSections = manualSections
  }

  /// Every declared command, in the order of help.
  public var commands: [any Command<Context>.Type] { sections.flatMap(\.commands) }

  /// The verbs that the program answers itself.
  static var builtIns: [CommandDescription] {
    [
      CommandDescription(
        name: "help", summary: "Explains a verb",
        discussion: "", examples: [],
        parameters: [
          ParameterDescription(
            form: .rest, name: "VERB", short: nil, valueName: "VERB",
            help: "The verb to explain; without one, all are listed", isRequired: false,
            isRepeated: true, values: [], completion: .listed)
        ]),
      CommandDescription(
        name: "completion", summary: "Prints a script that completes words in a shell",
        discussion: "", examples: [],
        parameters: [
          ParameterDescription(
            form: .argument, name: "SHELL", short: nil, valueName: "SHELL",
            help: "The shell to complete in", isRequired: true, isRepeated: false,
            values: Shell.argumentValues, completion: .listed)
        ]),
      CommandDescription(
        name: "man", summary: "Prints the manual page",
        discussion: "", examples: [], parameters: []),
    ]
  }

  /// Every verb with its table, declared and built in.
  var described: [CommandDescription] {
    commands.map { $0.described } + Self.builtIns
  }

  /// The parameters that every command takes.
  var globals: [ParameterDescription] { Globals.describedParameters() }

  /// The description of a verb by its whole name.
  func description(named name: String) -> CommandDescription? {
    commands.first { $0.name == name }?.described ?? Self.builtIns.first { $0.name == name }
  }

  /// All names of verbs, whole.
  var verbs: [String] { commands.map { $0.name } + Self.builtIns.map(\.name) }
}
