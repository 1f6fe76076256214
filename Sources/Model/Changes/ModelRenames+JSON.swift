import JSON

extension ModelRenames {
  /// Reads the renames that an event names.
  ///
  /// - Throws: A ``ModelError`` that says what was expected, or the line and column where the text is
  ///   not JSON.
  public init(parsing text: String) throws(ModelError) {
    let json: JSONValue
    do {
      json = try JSONParser.parse(Array(text.utf8))
    } catch {
      throw ModelError("the renames are not JSON: \(error)")
    }
    let members = try MemberReader(
      json, in: ModelError("renames"), known: ["entities", "properties"])
    self.init()
    entities = try Self.names(members.object("entities"))
    for (entity, json) in try members.object("properties") {
      guard let renames = json.object else {
        throw ModelError(entity: entity, "its renames must be a JSON object")
      }
      properties[entity] = try Self.names(renames)
    }
  }

  private static func names(_ members: JSONObject) throws(ModelError) -> [String: String] {
    var names: [String: String] = [:]
    for (old, json) in members {
      guard let new = json.string else {
        throw ModelError("the new name of “\(old.shortened)” must be a string")
      }
      names[old] = new
    }
    return names
  }

  /// The renames as JSON text, on one line: equal ones have one text.
  ///
  ///     {"entities":{old: new, …},"properties":{new name of the entity: {old: new, …}, …}}
  public var jsonText: String {
    func json(_ names: [String: String]) -> JSONValue {
      .object(JSONObject(uniqueMembers: names.inByteOrder.map { ($0.key, .string($0.value)) }))
    }
    let properties = JSONObject(
      uniqueMembers: properties.inByteOrder.map { ($0.key, json($0.value)) })
    let members: JSONValue = ["entities": json(entities), "properties": .object(properties)]
    return members.compactDescription
  }
}
