public import JSON

extension ModelFile {
  /// Reads a model file.
  ///
  /// - Throws: A ``ModelError`` that names the entity, the property and what was expected, or the line
  ///   and column where the text is not JSON. A member that the format does not know is an error.
  public init(parsing text: String) throws(ModelError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Reads the bytes of a model file.
  ///
  /// - Throws: As for a text; and where they are not UTF-8.
  public init(parsing text: [UInt8]) throws(ModelError) {
    do {
      try self.init(json: JSONParser.parse(text))
    } catch let error as JSONError {
      throw ModelError("the model is not JSON: \(error)")
    } catch let error as ModelError {
      throw error
    } catch {
      throw ModelError("\(error)")
    }
  }

  /// Reads the JSON of a model file.
  ///
  /// - Throws: A ``ModelError`` that names the entity, the property and what was expected.
  public init(json: JSONValue) throws(ModelError) {
    let members = try MemberReader(json, in: ModelError("a model"), known: ["entities"])
    self.init()
    for (name, json) in try members.object("entities", isRequired: true) {
      guard entities[name] == nil else { throw ModelError(entity: name, spelledTwice("entity")) }
      entities[name] = try EntityDeclaration(json: json, name: name)
    }
  }

  /// The model as JSON.
  ///
  /// Only what is declared is there, and rules that are as by default are left out. Names stand
  /// in the order of their UTF-8 and members in a fixed one, so that equal models have one text.
  public var json: JSONValue {
    var members = JSONObject()
    for (name, entity) in entities.inByteOrder { members[name] = entity.json }
    return ["entities": .object(members)]
  }

  /// ``json`` as text, on one line.
  public var jsonText: String { json.compactDescription }
}

private func spelledTwice(_ kind: String) -> String {
  "there are two of this name that differ only in how its accents are composed; one \(kind) must go"
}

extension EntityDeclaration {
  private static let members = [
    "parent", "renamedFrom", "attributes", "derived", "relationships", "unique",
  ]

  fileprivate init(json: JSONValue, name: String) throws(ModelError) {
    let reader = try MemberReader(
      json, in: ModelError(entity: name, "an entity"), known: Self.members)
    self.init(
      parent: try reader.string("parent"), renamedFrom: try reader.string("renamedFrom"),
      unique: try reader.unique())
    func requireNew(_ property: String) throws(ModelError) {
      if declares(property) {
        throw ModelError(
          entity: name, property: property,
          "is declared twice, and a name is unique among attributes, derived ones and relationships"
        )
      }
    }
    for (property, json) in try reader.object("attributes") {
      try requireNew(property)
      attributes[property] = try AttributeDeclaration(json: json, entity: name, name: property)
    }
    for (property, json) in try reader.object("derived") {
      try requireNew(property)
      guard let expression = json.string, !expression.isEmpty else {
        throw ModelError(
          entity: name, property: property,
          "must be the text of an expression, such as \"firstLetter(name)\", and is \(json.excerpt)"
        )
      }
      derived[property] = expression
    }
    for (property, json) in try reader.object("relationships") {
      try requireNew(property)
      relationships[property] = try RelationshipDeclaration(
        json: json, entity: name, name: property)
    }
  }

  var json: JSONValue {
    var members = JSONObject()
    members["parent"] = parent.map { .string($0) }
    members["renamedFrom"] = renamedFrom.map { .string($0) }
    func member<Declaration>(
      _ name: String, _ declarations: [String: Declaration], _ json: (Declaration) -> JSONValue
    ) {
      guard !declarations.isEmpty else { return }
      members[name] = .object(
        JSONObject(uniqueMembers: declarations.inByteOrder.map { ($0.key, json($0.value)) }))
    }
    member("attributes", attributes) { $0.json }
    member("derived", derived) { .string($0) }
    member("relationships", relationships) { $0.json }
    if !unique.isEmpty {
      members["unique"] = .array(unique.map { names in .array(names.map { .string($0) }) })
    }
    return .object(members)
  }
}

extension AttributeDeclaration {
  private static let members = [
    "type", "required", "default", "min", "max", "minLength", "maxLength", "search", "unique",
    "renamedFrom",
  ]

  fileprivate init(json: JSONValue, entity: String, name: String) throws(ModelError) {
    let reader = try MemberReader(
      json, in: ModelError(entity: entity, property: name, "an attribute"), known: Self.members)
    let types = AttributeType.allCases.map(\.rawValue)
    guard let typeName = try reader.string("type") else {
      throw reader.error("lacks its “type”, one of \(types.joined(separator: " "))")
    }
    guard let type = AttributeType(rawValue: typeName) else {
      throw reader.error(
        "“type” must be one of \(types.joined(separator: " ")), and is “\(typeName.shortened)”"
          + hint(for: typeName, among: types))
    }
    var attribute = Attribute(name: name, type: type)
    attribute.isRequired = try reader.bool("required")
    attribute.defaultValue = try reader.value("default", as: type)
    attribute.minimum = try reader.value("min", as: type)
    attribute.maximum = try reader.value("max", as: type)
    attribute.minimumLength = try reader.length("minLength")
    attribute.maximumLength = try reader.length("maxLength")
    attribute.isSearched = try reader.bool("search")
    if attribute.isSearched, type != .string {
      throw reader.error("“search” is for text, and the type is “\(typeName)”")
    }
    self.init(
      attribute, isUnique: try reader.bool("unique"), renamedFrom: try reader.string("renamedFrom"))
  }

