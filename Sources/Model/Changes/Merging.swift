extension ObjectModel {
  /// Merges a model file into the model, or puts it in the model's place.
  ///
  /// Merging adds what is new. A property that is given again replaces its declaration, of whichever
  /// kind it was (its `renamedFrom` stays where none is given); a parent is changed where one is given;
  /// `unique` lists are united. What the file does not name stays. Built-in entities stay in any case,
  /// and no file may declare them.
  ///
  /// `renamedFrom` names what an entity, attribute or relationship was called in this model. References
  /// to it in what stays (parents, targets, inverses, unique lists) follow; the expressions of derived
  /// attributes are texts and do not. Where the old name is not in the model and the new one is, the
  /// file was applied before and nothing is renamed.
  ///
  /// - Parameters:
  ///   - file: What to merge.
  ///   - replacing: Whether the file is the whole model, and all else goes.
  /// - Returns: The new model, and under which names the data of this one goes on: the same that
  ///   ``ModelRenames/init(from:to:)`` reads from both texts.
  /// - Throws: A ``ModelError``. Whether stored data fits the new model is not looked at: see
  ///   ``ModelDifference``.
  public func merging(
    _ file: ModelFile, replacing: Bool = false
  ) throws(ModelError) -> (model: ObjectModel, renames: ModelRenames) {
    for name in file.entities.keys.sortedByBytes() where Self.isBuiltIn(name) {
      throw ModelError(entity: name, "is built in, and cannot be declared again or changed")
    }
    let declared = DeclaredRenames(from: declarations, to: file)
    try file.checkRenames(declared, of: declarations)
    let renamed = declarations.renaming(declared)
    try file.checkSpelling(against: renamed)
    let merged = replacing ? file : renamed.merging(file)
    let model = try ObjectModel(declarations: merged)
    return (model, ModelRenames(from: declarations, to: merged))
  }
}

extension ModelFile {
  /// Refuses every `renamedFrom` that names nothing, or that cannot be followed.
  fileprivate func checkRenames(
    _ renames: DeclaredRenames, of previous: ModelFile
  ) throws(ModelError) {
    if let (entity, property, old) = renames.refused.first {
      throw ModelError(
        entity: entity, property: property,
        "“renamedFrom” is “\(old.shortened)”, but the model has both names already, or another "
          + "declaration claims the old one")
    }
    let oldNames = Dictionary(renames.entities.map { ($0.value, $0.key) }) { first, _ in first }
    for (name, entity) in entities.inByteOrder {
      if let old = entity.renamedFrom {
        if ObjectModel.isBuiltIn(old) {
          throw ModelError(
            entity: name, "“renamedFrom” is “\(old)”, which is built in and keeps its name")
        }
        try check(
          old, to: name, in: previous.entities, renames: renames.entities,
          at: ModelError(entity: name, "an entity"))
      }
      let isNew = oldNames[name] == nil && renames.entities[name] != nil
      let oldName = oldNames[name] ?? name
      let former = (isNew ? nil : previous.entities[oldName]) ?? EntityDeclaration()
      let ownRenames = renames.properties[oldName] ?? [:]
      for (property, declaration) in entity.attributes.inByteOrder {
        guard let old = declaration.renamedFrom else { continue }
        try check(
          old, to: property, in: former.attributes, renames: ownRenames,
          at: ModelError(entity: name, property: property, "an attribute of \(name)"))
      }
      for (property, declaration) in entity.relationships.inByteOrder {
        guard let old = declaration.renamedFrom else { continue }
        try check(
          old, to: property, in: former.relationships, renames: ownRenames,
          at: ModelError(entity: name, property: property, "a relationship of \(name)"))
      }
    }
  }

