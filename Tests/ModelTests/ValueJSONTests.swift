import JSON
import Model
import TestSupport
import Testing

@Suite struct ValueJSONTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a value is read back from its JSON, through text`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<30 {
      for type in AttributeType.allCases {
        let value = random.value(of: type)
        let text = value.json().compactDescription
        #expect(try Value(json: JSONParser.parse(text), as: type) == value, "\(text)")
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let json: String
    let type: AttributeType
    let value: Value?
    init(_ json: String, _ type: AttributeType, _ value: Value?) {
      (self.json, self.type, self.value) = (json, type, value)
    }
    var testDescription: String { "\(json) as \(type.rawValue)" }
  }

  static let digest = String(repeating: "0f", count: 32)

  static let cases: [Case] = [
    Case("4", .int, .int(4)), Case("-0", .int, .int(0)), Case("4.0", .int, nil),
    Case("4e0", .int, nil), Case("\"4\"", .int, nil),
    Case("9223372036854775807", .int, .int(.max)), Case("9223372036854775808", .int, nil),
    Case("-9223372036854775808", .int, .int(.min)), Case("true", .int, nil),
    Case("4", .double, .double(4)), Case("4.0", .double, .double(4)),
    Case("-0.0", .double, .double(-0.0)), Case("1e400", .double, nil), Case("-1e400", .double, nil),
    Case("\"4\"", .double, nil), Case("\"NaN\"", .double, nil),
    Case("true", .bool, .bool(true)), Case("1", .bool, nil), Case("\"true\"", .bool, nil),
    Case("\"\"", .string, .string("")), Case("4", .string, nil), Case("[\"a\"]", .string, nil),
    Case("\"AAE=\"", .data, .data([0, 1])), Case("\"\"", .data, .data([])),
    Case("\"AAE\"", .data, nil), Case("[0,1]", .data, nil),
    Case("\"2026-11-30T08:12:33Z\"", .date, .date(Moment(microseconds: 1_796_026_353_000_000))),
    Case("\"2026-11-30T08:12:33\"", .date, nil), Case("1796026353", .date, nil),
    Case(
      "\"017f22e2-79b0-7cc3-98c4-dc0c0c07398f\"", .uuid,
      .uuid(ObjectID(high: 0x017F_22E2_79B0_7CC3, low: 0x98C4_DC0C_0C07_398F))),
    Case("\"017f22e2\"", .uuid, nil),
    Case("[\"b\",\"a\",\"b\"]", .stringList, .list([.string("b"), .string("a"), .string("b")])),
    Case("[]", .stringList, .null), Case("[1]", .stringList, nil), Case("\"a\"", .stringList, nil),
    Case("[null]", .stringList, nil),
    Case(
      "{\"sha256\":\"\(digest)\",\"size\":3}", .content,
      .content(ContentReference(digest: [UInt8](repeating: 15, count: 32), size: 3))),
    Case(
      "{\"size\":18446744073709551615,\"sha256\":\"\(digest.uppercased())\"}", .content,
      .content(ContentReference(digest: [UInt8](repeating: 15, count: 32), size: .max))),
    Case("{\"sha256\":\"\(digest)\"}", .content, nil),
    Case("{\"sha256\":\"\(digest)0\",\"size\":3}", .content, nil),
    Case("{\"sha256\":\"\(digest.dropLast())é\",\"size\":3}", .content, nil),
    Case("{\"sha256\":\"\(digest)\",\"size\":-3}", .content, nil),
    Case("{\"sha256\":\"\(digest)\",\"size\":3.0}", .content, nil),
    Case("{\"sha256\":\"\(digest)\",\"size\":3,\"x\":1}", .content, nil),
    Case("{\"file\":\"/tmp/x\"}", .content, nil), Case("\"\(digest)\"", .content, nil),
  ]

  @Test(arguments: cases)
  func `JSON is read by the type`(_ test: Case) throws {
    let json = try JSONParser.parse(test.json)
    if let value = test.value {
      #expect(try Value(json: json, as: test.type) == value)
    } else {
      let error = #expect(throws: ValueError.self) { try Value(json: json, as: test.type) }
      #expect(error?.description.hasPrefix("expected ") ?? false)
    }
  }

  @Test(arguments: AttributeType.allCases)
  func `null is no value of any type`(type: AttributeType) throws {
    #expect(try Value(json: .null, as: type) == .null)
  }

  @Test func `errors say what was expected and found`() throws {
    let error = #expect(throws: ValueError.self) { try Value(json: 4.0, as: .int) }
    #expect(
      error?.description
        == "expected a whole number of 64 bits, without fraction or exponent, found 4.0")
    let inList = #expect(throws: ValueError.self) { try Value(json: ["a", 1], as: .stringList) }
    #expect(inList?.description == "expected an array of strings, found 1 in it")
  }

  @Test func `a long text is shortened in an error`() throws {
    let text = String(repeating: "x", count: 100_000)
    let error = #expect(throws: ValueError.self) { try Value(json: .string(text), as: .int) }
    #expect((error?.description.utf8.count ?? .max) < 200)
  }

  @Test func `moments without offset and files are the caller's to read`() throws {
    let moment = try Value(
      json: "2026-11-30T08:12:33", as: .date,
      moment: { text in
        #expect(text == "2026-11-30T08:12:33")
        return Moment(microseconds: 7, offsetSeconds: 3600)
      })
    #expect(moment == .date(Moment(microseconds: 7, offsetSeconds: 3600)))
    let kept = ContentReference(digest: [UInt8](repeating: 1, count: 32), size: 9)
    let content = try Value(json: ["file": "a.png"], as: .content, file: { _ in kept })
    #expect(content == .content(kept))
    // What is whole already is not asked about.
    let whole = try Value(
      json: "1970-01-01T00:00:00Z", as: .date, moment: { _ in Moment(microseconds: 7) })
    #expect(whole == .date(Moment(microseconds: 0)))
  }

  @Test func `moments are written as the caller wants`() {
    let list = Value.list([.date(Moment(microseconds: 0))])
    #expect(list.json(moment: { _ in "x" }) == ["x"])
  }

  @Test func `references are ids`() throws {
    let id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
    let reference = Value.uuid(try #require(ObjectID(id)))
    let toOne = Relationship(name: "team", owner: "hero", target: "team")
    let toMany = Relationship(name: "heroes", owner: "team", target: "hero", isToMany: true)
    #expect(try Value(json: .string(id), as: toOne) == reference)
    #expect(try Value(json: .null, as: toOne) == .null)
    #expect(try Value(json: [.string(id)], as: toMany) == .list([reference]))
    #expect(try Value(json: [], as: toMany) == .null)
    #expect(throws: ValueError.self) { try Value(json: [.string(id)], as: toOne) }
    #expect(throws: ValueError.self) { try Value(json: .string(id), as: toMany) }
    #expect(throws: ValueError.self) { try Value(json: "98f", as: toOne) }
    #expect(throws: ValueError.self) { try Value(json: 4, as: toOne) }
    let found = try Value(json: "98f", as: toOne, id: { _ in .zero })
    #expect(found == .uuid(.zero))
    #expect(Value.list([reference]).json() == [.string(id)])
  }
}

