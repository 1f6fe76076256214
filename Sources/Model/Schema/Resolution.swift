extension ObjectModel {
  /// The longest name of an entity or a property, in bytes of UTF-8.
  public static let nameLimitBytes = 128

  /// Resolves declarations: properties are inherited, inverses paired, and it is decided on which side
  /// a relationship's references are stored.
  ///
  /// A to-one is stored, and a to-many whose inverse is to-one is not. Where both sides are to-one, or
  /// both are to-many, the side stores whose `entity.name` is smaller by its UTF-8 bytes (where these
  /// are the same, whose entity's name is). A to-many without inverse is stored. `renamedFrom` means
  /// nothing here: see ``ModelRenames``.
  ///
  /// - Throws: A ``ModelError`` that names the entity, the property and what is wrong. Of several
  ///   faults it is always the same one.
  public init(declarations: ModelFile) throws(ModelError) {
    let resolver = try Resolver(declarations)
    self.init(resolved: try resolver.entities(), declarations: declarations)
  }
}

private struct Resolver {
  /// The user's and the built-in entities.
  let all: ModelFile
  let names: [String]

  init(_ declarations: ModelFile) throws(ModelError) {
    for name in declarations.entities.keys.sortedByBytes() where ObjectModel.isBuiltIn(name) {
      throw ModelError(entity: name, "is built in, and cannot be declared again or changed")
    }
    all = ModelFile(
      entities: declarations.entities.merging(ModelFile.builtIn.entities) { own, _ in own })
    names = all.entities.keys.sortedByBytes()
  }

  func entities() throws(ModelError) -> [String: Entity] {
    for name in names { try checkNames(of: name) }
    for name in names { try checkParent(of: name) }
    for name in names { try checkCircle(from: name) }
    var resolved: [String: Entity] = [:]
    for name in names {
      // From the root down, and in a loop: the depth of a model is the user's to choose.
      for name in all.lineage(of: name).reversed() where resolved[name] == nil {
        resolved[name] = try entity(name, inheriting: resolved)
      }
    }
    var entities = resolved
    for name in names {
      entities[name]?.uniqueConstraints = try constraints(of: name, in: resolved)
    }
    return entities
  }

  // MARK: Names and parents

  private func checkNames(of name: String) throws(ModelError) {
    if let fault = fault(ofName: name) {
      throw ModelError(entity: name.shortened, "the name of an entity \(fault)")
    }
    guard let declaration = all.entities[name] else { return }
    for property in declaration.propertyNames.sortedByBytes() {
      if let fault = fault(ofName: property) {
        throw ModelError(
          entity: name, property: property.shortened, "the name of a property \(fault)")
      }
      let kinds = [
        declaration.attributes[property] != nil, declaration.derived[property] != nil,
        declaration.relationships[property] != nil,
      ]
      if kinds.filter({ $0 }).count > 1 {
        throw ModelError(
          entity: name, property: property,
          "is declared twice, and a name is unique among attributes, derived ones and relationships"
        )
      }
    }
  }

