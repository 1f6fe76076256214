/// What the shell offers for a parameter's value.
public enum Completion: Hashable, Sendable {
  /// The values that the type lists, or nothing.
  case listed
  /// Names of files.
  case files
  /// Names of directories.
  case directories
  /// What the program answers when asked for this kind of thing, or, once there is a slash, the names of
  /// directories.
  case askedOrDirectories(kind: String)
  /// What the program answers when asked for this kind of thing: the script calls
  /// `PROGRAM __complete KIND PREFIX` and offers each line; after a tab stands a description.
  case asked(kind: String)
}

/// All that is said of a parameter apart from where its value goes: what help, completion, manual
/// and the reading of words share.
public struct ParameterDescription: Hashable, Sendable {
  /// How a parameter takes its value.
  public enum Form: Hashable, Sendable {
    /// `--name`, without a value.
    case flag
    /// `--name VALUE` or `--name=VALUE`.
    case option
    /// One word, by its place.
    case argument
    /// All further words.
    case rest
    /// All further words as text: once it has begun, only exact long flags are flags.
    case text
  }

  /// How the value is given.
  public let form: Form
  /// `--tag` or `-n` for flags and options, `ID` for words by place.
  public let name: String
  /// A short form beside the long name, as `-o`.
  public let short: String?
  /// What stands for the value in help: `WHEN`.
  ///
  /// Empty for flags.
  public let valueName: String
  /// What it does, in a phrase or two; begins with a capital and ends without a full stop.
  public let help: String
  /// Whether the command cannot do without.
  public let isRequired: Bool
  /// Whether it may be given more than once.
  public let isRepeated: Bool
  /// The words it takes where they can be listed.
  public let values: [String]
  /// What the shell offers.
  public let completion: Completion
  /// What holds where it is not given, where that can be shown.
  public internal(set) var defaultText: String?
  /// The heading of the shared table it comes from, and what the usage line calls that table.
  public internal(set) var group: Group?

  /// A shared table, as help shows it.
  public struct Group: Hashable, Sendable {
    /// What the usage line says instead of each parameter: `FILTERS`.
    public let valueName: String
    /// What stands above the parameters: `Filters`.
    public let heading: String
  }

  /// Whether it is given by a name that begins with `-`.
  public var isNamed: Bool { form == .flag || form == .option }
}

/// A row of a command's table: a name joined to the property that takes the value.
public struct Parameter<Root>: Sendable {
  /// What is said of it.
  public internal(set) var description: ParameterDescription
  let assign: @Sendable (inout Root, String) throws(InvalidArgument) -> Void
  let text: @Sendable (Root) -> String?

  /// A flag that sets a property to true.
  public static func flag(
    _ name: String, short: String? = nil, _ path: any WritableKeyPath<Root, Bool> & Sendable,
    help: String
  ) -> Self {
    .flag(name, short: short, path, setting: true, help: help)
  }

  /// A flag that sets a property to a value, so that two flags may share one property.
  public static func flag<Value: Sendable>(
    _ name: String, short: String? = nil, _ path: any WritableKeyPath<Root, Value> & Sendable,
    setting value: Value, help: String
  ) -> Self {
    Self(
      describe(.flag, name, short: short, "", help),
      assign: { (root, _) throws(InvalidArgument) in root[keyPath: path] = value },
      text: { _ in nil })
  }

  /// An option whose default is the property's.
  public static func option<Value: ArgumentValue>(
    _ name: String, short: String? = nil, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ valueName: String, completion: Completion = .listed, help: String
  ) -> Self {
    Self(
      describe(
        .option, name, short: short, valueName, help, values: Value.argumentValues,
        completion: completion),
      assign: { (root, word) throws(InvalidArgument) in
        root[keyPath: path] = try Value(argument: word)
      },
      text: { $0[keyPath: path].argumentText })
  }

  /// An option that may be absent, or with `isRequired` may not.
  public static func option<Value: ArgumentValue>(
    _ name: String, short: String? = nil, _ path: any WritableKeyPath<Root, Value?> & Sendable,
    _ valueName: String, isRequired: Bool = false, completion: Completion = .listed, help: String
  ) -> Self {
    Self(
      describe(
        .option, name, short: short, valueName, help, isRequired: isRequired,
        values: Value.argumentValues, completion: completion),
      assign: { (root, word) throws(InvalidArgument) in
        root[keyPath: path] = try Value(argument: word)
      },
      text: { $0[keyPath: path]?.argumentText })
  }

