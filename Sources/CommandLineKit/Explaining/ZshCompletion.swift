extension CompletionGrammar {
  func zsh() -> String {
    var values = ""
    var places = ""
    var flagLists = ""
    var skipped: [String] = []
    for command in commands {
      let verb = command.name
      for parameter in command.parameters where parameter.form == .option {
        let patterns = spellings(parameter).map { "\(verb) \($0)" }
        skipped += patterns
        values += "    (\(patterns.casePattern)) \(zshSource(parameter)); return ;;\n"
      }
      for (place, parameter) in command.parameters.filter({ !$0.isNamed }).enumerated() {
        let source = zshSource(parameter)
        guard source != ":" else { continue }
        let pattern =
          parameter.form == .argument
          ? "\(verb) \(place)".shellQuoted : "\(verb) ".shellQuoted + "*"
        places += "      (\(pattern)) \(source) ;;\n"
      }
      flagLists += "      (\(verb.shellQuoted)) found=(\(described(flags(of: command)))) ;;\n"
    }
    for parameter in globals where parameter.form == .option {
      let patterns = spellings(parameter).map { "*" + " \($0)".shellQuoted }
      values += "    (\(patterns.joined(separator: "|"))) \(zshSource(parameter)); return ;;\n"
    }
    let verbs = described(firstVerbs.map { ($0.verb, $0.summary) })
    places += "      (' '*) found=(\(verbs)); _describe verb found ;;\n"
    for group in groups {
      let seconds = described(secondVerbs(of: group).map { ($0.verb, $0.summary) })
      places += "      (\("\(group) ".shellQuoted)*) found=(\(seconds)); _describe verb found ;;\n"
    }
    let groupPattern = groups.isEmpty ? "''" : groups.casePattern
    let skipPattern = skipped.isEmpty ? "''" : skipped.casePattern
    let globalPattern = globalOptions.isEmpty ? "''" : globalOptions.casePattern
    let globalFlags = described(flags(of: nil) + [("--version", "Prints the version")])

    return #"""
      #compdef \#(program)
      # Completes words of \#(program) in zsh. Load it with:
      #   source <(\#(program) completion zsh)

      \#(function)_ask() {
        local -a found names shown
        found=("${(@f)$("${words[1]}" "${given[@]}" __complete "$1" "$PREFIX" 2>/dev/null)}")
        found=(${found:#})
        names=("${(@)found%%$'\t'*}")
        shown=("${(@)found//$'\t'/  -- }")
        compadd -d shown -a names
      }

      \#(function)() {
        local current=${words[CURRENT]} previous=${words[CURRENT-1]} verb='' word
        local -i index place=0
        local -a given found
        if [[ $current == --*=* ]]; then
          previous=${current%%=*}
          compset -P '*='
        fi

        for ((index = 2; index < CURRENT; index++)); do
          word=${words[index]}
          case $word in
            (\#(globalPattern))
              ((index++))
              if ((index < CURRENT)); then given+=("$word" "${words[index]}"); fi
              ;;
            (-*)
              case "$verb $word" in
                (\#(skipPattern)) ((index++)) ;;
              esac
              ;;
            (*)
              case $verb in
                ('') verb=$word ;;
                (\#(groupPattern)) verb="$verb $word" ;;
                (*) ((place++)) ;;
              esac
              ;;
          esac
        done

        case "$verb $previous" in
      \#(values)  esac
        if [[ $current == -* ]]; then
          case $verb in
      \#(flagLists)      (*) found=(\#(globalFlags)) ;;
          esac
          _describe -o flag found
        else
          case "$verb $place" in
      \#(places)    esac
        fi
      }

      if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
        \#(function) "$@"
      else
        compdef \#(function) \#(program)
      fi

      """#
  }

  /// Words with descriptions as `_describe` reads them: a colon ends the word.
  private func described(_ rows: [(String, String)]) -> String {
    rows.map { word, meaning in
      let escaped = word.split(separator: ":", omittingEmptySubsequences: false)
        .joined(separator: "\\:")
      return "\(escaped):\(meaning)".shellQuoted
    }.joined(separator: " ")
  }

  private func zshSource(_ parameter: ParameterDescription) -> String {
    switch parameter.completion {
    case .files: "_files"
    case .directories: "_files -/"
    case .asked(let kind): "\(function)_ask \(kind.shellQuoted)"
    case .askedOrDirectories(let kind):
      "if [[ $current == */* ]]; then _files -/; "
        + "else \(function)_ask \(kind.shellQuoted); fi"
    case .listed:
      parameter.values.isEmpty
        ? ":" : "compadd -- \(parameter.values.map(\.shellQuoted).joined(separator: " "))"
    }
  }
}