  var json: JSONValue {
    var members: JSONObject = ["type": .string(attribute.type.rawValue)]
    if attribute.isRequired { members["required"] = true }
    members["default"] = attribute.defaultValue?.json()
    members["min"] = attribute.minimum?.json()
    members["max"] = attribute.maximum?.json()
    members["minLength"] = attribute.minimumLength.map { JSONValue($0) }
    members["maxLength"] = attribute.maximumLength.map { JSONValue($0) }
    if attribute.isSearched { members["search"] = true }
    if isUnique { members["unique"] = true }
    members["renamedFrom"] = renamedFrom.map { .string($0) }
    return .object(members)
  }
}

extension RelationshipDeclaration {
  private static let members = ["to", "many", "inverse", "onDelete", "renamedFrom"]

  fileprivate init(json: JSONValue, entity: String, name: String) throws(ModelError) {
    let reader = try MemberReader(
      json, in: ModelError(entity: entity, property: name, "a relationship"), known: Self.members)
    guard let target = try reader.string("to") else {
      throw reader.error("lacks “to”, the entity of the objects that it names")
    }
    self.init(
      to: target, isToMany: try reader.bool("many"), inverse: try reader.string("inverse"),
      renamedFrom: try reader.string("renamedFrom"))
    if let rule = try reader.string("onDelete") {
      let rules = DeleteRule.allCases.map(\.rawValue)
      guard let deleteRule = DeleteRule(rawValue: rule) else {
        throw reader.error(
          "“onDelete” must be one of \(rules.joined(separator: " ")), and is “\(rule.shortened)”"
            + hint(for: rule, among: rules))
      }
      self.deleteRule = deleteRule
    }
  }

  var json: JSONValue {
    var members: JSONObject = ["to": .string(target)]
    if isToMany { members["many"] = true }
    members["inverse"] = inverse.map { .string($0) }
    if deleteRule != .nullify { members["onDelete"] = .string(deleteRule.rawValue) }
    members["renamedFrom"] = renamedFrom.map { .string($0) }
    return .object(members)
  }
}

/// Reads the members of one JSON object, all of which must be known.
struct MemberReader {
  let members: JSONObject
  let place: ModelError

  /// - Parameter place: The entity and property that the members describe, and as its reason what
  ///   they make, such as `an attribute`.
  init(_ json: JSONValue, in place: ModelError, known: [String]) throws(ModelError) {
    self.place = place
    guard let members = json.object else {
      throw ModelError(
        entity: place.entity, property: place.property,
        "\(place.reason) must be a JSON object, and is \(json.excerpt)")
    }
    self.members = members
    for name in members.keys where !known.contains(where: { $0.hasSameBytes(as: name) }) {
      throw error(
        "“\(name.shortened)” is no member of \(place.reason)\(hint(for: name, among: known)); "
          + "known are \(known.joined(separator: " "))")
    }
  }

  func error(_ reason: String) -> ModelError {
    ModelError(entity: place.entity, property: place.property, reason)
  }

  private func mismatch(_ member: String, _ expected: String, _ json: JSONValue) -> ModelError {
    error("“\(member)” must be \(expected), and is \(json.excerpt)")
  }

  func string(_ member: String) throws(ModelError) -> String? {
    guard let json = members[member] else { return nil }
    guard let text = json.string else { throw mismatch(member, "a string", json) }
    return text
  }

  func bool(_ member: String) throws(ModelError) -> Bool {
    guard let json = members[member] else { return false }
    guard let bool = json.bool else { throw mismatch(member, "true or false", json) }
    return bool
  }

  func length(_ member: String) throws(ModelError) -> Int? {
    guard let json = members[member] else { return nil }
    guard let length = json.int, length >= 0 else {
      throw mismatch(member, "a whole number from 0", json)
    }
    return Int(length)
  }

  func value(_ member: String, as type: AttributeType) throws(ModelError) -> Value? {
    guard let json = members[member] else { return nil }
    let value: Value
    do {
      value = try Value(json: json, as: type)
    } catch let error as ValueError {
      throw mismatch(member, error.expected, json)
    } catch {
      throw mismatch(member, "a value of type \(type.rawValue)", json)
    }
    guard !value.isNull else { throw mismatch(member, "a value of type \(type.rawValue)", json) }
    return value
  }

  func object(_ member: String, isRequired: Bool = false) throws(ModelError) -> JSONObject {
    guard let json = members[member] else {
      if isRequired { throw error("\(place.reason) lacks “\(member)”") }
      return JSONObject()
    }
    guard let object = json.object else { throw mismatch(member, "a JSON object", json) }
    return object
  }

  func unique() throws(ModelError) -> [[String]] {
    guard let json = members["unique"] else { return [] }
    let expected = "a list of lists of property names, such as [[\"name\"]]"
    guard let lists = json.array else { throw mismatch("unique", expected, json) }
    var constraints: [[String]] = []
    for list in lists {
      guard let elements = list.array else { throw mismatch("unique", expected, json) }
      let names = elements.compactMap(\.string)
      guard names.count == elements.count else { throw mismatch("unique", expected, json) }
      constraints.append(names)
    }
    return constraints
  }
}
