/// A property that an expression reads, and how it gets to it.
///
/// For `team.title` on heroes: `hero.team`, reached by no hop, and `team.title`, reached by the hop
/// `hero.team`. Where an object changes in `property`, the objects whose rows it can change are
/// found by walking `path` backwards from it.
public struct PropertyRead: Sendable, Hashable {
  /// A relationship that is followed.
  public struct Hop: Sendable, Hashable {
    /// The entity that it is followed from.
    public var entity: String
    /// The relationship's name.
    public var relationship: String
  }

  /// The relationships followed from the evaluated object, in order.
  public var path: [Hop]
  /// The entity that the property is read of, sub-entities included.
  public var entity: String
  /// The name of the stored attribute or relationship.
  public var property: String
}

/// What a tree depends on.
struct Dependencies: Sendable, Hashable {
  var reads: Set<PropertyRead> = []
  var usesClock = false

  init(of node: Node) {
    visit(node, from: [])
  }

  init(of predicate: PredicateNode) {
    visit(predicate, from: [])
  }

  /// Where the elements of the subqueries around the place come from; nil where they are no
  /// objects.
  private var variables: [[PropertyRead.Hop]] = []

  /// Visits a node that is evaluated at the object which `origin` leads to, and returns the hops
  /// that lead to the objects which it yields, where it yields any.
  @discardableResult
  private mutating func visit(_ node: Node, from origin: [PropertyRead.Hop]) -> [PropertyRead.Hop] {
    switch node {
    case .literal: return origin
    case .path(let path): return visit(path, from: origin)
    case .list(let elements):
      for element in elements { visit(element, from: origin) }
      return origin
    case .negative(let operand), .cast(let operand, _): return visit(operand, from: origin)
    case .size(let list): return visit(list, from: origin)
    case .arithmetic(_, let left, let right):
      visit(left, from: origin)
      return visit(right, from: origin)
    case .call(let function, let arguments):
      if function.usesClock { usesClock = true }
      var end = origin
      for argument in arguments { end = visit(argument, from: origin) }
      return end
    case .ternary(let condition, let first, let second):
      visit(condition, from: origin)
      visit(first, from: origin)
      return visit(second, from: origin)
    case .aggregate(_, let path, _): return visit(path, from: origin)
    case .element(let list, let index):
      if case .at(let index) = index { visit(index, from: origin) }
      return visit(list, from: origin)
    case .subquery(let collection, _, let slot, let predicate):
      let end = visit(collection, from: origin)
      variables.removeSubrange(min(slot, variables.count)...)
      variables.append(end)
      visit(predicate, from: origin)
      variables.removeSubrange(min(slot, variables.count)...)
      return end
    }
  }

  private mutating func visit(_ path: PropertyPath, from origin: [PropertyRead.Hop])
    -> [PropertyRead.Hop]
  {
    var place: [PropertyRead.Hop]
    switch path.base {
    case .selfObject: place = origin
    case .variable(_, let slot): place = slot < variables.count ? variables[slot] : origin
    case .node(let node): place = visit(node, from: origin)
    }
    for hop in path.hops {
      switch hop.kind {
      case .derived(let body, _):
        let outer = variables
        variables = []
        place = visit(body, from: place)
        variables = outer
      case .attribute, .list:
        reads.insert(PropertyRead(path: place, entity: hop.entity, property: hop.name))
      case .toOne, .toMany:
        reads.insert(PropertyRead(path: place, entity: hop.entity, property: hop.name))
        place.append(PropertyRead.Hop(entity: hop.entity, relationship: hop.name))
      }
    }
    return place
  }

  private mutating func visit(_ predicate: PredicateNode, from origin: [PropertyRead.Hop]) {
    switch predicate {
    case .constant: break
    case .not(let inner): visit(inner, from: origin)
    case .and(let parts), .or(let parts): for part in parts { visit(part, from: origin) }
    case .comparison(let comparison):
      visit(comparison.left, from: origin)
      visit(comparison.right, from: origin)
    }
  }
}
