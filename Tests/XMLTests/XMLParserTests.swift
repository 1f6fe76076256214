import Testing
import XML

@Suite struct XMLParserTests {
  private func parse(_ text: String) throws -> XMLElement {
    try XMLParser.parse(Array(text.utf8))
  }

  @Test func `elements nest and text is theirs`() throws {
    let root = try parse(
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a &amp; b</key>"
        + "<string>ü<![CDATA[<raw>]]>\r\n&#8364;</string></dict></plist>")
    #expect(root.name == "plist")
    #expect(root.elements.first?.elements.map(\.name) == ["key", "string"])
    #expect(root.elements.first?.elements.map(\.text) == ["a & b", "ü<raw>\n€"])
  }

  @Test func `other encodings are read`() throws {
    let latin =
      Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8) + [0xFC] + Array("</a>".utf8)
    #expect(try XMLParser.parse(latin).text == "ü")
  }

  @Test func `faults have a line`() {
    do throws(XMLError) {
      _ = try XMLParser.parse(Array("<a>\n<b></a>".utf8))
      Issue.record("elements that cross were read")
    } catch {
      #expect(error.line == 2)
    }
    #expect(throws: XMLError.self) { try parse("") }
    #expect(throws: XMLError.self) {
      try parse(String(repeating: "<a>", count: 500) + String(repeating: "</a>", count: 500))
    }
  }

  @Test func `entities that grow without measure are refused`() {
    var text = "<!DOCTYPE a [<!ENTITY e0 \"xxxxxxxxxx\">"
    for level in 1...12 {
      text += "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
    }
    #expect(throws: XMLError.self) { try parse(text + "]><a>&e12;</a>") }
  }
}
