/// What the command's words ask for.
struct Options {
  var seed: UInt64 = 1
  var seconds = 60.0
  var isHelp = false

  static let usage = "Usage: fuzz [--seed N] [--seconds S] [--help]"

  static let help = """
    \(usage)

    Parses, prints, checks and evaluates format strings that are made at random, until the time is
    over or one of them does what none may.

      --seed N     what the random choices are drawn from (1)
      --seconds S  how long (60)
    """

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--seed":
        guard let text = rest.popFirst(), let number = UInt64(text) else {
          throw UsageError("--seed needs a number.")
        }
        seed = number
      case "--seconds":
        guard let text = rest.popFirst(), let number = Double(text), number > 0, number < 1e7
        else { throw UsageError("--seconds needs a number above 0.") }
        seconds = number
      case "--help", "-h": isHelp = true
      default: throw UsageError("There is no option \(word).")
      }
    }
  }
}

/// Words that cannot be understood.
struct UsageError: Error {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
