import Model

/// An expression that has been checked against a model: what is evaluated and printed.
///
/// Two expressions are the same where their trees are; places in the text are gone, arguments and
/// variables have become literals, derived attributes carry what they stand for.
indirect enum Node: Sendable, Hashable {
  case literal(Value)
  case path(PropertyPath)
  case list([Node])
  case negative(Node)
  case arithmetic(ArithmeticOperator, Node, Node)
  case call(Function, [Node])
  case cast(Node, CastType)
  case ternary(PredicateNode, Node, Node)
  /// What `operation` makes of the values of a path, whose first `split` hops stand before the
  /// operator in the text.
  case aggregate(CollectionOperator, PropertyPath, split: Int)
  case element(Node, ElementIndex)
  case size(Node)
  case subquery(Node, variable: String, slot: Int, PredicateNode)
}

/// Which element of a list.
indirect enum ElementIndex: Sendable, Hashable {
  case first
  case last
  case at(Node)
}

/// Properties followed from an object, or from every object of a collection.
struct PropertyPath: Sendable, Hashable {
  indirect enum Base: Sendable, Hashable {
    /// The object that is evaluated.
    case selfObject
    /// The element that a subquery is at; `slot` counts the subqueries around it from the outside.
    case variable(String, slot: Int)
    /// What another expression yields.
    case node(Node)
  }

  /// One step: a property of an entity.
  struct Hop: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case attribute
      case list
      case toOne
      case toMany
      /// Evaluated at the object that the path has reached.
      indirect case derived(Node, isList: Bool)
    }

    let name: String
    let entity: String
    let kind: Kind
  }

  var base: Base
  var hops: [Hop]
  /// Whether the path yields a list of what it finds, rather than the one value at its end.
  var isCollection: Bool
}

/// A predicate that has been checked against a model.
indirect enum PredicateNode: Sendable, Hashable {
  case constant(Bool)
  case not(PredicateNode)
  case and([PredicateNode])
  case or([PredicateNode])
  case comparison(Comparison)
}

/// A comparison that has been checked: its operands have the operation.
struct Comparison: Sendable {
  let quantifier: Quantifier?
  let left: Node
  let operation: ComparisonOperator
  let options: ComparisonOptions
  let right: Node
  /// What was worked out once of the constant side.
  ///
  /// It follows from the rest, so it is not compared.
  let prepared: PreparedOperand
}

extension Comparison: Hashable {
  static func == (left: Comparison, right: Comparison) -> Bool {
    left.quantifier == right.quantifier && left.operation == right.operation
      && left.options == right.options && left.left == right.left && left.right == right.right
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(quantifier)
    hasher.combine(left)
    hasher.combine(operation)
    hasher.combine(options)
    hasher.combine(right)
  }
}
