import CommandLineKit
import Testing

@Suite struct HelpTests {
  @Test func `the sample program has no faults`() {
    #expect(Sample.program.faults() == [])
  }

  @Test func `a verb's help begins with examples and shows its table`() {
    #expect(
      Sample.program.help(for: "list") == """
        Example:
          diary list -n 5  the newest five

        Usage: diary list [-n N] [--order up|down] [--short] [FILTERS]

        Lists entries.

        Flags:
          -n N                 How many (default 20)
              --order up|down  Which way (default down)
          -s, --short          A line each

        Filters:
          --from WHEN      From this moment on
          --contains TEXT  Whose text contains TEXT (may be repeated)
          --starred        Only starred ones

        Everywhere: --journal PATH, --format text|json|jsonl, -q, --quiet, --color
          auto|always|never

        """)
    #expect(
      Sample.program.help(for: "add") == """
        Example:
          diary add I ran -5 degrees --tag sport  keeps the text

        Usage: diary add [TEXT…] [--tag T]… [--mood N] [--star] [-o FILE]

        Writes an entry.

        The text is kept as it is.

        Without words it comes from an editor.

        Words:
          TEXT  The text, joined by blanks

        Flags:
              --tag T   A tag that the entry bears (may be repeated)
              --mood N  From -5 to 5
              --star    Marks it
          -o FILE       Where the id is written

        Everywhere: --journal PATH, --format text|json|jsonl, -q, --quiet, --color
          auto|always|never

        """)
  }

  @Test func `the overview groups the verbs and fits a screen`() {
    let help = Sample.program.help(for: "")
    #expect(
      help == """
        diary: keeps a diary
        Examples:
          diary add Rain all day  keeps the words
          fortune | diary add     keeps what comes through the pipe

        Keeping a diary:
          add   Writes an entry
          list  Lists entries
          show  Shows an entry
          edit  Changes an entry
          undo  Takes commits back
        Any kind of record: attach · insert · model show|apply · view create
        Everywhere: --journal PATH, --format text|json|jsonl, -q, --quiet, --color
          auto|always|never
        Help: help VERB explains a verb, man everything; completion SHELL

        """)
    #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
  }

  @Test func `a group's help lists its verbs`() {
    let help = Sample.program.help(for: "model")
    #expect(help.contains("Usage: diary model VERB …"))
    #expect(help.contains("  model show   Prints the model\n"))
    #expect(help.contains("  model apply  Changes the model\n"))
    #expect(!help.contains("Makes a view"))
  }

  @Test(arguments: [60, 80, 100])
  func `help keeps within the width`(width: Int) {
    for command in Sample.program.commands.map({ $0.name }) + ["", "model", "help", "completion"] {
      let help = Sample.program.help(for: command, width: width)
      for line in help.split(separator: "\n") {
        #expect(line.displayWidth <= width || line.hasPrefix("  diary"), "\(line)")
      }
      #expect(help.hasSuffix("\n"))
      #expect(!help.contains(" \n"))
    }
  }

  @Test func `styled help is the plain help with marks`() {
    let plain = Sample.program.help(for: "list")
    let styled = Sample.program.help(for: "list", style: Style(isEnabled: true))
    #expect(styled != plain)
    let bare = styled.replacing(#/\x1B\[\d+m/#, with: "")
    #expect(bare == plain)
  }

  // MARK: Faults

  private struct Faulty: Command {
    static let name = "bad verb three"
    static let summary = "Ends with a full stop."
    static let examples: [Example] = [Example("diary list 'x", "open")]
    static let parameters: [Parameter<Self>] = [
      .flag("--quiet", \.flag, help: "Taken by the program"),
      .flag("--twice", short: "-t", \.flag, help: "Once"),
      .flag("--also", short: "-t", \.flag, help: ""),
      .flag("odd", \.flag, help: "Not a flag"),
      .option("--value", \.text, "", help: "Takes something"),
      .argument("A", \.optional, help: "May be absent"),
      .argument("B", \.text, help: "Required"),
      .text("T", \.words, help: "All words"),
      .rest("R", \.words, help: "And more"),
    ]
    var flag = false
    var text = ""
    var optional: String?
    var words: [String] = []
    func run(in context: Void) -> ExitCode { .done }
  }

  @Test func `every fault of a declaration is named`() {
    let program = Program<Sample.Globals, Void>(
      "diary", version: "1", summary: "is bad", globals: Sample.Globals.self,
      examples: [Example("diary nope", "no verb"), Example("dairy list", "another program")],
      sections: [.init("Bad", [Faulty.self, Faulty.self, Sample.List.self])],
      synonyms: ["ls": "lst"])
    let faults = program.faults().joined(separator: "\n")
    for part in [
      "'bad verb three' is declared twice", "is not one or two verbs",
      "no summary, or one that ends", "--quiet of 'bad verb three': the name --quiet is taken",
      "--also of 'bad verb three': the name -t is taken", "--also of 'bad verb three' has no help",
      "odd of 'bad verb three' is not a name", "--value of 'bad verb three' does not say",
      "B of 'bad verb three' is required after", "R of 'bad verb three' comes after",
      "has an open quote", "is of another command", "the example 'diary nope' is refused",
      "does not call 'diary'", "the synonym 'ls'",
    ] {
      #expect(faults.contains(part))
    }
  }

  @Test(arguments: [
    ("a b  c", ["a", "b", "c"]), ("a 'b c' d", ["a", "b c", "d"]),
    ("\"a \\\" b\" '\\'", ["a \" b", "\\"]), ("a\\ b ''", ["a b", ""]), ("x'y'\"z\"", ["xyz"]),
    ("\"\\n\"", ["\\n"]), ("", []), ("   ", []),
  ])
  func `lines are split as a shell would`(line: String, words: [String]) {
    #expect(ShellWords.split(line) == words)
  }

  @Test(arguments: ["'open", "a \"b", "end\\"])
  func `an open quote is no line`(line: String) {
    #expect(ShellWords.split(line) == nil)
  }
}
