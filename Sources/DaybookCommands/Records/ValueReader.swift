import CommandLineKit
import Daybook
import JSON

/// Reads the values of an entity's properties, from words and from JSON, by the model's types.
struct ValueReader {
  /// The model.
  let model: ObjectModel
  /// Reads a moment as a person writes it.
  let namedMoment: (String) throws -> Moment
  /// Reads a moment of JSON that has no offset.
  let localMoment: (String) throws -> Moment
  /// Finds the object that an id, or the end of one, names.
  let identity: (String) throws -> ObjectID
  /// Keeps the content of the file at a path.
  let content: (String) throws -> ContentReference

  /// The entity of a name.
  func entity(_ name: String) throws -> Entity {
    guard let entity = model.entity(name) else {
      throw ChangeError.unknownEntity(name, near: model.nearestEntity(to: name))
    }
    return entity
  }

  /// The values of assignments.
  ///
  /// - Throws: `ValidationError` with the property, and what the closures throw.
  func values(_ assignments: [Assignment], of entity: Entity) throws -> PropertyValues {
    var values = PropertyValues()
    for assignment in assignments {
      guard values[assignment.key] == nil else {
        throw ValidationError(
          entity: entity.name, property: assignment.key, rule: .repeated,
          complaint: "is given two values")
      }
      switch assignment.given {
      case .text(let text):
        values[assignment.key] = try value(of: assignment.key, in: entity) { property in
          switch property {
          case .attribute(let attribute):
            try Value(
              parsing: text, as: attribute.type,
              moment: { try Moment(rfc3339: $0) ?? namedMoment($0) })
          case .relationship(let relationship):
            try Value(parsing: text, as: relationship, id: identity)
          case .derived: .null
          }
        }
      case .json(let json): values[assignment.key] = try value(json, of: assignment.key, in: entity)
      }
    }
    return values
  }

  /// The values of a JSON object's members; null clears.
  ///
  /// - Throws: `ValidationError` with the property, and what the closures throw.
  func values(_ members: JSONObject, of entity: Entity) throws -> PropertyValues {
    var values = PropertyValues()
    for (name, json) in members { values[name] = try value(json, of: name, in: entity) }
    return values
  }

  private func value(_ json: JSONValue, of name: String, in entity: Entity) throws -> Value {
    try value(of: name, in: entity) { property in
      switch property {
      case .attribute(let attribute):
        try Value(json: json, as: attribute.type, moment: localMoment, file: content)
      case .relationship(let relationship):
        try Value(json: json, as: relationship, id: identity)
      case .derived: .null
      }
    }
  }

  private func value(
    of name: String, in entity: Entity, _ read: (Property) throws -> Value
  ) throws -> Value {
    guard let property = entity.property(name) else {
      throw entity.validate(.null, for: name)
        ?? ValidationError(
          entity: entity.name, property: name, rule: .property,
          complaint: "is no property of \(entity.name)")
    }
    if case .derived = property, let error = entity.validate(.null, for: name) { throw error }
    do {
      return try read(property)
    } catch let error as ValueError {
      throw ValidationError(
        entity: entity.name, property: name, rule: .type,
        complaint: "must be \(error.expected), and is \(error.found)")
    } catch let error as InvalidArgument {
      throw ValidationError(
        entity: entity.name, property: name, rule: .type,
        complaint: "must be a moment: \(error)")
    }
  }
}
