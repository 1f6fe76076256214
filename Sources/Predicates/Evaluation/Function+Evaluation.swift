import Collation
import Model

extension Evaluation {
  mutating func call(
    _ function: Function, _ arguments: [Node], _ object: ObjectID, _ read: Reader
  ) throws -> Value {
    let first = arguments.isEmpty ? Value.null : try value(of: arguments[0], object, read)
    let second = arguments.count < 2 ? Value.null : try value(of: arguments[1], object, read)
    return try call(function, first, second)
  }

  /// The value of a function of these values.
  mutating func call(_ function: Function, _ first: Value, _ second: Value) throws -> Value {
    switch function {
    case .sum: return Statistics.sum(first.elements)
    case .count: return .int(Int64(first.elements.count))
    case .min: return Statistics.extreme(first.elements, isGreatest: false)
    case .max: return Statistics.extreme(first.elements, isGreatest: true)
    case .average: return Statistics.average(first.elements)
    case .median: return Statistics.median(first.elements)
    case .mode: return Statistics.mode(first.elements)
    case .stddev: return Statistics.standardDeviation(first.elements)

    case .sqrt: return Arithmetic.squareRoot(first)
    case .log: return Arithmetic.logarithm(first)
    case .ln: return Arithmetic.naturalLogarithm(first)
    case .exp: return Arithmetic.exponential(first)
    case .floor: return Arithmetic.rounded(first, .down)
    case .ceiling: return Arithmetic.rounded(first, .up)
    case .trunc: return Arithmetic.rounded(first, .towardZero)
    case .abs: return Arithmetic.magnitude(first)

    case .add: return Arithmetic.apply(.add, first, second)
    case .subtract: return Arithmetic.apply(.subtract, first, second)
    case .multiply: return Arithmetic.apply(.multiply, first, second)
    case .divide: return Arithmetic.apply(.divide, first, second)
    case .power: return Arithmetic.apply(.power, first, second)
    case .modulus: return Arithmetic.modulus(first, second)
    case .bitwiseAnd: return Arithmetic.bitwise(first, second, &)
    case .bitwiseOr: return Arithmetic.bitwise(first, second, |)
    case .bitwiseXor: return Arithmetic.bitwise(first, second, ^)
    case .leftShift: return Arithmetic.bitwise(first, second, <<)
    case .rightShift: return Arithmetic.bitwise(first, second, >>)
    case .onesComplement: return first.integer.map { .int(~$0) } ?? .null

    case .now: return .date(try bound().now)
    case .random: return .int(try bound().random)
    case .randomn:
      guard let bound = first.integer, bound > 0 else { return .null }
      return .int(try self.bound().random % bound)

    case .noindex: return first
    // The checker has made a cast of it.
    case .castObject: return first
    case .uppercase: return first.mapText { $0.uppercased() }
    case .lowercase: return first.mapText { $0.lowercased() }
    case .folded: return first.mapText { Text.folded($0) }
    case .title: return first.mapText { Title.of($0) }
    case .length:
      guard case .string(let text) = first else { return .null }
      return .int(Int64(text.unicodeScalars.count))
    case .firstLetter:
      guard case .string(let text) = first else { return .string("") }
      return .string(FirstLetter.of(text))
    case .tags:
      var names: [String] = []
      if case .string(let text) = first { names = Tags.written(in: text) }
      for case .string(let name) in first.elements + second.elements { names.append(name) }
      return .list(Tags.normalized(names).map(Value.string))

    case .day: return first.mapMoment { .string(CalendarPeriod.day(of: $0)) }
    case .week: return first.mapMoment { .string(CalendarPeriod.week(of: $0)) }
    case .month: return first.mapMoment { .string(CalendarPeriod.month(of: $0)) }
    case .year: return first.mapMoment { .int(CalendarPeriod.year(of: $0)) }
    }
  }

  private func bound() throws -> Clock {
    guard let clock else {
      throw PredicateError(.clock, "now() and random() have no value here: a view cannot use them")
    }
    return clock
  }
}

extension Value {
  fileprivate func mapText(_ transform: (String) -> String) -> Value {
    if case .string(let text) = self { .string(transform(text)) } else { .null }
  }

  fileprivate func mapMoment(_ transform: (Moment) -> Value) -> Value {
    if case .date(let moment) = self { transform(moment) } else { .null }
  }
}
