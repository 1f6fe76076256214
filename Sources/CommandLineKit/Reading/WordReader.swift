/// Sorts words into flags, values and text, by the tables of the program and of one command.
///
/// It binds words to rows and converts nothing, so one reader serves every command type.
struct WordReader {
  /// A word bound to a row.
  struct Binding: Equatable {
    /// Whether the row is in the program's table.
    let isGlobal: Bool
    /// Which row.
    let row: Int
    /// The value; empty for flags.
    let value: String
    /// The parameter as the person wrote it, for errors.
    let spelling: String
  }

  /// What stopped the reading before the words' end.
  enum Stop {
    case help
    case version
  }

  let program: String
  let globals: [ParameterDescription]
  /// The words that most likely were meant by a flag before any verb.
  var suggestVerb: (String) -> String? = { _ in nil }
  private let words: [String]
  private var next = 0
  private(set) var bindings: [Binding] = []
  /// What the person should be told, for stderr.
  private(set) var notes: [String] = []

  init(_ words: [String], program: String, globals: [ParameterDescription]) {
    self.words = words
    self.program = program
    self.globals = globals
  }

  /// The words not yet read.
  var remainder: ArraySlice<String> { words[next...] }

  /// Takes the next word as it is, whatever it looks like.
  mutating func takeRaw() -> String? {
    guard next < words.count else { return nil }
    defer { next += 1 }
    return words[next]
  }

  /// Reads global flags up to the next word that is none, and takes that word as a verb.
  mutating func takeVerb(_ stop: inout Stop?) throws(UsageError) -> String? {
    while let word = takeRaw() {
      if word == "--" { continue }
      guard word.isFlagLike else { return word }
      if word == "--help" || word == "-h" {
        stop = .help
        return nil
      }
      if word == "--version" {
        stop = .version
        return nil
      }
      guard try bindFlag(word, own: []) else {
        throw unknownFlag(word, own: [], command: nil)
      }
    }
    return nil
  }

  /// Reads all remaining words for a command with the rows `own`.
  mutating func readCommand(_ name: String, own: [ParameterDescription], _ stop: inout Stop?)
    throws(UsageError)
  {
    let places = own.indices.filter { !own[$0].isNamed }
    var place = 0
    var isText = false
    var isLiteral = false

    while let word = takeRaw() {
      if !isLiteral {
        if word == "--" {
          isLiteral = true
          continue
        }
        if isText {
          if try bindInText(word, own: own, &stop) { continue }
          if stop != nil { return }
        } else if word.isFlagLike {
          if try bindFlag(word, own: own) { continue }
          if word == "--help" || word == "-h" {
            stop = .help
            return
          }
          // A quoted sentence such as "- milk" cannot be a flag; with a place for it, it is a word.
          guard place < places.count, !word.isFlagName else {
            throw unknownFlag(word, own: own, command: name)
          }
        }
      }
      guard place < places.count else { throw unexpected(word, command: name, own: own) }
      let row = places[place]
      bindings.append(Binding(isGlobal: false, row: row, value: word, spelling: own[row].name))
      switch own[row].form {
      case .text: isText = true
      case .rest: break
      case .argument, .flag, .option: place += 1
      }
    }

    for row in own.indices where own[row].isRequired {
      if !bindings.contains(where: { !$0.isGlobal && $0.row == row }) {
        let parameter = own[row]
        let shown =
          parameter.isNamed ? "\(parameter.name) \(parameter.valueName)" : parameter.name
        throw UsageError(
          .missingArgument, "'\(program) \(name)' needs \(shown)",
          suggestion: "'\(program) help \(name)' explains")
      }
    }
  }

