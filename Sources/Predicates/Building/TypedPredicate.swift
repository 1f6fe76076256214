public import Collation
public import Model

/// A condition on records of a type, built of ``Term``s and not yet checked against a model.
public struct TypedPredicate<Root>: Sendable {
  /// Makes the tree for the object that a base stands for.
  let build: @Sendable (SyntaxExpression) -> SyntaxPredicate

  init(_ build: @escaping @Sendable (SyntaxExpression) -> SyntaxPredicate) {
    self.build = build
  }

  /// Holds always.
  public static var always: TypedPredicate { TypedPredicate { _ in .constant(true) } }
  /// Holds never.
  public static var never: TypedPredicate { TypedPredicate { _ in .constant(false) } }

  /// Holds where all do; of none, always.
  public static func all(_ predicates: [TypedPredicate]) -> TypedPredicate {
    TypedPredicate { base in .and(predicates.map { $0.build(base) }) }
  }

  /// Holds where any does; of none, never.
  public static func any(_ predicates: [TypedPredicate]) -> TypedPredicate {
    TypedPredicate { base in .or(predicates.map { $0.build(base) }) }
  }

  /// Holds where both do.
  public static func && (left: TypedPredicate, right: TypedPredicate) -> TypedPredicate {
    TypedPredicate { .and([left.build($0), right.build($0)]) }
  }

  /// Holds where one of both does.
  public static func || (left: TypedPredicate, right: TypedPredicate) -> TypedPredicate {
    TypedPredicate { .or([left.build($0), right.build($0)]) }
  }

  /// Holds where the other does not.
  public static prefix func ! (other: TypedPredicate) -> TypedPredicate {
    TypedPredicate { .not(other.build($0)) }
  }
}

extension Predicate {
  /// Checks a typed predicate for objects of an entity.
  ///
  /// - Parameters:
  ///   - typed: The predicate.
  ///   - entity: The entity whose objects it is for.
  ///   - model: The model that has the entity.
  /// - Throws: `PredicateError` where a key is no property of the entity, or not of the type that it
  ///   was declared with.
  public init<Root>(
    _ typed: TypedPredicate<Root>, entity: String, model: ObjectModel
  ) throws(PredicateError) {
    var checker = Checker(text: nil, model: model, arguments: [], variables: [:])
    _ = try checker.entity(entity)
    let node = try checker.predicate(
      typed.build(Term<Root, ObjectID>.base), of: entity)
    self.init(node, entity: entity)
  }

  /// Makes a predicate of a format and the arguments that fill its placeholders in order.
  ///
  /// - Parameters:
  ///   - format: The predicate, such as `name BEGINSWITH %@ AND power > %@`.
  ///   - arguments: The values; nothing in them is read as text of the language.
  ///   - entity: The entity whose objects it is for.
  ///   - model: The model that has the entity.
  /// - Throws: The first fault, with its place.
  public init(
    _ format: String, _ arguments: any ArgumentConvertible..., entity: String, model: ObjectModel
  ) throws(PredicateError) {
    try self.init(
      parsing: format, arguments: arguments.map { $0.argument }, entity: entity, model: model)
  }
}

// MARK: - Comparisons

/// `nil` on the right of `==` and `!=`.
public struct NoValue: ExpressibleByNilLiteral, Sendable {
  /// Says that there is no value.
  public init(nilLiteral: ()) {}
}

/// A side of a comparison: a value, or the elements of a collection of which any, all or none must
/// pass.
public protocol ComparisonSide<Root, Value>: Sendable {
  /// The records that it reads.
  associatedtype Root
  /// The type of what is compared.
  associatedtype Value
  /// What the comparison begins with.
  var side: ComparisonStart { get }
}

/// How the left side of a comparison is made, for ``ComparisonSide``.
public struct ComparisonStart: Sendable {
  let quantifier: Quantifier?
  let build: @Sendable (SyntaxExpression) -> SyntaxExpression

  func comparison<Root>(
    _ operation: ComparisonOperator, options: FoldingOptions = [],
    to right: @escaping @Sendable (SyntaxExpression) -> SyntaxExpression
  ) -> TypedPredicate<Root> {
    var letters: ComparisonOptions = []
    if options.contains(.caseInsensitive) { letters.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { letters.insert(.diacriticInsensitive) }
    return TypedPredicate { [self, letters] base in
      .comparison(
        SyntaxComparison(
          quantifier: quantifier, left: build(base), operation: operation, options: letters,
          right: right(base), offset: 0))
    }
  }

  func comparison<Root>(
    _ operation: ComparisonOperator, options: FoldingOptions = [], with right: Argument
  ) -> TypedPredicate<Root> {
    comparison(operation, options: options) { _ in SyntaxExpression(.argument(right)) }
  }
}

extension Term: ComparisonSide where Value: PropertyType {
  /// The value itself.
  public var side: ComparisonStart { ComparisonStart(quantifier: nil, build: build) }
}

extension ComparisonSide where Value: PropertyType {
  /// Whether it equals a value: texts sign by sign.
  public static func == <Other: ConstantType>(
    left: Self, right: Other
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.equal, with: right.argument)
  }

