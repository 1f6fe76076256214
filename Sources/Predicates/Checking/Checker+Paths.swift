import Model

extension Checker {
  func selfObject(of entity: String) -> Checked {
    Checked(
      node: .path(PropertyPath(base: .selfObject, hops: [], isCollection: false)),
      type: .object(entity: entity))
  }

  /// Follows the keys of an argument of `%K`.
  ///
  /// A property of just that name comes first, whatever points it holds.
  mutating func keyPath(from base: Checked, _ path: String, at offset: Int) throws(PredicateError)
    -> Checked
  {
    if let entity = base.elementEntity, model.entity(entity)?.property(path) != nil {
      return try member(of: base, path, at: offset)
    }
    var checked = base
    for key in path.split(separator: ".", omittingEmptySubsequences: false) {
      if key.first == "@", let operation = CollectionOperator(rawValue: String(key.dropFirst())),
        case .list = checked.type, case .path(let path) = checked.node
      {
        checked = aggregate(operation, path, split: path.hops.count, checked.type)
      } else {
        checked = try member(of: checked, String(key), at: offset)
      }
    }
    return checked
  }

  /// Follows one key from an object, from the objects of a collection, or from those that a
  /// collection operator works on.
  mutating func member(of base: Checked, _ key: String, at offset: Int) throws(PredicateError)
    -> Checked
  {
    if let aggregated = base.aggregated, aggregated.operation != .count {
      let collection = try member(
        of: Checked(node: .path(aggregated.path), type: aggregated.type), key, at: offset)
      guard case .path(let path) = collection.node else { return base }
      return aggregate(aggregated.operation, path, split: aggregated.split, collection.type)
    }
    guard let entityName = base.elementEntity else {
      throw fail(.key, "\(base.type.phrase) has no property “\(key)”", at: offset)
    }
    let entity = try self.entity(entityName)
    guard let property = entity.property(key) else {
      // The object itself, as key-value coding has it.
      if key.lowercased() == "self" { return base }
      throw unknown(key, in: entity, at: offset)
    }

    var path = PropertyPath(base: .node(base.node), hops: [], isCollection: base.type.isList)
    if case .path(let own) = base.node { path = own }
    let kind: PropertyPath.Hop.Kind
    var type: ValueType
    var isToMany = base.isToMany
    switch property {
    case .attribute(let attribute):
      type = ValueType(attribute.type)
      kind = type.isList ? .list : .attribute
    case .relationship(let relationship) where relationship.isToMany:
      kind = .toMany
      type = .list(.object(entity: relationship.target))
      isToMany = true
      path.isCollection = true
    case .relationship(let relationship):
      kind = .toOne
      type = .object(entity: relationship.target)
    case .derived(let attribute):
      let body = try derived(attribute, of: entity, at: offset)
      type = body.type
      kind = .derived(body.node, isList: type.isList)
    }
    path.hops.append(PropertyPath.Hop(name: key, entity: entityName, kind: kind))
    // From a collection, lists are laid flat.
    if case .list = base.type, !type.isList { type = .list(type) }
    return Checked(node: .path(path), type: type, isToMany: isToMany)
  }

  private func unknown(_ key: String, in entity: Entity, at offset: Int) -> PredicateError {
    let names =
      Array(entity.attributes.keys) + Array(entity.relationships.keys) + Array(entity.derived.keys)
    var message = "there is no property “\(key)” in \(entity.name)"
    let near = hint(for: key, among: names)
    if near.isEmpty, key.lowercased() == "id" {
      message += "; an object's identity is SELF"
    } else {
      message += near
    }
    return fail(.key, message, at: offset)
  }

  /// Each level may hold the next several times, and the tree holds all of them.
  private static let derivationLimit = 12

  /// Checks the expression of a derived attribute, for objects of its entity.
  private mutating func derived(
    _ attribute: DerivedAttribute, of entity: Entity, at offset: Int
  ) throws(PredicateError) -> Checked {
    guard !expanding.contains(where: { $0 == (entity.name, attribute.name) }) else {
      let circle = expanding.map(\.name) + [attribute.name]
      namesCulprit = true
      throw fail(
        .key, "derived attributes need each other: \(circle.joined(separator: " → "))", at: offset)
    }
    guard expanding.count < Self.derivationLimit else {
      throw fail(
        .key, "derived attributes stand in each other more than \(Self.derivationLimit) deep",
        at: offset)
    }
    var checker = Checker(text: attribute.expression, model: model, arguments: [], variables: [:])
    checker.expanding = expanding + [(entity.name, attribute.name)]
    do throws(PredicateError) {
      var parser = try Parser(attribute.expression)
      let checked = try checker.expression(try parser.wholeExpression(), of: entity.name)
      if checked.isToMany { throw checker.toMany(at: 0) }
      return checked
    } catch {
      // The place that counts is the one in the text that was given, and the attribute the one that
      // is wrong by itself.
      namesCulprit = true
      let message =
        checker.namesCulprit
        ? error.message
        : "the derived attribute \(entity.name).\(attribute.name) is wrong: \(error)"
      throw fail(error.kind, message, at: offset)
    }
  }
}

extension Checker.Checked {
  /// The entity of the object, or of the objects of the collection, that this is.
  fileprivate var elementEntity: String? {
    switch type {
    case .object(let entity): entity
    case .list(.object(let entity)): entity
    default: nil
    }
  }
}
