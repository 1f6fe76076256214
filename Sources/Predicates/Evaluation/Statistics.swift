package import Model

/// What is made of the values of a collection.
package enum Statistics {
  /// The sum; null counts as 0, and so does the empty collection.
  static func sum(_ values: [Value]) -> Value {
    values.reduce(.int(0)) { sum, value in
      value.number == nil ? sum : Arithmetic.apply(.add, sum, value)
    }
  }

  /// The average; null counts as 0, and so does the empty collection.
  static func average(_ values: [Value]) -> Value {
    if values.isEmpty { return .double(0) }
    let total = values.reduce(0) { $0 + ($1.number ?? 0) }
    return Value(finite: total / Double(values.count))
  }

  /// The least of those that are not null, or the greatest; null where there is none.
  static func extreme(_ values: [Value], isGreatest: Bool) -> Value {
    var extreme = Value.null
    for value in values where !value.isNull {
      if extreme.isNull {
        extreme = value
      } else if let order = ValueComparison.compare(value, extreme),
        isGreatest ? order > 0 : order < 0
      {
        extreme = value
      }
    }
    return extreme
  }

  /// The middle of the numbers, or the mean of the two in the middle; null where there is none.
  static func median(_ values: [Value]) -> Value {
    let numbers = values.compactMap(\.number).sorted()
    guard !numbers.isEmpty else { return .null }
    let middle = numbers.count / 2
    if !numbers.count.isMultiple(of: 2) { return .double(numbers[middle]) }
    return Value(finite: (numbers[middle - 1] + numbers[middle]) / 2)
  }

  /// The numbers that occur most often, ascending.
  static func mode(_ values: [Value]) -> Value {
    var counts: [MemberKey: (value: Value, count: Int)] = [:]
    for value in values where value.number != nil {
      counts[MemberKey(value), default: (value, 0)].count += 1
    }
    let most = counts.values.map(\.count).max()
    let modes = counts.values.filter { $0.count == most }.map(\.value)
    return .list(modes.sorted { (ValueComparison.compare($0, $1) ?? 0) < 0 })
  }

  /// The standard deviation of the numbers, as of a whole population; null where there is none.
  static func standardDeviation(_ values: [Value]) -> Value {
    let numbers = values.compactMap(\.number)
    guard !numbers.isEmpty else { return .null }
    let count = Double(numbers.count)
    let mean = numbers.reduce(0, +) / count
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return Value(finite: (squares / count).squareRoot())
  }

  package static func apply(_ operation: CollectionOperator, _ values: [Value]) -> Value {
    switch operation {
    case .count: .int(Int64(values.count))
    case .sum: sum(values)
    case .avg: average(values)
    case .min: extreme(values, isGreatest: false)
    case .max: extreme(values, isGreatest: true)
    }
  }
}
