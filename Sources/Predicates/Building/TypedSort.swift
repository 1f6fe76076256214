public import Collation
public import Model

/// One key of an order of records of a type, built of a ``Term`` and not yet checked against a model.
public struct TypedSort<Root>: Sendable {
  let build: @Sendable (SyntaxExpression) -> SyntaxExpression
  let isAscending: Bool
  let order: StringOrder
}

extension Term where Value: PropertyType {
  /// The least first; null before all.
  public var ascending: TypedSort<Root> {
    TypedSort(build: build, isAscending: true, order: .compare)
  }

  /// The greatest first; null behind all.
  public var descending: TypedSort<Root> {
    TypedSort(build: build, isAscending: false, order: .compare)
  }
}

extension Term where Value == String {
  /// The least first in an order of texts.
  public func ascending(_ order: StringOrder) -> TypedSort<Root> {
    TypedSort(build: build, isAscending: true, order: order)
  }

  /// The greatest first in an order of texts.
  public func descending(_ order: StringOrder) -> TypedSort<Root> {
    TypedSort(build: build, isAscending: false, order: order)
  }
}

extension SortDescriptor {
  /// Checks a typed sort key for objects of an entity.
  ///
  /// - Parameters:
  ///   - typed: The key.
  ///   - entity: The entity whose objects are sorted.
  ///   - model: The model that has the entity.
  /// - Throws: `PredicateError` where it does not fit the model.
  public init<Root>(
    _ typed: TypedSort<Root>, entity: String, model: ObjectModel
  ) throws(PredicateError) {
    try self.init(
      Expression(building: typed.build(Term<Root, ObjectID>.base), entity: entity, model: model),
      isAscending: typed.isAscending, order: typed.order)
  }
}

extension Expression {
  /// Checks a typed expression for objects of an entity.
  ///
  /// - Parameters:
  ///   - typed: The expression.
  ///   - entity: The entity whose objects it is for.
  ///   - model: The model that has the entity.
  /// - Throws: `PredicateError` where it does not fit the model.
  public init<Root, Value>(
    _ typed: Term<Root, Value>, entity: String, model: ObjectModel
  ) throws(PredicateError) {
    try self.init(
      building: typed.build(Term<Root, Value>.base), entity: entity, model: model)
  }

  fileprivate init(
    building syntax: SyntaxExpression, entity: String, model: ObjectModel
  ) throws(PredicateError) {
    var checker = Checker(text: nil, model: model, arguments: [], variables: [:])
    _ = try checker.entity(entity)
    self.init(try checker.scalar(syntax, of: entity), entity: entity)
  }
}
