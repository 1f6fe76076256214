import JSON
import TestSupport
import Testing

@Suite struct JSONObjectTests {
  @Test func `members keep their order, and a changed one its place`() {
    var object: JSONObject = ["b": 1, "a": 2, "c": 3]
    object["a"] = 4
    object["d"] = 5
    object["b"] = nil
    object["none"] = nil
    #expect(object.keys == ["a", "c", "d"])
    #expect(object.map { $0.value } == [4, 3, 5])
    #expect(object[0].key == "a" && object.count == 3)
  }

  @Test func `null is a value, absence is none`() {
    let object: JSONObject = ["a": nil]
    #expect(object["a"] == JSONValue.null)
    #expect(object["b"] == nil)
  }

  @Test func `inserting an old name changes nothing`() {
    var object: JSONObject = ["a": 1]
    let old = object.insert(2, for: "a")
    let new = object.insert(3, for: "b")
    #expect(!old && new)
    #expect(object == ["a": 1, "b": 3])
  }

  @Test func `equality takes order and bytes into account`() {
    #expect(JSONObject(uniqueMembers: [("a", 1), ("b", 2)]) != ["b": 2, "a": 1])
    #expect(["\u{E9}": 1] as JSONObject != ["e\u{301}": 1])
    #expect(JSONValue.string("\u{E9}") != "e\u{301}")
    #expect(JSONValue.string("\u{E9}") == "\u{E9}")
    #expect(Set<JSONValue>(["\u{E9}", "e\u{301}", 1, 1.0, nil, nil]).count == 5)
  }

  @Test func `accessors give nil for other kinds`() {
    let value: JSONValue = "text"
    #expect(value.string == "text")
    #expect(value.int == nil && value.bool == nil && value.array == nil && value.object == nil)
    #expect(value["a"] == nil && !value.isNull && JSONValue.null.isNull)
    #expect(JSONValue.bool(true).bool == true)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `an object answers as a list of pairs does`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var object = JSONObject()
    var model: [(String, JSONValue)] = []
    for step in 0..<400 {
      let name = "n\(random.below(60))"
      let place = model.firstIndex { $0.0 == name }
      if random.below(3) == 0 {
        object[name] = nil
        if let place { model.remove(at: place) }
      } else {
        object[name] = JSONValue(step)
        if let place {
          model[place].1 = JSONValue(step)
        } else {
          model.append((name, JSONValue(step)))
        }
      }
      #expect(object.keys == model.map { $0.0 })
      #expect(object[name] == model.first { $0.0 == name }?.1)
    }
    #expect(object == JSONObject(uniqueMembers: model))
  }
}
