import Model
import TestSupport
import Testing

@Suite struct ModelDifferenceTests {
  private func difference(_ old: String, _ new: String) throws -> ModelDifference {
    let old = try model("{\"entities\":{\(old)}}")
    let (new, renames) = try old.merging(
      ModelFile(parsing: "{\"entities\":{\(new)}}"), replacing: true)
    return ModelDifference(from: old, to: new, renames: renames)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let changes: [String: [ModelDifference.Change]]
    let isBreaking: Bool
    init(
      _ old: String, _ new: String, _ changes: [String: [ModelDifference.Change]], isBreaking: Bool
    ) {
      (self.old, self.new, self.changes, self.isBreaking) = (old, new, changes, isBreaking)
    }
    static func attribute(
      _ old: String, _ new: String, _ changes: [ModelDifference.Change], isBreaking: Bool
    ) -> Case {
      func entity(_ rules: String) -> String { #""e":{"attributes":{"a":{\#(rules)}}}"# }
      return Case(
        entity(old), entity(new), changes.isEmpty ? [:] : ["e": changes], isBreaking: isBreaking)
    }
    var testDescription: String { "\(old) to \(new)" }
  }

  static let cases: [Case] = [
    Case(#""e":{}"#, #""e":{},"f":{}"#, ["f": [.added]], isBreaking: false),
    Case(#""e":{},"f":{}"#, #""e":{}"#, ["f": [.removed]], isBreaking: true),
    Case(
      #""e":{"attributes":{"a":{"type":"int"}}}"#, #""e":{}"#, ["e": [.propertyRemoved("a")]],
      isBreaking: true),
    Case(
      #""e":{}"#, #""e":{"attributes":{"a":{"type":"int"}}}"#, ["e": [.propertyAdded("a")]],
      isBreaking: false),
    Case(
      #""e":{}"#, #""e":{"attributes":{"a":{"type":"int","required":true,"default":4}}}"#,
      ["e": [.propertyAdded("a"), .tightened("a", .required)]], isBreaking: true),
    Case(
      #""e":{}"#, #""e":{"derived":{"d":"1"}}"#, ["e": [.derivedChanged("d")]], isBreaking: false),
    Case(
      #""e":{"derived":{"d":"1"}}"#, #""e":{}"#, ["e": [.derivedChanged("d")]], isBreaking: false),
    Case(
      #""e":{"derived":{"d":"1"}}"#, #""e":{"derived":{"d":"2"}}"#, ["e": [.derivedChanged("d")]],
      isBreaking: false),
    Case(
      #""e":{"attributes":{"a":{"type":"int"}}}"#, #""e":{"derived":{"a":"1"}}"#,
      ["e": [.propertyRemoved("a"), .derivedChanged("a")]], isBreaking: true),
    Case(
      #""e":{"derived":{"a":"1"}}"#, #""e":{"attributes":{"a":{"type":"int"}}}"#,
      ["e": [.propertyAdded("a")]], isBreaking: false),
    Case(
      #""e":{"attributes":{"a":{"type":"int"}}}"#, #""e":{"relationships":{"a":{"to":"e"}}}"#,
      ["e": [.retyped("a")]], isBreaking: true),
    Case(
      #""e":{"relationships":{"a":{"to":"e"}}}"#,
      #""e":{"attributes":{"a":{"type":"uuid","required":true}}}"#,
      ["e": [.retyped("a"), .tightened("a", .required)]], isBreaking: true),
    .attribute(#""type":"int""#, #""type":"double""#, [.retyped("a")], isBreaking: true),
    .attribute(
      #""type":"int","min":1"#, #""type":"double","min":1"#,
      [.retyped("a"), .tightened("a", .minimum)], isBreaking: true),
    .attribute(
      #""type":"int""#, #""type":"int","required":true"#, [.tightened("a", .required)],
      isBreaking: true),
    .attribute(
      #""type":"int","required":true"#, #""type":"int""#, [.relaxed("a", .required)],
      isBreaking: false),
    .attribute(
      #""type":"int","min":1"#, #""type":"int","min":2"#, [.tightened("a", .minimum)],
      isBreaking: true),
    .attribute(
      #""type":"int","min":2"#, #""type":"int","min":1"#, [.relaxed("a", .minimum)],
      isBreaking: false),
    .attribute(
      #""type":"int""#, #""type":"int","min":1"#, [.tightened("a", .minimum)], isBreaking: true),
    .attribute(
      #""type":"int","min":1"#, #""type":"int""#, [.relaxed("a", .minimum)], isBreaking: false),
    .attribute(
      #""type":"double","max":2"#, #""type":"double","max":1.5"#, [.tightened("a", .maximum)],
      isBreaking: true),
    .attribute(
      #""type":"double","max":1"#, #""type":"double","max":2"#, [.relaxed("a", .maximum)],
      isBreaking: false),
    .attribute(
      #""type":"string","minLength":1"#, #""type":"string","minLength":2"#,
      [.tightened("a", .minimumLength)], isBreaking: true),
    .attribute(#""type":"string""#, #""type":"string","minLength":0"#, [], isBreaking: false),
    .attribute(
      #""type":"string""#, #""type":"string","maxLength":9"#, [.tightened("a", .maximumLength)],
      isBreaking: true),
    .attribute(
      #""type":"string","maxLength":9"#, #""type":"string","maxLength":10"#,
      [.relaxed("a", .maximumLength)], isBreaking: false),
    .attribute(
      #""type":"int","default":1"#, #""type":"int","default":2"#, [.defaultChanged("a")],
      isBreaking: false),
    .attribute(
      #""type":"int""#, #""type":"int","unique":true"#,
      [.uniqueAdded(UniqueConstraint(owner: "e", properties: ["a"]))], isBreaking: true),
    .attribute(
      #""type":"int","unique":true"#, #""type":"int""#,
      [.uniqueRemoved(UniqueConstraint(owner: "e", properties: ["a"]))], isBreaking: false),
    Case(
      #""e":{"attributes":{"a":{"type":"int"},"b":{"type":"int"}},"unique":[["a","b"]]}"#,
      #""e":{"attributes":{"a":{"type":"int"},"b":{"type":"int"}},"unique":[["b","a"]]}"#, [:],
      isBreaking: false),
    // What an ancestor declares is told of each entity that inherits it.
    Case(
      #""e":{"attributes":{"a":{"type":"int"}}},"f":{"parent":"e"}"#,
      #""e":{"attributes":{"a":{"type":"int","min":1}}},"f":{"parent":"e"}"#,
      ["e": [.tightened("a", .minimum)], "f": [.tightened("a", .minimum)]], isBreaking: true),
    // An entity that is gone is told of once, and not by all that could refer to it.
    Case(
      #""e":{},"f":{"parent":"e"},"g":{"relationships":{"r":{"to":"e"}}}"#,
      #""e":{},"g":{"relationships":{"r":{"to":"e"}}}"#, ["f": [.removed]], isBreaking: true),
    // A parent that changes brings and takes properties, and takes the child from who referred to it.
    Case(
      #""e":{"attributes":{"a":{"type":"int"}}},"f":{"parent":"e"},"g":{"relationships":{"r":{"to":"e"}}}"#,
      #""e":{"attributes":{"a":{"type":"int"}}},"f":{},"g":{"relationships":{"r":{"to":"e"}}}"#,
      [
        "f": [.parentChanged(from: "e", to: nil), .propertyRemoved("a")],
        "g": [.targetNarrowed("r", lost: ["f"])],
      ],
      isBreaking: true),
    Case(
      #""e":{},"f":{},"g":{"relationships":{"r":{"to":"e"}}}"#,
      #""e":{},"f":{"parent":"e"},"g":{"relationships":{"r":{"to":"e"}}}"#,
      ["f": [.parentChanged(from: nil, to: "e")], "g": [.targetWidened("r")]], isBreaking: false),
    Case(
      #""e":{},"f":{},"g":{"relationships":{"r":{"to":"e"}}}"#,
      #""e":{},"f":{},"g":{"relationships":{"r":{"to":"f"}}}"#,
      ["g": [.targetNarrowed("r", lost: ["e"]), .targetWidened("r")]], isBreaking: true),
    Case(
      #""e":{"relationships":{"r":{"to":"e"}}}"#,
      #""e":{"relationships":{"r":{"to":"e","many":true}}}"#,
      ["e": [.cardinalityChanged("r", isToMany: true)]], isBreaking: true),
    Case(
      #""e":{"relationships":{"r":{"to":"e"}}}"#,
      #""e":{"relationships":{"r":{"to":"e","onDelete":"deny"}}}"#,
      ["e": [.deleteRuleChanged("r", .deny)]], isBreaking: false),
    // A list that was stored is now computed from the other end.
    Case(
      #""e":{"relationships":{"all":{"to":"f","many":true}}},"f":{}"#,
      #""e":{"relationships":{"all":{"to":"f","many":true,"inverse":"of"}}},"f":{"relationships":{"of":{"to":"e","inverse":"all"}}}"#,
      [
        "e": [.storageChanged("all", .inverse(relationship: "of")), .inverseChanged("all")],
        "f": [.propertyAdded("of")],
      ], isBreaking: true),
    // Two ends that are both to-one now: what was many to one cannot stay.
    Case(
      #""e":{"relationships":{"of":{"to":"f","inverse":"all"}}},"f":{"relationships":{"all":{"to":"e","many":true,"inverse":"of"}}}"#,
      #""e":{"relationships":{"of":{"to":"f","inverse":"all"}}},"f":{"relationships":{"all":{"to":"e","inverse":"of"}}}"#,
      ["e": [.madeExclusive("of")], "f": [.cardinalityChanged("all", isToMany: false)]],
      isBreaking: true),
    // Renames are no change, whatever they touch.
    Case(
      #""e":{"attributes":{"a":{"type":"int","unique":true}},"relationships":{"r":{"to":"f","inverse":"s"}}},"f":{"parent":"e","relationships":{"s":{"to":"e","many":true,"inverse":"r"}}}"#,
      #""g":{"renamedFrom":"e","attributes":{"b":{"type":"int","unique":true,"renamedFrom":"a"}},"relationships":{"q":{"to":"h","inverse":"t","renamedFrom":"r"}}},"h":{"renamedFrom":"f","parent":"g","relationships":{"t":{"to":"g","many":true,"inverse":"q","renamedFrom":"s"}}}"#,
      [:], isBreaking: false),
    // But a name can decide which side of a pair stores.
    Case(
      #""e":{"relationships":{"a":{"to":"f","many":true,"inverse":"b"}}},"f":{"relationships":{"b":{"to":"e","many":true,"inverse":"a"}}}"#,
      #""z":{"renamedFrom":"e","relationships":{"a":{"to":"f","many":true,"inverse":"b"}}},"f":{"relationships":{"b":{"to":"z","many":true,"inverse":"a"}}}"#,
      [
        "z": [.storageChanged("a", .inverse(relationship: "b"))],
        "f": [.storageChanged("b", .stored)],
      ],
      isBreaking: true),
    // An ancestor's property that is renamed onto a removed one of a sub-entity does not hide it.
    Case(
      #""e":{"attributes":{"a":{"type":"int"}}},"f":{"parent":"e","attributes":{"b":{"type":"int"}}}"#,
      #""e":{"attributes":{"b":{"type":"int","renamedFrom":"a"}}},"f":{"parent":"e"}"#,
      ["f": [.propertyRemoved("b")]], isBreaking: true),
  ]

  @Test(arguments: cases)
  func `each change is told of the entities it touches`(_ test: Case) throws {
    let found = try difference(test.old, test.new)
    #expect(found.changes == test.changes)
    #expect(found.isEmpty == test.changes.isEmpty)
    #expect(found.breaking.isEmpty == !test.isBreaking)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `where nothing is tightened, what was sound is sound`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var first = Attribute(name: "a", type: .int)
    while first.type == .content || first.type == .bool { first = random.attribute(named: "a") }
    for _ in 0..<40 {
      let second = random.attribute(named: "a")
      guard second.type == first.type else { continue }
      let (old, new) = (try resolved(first), try resolved(second))
      let changes =
        ModelDifference(from: old, to: new, renames: ModelRenames()).changes["e"] ?? []
      guard !changes.contains(where: \.canBreakObjects) else { continue }
      for _ in 0..<40 {
        let values: PropertyValues = ["a": random.value(of: first.type)]
        let (before, after) = (try #require(old.entity("e")), try #require(new.entity("e")))
        if before.validate(values).isEmpty { #expect(after.validate(values).isEmpty) }
      }
    }
  }

  private func resolved(_ attribute: Attribute) throws -> ObjectModel {
    try ObjectModel(
      declarations: ModelFile(entities: [
        "e": EntityDeclaration(attributes: ["a": AttributeDeclaration(attribute)])
      ]))
  }
}
