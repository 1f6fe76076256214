import JSON
import Model
import TestSupport
import Testing

@Suite struct ObjectModelTests {
  @Test func `built-in entities are those of the specification`() throws {
    let model = ObjectModel.builtIn
    #expect(Set(model.entities.keys) == ["entry", "medium"])
    let entry = try #require(model.entity("entry"))
    #expect(
      entry.attributes.mapValues(\.type) == [
        "text": .string, "creationTime": .date, "allDay": .bool, "modifiedTime": .date,
        "mood": .int, "starred": .bool, "givenTags": .stringList, "place": .string,
        "latitude": .double, "longitude": .double, "weather": .string, "markup": .string,
        "importKey": .string, "assumed": .stringList, "extra": .string,
      ])
    #expect(
      Set(entry.attributes.values.filter(\.isRequired).map(\.name)) == ["text", "creationTime"])
    #expect(entry.derived["title"]?.expression == "title(text)")
    #expect(entry.derived["tags"]?.expression == "tags(text, givenTags)")
    #expect(
      entry.relationships == [
        "media": Relationship(
          name: "media", owner: "entry", target: "medium", isToMany: true, inverse: "diaryEntry",
          deleteRule: .cascade, storage: .inverse(relationship: "diaryEntry"))
      ])
    let medium = try #require(model.entity("medium"))
    #expect(
      medium.attributes.mapValues(\.type) == [
        "type": .string, "mimeType": .string, "name": .string, "caption": .string,
        "content": .content, "size": .int, "width": .int, "height": .int, "duration": .double,
      ])
    #expect(medium.attributes.values.allSatisfy { !$0.isRequired })
    #expect(
      medium.relationships == [
        "diaryEntry": Relationship(
          name: "diaryEntry", owner: "medium", target: "entry", inverse: "media", storage: .stored)
      ])
    #expect(model.declarations == ModelFile())
    #expect(model.jsonText == #"{"entities":{}}"#)
  }

  @Test func `the example is resolved`() throws {
    let model = try model(heroes)
    #expect(Set(model.entities.keys) == ["hero", "villain", "team", "entry", "medium"])
    let villain = try #require(model.entity("villain"))
    #expect(villain.parent == "hero")
    #expect(Set(villain.attributes.keys) == ["name", "secretIdentity", "power", "plan"])
    #expect(villain.derived["nameFirstLetter"]?.expression == "firstLetter(name)")
    #expect(villain.relationships["team"]?.owner == "hero")
    #expect(villain.relationships["team"]?.storage == .stored)
    #expect(
      villain.uniqueConstraints
        == [UniqueConstraint(owner: "hero", properties: ["name", "secretIdentity"])])
    #expect(
      model.entity("team")?.relationships["members"]?.storage == .inverse(relationship: "team"))
    #expect(model.family(of: "hero") == ["hero", "villain"])
    #expect(model.family(of: "villain") == ["villain"])
    #expect(model.family(of: "nobody").isEmpty)
    #expect(model.jsonText == (try ModelFile(parsing: heroes)).jsonText)
    #expect(model.nearestEntity(to: "heros") == "hero")
    #expect(model.nearestEntity(to: "spaceship") == nil)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `resolving keeps its laws for any model`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let model = try ObjectModel(declarations: random.model())
    #expect(try ObjectModel(declarations: ModelFile(parsing: model.jsonText)) == model)
    for (name, entity) in model.entities {
      #expect(entity.name == name)
      #expect(model.family(of: name).contains(name))
      if let parent = entity.parent.flatMap(model.entity) {
        #expect(model.family(of: parent.name).isSuperset(of: model.family(of: name)))
        for (key, attribute) in parent.attributes { #expect(entity.attributes[key] == attribute) }
        for (key, relationship) in parent.relationships {
          #expect(entity.relationships[key] == relationship)
        }
        #expect(Set(entity.uniqueConstraints).isSuperset(of: parent.uniqueConstraints))
      }
      for relationship in entity.relationships.values {
        guard let inverse = relationship.inverse else {
          #expect(relationship.storage == .stored)
          continue
        }
        let back = try #require(model.entity(relationship.target)?.relationships[inverse])
        #expect(back.target == relationship.owner)
        #expect(back.inverse == relationship.name)
        // One side and one only keeps the references.
        #expect((relationship.storage == .stored) != (back.storage == .stored))
        if relationship.isToMany != back.isToMany {
          #expect((relationship.storage == .stored) == !relationship.isToMany)
        } else {
          let path = [UInt8]("\(relationship.owner).\(relationship.name)".utf8)
          let other = [UInt8]("\(back.owner).\(back.name)".utf8)
          #expect((relationship.storage == .stored) == path.lexicographicallyPrecedes(other))
        }
      }
    }
  }

  @Test func `of two equal sides the smaller path in bytes stores`() throws {
    // "B.z" is less than "a.a" in bytes, and "é" greater than both: an order by language says otherwise.
    let model = try model(
      #"""
      {"entities": {
        "B": {"relationships": {"z": {"to": "a", "inverse": "a"}, "many": {"to": "é", "many": true, "inverse": "a"}}},
        "a": {"relationships": {"a": {"to": "B", "inverse": "z"}}},
        "é": {"relationships": {"a": {"to": "B", "many": true, "inverse": "many"}}}}}
      """#)
    #expect(model.entity("B")?.relationships["z"]?.storage == .stored)
    #expect(model.entity("a")?.relationships["a"]?.storage == .inverse(relationship: "z"))
    #expect(model.entity("B")?.relationships["many"]?.storage == .stored)
    #expect(model.entity("é")?.relationships["a"]?.storage == .inverse(relationship: "many"))
  }

  @Test func `an accent that stands apart counts as the letter before it`() throws {
    // In bytes "e" and an accent come before "f", composed "é" comes behind it; Swift's `<` knows only
    // the latter.
    let model = try model(
      "{\"entities\":{\"f\":{\"relationships\":{\"r\":{\"to\":\"e\u{301}\",\"inverse\":\"r\"}}},"
        + "\"e\u{301}\":{\"relationships\":{\"r\":{\"to\":\"f\",\"inverse\":\"r\"}}}}}")
    #expect(model.entity("e\u{301}")?.relationships["r"]?.storage == .stored)
    #expect(model.entity("f")?.relationships["r"]?.storage == .inverse(relationship: "r"))
  }

  @Test func `paths that are one text are told apart by the entity`() throws {
    let model = try model(
      #"""
      {"entities": {
        "a": {"relationships": {"b.c": {"to": "a.b", "inverse": "c"}}},
        "a.b": {"relationships": {"c": {"to": "a", "inverse": "b.c"}}}}}
      """#)
    #expect(model.entity("a")?.relationships["b.c"]?.storage == .stored)
    #expect(model.entity("a.b")?.relationships["c"]?.storage == .inverse(relationship: "b.c"))
  }

  @Test func `an entity may point at itself by two names, or by one to-one`() throws {
    let model = try model(
      #"""
      {"entities": {"person": {"relationships": {
        "friends": {"to": "person", "many": true, "inverse": "friendOf"},
        "friendOf": {"to": "person", "many": true, "inverse": "friends"},
        "parent": {"to": "person", "inverse": "children"},
        "children": {"to": "person", "many": true, "inverse": "parent"},
        "spouse": {"to": "person", "inverse": "spouse"}}}}}
      """#)
    let person = try #require(model.entity("person"))
    #expect(person.relationships["friendOf"]?.storage == .stored)
    #expect(person.relationships["friends"]?.storage == .inverse(relationship: "friendOf"))
    #expect(person.relationships["parent"]?.storage == .stored)
    #expect(person.relationships["children"]?.storage == .inverse(relationship: "parent"))
    #expect(person.relationships["spouse"]?.storage == .stored)
  }

  @Test func `own entities may inherit from built-in ones and refer to them`() throws {
    let model = try model(
      #"""
      {"entities": {
        "dream": {"parent": "entry", "attributes": {"lucid": {"type": "bool"}}, "unique": [["importKey"]]},
        "note": {"relationships": {"about": {"to": "entry"}, "dreams": {"to": "dream", "many": true}}}}}
      """#)
    #expect(model.family(of: "entry") == ["entry", "dream"])
    #expect(model.entity("dream")?.attributes["text"]?.isRequired == true)
    #expect(model.entity("dream")?.relationships["media"]?.owner == "entry")
    #expect(model.entity("note")?.relationships["about"]?.storage == .stored)
  }

  @Test func `unique attributes and lists become constraints, each once`() throws {
    let model = try model(
      #"""
      {"entities": {
        "base": {"attributes": {"b": {"type": "int", "unique": true}, "a": {"type": "int", "unique": true}, "c": {"type": "int"}},
                 "relationships": {"of": {"to": "base"}},
                 "unique": [["c", "a"], ["a", "c"], ["a"], ["of", "c"]]},
        "sub": {"parent": "base", "attributes": {"d": {"type": "int"}}, "unique": [["c"], ["d", "a"], ["c", "a"]]}}}
      """#)
    let inherited = [["a"], ["b"], ["c", "a"], ["of", "c"]].map {
      UniqueConstraint(owner: "base", properties: $0)
    }
    #expect(model.entity("base")?.uniqueConstraints == inherited)
    #expect(
      model.entity("sub")?.uniqueConstraints == inherited
        + [["c"], ["d", "a"]].map { UniqueConstraint(owner: "sub", properties: $0) })
  }

  @Test func `a hundred generations are no trouble`() throws {
    var file = ModelFile()
    for index in 0..<2000 {
      file.entities["e\(index)"] = EntityDeclaration(parent: index == 0 ? nil : "e\(index - 1)")
    }
    file.entities["e0"]?.attributes["a"] = AttributeDeclaration(Attribute(name: "a", type: .int))
    let model = try ObjectModel(declarations: file)
    #expect(model.entity("e1999")?.attributes["a"]?.type == .int)
  }

  @Test func `the key under which an attribute is declared is its name`() throws {
    let file = ModelFile(entities: [
      "e": EntityDeclaration(attributes: [
        "a": AttributeDeclaration(Attribute(name: "other", type: .int))
      ])
    ])
    #expect(try ObjectModel(declarations: file).entity("e")?.attributes["a"]?.name == "a")
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let entities: String
    let entity: String
    let property: String?
    let words: [String]
    init(_ entities: String, _ entity: String, _ property: String?, _ words: String...) {
      (self.entities, self.entity, self.property, self.words) = (entities, entity, property, words)
    }
    var testDescription: String { entities }
  }

  static let long = String(repeating: "é", count: 64)

  static let faults: [Fault] = [
    Fault(#""entry":{}"#, "entry", nil, "built in"),
    Fault(#""medium":{"attributes":{"x":{"type":"int"}}}"#, "medium", nil, "built in"),
    Fault(#""":{}"#, "", nil, "must not be empty"),
    Fault("\"\(long)x\":{}", String(long.prefix(60)) + "…", nil, "129 bytes", "128"),
    Fault(#""a\u0007":{}"#, "a\u{FFFD}", nil, "control characters"),
    Fault(#""a\u0085":{}"#, "a\u{FFFD}", nil, "control characters"),
    Fault(#""e":{"attributes":{"":{"type":"int"}}}"#, "e", "", "must not be empty"),
    Fault(#""e":{"derived":{"a\n":"1"}}"#, "e", "a\u{FFFD}", "control characters"),
    Fault(#""e":{"parent":"f"}"#, "e", nil, "parent", "“f”"),
    Fault(#""hero":{},"e":{"parent":"heroo"}"#, "e", nil, "“heroo”", "did you mean “hero”?"),
    Fault(#""a":{"parent":"b"},"b":{"parent":"zzz"}"#, "b", nil, "“zzz” is no entity"),
    Fault(#""e":{"parent":"e"}"#, "e", nil, "circle", "e → e"),
    Fault(
      #""a":{"parent":"b"},"b":{"parent":"c"},"c":{"parent":"b"}"#, "a", nil, "circle",
      "a → b → c → b"),
    Fault(
      #""a":{"attributes":{"x":{"type":"int"}}},"b":{"parent":"a"},"c":{"parent":"b","attributes":{"x":{"type":"int"}}}"#,
      "c", "x", "inherited from a"),
    Fault(
      #""a":{"derived":{"x":"1"}},"c":{"parent":"a","relationships":{"x":{"to":"a"}}}"#, "c", "x",
      "inherited from a"),
    Fault(
      #""e":{"parent":"entry","attributes":{"title":{"type":"string"}}}"#, "e", "title",
      "inherited from entry"),
    // Rules.
    Fault(
      #""e":{"attributes":{"a":{"type":"string","min":"a"}}}"#, "e", "a",
      "“min” is for int, double and date", "string"),
    Fault(#""e":{"attributes":{"a":{"type":"bool","max":true}}}"#, "e", "a", "“max” is for"),
    Fault(
      #""e":{"attributes":{"a":{"type":"int","min":3,"max":2}}}"#, "e", "a", "“min” is 3",
      "“max”, 2"),
    Fault(
      #""e":{"attributes":{"a":{"type":"date","min":"2026-11-30T08:00:00Z","max":"2026-11-30T08:00:00+01:00"}}}"#,
      "e", "a", "“min” is 2026-11-30T08:00:00Z"),
    Fault(
      #""e":{"attributes":{"a":{"type":"int","minLength":3}}}"#, "e", "a",
      "“minLength” is for string, data and stringList"),
    Fault(
      #""e":{"attributes":{"a":{"type":"content","maxLength":3}}}"#, "e", "a", "“maxLength” is for"),
    Fault(
      #""e":{"attributes":{"a":{"type":"string","minLength":3,"maxLength":2}}}"#, "e", "a",
      "“minLength” is 3", "“maxLength”, 2"),
    Fault(
      #""e":{"attributes":{"a":{"type":"int","min":3,"default":2}}}"#, "e", "a",
      "“default” is 2, and must be at least 3"),
    Fault(
      #""e":{"attributes":{"a":{"type":"double","max":3,"default":3.5}}}"#, "e", "a",
      "“default” is 3.5, and must be at most 3"),
    Fault(
      #""e":{"attributes":{"a":{"type":"string","maxLength":2,"default":"abc"}}}"#, "e", "a",
      "“default” has 3 characters", "at most 2"),
    Fault(
      #""e":{"attributes":{"a":{"type":"data","minLength":3,"default":"AAE="}}}"#, "e", "a",
      "“default” has 2 bytes", "at least 3"),
    Fault(
      #""e":{"attributes":{"a":{"type":"stringList","minLength":2,"default":["a"]}}}"#, "e", "a",
      "“default” has 1 element", "at least 2"),
    Fault(
      #""e":{"attributes":{"a":{"type":"content","default":{"sha256":"0000000000000000000000000000000000000000000000000000000000000000","size":0}}}}"#,
      "e", "a", "content has no “default”"),
    // Relationships.
    Fault(
      #""hero":{},"e":{"relationships":{"r":{"to":"her"}}}"#, "e", "r", "“her”",
      "did you mean “hero”?"),
    Fault(
      #""t":{},"e":{"relationships":{"r":{"to":"t","inverse":"s"}}}"#, "e", "r", "“s”",
      "no relationship of t"),
    Fault(
      #""t":{"attributes":{"s":{"type":"int"}}},"e":{"relationships":{"r":{"to":"t","inverse":"s"}}}"#,
      "e", "r",
      "no relationship of t"),
    Fault(
      #""t":{"relationships":{"members":{"to":"e","inverse":"r"}}},"e":{"relationships":{"r":{"to":"t","inverse":"member"}}}"#,
      "e", "r", "did you mean “members”?"),
    Fault(
      #""t":{"relationships":{"s":{"to":"e"}}},"e":{"relationships":{"r":{"to":"t","inverse":"s"}}}"#,
      "e", "r",
      "t.s has no “inverse”"),
    Fault(
      #""t":{"relationships":{"s":{"to":"e","inverse":"q"}}},"e":{"relationships":{"r":{"to":"t","inverse":"s"},"q":{"to":"t","inverse":"s"}}}"#,
      "e", "r", "the inverse of t.s is e.q"),
    Fault(
      #""t":{"relationships":{"s":{"to":"f","inverse":"r"}}},"e":{"relationships":{"r":{"to":"t","inverse":"s"}}},"f":{"relationships":{"r":{"to":"t","inverse":"s"}}}"#,
      "e", "r", "the inverse of t.s is f.r"),
    Fault(
      #""t":{"relationships":{"s":{"to":"e","inverse":"r"}}},"sub":{"parent":"t"},"e":{"relationships":{"r":{"to":"sub","inverse":"s"}}}"#,
      "e", "r", "sub inherits", "“t”"),
    Fault(
      #""e":{"relationships":{"r":{"to":"e","many":true,"inverse":"r"}}}"#, "e", "r",
      "its own inverse"),
    Fault(
      #""e":{"relationships":{"r":{"to":"entry","inverse":"media"}}}"#, "e", "r",
      "entry is built in", "leave “inverse” out"),
    Fault(
      #""e":{"relationships":{"r":{"to":"medium","many":true,"inverse":"diaryEntry"}}}"#, "e", "r",
      "medium is built in"),
    // Unique.
    Fault(#""e":{"unique":[[]]}"#, "e", nil, "“unique”", "no properties"),
    Fault(
      #""e":{"attributes":{"name":{"type":"int"}},"unique":[["nam"]]}"#, "e", nil, "“nam”",
      "did you mean “name”?"),
    Fault(
      #""e":{"attributes":{"a":{"type":"int"}},"unique":[["a","a"]]}"#, "e", "a", "listed twice"),
    Fault(#""e":{"derived":{"d":"1"},"unique":[["d"]]}"#, "e", "d", "is derived"),
    Fault(
      #""e":{"relationships":{"r":{"to":"e","many":true}},"unique":[["r"]]}"#, "e", "r",
      "is to-many"),
    Fault(
      #""e":{"relationships":{"r":{"to":"a","inverse":"s"}},"unique":[["r"]]},"a":{"relationships":{"s":{"to":"e","inverse":"r"}}}"#,
      "e", "r", "stored at the other end, in a.s"),
  ]

  @Test(arguments: faults)
  func `a fault names entity, property and reason`(_ fault: Fault) throws {
    let file = try ModelFile(parsing: "{\"entities\":{\(fault.entities)}}")
    let error = #expect(throws: ModelError.self) { try ObjectModel(declarations: file) }
    #expect(error?.entity == fault.entity)
    #expect(error?.property == fault.property)
    for word in fault.words {
      #expect(error?.description.contains(word) ?? false, "\(error?.description ?? "")")
    }
  }

  @Test func `names of exactly 128 bytes, and odd ones, are names`() throws {
    for name in [Self.long, "id", "SELF", "a b", "😀", "\u{2028}", "$x", "#", "."] {
      let file = ModelFile(entities: [
        name: EntityDeclaration(attributes: [
          name: AttributeDeclaration(Attribute(name: name, type: .int))
        ])
      ])
      #expect(try ObjectModel(declarations: file).entity(name)?.attributes[name]?.name == name)
    }
  }

  @Test func `names referred to are spelled as they are declared`() throws {
    let model = try model(
      "{\"entities\":{\"\u{E9}\":{\"attributes\":{\"\u{E9}\":{\"type\":\"int\"}},\"unique\":[[\"e\u{301}\"]]},"
        + "\"x\":{\"parent\":\"e\u{301}\",\"relationships\":{\"r\":{\"to\":\"e\u{301}\"}}}}}")
    func isComposed(_ name: String?) -> Bool { name.map { [UInt8]($0.utf8) } == [0xC3, 0xA9] }
    #expect(isComposed(model.entity("x")?.parent))
    #expect(isComposed(model.entity("x")?.relationships["r"]?.target))
    #expect(isComposed(model.entity("\u{E9}")?.uniqueConstraints.first?.properties.first))
  }
}