  /// Whether it differs from a value; where there is none, it does.
  public static func != <Other: ConstantType>(
    left: Self, right: Other
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.notEqual, with: right.argument)
  }

  /// Whether it equals another value of the record.
  public static func == <Other: PropertyType>(
    left: Self, right: Term<Root, Other>
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.equal, to: right.build)
  }

  /// Whether it differs from another value of the record.
  public static func != <Other: PropertyType>(
    left: Self, right: Term<Root, Other>
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.notEqual, to: right.build)
  }

  /// Whether there is no value.
  public static func == (left: Self, right: NoValue) -> TypedPredicate<Root> {
    left.side.comparison(.equal, with: .value(.null))
  }

  /// Whether there is a value.
  public static func != (left: Self, right: NoValue) -> TypedPredicate<Root> {
    left.side.comparison(.notEqual, with: .value(.null))
  }

  /// Whether it equals one of several values.
  public func `in`<Other: ConstantType>(
    _ values: [Other]
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    side.comparison(.in, with: .list(values.map(\.argument)))
  }
}

extension ComparisonSide where Value: PropertyType, Value.Family: OrderedFamily {
  /// Whether it stands before a value.
  public static func < <Other: ConstantType>(
    left: Self, right: Other
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.less, with: right.argument)
  }

  /// Whether it does not stand behind a value.
  public static func <= <Other: ConstantType>(
    left: Self, right: Other
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.lessOrEqual, with: right.argument)
  }

  /// Whether it stands behind a value.
  public static func > <Other: ConstantType>(
    left: Self, right: Other
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.greater, with: right.argument)
  }

  /// Whether it does not stand before a value.
  public static func >= <Other: ConstantType>(
    left: Self, right: Other
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.greaterOrEqual, with: right.argument)
  }

  /// Whether it stands before another value of the record.
  public static func < <Other: PropertyType>(
    left: Self, right: Term<Root, Other>
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.less, to: right.build)
  }

  /// Whether it does not stand behind another value of the record.
  public static func <= <Other: PropertyType>(
    left: Self, right: Term<Root, Other>
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.lessOrEqual, to: right.build)
  }

  /// Whether it stands behind another value of the record.
  public static func > <Other: PropertyType>(
    left: Self, right: Term<Root, Other>
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.greater, to: right.build)
  }

  /// Whether it does not stand before another value of the record.
  public static func >= <Other: PropertyType>(
    left: Self, right: Term<Root, Other>
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    left.side.comparison(.greaterOrEqual, to: right.build)
  }

  /// Whether it lies between two values, or is one of them.
  public func between<Other: ConstantType>(
    _ bounds: ClosedRange<Other>
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    side.comparison(
      .between, with: .list([bounds.lowerBound.argument, bounds.upperBound.argument]))
  }

  /// Whether it lies between two values, or is one of them.
  public func between<Other: ConstantType>(
    _ lower: Other, and upper: Other
  ) -> TypedPredicate<Root> where Other.Family == Value.Family {
    side.comparison(.between, with: .list([lower.argument, upper.argument]))
  }
}

extension ComparisonSide where Value == String {
  /// Whether it equals a text, apart from what the options take for equal.
  public func equals(_ text: String, _ options: FoldingOptions) -> TypedPredicate<Root> {
    side.comparison(.equal, options: options, with: text.argument)
  }

  /// Whether a text stands in it; the empty one never does.
  public func contains(_ text: String, _ options: FoldingOptions = []) -> TypedPredicate<Root> {
    side.comparison(.contains, options: options, with: text.argument)
  }

  /// Whether it begins with a text; never with the empty one.
  public func hasPrefix(_ text: String, _ options: FoldingOptions = []) -> TypedPredicate<Root> {
    side.comparison(.beginsWith, options: options, with: text.argument)
  }

  /// Whether it ends with a text; never with the empty one.
  public func hasSuffix(_ text: String, _ options: FoldingOptions = []) -> TypedPredicate<Root> {
    side.comparison(.endsWith, options: options, with: text.argument)
  }

  /// Whether the whole of it has the form of a pattern, in which `?` is one sign and `*` any run.
  public func like(_ pattern: String, _ options: FoldingOptions = []) -> TypedPredicate<Root> {
    side.comparison(.like, options: options, with: pattern.argument)
  }

  /// Whether the whole of it matches an ICU regular expression.
  public func matches(_ pattern: String, _ options: FoldingOptions = []) -> TypedPredicate<Root> {
    side.comparison(.matches, options: options, with: pattern.argument)
  }
}

extension Term where Value == [String] {
  /// Whether a text is one of the list's.
  public func contains(_ text: String, _ options: FoldingOptions = []) -> TypedPredicate<Root> {
    ComparisonStart(quantifier: nil, build: build).comparison(
      .contains, options: options, with: text.argument)
  }
}
