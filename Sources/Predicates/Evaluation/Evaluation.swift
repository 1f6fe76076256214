import Collation
public import Model

/// How an evaluation reads an object.
///
/// - A stored attribute gives its value, `.null` where there is none.
/// - A to-one relationship gives a `.uuid`, or `.null`.
/// - A to-many relationship gives a `.list` of `.uuid` in the relationship's order, or `.null` for
///   none.
///
/// Derived attributes are never asked for. An object that is not there reads as `.null` throughout.
public typealias Reader = (_ object: ObjectID, _ property: String) throws -> Value

/// What stands still while one object, or a whole fetch, is evaluated.
struct Clock: Sendable, Hashable {
  /// What `now()` is.
  let now: Moment
  /// What `random()` is, from 0 up.
  let random: Int64
}

/// One walk over a checked tree.
struct Evaluation {
  let clock: Clock?
  /// The elements that the subqueries around the place are at, outermost first.
  private var variables: [Value] = []

  init(clock: Clock?) {
    self.clock = clock
  }

  // MARK: Expressions

  mutating func value(of node: Node, _ object: ObjectID, _ read: Reader) throws -> Value {
    switch node {
    case .literal(let value): return value
    case .path(let path): return try value(of: path, object, read)
    case .list(let elements):
      var values: [Value] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try value(of: element, object, read)) }
      return .list(values)
    case .negative(let operand): return Arithmetic.negative(try value(of: operand, object, read))
    case .arithmetic(let operation, let left, let right):
      let left = try value(of: left, object, read)
      return Arithmetic.apply(operation, left, try value(of: right, object, read))
    case .call(let function, let arguments):
      return try call(function, arguments, object, read)
    case .cast(let operand, let type):
      return type.cast(try value(of: operand, object, read))
    case .ternary(let condition, let first, let second):
      return try value(of: try holds(condition, object, read) ? first : second, object, read)
    case .aggregate(let operation, let path, _):
      return Statistics.apply(operation, try value(of: path, object, read).elements)
    case .element(let list, let index):
      let elements = try value(of: list, object, read).elements
      switch index {
      case .first: return elements.first ?? .null
      case .last: return elements.last ?? .null
      case .at(let index):
        guard let place = try value(of: index, object, read).integer,
          place >= 0, place < elements.count
        else { return .null }
        return elements[Int(place)]
      }
    case .size(let list):
      return .int(Int64(try value(of: list, object, read).elements.count))
    case .subquery(let collection, _, let slot, let predicate):
      var found: [Value] = []
      for element in try value(of: collection, object, read).elements {
        // What an inner subquery left behind is not in scope.
        variables.removeSubrange(slot...)
        variables.append(element)
        if try holds(predicate, object, read) { found.append(element) }
      }
      variables.removeSubrange(min(slot, variables.count)...)
      return .list(found)
    }
  }

  private mutating func value(
    of path: PropertyPath, _ object: ObjectID, _ read: Reader
  ) throws -> Value {
    var value: Value
    switch path.base {
    case .selfObject: value = .uuid(object)
    case .variable(_, let slot): value = variables[slot]
    case .node(let node): value = try self.value(of: node, object, read)
    }
    if path.isCollection {
      var found: [Value] = []
      try collect(value, path.hops[...], into: &found, read)
      return .list(found)
    }
    for hop in path.hops {
      guard case .uuid(let object) = value else { return .null }
      value = try self.value(of: hop, object, read)
    }
    return value
  }

  private mutating func value(
    of hop: PropertyPath.Hop, _ object: ObjectID, _ read: Reader
  ) throws -> Value {
    guard case .derived(let body, _) = hop.kind else { return try read(object, hop.name) }
    // A derived attribute knows nothing of the subqueries around its use.
    var evaluation = Evaluation(clock: clock)
    return try evaluation.value(of: body, object, read)
  }

  /// Appends what the hops find from a value: lists are laid flat, and a missing link is one null,
  /// unless a collection would have followed.
  private mutating func collect(
    _ value: Value, _ hops: ArraySlice<PropertyPath.Hop>, into found: inout [Value], _ read: Reader
  ) throws {
    switch value {
    case .list(let elements):
      for element in elements { try collect(element, hops, into: &found, read) }
    case .uuid(let object):
      guard let hop = hops.first else {
        found.append(value)
        return
      }
      let next = try self.value(of: hop, object, read)
      if next.isNull, hop.isMany { return }
      try collect(next, hops.dropFirst(), into: &found, read)
    default:
      if hops.isEmpty {
        found.append(value)
      } else if !hops.contains(where: \.isMany) {
        found.append(.null)
      }
    }
  }

  // MARK: Predicates

  mutating func holds(_ predicate: PredicateNode, _ object: ObjectID, _ read: Reader) throws -> Bool
  {
    switch predicate {
    case .constant(let answer): return answer
    case .not(let inner): return try !holds(inner, object, read)
    case .and(let parts):
      for part in parts where try !holds(part, object, read) { return false }
      return true
    case .or(let parts):
      for part in parts where try holds(part, object, read) { return true }
      return false
    case .comparison(let comparison):
      let left = try value(of: comparison.left, object, read)
      let right = try value(of: comparison.right, object, read)
      guard let quantifier = comparison.quantifier else { return try comparison.holds(left, right) }
      let wanted = quantifier != .all
      for element in left.elements where try comparison.holds(element, right) == wanted {
        return quantifier == .any
      }
      return quantifier != .any
    }
  }
}

extension PropertyPath.Hop {
  /// Whether the hop leads to any number of values.
  var isMany: Bool {
    switch kind {
    case .list, .toMany, .derived(_, isList: true): true
    case .attribute, .toOne, .derived: false
    }
  }
}

extension Value {
  /// The elements of a list; none where there is no list.
  var elements: [Value] {
    if case .list(let elements) = self { elements } else { [] }
  }
}
