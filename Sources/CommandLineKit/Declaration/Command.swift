/// What a program tells the shell at its end.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// 0…255.
  public let rawValue: Int32

  /// Makes a status; programs name their own in extensions.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The work was done.
  public static let done = Self(rawValue: 0)
  /// The words could not be understood; nothing was done.
  public static let usage = Self(rawValue: 2)
  /// A person interrupted it: 128 and the number of SIGINT, as shells do.
  public static let interrupted = Self(rawValue: 130)
}

/// One use of a command and what it does.
public struct Example: Hashable, Sendable {
  /// The words as typed in a shell, from the program's name on.
  public let line: String
  /// What they do, in a phrase.
  public let meaning: String

  /// Makes an example.
  public init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// A verb of the program, declared once: a struct whose stored defaults are the command's defaults,
/// and a static table that joins names to its properties.
///
/// Reading the words, help, manual, completions and the checks of ``Program/faults()`` all come
/// from the table.
///
///     struct Replay: Command {
///       static let name = "replay"
///       static let summary = "Prints the changes of the past"
///       static let examples = [Example("daybook replay --from 40", "from log size 40 on")]
///       static let parameters: [Parameter<Self>] = [
///         .option("--from", \.from, "N", help: "The log's size to begin at")
///       ]
///       var from = 0
///       func run(in session: Session) throws -> ExitCode { … }
///     }
public protocol Command<Context>: ParameterTable {
  /// What a command is run in: console, journal, clock. The program says what that is.
  associatedtype Context

  /// One verb, or two with a blank between: `add`, `model show`.
  static var name: String { get }

  /// What it does, in a phrase that begins with a verb and ends without a full stop.
  static var summary: String { get }

  /// What a person should know besides; paragraphs are separated by empty lines. May be empty.
  static var discussion: String { get }

  /// Uses to begin from; at least one.
  static var examples: [Example] { get }

  /// Does the work.
  func run(in context: Context) throws -> ExitCode
}

extension Command {
  /// Nothing to add.
  public static var discussion: String { "" }
}

/// What help, manual and completions know of a command.
public struct CommandDescription: Sendable {
  /// One verb or two.
  public let name: String
  /// What it does.
  public let summary: String
  /// More about it.
  public let discussion: String
  /// Uses.
  public let examples: [Example]
  /// Its table.
  public let parameters: [ParameterDescription]

  /// The verbs one by one.
  var verbs: [Substring] { name.split(separator: " ") }
}

extension Command {
  static var described: CommandDescription {
    CommandDescription(
      name: name, summary: summary, discussion: discussion, examples: examples,
      parameters: describedParameters())
  }
}
