import Model
import TestSupport
import Testing

@Suite struct PropertyValuesTests {
  /// The key's deterministic CBOR: a head with the length, then the bytes (RFC 8949 §3.1).
  private func encoded(_ name: String) -> [UInt8] {
    let bytes = [UInt8](name.utf8)
    return bytes.count < 24
      ? [0x60 + UInt8(bytes.count)] + bytes : [0x78, UInt8(bytes.count)] + bytes
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `values behave as a dictionary and stand in the order of CBOR keys`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let names =
      ["a", "b", "aa", "é", "zz", "z", "ab", "name", "power"] + [String(repeating: "x", count: 30)]
    var values = PropertyValues()
    var dictionary: [String: Value] = [:]
    for _ in 0..<200 {
      let name = random.element(of: names)
      let value = random.below(3) == 0 ? nil : random.value(of: .int)
      values[name] = value
      dictionary[name] = value
      #expect(values.count == dictionary.count)
      for name in names { #expect(values[name] == dictionary[name]) }
      let keys = values.map { encoded($0.name) }
      #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
    }
    var appended = PropertyValues()
    for (name, value) in values { appended.append(value, under: name) }
    #expect(appended == values)
    #expect(appended.hashValue == values.hashValue)
  }

  @Test func `the order of insertion does not matter`() {
    let forward: PropertyValues = ["b": .int(1), "aa": .int(2), "a": .null]
    let backward: PropertyValues = ["a": .null, "aa": .int(2), "b": .int(1)]
    #expect(forward == backward)
    #expect(forward.map(\.name) == ["a", "b", "aa"])
    #expect(forward != ["b": .int(1), "aa": .int(2)])
    #expect(forward != ["b": .int(1), "aa": .int(2), "a": .int(0)])
  }

  @Test func `names are their bytes`() {
    var values: PropertyValues = ["\u{E9}": .int(1)]
    values["e\u{301}"] = .int(2)
    #expect(values.count == 2)
    #expect(values["\u{E9}"] == .int(1))
    #expect(values["e\u{301}"] == .int(2))
  }

  @Test func `values are the same where their encodings are`() {
    #expect(Value.double(0.0) != .double(-0.0))
    #expect(Value.double(4) != .int(4))
    #expect(Value.string("\u{E9}") != .string("e\u{301}"))
    #expect(Value.list([.int(1)]) == .list([.int(1)]))
    #expect(Value.list([]).storable == .null)
    #expect(Value.list([.int(1)]).storable == .list([.int(1)]))
    #expect(Value.string("").storable == .string(""))
  }
}
