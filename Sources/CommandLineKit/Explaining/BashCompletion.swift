extension CompletionGrammar {
  func bash() -> String {
    var values = ""
    var places = ""
    var flagLists = ""
    var skipped: [String] = []
    for command in commands {
      let verb = command.name
      for parameter in command.parameters where parameter.form == .option {
        let patterns = spellings(parameter).map { "\(verb) \($0)" }
        skipped += patterns
        values += "    \(patterns.casePattern)) \(bashSource(parameter)) return ;;\n"
      }
      for (place, parameter) in command.parameters.filter({ !$0.isNamed }).enumerated() {
        let source = bashSource(parameter)
        guard source != ":;" else { continue }
        let pattern =
          parameter.form == .argument
          ? "\(verb) \(place)".shellQuoted : "\(verb) ".shellQuoted + "*"
        places += "      \(pattern)) \(source) ;;\n"
      }
      let names = flags(of: command).map(\.name).joined(separator: " ")
      flagLists += "      \(verb.shellQuoted)) \(function)_words \(names.shellQuoted) ;;\n"
    }
    for parameter in globals where parameter.form == .option {
      let patterns = spellings(parameter).map { "*" + " \($0)".shellQuoted }
      values += "    \(patterns.joined(separator: "|"))) \(bashSource(parameter)) return ;;\n"
    }
    let verbs = firstVerbs.map(\.verb).joined(separator: " ")
    places += "      ' '*) \(function)_words \(verbs.shellQuoted) ;;\n"
    for group in groups {
      let seconds = secondVerbs(of: group).map(\.verb).joined(separator: " ")
      places += "      \("\(group) ".shellQuoted)*) \(function)_words \(seconds.shellQuoted) ;;\n"
    }
    let groupPattern = groups.isEmpty ? "''" : groups.casePattern
    let skipPattern = skipped.isEmpty ? "''" : skipped.casePattern
    let globalPattern = globalOptions.isEmpty ? "''" : globalOptions.casePattern
    let globalFlags = flags(of: nil).map(\.name).joined(separator: " ") + " --version"

    return #"""
      # Completes words of \#(program) in bash. Load it with:
      #   source <(\#(program) completion bash)

      # These see the variables of the function that calls them.
      \#(function)_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
      \#(function)_files() {
        compopt -o filenames 2>/dev/null
        local IFS=$'\n'
        COMPREPLY=($(compgen -f -- "$current"))
      }
      \#(function)_directories() {
        compopt -o filenames 2>/dev/null
        local IFS=$'\n'
        COMPREPLY=($(compgen -d -- "$current"))
      }
      \#(function)_ask() {
        local line
        while IFS= read -r line; do
          COMPREPLY+=("$(printf '%q' "${line%%$'\t'*}")")
        done < <("${COMP_WORDS[0]}" "${given[@]}" __complete "$1" "$current" 2>/dev/null)
      }

      \#(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local verb='' word index place=0
        local -a given=()
        COMPREPLY=()
        # bash splits at '=': --name=value arrives as three words.
        if [[ $current == = ]]; then current=''; fi
        if [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi

        for ((index = 1; index < COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          case $word in
            \#(globalPattern))
              if [[ ${COMP_WORDS[index+1]} == = ]]; then ((index++)); fi
              ((index++))
              if ((index < COMP_CWORD)); then given+=("$word" "${COMP_WORDS[index]}"); fi
              ;;
            -*)
              case "$verb $word" in
                \#(skipPattern))
                  if [[ ${COMP_WORDS[index+1]} == = ]]; then ((index++)); fi
                  ((index++))
                  ;;
              esac
              ;;
            *)
              case $verb in
                '') verb=$word ;;
                \#(groupPattern)) verb="$verb $word" ;;
                *) ((place++)) ;;
              esac
              ;;
          esac
        done

        case "$verb $previous" in
      \#(values)  esac
        if [[ $current == -* ]]; then
          case $verb in
      \#(flagLists)      *) \#(function)_words \#(globalFlags.shellQuoted) ;;
          esac
        else
          case "$verb $place" in
      \#(places)    esac
        fi
      }

      complete -F \#(function) \#(program)

      """#
  }

  /// The command that offers a parameter's values; `:;` where there is nothing to offer.
  private func bashSource(_ parameter: ParameterDescription) -> String {
    switch parameter.completion {
    case .files: "\(function)_files;"
    case .directories: "\(function)_directories;"
    case .asked(let kind): "\(function)_ask \(kind.shellQuoted);"
    case .askedOrDirectories(let kind):
      "if [[ $current == */* ]]; then \(function)_directories; "
        + "else \(function)_ask \(kind.shellQuoted); fi;"
    case .listed:
      parameter.values.isEmpty
        ? ":;" : "\(function)_words \(parameter.values.joined(separator: " ").shellQuoted);"
    }
  }
}
