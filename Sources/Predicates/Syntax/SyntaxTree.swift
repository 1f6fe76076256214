import Model

/// An expression as it was written, before it means anything: keys are names, placeholders are
/// open.
///
/// This is what the parser makes and the checker reads. Whatever builds such a tree by other means
/// gets the same checks.
struct SyntaxExpression: Sendable {
  indirect enum Kind: Sendable {
    case literal(Value)
    case placeholder(Placeholder, index: Int)
    case variable(String)
    case selfObject
    case key(String)
    case member(SyntaxExpression, String)
    case memberPlaceholder(SyntaxExpression, index: Int)
    case collectionOperator(SyntaxExpression, CollectionOperator)
    case element(SyntaxExpression, SyntaxIndex)
    case list([SyntaxExpression])
    case negative(SyntaxExpression)
    case arithmetic(ArithmeticOperator, SyntaxExpression, SyntaxExpression)
    case call(Function, [SyntaxExpression])
    case cast(SyntaxExpression, className: String)
    case ternary(SyntaxPredicate, SyntaxExpression, SyntaxExpression)
    case subquery(SyntaxExpression, variable: String, SyntaxPredicate)
    /// A constant that no text stands for.
    case argument(Argument)
    /// An expression that was said to yield values of a family.
    case declared(SyntaxExpression, ValueFamilyKind)
  }

  let kind: Kind
  /// Bytes of the text in front of it.
  let offset: Int

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

/// Which element of a list.
enum SyntaxIndex: Sendable {
  case first
  case last
  case size
  case at(SyntaxExpression)
}

/// A predicate as it was written.
indirect enum SyntaxPredicate: Sendable {
  case constant(Bool)
  case not(SyntaxPredicate)
  case and([SyntaxPredicate])
  case or([SyntaxPredicate])
  case comparison(SyntaxComparison)
}

/// A comparison as it was written.
struct SyntaxComparison: Sendable {
  var quantifier: Quantifier?
  var left: SyntaxExpression
  var operation: ComparisonOperator
  var options: ComparisonOptions
  var right: SyntaxExpression
  /// Bytes of the text in front of the operator.
  var offset: Int
}