  /// An option that may be repeated; values are kept in the order in which they were given.
  public static func option<Value: ArgumentValue>(
    _ name: String, short: String? = nil, _ path: any WritableKeyPath<Root, [Value]> & Sendable,
    _ valueName: String, completion: Completion = .listed, help: String
  ) -> Self {
    Self(
      describe(
        .option, name, short: short, valueName, help, isRepeated: true,
        values: Value.argumentValues, completion: completion),
      assign: { (root, word) throws(InvalidArgument) in
        root[keyPath: path].append(try Value(argument: word))
      },
      text: { _ in nil })
  }

  /// A word by its place that must be given; the property's default is never seen.
  public static func argument<Value: ArgumentValue>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    completion: Completion = .listed, help: String
  ) -> Self {
    Self(
      describe(
        .argument, name, name, help, isRequired: true, values: Value.argumentValues,
        completion: completion),
      assign: { (root, word) throws(InvalidArgument) in
        root[keyPath: path] = try Value(argument: word)
      },
      text: { _ in nil })
  }

  /// A word by its place that may be absent.
  public static func argument<Value: ArgumentValue>(
    _ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable,
    completion: Completion = .listed, help: String
  ) -> Self {
    Self(
      describe(.argument, name, name, help, values: Value.argumentValues, completion: completion),
      assign: { (root, word) throws(InvalidArgument) in
        root[keyPath: path] = try Value(argument: word)
      },
      text: { $0[keyPath: path]?.argumentText })
  }

  /// All further words.
  public static func rest<Value: ArgumentValue>(
    _ name: String, _ path: any WritableKeyPath<Root, [Value]> & Sendable, isRequired: Bool = false,
    completion: Completion = .listed, help: String
  ) -> Self {
    Self(
      describe(
        .rest, name, name, help, isRequired: isRequired, isRepeated: true,
        values: Value.argumentValues, completion: completion),
      assign: { (root, word) throws(InvalidArgument) in
        root[keyPath: path].append(try Value(argument: word))
      },
      text: { _ in nil })
  }

  /// All further words as text, each kept as it was typed.
  ///
  /// After the first of them a word is a flag only where it is exactly a long flag of the command
  /// or of the program. Whoever runs the command joins the words.
  public static func text(
    _ name: String, _ path: any WritableKeyPath<Root, [String]> & Sendable,
    isRequired: Bool = false,
    help: String
  ) -> Self {
    Self(
      describe(.text, name, name, help, isRequired: isRequired, isRepeated: true),
      assign: { (root, word) throws(InvalidArgument) in root[keyPath: path].append(word) },
      text: { _ in nil })
  }

  /// The rows of a table that several commands share, for the property that holds it.
  ///
  /// Help shows them under `heading`, the usage line as `[VALUES]`.
  public static func table<Table: ParameterTable>(
    _ path: any WritableKeyPath<Root, Table> & Sendable, as valueName: String,
    under heading: String
  ) -> [Self] {
    Table.parameters.map { parameter in
      var description = parameter.description
      description.group = ParameterDescription.Group(valueName: valueName, heading: heading)
      return Self(
        description,
        assign: { (root, word) throws(InvalidArgument) in
          try parameter.assign(&root[keyPath: path], word)
        },
        text: { parameter.text($0[keyPath: path]) })
    }
  }

  private init(
    _ description: ParameterDescription,
    assign: @escaping @Sendable (inout Root, String) throws(InvalidArgument) -> Void,
    text: @escaping @Sendable (Root) -> String?
  ) {
    self.description = description
    self.assign = assign
    self.text = text
  }

  private static func describe(
    _ form: ParameterDescription.Form, _ name: String, short: String? = nil, _ valueName: String,
    _ help: String, isRequired: Bool = false, isRepeated: Bool = false, values: [String] = [],
    completion: Completion = .listed
  ) -> ParameterDescription {
    ParameterDescription(
      form: form, name: name, short: short, valueName: valueName, help: help,
      isRequired: isRequired, isRepeated: isRepeated, values: values, completion: completion)
  }
}

/// A struct whose stored defaults are the defaults, with one table that joins names to them.
public protocol ParameterTable: Sendable {
  /// The defaults.
  init()

  /// The rows. Words by place are read in the order of their rows.
  static var parameters: [Parameter<Self>] { get }
}

extension ParameterTable {
  /// What is said of each row, with the defaults filled in.
  static func describedParameters() -> [ParameterDescription] {
    let defaults = Self()
    return parameters.map { parameter in
      var description = parameter.description
      if !description.isRequired { description.defaultText = parameter.text(defaults) }
      return description
    }
  }
}
