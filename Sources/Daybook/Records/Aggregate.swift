import LMDB
public import Model
import Objects
import Predicates
import Views

/// What is made of the values that an expression has over many objects.
///
/// As the operators of the predicate language make it: a sum and an average count what has no value as 0,
/// and the least and the greatest pass over it.
public enum Aggregate: Sendable, Hashable {
  /// How many objects there are.
  case count
  /// The sum of an expression's values; 0 of none.
  case sum(String)
  /// Their average; 0 of none.
  case average(String)
  /// The least of them; null of none.
  case min(String)
  /// The greatest of them; null of none.
  case max(String)

  /// The expression; nil for a count.
  var expression: String? {
    switch self {
    case .count: nil
    case .sum(let text), .average(let text), .min(let text), .max(let text): text
    }
  }

  var operation: CollectionOperator {
    switch self {
    case .count: .count
    case .sum: .sum
    case .average: .avg
    case .min: .min
    case .max: .max
    }
  }
}

/// The aggregates of the objects that agree in what they are grouped by.
public struct AggregateGroup: Sendable, Hashable {
  /// What they agree in, in the order of the expressions.
  public var key: [Value]
  /// The aggregates, in the order in which they were asked for.
  public var values: [Value]

  /// Says what they agree in, and their aggregates.
  public init(key: [Value], values: [Value]) {
    self.key = key
    self.values = values
  }
}

extension Snapshot {
  /// Aggregates over the objects that a request finds.
  ///
  /// - Parameters:
  ///   - aggregates: What is asked for.
  ///   - request: Its entity and predicate say which objects; its order, sections, offset and limit do
  ///     not count.
  ///   - groups: The expressions by which they are grouped; none: all are one group.
  /// - Returns: The groups, ascending by their keys, null first; without grouping exactly one.
  /// - Throws: `PredicateError` where an expression does not parse or does not fit the model.
  /// - Complexity: As for the fetch, and O(n) for n objects.
  public func aggregate(
    _ aggregates: [Aggregate], _ request: FetchRequest, groupedBy groups: [String] = []
  ) throws -> [AggregateGroup] {
    var request = request
    request.sort = groups.joined(separator: ", ")
    request.section = nil
    request.offset = 0
    request.limit = .max
    func expressions(_ texts: [String]) throws -> [Expression] {
      try texts.map {
        let expression = try Expression(parsing: $0, entity: request.entity, model: model)
        return request.now.map { expression.binding(now: $0, random: request.random) } ?? expression
      }
    }
    let keys = try expressions(groups)
    let operands = try expressions(aggregates.compactMap(\.expression))
    let state = state
    var found: [AggregateGroup] = []
    var key: [Value]?
    var count = 0
    var values: [[Value]] = operands.map { _ in [] }
    func close() {
      guard let closed = key else { return }
      var operand = 0
      found.append(
        AggregateGroup(
          key: closed,
          values: aggregates.map { aggregate in
            guard aggregate.expression != nil else { return .int(Int64(count)) }
            defer { operand += 1 }
            return Statistics.apply(aggregate.operation, values[operand])
          }))
    }
    if groups.isEmpty { key = [] }
    for section in try fetch(request).sections {
      for id in section.rows {
        try state.withReader(.after, base: transaction, log: transaction) { read in
          let next = try keys.map { try $0.evaluate(id, read) }
          if next != key {
            close()
            key = next
            count = 0
            values = operands.map { _ in [] }
          }
          count += 1
          for (place, operand) in operands.enumerated() {
            values[place].append(try operand.evaluate(id, read))
          }
        }
      }
    }
    close()
    return found
  }
}
