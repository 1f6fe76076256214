import Model

/// A function of the language.
enum Function: String, Sendable, Hashable, CaseIterable {
  case sum, count, min, max, average, median, mode, stddev
  case sqrt, log, ln, exp, floor, ceiling, abs, trunc
  case random, randomn, now
  case uppercase, lowercase, length, noindex
  case onesComplement
  case add = "add:to:"
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  case divide = "divide:by:"
  case modulus = "modulus:by:"
  case power = "raise:toPower:"
  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseXor = "bitwiseXor:with:"
  case leftShift = "leftshift:by:"
  case rightShift = "rightshift:by:"
  case castObject = "castObject:toType:"
  case firstLetter, day, week, month, year, folded, title, tags

  private static let byName: [String: Function] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

  /// The function of a name, in either of its forms: `abs` or `abs:`.
  init?(named name: String) {
    let key = name.lowercased()
    guard
      let function = Self.byName[key] ?? Self.byName[key.last == ":" ? String(key.dropLast()) : ""]
    else { return nil }
    self = function
  }

  static func hint(for name: String) -> String {
    Model.hint(for: name, among: allCases.map(\.rawValue))
  }

  /// How many arguments it takes.
  var arity: ClosedRange<Int> {
    switch self {
    case .random, .now: 0...0
    case .tags: 1...2
    case .add, .subtract, .multiply, .divide, .modulus, .power, .bitwiseAnd, .bitwiseOr,
      .bitwiseXor,
      .leftShift, .rightShift, .castObject:
      2...2
    default: 1...1
    }
  }

  /// Whether its value depends on when, and not on what, it is asked.
  var usesClock: Bool { self == .now || self == .random || self == .randomn }
}
