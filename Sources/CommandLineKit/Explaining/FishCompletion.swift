extension CompletionGrammar {
  func fish() -> String {
    let prefix = "_\(function)"
    let globalCase = globalOptions.map(\.fishQuoted).joined(separator: " ")
    let groupCase = groups.map(\.fishQuoted).joined(separator: " ")
    var lines = #"""
      # Completes words of \#(program) in fish. Load it with:
      #   \#(program) completion fish | source

      # The verb that has been typed, one word or two a line.
      function \#(prefix)_verb
        set -l typed (commandline -opc)
        set -e typed[1]
        set -l isValue 0
        set -l verb
        for word in $typed
          if test $isValue = 1
            set isValue 0
            continue
          end
          switch $word
            case \#(globalCase.isEmpty ? "''" : globalCase)
              set isValue 1
            case '-*'
            case '*'
              set -a verb $word
              switch "$verb"
                case \#(groupCase.isEmpty ? "''" : groupCase)
                case '*'
                  break
              end
          end
        end
        printf '%s\n' $verb
      end

      function \#(prefix)_is
        set -l verb (\#(prefix)_verb)
        test "$verb" = "$argv"
      end

      # Asks the program, with the global flags that have been typed.
      function \#(prefix)_ask
        set -l typed (commandline -opc)
        set -l program $typed[1]
        set -e typed[1]
        set -l given
        while set -q typed[2]
          if contains -- $typed[1] \#(globalCase)
            set -a given $typed[1] $typed[2]
            set -e typed[1]
          end
          set -e typed[1]
        end
        $program $given __complete $argv[1] (commandline -ct) 2>/dev/null
      end

      complete -c \#(program) -f

      """#
    for (verb, summary) in firstVerbs {
      lines +=
        "complete -c \(program) -n '\(prefix)_is' -a \(verb.fishQuoted) -d \(summary.fishQuoted)\n"
    }
    for group in groups {
      for (verb, summary) in secondVerbs(of: group) {
        lines += "complete -c \(program) -n '\(prefix)_is \(group)'"
        lines += " -a \(verb.fishQuoted) -d \(summary.fishQuoted)\n"
      }
    }
    for parameter in globals {
      lines += "complete -c \(program)\(fishFlag(parameter, prefix))\n"
    }
    lines += "complete -c \(program) -s h -l help -d 'Explains the verb'\n"
    lines += "complete -c \(program) -n '\(prefix)_is' -l version -d 'Prints the version'\n"
    for command in commands {
      let condition = "-n '\(prefix)_is \(command.name)'"
      for parameter in command.parameters {
        if parameter.isNamed {
          lines += "complete -c \(program) \(condition)\(fishFlag(parameter, prefix))\n"
        } else if let source = fishSource(parameter, prefix) {
          lines += "complete -c \(program) \(condition) \(source)\n"
        }
      }
    }
    return lines
  }

  private func fishFlag(_ parameter: ParameterDescription, _ prefix: String) -> String {
    var words = ""
    for spelling in spellings(parameter) {
      words +=
        spelling.hasPrefix("--") ? " -l \(spelling.dropFirst(2))" : " -s \(spelling.dropFirst())"
    }
    if parameter.form == .option {
      words += " -r"
      if let source = fishSource(parameter, prefix) { words += " \(source)" }
    }
    return words + " -d \(parameter.help.fishQuoted)"
  }

  private func fishSource(_ parameter: ParameterDescription, _ prefix: String) -> String? {
    switch parameter.completion {
    case .files: "-F"
    case .directories: "-a '(__fish_complete_directories (commandline -ct))'"
    case .asked(let kind): "-a \("(\(prefix)_ask \(kind))".fishQuoted)"
    case .askedOrDirectories(let kind):
      "-a \("(\(prefix)_ask \(kind)) (__fish_complete_directories (commandline -ct))".fishQuoted)"
    case .listed:
      parameter.values.isEmpty ? nil : "-a \(parameter.values.joined(separator: " ").fishQuoted)"
    }
  }
}

extension String {
  /// The text as one word of fish, where a backslash escapes within quotes too.
  fileprivate var fishQuoted: String {
    var quoted = "'"
    for character in self {
      if character == "'" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return quoted + "'"
  }
}
