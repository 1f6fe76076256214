import Testing
import YAML

@Suite struct YAMLParserTests {
  private func parse(_ text: String) throws -> YAMLValue? {
    try YAMLParser.parse(Array(text.utf8))
  }

  @Test func `scalars are the texts they are`() throws {
    let value = try parse("a: no\nb: 1.0\nc: 2023-01-01\nd: 'yes'\ne: ~\nf:\n")
    #expect(value?.pairs?.map(\.key) == ["a", "b", "c", "d", "e", "f"])
    #expect(value?.pairs?.map(\.line) == [1, 2, 3, 4, 5, 6])
    #expect(value?["a"]?.text == "no")
    #expect(value?["b"]?.text == "1.0")
    #expect(value?["c"]?.text == "2023-01-01")
    #expect(value?["d"] == .scalar("yes", isPlain: false))
    #expect(value?["e"]?.isNull == true)
    #expect(value?["f"]?.isNull == true)
    #expect(value?["d"]?.isNull == false)
  }

  @Test func `quotes, folding and escapes are undone`() throws {
    let value = try parse(
      "text: \"Hello **bold** #tag\\n\\n  indented \\U0001F642 \\L x\\\n    \\ y\"\nplain: one\n  two\n"
        + "block: |\n  a\n   b\nempty: ''\nquote: 'it''s'\n")
    #expect(value?["text"]?.text == "Hello **bold** #tag\n\n  indented 🙂 \u{2028} x y")
    #expect(value?["plain"]?.text == "one two")
    #expect(value?["block"]?.text == "a\n b\n")
    #expect(value?["empty"]?.text == "")
    #expect(value?["empty"]?.isNull == false)
    #expect(value?["quote"]?.text == "it's")
  }

  @Test func `sequences, mappings, anchors and aliases nest`() throws {
    let value = try parse("tags: [a, \"two words\", 🏖️]\nlist:\n- &x {k: v}\n- *x\n")
    #expect(value?["tags"]?.elements?.map(\.text) == ["a", "two words", "🏖️"])
    #expect(value?["list"]?.elements?[1]["k"]?.text == "v")
  }

  @Test func `nothing is nothing`() throws {
    #expect(try parse("") == nil)
    #expect(try parse("# a remark\n") == nil)
  }

  @Test func `faults have a line`() {
    #expect(throws: YAMLError.self) { try parse("a: b: c") }
    do throws(YAMLError) {
      _ = try YAMLParser.parse(Array("a: 1\nb: [".utf8))
      Issue.record("a sequence without an end was read")
    } catch {
      #expect(error.line >= 2)
      #expect(!error.reason.isEmpty)
    }
    #expect(throws: YAMLError.self) { try parse("a: *nothing") }
    #expect(throws: YAMLError.self) { try parse(String(repeating: "[", count: 5000)) }
    #expect(throws: YAMLError.self) { try YAMLParser.parse([0x61, 0x3A, 0x20, 0x00, 0x62]) }
  }
}
