import CommandLineKit
import Testing

@Suite struct ParsingTests {
  typealias Add = Sample.Add
  typealias Globals = Sample.Globals

  struct TextCase: CustomTestStringConvertible, Sendable {
    let words: [String]
    let text: [String]
    var tags: [String] = []
    var format = Sample.Format.text
    var isStarred = false
    /// What each note must contain.
    var notes: [String] = []
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    TextCase(
      words: ["add", "I", "ran", "-5", "degrees"], text: ["I", "ran", "-5", "degrees"]),
    TextCase(words: ["add", "mail", "-from", "Ann"], text: ["mail", "-from", "Ann"]),
    TextCase(
      words: ["add", "a", "--unknown", "b"], text: ["a", "--unknown", "b"],
      notes: ["'--unknown' is no flag"]),
    TextCase(
      words: ["add", "a", "--tga=x"], text: ["a", "--tga=x"], notes: ["called --tag"]),
    TextCase(words: ["add", "a", "--ta", "x"], text: ["a", "--ta", "x"], notes: ["called --tag"]),
    TextCase(words: ["add", "a", "--tag", "x", "b"], text: ["a", "b"], tags: ["x"]),
    TextCase(words: ["add", "a", "--tag=x=y"], text: ["a"], tags: ["x=y"]),
    TextCase(words: ["add", "a", "--tag="], text: ["a"], tags: [""]),
    // A value may begin with what joins the sign before it: a mark, a vowel sign, a skin tone.
    TextCase(words: ["add", "a", "--tag=\u{301}x"], text: ["a"], tags: ["\u{301}x"]),
    TextCase(words: ["add", "a", "--tag=\u{93F}"], text: ["a"], tags: ["\u{93F}"]),
    TextCase(words: ["add", "a", "--tag=\u{200C}x"], text: ["a"], tags: ["\u{200C}x"]),
    TextCase(words: ["add", "a", "--tag=\u{1F3FD}"], text: ["a"], tags: ["\u{1F3FD}"]),
    TextCase(
      words: ["add", "a", "--tga=\u{301}x"], text: ["a", "--tga=\u{301}x"],
      notes: ["called --tag"]),
    TextCase(words: ["add", "a", "--format", "json"], text: ["a"], format: .json),
    TextCase(words: ["add", "a", "--format=jsonl", "b"], text: ["a", "b"], format: .jsonl),
    TextCase(words: ["add", "a", "--star", "b"], text: ["a", "b"], isStarred: true),
    TextCase(words: ["add", "a", "--Star"], text: ["a", "--Star"], notes: ["called --star"]),
    TextCase(
      words: ["add", "a", "--", "--tag", "x", "--", "-5"], text: ["a", "--tag", "x", "--", "-5"]),
    TextCase(words: ["add", "--", "--tag", "x"], text: ["--tag", "x"]),
    TextCase(words: ["add", "--tag", "x", "--", "-q"], text: ["-q"], tags: ["x"]),
    TextCase(words: ["add", "rsync", "-q"], text: ["rsync", "-q"], notes: ["'-q' is kept"]),
    TextCase(words: ["add", "a", "-"], text: ["a", "-"]),
    TextCase(words: ["add", "-"], text: ["-"]),
    TextCase(words: ["add", "- milk and --tag"], text: ["- milk and --tag"]),
    TextCase(words: ["add", "-quiet day"], text: ["-quiet day"]),
    TextCase(words: ["add", "-5 degrees"], text: ["-5 degrees"]),
    TextCase(words: ["add", "a", "--no way, she said"], text: ["a", "--no way, she said"]),
    TextCase(words: ["add", "a", "---"], text: ["a", "---"], notes: ["'---' is no flag"]),
    TextCase(words: ["add", ""], text: [""]),
    TextCase(words: ["add", "two  blanks", "c:\\new"], text: ["two  blanks", "c:\\new"]),
    TextCase(words: ["add", "b\u{FFFD}d"], text: ["b\u{FFFD}d"]),
    TextCase(words: ["add", "help"], text: ["help"]),
    TextCase(words: ["add", "a", "-h"], text: ["a", "-h"]),
    TextCase(words: ["add", "a", "--version"], text: ["a", "--version"], notes: ["--version"]),
    TextCase(words: ["add"], text: []),
  ])
  func `text keeps every word that is not exactly a long flag`(_ example: TextCase) throws {
    let (command, globals, notes) = try Sample.read(example.words, as: Add.self)
    #expect(
      command
        == Add(words: example.text, tags: example.tags, isStarred: example.isStarred))
    #expect(globals.format == example.format)
    #expect(!globals.isQuiet)
    #expect(notes.count == example.notes.count)
    for (note, part) in zip(notes, example.notes) { #expect(note.contains(part)) }
  }

  @Test(arguments: [
    ["--format", "json", "-q", "list"], ["list", "--format", "json", "-q"],
    ["--format=json", "list", "--quiet"], ["-q", "list", "--format=json"],
    ["-q", "--", "list", "--format=json"],
  ])
  func `global flags stand before or after the verb`(words: [String]) throws {
    let (command, globals, _) = try Sample.read(words, as: Sample.List.self)
    #expect(command == Sample.List())
    #expect(globals == Globals(format: .json, isQuiet: true))
  }

  @Test func `global flags stand between the two words of a verb`() throws {
    let (command, globals, _) = try Sample.read(
      ["--journal", "a", "model", "-q", "apply", "--color", "never", "m.json", "--replace"],
      as: Sample.ModelApply.self)
    #expect(command == Sample.ModelApply(file: "m.json", isWhole: true))
    #expect(globals == Globals(journal: "a", isQuiet: true, color: .never))
  }

  @Test(arguments: [
    (["list", "-n", "5"], 5, false), (["list", "-n5"], 5, false), (["list", "-n=5"], 5, false),
    (["list", "-sn5"], 5, true), (["list", "-sqn", "5"], 5, true),
    (["list", "-n", "-5"], -5, false),
    (["list", "-n-5", "-s"], -5, true), (["list", "-ss"], 20, true),
  ])
  func `short forms take their value apart, attached or in a row`(
    words: [String], limit: Int, isShort: Bool
  ) throws {
    let (command, _, _) = try Sample.read(words, as: Sample.List.self)
    #expect(command == Sample.List(limit: limit, isShort: isShort))
  }

  @Test func `shared tables fill the property that holds them`() throws {
    let (command, _, _) = try Sample.read(
      ["list", "--contains", "a", "--from", "-3", "--contains=--b", "--starred"],
      as: Sample.List.self)
    #expect(
      command
        == Sample.List(
          filters: Sample.Filters(from: "-3", contains: ["a", "--b"], isStarred: true)))
  }

  @Test func `words fill places in order and the rest takes what is left`() throws {
    let attach = try Sample.read(["attach", "7", "a", "b c", "--", "-d"], as: Sample.Attach.self)
    #expect(attach.command == Sample.Attach(id: "7", files: ["a", "b c", "-d"]))
    let insert = try Sample.read(
      ["insert", "hero", "name=Ann", "age=-5", "x:=[1]", "k="], as: Sample.Insert.self)
    #expect(
      insert.command
        == Sample.Insert(entity: "hero", values: ["name=Ann", "age=-5", "x:=[1]", "k="]))
    let edit = try Sample.read(["edit", "7", "--unstar", "now", "--so"], as: Sample.Edit.self)
    #expect(edit.command == Sample.Edit(id: "7", words: ["now", "--so"], star: false))
    #expect(edit.notes.count == 1)
    let undo = try Sample.read(["undo"], as: Sample.Undo.self)
    #expect(undo.command == Sample.Undo(count: 1))
  }

  @Test func `values are read by the property's type`() throws {
    let show = try Sample.read(["show", "7", "--at", "2024-11-05 10:00"], as: Sample.Show.self)
    #expect(show.command?.at == (try When("2024-11-05 10:00")))
    let add = try Sample.read(["add", "--mood", "-3", "x"], as: Add.self)
    #expect(add.command?.mood == -3)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let words: [String]
    let kind: UsageError.Kind
    let message: String
    var suggestion: String?
    init(_ words: [String], _ kind: UsageError.Kind, _ message: String, _ suggestion: String? = nil)
    {
      self.words = words
      self.kind = kind
      self.message = message
      self.suggestion = suggestion
    }
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    Refusal(["lst"], .unknownVerb, "no verb is called 'lst'", "did you mean 'list'?"),
    Refusal(["new"], .unknownVerb, "no verb is called 'new'", "did you mean 'add'?"),
    Refusal(["lis"], .unknownVerb, "no verb is called 'lis'", "did you mean 'list'?"),
    Refusal(["zzzzzz"], .unknownVerb, "no verb is called 'zzzzzz'", "'diary help' lists the verbs"),
    Refusal(["a\nb"], .unknownVerb, "no verb is called 'a\\nb'", "'diary help' lists the verbs"),
    Refusal([""], .unknownVerb, "no verb is called ''", "'diary help' lists the verbs"),
    Refusal(["model"], .missingVerb, "'diary model' needs a second word", "one of show, apply"),
    Refusal(
      ["model", "aply"], .unknownVerb, "'diary model' has no verb 'aply'",
      "did you mean 'model apply'?"),
    Refusal(
      ["list", "--shor"], .unknownFlag, "'diary list' has no flag '--shor'", "did you mean --short?"
    ),
    Refusal(
      ["list", "--fromat=json"], .unknownFlag, "'diary list' has no flag '--fromat'",
      "did you mean --format?"),
    Refusal(
      ["list", "-from", "x"], .unknownFlag, "'diary list' has no flag '-from'",
      "did you mean --from?"),
    Refusal(["list", "-5"], .unknownFlag, "'diary list' has no flag '-5'", "did you mean -n 5?"),
    Refusal(
      ["list", "-x"], .unknownFlag, "'diary list' has no flag '-x'",
      "'diary help list' lists its flags"),
    Refusal(["list", "-sx"], .unknownFlag, "'diary list' has no flag '-sx'"),
    Refusal(
      ["add", "-5", "degrees"], .unknownFlag, "'diary add' has no flag '-5'",
      "after -- every word is taken as it is"),
    Refusal(
      ["--tag", "add"], .unknownFlag, "no global flag is called '--tag'",
      "did you mean 'diary add --tag'?"),
    Refusal(
      ["--jurnal", "x", "add"], .unknownFlag, "no global flag is called '--jurnal'",
      "did you mean --journal?"),
    Refusal(["list", "-n"], .missingValue, "-n needs a value", "write -n N"),
    Refusal(
      ["add", "a", "--tag"], .missingValue, "--tag needs a value",
      "write --tag T, or -- before text"),
    Refusal(
      ["add", "--tag", "--star", "a"], .missingValue, "--tag needs a value before '--star'",
      "write --tag T, or -- before text, or --tag=--star if that is the value"),
    Refusal(["add", "--tag", "--", "a"], .missingValue, "--tag needs a value before '--'"),
    Refusal(
      ["list", "--short=1"], .unexpectedValue, "--short takes no value", "write --short alone"),
    Refusal(["list", "-n1", "-n", "2"], .repeatedOption, "-n is given twice", "give it once"),
    Refusal(
      ["--journal", "a", "list", "--journal=b"], .repeatedOption, "--journal is given twice",
      "give it once"),
    Refusal(["list", "-n", "four"], .invalidValue, "-n: 'four' is not a whole number"),
    Refusal(["list", "-n", "1.0"], .invalidValue, "-n: '1.0' is not a whole number"),
    Refusal(["list", "-n", ""], .invalidValue, "-n: '' is not a whole number"),
    Refusal(
      ["list", "-n", "99999999999999999999"], .invalidValue,
      "-n: '99999999999999999999' is too large"),
    Refusal(
      ["list", "--format", "jsn"], .invalidValue, "--format: 'jsn' is none of text, json, jsonl",
      "did you mean 'json'?"),
    Refusal(
      ["show", "7", "--at", "2019-02-29"], .invalidValue,
      "--at: '2019-02-29' has day 29, and February 2019 has 28"),
    Refusal(
      ["show"], .missingArgument, "'diary show' needs ID", "'diary help show' explains"),
    Refusal(["attach", "7"], .missingArgument, "'diary attach' needs FILE"),
    Refusal(["view", "create", "v"], .missingArgument, "'diary view create' needs --entity E"),
    Refusal(
      ["show", "7", "8"], .unexpectedArgument,
      "'diary show' takes one word beside its flags, so '8' is too much"),
    Refusal(
      ["model", "show", "8"], .unexpectedArgument,
      "'diary model show' takes no words beside its flags, so '8' is too much"),
    Refusal(["completion", "tcsh"], .invalidValue, "SHELL: 'tcsh' is none of bash, zsh, fish"),
    Refusal(["completion"], .missingArgument, "'diary completion' needs SHELL"),
    Refusal(["help", "lst"], .unknownVerb, "no verb is called 'lst'", "did you mean 'list'?"),
    Refusal(["man", "x"], .unexpectedArgument, "'diary man' takes no words"),
  ])
  func `a mistake is one line that says what, where and a mend`(_ refusal: Refusal) throws {
    let error = try #require(Sample.error(refusal.words))
    #expect(error.kind == refusal.kind)
    #expect(error.message.hasPrefix(refusal.message))
    if let suggestion = refusal.suggestion {
      #expect(error.message == refusal.message)
      #expect(error.suggestion == suggestion)
    }
    #expect(!error.description.contains("\n"))
  }

  @Test(arguments: [
    ([], ""), (["--help"], ""), (["-h"], ""), (["help"], ""), (["help", "add"], "add"),
    (["add", "--help"], "add"), (["add", "-h"], "add"), (["add", "text", "--help"], "add"),
    (["show", "-h"], "show"), (["--help", "list"], "list"), (["help", "model"], "model"),
    (["model", "--help"], "model"), (["help", "model", "apply"], "model apply"),
    (["model", "apply", "-h"], "model apply"), (["-q", "list", "--short", "-h"], "list"),
    (["help", "help"], "help"), (["completion", "-h"], "completion"),
  ])
  func `help is asked for in every usual way`(words: [String], verb: String) throws {
    guard case .help(let found) = try Sample.program.parse(words).request else {
      Issue.record("no help")
      return
    }
    #expect(found == verb)
  }

  @Test func `the built-in verbs are understood`() throws {
    guard case .version = try Sample.program.parse(["--version"]).request,
      case .manual = try Sample.program.parse(["man"]).request,
      case .completionScript(.fish) = try Sample.program.parse(["completion", "fish"]).request,
      case .completions("tags", "--x") = try Sample.program.parse(["__complete", "tags", "--x"])
        .request,
      case .completions("ids", "") = try Sample.program.parse(["-q", "__complete", "ids"]).request
    else {
      Issue.record("a built-in verb was read as something else")
      return
    }
  }

  @Test func `what is after the end of flags is no request for help`() throws {
    let (command, _, _) = try Sample.read(["add", "--", "--help", "-h"], as: Add.self)
    #expect(command == Add(words: ["--help", "-h"]))
  }

  @Test(arguments: [
    (["lst", "--format", "json"], Globals(format: .json)),
    (["--format=jsonl", "add", "--nope"], Globals(format: .jsonl)),
    (["list", "-q", "--format"], Globals(isQuiet: true)),
    (["list", "--format", "xml"], Globals()),
    (["list", "--bad", "--", "--format=json"], Globals()),
  ])
  func `global flags are made out in words that are wrong`(words: [String], globals: Globals) {
    #expect(Sample.error(words) != nil)
    #expect(Sample.program.globals(salvagedFrom: words) == globals)
  }

  /// Any words give a result or a one-line error, and text after `--` always comes back whole.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `random words never break the reader`(seed: UInt64) throws {
    var random = TestWords(seed: seed)
    let words = random.words()
    if let error = Sample.error(words) { #expect(!error.description.contains("\n")) }
    let (command, _, notes) = try Sample.read(["add", "--"] + words, as: Add.self)
    #expect(command == Add(words: words))
    #expect(notes.isEmpty)
  }

  @Test func `suggestions come from slips of a finger only`() {
    for (word, expected) in [
      ("sohw", "show"), ("edti", "edit"), ("udno", "undo"), ("atach", "attach"), ("EDIT", "edit"),
      ("helpp", "help"), ("comp", "completion"),
    ] {
      #expect(Sample.error([word])?.suggestion == "did you mean '\(expected)'?")
    }
    for word in ["q", "xy", "qwerty", String(repeating: "list", count: 100)] {
      #expect(Sample.error([word])?.suggestion == "'diary help' lists the verbs")
    }
  }
}
