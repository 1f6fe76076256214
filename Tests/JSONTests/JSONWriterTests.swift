import JSON
import Testing

@Suite struct JSONWriterTests {
  private let value: JSONValue = [
    "a": 1, "empty": [:], "list": [1, "x", [], [true, nil]], "nested": ["b": 2.5],
  ]

  @Test func `compact output has no blanks`() {
    #expect(
      value.compactDescription
        == #"{"a":1,"empty":{},"list":[1,"x",[],[true,null]],"nested":{"b":2.5}}"#)
  }

  @Test func `pretty output is indented by two blanks`() {
    #expect(
      value.prettyDescription == """
        {
          "a": 1,
          "empty": {},
          "list": [
            1,
            "x",
            [],
            [
              true,
              null
            ]
          ],
          "nested": {
            "b": 2.5
          }
        }
        """)
  }

  @Test func `only quotes, backslashes and control characters are escaped`() {
    let text = "a/\"\\é😀\u{2028}\u{7F}<&'\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F}"
    let expected =
      #""a/\"\\é😀"# + "\u{2028}\u{7F}" + #"<&'\u0000\b\t\n\u000b\f\r\u001f""#
    #expect(JSONValue.string(text).compactDescription == expected)
    #expect(JSONValue.object([text: 1]).compactDescription == "{\(expected):1}")
  }

  @Test func `tokens written one by one give the same text`() {
    for (layout, expected) in [
      (JSONWriter.Layout.compact, value.compactDescription), (.pretty, value.prettyDescription),
    ] {
      var writer = JSONWriter(layout)
      writer.beginObject()
      writer.member("a", 1)
      writer.member("empty")
      writer.beginObject()
      writer.endObject()
      writer.member("list")
      writer.beginArray()
      writer.write(1)
      writer.write("x")
      writer.write([Int]())
      writer.beginArray()
      writer.write(true)
      writer.writeNull()
      writer.endArray()
      writer.endArray()
      writer.member("nested", ["b": 2.5] as JSONObject)
      writer.member(ifPresent: "absent", nil as String?)
      writer.endObject()
      #expect(writer.text == expected)
    }
  }

  @Test func `lines are texts of their own`() {
    var writer = JSONWriter()
    writer.write(["n": 1] as JSONValue)
    writer.endLine()
    writer.write(["n": 2] as JSONValue)
    writer.endLine()
    #expect(writer.text == "{\"n\":1}\n{\"n\":2}\n")
    writer.removeAll()
    writer.write([Int64.min, 0])
    #expect(writer.text == "[-9223372036854775808,0]")
  }

  @Test func `every writable type writes one value`() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.write(UInt64.max)
    writer.write(-1)
    writer.write(4.0)
    writer.write(Double.infinity)
    writer.write(false)
    writer.write(["a", "b"])
    writer.write(JSONNumber(7))
    writer.endArray()
    #expect(writer.text == #"[18446744073709551615,-1,4.0,null,false,["a","b"],7]"#)
  }

  @Test func `a container that was not begun traps`() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.endArray()
    }
  }
}
