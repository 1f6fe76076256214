import JSON
import Model
import TestSupport
import Testing

@Suite struct ModelFileTests {
  @Test func `the example of the specification is read as written`() throws {
    let file = try ModelFile(parsing: heroes)
    #expect(Set(file.entities.keys) == ["hero", "villain", "team"])
    let hero = try #require(file.entities["hero"])
    var name = Attribute(name: "name", type: .string)
    name.isRequired = true
    name.maximumLength = 200
    var power = Attribute(name: "power", type: .double)
    power.minimum = .double(0)
    #expect(
      hero
        == EntityDeclaration(
          attributes: [
            "name": AttributeDeclaration(name), "power": AttributeDeclaration(power),
            "secretIdentity": AttributeDeclaration(
              Attribute(name: "secretIdentity", type: .string)),
          ],
          derived: ["nameFirstLetter": "firstLetter(name)"],
          relationships: ["team": RelationshipDeclaration(to: "team", inverse: "members")],
          unique: [["name", "secretIdentity"]]))
    #expect(file.entities["villain"]?.parent == "hero")
    #expect(
      file.entities["team"]?.relationships["members"]
        == RelationshipDeclaration(to: "hero", isToMany: true, inverse: "team"))
  }

  @Test func `it is printed in one order, with defaults left out`() throws {
    let text = try ModelFile(parsing: heroes).jsonText
    #expect(
      text == #"{"entities":{"hero":{"attributes":{"name":{"type":"string","required":true,"#
        + #""maxLength":200},"power":{"type":"double","min":0.0},"secretIdentity":{"type":"string"}},"#
        + #""derived":{"nameFirstLetter":"firstLetter(name)"},"relationships":{"team":{"to":"team","#
        + #""inverse":"members"}},"unique":[["name","secretIdentity"]]},"team":{"attributes":{"title":"#
        + #"{"type":"string","required":true}},"relationships":{"members":{"to":"hero","many":true,"#
        + #""inverse":"team"}}},"villain":{"parent":"hero","attributes":{"plan":{"type":"string"}}}}}"#
    )
  }

  @Test func `every member is kept`() throws {
    let text =
      #"{"entities":{"e":{"parent":"p","renamedFrom":"d","attributes":{"#
      + #""a":{"type":"int","required":true,"default":4,"min":-1,"max":9,"unique":true,"renamedFrom":"b"},"#
      + #""c":{"type":"data","default":"AAE=","minLength":1,"maxLength":2},"#
      + #""d":{"type":"date","min":"2026-11-30T08:12:33+01:00[Europe/Berlin]"}},"#
      + #""derived":{"f":"a + 1"},"relationships":{"r":{"to":"e","many":true,"inverse":"s","#
      + #""onDelete":"deny","renamedFrom":"q"},"s":{"to":"e","inverse":"r","onDelete":"cascade"}},"#
      + #""unique":[["a","c"],["c"]]},"p":{}}}"#
    #expect(try ModelFile(parsing: text).jsonText == text)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a model is read back from its text, which is one for equal models`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let file = random.model()
    let text = file.jsonText
    let read = try ModelFile(parsing: text)
    #expect(read == file)
    #expect(read.jsonText == text)
    #expect(read.hashValue == file.hashValue)
    #expect(try ModelFile(parsing: file.json.prettyDescription) == file)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let entity: String?
    let property: String?
    let words: [String]
    init(_ text: String, _ entity: String?, _ property: String?, _ words: String...) {
      (self.text, self.entity, self.property, self.words) = (text, entity, property, words)
    }
    var testDescription: String { text }

    static func attribute(_ text: String, _ words: String...) -> Fault {
      var fault = Fault(#"{"entities":{"e":{"attributes":{"a":\#(text)}}}}"#, "e", "a")
      fault = Fault(fault.text, "e", "a", words: words)
      return fault
    }
    static func relationship(_ text: String, _ words: String...) -> Fault {
      Fault(#"{"entities":{"e":{"relationships":{"a":\#(text)}}}}"#, "e", "a", words: words)
    }
    private init(_ text: String, _ entity: String?, _ property: String?, words: [String]) {
      (self.text, self.entity, self.property, self.words) = (text, entity, property, words)
    }
  }

  static let faults: [Fault] = [
    Fault("", nil, nil, "not JSON", "line 1"),
    Fault("{\"entities\": {\n  \"a\" 1}}", nil, nil, "line 2, column 7"),
    Fault("[]", nil, nil, "a model", "JSON object", "[]"),
    Fault("{}", nil, nil, "lacks “entities”"),
    Fault("{\"entities\":4}", nil, nil, "“entities”", "JSON object", "4"),
    Fault("{\"entites\":{}}", nil, nil, "“entites”", "did you mean “entities”?"),
    Fault("{\"entities\":{\"a\":{},\"a\":{}}}", nil, nil, "“a”", "twice"),
    Fault("{\"entities\":{\"\u{E9}\":{},\"e\u{301}\":{}}}", "e\u{301}", nil, "accents"),
    Fault("{\"entities\":{\"e\":[]}}", "e", nil, "an entity must be a JSON object"),
    Fault("{\"entities\":{\"e\":{\"atributes\":{}}}}", "e", nil, "did you mean “attributes”?"),
    Fault("{\"entities\":{\"e\":{\"x\":{}}}}", "e", nil, "“x” is no member", "known are parent"),
    Fault("{\"entities\":{\"e\":{\"parent\":4}}}", "e", nil, "“parent” must be a string", "4"),
    Fault("{\"entities\":{\"e\":{\"parent\":null}}}", "e", nil, "“parent” must be a string"),
    Fault(
      "{\"entities\":{\"e\":{\"attributes\":[]}}}", "e", nil, "“attributes” must be a JSON object"),
    Fault("{\"entities\":{\"e\":{\"unique\":[\"a\"]}}}", "e", nil, "“unique”", "list of lists"),
    Fault("{\"entities\":{\"e\":{\"unique\":[[1]]}}}", "e", nil, "“unique”", "list of lists"),
    Fault("{\"entities\":{\"e\":{\"unique\":true}}}", "e", nil, "“unique”", "list of lists"),
    Fault("{\"entities\":{\"e\":{\"derived\":{\"d\":4}}}}", "e", "d", "expression", "4"),
    Fault("{\"entities\":{\"e\":{\"derived\":{\"d\":\"\"}}}}", "e", "d", "expression"),
    Fault(
      "{\"entities\":{\"e\":{\"attributes\":{\"a\":{\"type\":\"int\"}},\"derived\":{\"a\":\"1\"}}}}",
      "e", "a", "declared twice"),
    Fault(
      "{\"entities\":{\"e\":{\"derived\":{\"a\":\"1\"},\"relationships\":{\"a\":{\"to\":\"e\"}}}}}",
      "e", "a", "declared twice"),
    .attribute("\"int\"", "an attribute must be a JSON object"),
    .attribute(
      "{}", "lacks its “type”", "string int double bool date data content uuid stringList"),
    .attribute("{\"type\":\"text\"}", "“type” must be one of", "“text”"),
    .attribute("{\"type\":\"sting\"}", "did you mean “string”?"),
    .attribute("{\"type\":\"Int\"}", "did you mean “int”?"),
    .attribute("{\"type\":\"string\",\"minLenght\":1}", "“minLenght”", "did you mean “minLength”?"),
    .attribute("{\"type\":\"string\",\"required\":1}", "“required” must be true or false", "1"),
    .attribute("{\"type\":\"string\",\"required\":\"true\"}", "“required” must be true or false"),
    .attribute("{\"type\":\"string\",\"unique\":null}", "“unique” must be true or false"),
    .attribute("{\"type\":\"int\",\"min\":4.0}", "“min” must be a whole number", "4.0"),
    .attribute("{\"type\":\"double\",\"min\":\"a\"}", "“min” must be a finite number", "\"a\""),
    .attribute("{\"type\":\"double\",\"max\":1e400}", "“max” must be a finite number", "1e400"),
    .attribute(
      "{\"type\":\"date\",\"min\":\"2026-11-30\"}", "“min” must be a moment with its offset"),
    .attribute("{\"type\":\"date\",\"default\":\"now\"}", "“default” must be a moment", "\"now\""),
    .attribute("{\"type\":\"int\",\"default\":null}", "“default” must be a value of type int"),
    .attribute(
      "{\"type\":\"stringList\",\"default\":[]}", "“default” must be a value of type stringList"),
    .attribute(
      "{\"type\":\"string\",\"maxLength\":-1}", "“maxLength” must be a whole number from 0"),
    .attribute(
      "{\"type\":\"string\",\"minLength\":1.5}", "“minLength” must be a whole number from 0"),
    .relationship("\"e\"", "a relationship must be a JSON object"),
    .relationship("{}", "lacks “to”"),
    .relationship("{\"to\":4}", "“to” must be a string"),
    .relationship("{\"to\":\"e\",\"toMany\":true}", "“toMany” is no member of a relationship"),
    .relationship("{\"to\":\"e\",\"may\":true}", "did you mean “many”?"),
    .relationship("{\"to\":\"e\",\"many\":\"yes\"}", "“many” must be true or false"),
    .relationship("{\"to\":\"e\",\"onDelete\":\"cascad\"}", "did you mean “cascade”?"),
    .relationship("{\"to\":\"e\",\"onDelete\":\"noAction\"}", "nullify cascade deny"),
  ]

  @Test(arguments: faults)
  func `a fault names entity, property and what was expected`(_ fault: Fault) {
    let error = #expect(throws: ModelError.self) { try ModelFile(parsing: fault.text) }
    #expect(error?.entity == fault.entity)
    #expect(error?.property == fault.property)
    let message = error?.description ?? ""
    for word in fault.words { #expect(message.contains(word), "\(message)") }
    if let entity = fault.entity, let property = fault.property {
      #expect(message.hasPrefix("\(entity).\(property): "))
    }
  }
}
