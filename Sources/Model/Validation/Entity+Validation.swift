extension Entity {
  /// Checks a whole object by itself.
  ///
  /// Its values may be stored (see ``checkTypes(_:)``; null is no value), and keep every rule of its
  /// attributes. What depends on other objects (unique values, the targets of references, delete rules)
  /// is not looked at.
  ///
  /// - Returns: Every fault: those of values in the order of the values, then what is missing, by name.
  ///   Empty where all is well.
  public func validate(_ values: PropertyValues) -> [ValidationError] {
    var errors: [ValidationError] = []
    for (name, value) in values {
      if let error = validate(value, for: name) { errors.append(error) }
    }
    let behindValues = errors.count
    for attribute in attributes.values where attribute.isRequired {
      if values[attribute.name]?.isNull ?? true {
        errors.append(.required(entity: name, property: attribute.name))
      }
    }
    if errors.count > behindValues + 1 {
      errors[behindValues...].sort { $0.property.precedesInBytes($1.property) }
    }
    return errors
  }

  /// Checks one value by itself: that it may be stored under a name, and the rules of the attribute.
  ///
  /// Null always may: whether a value is required is a question about the whole object.
  ///
  /// - Returns: The first fault, nil where all is well.
  public func validate(
    _ value: Value, for property: String, object: ObjectID? = nil
  ) -> ValidationError? {
    // A dictionary finds canonical equivalents too, but in an event a name is its bytes.
    if let attribute = attributes[property], attribute.isNamed(property) {
      return attribute.validate(value, of: name, object: object)
    }
    var found = typeError(of: value, under: property)
    found?.object = object
    return found
  }

  /// Checks that values may stand in an event.
  ///
  /// Each is of a stored property and of its type, and no text is longer than
  /// ``Attribute/textLimitBytes``. Null, which clears, always may.
  ///
  /// - Returns: Every fault, in the order of the values. Empty where all is well.
  public func checkTypes(_ values: PropertyValues) -> [ValidationError] {
    var errors: [ValidationError] = []
    for (name, value) in values {
      if let error = typeError(of: value, under: name) { errors.append(error) }
    }
    return errors
  }

  private func error(
    _ property: String, _ rule: ValidationError.Rule, _ complaint: String
  ) -> ValidationError {
    ValidationError(entity: name, property: property, rule: rule, complaint: complaint)
  }

  private func typeError(of value: Value, under name: String) -> ValidationError? {
    // A dictionary finds canonical equivalents too, but in an event a name is its bytes.
    if let attribute = attributes[name], attribute.isNamed(name) {
      if value.isNull { return nil }
      if let complaint = attribute.complaint(ofType: value) { return error(name, .type, complaint) }
      if let complaint = attribute.limitComplaint(of: value) {
        return error(name, .limit, complaint)
      }
      return nil
    }
    if let relationship = relationships[name], relationship.name.hasSameBytes(as: name) {
      return referenceError(of: value, in: relationship)
    }
    if derived[name] != nil {
      return error(name, .derived, "is derived from other properties, and cannot be written")
    }
    let known = [String](attributes.keys) + relationships.keys
    return error(
      name.shortened, .property, "is no property of \(self.name)\(hint(for: name, among: known))")
  }

  private func referenceError(of value: Value, in relationship: Relationship) -> ValidationError? {
    let name = relationship.name
    if case .inverse(let inverse) = relationship.storage {
      return error(
        name, .stored,
        "is not stored here, but at its other end in \(relationship.target).\(inverse)")
    }
    switch (relationship.isToMany, value) {
    case (_, .null), (false, .uuid):
      return nil
    case (false, _):
      return error(
        name, .type, "is \(value.excerpt), and must be the id of one \(relationship.target)")
    case (true, .list(let elements)):
      if elements.isEmpty {
        return error(name, .type, "is an empty list, and no value is written as none")
      }
      var seen: Set<ObjectID> = []
      for element in elements {
        guard case .uuid(let id) = element else {
          return error(
            name, .type,
            "has \(element.excerpt) in it, and must be a list of ids of "
              + relationship.target)
        }
        if !seen.insert(id).inserted { return error(name, .repeated, "names \(id) twice") }
      }
      return nil
    case (true, _):
      return error(
        name, .type, "is \(value.excerpt), and must be a list of ids of \(relationship.target)")
    }
  }
}
