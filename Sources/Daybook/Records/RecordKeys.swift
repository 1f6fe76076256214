public import Predicates

/// The properties of a typed record as keys of predicates and sort descriptors, by key path.
///
///     let young = try Hero.keys.age < 20 && Hero.keys.team[Team.keys.title].hasPrefix("Lea")
///     let request = try journal.request(
///       for: Hero.self, where: young, sortedBy: [Hero.keys.name.ascending])
///
/// A key throws ``TypedRecordError`` where its name cannot be found out: see
/// ``TypedRecord/propertyName(of:)``.
@dynamicMemberLookup
public struct RecordKeys<Root: TypedRecord>: Sendable {
  init() {}

  /// The key of a property.
  public subscript<Value: PropertyType>(
    dynamicMember path: KeyPath<Root, Value>
  ) -> Key<Root, Value> {
    get throws { Key(try Root.propertyName(of: path)) }
  }

  /// The key of a property that may have no value.
  public subscript<Value: PropertyType>(
    dynamicMember path: KeyPath<Root, Value?>
  ) -> Key<Root, Value> {
    get throws { Key(try Root.propertyName(of: path)) }
  }

  /// The key of a property that is stored by its raw value.
  public subscript<Value: RawRepresentable>(
    dynamicMember path: KeyPath<Root, Value>
  ) -> Key<Root, Value.RawValue> where Value.RawValue: PropertyType {
    get throws { Key(try Root.propertyName(of: path)) }
  }

  /// The key of a property that is stored by its raw value and may have none.
  public subscript<Value: RawRepresentable>(
    dynamicMember path: KeyPath<Root, Value?>
  ) -> Key<Root, Value.RawValue> where Value.RawValue: PropertyType {
    get throws { Key(try Root.propertyName(of: path)) }
  }

  /// The key of a relationship to one object.
  public subscript<Target>(
    dynamicMember path: KeyPath<Root, Reference<Target>?>
  ) -> Key<Root, ToOne<Target>> {
    get throws { Key(try Root.propertyName(of: path)) }
  }

  /// The key of a relationship to any number of objects.
  public subscript<Target>(
    dynamicMember path: KeyPath<Root, [Reference<Target>]>
  ) -> Key<Root, ToMany<Target>> {
    get throws { Key(try Root.propertyName(of: path)) }
  }
}

extension TypedRecord {
  /// The properties as keys of predicates and sort descriptors.
  public static var keys: RecordKeys<Self> { RecordKeys() }

  /// The key of a property whose own type is none of the predicate language, as the type that it is stored
  /// as.
  ///
  /// - Parameters:
  ///   - path: The property, as a `Date`.
  ///   - type: What it is to predicates, as `Moment.self`.
  /// - Throws: ``TypedRecordError``.
  public static func key<Value, Stored: PropertyType>(
    _ path: KeyPath<Self, Value>, as type: Stored.Type
  ) throws -> Key<Self, Stored> {
    Key(try propertyName(of: path))
  }
}

extension Journal {
  /// A request for typed records, whose predicate and order the compiler has checked and the model checks
  /// now.
  ///
  /// - Parameters:
  ///   - type: The struct for what is asked for.
  ///   - predicate: What they match; nil: all.
  ///   - sort: The order; empty: by identity.
  ///   - section: What groups them, and whether the groups ascend; nil: no sections.
  /// - Throws: `PredicateError` where a key is no property of the entity or of another type there.
  public func request<Element: TypedRecord>(
    for type: Element.Type, where predicate: TypedPredicate<Element>? = nil,
    sortedBy sort: [TypedSort<Element>] = [], sectionedBy section: TypedSort<Element>? = nil
  ) throws -> FetchRequest {
    try read { snapshot in
      let (entity, model) = (Element.entity, snapshot.model)
      var request = FetchRequest(entity: entity)
      request.predicate = try predicate.map {
        try Predicate($0, entity: entity, model: model).text
      }
      request.sort(by: try sort.map { try SortDescriptor($0, entity: entity, model: model) })
      request.section = try section.map { section in
        let key = try SortDescriptor(section, entity: entity, model: model)
        return key.expression.text + (key.isAscending ? " asc" : " desc")
      }
      return request
    }
  }
}
