public import Model

/// A condition on the objects of an entity, checked against a model.
///
/// Two-valued: a comparison with null is true or false, and every object matches either a predicate
/// or its negation.
public struct Predicate: Sendable, Hashable {
  /// The entity whose objects it is evaluated for.
  public let entity: String
  /// What it reads, derived attributes resolved to what they read.
  public let reads: Set<PropertyRead>
  /// Whether it holds `now()` or `random()`, whose values a view cannot keep.
  public let usesClock: Bool
  let node: PredicateNode
  private var clock: Clock?

  /// Parses a predicate and checks it for objects of an entity.
  ///
  /// - Parameters:
  ///   - text: The predicate, such as `text CONTAINS[cd] %@ AND mood > 3`.
  ///   - arguments: What fills the placeholders, in their order.
  ///   - variables: The values of `$NAME`, by name without the sign.
  ///   - entity: The entity whose objects it is for.
  ///   - model: The model that has the entity.
  /// - Throws: The first fault, with its place.
  public init(
    parsing text: String, arguments: [Argument] = [], variables: [String: Argument] = [:],
    entity: String, model: ObjectModel
  ) throws(PredicateError) {
    var parser = try Parser(text)
    let syntax = try parser.wholePredicate()
    var checker = Checker(text: text, model: model, arguments: arguments, variables: variables)
    _ = try checker.entity(entity)
    let node = try checker.predicate(syntax, of: entity)
    try checker.expectAllArgumentsUsed()
    self.init(node, entity: entity)
  }

  private init(_ node: PredicateNode, entity: String, clock: Clock? = nil) {
    self.entity = entity
    self.node = node
    self.clock = clock
    let dependencies = Dependencies(of: node)
    reads = dependencies.reads
    usesClock = dependencies.usesClock
  }

  /// The predicate in its canonical spelling, arguments and variables as literals: parsed again for
  /// the same entity and model, it is this predicate.
  public var text: String { node.text }

  /// The predicate with a value for `now()`, and for `random()` the non-negative number that a seed
  /// stands for.
  ///
  /// Bound once for a whole fetch, so that every row is asked the same question.
  public func binding(now: Moment, random seed: UInt64 = 0) -> Predicate {
    var bound = self
    bound.clock = Clock(now: now, random: Int64(seed >> 33))
    return bound
  }

  /// Whether an object matches.
  ///
  /// - Parameters:
  ///   - object: The object's identity.
  ///   - read: Reads a stored property of an object.
  /// - Throws: What `read` throws; ``PredicateError`` where a pattern needs too much work or a
  ///   clock is not bound.
  public func matches(_ object: ObjectID, _ read: Reader) throws -> Bool {
    var evaluation = Evaluation(clock: clock)
    return try evaluation.holds(node, object, read)
  }
}

extension Predicate {
  /// The predicate that holds where all of some do; of none, the one that always holds.
  ///
  /// - Precondition: All are for `entity`.
  public static func all(_ predicates: [Predicate], entity: String) -> Predicate {
    joined(predicates, entity: entity, PredicateNode.and)
  }

  /// The predicate that holds where any of some does; of none, the one that never holds.
  ///
  /// - Precondition: All are for `entity`.
  public static func any(_ predicates: [Predicate], entity: String) -> Predicate {
    joined(predicates, entity: entity, PredicateNode.or)
  }

  private static func joined(
    _ predicates: [Predicate], entity: String, _ join: ([PredicateNode]) -> PredicateNode
  ) -> Predicate {
    precondition(predicates.allSatisfy { $0.entity == entity }, "predicates of several entities")
    if predicates.count == 1 { return predicates[0] }
    let isAnd = join([]) == .and([])
    if predicates.isEmpty { return Predicate(.constant(isAnd), entity: entity) }
    let parts = predicates.flatMap { predicate in
      switch predicate.node {
      case .and(let parts) where isAnd: parts
      case .or(let parts) where !isAnd: parts
      default: [predicate.node]
      }
    }
    return Predicate(
      join(parts), entity: entity, clock: predicates.lazy.compactMap(\.clock).first)
  }

  /// The predicate that holds where this one does not.
  public var negated: Predicate {
    Predicate(.not(node), entity: entity, clock: clock)
  }
}

extension Predicate: CustomStringConvertible {
  /// The canonical spelling.
  public var description: String { text }
}
