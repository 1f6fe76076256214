public import Model

extension Term {
  /// The to-many relationship of a name.
  ///
  /// - Parameter name: The name as the model has it.
  public init<Target>(_ name: String) where Value == ToMany<Target> {
    self.init { $0.member(name) }
  }

  /// What a to-one relationship leads to: `hero.team[Team.title]`; null where it leads nowhere.
  public subscript<Target, Found>(
    _ term: Term<Target, Found>
  ) -> Term<Root, Found> where Value == ToOne<Target> {
    let build = build
    return Term<Root, Found> { term.build(build($0)) }
  }

  /// What a to-many relationship finds in its objects.
  public subscript<Target, Found: PropertyType>(
    _ term: Term<Target, Found>
  ) -> Term<Root, Many<Found>> where Value == ToMany<Target> {
    let build = build
    return Term<Root, Many<Found>> { term.build(build($0)) }
  }

  /// How many objects a to-many relationship leads to.
  public func count<Target>() -> Term<Root, Int> where Value == ToMany<Target> {
    let build = build
    return Term<Root, Int> { SyntaxExpression(.collectionOperator(build($0), .count)) }
  }

  /// Those of a to-many relationship's objects that match.
  public func filtered<Target>(
    by predicate: TypedPredicate<Target>
  ) -> Term where Value == ToMany<Target> {
    let build = build
    return Term { base in
      // Subqueries stand in one another, each with an element of its own.
      let variable = "element\(base.subqueryDepth)"
      let element = SyntaxExpression(.variable(variable))
      return SyntaxExpression(
        .subquery(build(base), variable: variable, predicate.build(element)))
    }
  }

  /// Whether an object is one that a to-many relationship leads to.
  public func contains<Target>(
    _ object: ObjectID
  ) -> TypedPredicate<Root> where Value == ToMany<Target> {
    ComparisonStart(quantifier: nil, build: build).comparison(.contains, with: object.argument)
  }
}

extension SyntaxExpression {
  /// How many subqueries stand around the object that an expression begins from.
  fileprivate var subqueryDepth: Int {
    switch kind {
    case .variable(let name): (Int(name.dropFirst("element".count)) ?? 0) + 1
    case .member(let base, _), .declared(let base, _): base.subqueryDepth
    default: 0
    }
  }
}

extension Term {
  private func aggregate<Found, Result>(
    _ operation: CollectionOperator
  ) -> Term<Root, Result> where Value == Many<Found> {
    let build = build
    return Term<Root, Result> { SyntaxExpression(.collectionOperator(build($0), operation)) }
  }

  /// The sum of the numbers found, missing ones as 0.
  public func sum<Found: NumberType>() -> Term<Root, Found> where Value == Many<Found> {
    aggregate(.sum)
  }

  /// The mean of the numbers found, missing ones as 0.
  public func average<Found: NumberType>() -> Term<Root, Double> where Value == Many<Found> {
    aggregate(.avg)
  }

  /// The least of what is found.
  public func minimum<Found>() -> Term<Root, Found>
  where Value == Many<Found>, Found.Family: OrderedFamily {
    aggregate(.min)
  }

  /// The greatest of what is found.
  public func maximum<Found>() -> Term<Root, Found>
  where Value == Many<Found>, Found.Family: OrderedFamily {
    aggregate(.max)
  }
}

// MARK: - Any, all, none

/// The elements of a collection, of which any, all or none must pass a comparison.
public struct Quantified<Root, Value>: ComparisonSide {
  /// The elements, and how many must pass.
  public let side: ComparisonStart

  fileprivate init<Found>(
    _ quantifier: Quantifier, _ term: Term<Root, Found>
  ) {
    side = ComparisonStart(quantifier: quantifier, build: term.build)
  }
}

/// At least one element.
public func any<Root, Found>(_ collection: Term<Root, Many<Found>>) -> Quantified<Root, Found> {
  Quantified(.any, collection)
}

/// Every element; of none too.
public func all<Root, Found>(_ collection: Term<Root, Many<Found>>) -> Quantified<Root, Found> {
  Quantified(.all, collection)
}

/// No element.
public func none<Root, Found>(_ collection: Term<Root, Many<Found>>) -> Quantified<Root, Found> {
  Quantified(.none, collection)
}

/// At least one text of a list.
public func any<Root>(_ list: Term<Root, [String]>) -> Quantified<Root, String> {
  Quantified(.any, list)
}

/// Every text of a list; of none too.
public func all<Root>(_ list: Term<Root, [String]>) -> Quantified<Root, String> {
  Quantified(.all, list)
}

/// No text of a list.
public func none<Root>(_ list: Term<Root, [String]>) -> Quantified<Root, String> {
  Quantified(.none, list)
}
