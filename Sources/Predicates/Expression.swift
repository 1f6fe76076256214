public import Model

/// An expression of the predicate language, checked against an entity of a model: a key path, a
/// literal, arithmetic, a function.
///
/// Everything that can be wrong with it is found when it is made. Two expressions are equal where
/// they mean the same properties and values, however they were written.
public struct Expression: Sendable, Hashable {
  /// The entity whose objects it is evaluated for.
  public let entity: String
  /// What it yields.
  public let valueType: ValueType
  /// What it reads, derived attributes resolved to what they read.
  public let reads: Set<PropertyRead>
  /// Whether it holds `now()` or `random()`, whose values a view cannot keep.
  public let usesClock: Bool
  let node: Node
  private let shape: Shape
  private var clock: Clock?

  /// The commonest expressions, told apart once so that a scan need not look at the tree.
  private enum Shape: Sendable, Hashable {
    /// One attribute.
    case attribute(String)
    /// A function of one attribute.
    case function(Function, of: String)
    /// Anything else.
    case tree

    init(_ node: Node) {
      if let name = Self.attribute(node) {
        self = .attribute(name)
      } else if case .call(let function, let arguments) = node, arguments.count == 1,
        let name = Self.attribute(arguments[0])
      {
        self = .function(function, of: name)
      } else {
        self = .tree
      }
    }

    private static func attribute(_ node: Node) -> String? {
      guard case .path(let path) = node, path.hops.count == 1, case .selfObject = path.base,
        case .attribute = path.hops[0].kind
      else { return nil }
      return path.hops[0].name
    }
  }

  /// Parses an expression and checks it for objects of an entity.
  ///
  /// - Parameters:
  ///   - text: The expression, such as `age / 10 * 10`.
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
    let syntax = try parser.wholeExpression()
    var checker = Checker(text: text, model: model, arguments: arguments, variables: variables)
    _ = try checker.entity(entity)
    let checked = try checker.expression(syntax, of: entity)
    try checker.expectAllArgumentsUsed()
    self.init(checked, entity: entity)
  }

  init(_ checked: Checker.Checked, entity: String) {
    self.entity = entity
    valueType = checked.type
    node = checked.node
    shape = Shape(node)
    let dependencies = Dependencies(of: node)
    reads = dependencies.reads
    usesClock = dependencies.usesClock
  }

  /// The expression in its canonical spelling, arguments and variables as literals: parsed again
  /// for the same entity and model, it is this expression.
  public var text: String { node.text }

  /// Whether it yields text.
  public var isString: Bool { valueType == .string }

  /// The expression with a value for `now()`, and for `random()` the non-negative number that a
  /// seed stands for.
  ///
  /// Bound once for a whole fetch, so that every row is asked the same question.
  public func binding(now: Moment, random seed: UInt64 = 0) -> Expression {
    var bound = self
    bound.clock = Clock(now: now, random: Int64(seed >> 33))
    return bound
  }

  /// The value for an object.
  ///
  /// - Parameters:
  ///   - object: The object's identity.
  ///   - read: Reads a stored property of an object.
  /// - Throws: What `read` throws; ``PredicateError`` where a pattern needs too much work or a
  ///   clock is not bound.
  public func evaluate(_ object: ObjectID, _ read: Reader) throws -> Value {
    switch shape {
    case .attribute(let name):
      return try read(object, name)
    case .function(let function, let name):
      var evaluation = Evaluation(clock: clock)
      return try evaluation.call(function, try read(object, name), .null)
    case .tree:
      var evaluation = Evaluation(clock: clock)
      return try evaluation.value(of: node, object, read)
    }
  }
}

extension Expression: CustomStringConvertible {
  /// The canonical spelling.
  public var description: String { text }
}
