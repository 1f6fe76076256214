package import JSON
import Model

/// A world as a journal holds it: a model, and a script of changes that inserts its records.
///
/// Entities have a letter before their names, since every journal has an `entry` and a `medium` of its
/// own.
package struct StoredWorld: Sendable {
  /// The model, as a file holds it.
  package let model: String
  /// The changes, a line each, as `apply` takes them.
  package let script: String

  /// Entries, media, persons, heroes and tasks.
  package static let shared = StoredWorld(
    schema: World.schema, records: World.records, derived: Library.derived)
  /// Eight entries that are hard on a parser.
  package static let odd = StoredWorld(
    schema: OddWorld.schema, records: OddWorld.records, derived: [])

  /// What an entity of the world is called in the journal.
  package static func entity(_ name: String) -> String { "w\(name)" }

  private init(
    schema: String, records: String, derived: [(entity: String, name: String, expression: String)]
  ) {
    do {
      let schema = try JSONParser.parse(schema).object ?? [:]
      var entities: JSONObject = [:]
      for (name, properties) in schema {
        entities[Self.entity(name)] = .object(
          Self.declaration(of: name, properties.object ?? [:], schema, derived))
      }
      model = JSONValue.object(["entities": .object(entities)]).compactDescription
      var lines: [String] = []
      for (entity, list) in try JSONParser.parse(records).object ?? [:] {
        for record in list.array ?? [] {
          lines.append(
            JSONValue.object([
              "op": "insert", "entity": .string(Self.entity(entity)),
              "id": .string(Library.id(Library.name(of: record)).description),
              "values": .object(Self.values(of: record, schema[entity]?.object ?? [:])),
            ]).compactDescription)
        }
      }
      script = lines.joined(separator: "\n")
    } catch {
      preconditionFailure("the world is no JSON: \(error)")
    }
  }

  private static func declaration(
    of entity: String, _ properties: JSONObject, _ schema: JSONObject,
    _ derived: [(entity: String, name: String, expression: String)]
  ) -> JSONObject {
    var attributes: JSONObject = [:]
    var relationships: JSONObject = [:]
    var computed: JSONObject = [:]
    for (name, type) in properties {
      let type = type.string ?? ""
      guard type.last == "?" || type.last == "*" else {
        attributes[name] = ["type": .string(type)]
        continue
      }
      let target = String(type.dropLast())
      let inverse = schema[target]?.object?.first { $0.value.string?.dropLast() == entity[...] }?
        .key
      relationships[name] = [
        "to": .string(Self.entity(target)), "many": .bool(type.last == "*"),
        "inverse": .string(inverse ?? ""),
      ]
    }
    for attribute in derived where attribute.entity == entity {
      computed[attribute.name] = .string(attribute.expression)
    }
    return [
      "attributes": .object(attributes), "derived": .object(computed),
      "relationships": .object(relationships),
    ]
  }

  /// The values of a record, references as identities; the many side of a relationship follows from
  /// the other.
  private static func values(of record: JSONValue, _ properties: JSONObject) -> JSONObject {
    var values: JSONObject = [:]
    for (name, value) in record.object ?? [:] {
      switch properties[name]?.string?.last {
      case "*": continue
      case "?":
        values[name] = .string(Library.id(value.string ?? "").description)
      default: values[name] = value
      }
    }
    return values
  }

  /// An argument in the forms of the command line: records by their identities.
  package static func argument(_ json: JSONValue) -> JSONValue {
    if let array = json.array { return .array(array.map(argument)) }
    if let name = json["id"]?.string { return ["id": .string(Library.id(name).description)] }
    return json
  }
}
