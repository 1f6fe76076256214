import Model
import TestSupport
import Testing

@Suite struct ValidationTests {
  static let id = ObjectID(high: 0x0C8F_0000_0000_7000, low: 0x8000_0000_0000_0001)

  private func entity() throws -> Entity {
    let model = try model(
      #"""
      {"entities": {
        "hero": {
          "attributes": {
            "name": {"type": "string", "required": true, "minLength": 2, "maxLength": 4},
            "alias": {"type": "string", "required": true, "default": "x"},
            "power": {"type": "double", "min": 0, "max": 9.5},
            "age": {"type": "int", "min": -5, "max": 5},
            "born": {"type": "date", "min": "2000-01-01T00:00:00Z"},
            "photo": {"type": "data", "minLength": 1, "maxLength": 2},
            "tags": {"type": "stringList", "maxLength": 2},
            "alive": {"type": "bool"}, "key": {"type": "uuid"}, "file": {"type": "content"}},
          "derived": {"first": "firstLetter(name)"},
          "relationships": {
            "team": {"to": "team", "inverse": "members"},
            "rivals": {"to": "hero", "many": true}}},
        "team": {"relationships": {"members": {"to": "hero", "many": true, "inverse": "team"}}}}}
      """#)
    return try #require(model.entity("hero"))
  }

  private static let sound: PropertyValues = ["name": .string("Bo"), "alias": .string("x")]

  struct Case: Sendable, CustomTestStringConvertible {
    let property: String
    let value: Value
    let rule: ValidationError.Rule?
    let complaint: String
    init(
      _ property: String, _ value: Value, _ rule: ValidationError.Rule? = nil,
      _ complaint: String = ""
    ) {
      (self.property, self.value, self.rule, self.complaint) = (property, value, rule, complaint)
    }
    var testDescription: String { "\(property) \(value)" }
  }

  static let other = ObjectID(high: 1, low: 2)
  static let date2000 = Int64(946_684_800_000_000)

  static let cases: [Case] = [
    Case("name", .string("ab")), Case("name", .string("abcd")),
    // Lengths are Unicode scalars: four here, in two characters and eight bytes.
    Case("name", .string("e\u{301}e\u{301}")),
    Case(
      "name", .string("e\u{301}e\u{301}e"), .maximumLength,
      "has 5 characters, and must have at most 4"),
    Case("name", .string("\u{E9}"), .minimumLength, "has 1 character, and must have at least 2"),
    Case("name", .int(4), .type, "is 4, and must be a string"),
    Case("power", .double(0)), Case("power", .double(-0.0)), Case("power", .double(9.5)),
    Case("power", .double(-1), .minimum, "is -1, and must be at least 0"),
    Case("power", .double(9.6), .maximum, "is 9.6, and must be at most 9.5"),
    Case("power", .double(.nan), .type, "is nan, and must be a finite number"),
    Case("power", .double(.infinity), .type, "is inf, and must be a finite number"),
    Case("power", .int(1), .type, "is 1, and must be a number"),
    Case("age", .int(-5)), Case("age", .int(5)),
    Case("age", .int(.min), .minimum, "is -9223372036854775808, and must be at least -5"),
    Case("age", .int(6), .maximum, "is 6, and must be at most 5"),
    Case("age", .double(1), .type, "is 1.0, and must be a whole number"),
    // The order of moments is that of instants, whatever the wall clock showed.
    Case("born", .date(Moment(microseconds: date2000, offsetSeconds: -3600, zone: "Etc/GMT+1"))),
    Case(
      "born", .date(Moment(microseconds: date2000 - 1, offsetSeconds: 3600)), .minimum,
      "is 2000-01-01T00:59:59.999999+01:00, and must be at least 2000-01-01T00:00:00Z"),
    Case(
      "born", .date(Moment(microseconds: date2000, offsetSeconds: 86_400)), .type,
      "has an offset of 86400 seconds, and a day has 86400"),
    Case(
      "born", .date(Moment(microseconds: date2000, zone: "x]y")), .type,
      "has the zone “x]y”, which is no name of the IANA time zone database"),
    Case(
      "born", .date(Moment(microseconds: date2000, zone: "")), .type,
      "has the zone “”, which is no name of the IANA time zone database"),
    Case("born", .string("2026"), .type, "is “2026”, and must be a moment"),
    Case("photo", .data([1])),
    Case("photo", .data([]), .minimumLength, "has 0 bytes, and must have at least 1"),
    Case("photo", .data([1, 2, 3]), .maximumLength, "has 3 bytes, and must have at most 2"),
    Case("tags", .list([.string("a"), .string("a")])),
    Case(
      "tags", .list([.string("a"), .string("b"), .string("c")]), .maximumLength,
      "has 3 elements, and must have at most 2"),
    Case("tags", .list([]), .type, "is an empty list, and no value is written as none"),
    Case(
      "tags", .list([.string("a"), .int(1)]), .type, "has 1 in it, and must be a list of strings"),
    Case("tags", .list([.null]), .type, "has null in it, and must be a list of strings"),
    Case("tags", .string("a"), .type, "is “a”, and must be a list of strings"),
    Case("alive", .bool(false)), Case("alive", .int(0), .type, "is 0, and must be true or false"),
    Case("key", .uuid(other)),
    Case("key", .string(other.description), .type, "is “\(other)”, and must be a UUID"),
    Case("file", .content(ContentReference(digest: [UInt8](repeating: 0, count: 32), size: 0))),
    Case(
      "file", .content(ContentReference(digest: [1], size: 0)), .type,
      "has a digest of 1 bytes, and SHA-256 has 32"),
    Case("team", .uuid(other)),
    Case("team", .list([.uuid(other)]), .type, "is [\"\(other)\"], and must be the id of one team"),
    Case("team", .string("x"), .type, "is “x”, and must be the id of one team"),
    Case("rivals", .list([.uuid(other), .uuid(id)])),
    Case(
      "rivals", .list([.uuid(other), .uuid(id), .uuid(other)]), .repeated, "names \(other) twice"),
    Case("rivals", .list([]), .type, "is an empty list, and no value is written as none"),
    Case("rivals", .uuid(other), .type, "is \"\(other)\", and must be a list of ids of hero"),
    Case("rivals", .list([.int(1)]), .type, "has 1 in it, and must be a list of ids of hero"),
    Case(
      "first", .string("B"), .derived, "is derived from other properties, and cannot be written"),
    Case("first", .null, .derived, "is derived from other properties, and cannot be written"),
    Case("powr", .double(1), .property, "is no property of hero; did you mean “power”?"),
    Case("zzzzzz", .null, .property, "is no property of hero"),
  ]

  @Test(arguments: cases)
  func `one value is judged by its type and rules`(_ test: Case) throws {
    let hero = try entity()
    let expected = test.rule.map {
      ValidationError(
        entity: "hero", property: test.property, rule: $0, complaint: test.complaint)
    }
    #expect(hero.validate(test.value, for: test.property) == expected)
    var values = Self.sound
    values[test.property] = test.value
    #expect(hero.validate(values) == (expected.map { [$0] } ?? []))
    // In an event the rules of the attribute are not asked for, its type is.
    let isRule: Set<ValidationError.Rule?> = [.minimum, .maximum, .minimumLength, .maximumLength]
    #expect(
      hero.checkTypes([test.property: test.value])
        == (isRule.contains(test.rule) ? [] : expected.map { [$0] } ?? []))
  }

  @Test
  func `what is required must be there, defaults or not, and all that lacks is told in order`()
    throws
  {
    let hero = try entity()
    let both = hero.validate(["power": .double(-1), "name": .null])
    #expect(both.map(\.property) == ["power", "alias", "name"])
    #expect(both.map(\.rule) == [.minimum, .required, .required])
    #expect(both.last?.description == "hero.name is required")
    #expect(hero.validate(Self.sound).isEmpty)
    #expect(hero.checkTypes([:]).isEmpty)
    #expect(hero.checkTypes(["name": .null, "team": .null, "rivals": .null]).isEmpty)
  }

  @Test func `a relationship kept at the other end is not written here`() throws {
    let team = try #require(try model(heroes).entity("team"))
    let error = team.checkTypes(["members": .list([.uuid(Self.other)])]).first
    #expect(error?.rule == .stored)
    #expect(
      error?.description == "team.members is not stored here, but at its other end in hero.team")
  }

  @Test func `in values a name is its bytes`() throws {
    let model = try model("{\"entities\":{\"e\":{\"attributes\":{\"\u{E9}\":{\"type\":\"int\"}}}}}")
    let entity = try #require(model.entity("e"))
    #expect(entity.checkTypes(["\u{E9}": .int(1)]).isEmpty)
    #expect(entity.checkTypes(["e\u{301}": .int(1)]).map(\.rule) == [.property])
  }

  @Test func `errors name entity, object, property and rule`() throws {
    let hero = try entity()
    let error = try #require(hero.validate(.double(-1), for: "power", object: Self.id))
    #expect(
      error.description
        == "hero 0c8f0000-0000-7000-8000-000000000001: power is -1, and must be at least 0")
    #expect(error.rule.rawValue == "min")
    let missing = ValidationError.required(entity: "hero", property: "name")
    #expect(missing.description == "hero.name is required")
    #expect(
      missing.naming(Self.id).description
        == "hero 0c8f0000-0000-7000-8000-000000000001: name is required")
  }

  @Test func `a text has at most 64 MiB, in a list too`() throws {
    let model = try model(
      #"{"entities":{"e":{"attributes":{"a":{"type":"string"},"l":{"type":"stringList"}}}}}"#)
    let entity = try #require(model.entity("e"))
    let longest = String(repeating: "x", count: 64 << 20)
    #expect(entity.checkTypes(["a": .string(longest), "l": .list([.string(longest)])]).isEmpty)
    let errors = entity.checkTypes([
      "a": .string(longest + "y"), "l": .list([.string("a"), .string(longest + "y")]),
    ])
    #expect(errors.map(\.rule) == [.limit, .limit])
    #expect(
      errors.first?.description
        == "e.a has 67108865 bytes, and at most 67108864 (64 MiB) are allowed")
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `defaults are sound, and values of other types never are`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let model = try ObjectModel(declarations: random.model())
    for entity in model.entities.values {
      for attribute in entity.attributes.values {
        if let value = attribute.defaultValue {
          #expect(entity.validate(value, for: attribute.name) == nil)
        }
        for type in AttributeType.allCases where type != attribute.type {
          let error = entity.validate(random.value(of: type), for: attribute.name)
          #expect(error?.rule == .type)
        }
        #expect(entity.checkTypes([attribute.name: random.value(of: attribute.type)]).isEmpty)
      }
    }
  }
}