  private func check<Declaration>(
    _ old: String, to new: String, in previous: [String: Declaration], renames: [String: String],
    at place: ModelError
  ) throws(ModelError) {
    if old == new {
      throw ModelError(
        entity: place.entity, property: place.property, "“renamedFrom” is its own name")
    }
    // With the old name there, it was renamed, was renamed before, or is among the refused.
    if previous[old] != nil { return }
    // Applied again: the name is the new one already, and stays with what has it.
    if previous[new] != nil, renames[new] == nil { return }
    throw ModelError(
      entity: place.entity, property: place.property,
      "“renamedFrom” is “\(old.shortened)”, and neither that nor “\(new.shortened)” is "
        + "\(place.reason) in the model\(hint(for: old, among: previous.keys))")
  }

  /// Refuses names that the model spells with other code points: stored values are found by the bytes
  /// of their names.
  fileprivate func checkSpelling(against previous: ModelFile) throws(ModelError) {
    let reason = "the model composes the accents of this name differently: write it as there"
    for (name, entity) in entities.inByteOrder {
      guard let former = previous.entities[name] else { continue }
      if let spelling = previous.entities.spelling(of: name), !spelling.hasSameBytes(as: name) {
        throw ModelError(entity: name, reason)
      }
      for property in entity.propertyNames.sortedByBytes() {
        let spelling =
          former.attributes.spelling(of: property) ?? former.relationships.spelling(of: property)
          ?? former.derived.spelling(of: property)
        if let spelling, !spelling.hasSameBytes(as: property) {
          throw ModelError(entity: name, property: property, reason)
        }
      }
    }
  }

  /// The same declarations under new names, with all that refers to them.
  fileprivate func renaming(_ renames: DeclaredRenames) -> ModelFile {
    func newName(of property: String, in entity: String) -> String {
      // A property may be inherited, and is renamed where it is declared.
      let owner = lineage(of: entity).first { entities[$0]?.declares(property) ?? false }
      return owner.flatMap { renames.properties[$0]?[property] } ?? property
    }
    var renamed = ModelFile()
    for (name, entity) in entities {
      let own = renames.properties[name] ?? [:]
      var copy = EntityDeclaration(
        parent: entity.parent.map(renames.newName(ofEntity:)), renamedFrom: entity.renamedFrom,
        derived: entity.derived,
        unique: entity.unique.map { list in list.map { newName(of: $0, in: name) } })
      for (property, var declaration) in entity.attributes {
        declaration.attribute.name = own[property] ?? property
        copy.attributes[own[property] ?? property] = declaration
      }
      for (property, var declaration) in entity.relationships {
        declaration.inverse = declaration.inverse.map { newName(of: $0, in: declaration.target) }
        declaration.target = renames.newName(ofEntity: declaration.target)
        copy.relationships[own[property] ?? property] = declaration
      }
      renamed.entities[renames.newName(ofEntity: name)] = copy
    }
    return renamed
  }

  /// The declarations of both, those of `file` in place of these.
  fileprivate func merging(_ file: ModelFile) -> ModelFile {
    var merged = self
    for (name, entity) in file.entities {
      guard let former = merged.entities[name] else {
        merged.entities[name] = entity
        continue
      }
      merged.entities[name] = former.merging(entity)
    }
    return merged
  }
}

extension EntityDeclaration {
  fileprivate func merging(_ other: EntityDeclaration) -> EntityDeclaration {
    var merged = self
    merged.parent = other.parent ?? parent
    merged.renamedFrom = other.renamedFrom ?? renamedFrom
    for property in other.propertyNames {
      merged.attributes[property] = nil
      merged.derived[property] = nil
      merged.relationships[property] = nil
    }
    for (property, var declaration) in other.attributes {
      declaration.renamedFrom = declaration.renamedFrom ?? attributes[property]?.renamedFrom
      merged.attributes[property] = declaration
    }
    merged.derived.merge(other.derived) { _, new in new }
    for (property, var declaration) in other.relationships {
      declaration.renamedFrom = declaration.renamedFrom ?? relationships[property]?.renamedFrom
      merged.relationships[property] = declaration
    }
    // The order of a constraint's properties says nothing, so one set is one constraint.
    var known = Set(unique.map(Set.init))
    for list in other.unique where known.insert(Set(list)).inserted { merged.unique.append(list) }
    return merged
  }
}
