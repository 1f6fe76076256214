package import JSON
package import Model
package import Predicates

/// The objects of a world, held in memory.
package struct Library: Sendable {
  /// The derived attributes of the world.
  static let derived: [(entity: String, name: String, expression: String)] = [
    ("entry", "initial", "firstLetter(text)"), ("entry", "writer", "author.firstName"),
    ("entry", "labels", "tags(text, tags)"), ("person", "average", "entries.@avg.mood"),
  ]

  package static let shared = Library(
    schema: World.schema, records: World.records,
    derived: derived)
  /// Eight entries that are hard on a parser.
  package static let odd = Library(schema: OddWorld.schema, records: OddWorld.records, derived: [])

  package let model: ObjectModel
  /// The names of the records by entity, in order.
  package let names: [String: [String]]
  private let values: [ObjectID: [String: Value]]

  private init(
    schema: String, records: String, derived: [(entity: String, name: String, expression: String)]
  ) {
    do {
      var entities = Self.entities(of: try JSONParser.parse(schema))
      for (entity, name, expression) in derived {
        entities[entity]?.derived[name] = DerivedAttribute(name: name, expression: expression)
      }
      model = ObjectModel(resolved: entities, declarations: ModelFile())
      var names: [String: [String]] = [:]
      var values: [ObjectID: [String: Value]] = [:]
      for (entity, list) in try JSONParser.parse(records).object ?? [:] {
        for record in list.array ?? [] {
          let name = Self.name(of: record)
          names[entity, default: []].append(name)
          values[Self.id(name)] = Self.values(of: record, entity: model.entity(entity))
        }
      }
      self.names = names
      self.values = values
    } catch {
      preconditionFailure("the world is no JSON: \(error)")
    }
  }

  /// The records of an entity that match a predicate.
  package func matching(_ text: String, _ entity: String, _ arguments: [Argument] = []) throws
    -> [String]
  {
    let predicate = try Predicate(
      parsing: text, arguments: arguments, entity: entity, model: model)
    return try (names[entity] ?? []).filter { try predicate.matches(Self.id($0), read) }
  }

  /// The value of an expression for a record.
  package func value(
    of text: String, _ entity: String, _ name: String, _ arguments: [Argument] = []
  )
    throws -> Value
  {
    try Expression(parsing: text, arguments: arguments, entity: entity, model: model)
      .evaluate(Self.id(name), read)
  }

  /// The name of a record: its id, with a letter before where it is a number.
  static func name(of record: JSONValue) -> String {
    record["id"]?.string ?? "n\(record["id"]?.int ?? 0)"
  }

  /// Names such as `e07` become identities in the same order.
  package static func id(_ name: String) -> ObjectID {
    let letter = UInt64(name.utf8.first ?? 0)
    return ObjectID(high: letter << 32, low: UInt64(name.dropFirst()) ?? 0)
  }

  package func read(_ object: ObjectID, _ property: String) -> Value {
    values[object]?[property] ?? .null
  }

  private static func entities(of schema: JSONValue) -> [String: Entity] {
    var entities: [String: Entity] = [:]
    for (name, properties) in schema.object ?? [:] {
      var entity = Entity(name: name)
      for (property, type) in properties.object ?? [:] {
        var type = type.string ?? ""
        if let attribute = AttributeType(rawValue: type) {
          entity.attributes[property] = Attribute(name: property, type: attribute)
        } else {
          let isToMany = type.removeLast() == "*"
          entity.relationships[property] = Relationship(
            name: property, owner: name, target: type, isToMany: isToMany)
        }
      }
      entities[name] = entity
    }
    return entities
  }

  private static func values(of record: JSONValue, entity: Entity?) -> [String: Value] {
    var values: [String: Value] = [:]
    for (name, json) in record.object ?? [:] {
      switch entity?.property(name) {
      case .attribute(let attribute):
        switch attribute.type {
        case .string: values[name] = json.string.map(Value.string)
        case .int: values[name] = json.int.map(Value.int)
        case .double: values[name] = json.double.map(Value.double)
        case .bool: values[name] = json.bool.map(Value.bool)
        case .date: values[name] = json.string.flatMap(Moment.init(rfc3339:)).map(Value.date)
        default: values[name] = json.array.map { .list($0.map { .string($0.string ?? "") }) }
        }
      case .relationship(let relationship) where relationship.isToMany:
        values[name] = json.array.map { .list($0.map { .uuid(id($0.string ?? "")) }) }
      default: values[name] = json.string.map { .uuid(id($0)) }
      }
    }
    return values
  }
}

extension Argument {
  /// An argument in the forms of the command line, records by their names in the ``World``.
  package init(world json: JSONValue) {
    if let array = json.array {
      self = .list(array.map(Argument.init(world:)))
    } else if let key = json["key"]?.string {
      self = .keyPath(key)
    } else if let name = json["id"]?.string {
      self = .record(Library.id(name))
    } else if let moment = json["date"]?.string.flatMap(Moment.init(rfc3339:)) {
      self = .value(.date(moment))
    } else if let flag = json.bool {
      self = .value(.bool(flag))
    } else if let string = json.string {
      self = .value(.string(string))
    } else if let number = json.int {
      self = .value(.int(number))
    } else {
      self = .value(json.double.map(Value.double) ?? .null)
    }
  }
}
