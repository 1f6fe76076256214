/// A shell for which a completion script can be written.
public enum Shell: String, CaseIterable, ArgumentValue {
  /// GNU bash, 4.0 or later.
  case bash
  /// The Z shell.
  case zsh
  /// fish, 3.0 or later.
  case fish
}

extension Program {
  /// A script that completes verbs, flags and values in `shell`, from the tables.
  ///
  /// Values of the kind ``Completion/asked(kind:)`` are asked of the program itself when they are
  /// needed, as `PROGRAM [GLOBAL FLAGS] __complete KIND PREFIX`: a line each, with a description
  /// after a tab where there is one.
  public func completionScript(for shell: Shell) -> String {
    let grammar = CompletionGrammar(
      program: name, globals: globals, commands: described)
    return switch shell {
    case .bash: grammar.bash()
    case .zsh: grammar.zsh()
    case .fish: grammar.fish()
    }
  }
}

/// What the scripts of all shells are written from.
struct CompletionGrammar {
  let program: String
  let globals: [ParameterDescription]
  let commands: [CommandDescription]

  /// The program's name as a part of a function's name.
  var function: String {
    "_" + String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// First words, with the summary of the command or the second words of a group.
  var firstVerbs: [(verb: String, summary: String)] {
    var found: [(verb: String, summary: String)] = []
    for command in commands {
      let first = String(command.verbs.first ?? "")
      if command.verbs.count == 1 {
        found.append((first, command.summary))
      } else if found.last?.verb != first {
        found.append((first, secondVerbs(of: first).map(\.verb).joined(separator: ", ")))
      }
    }
    return found
  }

  /// First words that need a second one.
  var groups: [String] {
    firstVerbs.map(\.verb).filter { !secondVerbs(of: $0).isEmpty }
  }

  func secondVerbs(of first: String) -> [(verb: String, summary: String)] {
    commands.filter { $0.verbs.count == 2 && $0.verbs[0] == first }.map {
      (String($0.verbs[1]), $0.summary)
    }
  }

  /// Every spelling of a named parameter.
  func spellings(_ parameter: ParameterDescription) -> [String] {
    [parameter.name, parameter.short].compactMap(\.self)
  }

  var globalOptions: [String] {
    globals.filter { $0.form == .option }.flatMap(spellings)
  }

  /// Flags of a command and of the program, with what they do.
  func flags(of command: CommandDescription?) -> [(name: String, help: String)] {
    ((command?.parameters ?? []) + globals).filter(\.isNamed).flatMap { parameter in
      spellings(parameter).map { ($0, parameter.help) }
    } + [("--help", "Explains the verb")]
  }
}

extension String {
  /// The text as one word of bash and zsh.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

extension [String] {
  /// A pattern for `case` that matches each of the words.
  var casePattern: String { map(\.shellQuoted).joined(separator: "|") }
}
