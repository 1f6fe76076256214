public import Predicates

extension TypedRecord {
  /// The key of a property, for predicates and sort keys that the compiler checks.
  ///
  ///     let strong = try Hero.key(\.power) > 9 && Hero.key(\.team)[Team.key(\.title)] == "A"
  ///
  /// - Parameter path: A key path from the struct to the property.
  /// - Throws: ``TypedRecordError``, where the path leads to no coded property.
  public static func key<Value: PropertyType>(
    _ path: KeyPath<Self, Value>
  ) throws -> Key<Self, Value> {
    Key(try propertyName(of: path))
  }

  /// The key of a property that may have no value.
  ///
  /// - Parameter path: A key path from the struct to the property.
  /// - Throws: ``TypedRecordError``, where the path leads to no coded property.
  public static func key<Value: PropertyType>(
    _ path: KeyPath<Self, Value?>
  ) throws -> Key<Self, Value> {
    Key(try propertyName(of: path))
  }

  /// The key of a reference to one object.
  ///
  /// - Parameter path: A key path from the struct to the property.
  /// - Throws: ``TypedRecordError``, where the path leads to no coded property.
  public static func key<Target>(
    _ path: KeyPath<Self, Reference<Target>>
  ) throws -> Key<Self, ToOne<Target>> {
    Key(try propertyName(of: path))
  }

  /// The key of a reference to one object or none.
  ///
  /// - Parameter path: A key path from the struct to the property.
  /// - Throws: ``TypedRecordError``, where the path leads to no coded property.
  public static func key<Target>(
    _ path: KeyPath<Self, Reference<Target>?>
  ) throws -> Key<Self, ToOne<Target>> {
    Key(try propertyName(of: path))
  }

  /// The key of references to several objects.
  ///
  /// - Parameter path: A key path from the struct to the property.
  /// - Throws: ``TypedRecordError``, where the path leads to no coded property.
  public static func key<Target>(
    _ path: KeyPath<Self, [Reference<Target>]>
  ) throws -> Key<Self, ToMany<Target>> {
    Key(try propertyName(of: path))
  }
}

extension Snapshot {
  /// Asks for the records of a type that match a predicate, sorted.
  ///
  /// - Parameters:
  ///   - type: The type, which names the entity.
  ///   - predicate: The condition; nil: all.
  ///   - sort: The order; none: by identity.
  /// - Throws: `PredicateError`, where a key is none of the model's, or not of its type.
  public func request<Element: TypedRecord>(
    _ type: Element.Type, where predicate: TypedPredicate<Element>? = nil,
    sortedBy sort: [TypedSort<Element>] = []
  ) throws -> FetchRequest {
    var request = FetchRequest(entity: type.entity)
    request.predicate = try predicate.map {
      try Predicate($0, entity: type.entity, model: model).text
    }
    request.sort(
      by: try sort.map { try SortDescriptor($0, entity: type.entity, model: model) })
    return request
  }
}
