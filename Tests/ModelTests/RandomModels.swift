import JSON
import Model
import TestSupport

/// Values and models drawn from a seed.
extension SplitMix64 {
  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// A moment anywhere in 64 bits, or near the present.
  mutating func moment() -> Moment {
    let zones = [nil, nil, "Europe/Berlin", "Etc/GMT+5", "America/Argentina/Buenos_Aires", "UTC"]
    let microseconds =
      below(2) == 0
      ? Int64(bitPattern: next())
      : Int64.random(in: -100_000_000_000_000...100_000_000_000_000, using: &self)
    let offset =
      below(3) == 0
      ? Int32.random(in: -86_399...86_399, using: &self) : Int32(below(27 * 4) - 48) * 900
    return Moment(microseconds: microseconds, offsetSeconds: offset, zone: element(of: zones))
  }

  mutating func text() -> String {
    let pieces = ["a", "é", "e\u{301}", "\"", "\\", "\n", "😀", "0", " ", "\u{0}", "ß", "نص"]
    return (0..<below(8)).map { _ in element(of: pieces) }.joined()
  }

  mutating func bytes() -> [UInt8] {
    (0..<below(40)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  mutating func finiteDouble() -> Double {
    let double = Double(bitPattern: next())
    return double.isFinite ? double : -0.0
  }

  /// A value that an attribute of a type can hold.
  mutating func value(of type: AttributeType) -> Value {
    switch type {
    case .string: .string(text())
    case .int: .int(Int64(bitPattern: next()) >> Int64(below(64)))
    case .double: .double(below(2) == 0 ? finiteDouble() : Double(below(100)))
    case .bool: .bool(below(2) == 0)
    case .date: .date(moment())
    case .data: .data(bytes())
    case .content:
      .content(
        ContentReference(
          digest: (0..<32).map { _ in UInt8(truncatingIfNeeded: next()) }, size: next()))
    case .uuid: .uuid(ObjectID(high: next(), low: next()))
    case .stringList: .list((0...below(4)).map { _ in .string(text()) })
    }
  }

  /// An attribute whose rules hold together.
  mutating func attribute(named name: String) -> Attribute {
    var attribute = Attribute(name: name, type: element(of: AttributeType.allCases))
    attribute.isRequired = below(3) == 0
    switch attribute.type {
    case .int, .double, .date:
      let bounds = [value(of: attribute.type), value(of: attribute.type)].sorted { left, right in
        switch (left, right) {
        case (.int(let left), .int(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        case (.date(let left), .date(let right)): left.microseconds < right.microseconds
        default: false
        }
      }
      if below(2) == 0 { attribute.minimum = bounds[0] }
      if below(2) == 0 { attribute.maximum = bounds[1] }
      if below(2) == 0 { attribute.defaultValue = element(of: bounds) }
    case .string, .data, .stringList:
      if below(2) == 0 { attribute.minimumLength = below(5) }
      if below(2) == 0 { attribute.maximumLength = 5 + below(5) }
    case .bool, .uuid:
      if below(2) == 0 { attribute.defaultValue = value(of: attribute.type) }
    case .content:
      break
    }
    return attribute
  }

  /// A model that holds together: a forest of entities, paired and single relationships, unique lists.
  ///
  /// Names begin with `prefix`.
  mutating func model(prefix: String = "") -> ModelFile {
    var file = ModelFile()
    let names = (0..<(1 + below(6))).map {
      "\(prefix)\(["z", "é", "E", "a.b", "q\""][below(5)])\($0)"
    }
    for (index, name) in names.enumerated() {
      var entity = EntityDeclaration()
      if index > 0, below(2) == 0 { entity.parent = names[below(index)] }
      for number in 0..<below(5) {
        let property = "\(name) attribute \(number)"
        entity.attributes[property] = AttributeDeclaration(
          attribute(named: property), isUnique: below(4) == 0)
      }
      if below(2) == 0 { entity.derived["\(name) derived"] = "lowercase(\(text())x)" }
      entity.unique = entity.attributes.count < 2 ? [] : [entity.attributes.keys.sorted()]
      file.entities[name] = entity
    }
    for number in 0..<below(6) {
      let (from, to) = (element(of: names), element(of: names))
      let (there, back) = ("\(element(of: ["a", "m", "z"]))there\(number)", "back\(number)")
      let isPaired = below(3) > 0
      file.entities[from]?.relationships[there] = RelationshipDeclaration(
        to: to, isToMany: below(2) == 0, inverse: isPaired ? back : nil,
        deleteRule: element(of: DeleteRule.allCases))
      guard isPaired else { continue }
      file.entities[to]?.relationships[back] = RelationshipDeclaration(
        to: from, isToMany: below(2) == 0, inverse: there,
        deleteRule: element(of: DeleteRule.allCases))
    }
    return file
  }
}

/// The model of a text that is known to hold together.
func model(_ text: String) throws -> ObjectModel {
  try ObjectModel(declarations: ModelFile(parsing: text))
}

/// The model of the specification's example.
let heroes = """
  {"entities": {
    "hero": {
      "attributes": {"name": {"type": "string", "required": true, "maxLength": 200}, "secretIdentity": {"type": "string"}, "power": {"type": "double", "min": 0}},
      "derived":    {"nameFirstLetter": "firstLetter(name)"},
      "relationships": {"team": {"to": "team", "inverse": "members"}},
      "unique": [["name", "secretIdentity"]]},
    "villain": {"parent": "hero", "attributes": {"plan": {"type": "string"}}},
    "team": {
      "attributes": {"title": {"type": "string", "required": true}},
      "relationships": {"members": {"to": "hero", "many": true, "inverse": "team", "onDelete": "nullify"}}}}}
  """
