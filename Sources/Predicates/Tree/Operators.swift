import Collation

/// How many elements of a collection must pass a comparison.
enum Quantifier: String, Sendable, Hashable {
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}

/// What a comparison asks of its two sides.
enum ComparisonOperator: String, Sendable, Hashable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case between = "BETWEEN"
  case `in` = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
}

/// The letters in brackets behind an operator.
struct ComparisonOptions: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let caseInsensitive = ComparisonOptions(rawValue: 1)
  static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// The caller has prepared both sides: they are compared as without options.
  static let normalized = ComparisonOptions(rawValue: 4)

  static let letters: [(letter: Character, option: ComparisonOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized),
  ]

  var folding: FoldingOptions {
    var folding: FoldingOptions = []
    if contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    return folding
  }
}

/// An operator between two numbers.
enum ArithmeticOperator: String, Sendable, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "**"

  /// How tightly it binds; higher is tighter.
  var precedence: Int {
    switch self {
    case .add, .subtract: 1
    case .multiply, .divide: 2
    case .power: 3
    }
  }
}

/// What is made of a collection, or of what a key path finds in its objects.
package enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
  case count
  case sum
  case min
  case max
  case avg
}