  /// Binds `word` within text where it is exactly a long flag; says so where it looks like one.
  private mutating func bindInText(
    _ word: String, own: [ParameterDescription], _ stop: inout Stop?
  ) throws(UsageError) -> Bool {
    guard word.hasPrefix("--") else {
      if word.count == 2, row(short: word, own: own) != nil {
        notes.append(
          "\(word.quoted) is kept as text; within text only long flags are flags")
      }
      return false
    }
    if try bindFlag(word, own: own) { return true }
    if word == "--help" {
      stop = .help
      return false
    }
    let name = word.flagName
    if name.isFlagName {
      let near = NearestName.suggestion(for: String(name), among: longNames(own))
      notes.append(
        "\(name.quoted) is no flag here and is kept as text"
          + (near.map { " (the flag is called \($0))" } ?? ""))
    }
    return false
  }

  /// Binds a flag or an option with its value; false where no row has that name.
  private mutating func bindFlag(_ word: String, own: [ParameterDescription]) throws(UsageError)
    -> Bool
  {
    guard word.hasPrefix("--") else { return try bindCluster(word, own: own) }
    let name = word.flagName
    guard let found = row(long: name, own: own) else { return false }
    let parameter = found.isGlobal ? globals[found.row] : own[found.row]
    // By scalars: a value may begin with a mark, which as a character is one with the sign before it.
    let attached =
      name.endIndex == word.endIndex
      ? nil : String(Substring(word.unicodeScalars[name.endIndex...].dropFirst()))
    if parameter.form == .flag {
      guard attached == nil else {
        throw UsageError(
          .unexpectedValue, "\(name) takes no value", suggestion: "write \(name) alone")
      }
      try bind(found, parameter, "", spelling: String(name))
    } else {
      let value: String
      if let attached {
        value = attached
      } else {
        value = try takeValue(of: parameter, spelled: String(name), own: own)
      }
      try bind(found, parameter, value, spelling: String(name))
    }
    return true
  }

  /// Binds short forms: `-n 5`, `-n5`, `-n=5`, and flags in a row, `-qn5`.
  private mutating func bindCluster(_ word: String, own: [ParameterDescription]) throws(UsageError)
    -> Bool
  {
    let letters = word.dropFirst()
    // The whole cluster is looked up before anything is bound: "-quiet day" is no flag at all.
    for letter in letters {
      guard let found = row(short: "-\(letter)", own: own) else { return false }
      if (found.isGlobal ? globals[found.row] : own[found.row]).form == .option { break }
    }
    var index = letters.startIndex
    while index < letters.endIndex {
      let spelling = "-\(letters[index])"
      guard let found = row(short: spelling, own: own) else { return false }
      letters.formIndex(after: &index)
      let parameter = found.isGlobal ? globals[found.row] : own[found.row]
      if parameter.form == .flag {
        try bind(found, parameter, "", spelling: spelling)
        continue
      }
      var attached = letters[index...]
      if attached.unicodeScalars.first == "=" {
        attached = Substring(attached.unicodeScalars.dropFirst())
      }
      let value =
        try index == letters.endIndex
        ? takeValue(of: parameter, spelled: spelling, own: own) : String(attached)
      try bind(found, parameter, value, spelling: spelling)
      break
    }
    return true
  }

  private mutating func bind(
    _ found: (isGlobal: Bool, row: Int), _ parameter: ParameterDescription, _ value: String,
    spelling: String
  ) throws(UsageError) {
    if parameter.form == .option, !parameter.isRepeated,
      bindings.contains(where: { $0.isGlobal == found.isGlobal && $0.row == found.row })
    {
      throw UsageError(
        .repeatedOption, "\(spelling) is given twice", suggestion: "give it once")
    }
    bindings.append(
      Binding(isGlobal: found.isGlobal, row: found.row, value: value, spelling: spelling))
  }

