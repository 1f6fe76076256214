import Collation
public import Model

/// A Swift value that predicates can be asked of: it reads its properties by name.
///
/// Stored attributes and relationships are read; derived ones are worked out from them. What is said
/// of a ``Reader`` holds: null where there is no value, references as identities.
public protocol PropertySource {
  /// The identity, to which `SELF` and references are equal; nil where it has none.
  var identity: ObjectID? { get }

  /// The value of a stored property.
  func value(of property: String) -> Value
}

extension PropertySource {
  /// None.
  public var identity: ObjectID? { nil }
}

extension PropertyValues: PropertySource {
  /// The value under a name, null where there is none.
  public func value(of property: String) -> Value { self[property] ?? .null }
}

extension Collection where Element: PropertySource {
  /// The elements that match a predicate, in their order: those that the store would give.
  ///
  /// References are followed to elements of the collection that have an identity, and beyond them
  /// where `others` reads other objects.
  ///
  /// - Parameters:
  ///   - predicate: The predicate; all elements are taken for objects of its entity.
  ///   - others: Reads properties of objects that are no elements.
  /// - Throws: What `others` throws; ``PredicateError`` where a pattern needs too much work or a clock
  ///   is not bound.
  public func filter(
    _ predicate: Predicate, others: Reader = { _, _ in .null }
  ) throws -> [Element] {
    let places = places
    var matching: [Element] = []
    for (place, element) in enumerated() {
      let isMatch = try predicate.matches(places.identities[place]) { id, property in
        guard let index = places.indices[id] else { return try others(id, property) }
        return self[index].value(of: property)
      }
      if isMatch { matching.append(element) }
    }
    return matching
  }

  /// The elements in the order of sort descriptors, as the store would give them: what is equal in all
  /// keys comes by identity, and what has none in the order it had.
  ///
  /// - Parameters:
  ///   - descriptors: The keys; none: by identity.
  ///   - others: Reads properties of objects that are no elements.
  /// - Throws: What `others` throws; ``PredicateError`` where a clock is not bound.
  public func sorted(
    by descriptors: [SortDescriptor], others: Reader = { _, _ in .null }
  ) throws -> [Element] {
    let places = places
    var keyed: [(keys: [SortKey], identity: ObjectID, element: Element)] = []
    for (place, element) in enumerated() {
      let id = places.identities[place]
      let keys = try descriptors.map { descriptor in
        let value = try descriptor.expression.evaluate(id) { id, property in
          guard let index = places.indices[id] else { return try others(id, property) }
          return self[index].value(of: property)
        }
        return SortKey(value, descriptor.order)
      }
      keyed.append((keys, id, element))
    }
    let isLastAscending = descriptors.last?.isAscending ?? true
    return keyed.sorted { left, right in
      for (index, descriptor) in descriptors.enumerated() {
        let order = SortKey.compare(left.keys[index], right.keys[index])
        if order != 0 { return (order < 0) == descriptor.isAscending }
      }
      return isLastAscending ? left.identity < right.identity : right.identity < left.identity
    }.map(\.element)
  }

  /// The elements by their identities, and a made-up one for each that has none.
  private var places: (identities: [ObjectID], indices: [ObjectID: Index]) {
    var identities: [ObjectID] = []
    var indices: [ObjectID: Index] = [:]
    for (place, index) in self.indices.enumerated() {
      // No object has an identity of version 0 whose first half is zero.
      let id = self[index].identity ?? ObjectID(high: 0, low: UInt64(place) + 1)
      identities.append(id)
      indices[id] = index
    }
    return (identities, indices)
  }
}

/// A value as a sort descriptor orders it: as the keys of the store do.
private enum SortKey {
  case null
  case number(Value)
  case moment(Int64)
  case bytes([UInt8])

  init(_ value: Value, _ order: StringOrder) {
    switch value {
    case .bool, .int, .double: self = .number(value)
    case .date(let moment): self = .moment(moment.microseconds)
    case .string(let text): self = .bytes(order.keyForm(of: text))
    case .uuid(let id): self = .bytes(id.bytes)
    case .null, .list, .data, .content: self = .null
    }
  }

  /// Negative, zero or positive as `left` stands before, beside or behind `right`; null before all.
  static func compare(_ left: SortKey, _ right: SortKey) -> Int {
    switch (left, right) {
    case (.number(let left), .number(let right)): return ValueComparison.compare(left, right) ?? 0
    case (.moment(let left), .moment(let right)): return left < right ? -1 : left == right ? 0 : 1
    case (.bytes(let left), .bytes(let right)):
      return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    default: return left.kind - right.kind
    }
  }

  /// The kinds in their order: an expression of one type yields one beside null.
  private var kind: Int {
    switch self {
    case .null: 0
    case .number: 1
    case .moment: 2
    case .bytes: 3
    }
  }
}
