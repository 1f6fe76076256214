public import Model

/// An expression of the predicate language, checked against an entity of a model: a key path, a
/// literal, arithmetic, a function.
///
/// Everything that can be wrong with it is found when it is made. Two expressions are equal where
/// they mean the same properties and values, however they were written.
public struct Expression: Sendable {
  private let content: Content

  /// What an expression is, in one place, so that copying it is one reference.
  private final class Content: Sendable {
    let entity: String
    let valueType: ValueType
    let dependencies: Dependencies
    let node: Node
    let shape: Shape
    let clock: Clock?

    init(_ node: Node, _ valueType: ValueType, entity: String, clock: Clock? = nil) {
      self.entity = entity
      self.valueType = valueType
      self.node = node
      self.clock = clock
      dependencies = Dependencies(of: node)
      shape = Shape(node)
    }

    func evaluate(_ object: ObjectID, _ read: Reader) throws -> Value {
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

  /// The entity whose objects it is evaluated for.
  public var entity: String { content.entity }
  /// What it yields.
  public var valueType: ValueType { content.valueType }
  /// What it reads, derived attributes resolved to what they read.
  public var reads: Set<PropertyRead> { content.dependencies.reads }
  /// Whether it holds `now()` or `random()`, whose values a view cannot keep.
  public var usesClock: Bool { content.dependencies.usesClock }
  var node: Node { content.node }

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
    content = Content(checked.node, checked.type, entity: entity)
  }

  private init(_ content: Content) {
    self.content = content
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
    Expression(
      Content(
        content.node, content.valueType, entity: content.entity,
        clock: Clock(now: now, random: Int64(seed >> 33))))
  }

  /// The value for an object.
  ///
  /// - Parameters:
  ///   - object: The object's identity.
  ///   - read: Reads a stored property of an object.
  /// - Throws: What `read` throws; ``PredicateError`` where a pattern needs too much work or a
  ///   clock is not bound.
  public func evaluate(_ object: ObjectID, _ read: Reader) throws -> Value {
    try content.evaluate(object, read)
  }
}

extension Expression: Hashable {
  /// Whether both yield the same for every object: type and reads follow from the tree.
  public static func == (left: Expression, right: Expression) -> Bool {
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

extension Expression: CustomStringConvertible {
  /// The canonical spelling.
  public var description: String { text }
}
