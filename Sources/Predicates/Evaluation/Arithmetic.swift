import Glibc
import Model

/// Arithmetic on values.
///
/// An operand that is null or no number gives null, and so does a result that is no finite number;
/// whole numbers stay whole, and become doubles where 64 bits are too few.
enum Arithmetic {
  static func negative(_ value: Value) -> Value {
    switch value {
    case .double(let number): .double(-number)
    case .int(.min): .double(-Double(Int64.min))
    default: value.integer.map { .int(-$0) } ?? .null
    }
  }

  static func apply(_ operation: ArithmeticOperator, _ left: Value, _ right: Value) -> Value {
    if let left = left.integer, let right = right.integer {
      return apply(operation, left, right)
    }
    guard let left = left.number, let right = right.number else { return .null }
    return switch operation {
    case .add: Value(finite: left + right)
    case .subtract: Value(finite: left - right)
    case .multiply: Value(finite: left * right)
    case .divide: Value(finite: left / right)
    case .power: Value(finite: pow(left, right))
    }
  }

  private static func apply(_ operation: ArithmeticOperator, _ left: Int64, _ right: Int64) -> Value
  {
    switch operation {
    case .add:
      let (sum, overflows) = left.addingReportingOverflow(right)
      return overflows ? .double(Double(left) + Double(right)) : .int(sum)
    case .subtract:
      let (difference, overflows) = left.subtractingReportingOverflow(right)
      return overflows ? .double(Double(left) - Double(right)) : .int(difference)
    case .multiply:
      let (product, overflows) = left.multipliedReportingOverflow(by: right)
      return overflows ? .double(Double(left) * Double(right)) : .int(product)
    case .divide:
      if right == 0 { return .null }
      let (quotient, overflows) = left.dividedReportingOverflow(by: right)
      return overflows ? .double(-Double(left)) : .int(quotient)
    case .power: return power(left, right)
    }
  }

  private static func power(_ base: Int64, _ exponent: Int64) -> Value {
    guard exponent >= 0 else { return Value(finite: pow(Double(base), Double(exponent))) }
    var result: Int64 = 1
    var square = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 {
        let (product, overflows) = result.multipliedReportingOverflow(by: square)
        if overflows { return Value(finite: pow(Double(base), Double(exponent))) }
        result = product
      }
      rest >>= 1
      if rest > 0 {
        let (product, overflows) = square.multipliedReportingOverflow(by: square)
        if overflows { return Value(finite: pow(Double(base), Double(exponent))) }
        square = product
      }
    }
    return .int(result)
  }

  static func modulus(_ left: Value, _ right: Value) -> Value {
    if let left = left.integer, let right = right.integer {
      if right == 0 { return .null }
      return .int(left.remainderReportingOverflow(dividingBy: right).partialValue)
    }
    guard let left = left.number, let right = right.number else { return .null }
    return Value(finite: fmod(left, right))
  }

  static func bitwise(
    _ left: Value, _ right: Value, _ operation: (Int64, Int64) -> Int64
  ) -> Value {
    guard let left = left.integer, let right = right.integer else { return .null }
    return .int(operation(left, right))
  }

  /// Applies a function of one number; whole numbers that `whole` answers stay whole.
  static func apply(
    _ value: Value, whole: (Int64) -> Value? = { _ in nil }, _ function: (Double) -> Double
  ) -> Value {
    if let integer = value.integer, let answer = whole(integer) { return answer }
    guard let number = value.number else { return .null }
    return Value(finite: function(number))
  }

  static func squareRoot(_ value: Value) -> Value { apply(value) { $0.squareRoot() } }
  static func logarithm(_ value: Value) -> Value { apply(value) { log10($0) } }
  static func naturalLogarithm(_ value: Value) -> Value { apply(value) { Glibc.log($0) } }
  static func exponential(_ value: Value) -> Value { apply(value) { Glibc.exp($0) } }

  static func rounded(_ value: Value, _ rule: FloatingPointRoundingRule) -> Value {
    apply(value, whole: Value.int) { $0.rounded(rule) }
  }

  static func magnitude(_ value: Value) -> Value {
    apply(value, whole: { $0 == .min ? nil : .int(Swift.abs($0)) }) { Swift.abs($0) }
  }
}
