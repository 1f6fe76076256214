/// What the command's words ask for.
struct Options {
  /// The entries of the large journal.
  var rows = 1_000_000
  /// The names of the workloads to run; empty: all.
  var only: [String] = []
  /// Whether ranks are measured at ten times the rows, too.
  var isLong = false
  /// Where journals are made; nil: in a directory of their own below the current one.
  var directory: String?
  /// The `daybook` to start as a process; nil: whole processes are not measured.
  var program: String?
  var isJSON = false
  var isList = false
  var isHelp = false

  static let usage =
    "Usage: benchmark [--rows N] [--only NAMES] [--long] [--directory DIR] [--program DAYBOOK] "
    + "[--json] [--list] [--help]"

  static let help = """
    \(usage)

    Measures the journal beside the same work by bare LMDB calls, in turns, and prints medians,
    ratios and the machine.

      --rows N           entries of the large journal (1000000); at least 1000
      --only NAMES       just these workloads, with commas between; --list names them
      --long             ranks at ten times the rows, too
      --directory DIR    where journals are made (a directory below the current one, removed after)
      --program DAYBOOK  the command line to start as a process; without it that is passed by
      --json             the report as JSON
    """

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    func value(of option: String) throws(UsageError) -> String {
      guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value.") }
      return value
    }
    while let word = rest.popFirst() {
      switch word {
      case "--rows":
        let text = try value(of: word)
        guard let number = Int(text), number >= 1000 else {
          throw UsageError("--rows needs a number from 1000 on, and \(text) is none.")
        }
        rows = number
      case "--only": only += try value(of: word).split(separator: ",").map(String.init)
      case "--long": isLong = true
      case "--directory": directory = try value(of: word)
      case "--program": program = try value(of: word)
      case "--json": isJSON = true
      case "--list": isList = true
      case "--help", "-h": isHelp = true
      default: throw UsageError("There is no option \(word).")
      }
    }
    for name in only where !Workloads.all.contains(where: { $0.name == name }) {
      throw UsageError("There is no workload \(name); --list names them.")
    }
  }

  func includes(_ name: String) -> Bool { only.isEmpty || only.contains(name) }
}

/// What was wrong with the command's words.
struct UsageError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
