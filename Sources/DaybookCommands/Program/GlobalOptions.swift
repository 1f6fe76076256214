public import CommandLineKit

/// How a command writes what it has to say.
public enum OutputFormat: String, CaseIterable, ArgumentValue {
  /// For people; may change.
  case text
  /// One JSON document.
  case json
  /// One JSON object a line, written as it comes.
  case jsonl

  /// Whether a program reads it.
  var isMachine: Bool { self != .text }
}

/// The parameters that every command takes.
public struct GlobalOptions: ParameterTable {
  /// The journal's directory, or the name of a sibling of the default one.
  public var journal: String?
  /// How output is written.
  public var format = OutputFormat.text
  /// Whether only ids are written.
  public var isQuiet = false
  /// When output is coloured.
  public var color = ColorChoice.auto

  /// The defaults.
  public init() {}

  /// The rows.
  public static let parameters: [Parameter<Self>] = [
    .option(
      "--journal", \.journal, "PATH", completion: .askedOrDirectories(kind: "journal"),
      help: "The journal's directory; a name without / is a sibling of the default one"),
    .option("--format", \.format, "FORMAT", help: "How to write: for people, or for programs"),
    .flag("--quiet", short: "-q", \.isQuiet, help: "Write nothing but ids, one a line"),
    .option("--color", \.color, "WHEN", help: "When to colour"),
  ]
}
