import Daybook

/// The sample model, said again by hand for ``PlainStore``: nothing of it is read from the model that
/// is under test.
enum PlainSchema {
  /// One relationship as one entity has it.
  struct Relation {
    var owner: String
    var name: String
    var target: String
    var isToMany = false
    var inverse: String?
    var isInverseToMany = false
    var rule = DeleteRule.nullify
    /// Whether the references stand with this object, else with those at the other end.
    var isStored = true
  }

  static let entities = [
    "entry", "medium", "hero", "villain", "team", "league", "gadget", "skill", "base",
  ]

  static func family(_ entity: String) -> Set<String> {
    entity == "hero" ? ["hero", "villain"] : [entity]
  }

  static func isHero(_ entity: String) -> Bool { entity == "hero" || entity == "villain" }

  /// By name in byte order.
  static func relations(of entity: String) -> [Relation] { table[entity] ?? [] }

  private static let table = Dictionary(
    uniqueKeysWithValues: entities.map { ($0, declaredRelations(of: $0)) })

  private static func declaredRelations(of entity: String) -> [Relation] {
    switch entity {
    case "hero", "villain":
      [
        Relation(owner: "hero", name: "base", target: "base", inverse: "resident", isStored: false),
        Relation(
          owner: "hero", name: "gadgets", target: "gadget", isToMany: true, inverse: "owner",
          rule: .cascade, isStored: false),
        Relation(
          owner: "hero", name: "mentor", target: "hero", inverse: "students", isInverseToMany: true),
        Relation(owner: "hero", name: "rival", target: "hero"),
        Relation(
          owner: "hero", name: "skills", target: "skill", isToMany: true, inverse: "holders",
          isInverseToMany: true),
        Relation(
          owner: "hero", name: "students", target: "hero", isToMany: true, inverse: "mentor",
          isStored: false),
        Relation(
          owner: "hero", name: "team", target: "team", inverse: "members", isInverseToMany: true),
      ]
    case "team":
      [
        Relation(
          owner: "team", name: "league", target: "league", inverse: "teams", isInverseToMany: true),
        Relation(
          owner: "team", name: "members", target: "hero", isToMany: true, inverse: "team",
          isStored: false),
      ]
    case "league":
      [
        Relation(
          owner: "league", name: "teams", target: "team", isToMany: true, inverse: "league",
          rule: .deny, isStored: false)
      ]
    case "gadget":
      [
        Relation(
          owner: "gadget", name: "owner", target: "hero", inverse: "gadgets", isInverseToMany: true),
        Relation(
          owner: "gadget", name: "parts", target: "gadget", isToMany: true, inverse: "whole",
          rule: .cascade, isStored: false),
        Relation(
          owner: "gadget", name: "whole", target: "gadget", inverse: "parts", isInverseToMany: true),
      ]
    case "skill":
      [
        Relation(
          owner: "skill", name: "holders", target: "hero", isToMany: true, inverse: "skills",
          isInverseToMany: true, isStored: false)
      ]
    case "base":
      [Relation(owner: "base", name: "resident", target: "hero", inverse: "base")]
    case "entry":
      [
        Relation(
          owner: "entry", name: "media", target: "medium", isToMany: true, inverse: "diaryEntry",
          rule: .cascade, isStored: false)
      ]
    case "medium":
      [
        Relation(
          owner: "medium", name: "diaryEntry", target: "entry", inverse: "media",
          isInverseToMany: true)
      ]
    default: []
    }
  }

  static func required(of entity: String) -> [String] {
    switch entity {
    case "hero", "villain", "league", "skill": ["name"]
    case "team": ["title"]
    case "gadget": ["label"]
    case "base": ["place"]
    case "entry": ["text", "creationTime"]
    default: []
    }
  }

  /// Whether an attribute may have a value; false where the entity has no such attribute.
  static func admits(_ value: Value, as name: String, of entity: String) -> Bool {
    switch (entity, name, value) {
    case ("hero", "name", .string(let text)), ("villain", "name", .string(let text)):
      (1...40).contains(text.unicodeScalars.count)
    case ("hero", "age", .int(let age)), ("villain", "age", .int(let age)): (0...900).contains(age)
    case ("hero", "power", .double(let power)), ("villain", "power", .double(let power)):
      power.isFinite && power >= -1
    case ("hero", "alias", .string), ("villain", "alias", .string): true
    case ("hero", "biography", .string), ("villain", "biography", .string): true
    case ("hero", "active", .bool), ("villain", "active", .bool): true
    case ("hero", "born", .date), ("villain", "born", .date): true
    case ("hero", "marks", .list(let marks)), ("villain", "marks", .list(let marks)):
      marks.count <= 4
        && marks.allSatisfy {
          if case .string = $0 { true } else { false }
        }
    case ("villain", "plan", .string): true
    case ("team", "title", .string), ("team", "rank", .int): true
    case ("league", "name", .string), ("skill", "name", .string): true
    case ("gadget", "label", .string), ("base", "place", .string): true
    case ("entry", "text", .string), ("entry", "creationTime", .date), ("entry", "mood", .int): true
    case ("medium", "name", .string): true
    default: false
    }
  }

  static func isAttribute(_ name: String, of entity: String) -> Bool {
    let own: [String] =
      switch entity {
      case "hero": ["name", "age", "power", "alias", "active", "biography", "born", "marks"]
      case "villain":
        ["name", "age", "power", "alias", "active", "biography", "born", "marks", "plan"]
      case "team": ["title", "rank"]
      case "league", "skill", "medium": ["name"]
      case "gadget": ["label"]
      case "base": ["place"]
      case "entry": ["text", "creationTime", "mood"]
      default: []
      }
    return own.contains(name)
  }
}
