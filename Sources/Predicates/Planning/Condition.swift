public import Collation
public import Model

/// What a predicate asks of the value of one expression and of nothing else, as a planner reads it.
public struct Condition: Sendable, Hashable {
  /// One end of a range of values.
  public struct Bound: Sendable, Hashable {
    /// The value at the end.
    public var value: Value
    /// Whether the value itself lies within.
    public var isInclusive: Bool
  }

  /// What is asked of the value.
  public enum Relation: Sendable, Hashable {
    /// It equals a value, by the language's `=`; null equals null alone.
    case equal(Value)
    /// It equals one of several values.
    case isIn([Value])
    /// It lies between two values, of which one may be missing. Null lies nowhere.
    case range(lower: Bound?, upper: Bound?)
    /// It is a text that begins with another.
    case beginsWith(String)
    /// It is a text that holds another.
    case contains(String)
  }

  /// What is asked.
  public let relation: Relation
  /// Which differences between texts count for nothing in it.
  public let folding: FoldingOptions
  private let subject: Node

  /// Whether it is asked of an expression's value.
  public func concerns(_ expression: Expression) -> Bool { subject == expression.node }

  func concerns(_ node: Node) -> Bool { subject == node }

  /// Whether it is asked of the object itself: `SELF = …`.
  public var concernsObject: Bool {
    guard case .path(let path) = subject, case .selfObject = path.base else { return false }
    return path.hops.isEmpty
  }

  /// The stored attribute or to-one relationship of the object that it is asked of, nil where it
  /// is asked of anything else.
  public var property: String? {
    guard case .path(let path) = subject, case .selfObject = path.base, path.hops.count == 1
    else { return nil }
    return switch path.hops[0].kind {
    case .attribute, .toOne: path.hops[0].name
    case .list, .toMany, .derived: nil
    }
  }

  fileprivate init(_ subject: Node, _ relation: Relation, _ folding: FoldingOptions) {
    self.subject = subject
    self.relation = relation
    self.folding = folding
  }
}

extension Predicate {
  /// The predicates that hold together where this one does: the parts of its conjunction.
  public var conjuncts: [Predicate] {
    switch node {
    case .and(let parts): parts.map { Predicate($0, entity: entity, clock: clock) }
    case .constant(true): []
    default: [self]
    }
  }

  /// The predicate as a condition on one expression's value; nil where it is none.
  ///
  /// The other side is worked out here, once: it is constant.
  public var condition: Condition? {
    guard case .comparison(let comparison) = node, comparison.quantifier == nil else { return nil }
    let folding = comparison.options.folding
    if let value = constant(comparison.right) {
      return Self.relation(comparison.operation, value)
        .map { Condition(comparison.left, $0, folding) }
    }
    // `3 < mood` asks the same as `mood > 3`.
    guard let value = constant(comparison.left), let operation = comparison.operation.mirrored
    else { return nil }
    return Self.relation(operation, value).map { Condition(comparison.right, $0, folding) }
  }

  private static func relation(_ operation: ComparisonOperator, _ value: Value)
    -> Condition.Relation?
  {
    func bound(_ isInclusive: Bool) -> Condition.Bound {
      Condition.Bound(value: value, isInclusive: isInclusive)
    }
    switch operation {
    case .equal: return .equal(value)
    // Of the orderings these two hold between null and null.
    case .lessOrEqual, .greaterOrEqual: if value.isNull { return .equal(.null) }
    default: break
    }
    switch (operation, value) {
    case (.less, _): return .range(lower: nil, upper: bound(false))
    case (.lessOrEqual, _): return .range(lower: nil, upper: bound(true))
    case (.greater, _): return .range(lower: bound(false), upper: nil)
    case (.greaterOrEqual, _): return .range(lower: bound(true), upper: nil)
    case (.between, .list(let ends)) where ends.count == 2:
      return .range(
        lower: Condition.Bound(value: ends[0], isInclusive: true),
        upper: Condition.Bound(value: ends[1], isInclusive: true))
    case (.in, .list(let values)): return .isIn(values)
    case (.beginsWith, .string(let text)): return .beginsWith(text)
    case (.contains, .string(let text)): return .contains(text)
    default: return nil
    }
  }

  /// The value of a node that reads no object, nil for any other.
  func constant(_ node: Node) -> Value? {
    guard node.isConstant else { return nil }
    var evaluation = Evaluation(clock: clock)
    // What needs a clock has none here, and so no value before the fetch binds it.
    return try? evaluation.value(of: node, ObjectID(high: 0, low: 0)) { _, _ in .null }
  }
}

extension ComparisonOperator {
  /// The operator that asks the same with its sides exchanged, nil where there is none.
  fileprivate var mirrored: ComparisonOperator? {
    switch self {
    case .equal: .equal
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    // `%@ IN text` and `tags CONTAINS %@` ask something else of each side.
    default: nil
    }
  }
}

extension Node {
  /// Whether the value is the same for every object.
  fileprivate var isConstant: Bool {
    switch self {
    case .literal: true
    case .list(let elements): elements.allSatisfy(\.isConstant)
    case .negative(let operand), .cast(let operand, _): operand.isConstant
    case .arithmetic(_, let left, let right): left.isConstant && right.isConstant
    case .call(_, let arguments): arguments.allSatisfy(\.isConstant)
    case .path, .ternary, .aggregate, .element, .size, .subquery: false
    }
  }
}
