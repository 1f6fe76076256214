import Collation
import Model

/// How values compare, two-valued: nothing is unknown, and NOT of a comparison is true where the
/// comparison is false.
enum ValueComparison {
  /// Whether two values are equal: numbers by what they count, texts by their code units, moments
  /// by their instant; values of different kinds never are.
  static func areEqual(_ left: Value, _ right: Value, _ options: FoldingOptions) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.string(let left), .string(let right)):
      if left.hasSameBytes(as: right) { return true }
      return !options.isEmpty && FoldedText(left, options) == FoldedText(right, options)
    case (.date(let left), .date(let right)): return left.microseconds == right.microseconds
    case (.uuid(let left), .uuid(let right)): return left == right
    case (.data(let left), .data(let right)): return left == right
    case (.content(let left), .content(let right)): return left == right
    case (.list(let left), .list(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy { areEqual($0, $1, options) }
    default: return compareNumbers(left, right) == 0
    }
  }

  /// Negative, zero or positive as `left` stands before, beside or behind `right`; nil where either
  /// is null or they have no order.
  static func compare(_ left: Value, _ right: Value, _ options: FoldingOptions = []) -> Int? {
    switch (left, right) {
    case (.string(let left), .string(let right)):
      options.isEmpty
        ? Text.compare(left, right)
        : FoldedText.compare(FoldedText(left, options), FoldedText(right, options))
    case (.date(let left), .date(let right)): compare(left.microseconds, right.microseconds)
    default: compareNumbers(left, right)
    }
  }

  private static func compare<T: Comparable>(_ left: T, _ right: T) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  private static func compareNumbers(_ left: Value, _ right: Value) -> Int? {
    switch (left.integer, right.integer) {
    case (let left?, let right?): return compare(left, right)
    case (let left?, nil):
      guard case .double(let right) = right else { return nil }
      return -compare(right, left)
    case (nil, let right?):
      guard case .double(let left) = left else { return nil }
      return compare(left, right)
    case (nil, nil):
      guard case .double(let left) = left, case .double(let right) = right else { return nil }
      return compare(left, right)
    }
  }

  /// Exact, where turning the whole number into a double would lose its last digits.
  private static func compare(_ left: Double, _ right: Int64) -> Int {
    if left >= 0x1p63 { return 1 }
    if left < -0x1p63 { return -1 }
    let whole = Int64(left)
    if whole != right { return compare(whole, right) }
    return compare(left, left.rounded(.towardZero))
  }
}

extension Value {
  /// The whole number of a bool or an int.
  var integer: Int64? {
    switch self {
    case .bool(let flag): flag ? 1 : 0
    case .int(let number): number
    default: nil
    }
  }

  /// The number of a bool, an int or a double.
  var number: Double? {
    if case .double(let number) = self { return number }
    return integer.map(Double.init)
  }

  /// A number that can be a value, else null.
  init(finite number: Double) {
    self = number.isFinite ? .double(number) : .null
  }
}
