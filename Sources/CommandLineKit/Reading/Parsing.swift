/// What the words of a command line ask for.
public enum Request<Context>: Sendable {
  /// To run a command, which holds its values.
  case run(any Command<Context>)
  /// To explain a verb, a group of verbs, or with no name the program:
  /// ``Program/help(for:width:style:)``.
  case help(verb: String)
  /// To print the version.
  case version
  /// To print the manual page: ``Program/manual()``.
  case manual
  /// To print a completion script: ``Program/completionScript(for:)``.
  case completionScript(Shell)
  /// To list what completes `prefix`, a line each, for a completion script.
  case completions(kind: String, prefix: String)
}

/// Words understood.
public struct Invocation<Globals: Sendable, Context>: Sendable {
  /// What is asked for.
  public let request: Request<Context>
  /// The values of the program's own parameters.
  public let globals: Globals
  /// What the person should be told on stderr though nothing is wrong, such as a word that looks
  /// like a flag and was kept as text; a sentence each.
  public let notes: [String]
}

extension Program {
  /// Reads the words after the program's name.
  ///
  /// - Global flags stand before or after the verb. `--name VALUE` and `--name=VALUE` are the same;
  ///   so are `-n 5`, `-n5` and `-n=5`; short flags may stand in a row. `--` ends flags.
  /// - An option takes the next word even where it begins with `-`, unless that word is exactly a
  ///   long flag or `--`: then the value was forgotten.
  /// - Names are never shortened. What is unknown is an error that suggests the near name.
  /// - Where text has begun, a word is a flag only if it is exactly a long one (`--tag x`,
  ///   `--tag=x`, `--help`); other words are text, and those that look like flags are noted.
  /// - A quoted word that cannot name a flag, such as `"- milk"`, is an ordinary word.
  ///
  /// No words at all ask for help.
  public func parse(_ words: [String]) throws(UsageError) -> Invocation<Globals, Context> {
    var reader = WordReader(words, program: name, globals: globals)
    reader.suggestVerb = verb(forFlag:)
    var stop: WordReader.Stop?
    let request = try readRequest(&reader, &stop)
    var values = Globals()
    let table = Globals.parameters
    for binding in reader.bindings where binding.isGlobal {
      try assign(binding, in: table, to: &values)
    }
    return Invocation(request: request, globals: values, notes: reader.notes)
  }

  /// The values of global flags in words that could not be read, as far as they can be made out, so
  /// that the error itself can be written in the form that was asked for.
  public func globals(salvagedFrom words: [String]) -> Globals {
    var values = Globals()
    let table = Globals.parameters
    for index in words.indices {
      let word = words[index]
      if word == "--" { break }
      guard word.hasPrefix("-") else { continue }
      let name = word.flagName
      let spelling = String(name)
      guard
        let row = table.first(where: {
          $0.description.name == spelling || $0.description.short == spelling
        })
      else { continue }
      var value = ""
      if row.description.form == .option {
        if name.endIndex < word.endIndex {
          value = String(word[name.endIndex...].dropFirst())
        } else if index + 1 < words.count {
          value = words[index + 1]
        } else {
          continue
        }
      }
      // A value that cannot be read leaves the default; the error that is about to be printed
      // stands for this one too.
      try? row.assign(&values, value)
    }
    return values
  }

