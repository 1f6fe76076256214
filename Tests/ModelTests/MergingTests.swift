import JSON
import Model
import TestSupport
import Testing

@Suite struct MergingTests {
  private func merge(
    _ old: String, _ file: String, replacing: Bool = false
  ) throws -> (model: ObjectModel, renames: ModelRenames) {
    try model("{\"entities\":{\(old)}}")
      .merging(ModelFile(parsing: "{\"entities\":{\(file)}}"), replacing: replacing)
  }

  private func text(_ entities: String) throws -> String {
    try ModelFile(parsing: "{\"entities\":{\(entities)}}").jsonText
  }

  @Test func `entities and properties are added, and what is not named stays`() throws {
    let (merged, renames) = try merge(
      #""a":{"attributes":{"x":{"type":"int","min":1},"y":{"type":"int"}},"unique":[["x","y"]]},"b":{}"#,
      #""a":{"attributes":{"x":{"type":"int"},"z":{"type":"bool"}},"derived":{"d":"x"},"unique":[["y","x"],["z"]]},"c":{}"#
    )
    #expect(renames.isEmpty)
    let expected = try text(
      #""a":{"attributes":{"x":{"type":"int"},"y":{"type":"int"},"z":{"type":"bool"}},"derived":{"d":"x"},"unique":[["x","y"],["z"]]},"b":{},"c":{}"#
    )
    #expect(merged.jsonText == expected)
  }

