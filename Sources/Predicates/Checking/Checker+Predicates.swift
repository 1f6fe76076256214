import Collation
import Model

extension Checker {
  /// Checks a predicate for objects of an entity.
  ///
  /// Conjunctions within conjunctions are laid flat.
  mutating func predicate(_ syntax: SyntaxPredicate, of entity: String) throws(PredicateError)
    -> PredicateNode
  {
    switch syntax {
    case .constant(let answer): return .constant(answer)
    case .not(let inner): return .not(try predicate(inner, of: entity))
    case .and(let parts):
      var flat: [PredicateNode] = []
      for part in parts {
        let part = try predicate(part, of: entity)
        if case .and(let inner) = part { flat += inner } else { flat.append(part) }
      }
      // Built ones may have one part or none.
      return flat.isEmpty ? .constant(true) : flat.count == 1 ? flat[0] : .and(flat)
    case .or(let parts):
      var flat: [PredicateNode] = []
      for part in parts {
        let part = try predicate(part, of: entity)
        if case .or(let inner) = part { flat += inner } else { flat.append(part) }
      }
      return flat.isEmpty ? .constant(false) : flat.count == 1 ? flat[0] : .or(flat)
    case .comparison(let comparison):
      return .comparison(try self.comparison(comparison, of: entity))
    }
  }

  private mutating func comparison(_ syntax: SyntaxComparison, of entity: String)
    throws(PredicateError) -> Comparison
  {
    let left = try expression(syntax.left, of: entity)
    let right = try expression(syntax.right, of: entity)
    var element = left.type
    if let quantifier = syntax.quantifier {
      switch left.type {
      case .list(let type): element = type
      case .null: break
      default:
        throw fail(
          .type, "\(quantifier.rawValue) needs a collection, and this is \(left.type.phrase)",
          at: syntax.left.offset)
      }
    } else if left.isToMany, syntax.operation != .contains {
      throw toMany(at: syntax.left.offset)
    }
    if right.isToMany, syntax.operation != .in { throw toMany(at: syntax.right.offset) }

    switch syntax.operation {
    case .equal, .notEqual: try expectComparable(element, right.type, syntax)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      try expectOrder(element, right.type, syntax)
    case .between: try expectBounds(element, right, syntax)
    case .in: try expectContainer(right.type, of: element, syntax)
    case .contains: try expectContainer(element, holding: right.type, syntax)
    case .beginsWith, .endsWith, .like, .matches:
      try expectText(element, syntax, at: syntax.left.offset)
      try expectText(right.type, syntax, at: syntax.right.offset)
    }

    do {
      return Comparison(
        quantifier: syntax.quantifier, left: left.node, operation: syntax.operation,
        options: syntax.options, right: right.node,
        prepared: try PreparedOperand(
          syntax.operation, syntax.options, left: left.node, right: right.node))
    } catch {
      let place =
        error.offset.map { $0 == 1 ? " behind its first sign" : " behind its first \($0) signs" }
        ?? ""
      throw fail(
        .regex, "the pattern of MATCHES is wrong\(place): \(error.reason)", at: syntax.right.offset)
    }
  }

  private func expectComparable(
    _ left: ValueType, _ right: ValueType, _ syntax: SyntaxComparison
  ) throws(PredicateError) {
    if left.isList == right.isList || left.isOpen || right.isOpen { return }
    let (offset, other) =
      left.isList ? (syntax.left.offset, right.phrase) : (syntax.right.offset, left.phrase)
    throw fail(
      .type,
      "\(syntax.operation.rawValue) compares a list with \(other): write ANY, ALL or NONE before "
        + "the list, or CONTAINS", at: offset)
  }

  private func expectOrder(_ left: ValueType, _ right: ValueType, _ syntax: SyntaxComparison)
    throws(PredicateError)
  {
    for (type, offset) in [(left, syntax.left.offset), (right, syntax.right.offset)]
    where type.ordering == nil && !type.isOpen {
      throw fail(
        .type,
        "\(type.phrase) has no order: \(syntax.operation.rawValue) compares numbers, texts "
          + "and moments", at: offset)
    }
    guard let one = left.ordering, let other = right.ordering, one != other else { return }
    var message =
      "\(syntax.operation.rawValue) compares \(left.phrase) with \(right.phrase), "
      + "which have no order"
    if one == .date && other == .string || one == .string && other == .date {
      message += "; a moment is written CAST('2026-11-30T08:00:00Z', 'NSDate')"
    }
    throw fail(.type, message, at: syntax.offset)
  }

  private func expectBounds(_ left: ValueType, _ right: Checked, _ syntax: SyntaxComparison)
    throws(PredicateError)
  {
    let offset = syntax.right.offset
    guard case .list(let bound) = right.type else {
      if right.type == .null { return }
      throw fail(
        .type, "BETWEEN needs two bounds such as {1, 5}, and this is \(right.type.phrase)",
        at: offset)
    }
    let count: Int? =
      switch right.node {
      case .list(let elements): elements.count
      case .literal(.list(let elements)): elements.count
      default: nil
      }
    if let count, count != 2 {
      throw fail(.type, "BETWEEN needs two bounds, and \(count) are given", at: offset)
    }
    guard bound != .mixed else {
      throw fail(.type, "the bounds of BETWEEN have no order between them", at: offset)
    }
    try expectOrder(left, bound, syntax)
  }

  private func expectContainer(
    _ right: ValueType, of left: ValueType, _ syntax: SyntaxComparison
  ) throws(PredicateError) {
    switch right {
    case .null, .mixed: break
    case .list(let element):
      guard left.isList, !element.isList, !element.isOpen else { return }
      throw fail(
        .type, "IN looks for a list in a list: write ANY, ALL or NONE before the left one",
        at: syntax.left.offset)
    case .string: try expectText(left, syntax, at: syntax.left.offset)
    default:
      throw fail(
        .type, "IN needs a list, a collection or text on its right, and this is \(right.phrase)",
        at: syntax.right.offset)
    }
  }

  private func expectContainer(
    _ left: ValueType, holding right: ValueType, _ syntax: SyntaxComparison
  ) throws(PredicateError) {
    switch left {
    case .null, .mixed, .list: break
    case .string: try expectText(right, syntax, at: syntax.right.offset)
    default:
      throw fail(
        .type,
        "CONTAINS needs text, a list or a collection on its left, and this is \(left.phrase)",
        at: syntax.left.offset)
    }
  }

  private func expectText(_ type: ValueType, _ syntax: SyntaxComparison, at offset: Int)
    throws(PredicateError)
  {
    guard type != .string, !type.isOpen else { return }
    var message = "\(syntax.operation.rawValue) compares texts, and this is \(type.phrase)"
    if type.isList { message += ": write ANY, ALL or NONE before it" }
    throw fail(.type, message, at: offset)
  }
}