  private func readRequest(_ reader: inout WordReader, _ stop: inout WordReader.Stop?)
    throws(UsageError) -> Request<Context>
  {
    guard let first = try reader.takeVerb(&stop) else {
      switch stop {
      case .version: return .version
      case .help: return .help(verb: try verb(named: reader.remainder.filter { !$0.isFlagLike }))
      case nil: return .help(verb: "")
      }
    }
    if first == "__complete" {
      return .completions(kind: reader.takeRaw() ?? "", prefix: reader.takeRaw() ?? "")
    }

    var name = first
    let seconds = verbs.filter { $0.hasPrefix("\(first) ") }.map {
      String($0.dropFirst(first.utf8.count + 1))
    }
    if !seconds.isEmpty, !verbs.contains(first) {
      guard let second = try reader.takeVerb(&stop) else {
        if stop == .help { return .help(verb: first) }
        throw UsageError(
          .missingVerb, "'\(self.name) \(first)' needs a second word",
          suggestion: "one of \(seconds.joined(separator: ", "))")
      }
      guard seconds.contains(second) else {
        let near = NearestName.suggestion(for: second, among: seconds)
        throw UsageError(
          .unknownVerb, "'\(self.name) \(first)' has no verb \(second.quoted)",
          suggestion: near.map { "did you mean '\(first) \($0)'?" }
            ?? "one of \(seconds.joined(separator: ", "))")
      }
      name = "\(first) \(second)"
    }

    if let command = commands.first(where: { $0.name == name }) {
      return try read(command, &reader, &stop)
    }
    guard let builtIn = Self.builtIns.first(where: { $0.name == name }) else {
      throw unknownVerb(first)
    }
    try reader.readCommand(name, own: builtIn.parameters, &stop)
    if stop == .help { return .help(verb: name) }
    let values = reader.bindings.filter { !$0.isGlobal }.map(\.value)
    switch name {
    case "help":
      return .help(verb: try verb(named: values))
    case "completion":
      do {
        return .completionScript(try Shell(argument: values.first ?? ""))
      } catch {
        throw UsageError(error, for: "SHELL")
      }
    default:
      return .manual
    }
  }

  private func read<Verb: Command<Context>>(
    _ type: Verb.Type, _ reader: inout WordReader, _ stop: inout WordReader.Stop?
  ) throws(UsageError) -> Request<Context> {
    let table = Verb.parameters
    try reader.readCommand(Verb.name, own: table.map(\.description), &stop)
    if stop == .help { return .help(verb: Verb.name) }
    var command = Verb()
    for binding in reader.bindings where !binding.isGlobal {
      try assign(binding, in: table, to: &command)
    }
    return .run(command)
  }

  private func assign<Root>(
    _ binding: WordReader.Binding, in table: [Parameter<Root>], to root: inout Root
  ) throws(UsageError) {
    do {
      try table[binding.row].assign(&root, binding.value)
    } catch {
      throw UsageError(error, for: binding.spelling)
    }
  }

  /// The verb or group that `words` name; empty for none.
  private func verb(named words: [String]) throws(UsageError) -> String {
    guard let first = words.first else { return "" }
    let joined = words.joined(separator: " ")
    for name in [joined, words.prefix(2).joined(separator: " "), first] {
      if verbs.contains(name) || verbs.contains(where: { $0.hasPrefix("\(name) ") }) {
        return name
      }
    }
    throw unknownVerb(first)
  }

  /// What a person most likely meant by a flag that stands before any verb: the flag of a verb, or a verb.
  ///
  /// Other programs have long flags with one hyphen, verbs that are flags, and numbers that are flags.
  func verb(forFlag word: String) -> String? {
    let bare = String(word.flagName.drop { $0 == "-" })
    let names = [
      String(word.flagName), "--\(bare)", word.dropFirst().allSatisfy(\.isNumber) ? "-n" : "",
    ]
    for name in names {
      for command in commands {
        let has = command.described.parameters.contains {
          $0.isNamed && ($0.name == name || $0.short == name)
        }
        if has {
          let shown = name == "-n" && word != "-n" ? "-n \(bare)" : name
          return "\(self.name) \(command.name) \(shown)"
        }
      }
    }
    return verbs.contains(bare) ? "\(self.name) \(bare)" : nil
  }

  private func unknownVerb(_ word: String) -> UsageError {
    var names: [String] = []
    for verb in verbs {
      let first = String(verb.prefix { $0 != " " })
      if names.last != first { names.append(first) }
    }
    if ["version", "help"].contains(word) || globals.contains(where: { $0.name == "--\(word)" }) {
      return UsageError(
        .unknownVerb, "no verb is called \(word.quoted)",
        suggestion: "did you mean '\(name) --\(word)'?")
    }
    let near = synonyms[word] ?? NearestName.suggestion(for: word, among: names)
    return UsageError(
      .unknownVerb, "no verb is called \(word.quoted)",
      suggestion: near.map { "did you mean '\($0)'?" } ?? "'\(name) help' lists the verbs")
  }
}
