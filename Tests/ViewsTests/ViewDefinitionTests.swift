import JSON
import Model
import Predicates
import TestSupport
import Testing
import Views

/// Definitions, what they refuse, and the order of the keys they make.
@Suite struct ViewDefinitionTests {
  let model: ObjectModel

  init() throws {
    model = try ObjectModel(
      declarations: ModelFile(
        parsing: """
          {"entities":{"thing":{"attributes":{
            "a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"d":{"type":"string"},
            "n":{"type":"int"},"x":{"type":"double"},"f":{"type":"bool"},"t":{"type":"date"},
            "tags":{"type":"stringList"}},
            "relationships":{"other":{"to":"thing"}}}}}
          """))
  }

  private func view(_ definition: ViewDefinition) throws -> View {
    try View(name: "v", definition, projection: RowProjection(model))
  }

  @Test func `a definition is what its JSON says`() throws {
    let full = ViewDefinition(entity: "thing", predicate: "n > 1", section: "a", sort: "b desc")
    #expect(ViewDefinition(jsonText: full.json.compactDescription) == full)
    let bare = ViewDefinition(entity: "thing")
    #expect(bare.json.compactDescription == #"{"entity":"thing"}"#)
    #expect(ViewDefinition(jsonText: bare.json.compactDescription) == bare)
    #expect(ViewDefinition(jsonText: "{}") == nil)
    #expect(ViewDefinition(jsonText: "[") == nil)
  }

  @Test func `what no view can show is refused when it is made`() throws {
    #expect(throws: ViewError.unknownEntity("thnig", near: "thing")) {
      try view(ViewDefinition(entity: "thnig"))
    }
    #expect(throws: ViewError.tooManyStringKeys(found: 4, limit: 3)) {
      try view(ViewDefinition(entity: "thing", sort: "a, b, c, d"))
    }
    #expect(throws: ViewError.tooManyStringKeys(found: 4, limit: 3)) {
      try view(ViewDefinition(entity: "thing", section: "a", sort: "b, c, d"))
    }
    #expect(throws: ViewError.notRepeatable(part: "predicate")) {
      try view(ViewDefinition(entity: "thing", predicate: "t < now()"))
    }
    #expect(throws: ViewError.notRepeatable(part: "sort")) {
      try view(ViewDefinition(entity: "thing", sort: "random()"))
    }
    for sort in ["nothing", "tags", "a desc desc", "other.nothing"] {
      #expect(throws: (any Error).self) { try view(ViewDefinition(entity: "thing", sort: sort)) }
    }
    #expect(throws: (any Error).self) {
      try view(ViewDefinition(entity: "thing", predicate: "a ="))
    }
    // Three texts with a number between them fit.
    _ = try view(ViewDefinition(entity: "thing", sort: "a, n, b, x, c"))
  }

  @Test(arguments: [
    (Value.null, ""), (.bool(true), "true"), (.bool(false), "false"), (.int(-3), "-3"),
    (.double(3), "3"), (.double(0.5), "0.5"), (.double(-0.0), "0"), (.string("x y"), "x y"),
    (.string(""), ""),
    (.date(Moment(microseconds: 1_794_268_800_000_000, offsetSeconds: 0)), "2026-11-10"),
    (.date(Moment(microseconds: 1_794_268_799_999_999, offsetSeconds: 0)), "2026-11-09"),
    (.date(Moment(microseconds: 1_794_268_799_999_999, offsetSeconds: 1)), "2026-11-10"),
    (.date(Moment(microseconds: 1_794_268_800_000_000, offsetSeconds: -1)), "2026-11-09"),
  ])
  func `a section is named by its value`(value: Value, name: String) {
    #expect(value.sectionName == name)
  }

  /// Values in the order in which rows stand, each before the next.
  @Test func `keys are ordered as values are, nil first, the id last`() throws {
    let values: [Value] = [
      .null, .double(-1e300), .int(.min), .int(-1), .double(-0.5), .int(0), .double(0.5), .int(1),
      .int(9_007_199_254_740_992), .int(9_007_199_254_740_993), .double(1e300),
    ]
    for isDescending in [false, true] {
      let view = try view(ViewDefinition(entity: "thing", sort: isDescending ? "x desc" : "x"))
      var keys: [RowKey] = []
      for value in isDescending ? values.reversed() : values {
        for low in isDescending ? [UInt64(2), 1] : [1, 2] {
          let id = ObjectID(high: 7, low: low)
          let key = try #require(try view.rowKey(of: id, entity: "thing") { _, _ in value })
          #expect(try view.identity(ofRow: key.bytes) == id)
          keys.append(key)
        }
      }
      #expect(keys == keys.sorted())
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test func `nil and the empty text are one section, and texts one by their first 128 bytes`()
    throws
  {
    let view = try view(ViewDefinition(entity: "thing", section: "a", sort: "b"))
    let id = ObjectID(high: 1, low: 1)
    func key(_ a: Value) throws -> RowKey {
      try #require(try view.rowKey(of: id, entity: "thing") { $1 == "a" ? a : .null })
    }
    #expect(try key(.null).section == key(.string("")).section)
    #expect(try key(.string("a")).section != key(.string("")).section)
    let long = String(repeating: "x", count: 128)
    #expect(try key(.string(long + "a")).section == key(.string(long + "b")).section)
    #expect(try key(.string(long)).section != key(.string(String(long.dropLast()))).section)
    #expect(try view.rowKey(of: id, entity: "entry") { _, _ in .null } == nil)
  }

  @Test func `sections go as the first sort key does, unless they say otherwise`() throws {
    #expect(try !view(ViewDefinition(entity: "thing", section: "a", sort: "b")).isSectionDescending)
    #expect(
      try view(ViewDefinition(entity: "thing", section: "a", sort: "b desc")).isSectionDescending)
    #expect(
      try !view(ViewDefinition(entity: "thing", section: "a asc", sort: "b desc"))
        .isSectionDescending)
    #expect(
      try view(ViewDefinition(entity: "thing", section: "a desc", sort: "b")).isSectionDescending)
  }
}
