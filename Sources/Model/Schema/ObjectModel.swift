/// All entities of a journal, with everything between them resolved.
public struct ObjectModel: Sendable, Hashable {
  /// The entities by name, built-in ones included.
  public let entities: [String: Entity]
  /// The user's entities as they were declared, built-in ones left out.
  public let declarations: ModelFile
  /// The entities that inherit from one, itself included, by name.
  let families: [String: Set<String>]

  /// Takes entities whose inheritance, inverses and storage are resolved.
  package init(resolved entities: [String: Entity], declarations: ModelFile) {
    self.entities = entities
    self.declarations = declarations
    var families: [String: Set<String>] = [:]
    for name in entities.keys {
      var ancestor: String? = name
      while let current = ancestor {
        families[current, default: []].insert(name)
        ancestor = entities[current]?.parent
      }
    }
    self.families = families
  }

  /// The model of a new journal: the built-in entities alone.
  public static let builtIn: ObjectModel = {
    do {
      return try ObjectModel(declarations: ModelFile())
    } catch {
      preconditionFailure("the built-in entities do not hold together: \(error)")
    }
  }()

  /// The entity of a name, nil where there is none.
  public func entity(_ name: String) -> Entity? {
    entities[name]
  }

  /// The names of an entity and of all that inherit from it; empty where it is unknown.
  public func family(of name: String) -> Set<String> {
    families[name] ?? []
  }

  /// The entity that a person who typed `name` most likely meant, nil where none is near.
  public func nearestEntity(to name: String) -> String? {
    nearName(to: name, among: entities.keys)
  }

  /// Whether an entity belongs to the format and not to the user.
  public static func isBuiltIn(_ name: String) -> Bool {
    ModelFile.builtIn.entities[name] != nil
  }

  /// The user's declarations as JSON text: what a `modelChanged` event carries.
  public var jsonText: String { declarations.jsonText }
}
