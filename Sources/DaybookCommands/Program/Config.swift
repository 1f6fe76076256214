import CommandLineKit
import Daybook
import JSON

/// Tells what is set for all runs.
struct ConfigGet: Command {
  static let name = "config get"
  static let summary = "Tells what is set for all runs"
  static let discussion = """
    Without a name everything that can be set is told. What is not set is what it is by default. \
    Flags and the environment go before it: --journal and $DAYBOOK_JOURNAL before journal; the \
    editor goes before $VISUAL and $EDITOR.
    """
  static let examples = [
    Example("daybook config get", "everything"),
    Example("daybook config get journal", "the default journal"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("NAME", \.key, help: "Which setting, if not all")
  ]

  var key: Configuration.Key?

  func run(in session: Session) throws -> ExitCode {
    let configuration = try session.configuration()
    func value(of key: Configuration.Key) -> String {
      if let value = configuration[key] { return value }
      return switch key {
      case .journal: "default"
      case .view: ViewDefinition.byDayName
      case .editor: ""
      case .dateStyle: DateStyle.long.rawValue
      case .weekStart: Weekday.monday.rawValue
      }
    }
    if session.format.isMachine, !session.isQuiet {
      var writer = JSONWriter()
      writer.beginObject()
      for key in key.map({ [$0] }) ?? Configuration.Key.allCases {
        writer.member(key.rawValue, value(of: key))
      }
      writer.endObject()
      writer.endLine()
      try session.console.write(bytes: writer.bytes)
    } else if let key {
      try session.console.writeLine(value(of: key).terminalSafe)
    } else {
      for key in Configuration.Key.allCases {
        try session.console.writeLine("\(key.rawValue) = \(value(of: key).terminalSafe)")
      }
    }
    return .done
  }
}

/// Sets something for all runs.
struct ConfigSet: Command {
  static let name = "config set"
  static let summary = "Sets something for all runs"
  static let discussion = """
    journal: the journal, a name or a path. view: what 'daybook list' shows. editor: a program with its \
    arguments. date-style: long, iso or us. week-start: monday to sunday. Without a value it is as \
    by default again.
    """
  static let examples = [
    Example("daybook config set journal work", "write to the journal 'work' from now on"),
    Example("daybook config set editor 'code --wait'", "write in that editor"),
    Example("daybook config set week-start sunday", "how weeks are counted and drawn"),
    Example("daybook config set view", "list by day again"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("NAME", \.key, help: "What to set"),
    .argument("VALUE", \.value, help: "What to set it to; without it the default holds again"),
  ]

  var key = Configuration.Key.journal
  var value: String?

  func run(in session: Session) throws -> ExitCode {
    let value = value.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    if let value {
      if value.contains(where: \.isNewline) {
        throw CommandFailure.usage("a value is one line: \(value.inQuotes)")
      }
      do {
        try Configuration.check(value, of: key)
      } catch {
        throw CommandFailure.usage("\(key.rawValue): \(error)")
      }
    }
    var configuration = try session.configuration()
    try configuration.set(key, to: value, at: session.configurationPath())
    if session.isText {
      try session.console.writeLine(
        value.map { "\(key.rawValue) is \($0.terminalSafe) from now on" }
          ?? "\(key.rawValue) is as by default from now on")
    }
    return .done
  }
}

/// Tells where settings are kept.
struct ConfigPath: Command {
  static let name = "config path"
  static let summary = "Tells where settings are kept"
  static let examples = [Example("daybook config path", "the file, whether or not it is there")]
  static let parameters: [Parameter<Self>] = []

  func run(in session: Session) throws -> ExitCode {
    try session.writeValue(session.configurationPath(), named: "path")
    return .done
  }
}

extension Session {
  /// Writes one text: alone on a line, or for programs under a name.
  func writeValue(_ text: String, named name: String) throws {
    guard format.isMachine, !isQuiet else { return try console.writeLine(text) }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member(name, text)
    writer.endObject()
    writer.endLine()
    try console.write(bytes: writer.bytes)
  }
}
