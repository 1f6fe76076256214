public import Model

/// A condition on the objects of an entity, checked against a model.
///
/// Two-valued: a comparison with null is true or false, and every object matches either a predicate
/// or its negation.
public struct Predicate: Sendable {
  private let content: Content

  /// What a predicate is, in one place, so that copying it is one reference.
  private final class Content: Sendable {
    let entity: String
    let dependencies: Dependencies
    let node: PredicateNode
    let clock: Clock?

    init(_ node: PredicateNode, entity: String, clock: Clock?) {
      self.entity = entity
      self.node = node
      dependencies = Dependencies(of: node)
      // What does not read it is the same with any.
      self.clock = dependencies.usesClock ? clock : nil
    }
  }

  /// The entity whose objects it is evaluated for.
  public var entity: String { content.entity }
  /// What it reads, derived attributes resolved to what they read.
  public var reads: Set<PropertyRead> { content.dependencies.reads }
  /// Whether it holds `now()` or `random()`, whose values a view cannot keep.
  public var usesClock: Bool { content.dependencies.usesClock }
  var node: PredicateNode { content.node }
  var clock: Clock? { content.clock }

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

  init(_ node: PredicateNode, entity: String, clock: Clock? = nil) {
    content = Content(node, entity: entity, clock: clock)
  }

  /// The predicate in its canonical spelling, arguments and variables as literals: parsed again for
  /// the same entity and model, it is this predicate.
  public var text: String { node.text }

  /// The predicate with a value for `now()`, and for `random()` the non-negative number that a seed
  /// stands for.
  ///
  /// Bound once for a whole fetch, so that every row is asked the same question.
  public func binding(now: Moment, random seed: UInt64 = 0) -> Predicate {
    Predicate(
      content.node, entity: content.entity, clock: Clock(now: now, random: Int64(seed >> 33)))
  }

  /// Whether an object matches.
  ///
  /// - Parameters:
  ///   - object: The object's identity.
  ///   - read: Reads a stored property of an object.
  /// - Throws: What `read` throws; ``PredicateError`` where a pattern needs too much work or a
  ///   clock is not bound.
  public func matches(_ object: ObjectID, _ read: Reader) throws -> Bool {
    var evaluation = Evaluation(clock: content.clock)
    return try evaluation.holds(content.node, object, read)
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
      join(parts), entity: entity, clock: predicates.lazy.compactMap(\.content.clock).first)
  }

  /// The predicate that holds where this one does not.
  public var negated: Predicate {
    Predicate(.not(node), entity: entity, clock: content.clock)
  }
}

extension Predicate: Hashable {
  /// Whether both hold for the same objects: what they read follows from the tree.
  public static func == (left: Predicate, right: Predicate) -> Bool {
    left.content === right.content
      || left.entity == right.entity && left.node == right.node
        && left.content.clock == right.content.clock
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entity)
    hasher.combine(node)
    hasher.combine(content.clock)
  }
}

extension Predicate: CustomStringConvertible {
  /// The canonical spelling.
  public var description: String { text }
}