  /// Takes the word after an option as its value, also one that begins with `-` (`--from -3`),
  /// unless it is exactly a long flag: then the value was forgotten.
  private mutating func takeValue(
    of parameter: ParameterDescription, spelled spelling: String, own: [ParameterDescription]
  ) throws(UsageError) -> String {
    let takesText = own.contains { $0.form == .text }
    let shown =
      "\(spelling) \(parameter.valueName)" + (takesText ? ", or -- before text" : "")
    guard next < words.count else {
      throw UsageError(.missingValue, "\(spelling) needs a value", suggestion: "write \(shown)")
    }
    let word = words[next]
    if word == "--" || word.hasPrefix("--") && row(long: word.flagName, own: own) != nil {
      throw UsageError(
        .missingValue, "\(spelling) needs a value before \(word.quoted)",
        suggestion: spelling.hasPrefix("--")
          ? "write \(shown), or \(spelling)=\(word) if that is the value" : "write \(shown)")
    }
    next += 1
    return word
  }

  private func row(long name: Substring, own: [ParameterDescription])
    -> (isGlobal: Bool, row: Int)?
  {
    if let row = own.firstIndex(where: { $0.isNamed && $0.name == name }) { return (false, row) }
    if let row = globals.firstIndex(where: { $0.isNamed && $0.name == name }) { return (true, row) }
    return nil
  }

  private func row(short name: String, own: [ParameterDescription]) -> (isGlobal: Bool, row: Int)? {
    func has(_ parameter: ParameterDescription) -> Bool {
      parameter.isNamed && (parameter.short == name || parameter.name == name)
    }
    if let row = own.firstIndex(where: has) { return (false, row) }
    if let row = globals.firstIndex(where: has) { return (true, row) }
    return nil
  }

  private func longNames(_ own: [ParameterDescription]) -> [String] {
    (own + globals).filter { $0.isNamed && $0.name.hasPrefix("--") }.map(\.name) + ["--help"]
  }

  private func unknownFlag(_ word: String, own: [ParameterDescription], command: String?)
    -> UsageError
  {
    let name = word.hasPrefix("--") ? String(word.flagName) : word
    var suggestion: String?
    if command == nil, let meant = suggestVerb(word) {
      suggestion = "did you mean '\(meant)'?"
    } else if let near = NearestName.suggestion(for: name, among: longNames(own)),
      name.hasPrefix("--") || name.count > 2
    {
      suggestion = "did you mean \(near)?"
    } else if word.dropFirst().allSatisfy(\.isNumber), row(short: "-n", own: own) != nil {
      suggestion = "did you mean -n \(word.dropFirst())?"
    } else if own.contains(where: { $0.form == .text || $0.form == .rest }) {
      suggestion = "after -- every word is taken as it is"
    } else if command == nil {
      suggestion = "flags of a verb stand after it; '\(program) help' lists the verbs"
    } else {
      suggestion = command.map { "'\(program) help \($0)' lists its flags" }
    }
    let place = command.map { "'\(program) \($0)' has no flag" } ?? "no global flag is called"
    return UsageError(.unknownFlag, "\(place) \(name.quoted)", suggestion: suggestion)
  }

  private func unexpected(_ word: String, command: String, own: [ParameterDescription])
    -> UsageError
  {
    let places = own.filter { !$0.isNamed }.count
    let takes =
      switch places {
      case 0: "takes no words beside its flags"
      case 1: "takes one word beside its flags"
      default: "takes \(places) words beside its flags"
      }
    return UsageError(
      .unexpectedArgument, "'\(program) \(command)' \(takes), so \(word.quoted) is too much",
      suggestion: "quote what belongs together")
  }
}

extension String {
  /// Whether it stands where a flag could: it begins with `-` and is more than that.
  var isFlagLike: Bool { utf8.count > 1 && utf8.first == UInt8(ascii: "-") }

  /// The part before the first `=`.
  var flagName: Substring { self[..<(utf8.firstIndex(of: UInt8(ascii: "=")) ?? endIndex)] }

  /// Whether the part before `=` could name a flag: letters, digits and `-` alone.
  var isFlagName: Bool { flagName.isFlagName }
}

extension Substring {
  var isFlagName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
          || (0x41...0x5A).contains(byte & 0xDF)
      }
  }

  var quoted: String { String(self).quoted }
}