  private func fault(ofName name: String) -> String? {
    if name.isEmpty { return "must not be empty" }
    if name.utf8.count > ObjectModel.nameLimitBytes {
      return "has \(name.utf8.count) bytes, and at most \(ObjectModel.nameLimitBytes) are allowed"
    }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "must not contain control characters"
    }
    return nil
  }

  private func checkParent(of name: String) throws(ModelError) {
    guard let parent = all.entities[name]?.parent else { return }
    guard all.entities[parent] != nil else {
      throw ModelError(
        entity: name,
        "its parent “\(parent.shortened)” is no entity\(hint(for: parent, among: names))")
    }
  }

  private func checkCircle(from name: String) throws(ModelError) {
    let lineage = all.lineage(of: name)
    if let root = lineage.last, let next = all.entities[root]?.parent {
      throw ModelError(
        entity: name,
        "its parents go round in a circle: " + (lineage + [next]).joined(separator: " → "))
    }
  }

  // MARK: Properties

  private func entity(
    _ name: String, inheriting resolved: [String: Entity]
  ) throws(ModelError) -> Entity {
    guard let declaration = all.entities[name] else { return Entity(name: name) }
    var entity = Entity(name: name)
    if let parent = declaration.parent, let inherited = resolved[parent] {
      entity = inherited
      entity.name = name
      entity.parent = inherited.name
      entity.uniqueConstraints = []
    }
    for property in declaration.propertyNames.sortedByBytes() where entity.property(property) != nil
    {
      let owner = all.lineage(of: name).dropFirst()
        .first { all.entities[$0]?.declares(property) ?? false }
      throw ModelError(
        entity: name, property: property,
        "is inherited from \(owner ?? "its parent"), and cannot be declared again")
    }
    for (property, declared) in declaration.attributes.inByteOrder {
      var attribute = declared.attribute
      attribute.name = property
      if let fault = attribute.fault {
        throw ModelError(entity: name, property: property, fault)
      }
      entity.attributes[property] = attribute
    }
    for (property, expression) in declaration.derived {
      entity.derived[property] = DerivedAttribute(name: property, expression: expression)
    }
    for (property, declared) in declaration.relationships.inByteOrder {
      entity.relationships[property] = try relationship(property, declared, of: name)
    }
    return entity
  }

  // MARK: Relationships

  private func relationship(
    _ name: String, _ declared: RelationshipDeclaration, of owner: String
  ) throws(ModelError) -> Relationship {
    // Names are kept as the declaration they point to spells them.
    guard let target = all.entities.spelling(of: declared.target) else {
      throw ModelError(
        entity: owner, property: name,
        "“to” names “\(declared.target.shortened)”, which is no entity"
          + hint(for: declared.target, among: names))
    }
    var relationship = Relationship(
      name: name, owner: owner, target: target, isToMany: declared.isToMany,
      deleteRule: declared.deleteRule)
    guard let inverse = declared.inverse else { return relationship }
    let other = try self.inverse(inverse, of: name, declared, owner: owner, target: target)
    relationship.inverse = other.name
    relationship.storage =
      isStored(
        "\(owner).\(name)", of: owner, isToMany: declared.isToMany,
        against: "\(target).\(other.name)", of: target, isToMany: other.declaration.isToMany)
      ? .stored : .inverse(relationship: other.name)
    return relationship
  }

  private func isStored(
    _ path: String, of owner: String, isToMany: Bool,
    against otherPath: String, of target: String, isToMany otherIsToMany: Bool
  ) -> Bool {
    if isToMany != otherIsToMany { return !isToMany }
    // Names may contain points, so two paths can be the same text.
    return path.hasSameBytes(as: otherPath)
      ? !target.precedesInBytes(owner) : path.precedesInBytes(otherPath)
  }

  private func inverse(
    _ inverse: String, of name: String, _ declared: RelationshipDeclaration, owner: String,
    target: String
  ) throws(ModelError) -> (name: String, declaration: RelationshipDeclaration) {
    func fault(_ reason: String) -> ModelError {
      ModelError(entity: owner, property: name, reason)
    }
    if ObjectModel.isBuiltIn(target), !ObjectModel.isBuiltIn(owner) {
      throw fault(
        "“inverse” is “\(inverse.shortened)”, but \(target) is built in and takes no relationships: "
          + "leave “inverse” out")
    }
    guard let otherName = all.entities[target]?.relationships.spelling(of: inverse),
      let other = all.entities[target]?.relationships[inverse]
    else {
      let ancestor = all.lineage(of: target)
        .first { all.entities[$0]?.relationships[inverse] != nil }
      if let ancestor {
        throw fault(
          "“inverse” is “\(inverse)”, which \(target) inherits: “to” must be “\(ancestor)”, which "
            + "declares it")
      }
      throw fault(
        "“inverse” is “\(inverse.shortened)”, which is no relationship of \(target)"
          + hint(for: inverse, among: all.entities[target]?.relationships.keys.map { $0 } ?? []))
    }
    guard let back = other.inverse else {
      throw fault(
        "“inverse” is “\(inverse)”, but \(target).\(inverse) has no “inverse”: give it "
          + "\"inverse\": \"\(name)\"")
    }
    guard other.target == owner, back == name else {
      throw fault(
        "“inverse” is “\(inverse)”, but the inverse of \(target).\(inverse) is "
          + "\(other.target).\(back)")
    }
    if target == owner, otherName == name, declared.isToMany {
      throw fault(
        "a to-many relationship cannot be its own inverse: declare one for each direction")
    }
    return (otherName, other)
  }

  // MARK: Unique constraints

  private func constraints(
    of name: String, in resolved: [String: Entity]
  ) throws(ModelError) -> [UniqueConstraint] {
    var constraints: [UniqueConstraint] = []
    var seen: Set<Set<String>> = []
    for owner in all.lineage(of: name).reversed() {
      guard let declaration = all.entities[owner], let entity = resolved[owner] else { continue }
      let single = declaration.attributes.inByteOrder.filter(\.value.isUnique).map { [$0.key] }
      for names in single + declaration.unique {
        let properties = try checked(names, in: entity)
        // What an ancestor demands of all, a sub-entity need not demand of its own.
        guard seen.insert(Set(properties)).inserted else { continue }
        constraints.append(UniqueConstraint(owner: entity.name, properties: properties))
      }
    }
    return constraints
  }

  private func checked(_ names: [String], in entity: Entity) throws(ModelError) -> [String] {
    func fault(_ name: String?, _ reason: String) -> ModelError {
      ModelError(entity: entity.name, property: name, "in “unique”: \(reason)")
    }
    guard !names.isEmpty else { throw fault(nil, "a list of no properties names nothing") }
    var properties: [String] = []
    for name in names {
      if properties.contains(name) { throw fault(name, "is listed twice") }
      switch entity.property(name) {
      case .attribute(let attribute):
        properties.append(attribute.name)
      case .derived:
        throw fault(name, "is derived, and only stored properties can be unique")
      case .relationship(let relationship):
        guard !relationship.isToMany else {
          throw fault(
            name, "is to-many, and only attributes and to-one relationships can be unique")
        }
        if case .inverse(let inverse) = relationship.storage {
          throw fault(
            name,
            "is stored at the other end, in \(relationship.target).\(inverse), and only stored "
              + "properties can be unique")
        }
        properties.append(relationship.name)
      case nil:
        let known = [String](entity.attributes.keys) + entity.relationships.keys
        throw fault(
          nil,
          "“\(name.shortened)” is no property of \(entity.name)\(hint(for: name, among: known))")
      }
    }
    return properties
  }
}