  @Test func `replacing puts the file in the model's place, built-in entities aside`() throws {
    let (merged, renames) = try merge(
      #""a":{"attributes":{"x":{"type":"int"}}},"b":{}"#, #""b":{},"c":{}"#, replacing: true)
    #expect(merged.jsonText == (try text(#""b":{},"c":{}"#)))
    #expect(Set(merged.entities.keys) == ["b", "c", "entry", "medium"])
    #expect(renames.isEmpty)
  }

  @Test func `a property given again may change its kind, and a parent its child`() throws {
    let (merged, _) = try merge(
      #""p":{},"a":{"attributes":{"x":{"type":"int"}},"relationships":{"y":{"to":"a"}}}"#,
      #""a":{"parent":"p","derived":{"x":"1"},"attributes":{"y":{"type":"int"}}}"#)
    let expected = try text(
      #""p":{},"a":{"parent":"p","attributes":{"y":{"type":"int"}},"derived":{"x":"1"}}"#)
    #expect(merged.jsonText == expected)
    // Without a parent the one there is stays.
    let (again, _) = try merged.merging(ModelFile(parsing: #"{"entities":{"a":{}}}"#))
    #expect(again == merged)
  }

  @Test func `an entity is renamed, and all that names it follows`() throws {
    let (merged, renames) = try merge(
      #""old":{"attributes":{"x":{"type":"int"}},"relationships":{"others":{"to":"b","many":true,"inverse":"of"}}},"sub":{"parent":"old"},"b":{"relationships":{"of":{"to":"old","inverse":"others"},"one":{"to":"sub"}}}"#,
      #""new":{"renamedFrom":"old","attributes":{"y":{"type":"int"}}}"#)
    #expect(renames.entities == ["old": "new"])
    #expect(renames.properties.isEmpty)
    #expect(renames.newName(ofEntity: "old") == "new")
    let expected = try text(
      #""new":{"renamedFrom":"old","attributes":{"x":{"type":"int"},"y":{"type":"int"}},"relationships":{"others":{"to":"b","many":true,"inverse":"of"}}},"sub":{"parent":"new"},"b":{"relationships":{"of":{"to":"new","inverse":"others"},"one":{"to":"sub"}}}"#
    )
    #expect(merged.jsonText == expected)
  }

  @Test func `properties are renamed, sub-entities' too, with inverses and unique lists`() throws {
    let (merged, renames) = try merge(
      #""a":{"attributes":{"x":{"type":"int"},"y":{"type":"int"}},"relationships":{"team":{"to":"t","inverse":"all"}},"unique":[["x","team"]]},"sub":{"parent":"a","attributes":{"z":{"type":"int"}},"unique":[["z","x"]]},"t":{"relationships":{"all":{"to":"a","many":true,"inverse":"team"}}}"#,
      #""a":{"attributes":{"n":{"type":"int","renamedFrom":"x"}},"relationships":{"group":{"to":"t","inverse":"all","renamedFrom":"team"}}}"#
    )
    let own = ["x": "n", "team": "group"]
    #expect(renames.entities.isEmpty)
    #expect(renames.properties == ["a": own, "sub": own])
    #expect(renames.newName(of: "x", in: "sub") == "n")
    #expect(renames.newName(of: "z", in: "sub") == "z")
    #expect(
      renames.renaming(["x": .int(1), "z": .int(2), "team": .null], of: "sub")
        == ["n": .int(1), "z": .int(2), "group": .null])
    let expected = try text(
      #""a":{"attributes":{"n":{"type":"int","renamedFrom":"x"},"y":{"type":"int"}},"relationships":{"group":{"to":"t","inverse":"all","renamedFrom":"team"}},"unique":[["n","group"]]},"sub":{"parent":"a","attributes":{"z":{"type":"int"}},"unique":[["z","n"]]},"t":{"relationships":{"all":{"to":"a","many":true,"inverse":"group"}}}"#
    )
    #expect(merged.jsonText == expected)
  }

  @Test func `entities and their properties are renamed at once, under the new names`() throws {
    let (_, renames) = try merge(
      #""a":{"attributes":{"x":{"type":"int"}}},"sub":{"parent":"a"}"#,
      #""b":{"renamedFrom":"a","attributes":{"y":{"type":"int","renamedFrom":"x"}}},"child":{"renamedFrom":"sub"}"#
    )
    #expect(renames.entities == ["a": "b", "sub": "child"])
    #expect(renames.properties == ["b": ["x": "y"], "child": ["x": "y"]])
    #expect(renames.renaming(["x": .int(1)], of: "sub") == ["y": .int(1)])
  }

  @Test func `two names are swapped, and three go round`() throws {
    let (merged, renames) = try merge(
      #""a":{"attributes":{"x":{"type":"int"},"y":{"type":"bool"},"z":{"type":"date"}}},"b":{"attributes":{"q":{"type":"int"}}}"#,
      #""a":{"renamedFrom":"b"},"b":{"renamedFrom":"a","attributes":{"x":{"type":"bool","renamedFrom":"y"},"y":{"type":"date","renamedFrom":"z"},"z":{"type":"int","renamedFrom":"x"}}}"#
    )
    #expect(renames.entities == ["a": "b", "b": "a"])
    #expect(renames.properties == ["b": ["x": "z", "y": "x", "z": "y"]])
    #expect(
      renames.renaming(["x": .int(1), "y": .bool(true), "z": .null], of: "a")
        == ["z": .int(1), "x": .bool(true), "y": .null])
    #expect(merged.entity("a")?.attributes.keys.sorted() == ["q"])
    #expect(merged.entity("b")?.attributes["z"]?.type == .int)
  }

  @Test func `an old name is free for something new`() throws {
    let (merged, renames) = try merge(
      #""a":{"attributes":{"x":{"type":"int"}}}"#,
      #""b":{"renamedFrom":"a","attributes":{"y":{"type":"int","renamedFrom":"x"},"x":{"type":"bool"}}},"a":{"attributes":{"k":{"type":"uuid"}}}"#
    )
    #expect(renames.entities == ["a": "b"])
    #expect(renames.properties == ["b": ["x": "y"]])
    #expect(merged.entity("a")?.attributes.keys.sorted() == ["k"])
    #expect(merged.entity("b")?.attributes["x"]?.type == .bool)
    let difference = ModelDifference(
      from: try model(#"{"entities":{"a":{"attributes":{"x":{"type":"int"}}}}}"#), to: merged,
      renames: renames)
    #expect(difference.changes == ["a": [.added], "b": [.propertyAdded("x")]])
    // Applied again, it changes nothing.
    let file = try ModelFile(
      parsing:
        #"{"entities":{"b":{"renamedFrom":"a","attributes":{"y":{"type":"int","renamedFrom":"x"},"x":{"type":"bool"}}},"a":{"attributes":{"k":{"type":"uuid"}}}}}"#
    )
    let (again, none) = try merged.merging(file)
    #expect(again == merged)
    #expect(none.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a file applied again renames nothing`(replacing: Bool) throws {
    let file = try ModelFile(
      parsing:
        #"{"entities":{"b":{"renamedFrom":"a","attributes":{"y":{"type":"int","renamedFrom":"x"}},"relationships":{"s":{"to":"b","renamedFrom":"r"}}}}}"#
    )
    let first = try model(
      #"{"entities":{"a":{"attributes":{"x":{"type":"int"}},"relationships":{"r":{"to":"a"}}}}}"#)
    let (second, renames) = try first.merging(file, replacing: replacing)
    #expect(renames.entities == ["a": "b"])
    #expect(renames.properties == ["b": ["x": "y", "r": "s"]])
    let (third, none) = try second.merging(file, replacing: replacing)
    #expect(none.isEmpty)
    #expect(third == second)
  }

  @Test func `the mark of a rename stays in the text, and later changes keep it`() throws {
    let (merged, _) = try merge(
      #""a":{"attributes":{"x":{"type":"int"}}}"#,
      #""b":{"renamedFrom":"a","attributes":{"y":{"type":"int","renamedFrom":"x"}}}"#)
    let (later, renames) = try merged.merging(
      ModelFile(parsing: #"{"entities":{"b":{"attributes":{"y":{"type":"int","min":3}}},"a":{}}}"#))
    #expect(renames.isEmpty)
    #expect(later.declarations.entities["b"]?.renamedFrom == "a")
    #expect(later.declarations.entities["b"]?.attributes["y"]?.renamedFrom == "x")
    #expect(later.declarations.entities["b"]?.attributes["y"]?.attribute.minimum == .int(3))
    // Nor does the new `a` become the former of `b` when the next text is read.
    let (last, still) = try later.merging(
      ModelFile(parsing: #"{"entities":{"b":{"attributes":{"x":{"type":"int"}}}}}"#))
    #expect(still.isEmpty)
    #expect(ModelRenames(from: later.declarations, to: last.declarations).isEmpty)
  }

  @Test func `a name goes there and back`() throws {
    var model = try model(#"{"entities":{"a":{"attributes":{"x":{"type":"int"}}}}}"#)
    let there = try ModelFile(parsing: #"{"entities":{"b":{"renamedFrom":"a"}}}"#)
    let back = try ModelFile(parsing: #"{"entities":{"a":{"renamedFrom":"b"}}}"#)
    for _ in 0..<2 {
      for (file, expected) in [(there, ["a": "b"]), (back, ["b": "a"])] {
        let (next, renames) = try model.merging(file)
        #expect(renames.entities == expected)
        #expect(ModelRenames(from: model.declarations, to: next.declarations) == renames)
        model = next
      }
    }
  }

  @Test func `a sub-entity that leaves does not take a renamed property along`() throws {
    let (_, renames) = try merge(
      #""a":{"attributes":{"x":{"type":"int"}}},"stays":{"parent":"a"},"leaves":{"parent":"a"}"#,
      #""a":{"attributes":{"y":{"type":"int","renamedFrom":"x"}}},"stays":{"parent":"a"},"leaves":{}"#,
      replacing: true)
    #expect(renames.properties == ["a": ["x": "y"], "stays": ["x": "y"]])
  }

  @Test func `an entity below a built-in one is renamed like any other`() throws {
    let (merged, renames) = try merge(
      #""dream":{"parent":"entry","attributes":{"lucid":{"type":"bool"}}}"#,
      #""vision":{"renamedFrom":"dream","attributes":{"clear":{"type":"bool","renamedFrom":"lucid"}}}"#
    )
    #expect(renames.entities == ["dream": "vision"])
    #expect(renames.properties == ["vision": ["lucid": "clear"]])
    #expect(merged.family(of: "entry") == ["entry", "vision"])
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let old: String
    let file: String
    let place: String
    let words: [String]
    init(_ old: String, _ file: String, _ place: String, _ words: String...) {
      (self.old, self.file, self.place, self.words) = (old, file, place, words)
    }
    var testDescription: String { "\(old) and \(file)" }
  }

  static let faults: [Fault] = [
    Fault("", #""entry":{"attributes":{"x":{"type":"int"}}}"#, "entry", "built in"),
    Fault("", #""mine":{"renamedFrom":"entry"}"#, "mine", "“entry”", "built in"),
    Fault(
      #""person":{}"#, #""b":{"renamedFrom":"persom"}"#, "b", "neither", "“persom”",
      "did you mean “person”?"),
    Fault(#""a":{}"#, #""a":{"renamedFrom":"a"}"#, "a", "its own name"),
    Fault(#""a":{},"b":{}"#, #""b":{"renamedFrom":"a"}"#, "b", "both names"),
    Fault(
      #""a":{}"#, #""b":{"renamedFrom":"a"},"c":{"renamedFrom":"a"}"#, "c",
      "another declaration claims"),
    Fault(
      #""a":{"attributes":{"x":{"type":"int"},"y":{"type":"int"}}}"#,
      #""a":{"attributes":{"y":{"type":"int","renamedFrom":"x"}}}"#, "a.y", "both names"),
    Fault(
      #""a":{"attributes":{"x":{"type":"int"}}}"#,
      #""a":{"attributes":{"y":{"type":"int","renamedFrom":"z"}}}"#, "a.y",
      "neither that nor “y” is an attribute of a"),
    Fault(
      #""a":{"attributes":{"x":{"type":"int"}}}"#,
      #""a":{"relationships":{"y":{"to":"a","renamedFrom":"x"}}}"#, "a.y", "is a relationship of a"),
    Fault(
      #""a":{}"#, #""b":{"attributes":{"y":{"type":"int","renamedFrom":"x"}}}"#, "b.y", "neither"),
    Fault(
      #""a":{"attributes":{"x":{"type":"int"}}},"b":{"parent":"a"}"#,
      #""b":{"attributes":{"y":{"type":"int","renamedFrom":"x"}}}"#, "b.y", "neither"),
    // A chain whose end is not free.
    Fault(
      #""a":{},"b":{},"c":{}"#, #""b":{"renamedFrom":"a"},"c":{"renamedFrom":"b"}"#, "c",
      "both names"),
    // The new name is there, but on its way elsewhere.
    Fault(#""b":{}"#, #""b":{"renamedFrom":"a"},"c":{"renamedFrom":"b"}"#, "b", "neither"),
    Fault("\"\u{E9}\":{}", "\"e\u{301}\":{}", "e\u{301}", "accents"),
    Fault(
      "\"a\":{\"attributes\":{\"\u{E9}\":{\"type\":\"int\"}}}",
      "\"a\":{\"derived\":{\"e\u{301}\":\"1\"}}", "a.e\u{301}", "accents"),
    // What the merged whole says of itself is checked as well.
    Fault(#""a":{}"#, #""b":{"relationships":{"r":{"to":"c"}}}"#, "b.r", "“c”"),
    Fault(
      #""a":{"relationships":{"r":{"to":"b","inverse":"s"}}},"b":{"relationships":{"s":{"to":"a","inverse":"r"}}}"#,
      #""b":{"relationships":{"s":{"to":"a"}}}"#, "a.r", "has no “inverse”"),
    Fault(
      #""a":{"attributes":{"x":{"type":"int"}},"unique":[["x"]]}"#, #""a":{"derived":{"x":"1"}}"#,
      "a.x", "is derived"),
  ]

  @Test(arguments: faults)
  func `a fault names the place and the reason, and changes nothing`(_ fault: Fault) throws {
    let error = #expect(throws: ModelError.self) { try merge(fault.old, fault.file) }
    let message = error?.description ?? ""
    #expect(message.hasPrefix("\(fault.place): "), "\(message)")
    for word in fault.words { #expect(message.contains(word), "\(message)") }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `merging keeps its laws for any two models`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let first = try ObjectModel(declarations: random.model(prefix: "1"))
    let second = random.model(prefix: "2")
    let alone = try ObjectModel(declarations: second)
    // Into nothing, into itself, twice, and in place of.
    #expect(try ObjectModel.builtIn.merging(second).model == alone)
    #expect(try alone.merging(second).model == alone)
    let both = try first.merging(second).model
    #expect(try both.merging(second).model == both)
    #expect(try both.merging(first.declarations).model == both)
    #expect(try first.merging(second, replacing: true).model == alone)
    // Models that share no name come together in either order.
    #expect(try alone.merging(first.declarations).model == both)
    for (name, entity) in first.entities { #expect(both.entity(name) == entity) }
    #expect(
      ModelDifference(from: alone, to: alone, renames: ModelRenames()).isEmpty)
    let added = ModelDifference(from: first, to: both, renames: ModelRenames())
    #expect(Set(added.changes.keys) == Set(second.entities.keys))
    #expect(added.changes.values.allSatisfy { $0 == [.added] })
    #expect(added.breaking.isEmpty)
    let removed = ModelDifference(from: both, to: first, renames: ModelRenames())
    #expect(removed.changes.values.allSatisfy { $0 == [.removed] })
    #expect(Set(removed.breaking.keys) == Set(second.entities.keys))
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `renames of any kind carry all data over, and are read from the texts alone`(seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    let old = try ObjectModel(declarations: random.model())
    // New names for some entities and properties; some are swapped with others of their kind.
    var entityNames: [String: String] = [:]
    for name in old.declarations.entities.keys.sorted() where random.below(2) == 0 {
      entityNames[name] = "renamed \(name)"
    }
    var file = ModelFile()
    var propertyNames: [String: [String: String]] = [:]
    for (name, entity) in old.declarations.entities.sorted(by: { $0.key < $1.key }) {
      var names: [String: String] = [:]
      let attributes = entity.attributes.keys.sorted()
      if attributes.count > 1, random.below(2) == 0 {
        names[attributes[0]] = attributes[1]
        names[attributes[1]] = attributes[0]
      } else {
        for property in attributes where random.below(2) == 0 { names[property] = "r\(property)" }
      }
      propertyNames[name] = names
      var declaration = EntityDeclaration(renamedFrom: entityNames[name] == nil ? nil : name)
      for (property, new) in names {
        var attribute = try #require(entity.attributes[property])
        attribute.renamedFrom = property
        declaration.attributes[new] = attribute
      }
      file.entities[entityNames[name] ?? name] = declaration
    }
    let (new, renames) = try old.merging(file)
    #expect(renames.entities == entityNames)
    #expect(
      try ModelRenames(from: ModelFile(parsing: old.jsonText), to: ModelFile(parsing: new.jsonText))
        == renames)
    for (name, entity) in old.entities {
      let renamed = try #require(new.entity(renames.newName(ofEntity: name)))
      #expect(renamed.parent == entity.parent.map(renames.newName(ofEntity:)))
      #expect(renamed.attributes.count == entity.attributes.count)
      var values = PropertyValues()
      for attribute in entity.attributes.values {
        var expected = attribute
        expected.name = renames.newName(of: attribute.name, in: name)
        #expect(renamed.attributes[expected.name] == expected)
        values[attribute.name] = random.value(of: attribute.type)
      }
      let carried = renames.renaming(values, of: name)
      #expect(carried.count == values.count)
      // A value that was sound is sound, one that was not is not.
      #expect(renamed.validate(carried).count == entity.validate(values).count)
    }
    // Names decide which side stores: nothing else may differ.
    let difference = ModelDifference(from: old, to: new, renames: renames)
    for change in difference.changes.values.joined() {
      if case .storageChanged = change { continue }
      Issue.record("a rename changed more than names: \(change)")
    }
    let (again, none) = try new.merging(file)
    #expect(again == new)
    #expect(none.isEmpty)
  }
}
