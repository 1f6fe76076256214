import Daybook
import Interchange
import Model
import Testing

@Suite struct HTMLTextTests {
  /// What a page shows of a text.
  private func article(_ text: String) throws -> String {
    let record = Record(
      id: ObjectID(high: 1, low: 2), entity: "entry", version: .first,
      values: [
        "text": .string(text), "creationTime": .date(Moment(microseconds: 1_700_000_000_000_000)),
      ])
    let entry = try #require(ExportedEntry(record, media: []))
    let output = MemoryOutput(isFolder: false)
    var writer = HTMLWriter(title: "Diary", overview: HTMLWriter.Overview())
    _ = try writer.append(entry, to: output) { _, _ in true }
    let page = String(decoding: output.bytes, as: UTF8.self)
    let start = try #require(page.range(of: "</time></a></p>\n"))
    return String(page[start.upperBound...].split(separator: "</article>").first ?? "")
  }

  @Test(arguments: [
    ("plain", "<p>plain</p>\n"), ("a < b & \"c\"", "<p>a &lt; b &amp; &quot;c&quot;</p>\n"),
    ("Title\nbody\nmore", "<h4>Title</h4>\n<p>body<br>\nmore</p>\n"),
    ("# Title\n\nbody", "<h4>Title</h4>\n<p>body</p>\n"),
    ("- a\n- b\n\nc", "<ul><li>a</li>\n<li>b</li></ul>\n<p>c</p>\n"),
    ("7. a\n8. b", "<ol start=\"7\"><li>a</li>\n<li>b</li></ol>\n"),
    ("> a\n> b", "<blockquote>a<br>\nb</blockquote>\n"),
    ("```\n<b>\n  x\n```\ny", "<pre><code>&lt;b&gt;\n  x\n</code></pre>\n<p>y</p>\n"),
    (
      "x **b** *i* _i_ `c*d*` a_b_c 2*3*4",
      "<p>x <strong>b</strong> <em>i</em> <em>i</em> <code>c*d*</code> a_b_c 2<em>3</em>4</p>\n"
    ),
    (
      "mail@example.org @Anna #été",
      "<p>mail@example.org <span class=\"tag\">@Anna</span> <span class=\"tag\">#été</span></p>\n"
    ),
    ("![](dayone-moment://X)", "<p></p>\n"), ("![[a.png|300]] b", "<p> b</p>\n"),
    ("[x](javascript:alert(1))", "<p>x)</p>\n"),
    ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
  ])
  func `the little Markdown that people write is shown, and nothing else happens`(
    text: String, html: String
  ) throws {
    #expect(try article(text) == html)
  }

  @Test func `links lead to the web, and pictures from there are links`() throws {
    let html = try article("see https://a.b/c?d=e&f, [here](http://x.y) ![p](https://p.q/r.png)")
    #expect(html.contains("<a href=\"https://a.b/c?d=e&amp;f\" rel=\"noreferrer noopener\">"))
    #expect(html.contains("<a href=\"http://x.y\" rel=\"noreferrer noopener\">here</a>"))
    #expect(html.contains(">p</a>"))
    #expect(!html.contains("<img"))
  }

  @Test(arguments: ["*", "[", "`", "![", "_ ", "@a ", "``x"])
  func `no line takes long, whatever stands in it`(piece: String) throws {
    let html = try article("x" + String(repeating: piece, count: 20_000))
    #expect(html.utf8.count >= 1000)
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(text) {
        return rest.startIndex..<rest.index(rest.startIndex, offsetBy: text.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}
