extension ModelFile {
  /// The entities that belong to the format: a diary's entries and their media.
  ///
  /// They are in every model, in no event and in no model file.
  public static let builtIn = ModelFile(entities: ["entry": .entry, "medium": .medium])
}

extension EntityDeclaration {
  fileprivate static let entry = EntityDeclaration(
    attributes: attributes(
      required: [("text", .string), ("creationTime", .date)], searched: ["text"],
      optional: [
        ("allDay", .bool), ("modifiedTime", .date), ("mood", .int), ("starred", .bool),
        ("givenTags", .stringList), ("place", .string), ("latitude", .double),
        ("longitude", .double), ("weather", .string), ("markup", .string), ("importKey", .string),
        ("assumed", .stringList), ("extra", .string),
      ]),
    derived: ["title": "title(text)", "tags": "tags(text, givenTags)"],
    relationships: [
      "media": RelationshipDeclaration(
        to: "medium", isToMany: true, inverse: "diaryEntry", deleteRule: .cascade)
    ])

  fileprivate static let medium = EntityDeclaration(
    attributes: attributes(
      optional: [
        ("type", .string), ("mimeType", .string), ("name", .string), ("caption", .string),
        ("content", .content), ("size", .int), ("width", .int), ("height", .int),
        ("duration", .double),
      ]),
    relationships: ["diaryEntry": RelationshipDeclaration(to: "entry", inverse: "media")])

  private static func attributes(
    required: [(String, AttributeType)] = [], searched: Set<String> = [],
    optional: [(String, AttributeType)]
  ) -> [String: AttributeDeclaration] {
    var attributes: [String: AttributeDeclaration] = [:]
    for (name, type) in required {
      var attribute = Attribute(name: name, type: type)
      attribute.isRequired = true
      attribute.isSearched = searched.contains(name)
      attributes[name] = AttributeDeclaration(attribute)
    }
    for (name, type) in optional {
      attributes[name] = AttributeDeclaration(Attribute(name: name, type: type))
    }
    return attributes
  }
}
