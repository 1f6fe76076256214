extension Program {
  /// What is wrong with the declarations, a sentence each; empty where all is well.
  ///
  /// For a test: names are unique and well formed, everything has its help, places are in an order
  /// that can be read, and every example is understood by the program itself.
  public func faults() -> [String] {
    var faults: [String] = []
    let shared = globals
    faults += Self.faults(in: shared, of: "the program", beside: [])
    var seen: Set<String> = []
    for command in described {
      let place = "'\(command.name)'"
      if !seen.insert(command.name).inserted { faults.append("\(place) is declared twice") }
      if command.verbs.isEmpty || command.verbs.count > 2 || !command.verbs.allSatisfy(\.isFlagName)
      {
        faults.append("\(place) is not one or two verbs")
      }
      if command.verbs.count == 2, verbs.contains(String(command.verbs[0])) {
        faults.append("\(place) begins with the name of another command")
      }
      if command.summary.isEmpty || command.summary.hasSuffix(".") {
        faults.append("\(place) has no summary, or one that ends with a full stop")
      }
      if command.examples.isEmpty, !Self.builtIns.contains(where: { $0.name == command.name }) {
        faults.append("\(place) has no example")
      }
      faults += Self.faults(in: command.parameters, of: place, beside: shared)
      for example in command.examples {
        faults += self.faults(in: example).map { "\(place): \($0)" }
        if !"\(example.line) ".contains("\(name) \(command.name) ") {
          faults.append("\(place): the example \(example.line.quoted) is of another command")
        }
      }
    }
    for example in examples { faults += self.faults(in: example) }
    for (word, verb) in synonyms where !verbs.contains(verb) || verbs.contains(word) {
      faults.append("the synonym '\(word)' means no command, or is one")
    }
    return faults
  }

  private static func faults(
    in table: [ParameterDescription], of place: String, beside shared: [ParameterDescription]
  ) -> [String] {
    var faults: [String] = []
    var names = Set(shared.flatMap { [$0.name, $0.short].compactMap(\.self) })
    names.formUnion(["--help", "--version"])
    var isOptional = false
    var isClosed = false
    for parameter in table {
      let shown = "\(parameter.name) of \(place)"
      for name in [parameter.name, parameter.short].compactMap(\.self) {
        if !names.insert(name).inserted { faults.append("\(shown): the name \(name) is taken") }
      }
      if parameter.help.isEmpty || parameter.help.hasSuffix(".") {
        faults.append("\(shown) has no help, or one that ends with a full stop")
      }
      if let short = parameter.short, short.utf8.count != 2 || !short.hasPrefix("-") {
        faults.append("\(shown): the short name \(short) is not a '-' and a letter")
      }
      guard !parameter.isNamed else {
        let isLong = parameter.name.hasPrefix("--") && parameter.name.utf8.count > 3
        let isShort = parameter.name.hasPrefix("-") && parameter.name.utf8.count == 2
        if !(isLong || isShort) || !parameter.name.isFlagName || parameter.name.contains("=") {
          faults.append("\(shown) is not a name of a flag")
        }
        if parameter.form == .option, parameter.valueName.isEmpty {
          faults.append("\(shown) does not say what it takes")
        }
        continue
      }
      if parameter.name.hasPrefix("-") {
        faults.append("\(shown) is a word that looks like a flag")
      }
      if isClosed { faults.append("\(shown) comes after words that take all") }
      if isOptional, parameter.isRequired {
        faults.append("\(shown) is required after one that is not")
      }
      isOptional = isOptional || !parameter.isRequired
      isClosed = isClosed || parameter.form == .rest || parameter.form == .text
    }
    return faults
  }

  private func faults(in example: Example) -> [String] {
    guard var words = ShellWords.split(example.line) else {
      return ["the example \(example.line.quoted) has an open quote"]
    }
    // What a pipe brings and where output goes is the shell's; the program sees the words between.
    guard let start = words.firstIndex(of: name) else {
      return ["the example \(example.line.quoted) does not call '\(name)'"]
    }
    words.removeSubrange(...start)
    if let end = words.firstIndex(where: { ["|", ">", ">>", "<", "&&", ";"].contains($0) }) {
      words.removeSubrange(end...)
    }
    do {
      let notes = try parse(words).notes
      return notes.map { "the example \(example.line.quoted): \($0)" }
    } catch {
      return ["the example \(example.line.quoted) is refused: \(error)"]
    }
  }
}
