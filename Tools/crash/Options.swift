/// What the command's words ask for.
struct Options {
  /// What a process does.
  enum Role: String {
    case conductor, writer, watcher, keeper
  }

  var seed: UInt64 = 1
  var seconds = 60.0
  /// Where journals are made; nil: in a directory of the system's for temporary files.
  var directory: String?
  var role = Role.conductor
  /// The round's directory, for all roles but the conductor's.
  var arena = Arena("")
  var isHelp = false

  static let usage = "Usage: crash [--seed N] [--seconds S] [--directory DIR] [--help]"

  static let help = """
    \(usage)

    Runs two writers, two watchers and a loop of compact and erase on one journal, kills them at
    random, and verifies after every round that nothing was lost and nothing came back.

      --seed N         what the random choices are drawn from (1)
      --seconds S      how long (60)
      --directory DIR  where journals are made
    """

  init(_ words: [String]) throws {
    var rest = words[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value.") }
      return value
    }
    while let word = rest.popFirst() {
      switch word {
      case "--seed":
        let text = try value(of: word)
        guard let number = UInt64(text) else {
          throw UsageError("--seed needs a number, and \(text) is none.")
        }
        seed = number
      case "--seconds":
        let text = try value(of: word)
        guard let number = Double(text), number > 0, number < 1e7 else {
          throw UsageError("--seconds needs a number above 0, and \(text) is none.")
        }
        seconds = number
      case "--directory": directory = try value(of: word)
      case "--role":
        let text = try value(of: word)
        guard let role = Role(rawValue: text) else { throw UsageError("There is no role \(text).") }
        self.role = role
      case "--arena": arena = Arena(try value(of: word))
      case "--help", "-h": isHelp = true
      default: throw UsageError("There is no option \(word).")
      }
    }
  }
}
