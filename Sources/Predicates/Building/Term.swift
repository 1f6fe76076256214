public import Model

/// An expression over records of a type, whose value has a type that the compiler knows: a key, a
/// path, arithmetic, a function.
///
/// The same tree that a format string is parsed into, and with the same answers: there is one
/// evaluator. The model checks it when a ``Predicate`` is made of it.
///
///     enum Hero {
///       static let name = Key<Hero, String>("name")
///       static let power = Key<Hero, Double>("power")
///       static let team = Key<Hero, ToOne<Team>>("team")
///     }
///     enum Team {
///       static let title = Key<Team, String>("title")
///       static let members = Key<Team, ToMany<Hero>>("members")
///     }
///     let strong = Hero.power > 9 && Hero.team[Team.title].contains("air", .caseInsensitive)
///     let full = any(Team.members[Hero.name]) == "Ada" || Team.members.count >= 5
///     let predicate = try Predicate(strong, entity: "hero", model: model)
///
/// `Root` tells only which keys go together: any type will do, the record type itself best of all.
public struct Term<Root, Value>: Sendable {
  /// Makes the tree for the object that a base stands for: the record itself, one that a path has
  /// reached, or the element of a subquery.
  let build: @Sendable (SyntaxExpression) -> SyntaxExpression

  init(_ build: @escaping @Sendable (SyntaxExpression) -> SyntaxExpression) {
    self.build = build
  }

  /// The record itself.
  static var base: SyntaxExpression { SyntaxExpression(.selfObject) }
}

/// A property of records of a type, by its name in the model.
public typealias Key<Root, Value> = Term<Root, Value>

extension SyntaxExpression {
  init(_ kind: Kind) {
    self.init(kind, at: 0)
  }

  /// A property of the object that the expression gives.
  func member(_ name: String) -> SyntaxExpression {
    if case .selfObject = kind { return SyntaxExpression(.key(name)) }
    return SyntaxExpression(.member(self, name))
  }
}

extension Term where Value: PropertyType {
  /// The attribute or to-one relationship of a name.
  ///
  /// - Parameter name: The name as the model has it; points in it are part of it.
  public init(_ name: String) {
    self.init { SyntaxExpression(.declared($0.member(name), Value.Family.kind)) }
  }

  /// A constant.
  static func constant(_ value: some ArgumentConvertible) -> Term {
    let argument = value.argument
    return Term { _ in SyntaxExpression(.argument(argument)) }
  }

  /// A function of this value.
  func call<Result>(_ function: Function) -> Term<Root, Result> {
    let build = build
    return Term<Root, Result> { SyntaxExpression(.call(function, [build($0)])) }
  }
}

extension Term where Value == ObjectID {
  /// The record itself: `SELF`.
  public static var object: Term { Term { $0 } }
}

// MARK: - Functions

extension Term where Value == String {
  /// The text in lower case.
  public var lowercased: Term { call(.lowercase) }
  /// The text in upper case.
  public var uppercased: Term { call(.uppercase) }
  /// The text in lower case and without marks, for comparisons.
  public var folded: Term { call(.folded) }
  /// The first letter in upper case.
  public var firstLetter: Term { call(.firstLetter) }
  /// The first line, or of a single line the first sentence.
  public var title: Term { call(.title) }
  /// How many Unicode scalars the text has.
  public var length: Term<Root, Int> { call(.length) }
}

extension Term where Value == Moment {
  /// The day in the moment's own offset, such as `2026-11-30`.
  public var day: Term<Root, String> { call(.day) }
  /// The week in the moment's own offset, such as `2026-W49`.
  public var week: Term<Root, String> { call(.week) }
  /// The month in the moment's own offset, such as `2026-11`.
  public var month: Term<Root, String> { call(.month) }
  /// The year in the moment's own offset.
  public var year: Term<Root, Int> { call(.year) }
}

extension Term where Value: NumberType {
  /// The distance from 0.
  public var magnitude: Term { call(.abs) }
  /// The square root.
  public var squareRoot: Term<Root, Double> { call(.sqrt) }

  private static func arithmetic<Other, Result>(
    _ operation: ArithmeticOperator, _ left: Term, _ right: Term<Root, Other>
  ) -> Term<Root, Result> {
    Term<Root, Result> {
      SyntaxExpression(.arithmetic(operation, left.build($0), right.build($0)))
    }
  }

  /// The sum.
  public static func + (left: Term, right: Term) -> Term { arithmetic(.add, left, right) }
  /// The sum.
  public static func + (left: Term, right: Value) -> Term { left + .constant(right) }
  /// The difference.
  public static func - (left: Term, right: Term) -> Term { arithmetic(.subtract, left, right) }
  /// The difference.
  public static func - (left: Term, right: Value) -> Term { left - .constant(right) }
  /// The product.
  public static func * (left: Term, right: Term) -> Term { arithmetic(.multiply, left, right) }
  /// The product.
  public static func * (left: Term, right: Value) -> Term { left * .constant(right) }
  /// The quotient; of two whole numbers without its fraction.
  public static func / (left: Term, right: Term) -> Term { arithmetic(.divide, left, right) }
  /// The quotient; of two whole numbers without its fraction.
  public static func / (left: Term, right: Value) -> Term { left / .constant(right) }
}