extension Attribute {
  /// What is wrong with the rules themselves, nil where they hold together.
  fileprivate var fault: String? {
    for (member, bound) in [("min", minimum), ("max", maximum)] {
      guard let bound else { continue }
      guard [.int, .double, .date].contains(type) else {
        return "“\(member)” is for int, double and date, and the type is \(type.rawValue)"
      }
      if let complaint = complaint(ofType: bound) { return "“\(member)” \(complaint)" }
    }
    if let minimum, let maximum, maximum.isLess(than: minimum) {
      return "“min” is \(minimum.excerpt), and greater than “max”, \(maximum.excerpt)"
    }
    for (member, length) in [("minLength", minimumLength), ("maxLength", maximumLength)] {
      guard let length else { continue }
      guard [.string, .data, .stringList].contains(type) else {
        return "“\(member)” is for string, data and stringList, and the type is \(type.rawValue)"
      }
      if length < 0 { return "“\(member)” must be a whole number from 0, and is \(length)" }
    }
    if let minimumLength, let maximumLength, minimumLength > maximumLength {
      return "“minLength” is \(minimumLength), and greater than “maxLength”, \(maximumLength)"
    }
    if let defaultValue {
      if type == .content {
        return "content has no “default”: its bytes are in no model"
      }
      if let (_, complaint) = violation(of: defaultValue) { return "“default” \(complaint)" }
    }
    return nil
  }
}