@Suite struct ValueTextTests {
  private func read(_ text: String, _ type: AttributeType) -> Value? {
    try? Value(parsing: text, as: type, moment: { _ in Moment(microseconds: 1) })
  }

  @Test(arguments: AttributeType.allCases)
  func `the empty text is no value`(type: AttributeType) {
    #expect(read("", type) == .null)
  }

  @Test func `texts are read by the type`() {
    #expect(read(" é\"", .string) == .string(" é\""))
    #expect(read("-12", .int) == .int(-12))
    #expect(read("12", .double) == .double(12))
    #expect(read("-1.5e3", .double) == .double(-1500))
    #expect(read("true", .bool) == .bool(true))
    #expect(read("false", .bool) == .bool(false))
    #expect(read("yesterday", .date) == .date(Moment(microseconds: 1)))
    #expect(read("AAE=", .data) == .data([0, 1]))
    #expect(read("00000000000000000000000000000000", .uuid) == .uuid(.zero))
  }

  @Test(arguments: [
    ("4.0", AttributeType.int), ("4 ", .int), ("0x10", .int), ("9223372036854775808", .int),
    ("nan", .double), ("inf", .double), ("infinity", .double), ("0x1p3", .double),
    ("1e400", .double), ("1,5", .double), ("1.5 ", .double), ("e", .double), ("TRUE!", .bool),
    ("1", .bool), ("AAE", .data), ("98f", .uuid), ("a,b", .stringList), ("x", .content),
  ])
  func `what is no value of the type is refused`(text: String, type: AttributeType) {
    let error = #expect(throws: ValueError.self) {
      try Value(parsing: text, as: type, moment: { _ in Moment(microseconds: 1) })
    }
    #expect(error?.description.contains("“\(text)”") ?? false)
  }

  @Test func `lists say how they are given`() {
    let error = #expect(throws: ValueError.self) {
      try Value(parsing: "a", as: .stringList, moment: { _ in Moment(microseconds: 1) })
    }
    #expect(error?.description.contains("key:=[") ?? false)
    let toMany = Relationship(name: "heroes", owner: "team", target: "hero", isToMany: true)
    let refusal = #expect(throws: ValueError.self) { try Value(parsing: "a", as: toMany) }
    #expect(refusal?.description.contains("key:=[") ?? false)
  }

  @Test func `a reference is an id, or what the caller makes of it`() throws {
    let toOne = Relationship(name: "team", owner: "hero", target: "team")
    let id = ObjectID(high: 1, low: 2)
    #expect(try Value(parsing: id.description, as: toOne) == .uuid(id))
    #expect(try Value(parsing: "", as: toOne) == .null)
    #expect(try Value(parsing: "2", as: toOne, id: { _ in id }) == .uuid(id))
    #expect(throws: ValueError.self) { try Value(parsing: "2", as: toOne) }
  }
}
